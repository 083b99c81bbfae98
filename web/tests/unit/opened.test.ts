// What people paste is opened by what the engine finds in it.

import * as polymerge from "polymerge";
import { expect, test } from "vitest";
import { Service } from "../../src/engine/service.ts";

const game = polymerge.Game.start(polymerge.Mode.builtIn("050-dive"), { seed: 7, now: 0 });
for (let move = 0; move < 20; move++) game.play(game.available()[0] ?? 0, move);
const REPLAY = game.replayCode();
const service = new Service(polymerge);
const open = (text: string) => service.open(text, "1");

test.each([
  ["alone", (code: string) => code],
  ["with blanks around it", (code: string) => `\n ${code}\n`],
  ["between other lines", (code: string) => `Hello,\n\n${code}\n\nBest, Ann`],
  ["quoted", (code: string) => `> Look: ${code}`],
])("a code %s is found", (_, around) => {
  expect(open(around(game.save(0)))).toMatchObject({ facts: { name: "050-dive" } });
  // The address of a replay holds its code alone.
  expect(open(around(REPLAY))).toEqual({ replay: REPLAY });
  expect(open(around(polymerge.modifiersCode({ modifiers: {} })))).toBe("modifiers");
});
