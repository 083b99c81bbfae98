// What a turn consists of, and what went wrong, to be told.

import type { TurnEvent } from "./engine/types";

import { type Fault, faultText } from "./texts/faults";

export { shown } from "./texts/numbers";

/** Every event, those of automatic moves among them. */
export function* flat(events: readonly TurnEvent[]): Generator<TurnEvent> {
  for (const event of events) {
    yield event;
    if (event.kind === "autoMove") yield* flat(event.events);
  }
}

/** Returns the message of an error, to be read. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? faultText(error as Fault) : String(error);
}
