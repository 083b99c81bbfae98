// The list of built-in modes with their pictures, which needs no engine.

import { sizeOf, tagsOf } from "./tags";
import type { ModeInfo } from "./types";

export interface CatalogueEntry extends ModeInfo {
  /** An SVG picture. */
  picture: string;
}

let loading: Promise<CatalogueEntry[]> | null = null;

async function load(): Promise<CatalogueEntry[]> {
  const { default: address } = await import("polymerge/catalogue.json?url");
  const response = await fetch(address);
  if (!response.ok) throw new Error("The list of modes can't be fetched. Are you offline?");
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

/** The letters and digits of a title, with one sign between its words; "" for what is no title, such as a path. */
function wordsOf(title: string): string {
  if (!/^[\p{L}\p{N}(](.*[\p{L}\p{N})])?$/u.test(title)) return "";
  return title
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join("-");
}

/** A mode as the engine finds it by a text: by its name, its number, the part of the name after that, or its title. */
export function modeCalled<T extends Pick<CatalogueEntry, "name" | "title" | "number">>(
  modes: readonly T[],
  called: string,
): T | undefined {
  const wanted = called.trim().toLowerCase();
  const number = /^\d+$/.test(wanted) ? Number(wanted) : null;
  const words = wordsOf(wanted);
  return (
    modes.find((mode) => mode.name === wanted) ??
    modes.find((mode) => mode.number === number) ??
    modes.find((mode) => mode.number !== undefined && mode.name.replace(/^\d+-/, "") === wanted) ??
    modes.find((mode) => words !== "" && wordsOf(mode.title.toLowerCase()) === words)
  );
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
    const text = [...told, sizeOf(mode), ...tagsOf(mode)].join(" ").toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
