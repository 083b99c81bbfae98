// A player that looks ahead: for each direction the mean over all tiles that may spawn
// (expectimax). `node expectimax.js 2048` plays a game where the package is installed.
import { Engine, Mode } from "polymerge";

/** What a position is worth if nothing more is looked at: its score, and room on the board. */
const worth = (position) => position.score + 20 * position.kinds().filter((kind) => kind === -1).length;

/** What a position is worth, `depth` moves ahead. */
function value(position, depth) {
  if (depth === 0) return worth(position);
  const means = position.legal().map((direction) => mean(position, direction, depth));
  return means.length === 0 ? position.score : Math.max(...means);
}

/** The mean of what comes of a direction: by all that may spawn or, if that is not known, by a try. */
function mean(position, direction, depth) {
  const after = position.afterstate(direction);
  const spawns = after?.spawns ?? [];
  after?.free();
  const next = (play) => {
    const copy = position.fork();
    play(copy);
    if (copy.legal().length === 0 && !copy.isOver) copy.playOn();
    const worth = value(copy, depth - 1);
    copy.free(); // There are thousands of them.
    return worth;
  };
  if (spawns.length === 0) return next((copy) => copy.play(direction));
  return spawns.reduce((sum, spawn) => sum + spawn.probability * next((copy) => copy.playSpawn(direction, spawn)), 0);
}

/** The best direction in a position. */
export function chosen(position, depth) {
  const means = position.legal().map((direction) => [mean(position, direction, depth), direction]);
  return means.reduce((best, one) => (one[0] > best[0] ? one : best))[1];
}

/** Plays the game of a seed to its end, and returns the position there. */
export function play(engine, seed, depth) {
  const position = engine.start(seed);
  for (;;) {
    while (position.legal().length > 0) position.play(chosen(position, depth));
    if (position.isOver) return position;
    position.playOn(); // It is won, and goes on.
  }
}

if (process.argv[1] === import.meta.filename) {
  console.log(play(new Engine(Mode.builtIn(process.argv[2] ?? "classic")), 7, 1));
}
