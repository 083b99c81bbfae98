// Every call of the package, as its declarations have it, with arguments with which it does well.
import * as polymerge from "polymerge";
import { classes, functions } from "./declarations.mjs";

const { Batch, Engine, Game, Hint, LearnedPlayer, Learner, Mode, ReplayPlayer, Trial } = polymerge;

export const mode = Mode.builtIn("2048");
export const game = Game.start(mode, { seed: 7, now: 0 });
for (const direction of [0, 2, 0, 2, 1]) game.play(direction, 1000);
game.undo();
export const replay = ReplayPlayer.ofGame(game);
const codes = { Mode: mode.toCode(), Game: game.save(2000), ReplayPlayer: game.replayCode(2000) };
const weights = new Learner(mode, { memory: 1 << 18 }).weights();
/** A fresh object of each class. */
export const samples = {
  Mode: () => Mode.builtIn("2048"),
  Game: () => seen(Game.resume(game.snapshot(2000), 2000)),
  ReplayPlayer: () => seen(ReplayPlayer.ofGame(game)),
  Opened: () => polymerge.open(codes.ReplayPlayer),
  Trial: () => new Trial(mode, { games: 1, moves: 10 }),
  Batch: () => new Batch(mode, { games: 2 }),
  Hint: () => new Hint(game, { turns: 10 }),
  Learner: () => Learner.fromWeights(mode, weights),
  LearnedPlayer: () => new LearnedPlayer(mode, weights),
  Engine: () => new Engine(mode),
  Position: () => new Engine(mode).start(7),
  Afterstate: () => new Engine(mode).start(7).afterstate(1),
};

/** What was looked at has faces. */
function seen(object) {
  object.view(2000);
  return object;
}

/** Arguments with which a call does well, by the name of the parameter. */
export const right = {
  name: "2048",
  text: mode.toFile(),
  page: '<script type="application/json" id="mode">null</script>',
  fileName: "a.json",
  code: codes.Mode,
  snapshot: game.snapshot(2000),
  tile: "[1]",
  expression: "[1]",
  direction: 1,
  other: 0,
  row: 0,
  column: 0,
  index: 0,
  position: 1,
  id: 0,
  kind: 0,
  moves: 1,
  turns: 10,
  positions: 10,
  without: 0,
  weights,
  now: 3000,
  seed: 7,
  score: 0,
  count: 2,
  directions: [1, 0],
  which: new Uint8Array(2),
  spawn: new Engine(mode).start(7).afterstate(1).spawns[0],
  options: {},
  mode,
  game,
};
/** Other arguments of some calls, by the name of the call. */
export const rightFor = {
  readMoves: { moves: polymerge.writeMoves(mode, [1, 0, 1]) },
  verify: { moves: polymerge.writeMoves(mode, [1, 0]) },
  "Engine.position": { game: Game.start(mode, { seed: 7, now: 0 }) },
  "Batch.step": { directions: new Uint8Array([1, 1]) },
  "Batch.load": { game: Game.start(mode, { seed: 7, now: 0 }) },
  "Batch.resume": { snapshot: new Batch(mode, { games: 2 }).snapshot() },
  "Engine.resume": { snapshot: new Engine(mode).start(7).snapshot() },
  "Game.restore": { code: codes.Game },
  "ReplayPlayer.fromCode": { code: codes.ReplayPlayer },
  readModifiers: { code: polymerge.modifiersCode({ modifiers: { garbage: 2 } }) },
};

/** All calls: their names, their parameters, and how they are made on fresh objects. */
export function* calls() {
  for (const { name, parameters } of functions) yield { name, parameters, call: (...given) => polymerge[name](...given) };
  for (const { name: type, constructor, methods } of classes) {
    if (constructor) yield { name: `new ${type}`, parameters: constructor, call: (...given) => new polymerge[type](...given) };
    for (const { name, isStatic, parameters } of methods) {
      const call = (...given) => (isStatic ? polymerge[type] : samples[type]())[name](...given);
      yield { name: `${type}.${name}`, parameters, call };
    }
  }
}
