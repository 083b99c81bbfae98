// What is shown while the score server is asked, and when it does not answer.

import { site } from "virtual:texts/site";
import { useState } from "preact/hooks";
import { messageOf } from "../summary";
import { dayOf } from "../texts/language";
import { Failure } from "../views/problem";

/** Nothing, once the answer is there. */
export function Asked({ what }: { what: { value?: unknown; error?: unknown } | null }) {
  if (!what) return <p class="waiting">{site.moment}</p>;
  return <Failure of={what} />;
}

/** Work that a button begins, one at a time, and what went wrong in it. */
export function useAttempt(): {
  busy: boolean;
  problem: string;
  attempt: (work: () => Promise<void>) => void;
} {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const attempt = async (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setProblem("");
    await work().catch((error: unknown) => setProblem(messageOf(error)));
    setBusy(false);
  };
  return { busy, problem, attempt: (work) => void attempt(work) };
}

/** A day as it is read. */
export function Day({ of: time }: { of: number }) {
  return <time dateTime={new Date(time).toISOString()}>{dayOf(time)}</time>;
}
