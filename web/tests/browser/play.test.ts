import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ARROWS, begun, board, choose, open, pressed, ready, settled, type Visit, visit } from "./browser.ts";
import { type Site, serve } from "./server.ts";

let site: Site;
let browser: Visit;

beforeAll(async () => {
  site = await serve();
  browser = await visit();
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

describe("a game of 2048", () => {
  beforeEach(async () => {
    await open(browser.page, site.url, "#/play/001-2048");
    await browser.page.locator(".actions").getByRole("button", { name: "New game" }).click();
    // A board that is on its way is another element.
    await settled(browser.page);
  });

  test("is played to its end, and can be taken back", async () => {
    const { page } = browser;
    const over = page.getByText("Game over");
    for (let moves = 0; moves < 4000 && !(await over.isVisible()); moves += 8) {
      for (let turn = 0; turn < 8; turn++) await page.keyboard.press(ARROWS[(moves + turn) % 4] ?? "ArrowUp");
    }
    await over.waitFor();
    const end = await board(page);
    expect(end.flat()).not.toContain("empty");
    await page.locator(".actions").getByRole("button", { name: "Undo" }).click();
    await over.waitFor({ state: "detached" });
    await page.locator(".outcome").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Redo" }).click();
    await over.waitFor();
    await expect.poll(() => board(page)).toEqual(end);
    expect(browser.errors).toEqual([]);
  });

  test("loses no key, however fast they come", async () => {
    const { page } = browser;
    // All at once, so that every one but the first comes in the middle of an animation.
    await page.evaluate((keys) => {
      for (let count = 0; count < 50; count++) {
        const code = keys[count % keys.length] ?? "";
        document.body.dispatchEvent(
          new KeyboardEvent("keydown", { code, key: code, bubbles: true, cancelable: true }),
        );
      }
    }, ARROWS);
    await expect.poll(() => pressed(page)).toBe(50);
    // And once more as a keyboard sends them, without waiting for an answer.
    const client = await browser.context.newCDPSession(page);
    const strokes = Array.from({ length: 50 }, (_, count) => ARROWS[count % 4] ?? "ArrowUp");
    await Promise.all(
      strokes.flatMap((code) => [
        client.send("Input.dispatchKeyEvent", { type: "rawKeyDown", code, key: code }),
        client.send("Input.dispatchKeyEvent", { type: "keyUp", code, key: code }),
      ]),
    );
    await expect.poll(() => pressed(page)).toBe(100);
  });

  test("makes every move of 30 keys typed in 300 ms, the same as when they are typed slowly", async () => {
    const { page, context } = browser;
    const strokes = Array.from({ length: 30 }, (_, count) => ARROWS[count % 4] ?? "ArrowUp");
    const client = await context.newCDPSession(page);
    await Promise.all(
      strokes.map(async (code, count) => {
        await page.waitForTimeout(count * 10);
        await client.send("Input.dispatchKeyEvent", { type: "rawKeyDown", code, key: code });
      }),
    );
    await expect.poll(() => pressed(page)).toBe(30);
    const fast = await board(page);
    await choose(page, "Restart");
    await expect.poll(() => pressed(page)).toBe(0);
    let moves = 0;
    for (const [count, code] of strokes.entries()) {
      const before = await board(page);
      await page.keyboard.press(code);
      await expect.poll(() => pressed(page)).toBe(count + 1);
      if (JSON.stringify(await board(page)) !== JSON.stringify(before)) moves += 1;
    }
    await expect.poll(() => board(page)).toEqual(fast);
    expect(moves).toBeGreaterThan(15);
  });

  test("answers a key before the next frame", async () => {
    const { page } = browser;
    const waits = await page.evaluate(async (keys) => {
      const cells = () => [...document.querySelectorAll(".cell")].map((cell) => cell.ariaLabel).join();
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      const model = document.querySelector<HTMLElement>(".board");
      // As soon as the engine has answered, not when the test polls.
      const answered = () =>
        new Promise<void>((done) => {
          const look = () => {
            if (model?.dataset.waiting !== "0") return;
            observer.disconnect();
            done();
          };
          const observer = new MutationObserver(look);
          if (model) observer.observe(model, { attributes: true, attributeFilter: ["data-waiting"] });
          look();
        });
      const waits: number[] = [];
      for (let count = 0; count < 40; count++) {
        await frame();
        const before = cells();
        const code = keys[count % keys.length] ?? "";
        const start = performance.now();
        document.body.dispatchEvent(
          new KeyboardEvent("keydown", { code, key: code, bubbles: true, cancelable: true }),
        );
        await answered();
        if (cells() !== before) waits.push(performance.now() - start);
      }
      return waits;
    }, ARROWS);
    expect(waits.length).toBeGreaterThan(20);
    waits.sort((a, b) => a - b);
    const [median, worst] = [waits[Math.floor(waits.length / 2)] ?? Infinity, waits.at(-1) ?? Infinity];
    console.log(`from key to change: median ${median.toFixed(1)} ms, worst ${worst.toFixed(1)} ms`);
    expect(median).toBeLessThan(16);
  });

  test("is undone, redone and begun again with the same seed", async () => {
    const { page } = browser;
    const start = await board(page);
    const boards = [start];
    for (const key of ARROWS) {
      await page.keyboard.press(key);
      boards.push(await board(page));
    }
    await page.keyboard.press("u");
    await page.keyboard.press("Control+KeyZ");
    await page.keyboard.press("u");
    await page.keyboard.press("u");
    await expect.poll(() => board(page)).toEqual(start);
    for (let count = 0; count < 4; count++) await page.keyboard.press("r");
    await expect.poll(() => board(page)).toEqual(boards.at(-1));
    await choose(page, "Restart");
    await expect.poll(() => board(page)).toEqual(start);
    for (const key of ARROWS) await page.keyboard.press(key);
    await expect.poll(() => board(page)).toEqual(boards.at(-1));
  });

  test("is played with buttons and the mouse", async () => {
    const { page } = browser;
    await choose(page, "Buttons");
    for (const name of ["Move up", "Move left", "Move down", "Move right"]) {
      await page.getByRole("button", { name, exact: true }).click();
    }
    await expect.poll(() => pressed(page)).toBe(4);
    await choose(page, "Buttons");
    const box = await page.locator(".board").boundingBox();
    if (!box) throw new Error("there is no board");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    for (const [dx, dy] of [
      [0, -80],
      [80, 0],
    ] as const) {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + dx, y + dy, { steps: 4 });
      await page.mouse.up();
    }
    await expect.poll(() => pressed(page)).toBe(6);
  });

  test("is told to those who listen", async () => {
    const { page } = browser;
    const said = page.locator('.arena [role="status"]');
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => said.textContent()).toMatch(/^Down(\.|: nothing moves)/);
    expect((await board(page)).map((row) => row.length)).toEqual([4, 4, 4, 4]);
  });
});

test("tiles slide, and a key in the middle ends it", async () => {
  const { page } = browser;
  await open(page, site.url, "#/play/001-2048");
  const running = await page.evaluate(async () => {
    const press = (code: string) =>
      document.body.dispatchEvent(
        new KeyboardEvent("keydown", { code, key: code, bubbles: true, cancelable: true }),
      );
    const count = () => document.querySelectorAll(".board")[0]?.getAnimations({ subtree: true }).length ?? 0;
    const counts: number[] = [];
    for (const code of ["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown"]) {
      press(code);
      counts.push(count());
      // While tiles still move, but not in such haste that they are not shown
      // moving: the first key may be one that moves none.
      await new Promise((done) => setTimeout(done, 100));
    }
    const most = document.querySelectorAll(".ghost").length;
    return { counts, most };
  });
  expect(Math.max(...running.counts)).toBeGreaterThan(0);
  // No more than one turn's worth: at most every cell once, and a ghost for each.
  expect(Math.max(...running.counts)).toBeLessThanOrEqual(32);
  await expect.poll(() => page.locator(".ghost").count()).toBe(0);
});

test("nothing moves for those who want it still", async () => {
  const still = await visit({ reducedMotion: "reduce" });
  try {
    await open(still.page, site.url, "#/play/001-2048");
    for (const key of ARROWS) {
      await still.page.keyboard.press(key);
      const running = await still.page.evaluate(() => document.getAnimations().length);
      expect(running).toBe(0);
    }
    expect(await pressed(still.page)).toBe(4);
  } finally {
    await still.close();
  }
});

describe("the options of a new game", () => {
  const dialog = () => browser.page.getByRole("dialog");
  const search = () => dialog().getByRole("searchbox");

  beforeEach(async () => {
    await open(browser.page, site.url, "#/play/001-2048");
    await choose(browser.page, "Options");
  });

  test("give it the modifiers and the seed that were chosen", async () => {
    const { page } = browser;
    const begin = async (seed: string) => {
      await page.getByText("Grid", { exact: true }).click();
      await page.getByLabel("Width").fill("5");
      await page.getByLabel("Height").fill("3");
      await page.getByLabel("Seed").fill(seed);
      await page.getByRole("button", { name: "Start", exact: true }).click();
    };
    await begin("a word");
    await dialog().getByRole("alert").getByText("seed").waitFor();
    await page.keyboard.press("Escape");
    // What was chosen is there when the window is opened again.
    await choose(page, "Options");
    await page.getByRole("button", { name: "Without Width: 5" }).waitFor();
    await page.getByLabel("Seed").fill("7");
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.getByRole("heading", { name: "2048, changed" }).waitFor();
    const first = await board(page);
    expect(first.map((row) => row.length)).toEqual([5, 5, 5]);
    await page.keyboard.press("ArrowLeft");
    await choose(page, "Options");
    await begin("7");
    await expect.poll(() => board(page)).toEqual(first);
    expect(browser.errors).toEqual([]);
  });

  test("are searched, and shown before the game begins", async () => {
    await dialog().getByText("4 rows, 4 columns, 4 directions").waitFor();
    await search().fill("shape of the grid");
    await dialog().getByLabel("Grid shape").selectOption("Hexagon");
    await dialog().getByText("hexagons, 6 directions").waitFor();
    expect(await dialog().locator(".new-preview img").getAttribute("src")).toContain("polygon");
    await search().fill("original");
    await dialog().getByLabel("Spawns of the original game").check();
    await search().fill("nothing is called like this");
    await dialog().getByText("No setting or modifier matches these words.").waitFor();
    await search().fill("");
    // What was chosen can be dropped again, one by one.
    await dialog().getByRole("button", { name: "Without Grid shape: Hexagon" }).click();
    await dialog().getByText("4 rows, 4 columns, 4 directions").waitFor();
    await dialog().getByRole("button", { name: "Without Spawns of the original game" }).waitFor();
    // What does not work is told before it is tried.
    await search().fill("colors");
    await dialog().getByLabel("Colors", { exact: true }).fill("red");
    await dialog().locator(".new-preview").getByText('colors can\'t be "red"').waitFor();
    await dialog().locator(".field-problem").getByText('Colors can\'t be "red"').waitFor();
  });

  test("have presets, which are kept and shared as codes", async () => {
    const { page } = browser;
    await dialog().getByText("Presets", { exact: true }).click();
    await dialog()
      .getByRole("button", { name: /^Honeycomb/ })
      .click();
    await dialog()
      .getByRole("button", { name: /^Rubble/ })
      .click();
    await dialog().getByText("hexagons, 6 directions").waitFor();
    await dialog().getByLabel("Keep these modifiers as").fill("My bees");
    await dialog().getByRole("button", { name: "Keep", exact: true }).click();
    await dialog().getByText("My bees is kept.").waitFor();
    await dialog().getByRole("button", { name: "Copy" }).click();
    // The code comes from the engine, which may be at work.
    await expect
      .poll(() => dialog().getByLabel("Modifiers code").inputValue())
      .toMatch(/^@2048PowCompModifiers\|3\.0\|/);
    const code = await dialog().getByLabel("Modifiers code").inputValue();

    await open(page, site.url, "#/play/050-dive");
    await choose(page, "Options");
    await search().fill("bees");
    await dialog()
      .getByRole("button", { name: /^My bees/ })
      .click();
    await dialog().getByText("hexagons, 6 directions").waitFor();
    await search().fill("");
    await dialog().getByRole("button", { name: "Clear all" }).click();
    await dialog().getByText("4 rows, 4 columns, 4 directions").waitFor();
    await dialog().getByText("Presets", { exact: true }).click();
    await dialog().getByLabel("Modifiers code").fill(code);
    await dialog().getByRole("button", { name: "Use" }).click();
    await dialog().getByText("hexagons, 6 directions").waitFor();
    await dialog().getByRole("button", { name: "Delete My bees" }).click();
    expect(
      await dialog()
        .getByRole("button", { name: /^My bees/ })
        .count(),
    ).toBe(0);
    await dialog().getByRole("button", { name: "Start", exact: true }).click();
    await page.locator(".board.hexagonal").waitFor();
    expect(browser.errors).toEqual([]);
  });
});

test("tiles that can be clicked are clicked by keys", async () => {
  const { page } = browser;
  await open(page, site.url, "#/play/001-2048");
  await choose(page, "Options");
  await page.getByRole("searchbox").fill("destroying");
  await page.getByLabel("Destroying clicks").fill("3");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  const cells = page.locator('.board [role="gridcell"]');
  await expect.poll(() => cells.count()).toBe(16);
  const labels = () => cells.evaluateAll((all) => all.map((cell) => cell.ariaLabel));
  const before = await labels();
  const place = before.findIndex((label) => label !== "empty");
  await page.locator('.board [tabindex="0"]').focus();
  const moves = await pressed(page);
  for (let row = 0; row < Math.floor(place / 4); row++) await page.keyboard.press("ArrowDown");
  for (let column = 0; column < place % 4; column++) await page.keyboard.press("ArrowRight");
  expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe(before[place]);
  await page.keyboard.press("Enter");
  await expect.poll(labels).toEqual(before.map((label, cell) => (cell === place ? "empty" : label)));
  await expect.poll(() => pressed(page)).toBe(moves);
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => pressed(page)).toBe(moves + 1);
  expect(browser.errors).toEqual([]);
});

test.each([
  ["square", '"50x50"', 2500],
  ["hexagonal", '{ "shape": "hexagon", "size": 14 }', 631],
])("a very large %s board is drawn bit by bit, and played", async (_, grid, cells) => {
  const { page } = browser;
  await open(page, site.url, "#/import");
  const mode = `{ "extends": "001-2048.jsonc", "title": "Large", "grid": ${grid}, "start_tiles": ${cells} }`;
  await page.getByRole("textbox").fill(mode);
  await page.getByRole("button", { name: "Open" }).click();
  await page.locator(".board.large").waitFor();
  // While it is drawn, the page answers.
  await choose(page, "Keys");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => page.locator(".board .cell").count()).toBe(cells);
  const empty = page.locator('.board .cell[aria-label="empty"]');
  await expect.poll(() => empty.count()).toBe(0);
  // One element each: more would take seconds to lay out.
  expect(await page.locator(".board .cell > *").count()).toBe(0);
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => empty.count()).toBeGreaterThan(cells / 10);
  await page.keyboard.press("u");
  await expect.poll(() => empty.count()).toBe(0);
  expect(browser.errors).toEqual([]);
});

test("a page that can't load the engine says so, is played on, and tries again", async () => {
  const lost = await visit();
  try {
    const { page } = lost;
    await page.route("**/*.wasm", (route) => route.abort());
    await page.goto(site.url);
    const alert = page.getByRole("alert").filter({ hasText: "could not be loaded" });
    await alert.waitFor();
    for (const key of ARROWS) await page.keyboard.press(key);
    const [cells, story] = [await board(page), await begun(page)];
    await page.unroute("**/*.wasm");
    await alert.getByRole("button", { name: "Try again" }).click();
    await alert.waitFor({ state: "detached" });
    await ready(page);
    expect(await board(page), story).toEqual(cells);
  } finally {
    await lost.close();
  }
});

test("every mode of the gallery is found, and one is played", async () => {
  const { page } = browser;
  await open(page, site.url, "#/modes");
  await page
    .getByRole("status")
    .getByText(/^1[2-9]\d of 1[2-9]\d$/)
    .waitFor();
  await page.getByRole("searchbox").fill("dive gaussian");
  await expect.poll(() => page.locator(".card").count()).toBe(1);
  await page.getByRole("searchbox").fill("");
  const family = page.locator(".family", { has: page.getByRole("heading", { name: "dive" }) });
  await family.locator("summary").click();
  await expect.poll(() => family.locator(".card").count()).toBeGreaterThan(10);
  await family.locator(".card", { hasText: "DIVE" }).first().click();
  await page.locator(".board").waitFor();
  for (const key of ARROWS) await page.keyboard.press(key);
  await expect.poll(() => pressed(page)).toBe(4);
  expect(browser.errors).toEqual([]);
});
