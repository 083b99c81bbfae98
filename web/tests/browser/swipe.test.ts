import type { CDPSession } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { open, pressed, type Visit, visit } from "./browser.ts";
import { type Site, serve } from "./server.ts";

const HEXAGONS = `{
  "title": "Hexagons",
  "grid": { "shape": "hexagon", "size": 3 },
  "tiles": [{ "colour": "#f0c040" }],
  "spawns": [{ "tile": [1] }],
  "merges": [{ "match": [{}, {}], "result": [["@This value", "*", 2]] }],
}`;

let site: Site;
let phone: Visit;
let client: CDPSession;

beforeAll(async () => {
  site = await serve();
  phone = await visit({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  client = await phone.context.newCDPSession(phone.page);
});
afterAll(async () => {
  await phone.close();
  await site.close();
});

/** Moves a finger over the board. */
function swipe(dx: number, dy: number): Promise<void> {
  return touch([[dx, dy]]);
}

/** Moves fingers over the board, each its own way. */
async function touch(ways: readonly (readonly [dx: number, dy: number])[]): Promise<void> {
  const box = await phone.page.locator(".board").boundingBox();
  if (!box) throw new Error("there is no board");
  const points = (part: number) =>
    ways.map(([dx, dy], id) => ({
      id,
      x: box.x + box.width / 2 + dx * part + id * 30,
      y: box.y + box.height / 2 + dy * part,
    }));
  await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: points(0) });
  for (const part of [0.25, 0.5, 0.75, 1]) {
    await client.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: points(part) });
  }
  await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

/** Returns the announcement of the last move. */
async function said(): Promise<string> {
  const text = await phone.page.locator('.arena [role="status"]').textContent();
  return text?.trim() ?? "";
}

describe("square", () => {
  beforeAll(() => open(phone.page, site.url, "#/play/001-2048"));

  test.each([
    ["up", 4, -90],
    ["down", -6, 90],
    ["left", -90, 20],
    ["right", 90, -20],
    ["up", 30, -60],
  ] as const)("a swipe %s", async (name, dx, dy) => {
    const before = await pressed(phone.page);
    await swipe(dx, dy);
    await expect.poll(() => pressed(phone.page)).toBe(before + 1);
    await expect.poll(said).toMatch(new RegExp(`^${name}[.:]`, "i"));
    // The page itself stays where it is, also when one swipes up.
    expect(await phone.page.evaluate(() => [scrollX, scrollY])).toEqual([0, 0]);
  });

  test.each([
    ["two fingers side by side", [-90, 0], [-90, 0]],
    ["two fingers that pinch", [60, 0], [-60, 0]],
    ["a finger beside one that rests", [-90, 0], [0, 0]],
  ] as const)("%s make no move", async (_, first, second) => {
    const before = await pressed(phone.page);
    await touch([first, second]);
    expect(await pressed(phone.page)).toBe(before);
    // And nothing of them is left over.
    await swipe(-90, 0);
    await expect.poll(() => pressed(phone.page)).toBe(before + 1);
  });

  test("beside the board, a swipe to the side counts, and one that scrolls does not", async () => {
    const before = await pressed(phone.page);
    const board = await phone.page.locator(".board").boundingBox();
    // Between the text and the board: below that is the toolbar.
    const [x, y] = [195, (board?.y ?? 0) - 40];
    for (const [dx, dy] of [
      [-90, 10],
      [4, -90],
    ] as const) {
      await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
      for (const part of [0.25, 0.5, 0.75, 1])
        await client.send("Input.dispatchTouchEvent", {
          type: "touchMove",
          touchPoints: [{ x: x + dx * part, y: y + dy * part }],
        });
      await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    }
    await expect.poll(() => pressed(phone.page)).toBe(before + 1);
    expect((await said()).toLowerCase()).toMatch(/^left[.:]/);
    await phone.page.evaluate(() => scrollTo(0, 0));
  });

  test("a tap is no swipe", async () => {
    const before = await pressed(phone.page);
    await swipe(3, -3);
    expect(await pressed(phone.page)).toBe(before);
  });
});

describe("hexagonal", () => {
  beforeAll(async () => {
    await open(phone.page, site.url, "#/import");
    await phone.page.getByRole("textbox").fill(HEXAGONS);
    await phone.page.getByRole("button", { name: "Open" }).click();
    await phone.page.locator(".board.hexagonal").waitFor();
  });

  test.each([
    ["up left", -40, -70],
    ["up right", 40, -70],
    ["down left", -40, 70],
    ["down right", 40, 70],
    ["left", -80, 3],
    ["right", 80, -3],
  ] as const)("a swipe %s", async (name, dx, dy) => {
    const before = await pressed(phone.page);
    await swipe(dx, dy);
    await expect.poll(() => pressed(phone.page)).toBe(before + 1);
    await expect.poll(said).toMatch(new RegExp(`^${name}[.:]`, "i"));
  });

  test("nothing went wrong", () => {
    expect(phone.errors).toEqual([]);
  });
});
