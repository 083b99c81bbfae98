// Measures links to games of all built-in modes after random moves, as they are
// and changed: `node tests/measure/links.mjs [MOVES]`, in the folder web. Fails
// where links are longer than docs/dev/site.md says.

import * as polymerge from "polymerge";
import { runnerImport } from "vite";

const MOVES = Number(process.argv[2] ?? 300);
/** What a game is changed by. */
const CHANGE = { modifiers: { garbage: 2 } };
const MEDIAN = 1500;
const MOST = 4000;
/** Milliseconds that a mode may take: some are slow. */
const TIME = 5000;

const { texts } = (await runnerImport("./build/texts.ts", { logLevel: "error" })).module;
const options = { logLevel: "error", plugins: [texts()] };
const load = async (name) => (await runnerImport(`./src/${name}`, options)).module;
const { proofOf } = await load("engine/proof.ts");
const { packed, packDelta, baseModeOf, unpackDelta } = await load("engine/codedelta.ts");
const { fragmentOf } = await load("route.ts");

/** Random numbers that are the same each time. */
let state = 1;
const random = (below) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
};

/** The link that the share window offers. */
async function linkOf(game) {
  const { fault, mode, seed, moves, count } = proofOf(polymerge, game);
  const isNamed = fault === "" && !mode.startsWith("@");
  if (isNamed) return fragmentOf({ view: "moves", mode, seed, moves, count });
  const code = game.save();
  let text = await packed(code);
  const { name } = game.mode.info;
  if (text.length > MEDIAN && name) {
    const base = polymerge.Game.start(polymerge.Mode.builtIn(name), { seed: 1, now: 0 }).save(0);
    text = await packDelta(name, code, base);
    if (baseModeOf(text) !== name || (await unpackDelta(text, base)) !== code)
      throw new Error(`${name} is lost`);
  }
  return fragmentOf({ view: "packed", text });
}

const lengths = { "as it is": [], changed: [] };
for (const { name } of polymerge.modes())
  for (const kind of Object.keys(lengths)) {
    const plain = polymerge.Mode.builtIn(name);
    const mode = kind === "changed" ? plain.change(CHANGE) : plain;
    const game = polymerge.Game.start(mode, { seed: 1, now: 0 });
    const until = Date.now() + TIME;
    for (let move = 0; move < MOVES && !game.isOver && Date.now() < until; move++) {
      const open = game.available();
      game.play(open[random(open.length)] ?? 0, 1000 * move);
      if (game.state().canPlayOn) game.playOn();
    }
    lengths[kind].push({ name, length: (await linkOf(game)).length, moves: game.moves });
    game.free();
  }

let isShort = true;
for (const [kind, all] of Object.entries(lengths)) {
  all.sort((a, b) => a.length - b.length);
  const median = all[all.length >> 1].length;
  const long = all.filter(({ length }) => length > MOST);
  console.log(
    `${kind}: median ${median}, longest ${all.at(-1).length}, ${long.length} of ${all.length} over ${MOST}`,
  );
  for (const { name, length, moves } of all.slice(-8).reverse())
    console.log(`  ${name}: ${length} (${moves} moves)`);
  if (median >= MEDIAN || long.length > 0) isShort = false;
}
if (!isShort) process.exitCode = 1;
