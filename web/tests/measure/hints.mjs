// How soon hints come, in all modes, on a processor that takes four times as
// long: `node --no-liftoff tests/measure/hints.mjs [MODE
// ...]`, in the folder web: without liftoff nothing is compiled meanwhile. What is
// measured is the worker's part of a hint, by the code of the site; its clock
// is that of the processor and runs four times as fast, so that everything
// takes four times as long and as little work is done in a time as there. Where
// something was learned of a mode, hints go by it.

import { readFileSync } from "node:fs";
import * as polymerge from "polymerge";
import { createServer } from "vite";

const SLOWER = 4;
/** Positions of each mode, and moves between them. */
const [POSITIONS, APART] = [8, 12];
/** Each time is the median of so many: others who use the processor disturb some of them. */
const RUNS = 3;

/** Processor time of this process: others may want the processor as well. */
const now = () => {
  const { user, system } = process.cpuUsage();
  return ((user + system) / 1000) * SLOWER;
};
const serverWith = (plugins) =>
  createServer({
    configFile: false,
    server: { middlewareMode: true },
    appType: "custom",
    optimizeDeps: { noDiscovery: true },
    plugins,
  });
// The plugin of the texts is written in TypeScript, too.
const builder = await serverWith([]);
const { texts } = await builder.ssrLoadModule("/build/texts.ts");
await builder.close();
const server = await serverWith([texts()]);
const { HintService } = await server.ssrLoadModule("/src/engine/hints.ts");
const files = (await server.ssrLoadModule("/build/weights.ts")).weightsByRules();
const { FIRST, GOOD, SLICE } = await server.ssrLoadModule("/src/game/budgets.ts");

/** One service for all modes, as its memory is that of the page's worker. */
const hints = new HintService(polymerge, now);

/** The number of the game that is followed. */
let key = 0;

/** Hints at several positions of a game: how long each took until it was there, and until it was good. */
function hintsFor(name) {
  const game = polymerge.Game.start(polymerge.Mode.builtIn(name), { seed: 1, now: 0 });
  const opening = now();
  key += 1;
  const { rules } = hints.follow(key, { snapshot: game.snapshot(0), at: 0, deeds: [] });
  const opened = now() - opening;
  const file = files.get(rules);
  if (file) hints.know(key, rules, readFileSync(file));
  const [first, good] = [[], []];
  let deeds = [];
  for (let position = 0; position < POSITIONS && !game.isOver; position++) {
    // One move lies between two hints, mostly.
    hints.ask(key, deeds.slice(0, -1), FIRST);
    const start = now();
    let advice = hints.ask(key, deeds.slice(-1), FIRST);
    first.push(now() - start);
    while (!advice.done) advice = hints.more(key, SLICE, GOOD, true);
    good.push(now() - start);
    deeds = [];
    for (let count = 0; count < APART && !game.isOver; count++) {
      const [direction] = game.legal();
      deeds.push({ do: "play", direction, now: 1000 });
      game.play(direction, 1000);
      if (game.status === "won") break;
    }
    if (game.status === "won") break;
  }
  game.free();
  return { opened, first, good };
}

const quantile = (times, share) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))];
const asked = process.argv.slice(2);
const names = asked.length > 0 ? asked : polymerge.modes().map(({ name }) => name);
const all = { opened: [], start: [], first: [], good: [] };
for (const name of names) {
  const runs = Array.from({ length: RUNS }, () => hintsFor(name));
  const opened = quantile(
    runs.map(({ opened }) => opened),
    0.5,
  );
  const [first, good] = ["first", "good"].map((what) =>
    runs[0][what].map((_, place) =>
      quantile(
        runs.map((run) => run[what][place]),
        0.5,
      ),
    ),
  );
  all.opened.push(opened);
  all.start.push(first[0]);
  all.first.push(...first.slice(1));
  all.good.push(...good);
  const worst = (times) => Math.max(...times).toFixed(1);
  console.log(`${name}: opened ${opened.toFixed(1)}, first ${worst(first)}, good ${worst(good)}`);
}
for (const [what, times] of Object.entries(all)) {
  const [median, most, worst] = [0.5, 0.95, 1].map((share) => quantile(times, share).toFixed(1));
  console.log(`${what}: median ${median} ms, p95 ${most} ms, worst ${worst} ms, of ${times.length}`);
}
await server.close();
