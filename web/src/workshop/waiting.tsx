// What is said while the engine is on its way, and when it can't be had.

import { workshop } from "virtual:texts/workshop";
import { useArrived } from "../views/arrived";
import { Failure } from "../views/problem";

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
        <Failure of={{ error }} />
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
