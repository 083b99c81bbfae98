// The two pictures of the site in its manifest, from the built site:
// `node tests/measure/screenshots.mjs`, in the folder web.

import { chromium } from "playwright-core";
import { preview } from "vite";

const ARROWS = ["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowDown"];
const VIEWS = [
  ["wide", 1280, 800, "#/modes", (page) => page.locator(".card").last().waitFor()],
  [
    "narrow",
    390,
    844,
    "#/play/classic",
    async (page) => {
      for (let move = 0; move < 120; move++) {
        await page.keyboard.press(ARROWS[move % 4]);
        await page.waitForTimeout(20);
      }
    },
  ],
];

const server = await preview({ preview: { port: 0, host: "127.0.0.1" }, logLevel: "error" });
const [url] = server.resolvedUrls.local;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium" });
for (const [name, width, height, view, prepare] of VIEWS) {
  const touch = width < 800;
  const page = await browser.newPage({ viewport: { width, height }, hasTouch: touch, isMobile: touch });
  await page.goto(url + view);
  await prepare(page);
  await page.waitForTimeout(1500);
  await page.screenshot({ path: `public/screenshot-${name}.png` });
  await page.close();
}
await browser.close();
await server.close();
