// What is said while the engine is on its way, and when it can't be had.

import { workshop } from "virtual:texts/workshop";
import { messageOf } from "../summary";
import { useArrived } from "../views/arrived";

interface Properties {
  /** The reason why it does not come, if it does not. */
  error: unknown;
  /** Asks for it once more. */
  retry: () => void;
}

export function Waiting({ error, retry }: Properties) {
  const share = useArrived();
  if (error !== undefined)
    return (
      <div class="engine-waits">
        <p class="problem" role="alert">
          {messageOf(error)}
        </p>
        <button type="button" onClick={retry}>
          {workshop.tryAgain}
        </button>
      </div>
    );
  return (
    <div class="engine-waits">
      <p>{workshop.engineComes}</p>
      <progress max={100} value={share} aria-label={workshop.engineArrived} />
    </div>
  );
}
