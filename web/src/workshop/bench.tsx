// The editor, and beside it what is done with the file in it.

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Engine } from "../engine/load";
import type { OperatorInfo, Problem } from "../engine/types";
import { notice } from "../game/notices";
import { messageOf } from "../game/summary";
import { workshop } from "../texts/en/workshop";
import { useWatched } from "../views/hooks";
import { Bar } from "./bar";
import { allDrafts, type Draft, type OpenDraft, titleOf } from "./draft";
import { Editor } from "./editor";
import type { Typed } from "./first";
import type * as Parts from "./parts";
import type { Playable } from "./played";
import { Problems } from "./problems";
import { isWide as isWideNow, keepTab, type Tab, tabAtFirst, tabsOf, watchWidth } from "./tab";
import { Panel, Tabs } from "./tabs";
import FIRST from "./templates/doubles.jsonc?raw";
import { Waiting } from "./waiting";

/** The scripts that are fetched after the first frame; `null` as long as nothing is known of them. */
export interface Late {
  parts: { value?: typeof Parts; error?: unknown } | null;
  engine: { value?: Engine; error?: unknown } | null;
  /** Asks for the engine once more. */
  retry: () => void;
}

interface Properties {
  /** The file in the editor at first. */
  text: string;
  /** The text that was written since, before the editor was there. */
  typed: Typed | null;
  openDraft: OpenDraft;
  late: Late;
}

/** Milliseconds without typing before a draft is kept. */
const KEPT_AFTER = 300;
/** The tab that is shown: on narrow screens the editor is one of them. */
function useTab(isWide: boolean): [tab: Tab, choose: (tab: Tab) => void] {
  const [chosen, setChosen] = useState(tabAtFirst);
  const choose = (next: Tab) => {
    setChosen(next);
    keepTab(next);
  };
  return [isWide && chosen === "editor" ? "play" : chosen, choose];
}

export function Bench({ text, typed, openDraft, late }: Properties) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  /** The problems of the file; `null` before it was checked for the first time. */
  const [problems, setProblems] = useState<Problem[] | null>(null);
  const [playable, setPlayable] = useState<Playable | null>(null);
  const [current, setCurrent] = useState(text);
  /** True if the file is kept as a draft, which changes later than its text. */
  const [isDraft, setDraft] = useState(openDraft.isDraft);
  const shown = useRef<Playable | null>(null);
  const isWide = useWatched(watchWidth, isWideNow);
  const [tab, choose] = useTab(isWide);
  const show = useCallback((next: Playable | null) => {
    shown.current?.model.close();
    shown.current = next;
    setPlayable(next);
  }, []);

  useLayoutEffect(() => {
    if (!host.current) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      clearTimeout(timer);
      // Unless another file is open already.
      if (openDraft.pending === keep) openDraft.keep(made.text);
      setCurrent(made.text);
      setDraft(openDraft.isDraft);
    };
    addEventListener("pagehide", keep);
    const made = new Editor(host.current, text, () => {
      clearTimeout(timer);
      timer = setTimeout(keep, KEPT_AFTER);
    });
    editor.current = made;
    openDraft.pending = keep;
    if (typed) made.take(typed);
    return () => {
      keep();
      if (openDraft.pending === keep) openDraft.pending = null;
      removeEventListener("pagehide", keep);
      made.close();
      editor.current = null;
    };
  }, [text]);

  const parts = late.parts?.value;
  const engine = late.engine?.value;
  useEffect(() => {
    if (!parts) return;
    editor.current?.equip(parts.toolsOf(null));
    if (!engine) return;
    let isWanted = true;
    let latest = "";
    const checked = async (text: string, problems: Problem[]) => {
      setCurrent(text);
      latest = text;
      const found = await parts.play(engine, text, problems);
      if (text !== latest || !isWanted) return found.playable?.model.close();
      setProblems(found.problems);
      // Comments and blanks are no reason to begin anew.
      if (found.playable && found.playable.digest !== shown.current?.digest) show(found.playable);
      else found.playable?.model.close();
    };
    const check = (text: string) => engine.ask("check", text).catch(parts.asProblems);
    const equip = (operators: OperatorInfo[]) => {
      if (isWanted) editor.current?.equip(parts.toolsOf({ operators, check, checked }));
    };
    // Without operators, the file is checked all the same.
    engine.ask("operators").then(equip, () => equip([]));
    return () => {
      isWanted = false;
    };
  }, [parts, engine, text, show]);
  useEffect(() => () => show(null), [show]);

  const again = useCallback(() => {
    const known = shown.current;
    if (known) parts?.another(known, () => shown.current === known, show);
  }, [parts, show]);
  /** Opens a draft in place of the file in the editor, or a file that is no draft. */
  const lay = (next: Draft | string) => {
    const made = editor.current;
    if (!made) return;
    openDraft.keep(made.text);
    const before = typeof next === "string" ? openDraft.begin(next) : null;
    if (typeof next !== "string") openDraft.take(next);
    made.text = typeof next === "string" ? next : next.text;
    setCurrent(made.text);
    setDraft(openDraft.isDraft);
    const act = () => {
      notice(null);
      if (before) lay(before);
    };
    if (before)
      notice({ text: workshop.draftKept(titleOf(before.text)), action: { name: workshop.backToIt, act } });
  };
  const remove = () => {
    openDraft.keep(editor.current?.text ?? "");
    let gone: Draft | null;
    try {
      gone = openDraft.remove();
    } catch (error) {
      return notice({ text: messageOf(error) });
    }
    if (!gone) return;
    const deleted = gone;
    const [next] = allDrafts();
    lay(next ?? FIRST);
    const act = () => {
      notice(null);
      openDraft.restore(deleted);
      lay(deleted);
    };
    notice({
      text: workshop.draftDeleted(titleOf(gone.text)),
      action: { name: workshop.bringBack, act },
    });
  };
  // Told whichever part is shown.
  const missing = late.parts?.error ?? late.engine?.error;
  const broken = problems?.some(({ severity }) => severity === "error") ?? false;
  const list = (
    <Tabs
      key="tabs"
      label={workshop.parts}
      tabs={tabsOf(isWide).map((name) => ({ name, text: workshop[name] }))}
      chosen={tab}
      choose={choose}
    />
  );
  const game = playable?.model.engineGame ?? null;
  const asPanel = { role: "tabpanel", id: "panel-editor", "aria-labelledby": "tab-editor" } as const;
  return (
    <>
      <Bar
        text={() => editor.current?.text ?? current}
        mode={broken ? null : playable}
        replace={lay}
        remove={isDraft ? remove : null}
      />
      {missing !== undefined && <Waiting error={missing} retry={late.retry} />}
      <div class="bench">
        {!isWide && list}
        <section
          key="sheet"
          class="sheet"
          hidden={!isWide && tab !== "editor"}
          {...(isWide ? { "aria-label": workshop.file } : asPanel)}
        >
          <div ref={host} class="editor" />
          <Problems problems={problems} show={(problem) => editor.current?.show(problem)} />
        </section>
        {isWide && list}
        <div key="beside" class="beside" hidden={tab === "editor"}>
          <Panel name="play" chosen={tab}>
            {playable && parts ? (
              <>
                <h2>{playable.title || workshop.untitled}</h2>
                {broken && <p class="stale">{workshop.stale}</p>}
                <parts.Play {...playable} again={again} isShown={tab === "play"} />
              </>
            ) : problems ? (
              <p class="stale">{workshop.broken}</p>
            ) : (
              missing === undefined && <Waiting error={undefined} retry={late.retry} />
            )}
          </Panel>
          {/* What is calculated in these parts goes on when another one is shown. */}
          <Panel name="expressions" chosen={tab}>
            {parts && <parts.Console model={playable?.model ?? null} />}
          </Panel>
          <Panel name="trials" chosen={tab}>
            {parts && <parts.TrialOf game={game} digest={playable?.digest ?? ""} />}
          </Panel>
          <Panel name="changes" chosen={tab}>
            {parts && tab === "changes" && <parts.Changes text={current} base={openDraft.base} />}
          </Panel>
        </div>
      </div>
    </>
  );
}
