// The list of built-in modes with their pictures, which needs no engine.

import { site } from "virtual:texts/site";
import { missing } from "../missing";
import type { Tag } from "./tags";
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
    return missing.handle(error);
  });
  return loading;
}
