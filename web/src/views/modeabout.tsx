// What a mode is about, in the language of the page as far as there is a translation.

import type { ModeFacts } from "../engine/types";
import { spoken } from "../texts/spoken";
import { abouts, type Said, saidOf } from "../texts/translations";
import { usePromised } from "./hooks";

/** Returns what a mode is about; `null` until it is known in which language. */
export function useAbout({ name, about }: Pick<ModeFacts, "name" | "about">): Said | null {
  const isEnglish = spoken.tag === "en" || !name;
  const known = usePromised(
    async (): Promise<Awaited<ReturnType<typeof abouts>>> => (isEnglish ? {} : abouts()),
    [isEnglish],
  );
  if (!isEnglish && known === null) return null;
  return saidOf(known?.value?.[name], about);
}

export function ModeAbout({ facts }: { facts: Pick<ModeFacts, "name" | "about"> }) {
  const said = useAbout(facts);
  // The English text keeps the place until the other is there.
  if (!said) return <p style={{ visibility: "hidden" }}>{facts.about}</p>;
  return <p {...said.lang}>{said.text}</p>;
}
