// The empty board of a mode, shown while the engine is on its way. Keys that are pressed
// meanwhile are for the game that takes its place.

import { modeCalled } from "../engine/called";
import type { GameView } from "../engine/types";
import { missing } from "../missing";
import { mayHoldGames } from "../store/unkept";
import { ahead, fetchPlaceholders, small } from "./ahead";
import { GameModel } from "./model";
import type { Placeholder } from "./openingfile";
import { comingOf } from "./smallparts";
import { nextFrame } from "./task";

/** A tile that is not known yet. */
const BLANK = { text: "", svg: "<svg></svg>", background: "", ink: "" };

let asked = ahead;
let all: Promise<readonly Placeholder[]> | null = null;

/** The boards of all modes, fetched once. */
function boards(): Promise<readonly Placeholder[]> {
  const answer = asked ?? fetchPlaceholders();
  asked = null;
  return answer.then((response) => {
    if (!response.ok) throw new Error(`${response.status}`);
    return response.json();
  });
}

/** The empty board of a mode that is called so; `null` where it is not known. */
export async function placeholderOf(called: string): Promise<GameModel | null> {
  const own = await comingOf(small, called);
  if (own) {
    // Where the game comes with the file, its board need not be drawn twice.
    await nextFrame();
    return modelOf(own);
  }
  // Another attempt may have more luck.
  all ??= boards().catch((error: unknown) => {
    all = null;
    return missing.handle(error);
  });
  const found = modeCalled(await all, called);
  return found ? modelOf(found) : null;
}

function modelOf({ view, state, name, title, about, directions, clickable }: Placeholder): GameModel {
  const { cells, rows, columns, statBoxes, nextTiles } = view;
  const all = Array.from({ length: rows }, (_, row) => {
    const line = cells[row % cells.length] ?? [];
    return Array.from({ length: columns }, (_, column) => line[column % line.length]);
  });
  // A game that was kept has reached other numbers.
  const known = mayHoldGames() ? { value: "", valueHtml: "&nbsp;" } : {};
  const boxes = statBoxes.map((box) => ({ ...box, ...known }));
  const faces = [...nextTiles, ...boxes.flatMap(({ faces }) => faces)].map((id) => ({ ...BLANK, id }));
  const shown = { ...view, cells: all as GameView["cells"], statBoxes: boxes };
  const facts = { name, title, about, directions, interval: undefined, clickable };
  return GameModel.awaiting(facts, { view: shown, state, faces });
}
