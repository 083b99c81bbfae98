// Codes in links.

import * as polymerge from "polymerge";
import { describe, expect, test } from "vitest";
import { packed, packedText, unpacked, unpackedText } from "../../src/engine/packed.ts";

/** A game with some moves, as it is saved. */
function saved(mode: polymerge.Mode): string {
  const game = polymerge.Game.start(mode, { seed: 7, now: 0 });
  for (let move = 0; move < 60 && !game.isOver; move++)
    game.play(game.legal()[move % 2] ?? game.legal()[0] ?? 0);
  return game.save(0);
}

describe("a packed code", () => {
  const mode = polymerge.Mode.builtIn("2048");
  test.each([
    ["of a game", saved(mode)],
    ["of a changed game", saved(mode.change({ modifiers: { garbage: 1 } }))],
    ["of a mode", mode.toCode()],
    ["of nothing that is known", "@other|é|=|==|a|YQ|YR==|"],
    ["that is empty", ""],
  ])("%s comes back as it was", async (_, code) => {
    const text = await packed(code);
    expect(text).toMatch(/^[\w-]*$/);
    expect(await unpacked(text)).toBe(code);
  });

  test("is short", async () => {
    const lengths: number[] = [];
    for (const { name } of polymerge.modes().filter((_, index) => index % 10 === 0))
      lengths.push((await packed(saved(polymerge.Mode.builtIn(name)))).length);
    lengths.sort((a, b) => a - b);
    expect(lengths[lengths.length >> 1]).toBeLessThan(4000);
  });

  test.each(["", "x", "!!", "AAAA"])("that is damaged, such as %j, is told", async (text) => {
    await expect(unpacked(text)).rejects.toThrow("not whole");
  });
});

describe("a packed text", () => {
  test("comes back as it was", async () => {
    expect(await unpackedText(await packedText("{ é: 1 } // 🙂"))).toBe("{ é: 1 } // 🙂");
  });

  test("is not unpacked beyond what a code or a file can be", async () => {
    const [most, more] = await Promise.all([4, 5].map((size) => packedText(" ".repeat(size << 20))));
    expect((await unpackedText(most ?? "")).length).toBe(4 << 20);
    await expect(unpackedText(more ?? "")).rejects.toThrow("too much");
  });
});
