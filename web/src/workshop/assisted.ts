// The file in the editor as the engine sees it: its problems, its game, the values of its
// formulas on the board.

import { workshop } from "virtual:texts/workshop";
import type { RefObject } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Engine } from "../engine/load";
import type { Problem } from "../engine/types";
import { notice } from "../game/notices";
import { messageOf } from "../summary";
import { authorOf } from "./ask";
import type { Editor } from "./editor";
import type * as Parts from "./parts";
import type { Playable } from "./played";
import { firstSpot, type Spot } from "./spot";

/** The scripts that are fetched after the first frame; `null` as long as nothing is known of them. */
export interface Late {
  parts: { value?: typeof Parts; error?: unknown } | null;
  engine: { value?: Engine; error?: unknown } | null;
  /** Asks for the engine once more. */
  retry: () => void;
}

export interface Assisted {
  /** The problems of the file; `null` before it was checked for the first time. */
  problems: Problem[] | null;
  playable: Playable | null;
  /** Starts another game of the mode. */
  again: () => void;
  /** Says that the next text is another file: its game begins anew. */
  turnPage: () => void;
  /** The ways to change the file as a whole; `null` as long as the engine is not there. */
  actions: Actions | null;
  /** The name at the cursor that is to be another one. */
  renaming: { name: string; at: number; text: string } | null;
  /** Ends the renaming, with another name if there is one. */
  rename: (name: string | null) => Promise<void>;
}

/** Ways to change the file, or the name at the cursor. */
export interface Actions {
  rename: () => void;
  define: () => void;
  format: () => void;
  toFormulas: () => void;
  toArrays: () => void;
}

/** `checkedText` hears of each text that was checked; `toEditor` shows the editor, where it is one of the tabs. */
export function useAssisted(
  { parts: lateParts, engine: lateEngine }: Late,
  editor: RefObject<Editor | null>,
  text: string,
  checkedText: (text: string) => void,
  toEditor: () => void,
): Assisted {
  const [problems, setProblems] = useState<Problem[] | null>(null);
  const [playable, setPlayable] = useState<Playable | null>(null);
  const [renaming, setRenaming] = useState<Assisted["renaming"]>(null);
  const [actions, setActions] = useState<Actions | null>(null);
  const shown = useRef<Playable | null>(null);
  const showEditor = useRef(toEditor);
  showEditor.current = toEditor;
  /** The number of the file, and of the one that the shown game is of. */
  const page = useRef({ now: 0, shown: 0 });
  const parts = lateParts?.value;
  const engine = lateEngine?.value;
  const show = useCallback((next: Playable | null) => {
    const before = shown.current;
    shown.current = next;
    if (before && next && before.model !== next.model) next.model.follow(before.model);
    before?.model.close();
    setPlayable(next);
  }, []);
  useEffect(() => {
    if (!parts) return;
    editor.current?.equip(parts.toolsOf(null));
    if (!engine) return;
    const author = authorOf(engine);
    let isWanted = true;
    let latest = "";
    const checked = async (text: string, problems: Problem[]) => {
      checkedText(text);
      latest = text;
      const { now } = page.current;
      const isOther = now !== page.current.shown;
      const found = await parts.play(engine, text, problems, isOther ? null : shown.current);
      if (text !== latest || now !== page.current.now || !isWanted) return found.playable?.model.close();
      if (found.playable) page.current.shown = now;
      setProblems(found.problems);
      // Comments and blanks are no reason to begin anew.
      if (found.playable && (isOther || found.playable.digest !== shown.current?.digest))
        show(found.playable);
      else found.playable?.model.close();
    };
    /** Does something with the file; what stands against it is told. */
    const doing = (work: (editor: Editor) => Promise<void>) => () => {
      const { current } = editor;
      if (current) work(current).catch((error: unknown) => notice({ text: messageOf(error) }));
    };
    const rewrite = (form: "formulas" | "arrays") =>
      doing(async (editor) => {
        const { text } = editor;
        const rewritten = await author.ask("rewritten", text, form);
        if (editor.text === text) editor.text = rewritten;
      });
    const actions: Actions = {
      rename: doing(async ({ text, at }) => {
        setRenaming({ name: await author.ask("renamed", text, at), at, text });
      }),
      define: doing(async (editor) => {
        const { text } = editor;
        const [place] = await author.ask("definition", text, editor.at);
        if (!place) throw new Error(workshop.notDeclared);
        showEditor.current();
        // The editor may be hidden until the next frame.
        requestAnimationFrame(() => editor.text === text && editor.show(place));
      }),
      format: doing(async (editor) => {
        const { text } = editor;
        const edits = await author.ask("format", text);
        if (editor.text === text) editor.edit(edits);
      }),
      toFormulas: rewrite("formulas"),
      toArrays: rewrite("arrays"),
    };
    setActions(actions);
    editor.current?.equip(parts.toolsOf({ author, checked, ...actions }));
    return () => {
      isWanted = false;
    };
  }, [parts, engine, text, show]);
  useEffect(() => () => show(null), [show]);

  const again = useCallback(() => {
    const known = shown.current;
    if (known) parts?.another(known, () => shown.current === known, show);
  }, [parts, show]);
  const rename = async (name: string | null) => {
    const { current } = editor;
    if (name !== null && renaming && engine && current) {
      const { text, at } = renaming;
      const edits = await authorOf(engine).ask("rename", text, at, name);
      if (current.text !== text) throw new Error(workshop.changedMeanwhile);
      current.edit(edits);
    }
    setRenaming(null);
  };
  const turnPage = () => {
    page.current.now += 1;
  };
  return { problems, playable, again, turnPage, actions, renaming, rename };
}

/** Milliseconds without anything new before values are asked for. */
const DELAY = 80;

/** Shows the values of formulas on the board in the editor. `spot`: the place that was chosen. */
export function useValues(
  { engine }: Late,
  editor: RefObject<Editor | null>,
  playable: Playable | null,
  text: string,
  spot: Spot | null,
  isWanted: boolean,
): void {
  const author = engine?.value;
  useEffect(() => {
    const clear = () => editor.current?.showValues([]);
    if (!author || !playable || !isWanted) return clear();
    const { model } = playable;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      const { row, column, direction } = spot ?? firstSpot(model.view);
      const options = { row, column, ...(direction === null ? {} : { direction }) };
      const values = await model.engineGame
        ?.askBy(authorOf(author), "formulaValues", text, options)
        // The text has errors: its problems are told.
        .catch(() => []);
      if (editor.current?.text === text && timer !== undefined) editor.current.showValues(values ?? []);
    };
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(ask, DELAY);
    };
    soon();
    const unwatch = model.watch(({ kind }) => kind !== "waiting" && soon());
    return () => {
      unwatch();
      clearTimeout(timer);
      timer = undefined;
    };
  }, [author, playable, text, spot, isWanted]);
}
