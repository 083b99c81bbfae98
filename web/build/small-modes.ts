// The module "virtual:small-modes": the folder with the files of each numbered mode, from which the
// small engine plays a game before the whole engine is there (src/game/small.ts). They differ in
// their openings alone, so that not all first visits begin with the same few.

import type { Plugin } from "vite";
import { FILES, nameOf, type Placeholder, type SmallFile } from "../src/game/openingfile.ts";
import { type ModeFiles, modeFiles } from "./mode-files.ts";
import { openingsOf } from "./openings.ts";
import { placeholders } from "./placeholders.ts";

export async function smallModes(): Promise<ModeFiles> {
  const { Game, Mode } = await import("polymerge");
  const numbered = (await placeholders()).filter(({ number }) => number !== undefined);
  const places = Array.from({ length: FILES }, (_, place) => place);
  return new Map(
    numbered.flatMap((placeholder) =>
      places.map((place) => [nameOf(placeholder.name, place), () => textOf(placeholder, place)] as const),
    ),
  );

  function textOf(placeholder: Placeholder, place: number): string {
    const mode = Mode.builtIn(placeholder.name);
    const openings = openingsOf(Game, mode, placeholder, place);
    const { interval } = mode;
    const file: SmallFile = {
      ...placeholder,
      ...(interval !== undefined && { interval }),
      raw: mode.toRaw(),
      ...(openings && { openings }),
    };
    mode.free();
    return JSON.stringify(file);
  }
}

export const smallModeFiles = (): Plugin => modeFiles("small-modes", smallModes);
