// Faults that the engine names, in the language of the page. English pages have the engine's own words.

import { beyondEnglish } from "./area";

/** The place that a fault is about. */
export type FaultPlace =
  /** A part of a save code. */
  { kind: "piece"; number: number; name?: string } | { kind: "step" | "move"; number: number };

/** A fault as the engine states it. */
export interface Fault {
  message: string;
  /** The stable name of its cause. */
  code?: string | undefined;
  place?: FaultPlace | undefined;
  /** Mistakes in a mode file. */
  problems?: unknown;
}

/** The words for a place, such as `Part 5 (width): `; "" if there are none. */
function placeText(place: FaultPlace): string {
  const text = beyondEnglish("faults")[place.kind];
  const name = place.kind === "piece" && place.name ? ` (${place.name})` : "";
  return typeof text === "function" ? text(`${place.number}${name}` as never) : "";
}

/** Returns the words for a fault. */
export function faultText({ message, code = "", place, problems }: Fault): string {
  // Codes of mistakes in files are those of their first one.
  const text = beyondEnglish("faults")[problems === undefined ? code : "file"];
  if (text === undefined || Array.isArray(text)) return message;
  const said = typeof text === "function" ? text(message as never) : text;
  return `${place ? placeText(place) : ""}${said}`;
}
