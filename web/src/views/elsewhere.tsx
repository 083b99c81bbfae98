// Said over the board of a game that another tab plays, or has deleted.

import type { Room } from "../game/room";

export function Elsewhere({ room }: { room: Room }) {
  if (!room.elsewhere) return null;
  const isDeleted = room.elsewhere === "deleted";
  return (
    <div class="outcome" role="alert">
      <p>{isDeleted ? "This game was deleted in another tab." : "This game is played in another tab now."}</p>
      <div class="buttons">
        <button type="button" class="primary" onClick={() => void room.playHere()}>
          {isDeleted ? "Keep it" : "Play here"}
        </button>
      </div>
    </div>
  );
}
