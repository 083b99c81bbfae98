// The list of built-in modes with their pictures, which needs no engine.

import { modes as texts } from "../texts/en/modes";
import { site } from "../texts/en/site";
import { sizeOf, type Tag } from "./tags";
import type { ModeInfo } from "./types";

export interface CatalogueEntry extends ModeInfo {
  tags: Tag[];
  /** An SVG picture. */
  picture: string;
}

let loading: Promise<CatalogueEntry[]> | null = null;

async function load(): Promise<CatalogueEntry[]> {
  const { default: address } = await import("polymerge/catalogue.json?url");
  const response = await fetch(address);
  if (!response.ok) throw new Error(site.noCatalogue);
  return ((await response.json()) as { modes: CatalogueEntry[] }).modes;
}

/** All built-in modes. */
export function catalogue(): Promise<CatalogueEntry[]> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** The modes that a search finds: every word must be somewhere. */
export function search(modes: readonly CatalogueEntry[], words: string, family: string): CatalogueEntry[] {
  const wanted = words
    .toLowerCase()
    .replace(/(\d) ?[×x] ?(\d)/g, "$1x$2")
    .split(/\s+/)
    .filter(Boolean);
  return modes.filter((mode) => {
    if (family && mode.family !== family) return false;
    const told = [mode.title, mode.name, mode.family, mode.about, ...mode.features];
    const text = [...told, sizeOf(mode), ...mode.tags, ...mode.tags.map((tag) => texts[tag])]
      .join(" ")
      .toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
