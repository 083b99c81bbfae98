// The module "virtual:placeholders": the address of a file with the empty boards of
// all modes, which are shown while the engine is on its way (src/game/placeholder.ts).

import type { GameView } from "polymerge";
import type { Plugin } from "vite";
import type { Placeholder } from "../src/game/openingfile.ts";
import { catalogue } from "./catalogue.ts";

const ID = "virtual:placeholders";

/** A view without what differs from game to game; where all cells are alike, one stands for all. */
function emptied(view: GameView): GameView {
  const cells = view.cells.map((cells) => cells.map((cell) => ({ ...cell, face: -1, tile: null })));
  const kinds = new Set(cells.flat().map((cell) => JSON.stringify(cell)));
  return { ...view, cells: kinds.size === 1 ? cells.slice(0, 1).map((cells) => cells.slice(0, 1)) : cells };
}

/** Asks the engine how a new game of each mode looks before its tiles are there. */
export async function placeholders(): Promise<Placeholder[]> {
  const { Game, Mode } = await import("polymerge");
  return catalogue().map(({ name, number, title, about }) => {
    const mode = Mode.builtIn(name);
    const game = Game.start(mode, { seed: 0, now: 0 });
    const { directions, tilesCanBeClicked: clickable } = mode;
    const { grid: _, ...state } = game.state();
    const view = emptied(game.view(0));
    game.free();
    mode.free();
    return {
      name,
      ...(number !== undefined && { number }),
      title,
      about,
      directions,
      clickable,
      view,
      state,
    };
  });
}

export function placeholdersFile(): Plugin {
  let isBuild = false;
  return {
    name: "placeholders",
    configResolved({ command }) {
      isBuild = command === "build";
    },
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    async load(id) {
      if (id !== `\0${ID}`) return null;
      const source = JSON.stringify(await placeholders());
      if (!isBuild)
        return `export default ${JSON.stringify(`data:application/json,${encodeURIComponent(source)}`)}`;
      const file = this.emitFile({ type: "asset", name: "placeholders.json", source });
      return `export default import.meta.ROLLUP_FILE_URL_${file}`;
    },
  };
}
