// The game beside the editor: the mode as it is written now.

import { useEffect, useMemo } from "preact/hooks";
import { extent } from "../board/extent";
import type { Coach } from "../game/coach";
import { shown } from "../game/summary";
import type { Table } from "../game/table";
import { listen } from "../input/keyboard";
import { Coaching } from "../views/advice";
import { BoardOf } from "../views/board";
import { useTable } from "../views/hooks";
import { Pad } from "../views/pad";
import { NextTiles, StatBoxes } from "../views/statboxes";

interface Properties {
  table: Table;
  coach: Coach;
  /** Starts a new game of the mode. */
  again: () => void;
}

export function Preview({ table, coach, again }: Properties) {
  useTable(table);
  const { view, state, faces, ways } = table;
  useEffect(() => {
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
  }, [table, coach, again]);
  const boxes = useMemo(
    () => ({ faces, click: (index: number) => table.clickStatBox(index) }),
    [table, faces],
  );
  const ended = { play: "", win: "Won!", over: "Game over." }[state.screen];
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
          Undo
        </button>
        <button type="button" onClick={() => void coach.hint()}>
          Hint
        </button>
        <button type="button" onClick={again}>
          New game
        </button>
        {state.canPlayOn && (
          <button type="button" onClick={() => table.playOn()}>
            Play on
          </button>
        )}
        <span class="preview-state">
          {ended} Score {shown(state.score)}, {shown(state.moves)} moves
        </span>
      </div>
      <Coaching table={table} coach={coach} />
      <Pad ways={ways} available={state.available} press={(way) => table.press(way)} />
    </div>
  );
}
