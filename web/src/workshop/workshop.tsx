// The workshop: a mode file on one side, its game on the other. One can write at
// once; what plays and explains is fetched meanwhile, the engine last.

import { workshop } from "virtual:texts/workshop";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { engine } from "../engine/load";
import { usePromised, useTitle } from "../views/hooks";
import type { Late } from "./assisted";
import { Bench } from "./bench";
import { brought } from "./brought";
import * as first from "./first";
import { initialText, showBrought } from "./initial";
import { Waiting } from "./waiting";

/** The file in the editor at first, counted: the same text may be opened again. */
type InitialFile = { number: number } & ({ text: string } | { error: unknown } | { waits: true });

/** `typed`: what was written before all of this was there. */
export function WorkshopView({ typed }: { typed: first.Typed | null }) {
  useTitle(workshop.title);
  const fragment = useFragment();
  const [attempt, setAttempt] = useState(0);
  const late: Late = {
    parts: usePromised(() => import("./parts"), [attempt]),
    engine: usePromised(engine, [attempt]),
    retry: () => setAttempt(attempt + 1),
  };
  const found = useInitialFile(fragment, attempt);
  return (
    <main class="workshop" id="main">
      {found && "text" in found && (
        <Bench
          key={found.number}
          text={found.text}
          typed={found.number === 0 ? typed : null}
          openDraft={first.openDraft}
          late={late}
        />
      )}
      {found && !("text" in found) && (
        <>
          <h1 tabIndex={-1}>{workshop.title}</h1>
          <Waiting error={"error" in found ? found.error : late.engine?.error} retry={late.retry} />
        </>
      )}
    </main>
  );
}

function useInitialFile(fragment: string, attempt: number): InitialFile | null {
  const [found, setFound] = useState<InitialFile | null>(
    first.text === null ? null : { text: first.text, number: 0 },
  );
  const before = useRef<string | null>(null);
  // Before the next frame is shown, where the text is known.
  useLayoutEffect(() => {
    const isFirst = before.current === null;
    // Another attempt is for what is not there yet.
    if (before.current === fragment && found && "text" in found) return;
    before.current = fragment;
    let wanted = true;
    const show = (next: { text: string } | { error: unknown } | { waits: true }) =>
      wanted && setFound((before) => ({ ...next, number: (before?.number ?? 0) + 1 }));
    const isShown = isFirst && fragment === first.fragment;
    const text = isShown ? first.text : initialText(fragment, first.openDraft);
    if (text === null) {
      show({ waits: true });
      const opened = brought(fragment).then((text) => {
        if (wanted) showBrought(text, first.openDraft);
        show({ text });
      });
      opened.catch((error: unknown) => show({ error }));
    } else if (!isShown) show({ text });
    return () => {
      wanted = false;
    };
  }, [fragment, attempt]);
  return found;
}

function useFragment(): string {
  const [fragment, setFragment] = useState(location.hash);
  useLayoutEffect(() => {
    const changed = () => setFragment(location.hash);
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  return fragment;
}
