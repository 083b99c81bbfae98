// A text told by another one that is much like it: which parts of that it takes,
// and what is new. Links to games of changed modes say that of the mode as it is.

import { links } from "virtual:texts/links";

/** Letters that parts have in common at least: less is shorter as it is. */
const LEAST = 12;

/** A part of the other text (where it begins, after the end of the last one, and its length), or what is new. */
type Part = [skip: number, length: number] | string;

export function delta(text: string, base: string): Part[] {
  // Where each run of letters begins in the other text.
  const places = new Map<string, number[]>();
  for (let at = 0; at + LEAST <= base.length; at++) {
    const run = base.slice(at, at + LEAST);
    const known = places.get(run);
    if (!known) places.set(run, [at]);
    else if (known.length < MOST) known.push(at);
  }
  const parts: Part[] = [];
  let fresh = "";
  let end = 0;
  for (let at = 0; at < text.length; ) {
    let [best, length] = [0, 0];
    for (const place of places.get(text.slice(at, at + LEAST)) ?? []) {
      const common = inCommon(text, at, base, place);
      // Of two that are as long, what follows the last part is told in fewer letters.
      if (common > length || (common === length && Math.abs(place - end) < Math.abs(best - end)))
        [best, length] = [place, common];
    }
    if (length === 0) {
      fresh += text.charAt(at);
      at += 1;
      continue;
    }
    if (fresh) parts.push(fresh);
    fresh = "";
    parts.push([best - end, length]);
    end = best + length;
    at += length;
  }
  if (fresh) parts.push(fresh);
  return parts;
}

/** Places that are tried for a run of letters. */
const MOST = 64;

function inCommon(text: string, at: number, base: string, place: number): number {
  let length = 0;
  while (at + length < text.length && text.charCodeAt(at + length) === base.charCodeAt(place + length))
    length += 1;
  return length;
}

/** The text of which `delta` has told the parts, of so many letters at most. */
export function applied(parts: unknown, base: string, longest: number): string {
  let text = "";
  let end = 0;
  for (const part of Array.isArray(parts) ? (parts as unknown[]) : []) {
    if (typeof part === "string") text += part;
    else {
      const [skip, length] = Array.isArray(part) ? (part as unknown[]) : [];
      const from = end + Number(skip);
      end = from + Number(length);
      if (!(from >= 0 && from <= end && end <= base.length)) throw new Error("a part lies outside");
      text += base.slice(from, end);
    }
    if (text.length > longest) throw new Error(links.tooMuch);
  }
  return text;
}
