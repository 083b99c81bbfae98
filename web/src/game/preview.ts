// What a mode is like. The engine has said it when the site was built, in a file for each mode, so that
// its page is there before the engine is.

import { mode as texts } from "virtual:texts/mode";
import { modeCalled } from "../engine/called";
import { type CatalogueEntry, catalogue } from "../engine/catalogue";
import { engine } from "../engine/load";
import type { ModePreview } from "../engine/modepreview";
import { fetchPreview, preview } from "./ahead";
import { mayBeName } from "./choice";

/** A mode with what it is like. */
export interface Described {
  mode: Omit<CatalogueEntry, "picture">;
  preview: ModePreview;
}

let asked = preview;

/** Returns the content of the file of a mode; `null` where it can't be fetched. */
async function fileOf(name: string): Promise<Described | null> {
  // What was asked for with the page may have failed; another attempt may have more luck.
  const ahead = asked?.name === name ? await contentOf(asked.answer, name) : null;
  // An answer can be read once.
  if (asked?.name === name) asked = null;
  return ahead ?? contentOf(fetchPreview(name), name);
}

async function contentOf(answer: Promise<Response>, name: string): Promise<Described | null> {
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
  const own = mayBeName(called) ? await fileOf(called) : null;
  if (own) return own;
  const modes = await catalogue();
  const name = modeCalled(modes, called)?.name;
  const found = name === undefined || name === called ? null : await fileOf(name);
  if (found) return found;
  // The engine knows what it is like where the file is not here, such as without a network.
  const preview = await (await engine()).ask("modePreview", called);
  const mode = modes.find((mode) => mode.name === preview.name);
  if (!mode) throw new Error(texts.unknown);
  return { mode, preview };
}
