// Said when the engine could not be loaded: the first game goes on without it,
// but little else does.

import { game } from "virtual:texts/game";
import { site } from "virtual:texts/site";
import type { GameController } from "../game/controller";
import { messageOf } from "../summary";
import { useTrouble } from "./notices";

export function Trouble({ controller }: { controller: GameController }) {
  const trouble = useTrouble();
  if (!controller.trouble) return null;
  return (
    <div class="problem trouble" role="alert">
      <p>
        {messageOf(controller.trouble)} {trouble ? game.alone : game.aloneKept}
      </p>
      <button type="button" onClick={() => void controller.promote()}>
        {site.tryAgain}
      </button>
    </div>
  );
}
