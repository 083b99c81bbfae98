// What is shared with the installed site.

import { expect, test } from "vitest";
import { linkInto, sharedText } from "../../src/game/brought.ts";

test("a shared text is found wherever a program has put it", () => {
  expect(sharedText("?text=%40abc")).toBe("@abc");
  expect(sharedText("?title=A+link&text=&url=https%3A%2F%2Fexample.org")).toBe("https://example.org");
  expect(sharedText("?title=%40abc")).toBe("@abc");
  expect(sharedText("")).toBe("");
});

test("links to this page lead there, others are texts", () => {
  const here = "https://example.org/play/?text=x";
  expect(linkInto("https://example.org/play/#/play/dive", here)).toBe("#/play/dive");
  expect(linkInto("https://example.org/other/#/play/dive", here)).toBe("");
  expect(linkInto("https://example.com/play/#/play/dive", here)).toBe("");
  expect(linkInto("@abc", here)).toBe("");
});
