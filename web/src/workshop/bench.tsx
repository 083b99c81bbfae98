// The editor, and beside it what is done with the file in it.

import { workshop } from "virtual:texts/workshop";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { notice } from "../game/notices";
import { messageOf } from "../summary";
import { useWatched } from "../views/hooks";
import { authorOf } from "./ask";
import { type Late, useAssisted, useValues } from "./assisted";
import { Bar } from "./bar";
import { allDrafts, type Draft, type OpenDraft, titleOf } from "./draft";
import { Editor } from "./editor";
import type { Typed } from "./first";
import { Problems } from "./problems";
import { Renaming } from "./renaming";
import { areValuesShown, keepValuesShown } from "./shownvalues";
import type { Spot } from "./spot";
import { isWide as isWideNow, keepTab, type Tab, tabAtFirst, tabsOf, watchWidth } from "./tab";
import { Panel, Tabs } from "./tabs";
import FIRST from "./templates/doubles.jsonc?raw";
import { Waiting } from "./waiting";

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
  const [current, setCurrent] = useState(text);
  /** True if the file is kept as a draft, which changes later than its text. */
  const [isDraft, setDraft] = useState(openDraft.isDraft);
  const isWide = useWatched(watchWidth, isWideNow);
  const [tab, choose] = useTab(isWide);
  const [spot, setSpot] = useState<Spot | null>(null);
  const [areShown, setShown] = useState(areValuesShown);

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
  const assisted = useAssisted(late, editor, text, setCurrent, () => !isWide && choose("editor"));
  const { problems, playable } = assisted;
  useValues(late, editor, playable, current, spot, areShown);

  /** Opens a draft in place of the file in the editor, or a file that is no draft. */
  const lay = (next: Draft | string) => {
    const made = editor.current;
    if (!made) return;
    assisted.turnPage();
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
        actions={assisted.actions}
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
                {!broken && playable.lost && <GoesOn lost={playable.lost} />}
                <parts.Play {...playable} again={assisted.again} isShown={tab === "play"} />
              </>
            ) : problems ? (
              <p class="stale">{workshop.broken}</p>
            ) : (
              missing === undefined && <Waiting error={undefined} retry={late.retry} />
            )}
          </Panel>
          <Panel name="why" chosen={tab}>
            {parts && playable && late.engine?.value && tab === "why" && (
              <parts.Why
                model={playable.model}
                author={authorOf(late.engine.value)}
                text={current}
                show={(line) => {
                  if (!isWide) choose("editor");
                  // The editor may be hidden until the next frame.
                  requestAnimationFrame(() => editor.current?.showLine(line));
                }}
              />
            )}
          </Panel>
          {/* What is calculated in these parts goes on when another one is shown. */}
          <Panel name="expressions" chosen={tab}>
            {parts && (
              <parts.Console
                model={playable?.model ?? null}
                author={late.engine?.value ? authorOf(late.engine.value) : null}
                text={current}
                spot={spot}
                setSpot={setSpot}
                areShown={areShown}
                setShown={(are) => {
                  setShown(are);
                  keepValuesShown(are);
                }}
              />
            )}
          </Panel>
          <Panel name="trials" chosen={tab}>
            {parts && <parts.TrialOf game={game} digest={playable?.digest ?? ""} />}
          </Panel>
          <Panel name="changes" chosen={tab}>
            {parts && tab === "changes" && <parts.Changes text={current} base={openDraft.base} />}
          </Panel>
        </div>
      </div>
      {assisted.renaming && <Renaming {...assisted.renaming} rename={assisted.rename} />}
    </>
  );
}

/** Says that the game of before goes on, and what of it could not stay. */
function GoesOn({ lost }: { lost: readonly string[] }) {
  return (
    <p class="stale" role="status">
      {workshop.goesOn}
      {lost.length > 0 && (
        <>
          {" "}
          {workshop.couldNotStay} <span lang="en">{lost.join("; ")}.</span>
        </>
      )}
    </p>
  );
}
