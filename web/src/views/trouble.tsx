// Said when the engine could not be loaded: the first game goes on without it,
// but little else does.

import type { Room } from "../game/room";
import { messageOf } from "../game/summary";
import { useTrouble } from "./notices";

export function Trouble({ room }: { room: Room }) {
  const trouble = useTrouble();
  if (!room.trouble) return null;
  return (
    <div class="problem trouble" role="alert">
      <p>
        {messageOf(room.trouble)} This game can be played on{trouble ? "" : ", and is kept in this browser"},
        but it can't be shared, and there are no other modes.
      </p>
      <button type="button" onClick={() => void room.promote()}>
        Try again
      </button>
    </div>
  );
}
