// What is shown while the engine is on its way: quietly, over the empty board.

import { site } from "virtual:texts/site";
import { useArrived } from "./arrived";

export function Coming() {
  const share = useArrived();
  return (
    <p class="coming">
      <span role="status">{site.moment}</span>
      {/* Not read aloud with every change. */}
      <progress value={share} max={100} aria-label={site.engineComing} />
    </p>
  );
}
