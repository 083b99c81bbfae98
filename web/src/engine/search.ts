// Modes found by words.

import { modes as texts } from "virtual:texts/modes";
import type { CatalogueEntry } from "./catalogue";
import { sizeOf } from "./tags";

/** Returns a text as it is compared: without capital letters and accents. */
const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * The modes that a search finds: every word must be somewhere. `said` gives the texts on a mode in the
 * language of the page, besides those of the catalogue.
 */
export function search(
  modes: readonly CatalogueEntry[],
  words: string,
  said: (mode: CatalogueEntry) => readonly string[] = () => [],
): CatalogueEntry[] {
  const wanted = plain(words)
    .replace(/(\d) ?[×x] ?(\d)/g, "$1x$2")
    .split(/\s+/)
    .filter(Boolean);
  return modes.filter((mode) => {
    const described = [mode.title, mode.name, mode.family, mode.about, ...mode.features, ...said(mode)];
    const text = [...described, sizeOf(mode), ...mode.tags, ...mode.tags.map((tag) => texts[tag])];
    const all = plain(text.join(" "));
    return wanted.every((word) => all.includes(word));
  });
}
