// Pictures of tiles that are images: one address for what is alike, and not more of them than are used.

import { expect, test } from "vitest";
import { addressOf, inOne, MOST } from "../../src/board/pictures.ts";

/** A tile as the engine writes it, with names of its own. */
const tile = (hash: string, text: string) =>
  `<svg viewBox="0 0 100 100"><defs><g id="f${hash}-a"><path/></g></defs><g><use href="#f${hash}-a"/></g><text>${text}</text></svg>`;

test("tiles that differ in their texts alone share an image", () => {
  const [two, four] = [inOne(tile("0123456789abcdef", "2")), inOne(tile("fedcba9876543210", "4"))];
  expect(two.svg).toBe('<svg viewBox="0 0 100 100"><image width="100%" height="100%"/><text>2</text></svg>');
  expect(two.image).toBe(
    '<svg viewBox="0 0 100 100"><defs><g id="a"><path/></g></defs><g><use href="#a"/></g></svg>',
  );
  expect(four.image).toBe(two.image);
  expect(addressOf(four.image)).toBe(addressOf(two.image));
});

test("an address that was not used for the longest time is given up, and made anew", async () => {
  const svg = (index: number) => `<svg id="${index}"/>`;
  const [first, second] = [addressOf(svg(0)), addressOf(svg(1))];
  for (let index = 2; index < MOST; index++) addressOf(svg(index));
  expect(addressOf(svg(0))).toBe(first);
  addressOf(svg(MOST));
  expect(await (await fetch(first)).text()).toBe(svg(0));
  await expect(fetch(second)).rejects.toThrow();
  expect(await (await fetch(addressOf(svg(1)))).text()).toBe(svg(1));
});
