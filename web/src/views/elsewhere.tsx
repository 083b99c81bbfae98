// Said over the board of a game that another tab plays, or has deleted.

import { game } from "virtual:texts/game";
import type { GameController } from "../game/controller";

export function Elsewhere({ controller }: { controller: GameController }) {
  if (!controller.elsewhere) return null;
  const isDeleted = controller.elsewhere === "deleted";
  return (
    <div class="outcome" role="alert">
      <p>{isDeleted ? game.deletedElsewhere : game.playedElsewhere}</p>
      <div class="buttons">
        <button type="button" class="primary" onClick={() => void controller.playHere()}>
          {isDeleted ? game.keepIt : game.playHere}
        </button>
      </div>
    </div>
  );
}
