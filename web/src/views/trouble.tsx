// Said when the engine could not be loaded: the first game goes on without it,
// but little else does.

import type { Room } from "../game/room";
import { messageOf } from "../game/summary";
import { game } from "../texts/en/game";
import { site } from "../texts/en/site";
import { useTrouble } from "./notices";

export function Trouble({ room }: { room: Room }) {
  const trouble = useTrouble();
  if (!room.trouble) return null;
  return (
    <div class="problem trouble" role="alert">
      <p>
        {messageOf(room.trouble)} {trouble ? game.alone : game.aloneKept}
      </p>
      <button type="button" onClick={() => void room.promote()}>
        {site.tryAgain}
      </button>
    </div>
  );
}
