// Pictures of every view of the built site, to be looked at:
// `node tests/measure/pictures.mjs FOLDER [WORD ...]`, in the folder web. Each view is
// taken at five sizes, in light and dark; words choose those pictures whose
// names hold all of them, such as "play 390 dark".

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { preview } from "vite";

const SIZES = [
  [1440, 900],
  [820, 1180],
  [390, 844],
  [320, 568],
  [844, 390],
];
const ARROWS = ["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowDown"];

const press = async (page, count) => {
  for (let move = 0; move < count; move++) {
    await page.keyboard.press(ARROWS[move % 4]);
    await page.waitForTimeout(30);
  }
};
const played = (count) => (page) => press(page, count);
const toTheEnd = async (page) => {
  for (let tries = 0; tries < 400 && !(await page.locator(".outcome").isVisible()); tries++)
    for (const key of [...ARROWS, "ArrowUp"]) await page.keyboard.press(key);
};
const chosen = (name) => async (page) => {
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name, exact: true }).click();
};

/** Name, address, and what is done there before the picture is taken. */
const VIEWS = [
  ["first", ""],
  ["front", "", (page) => page.locator(".front").evaluate((front) => front.scrollIntoView())],
  ["play", "#/play/classic", played(60)],
  ["more", "#/play/classic", (page) => page.getByRole("button", { name: "More" }).click()],
  ["end", "#/play/classic", toTheEnd],
  ["dive", "#/play/050-dive", played(20)],
  ["pad", "#/play/classic", chosen("Buttons")],
  ["dual", "#/play/106-dual-tile-dive", played(20)],
  ["large", "#/play/038-180", played(20)],
  ["timer", "#/play/120-vs-the-void-tiler", played(10)],
  ["daily", "#/daily"],
  [
    "day",
    "#/daily",
    async (page) => {
      await page.locator(".page .primary").first().click();
      await page.waitForTimeout(1500);
      await press(page, 40);
      await chosen("Share")(page);
    },
  ],
  ["modes", "#/modes"],
  ["family", "#/modes", (page) => page.locator(".family summary").first().click()],
  ["settings", "#/settings"],
  ["games", "#/games"],
  ["statistics", "#/statistics"],
  ["import", "#/import"],
  ["options", "#/play/classic", chosen("Options")],
  ["share", "#/play/classic", chosen("Share")],
  ["setup", "#/play/classic", (page) => press(page, 40).then(() => chosen("Set up a position")(page))],
  ["replay", "#/play/classic", (page) => press(page, 40).then(() => chosen("Replay")(page))],
  ["mode", "#/mode/050-dive"],
  ["race", "#/race/001-2048/7/4/Gw", (page) => page.locator("table.race").waitFor()],
  ["night", "#/mode/120-vs-the-void-tiler"],
  ["about", "#/about"],
  ["keys", "#/play/classic", chosen("Keys")],
  ["hint", "#/play/classic", (page) => press(page, 40).then(() => page.keyboard.press("h"))],
  ["arrow", "#/play/050-dive", (page) => page.keyboard.press("h").then(() => page.waitForTimeout(2500))],
  ["found", "#/play/050-dive", played(12)],
  ["again", "#/play/classic", (page) => press(page, 20).then(() => page.keyboard.press("n"))],
  ["rules", "#/play/050-dive", (page) => page.locator(".intro button").click({ timeout: 3000 })],
  ["workshop", "workshop.html"],
];

const [folder, ...words] = process.argv.slice(2);
if (!folder) throw new Error("the folder for the pictures is missing");
mkdirSync(folder, { recursive: true });
const server = await preview({ preview: { port: 0, host: "127.0.0.1" }, logLevel: "error" });
const { port } = server.httpServer.address();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
for (const colorScheme of ["light", "dark"])
  for (const [width, height] of SIZES)
    for (const [view, address, prepare] of VIEWS) {
      const name = `${view}-${width}-${colorScheme}`;
      if (!words.every((word) => name.split("-").includes(word))) continue;
      const touch = width < 800 || height < 500;
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme,
        hasTouch: touch,
        isMobile: touch,
        serviceWorkers: "block",
      });
      const page = await context.newPage();
      await page.goto(`http://127.0.0.1:${port}/${address}`);
      await page.waitForTimeout(2000);
      try {
        await prepare?.(page);
      } catch (error) {
        console.error(`${name}: ${error.message.split("\n")[0]}`);
      }
      await page.waitForTimeout(1200);
      await page.screenshot({ path: join(folder, `${name}.png`) });
      await context.close();
    }
await browser.close();
await server.close();
