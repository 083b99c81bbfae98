// Modes by the family that they belong to.

import type { CatalogueEntry } from "./catalogue";

/** Smaller families stand together with others. */
const LEAST = 3;

/** A family with its modes; "" is the name of all small ones together. */
export interface Family {
  name: string;
  modes: CatalogueEntry[];
}

/** Sorts modes into families, the largest first, and those of small families into one at the end. */
export function familiesOf(modes: readonly CatalogueEntry[]): Family[] {
  const all = new Map<string, CatalogueEntry[]>();
  for (const mode of modes) all.set(mode.family, [...(all.get(mode.family) ?? []), mode]);
  const large = [...all].filter(([name, modes]) => name !== "" && modes.length >= LEAST);
  const names = new Set(large.map(([name]) => name));
  const others = modes.filter(({ family }) => !names.has(family));
  large.sort(([, a], [, b]) => b.length - a.length);
  const families = large.map(([name, modes]) => ({ name, modes }));
  return others.length > 0 ? [...families, { name: "", modes: others }] : families;
}
