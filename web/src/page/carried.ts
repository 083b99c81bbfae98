// The mode that the page carries. `polymerge export` writes it into the page, and
// reads it out of there again.

import { carried } from "./source";

export interface Carried {
  /** The mode file. */
  file: string;
  title: string;
  about: string;
  credits: string;
  /** Sixteen digits that differ for modes that play differently. */
  digest: string;
}

/** The mode of this page; nothing, if none was put into it. */
export function carriedMode(): Carried | null {
  const mode: unknown = JSON.parse(carried("mode") || "null");
  return mode as Carried | null;
}
