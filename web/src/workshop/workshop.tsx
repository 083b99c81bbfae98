// The workshop: a mode file on one side, its game on the other.

import type { Mode, Problem } from "polymerge";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { type Engine, engine } from "../engine/load";
import { drawnSeed } from "../game/room";
import { messageOf } from "../game/summary";
import { Table } from "../game/table";
import { usePromised, useTitle } from "../views/hooks";
import { Bar } from "./bar";
import { Console } from "./console";
import { keepDraft, readDraft } from "./draft";
import { Editor } from "./editor";
import { Preview } from "./preview";
import { Problems } from "./problems";
import { asked, unpack } from "./share";
import { TEMPLATES } from "./templates";
import { TrialOf } from "./trial";

/** What can be played of the file. */
interface Playable {
  mode: Mode;
  table: Table;
  code: string;
}

async function begin(fragment: string): Promise<{ engine: Engine; text: string }> {
  const loaded = await engine();
  return {
    engine: loaded,
    text: (await brought(loaded, fragment)) ?? readDraft() ?? TEMPLATES[0]?.text ?? "",
  };
}

/** The file that the address brings, if it brings one. */
async function brought({ Mode }: Engine, fragment: string): Promise<string | undefined> {
  const wanted = asked(fragment);
  if (!wanted) return undefined;
  if ("mode" in wanted) return Mode.builtIn(wanted.mode).source();
  return unpack(wanted.packed).catch(() => {
    throw new Error("The link is not complete: the mode file in it can't be read.");
  });
}

export function WorkshopView() {
  const headline = useTitle("Workshop");
  const fragment = useFragment();
  const begun = usePromised(() => begin(fragment), [fragment]);
  return (
    <main class="workshop" id="main">
      <h1 ref={headline} tabIndex={-1}>
        Workshop
      </h1>
      {begun?.error !== undefined && <p class="problem">{messageOf(begun.error)}</p>}
      {begun?.value ? <Bench {...begun.value} /> : <p class="waiting">One moment …</p>}
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

function Bench({ engine, text }: { engine: Engine; text: string }) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  const [problems, setProblems] = useState<Problem[]>([]);
  const [playable, setPlayable] = useState<Playable | null>(null);
  const [current, setCurrent] = useState(text);

  useEffect(() => {
    if (!host.current) return;
    const made = new Editor(host.current, text, engine, {
      checked(text, problems) {
        setCurrent(text);
        keepDraft(text);
        const found = play(engine, text, problems);
        setProblems(found.problems);
        // Comments and blanks are no reason to begin anew.
        setPlayable((known) =>
          found.playable && found.playable.code !== known?.code ? found.playable : known,
        );
      },
    });
    editor.current = made;
    return () => made.close();
  }, [engine, text]);

  const again = useCallback(() => {
    setPlayable((known) => known && { ...known, table: started(engine, known.mode) });
  }, [engine]);
  const broken = problems.some(({ severity }) => severity === "error");
  return (
    <>
      <Bar
        text={current}
        mode={broken ? null : (playable?.mode ?? null)}
        replace={(text) => {
          if (editor.current) editor.current.text = text;
        }}
      />
      <div class="bench">
        <section class="sheet" aria-label="Mode file">
          <div ref={host} class="editor" />
          <Problems problems={problems} show={(problem) => editor.current?.show(problem)} />
        </section>
        <section class="beside" aria-label="The mode as it is written">
          {playable && (
            <>
              <h2>{playable.mode.info.title || "Without a title"}</h2>
              {broken && <p class="stale">The file has errors: this is how it was before.</p>}
              <Preview table={playable.table} again={again} />
            </>
          )}
          <Console table={playable?.table ?? null} />
          <TrialOf mode={playable?.mode ?? null} />
        </section>
      </div>
    </>
  );
}

function started({ Game }: Engine, mode: Mode): Table {
  return Table.of(Game.start(mode, { seed: drawnSeed() }));
}

/** Starts a game of a file that was checked; what stands against that joins the problems. */
function play(
  engine: Engine,
  text: string,
  problems: Problem[],
): { problems: Problem[]; playable: Playable | null } {
  if (problems.some(({ severity }) => severity === "error")) return { problems, playable: null };
  try {
    const mode = engine.Mode.fromFile(text);
    return { problems, playable: { mode, table: started(engine, mode), code: mode.toCode() } };
  } catch (error) {
    const problem: Problem = { severity: "error", code: "start", message: messageOf(error) };
    return { problems: [...problems, problem], playable: null };
  }
}
