// Codes of changed games told by what differs from the mode as it is.

import { Game, Mode } from "polymerge";
import { describe, expect, test } from "vitest";
import {
  baseModeOf,
  packDelta,
  packed,
  splitLabel,
  unpackDelta,
  withLabel,
} from "../../src/engine/codedelta.ts";
import { applied, delta } from "../../src/engine/delta.ts";

const codeOf = (mode: Mode) => Game.start(mode, { seed: 1, now: 0 }).save(0);
const plain = Mode.builtIn("050-dive");
const base = codeOf(plain);
const code = codeOf(plain.change({ modifiers: { garbage: 2 } }));

test("a code comes back, and is told in fewer letters than in full", async () => {
  const text = await packDelta("050-dive", code, base);
  expect(baseModeOf(text)).toBe("050-dive");
  expect(await unpackDelta(text, base)).toBe(code);
  const full = await packed(code);
  expect(text.length).toBeLessThan(0.7 * full.length);
  expect(baseModeOf(full)).toBe("");
});

test.each(["", "Width: 6, Random holes: 2 ~ 100%"])("what was changed is told in words: %j", (label) => {
  const link = withLabel("classic.a-_9", label);
  expect(splitLabel(link)).toEqual({ text: "classic.a-_9", label });
});

test("a long label is cut between letters", () => {
  const { label } = splitLabel(withLabel("classic.a-_9", `a${"🎲".repeat(80)}`));
  expect(label).toBe(`a${"🎲".repeat(59)}`);
});

test("by another version of the mode it is not opened", async () => {
  const text = await packDelta("050-dive", code, base);
  await expect(unpackDelta(text, codeOf(Mode.builtIn("051")))).rejects.toThrow(/another version of 050-dive/);
});

describe("parts", () => {
  const longer = "of a longer text, which goes on";
  test.each([
    ["", longer],
    [longer, ""],
    [longer, longer],
    [`${longer}!${longer.slice(5, 25)}`, longer],
    ["something else", longer],
  ])("%j by %j", (text, base) => expect(applied(delta(text, base), base, 1000)).toBe(text));

  test.each([[[[-1, 5]]], [[[0, 500]]], [[[5, -1]]], [[[Number.NaN, 1]]], [[{}]]])(
    "%j lie outside",
    (parts) => expect(() => applied(parts, longer, 1000)).toThrow(/outside/),
  );

  test("that come to too much are refused", () =>
    expect(() => applied(Array(99).fill([0, 0]).concat(longer, longer), longer, 40)).toThrow(/too much/));
});
