// The module "virtual:mode-previews": the folder with a file for each mode that says what it is like, so
// that its page is there before the engine is (src/game/preview.ts).

import type * as Polymerge from "polymerge";
import { type ModePreview, modePreviewOf } from "../src/engine/modepreview.ts";
import type { Described } from "../src/game/preview.ts";
import { catalogue } from "./catalogue.ts";
import { type ModeFiles, modeFiles } from "./mode-files.ts";

const made = new Map<string, ModePreview>();

/** Returns what a mode is like; the engine is asked once for each. */
export function previewOf(engine: typeof Polymerge, name: string): ModePreview {
  // However slow the machine is, it makes the same one.
  const preview = made.get(name) ?? modePreviewOf(engine, name, () => 0);
  made.set(name, preview);
  return preview;
}

export async function modePreviews(): Promise<ModeFiles> {
  const polymerge = await import("polymerge");
  return new Map(
    catalogue().map(({ picture: _, ...mode }) => {
      const described = (): Described => ({ mode, preview: previewOf(polymerge, mode.name) });
      return [`${mode.name}.json`, () => JSON.stringify(described())] as const;
    }),
  );
}

export const modePreviewFiles = () => modeFiles("mode-previews", modePreviews);
