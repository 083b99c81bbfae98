// Numbers that count up.

import { expect, test, vi } from "vitest";

vi.stubGlobal("matchMedia", () => ({ matches: false }));
const { countable, counting } = await import("../../src/views/counted.ts");

test.each([
  ["0", 0],
  ["2048", 2048],
  ["-4", Number.NaN],
  ["3 + 4i", Number.NaN],
  ["<b>7</b>", Number.NaN],
  ["1234567890123456", Number.NaN],
])("%s counts as %d", (text, number) => {
  expect(countable(text)).toBe(number);
});

test.each([
  [100, 200, 0, 100],
  [100, 200, 0.5, 188],
  [100, 200, 1, 200],
])("from %d to %d, at %d of the time, it is %d", (from, to, part, number) => {
  expect(counting(from, to, part)).toBe(number);
});
