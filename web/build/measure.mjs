// Measures all built-in modes by games with random moves, for the tags of the
// list of modes: `node build/measure.mjs` writes build/measured.json. To
// be run when modes change; the engine's package has to be built. The library has the tags in
// its catalogue: APPROVE=1 cargo test -p polymerge-modefile catalogue writes them.

import { writeFileSync } from "node:fs";
import { Game, Mode, modes, Trial } from "polymerge";

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
  measured[name] = summary(results, goal(mode));
  mode.free();
  console.log(name, JSON.stringify(measured[name]));
}
// As the formatter wants it.
const line = ([name, { games, moves, doublings }]) =>
  `  ${JSON.stringify(name)}: { "games": ${games}, "moves": ${moves}, "doublings": ${doublings} }`;
const lines = Object.entries(measured).map(line);
writeFileSync(new URL("measured.json", import.meta.url), `{\n${lines.join(",\n")}\n}\n`);

/**
 * The moves of the game in the middle, and how many times its largest tile has
 * to be doubled to reach the goal; -1 where there is no goal, or no number for
 * it. Games that were not finished in time are long.
 */
function summary({ done, moves, largest }, goal) {
  const middle = (list) => list.slice(0, done).sort((a, b) => a - b)[done >> 1];
  const wanted = Number(goal.replaceAll(",", ""));
  const missing = Math.log2(wanted / (middle(largest) ?? 0));
  const doublings = wanted > 0 && Number.isFinite(missing) ? Math.round(10 * Math.max(0, missing)) / 10 : -1;
  return { games: done, moves: middle(moves) ?? MOVES, doublings };
}

/** What the first winning tile is called; "" if there is none, or none that is written down as it is. */
function goal(mode) {
  const [, tile] = /"win": \[(\[[^\]@]*\])/.exec(mode.toFile()) ?? [];
  if (!tile) return "";
  const game = Game.start(mode, { seed: 1, now: 0 });
  const { text } = game.faceOf(tile);
  game.free();
  return text;
}
