// The table of settings: what is kept of them, and what is read again.

import { settings } from "virtual:texts/settings";
import { beforeEach, expect, test, vi } from "vitest";
import {
  change,
  type Name,
  SETTINGS,
  type Setting,
  setting,
  watchSettings,
} from "../../src/store/settings.ts";

const ROWS = Object.entries(SETTINGS) as [Name, Setting<string | number | boolean | null>][];

let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
});

test.each(ROWS)("%s has texts, and a first value that is one of its own", (name, { initial, options }) => {
  const texts = settings as Readonly<Record<string, unknown>>;
  expect([name, ...Object.keys(options)].filter((text) => typeof texts[text] !== "string")).toEqual([]);
  if (Object.keys(options).length > 0) expect(Object.values(options)).toContain(initial);
});

test.each(ROWS)(
  "each value of %s is kept and read again, and told of",
  (name, { initial, options, bounds }) => {
    const told = vi.fn();
    const silence = watchSettings(told);
    expect(setting(name)).toBe(initial);
    const values = bounds?.slice(0, 2) ?? [
      ...Object.values(options),
      ...(typeof initial === "boolean" ? [true, false] : []),
    ];
    for (const value of values) {
      change(name, value as never);
      expect(kept.get(`polymerge.${name}`)).toBe(JSON.stringify(value));
      expect(setting(name)).toBe(value);
    }
    expect(told).toHaveBeenCalledTimes(values.length);
    silence();
  },
);

test.each([
  ["theme", '"sepia"', "auto"],
  ["pace", "3", 1],
  ["pad", '"often"', null],
  ["sound", '"loud"', false],
  ["swipe", '"far"', 24],
  ["swipe", "96", 80],
  ["swipe", "0", 8],
  ["undo", '"one"', "one"],
] as const)("%s is %s where it was kept, and counts as %s", (name, text, value) => {
  kept.set(`polymerge.${name}`, text);
  expect(setting(name)).toBe(value);
  // Another version of the site may have written it.
  expect(kept.get(`polymerge.${name}`)).toBe(text);
});
