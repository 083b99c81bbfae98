// The view in which one plays.

import { game as texts } from "virtual:texts/game";
import { site } from "virtual:texts/site";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { extent, isCompact } from "../board/extent";
import type { GameController } from "../game/controller";
import type { GameModel } from "../game/model";
import { titleShown } from "../game/titles";
import { listen } from "../input/keyboard";
import { go } from "../route";
import { mayBeContest } from "../scores/place";
import { mayBeRace } from "../store/races";
import { setting } from "../store/settings";
import { Actions, type Panel } from "./actions";
import { Elsewhere, MergeExamples, Outcome, Panels } from "./afterfirst";
import { Best } from "./best";
import { BoardOf } from "./board";
import { Coming } from "./coming";
import { Dialog } from "./dialog";
import { Fade } from "./fade";
import { Front } from "./front";
import { type HintLink, useHints } from "./hints";
import { useModel, useSetting, useTitle, useWatched } from "./hooks";
import { Advice, Contest, fetchHints, HintArrow, RaceStrip } from "./later";
import { Lead, nameOfMode, useExamples } from "./lead";
import { ModeAbout } from "./modeabout";
import { useMood } from "./mood";
import { Pad } from "./pad";
import { Rules } from "./rules";
import { NextTiles, StatBoxes } from "./statboxes";
import { Trouble } from "./trouble";

/** Returns the headline of a window. */
function headlineOf(panel: Panel, title: string): string {
  switch (panel) {
    case "rules":
      return site.rules;
    case "keys":
      return texts.keys;
    case "new":
      return texts.newGameOf(title);
    case "sure":
      return texts.sure;
    case "share":
      return texts.exportAndShare;
  }
}

/** Tells when the page is shown or hidden. */
function watchVisibility(watcher: () => void): () => void {
  document.addEventListener("visibilitychange", watcher);
  return () => document.removeEventListener("visibilitychange", watcher);
}

/** A button that was clicked by mouse or finger gives the keys back to the game: the next Space is no click. */
function leaveButton(event: MouseEvent): void {
  if (event.detail === 0 || !(event.target instanceof Element)) return;
  const button = event.target.closest<HTMLElement>("button, summary");
  if (button && !button.closest("dialog")) button.blur();
}

export function GameView({ controller, model }: { controller: GameController; model: GameModel }) {
  useModel(model);
  const title = titleShown(model.facts.title);
  const headline = useTitle(title);
  const [panel, setPanel] = useState<Panel | null>(null);
  const [hints, isAdvised, ask] = useHints(model);
  const mayBeAdvised = model.engineGame !== null;
  useEffect(() => (mayBeAdvised ? fetchHints() : undefined), [mayBeAdvised]);
  const [wanted, setPad] = useSetting("pad");
  // Modes with more than the four usual directions need them more.
  const pad = wanted ?? model.ways.length > 4;
  const { view, state, faces } = model;
  const examples = useExamples(model);
  const isVisible = useWatched(watchVisibility, () => document.visibilityState === "visible");

  const [sameSeed, setSameSeed] = useState(false);
  const renew = (sameSeed: boolean) => {
    const { screen, moves } = model.state;
    if (!setting("ask") || screen === "over" || moves === 0) return controller.again(sameSeed, model);
    setSameSeed(sameSeed);
    setPanel("sure");
  };

  const watch = async () => {
    const id = await controller.keep();
    if (id && model.engineGame) go({ view: "replay", id });
  };

  // Keys count from the first frame on.
  useLayoutEffect(() => {
    const commands = {
      undo: () => model.undo(),
      redo: () => model.redo(),
      new: () => renew(false),
      again: () => renew(true),
      continue: () => model.playOn(),
      hint: () => ask("hint"),
      auto: () => ask("auto"),
      help: () => setPanel("keys"),
      modes: () => go({ view: "modes" }),
    };
    return listen(model, commands);
  }, [controller, model]);

  const { opacities } = view;
  // The board of a mode whose game is on its way.
  const isComing = model !== controller.model;
  const isFirst = model.facts.name === controller.first;
  // The first board is there before its mood could be: it has the colours of the site.
  useMood(isFirst ? null : view.colors);
  const boxes = { view, faces, click: (index: number) => model.clickStatBox(index) };
  const above = (
    <Fade opacity={opacities.statBoxesAbove}>
      <StatBoxes {...boxes} below={false} />
    </Fade>
  );
  const hasPad = pad && opacities.directionButtons !== null;
  const front = <Front controller={controller} model={model} isFirst={isFirst} />;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: this is about the mouse alone
    <main class="game" id="main" aria-busy={isComing} onClick={leaveButton}>
      <div class="game-column" style={extent(view)}>
        <Trouble controller={controller} />
        <div class="game-head">
          <h1 ref={headline} tabIndex={-1} translate={false}>
            {title}
          </h1>
          <div class="head-scores">
            {isCompact(view) && above}
            <Best controller={controller} model={model} />
          </div>
        </div>
        {mayBeContest(model) && <Contest model={model} />}
        {mayBeRace(model.seed) && <RaceStrip model={model} />}
        {!isCompact(view) && above}
        <Lead
          key={nameOfMode(model)}
          model={model}
          isFirst={isFirst}
          examples={examples}
          hints={hints}
          openRules={() => setPanel("rules")}
        />
        {view.nextTiles.length > 0 && (
          <Fade opacity={opacities.nextTiles}>
            <NextTiles view={view} faces={faces} />
          </Fade>
        )}
        <div class="arena-frame">
          <Fade opacity={opacities.grid}>
            <BoardOf model={model} running={isVisible && panel === null && controller.elsewhere === null} />
          </Fade>
          <Hinted hints={hints} model={model} />
          {isComing && <Coming />}
          {controller.elsewhere && !isComing ? (
            <Elsewhere controller={controller} />
          ) : (
            state.screen !== "play" && (
              <Outcome
                controller={controller}
                model={model}
                open={setPanel}
                renew={renew}
                watch={() => void watch()}
              />
            )
          )}
        </div>
        <Fade opacity={opacities.statBoxesBelow}>
          <StatBoxes {...boxes} below={true} />
        </Fade>
        <Actions
          controller={controller}
          model={model}
          open={setPanel}
          pad={pad}
          setPad={setPad}
          ask={ask}
          hints={hints}
          renew={renew}
          watch={() => void watch()}
        />
        {!hasPad && front}
      </div>
      {hasPad && <Pad ways={model.ways} available={state.available} press={(way) => model.press(way)} />}
      {hasPad && front}
      <div class="about">
        {isAdvised && <Advice model={model} link={hints} />}
        {model.facts.about && <ModeAbout facts={model.facts} />}
        <Rules model={model} />
        {/* Last: they come later than the rest, and move nothing. */}
        {examples && <MergeExamples examples={examples} />}
      </div>
      {panel && (
        // There at once: keys are no longer the game's, and it can be closed whatever comes.
        <Dialog title={headlineOf(panel, title)} wide={panel === "new"} close={() => setPanel(null)}>
          <Panels
            controller={controller}
            model={model}
            panel={panel}
            examples={examples}
            close={() => setPanel(null)}
            begin={() => controller.again(sameSeed, model)}
          />
        </Dialog>
      )}
    </main>
  );
}

/** The arrow of a hint, over the board. */
function Hinted({ hints, model }: { hints: HintLink; model: GameModel }) {
  const way = useWatched(hints.watch, () => hints.advised.way);
  return way && model.state.screen === "play" ? <HintArrow way={way} ways={model.ways} /> : null;
}
