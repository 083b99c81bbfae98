// What is said over the board when a game is won or over.

import type { Room } from "../game/room";
import { shown } from "../game/summary";
import type { Table } from "../game/table";
import { SubmitButton } from "../scores/entry";

export function Outcome({ room, table }: { room: Room; table: Table }) {
  const { state } = table;
  if (state.screen === "play") return null;
  const won = state.screen === "win";
  return (
    <div class={won ? "outcome won" : "outcome"}>
      <p class="outcome-word">{won ? "You win!" : "Game over"}</p>
      <p>
        {shown(state.score)} points in {shown(state.moves)} moves
      </p>
      <div class="buttons">
        {state.canPlayOn && (
          <button type="button" class="primary" onClick={() => table.playOn()}>
            Play on
          </button>
        )}
        <button type="button" class={state.canPlayOn ? "" : "primary"} onClick={() => room.again(false)}>
          New game
        </button>
        {!won && state.canUndo && (
          <button type="button" onClick={() => table.undo()}>
            Undo
          </button>
        )}
        <SubmitButton table={table} />
      </div>
    </div>
  );
}
