// Modes as links and score servers name them.

import type { CatalogueEntry } from "../engine/catalogue";

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
