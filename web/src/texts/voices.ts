// A sentence on each mode in the words of players, in the language of the page as far as there is
// one. These are many: they are fetched with what shows them.

import { spoken } from "./spoken";

/** Sentences by the names of modes. */
type Voices = Readonly<Record<string, string>>;

const FILES = {
  en: () => import("./voices/en.json"),
  de: () => import("./voices/de.json"),
  es: () => import("./voices/es.json"),
} as const;

/** A sentence, with the attribute of the element around it where it is in another language. */
export interface Voice {
  text: string;
  lang: { lang?: "en" };
}

/** Returns what says the sentence of a mode; "" for modes that have none. */
export async function voices(): Promise<(name: string) => Voice> {
  const { tag } = spoken;
  const [own, english] = await Promise.all(
    [tag, "en" as const].map((tag) => FILES[tag]().then(({ default: all }): Voices => all)),
  );
  return (name) => {
    const said = own?.[name];
    if (said !== undefined || tag === "en") return { text: said ?? "", lang: {} };
    return { text: english?.[name] ?? "", lang: { lang: "en" } };
  };
}
