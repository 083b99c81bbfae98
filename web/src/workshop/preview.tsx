// The game beside the editor: the mode as it is written now.

import { useEffect, useMemo } from "preact/hooks";
import { extent } from "../board/extent";
import type { Coach } from "../game/coach";
import { shown } from "../game/summary";
import type { Table } from "../game/table";
import { listen } from "../input/keyboard";
import { workshop } from "../texts/en/workshop";
import { Coaching } from "../views/advice";
import { BoardOf } from "../views/board";
import { useSetting, useTable } from "../views/hooks";
import { Pad } from "../views/pad";
import { NextTiles, StatBoxes } from "../views/statboxes";

interface Properties {
  table: Table;
  coach: Coach;
  /** Starts a new game of the mode. */
  again: () => void;
  /** Whether it is seen: only then keys are for the game. */
  isShown: boolean;
}

/** Where fingers point, buttons for the directions are of use. */
const touch = matchMedia("(pointer: coarse)");

export function Preview({ table, coach, again, isShown }: Properties) {
  useTable(table);
  const [wanted] = useSetting("pad");
  const pad = wanted ?? touch.matches;
  const { view, state, faces, ways } = table;
  useEffect(() => {
    if (!isShown) return;
    const nothing = () => {};
    const commands = {
      undo: () => table.undo(),
      redo: () => table.redo(),
      new: again,
      again,
      continue: () => table.playOn(),
      hint: () => void coach.hint(),
      auto: () => coach.toggle(),
      help: nothing,
      modes: nothing,
    };
    return listen(table, commands);
  }, [table, coach, again, isShown]);
  const boxes = useMemo(
    () => ({ faces, click: (index: number) => table.clickStatBox(index) }),
    [table, faces],
  );
  const ended = { play: "", win: workshop.won, over: workshop.over }[state.screen];
  return (
    <div class="play" style={extent(view)}>
      <StatBoxes {...boxes} view={view} below={false} />
      <NextTiles view={view} faces={faces} />
      <div class="arena-frame">
        <BoardOf table={table} />
      </div>
      <StatBoxes {...boxes} view={view} below={true} />
      {view.failures.map((failure) => (
        <p key={failure} class="problem">
          {failure}
        </p>
      ))}
      <div class="buttons">
        <button type="button" onClick={() => table.undo()} disabled={!state.canUndo}>
          {workshop.undo}
        </button>
        <button type="button" onClick={() => void coach.hint()}>
          {workshop.hint}
        </button>
        <button type="button" onClick={again}>
          {workshop.newGame}
        </button>
        {state.canPlayOn && (
          <button type="button" onClick={() => table.playOn()}>
            {workshop.playOn}
          </button>
        )}
        <span class="preview-state">
          {ended} {workshop.standing(shown(state.score), shown(state.moves))}
        </span>
      </div>
      <Coaching table={table} coach={coach} />
      {pad && <Pad ways={ways} available={state.available} press={(way) => table.press(way)} />}
    </div>
  );
}
