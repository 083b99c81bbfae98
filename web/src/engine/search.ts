// Modes found by words.

import { modes as texts } from "virtual:texts/modes";
import type { CatalogueEntry } from "./catalogue";
import { sizeOf } from "./tags";

/** The modes that a search finds: every word must be somewhere. */
export function search(modes: readonly CatalogueEntry[], words: string, family: string): CatalogueEntry[] {
  const wanted = words
    .toLowerCase()
    .replace(/(\d) ?[×x] ?(\d)/g, "$1x$2")
    .split(/\s+/)
    .filter(Boolean);
  return modes.filter((mode) => {
    if (family && mode.family !== family) return false;
    const described = [mode.title, mode.name, mode.family, mode.about, ...mode.features];
    const text = [...described, sizeOf(mode), ...mode.tags, ...mode.tags.map((tag) => texts[tag])]
      .join(" ")
      .toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
