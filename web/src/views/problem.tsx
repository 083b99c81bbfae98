// What went wrong, to be read. Places in a text are pointed at as in a terminal.

import { site } from "virtual:texts/site";
import { messageOf } from "../summary";

/**
 * Says in the language of the page that there is no mode of this name; "" if the error says
 * something else.
 */
export function noSuchMode(error: unknown, mode: string): string {
  const isUnknown = error instanceof Error && "code" in error && error.code === "no-such-mode";
  return isUnknown ? site.noMode(mode.slice(0, 100)) : "";
}

/** A text of what went wrong; nothing if it is "". */
export function Problem({ text, id, alert = false }: { text: string; id?: string; alert?: boolean }) {
  if (!text) return null;
  return (
    <p class={text.includes("\n") ? "problem listing" : "problem"} id={id} role={alert ? "alert" : undefined}>
      {text}
    </p>
  );
}

/** The error of what was asked for; nothing if there is none. */
export function Failure({ of }: { of: { error?: unknown } | null }) {
  return <Problem text={of?.error === undefined ? "" : messageOf(of.error)} alert />;
}
