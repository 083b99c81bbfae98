// Measures all built-in modes by games with random moves, for the tags of the
// list of modes: `node build/measure.mjs` writes src/engine/measured.json. To
// be run when modes change; the engine's package has to be built.

import { writeFileSync } from "node:fs";
import { Mode, modes, Trial } from "polymerge";

const GAMES = 20;
/** Moves of a game at most: what is longer is long anyway. */
const MOVES = 1000;
/** Milliseconds for a mode at most. */
const TIME = 6_000;

const measured = {};
for (const { name } of modes()) {
  const mode = Mode.builtIn(name);
  const trial = new Trial(mode, { games: GAMES, moves: MOVES, seed: 1 });
  const until = Date.now() + TIME;
  let more = true;
  while (more && Date.now() < until) more = trial.run(50);
  const results = trial.results();
  trial.free();
  mode.free();
  measured[name] = summary(results);
  console.log(name, JSON.stringify(measured[name]));
}
const lines = Object.entries(measured).map(([name, found]) => `  ${JSON.stringify(name)}: ${JSON.stringify(found)}`);
writeFileSync(new URL("../src/engine/measured.json", import.meta.url), `{\n${lines.join(",\n")}\n}\n`);

/** How many games were played and won, and the moves of the one in the middle; games that were not finished are long. */
function summary({ done, won, moves }) {
  const sorted = moves.slice(0, done).sort((a, b) => a - b);
  return { games: done, won, moves: sorted[done >> 1] ?? MOVES };
}
