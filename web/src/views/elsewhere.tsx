// Said over the board of a game that another tab plays, or has deleted.

import type { Room } from "../game/room";
import { game } from "../texts/en/game";

export function Elsewhere({ room }: { room: Room }) {
  if (!room.elsewhere) return null;
  const isDeleted = room.elsewhere === "deleted";
  return (
    <div class="outcome" role="alert">
      <p>{isDeleted ? game.deletedElsewhere : game.playedElsewhere}</p>
      <div class="buttons">
        <button type="button" class="primary" onClick={() => void room.playHere()}>
          {isDeleted ? game.keepIt : game.playHere}
        </button>
      </div>
    </div>
  );
}
