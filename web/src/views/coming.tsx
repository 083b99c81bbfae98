// What is shown while the engine is on its way: quietly, over the empty board.

import { arrived, watchArrival } from "../engine/arrival";
import { useWatched } from "./hooks";

export function Coming() {
  const share = useWatched(watchArrival, arrived);
  return (
    <p class="coming">
      <span role="status">One moment …</span>
      {/* Not read aloud with every change. */}
      <progress value={share || undefined} max={100} aria-label="The engine on its way" />
    </p>
  );
}
