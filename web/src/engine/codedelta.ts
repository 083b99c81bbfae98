// Codes of games of changed modes made short, to fit into links: what differs from
// a game of the mode as it is.

import { links } from "virtual:texts/links";
import { shortName } from "../hash";
import { applied, delta } from "./delta";
import { opened, packed, unpacked } from "./packed";

/** Letters of a code that is told this way, at most. */
const LARGEST = 4 << 20;
/** Between the name of the mode and the rest: it is in neither. */
const BETWEEN = ".";
/** Before what was changed. */
const LABEL = "~";

export { packed, unpacked };

const open = (code: string) => JSON.stringify(code.split("|").map(opened));

function closed(text: string): string {
  const pieces = JSON.parse(text) as string[];
  return pieces.map((piece) => (piece.startsWith("=") ? piece.slice(1) : btoa(piece))).join("|");
}

/** A code as what differs from that of a game of a built-in mode. */
export async function packDelta(mode: string, code: string, base: string): Promise<string> {
  const content = [shortName(base), delta(open(code), open(base))];
  return mode + BETWEEN + (await packed(JSON.stringify(content)));
}

/** Letters of a label at most. */
const LONGEST = 120;

/** A code that was made short, with what was changed in its mode, in words. */
export function withLabel(text: string, label: string): string {
  // Half of a letter could not be in an address.
  const cut = label.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, "");
  return cut ? `${text}${LABEL}${cut}` : text;
}

/** A code that was made short and what was changed in its mode, from the end of a link that is decoded; older ones don't tell. */
export function splitLabel(link: string): { text: string; label: string } {
  const at = link.indexOf(LABEL);
  if (at < 0) return { text: link, label: "" };
  return { text: link.slice(0, at), label: link.slice(at + 1, at + 1 + LONGEST) };
}

/** The mode that a code is told by; "" if it is told in full. */
export function baseModeOf(text: string): string {
  const at = text.indexOf(BETWEEN);
  return at < 0 ? "" : text.slice(0, at);
}

/** The code, by that of a game of the mode. */
export async function unpackDelta(text: string, base: string): Promise<string> {
  const mode = baseModeOf(text);
  const content = await unpacked(text.slice(mode.length + 1));
  try {
    const [sum, parts] = JSON.parse(content) as unknown[];
    if (sum !== shortName(base)) throw new Error(links.otherVersion(mode));
    return closed(applied(parts, open(base), LARGEST));
  } catch (error) {
    throw error instanceof SyntaxError ? new Error(links.notWhole, { cause: error }) : error;
  }
}
