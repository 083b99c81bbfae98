// What is to be seen between one board and the next, frame by frame.

import { expect, test } from "vitest";
import { open, settled } from "./browser.ts";
import { browser, eachInItsOwnBrowser, page, site } from "./fresh.ts";

eachInItsOwnBrowser();

/** The faults of a frame. */
interface Frame {
  /** Merged tiles that are not to be seen, or not quite, while nothing of what merged is. */
  holes: string[];
  /** Tiles that are not where they will be. */
  moving: number;
  ghosts: number;
}

/** Presses a key, and looks at every frame until all is still. */
function frames(key: string): Promise<Frame[]> {
  return page.evaluate(async (code) => {
    const board = document.querySelector(".board");
    if (!board) throw new Error("there is no board");
    const seen = (tile: Element) => {
      const { visibility, opacity } = getComputedStyle(tile);
      return visibility === "visible" && Number(opacity) > 0.99;
    };
    const frames: Frame[] = [];
    document.body.dispatchEvent(
      new KeyboardEvent("keydown", { code, key: code, bubbles: true, cancelable: true }),
    );
    const start = performance.now();
    for (;;) {
      await new Promise((done) => requestAnimationFrame(done));
      const ghosts = [...board.querySelectorAll(".ghost")].filter(seen).length;
      const tiles = [...board.querySelectorAll(".cell .tile")];
      // Only 2s and 4s appear by themselves, growing.
      const merged = tiles.filter((tile) => Number(tile.textContent) > 4);
      frames.push({
        holes: ghosts > 0 ? [] : merged.filter((tile) => !seen(tile)).map((tile) => `${tile.textContent}`),
        moving: tiles.filter((tile) => !/^(none|0px)( 0px)?$/.test(getComputedStyle(tile).translate)).length,
        ghosts,
      });
      if (board.getAnimations({ subtree: true }).length === 0 && performance.now() - start > 200)
        return frames;
    }
  }, key);
}

/** Tells whether something has merged. */
const score = () => page.locator(".stat-value").first().textContent();

test("a merge has no frame without a tile, and undo slides back", async () => {
  await open(page, site.url, "#/play/classic");
  let merges = 0;
  for (let turn = 0; turn < 40 && merges < 4; turn++) {
    const before = await score();
    const key = ["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp"][turn % 4] ?? "";
    const seen = await frames(key);
    await settled(page);
    expect(seen.flatMap(({ holes }) => holes)).toEqual([]);
    expect(seen.at(-1)?.ghosts).toBe(0);
    if ((await score()) === before) continue;
    merges += 1;
    const back = await frames("u");
    expect(back.flatMap(({ holes }) => holes)).toEqual([]);
    expect(Math.max(...back.map(({ moving }) => moving))).toBeGreaterThan(0);
    const again = await frames("r");
    expect(again.flatMap(({ holes }) => holes)).toEqual([]);
  }
  expect(merges).toBe(4);
  expect(browser.errors).toEqual([]);
});

test("where the slide ends the merged tile is opaque, and the old ones are still below", async () => {
  await open(page, site.url, "#/play/classic");
  const moments: string[][] = [];
  for (let turn = 0; turn < 60 && moments.length < 3; turn++) {
    const found = await page.evaluate(
      async (code) => {
        document.body.dispatchEvent(
          new KeyboardEvent("keydown", { code, key: code, bubbles: true, cancelable: true }),
        );
        const board = document.querySelector<HTMLElement>(".board");
        while (board?.dataset.waiting !== "0") await new Promise((done) => setTimeout(done));
        const running = board.getAnimations({ subtree: true });
        const ghost = board.querySelector(".ghost");
        const pop = running.find(
          (one) => one.effect instanceof KeyframeEffect && one.effect.getKeyframes()[1]?.scale === "1.14",
        );
        const target = pop?.effect instanceof KeyframeEffect ? pop.effect.target : null;
        let moments: string[] | null = null;
        if (ghost && target) {
          for (const animation of running) animation.pause();
          moments = [50, 99.9, 100, 101, 130].map((time) => {
            for (const animation of running) animation.currentTime = time;
            const { visibility, opacity } = getComputedStyle(target);
            return `${time}: ${visibility} ${opacity}, below ${ghost.isConnected}`;
          });
        }
        for (const animation of running) animation.finish();
        await new Promise((done) => setTimeout(done, 120));
        return moments;
      },
      ["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp"][turn % 4] ?? "",
    );
    if (found) moments.push(found);
  }
  for (const moment of moments)
    expect(moment).toEqual([
      "50: hidden 1, below true",
      "99.9: hidden 1, below true",
      "100: visible 1, below true",
      "101: visible 1, below true",
      "130: visible 1, below true",
    ]);
  expect(moments.length).toBe(3);
});
