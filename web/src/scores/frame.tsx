// What is shown while the score server is asked, and when it does not answer.

import { messageOf } from "../game/summary";
import { Problem } from "../views/problem";

/** Nothing, once the answer is there. */
export function Asked({ what }: { what: { value?: unknown; error?: unknown } | null }) {
  if (!what) return <p class="waiting">One moment …</p>;
  return what.error === undefined ? null : <Problem text={messageOf(what.error)} alert />;
}

const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

/** A day as it is read. */
export function dayOf(time: number): string {
  return DATE.format(time);
}
