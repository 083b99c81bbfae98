// Hints and learning: docs/web.md, docs/players.md.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as polymerge from "polymerge";

const { Game, Hint, LearnedPlayer, Learner, Mode } = polymerge;
const recorded = JSON.parse(readFileSync(new URL("hints.json", import.meta.url), "utf8"));

/** What `polymerge hint --json` says, in the words of the package. */
function inOurWords({ objective, turns_simulated, rollouts, horizon, choices }) {
  return {
    choices: choices.map(({ direction, name, value, standard_error, worse, samples, turns, survival, win, failures }) => ({
      direction,
      name,
      label: name,
      value,
      ...(standard_error !== null && { error: standard_error }),
      worse,
      games: samples,
      turns,
      ...(survival !== null && { survival }),
      ...(win !== null && { win }),
      failures,
    })),
    objective,
    turns: turns_simulated,
    games: rollouts,
    horizon,
    complete: true,
  };
}

for (const { mode, seed, turns, hint: told } of recorded) {
  test(`a hint for ${mode} is the one that polymerge hint gives`, () => {
    const game = Game.start(Mode.builtIn(mode), { seed, now: 0 });
    const hint = new Hint(game, { turns, seed });
    while (hint.run(100));
    assert.deepEqual(hint.ranking(), inOurWords(JSON.parse(told)));
  });
}

const begin = () => Game.start(Mode.builtIn("2048"), { seed: 7, now: 0 });

test("slices of any size come to one answer, each with a ranking", () => {
  const game = begin();
  const hint = new Hint(game, { turns: 3000, seed: 1 });
  assert.equal(hint.ranking().complete, false);
  while (hint.run(3_000));
  const whole = hint.ranking();
  assert.equal(whole.complete, true);
  for (const slice of [1, 37]) {
    hint.look(game, { turns: 3000, seed: 1 });
    let slices = 1;
    while (hint.run(slice)) {
      slices++;
      assert.equal(hint.ranking().choices.length, whole.choices.length);
    }
    assert.ok(slices > 10);
    assert.deepEqual(hint.ranking(), whole);
  }
  assert.equal(hint.run(1), false);
});

test("a hint looks at a game and changes nothing in it, nor does it see what is to come", () => {
  const [game, other] = [begin(), begin().fork(99)];
  const before = game.snapshot(0);
  const rankings = [game, other].map((one) => {
    const hint = new Hint(one, { turns: 2000, seed: 5 });
    while (hint.run(500));
    return hint.ranking();
  });
  assert.deepEqual(rankings[0], rankings[1]);
  assert.equal(game.snapshot(0), before);
});

test("a hint goes on with games of other modes", () => {
  const hint = new Hint(begin(), { turns: 500 });
  hint.look(Game.start(Mode.builtIn("dive"), { seed: 1, now: 0 }), { turns: 500 });
  while (hint.run(100));
  assert.ok(hint.ranking().choices.length > 0);
});

test("what is over has no hint", () => {
  const game = begin();
  while (!game.isOver) for (const direction of [0, 1, 2, 3]) if (!game.isOver) game.press(direction, 0);
  const hint = new Hint(game);
  assert.equal(hint.run(100), false);
  assert.deepEqual(hint.ranking().choices, []);
});

test("casual games go on from where a game stands, and change nothing in it", () => {
  const game = begin();
  const before = game.snapshot(0);
  const games = game.casualGames({ turns: 2000, seed: 3 });
  assert.equal(game.snapshot(0), before);
  assert.deepEqual(game.casualGames({ turns: 2000, seed: 3 }), games);
  assert.notDeepEqual(game.casualGames({ turns: 2000, seed: 4 }), games);
  // Random play comes to 1,100 points in the mean.
  assert.ok(games.games > 1 && games.score > 1_500 && games.win <= 0.5, JSON.stringify(games));
  assert.ok(games.error > 0 && games.turns > 100 && games.cut === 0 && games.failures === 0);
  // One game, and no goal: neither an error of the mean nor a share of wins.
  const one = Game.start(Mode.builtIn("dive"), { seed: 7, now: 0 }).casualGames({ turns: 1 });
  assert.deepEqual([one.games, "error" in one, "win" in one], [1, false, false]);
  // A game that is over is a single one, without turns.
  while (!game.isOver) for (const direction of [0, 1, 2, 3]) if (!game.isOver) game.press(direction, 0);
  const over = game.casualGames();
  assert.deepEqual([over.games, over.turns, over.score, over.short], [1, 0, game.score, false]);
});

test("a mode is learned by playing it, and played by what was learned", () => {
  const mode = Mode.fromFile('{ "extends": "001-2048.jsonc", "grid": "3x3" }');
  const learner = new Learner(mode, { seed: 3, memory: 1 << 20 });
  learner.learn(30_000);
  const { moves, games, recent, score, won } = learner.progress();
  assert.ok(moves >= 30_000 && games >= recent && recent > 0, `${moves} moves, ${games} games`);
  const trial = new polymerge.Trial(mode, { games: 100 });
  while (trial.run(1000));
  const random = trial.results().scores.reduce((sum, one) => sum + one, 0) / 100;
  assert.ok(score > 1.5 * random, `${score}, at random ${random}`);
  assert.equal(won, 0);
  const game = Game.start(mode, { seed: 7, now: 0 });
  const ranking = learner.look(game, 500);
  assert.equal(ranking.foreseen, "points");
  assert.ok(ranking.depth >= 2 && ranking.positions > 0 && ranking.choices.length > 1);
  assert.deepEqual(
    ranking.choices.map(({ worse }) => worse),
    ranking.choices.map(({ worse }) => worse).toSorted((a, b) => a - b),
  );
  // Learning continues elsewhere from the weights.
  const again = Learner.fromWeights(mode, learner.weights());
  assert.deepEqual(again.look(game, 500), ranking);
  for (const one of [learner, again]) one.learn(1000);
  assert.deepEqual(again.weights(), learner.weights());
});

test("a player goes by weights of any size, those of Classic's rules wherever they are played", () => {
  const weights = readFileSync(new URL("../../app/weights/classic.weights", import.meta.url));
  const classic = Mode.builtIn("classic");
  // Behind the mark and the version of a file stands the hash of the rules.
  assert.equal(weights.readBigUInt64LE(5).toString(16).padStart(16, "0"), classic.rulesHash());
  assert.notEqual(Mode.builtIn("dive").rulesHash(), classic.rulesHash());
  const game = Game.start(classic, { seed: 7, now: 0 });
  const player = new LearnedPlayer(classic, weights);
  for (let moves = 0; moves < 200; moves++) game.play(player.look(game, 20).choices[0].direction, 0);
  assert.ok(game.score > 500, String(game.score));
  const learner = new Learner(classic, { memory: 1 << 20 });
  learner.learn(2000);
  assert.deepEqual(new LearnedPlayer(classic, learner.weights()).look(game, 50), learner.look(game, 50));
});

test("what was learned of one mode is refused for another, and so are other bytes", () => {
  const learner = new Learner(Mode.builtIn("2048"), { memory: 1 << 20 });
  const dive = Mode.builtIn("dive");
  for (const call of [
    () => learner.look(Game.start(dive, { seed: 1 }), 10),
    () => Learner.fromWeights(dive, learner.weights()),
    () => Learner.fromWeights(dive, new Uint8Array(100)),
    () => new LearnedPlayer(dive, learner.weights()),
    () => new LearnedPlayer(dive, new Uint8Array(100)),
  ]) {
    assert.throws(call, { name: "PolymergeError", kind: "input", code: "bad-weights" });
  }
  assert.throws(() => new Learner(Mode.builtIn("2048"), { memory: 1 }), { kind: "limit", code: "memory" });
});
