// The module "virtual:templates": the mode files that the workshop offers to begin
// with, by their names, each with a picture of a game of it.

import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";

const ID = "virtual:templates";
const FOLDER = resolve(import.meta.dirname, "../src/workshop/templates");
/** Moves after which a board shows what can come of its tiles. */
const MOVES = 40;

export interface DrawnTemplate {
  text: string;
  /** An SVG picture. */
  picture: string;
}

export async function templates(): Promise<Record<string, DrawnTemplate>> {
  const { Game, Mode } = await import("polymerge");
  const files = readdirSync(FOLDER).sort();
  return Object.fromEntries(
    files.map((file) => {
      const text = readFileSync(resolve(FOLDER, file), "utf8");
      const game = Game.start(Mode.fromFile(text), { seed: 3, now: 0 });
      for (let move = 0; move < MOVES; move++) {
        const legal = game.legal();
        const direction = legal[move % Math.min(2, legal.length)];
        if (direction === undefined) break;
        game.play(direction, 0);
      }
      return [file.replace(".jsonc", ""), { text, picture: game.boardSvg(0) }];
    }),
  );
}

export function drawnTemplates(): Plugin {
  return {
    name: "drawn-templates",
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    load: async (id) => (id === `\0${ID}` ? `export default ${JSON.stringify(await templates())}` : null),
  };
}
