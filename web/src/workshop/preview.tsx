// The game beside the editor: the mode as it is written now.

import { workshop } from "virtual:texts/workshop";
import { useEffect, useMemo } from "preact/hooks";
import { extent } from "../board/extent";
import type { Advisor } from "../game/advisor";
import type { GameModel } from "../game/model";
import { listen } from "../input/keyboard";
import { shown } from "../summary";
import { AdvisorPanel } from "../views/advice";
import { BoardOf } from "../views/board";
import { useModel, useSetting } from "../views/hooks";
import { Pad } from "../views/pad";
import { Problem } from "../views/problem";
import { NextTiles, StatBoxes } from "../views/statboxes";

interface Properties {
  model: GameModel;
  advisor: Advisor;
  /** Starts a new game of the mode. */
  again: () => void;
  /** True if it is seen: only then keys are for the game. */
  isShown: boolean;
}

/** Matches screens on which fingers point: buttons for the directions are of use there. */
const touch = matchMedia("(pointer: coarse)");

export function Preview({ model, advisor, again, isShown }: Properties) {
  useModel(model);
  const [wanted] = useSetting("pad");
  const pad = wanted ?? touch.matches;
  const { view, state, faces, ways } = model;
  useEffect(() => {
    if (!isShown) return;
    const nothing = () => {};
    const commands = {
      undo: () => model.undo(),
      redo: () => model.redo(),
      new: again,
      again,
      continue: () => model.playOn(),
      hint: () => void advisor.hint(),
      auto: () => advisor.toggle(),
      help: nothing,
      modes: nothing,
    };
    return listen(model, commands);
  }, [model, advisor, again, isShown]);
  const boxes = useMemo(
    () => ({ faces, click: (index: number) => model.clickStatBox(index) }),
    [model, faces],
  );
  const ended = { play: "", win: workshop.won, over: workshop.over }[state.screen];
  return (
    <div class="game-column" style={extent(view)}>
      <StatBoxes {...boxes} view={view} below={false} />
      <NextTiles view={view} faces={faces} />
      <div class="arena-frame">
        <BoardOf model={model} />
      </div>
      <StatBoxes {...boxes} view={view} below={true} />
      {view.failures.map((failure) => (
        <Problem key={failure} text={failure} />
      ))}
      <div class="buttons">
        <button type="button" onClick={() => model.undo()} disabled={!state.canUndo}>
          {workshop.undo}
        </button>
        <button type="button" onClick={() => void advisor.hint()}>
          {workshop.hint}
        </button>
        <button type="button" onClick={again}>
          {workshop.newGame}
        </button>
        {state.canPlayOn && (
          <button type="button" onClick={() => model.playOn()}>
            {workshop.playOn}
          </button>
        )}
        <span class="preview-state">
          {ended} {workshop.standing({ score: shown(state.score), moves: shown(state.moves) })}
        </span>
      </div>
      <AdvisorPanel model={model} advisor={advisor} />
      {pad && <Pad ways={ways} available={state.available} press={(way) => model.press(way)} />}
    </div>
  );
}
