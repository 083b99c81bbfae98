// The workshop: a mode file on one side, its game on the other.

import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { type Engine, engine } from "../engine/load";
import { unpackedText } from "../engine/packed";
import type { Problem } from "../engine/types";
import { Coach } from "../game/coach";
import { notice } from "../game/notices";
import { drawnSeed } from "../game/seed";
import { messageOf } from "../game/summary";
import { Table } from "../game/table";
import { usePromised, useTitle } from "../views/hooks";
import { Bar } from "./bar";
import { Console } from "./console";
import { allDrafts, Desk, type Draft, titleOf } from "./draft";
import { Editor, type Language } from "./editor";
import { Learn } from "./learn";
import { Preview } from "./preview";
import { Problems } from "./problems";
import { asked } from "./share";
import { TEMPLATES } from "./templates";
import { TrialOf } from "./trial";

/** What can be played of the file. */
interface Playable {
  table: Table;
  title: string;
  digest: string;
}

interface Begun {
  engine: Engine;
  language: Language;
  text: string;
}

async function begin(fragment: string, desk: Desk): Promise<Begun> {
  const loaded = await engine();
  const language = await loaded.ask("language");
  const check = (text: string) => loaded.ask("check", text).catch(asProblems);
  const text = await laid(loaded, fragment, desk);
  return { engine: loaded, language: { ...language, check }, text };
}

/** What there is if there is nothing else. */
const FIRST = TEMPLATES[0]?.text ?? "";

/** What lies on the desk at first. */
async function laid(engine: Engine, fragment: string, desk: Desk): Promise<string> {
  desk.clear();
  const there = desk.atEntry();
  if (there !== null) return there;
  const text = await brought(engine, fragment);
  if (text === undefined) {
    if (!/^#?\/?$/.test(fragment)) notice({ text: `The workshop has no page ${fragment.slice(0, 60)}.` });
    const newest = desk.newest();
    if (newest === null) desk.begin(FIRST);
    return newest ?? FIRST;
  }
  desk.begin(text);
  const [draft] = allDrafts();
  const act = () => {
    notice(null);
    location.hash = "#/";
  };
  if (draft)
    notice({ text: `Your draft of ${titleOf(draft.text)} is kept.`, action: { name: "Back to it", act } });
  return text;
}

/** The file that the address brings, if it brings one. */
async function brought(engine: Engine, fragment: string): Promise<string | undefined> {
  const wanted = asked(fragment);
  if (!wanted) return undefined;
  if ("mode" in wanted) return engine.ask("source", wanted.mode);
  return unpackedText(wanted.packed).catch(() => {
    throw new Error("The link is not complete: the mode file in it can't be read.");
  });
}

export function WorkshopView() {
  const headline = useTitle("Workshop");
  const fragment = useFragment();
  const desk = useMemo(() => new Desk(), []);
  const begun = usePromised(() => begin(fragment, desk), [fragment]);
  return (
    <main class="workshop" id="main">
      <h1 ref={headline} tabIndex={-1}>
        Workshop
      </h1>
      {begun?.error !== undefined && <p class="problem">{messageOf(begun.error)}</p>}
      {begun?.value ? <Bench {...begun.value} desk={desk} /> : <p class="waiting">One moment …</p>}
    </main>
  );
}

function useFragment(): string {
  const [fragment, setFragment] = useState(location.hash);
  useEffect(() => {
    const changed = () => setFragment(location.hash);
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  return fragment;
}

/** Milliseconds without typing before a draft is kept. */
const KEPT_AFTER = 300;

function Bench({ engine, language, text, desk }: Begun & { desk: Desk }) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  const [problems, setProblems] = useState<Problem[]>([]);
  const [playable, setPlayable] = useState<Playable | null>(null);
  const [current, setCurrent] = useState(text);
  const [isCompared, setCompared] = useState(false);
  const shown = useRef<Playable | null>(null);
  const show = useCallback((next: Playable | null) => {
    shown.current?.table.close();
    shown.current = next;
    setPlayable(next);
  }, []);

  useEffect(() => {
    if (!host.current) return;
    let latest = "";
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      clearTimeout(timer);
      // Unless something else lies on the desk already.
      if (desk.pending === keep) desk.keep(made.text);
    };
    addEventListener("pagehide", keep);
    const made = new Editor(host.current, text, language, {
      changed() {
        clearTimeout(timer);
        timer = setTimeout(keep, KEPT_AFTER);
      },
      async checked(text, problems) {
        setCurrent(text);
        latest = text;
        const found = await play(engine, text, problems);
        if (text !== latest) return found.playable?.table.close();
        setProblems(found.problems);
        // Comments and blanks are no reason to begin anew.
        if (found.playable && found.playable.digest !== shown.current?.digest) show(found.playable);
        else found.playable?.table.close();
      },
    });
    editor.current = made;
    desk.pending = keep;
    return () => {
      latest = "";
      keep();
      if (desk.pending === keep) desk.pending = null;
      removeEventListener("pagehide", keep);
      made.close();
    };
  }, [engine, language, text, show]);

  const again = useCallback(() => {
    const known = shown.current;
    known?.table.inTurn(async () => {
      const game = await known.table.engineGame?.another(drawnSeed());
      if (!game || shown.current !== known) return game?.close();
      const table = Table.of(game);
      table.follow(known.table);
      show({ ...known, table });
    });
  }, [show]);
  /** Lays a draft on the desk in place of what is there, or a file that is no draft. */
  const lay = (next: Draft | string) => {
    const made = editor.current;
    if (!made) return;
    desk.keep(made.text);
    const before = typeof next === "string" ? desk.begin(next) : null;
    if (typeof next !== "string") desk.take(next);
    compare(false);
    made.text = typeof next === "string" ? next : next.text;
    const act = () => {
      notice(null);
      if (before) lay(before);
    };
    if (before)
      notice({ text: `${titleOf(before.text)} is kept as a draft.`, action: { name: "Back to it", act } });
  };
  const compare = (wanted: boolean) => {
    editor.current?.compare(wanted ? desk.base : null);
    setCompared(wanted);
  };
  const remove = () => {
    desk.keep(editor.current?.text ?? "");
    const gone = desk.remove();
    if (!gone) return;
    const [next] = allDrafts();
    lay(next ?? FIRST);
    const act = () => {
      notice(null);
      desk.restore(gone);
      lay(gone);
    };
    notice({ text: `${titleOf(gone.text)} is deleted.`, action: { name: "Bring it back", act } });
  };
  const broken = problems.some(({ severity }) => severity === "error");
  return (
    <>
      <Bar text={current} mode={broken ? null : playable} replace={lay} />
      <div class="bench">
        <section class="sheet" aria-label="Mode file">
          <div class="buttons sheet-buttons">
            <button
              type="button"
              aria-pressed={isCompared}
              disabled={!desk.base}
              title="What differs from the file that this one was made from"
              onClick={() => compare(!isCompared)}
            >
              What changed
            </button>
            <button type="button" disabled={!desk.isDraft} onClick={remove}>
              Delete this draft
            </button>
          </div>
          <div ref={host} class="editor" />
          <Problems problems={problems} show={(problem) => editor.current?.show(problem)} />
        </section>
        <section class="beside" aria-label="The mode as it is written">
          {playable && (
            <>
              <h2>{playable.title || "Without a title"}</h2>
              {broken && <p class="stale">The file has errors: this is how it was before.</p>}
              <Play table={playable.table} again={again} digest={playable.digest} />
            </>
          )}
          <Console table={playable?.table ?? null} />
          <TrialOf game={playable?.table.engineGame ?? null} digest={playable?.digest ?? ""} />
        </section>
      </div>
    </>
  );
}

/** The game, and what plays it by itself. */
function Play({ table, again, digest }: { table: Table; again: () => void; digest: string }) {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const coach = useMemo(() => new Coach(table, () => redraw(0)), [table]);
  useEffect(() => () => coach.close(), [coach]);
  return (
    <>
      <Preview table={table} coach={coach} again={again} />
      <Learn table={table} coach={coach} digest={digest} />
    </>
  );
}

/** Starts a game of a file that was checked; what stands against that joins the problems. */
async function play(
  engine: Engine,
  text: string,
  problems: Problem[],
): Promise<{ problems: Problem[]; playable: Playable | null }> {
  if (problems.some(({ severity }) => severity === "error")) return { problems, playable: null };
  try {
    const { digest, ...opened } = await engine.ask("openFile", text, drawnSeed());
    const table = Table.of(engine.game(opened));
    return { problems, playable: { title: opened.facts.title, table, digest } };
  } catch (error) {
    return { problems: [...problems, ...asProblems(error)], playable: null };
  }
}

/** What can't be checked or started, as a problem of the file. */
function asProblems(error: unknown): Problem[] {
  return [{ severity: "error", code: "start", message: messageOf(error) }];
}
