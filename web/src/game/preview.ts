// What a mode is like. The engine has said it when the site was built, in a file for each mode, so that
// its page is there before the engine is.

import { modeCalled } from "../engine/called";
import { type CatalogueEntry, catalogue } from "../engine/catalogue";
import { engine } from "../engine/load";
import type { ModePreview } from "../engine/modepreview";
import { fetchPreview, preview } from "./ahead";
import { isNumbered } from "./choice";

/** A mode with what it is like. */
export interface Described {
  mode: Omit<CatalogueEntry, "picture">;
  preview: ModePreview;
}

let asked = preview;

/** Returns the content of the file of a mode; `null` where it can't be fetched. */
async function fileOf(name: string): Promise<Described | null> {
  const answer = asked ?? fetchPreview(name);
  asked = null;
  try {
    const described = (await (await answer).json()) as Described;
    // A server may answer with its start page where there is no such file.
    return described.mode.name === name ? described : null;
  } catch {
    return null;
  }
}

/** Says what a mode is like. Throws the error of the engine if there is no such mode. */
export async function describe(called: string): Promise<Described> {
  const own = isNumbered(called) ? await fileOf(called) : null;
  if (own) return own;
  const modes = await catalogue();
  const name = modeCalled(modes, called)?.name;
  const found = name === undefined || name === called ? null : await fileOf(name);
  if (found) return found;
  // The engine knows what it is like where the file is not here, such as without a network.
  const preview = await (await engine()).ask("modePreview", called);
  const mode = modes.find((mode) => mode.name === preview.name);
  if (!mode) throw new Error(`${preview.name} is in no catalogue`);
  return { mode, preview };
}
