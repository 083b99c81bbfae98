// The paragraph of the rules of a mode that has translations.

import { Mode, modes } from "polymerge";
import { expect, test } from "vitest";
import { paragraphOfAbout } from "../../src/views/rules.tsx";

test("is the first one of all modes of the catalogue", () => {
  const all = modes();
  expect(all.length).toBeGreaterThan(100);
  const others = all.filter((mode) => {
    const lines = Mode.builtIn(mode.name).rules();
    return paragraphOfAbout(lines, mode) !== lines.findIndex(({ level }) => level === 0);
  });
  expect(others).toEqual([]);
});

test("is none where a code has rules of its own", () => {
  const [mode] = modes();
  const lines = [
    { level: 1, text: mode?.about ?? "" },
    { level: 0, text: "Rules of mine." },
  ] as const;
  expect(paragraphOfAbout(lines, { about: mode?.about ?? "" })).toBe(-1);
});
