// The languages of the site: which one it speaks, and that there is room for the longest.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { beyond, faults } from "./axe.ts";
import { ARROWS, board, settled, type Visit, visit } from "./browser.ts";
import { type ScoreServer, scoreServer } from "./scoreserver.ts";

let site: ScoreServer;
beforeAll(async () => {
  site = await scoreServer();
});
afterAll(() => site.close());

const language = (page: Page) => page.evaluate(() => document.documentElement.lang);
const headline = (page: Page) => page.locator("#main h1").textContent();
/** Returns the texts of the buttons of a game. */
const actions = (page: Page) => page.locator(".actions > .action").allTextContents();

/** Does something in a browser that wants a language. */
async function speaking(locale: string, act: (browser: Visit) => Promise<void>): Promise<void> {
  // What the service worker keeps could not be held back.
  const browser = await visit({ locale, viewport: { width: 390, height: 844 }, serviceWorkers: "block" });
  try {
    await act(browser);
    expect(browser.errors).toEqual([]);
  } finally {
    await browser.close();
  }
}

test("a mode that there is not is said so in the language of the page, without another try", () =>
  speaking("de-AT", async ({ page }) => {
    await page.goto(`${site.url}#/play/nonsense`);
    await page.getByText("Einen Modus „nonsense“ gibt es nicht.").waitFor();
    expect(await page.locator("main button").count()).toBe(0);
  }));

test("a browser that wants German gets it, until English is chosen", () =>
  speaking("de-AT", async ({ page }) => {
    await page.goto(site.url);
    await expect.poll(() => actions(page)).toEqual(["Neu", "Zurück", "Vor", "Tipp", "Ton", "Mehr"]);
    expect(await language(page)).toBe("de");
    await page.locator(".actions").getByRole("button", { name: "Rückgängig" }).waitFor();
    expect(await page.locator(".lead").textContent()).toContain("Gleiche Kacheln verschmelzen.");
    expect(await page.locator(".board").getAttribute("aria-label")).toBe("Spielfeld von Classic 2048");
    expect((await board(page)).flat()).toContain("leer");
    for (const key of ARROWS) await page.keyboard.press(key);
    await expect.poll(() => page.locator(".arena [role=status]").textContent()).toMatch(/^(Rechts|Oben)/);

    await page.goto(`${site.url}#/settings`);
    await expect.poll(() => headline(page)).toBe("Einstellungen");
    expect(await faults(page)).toEqual([]);
    await page.getByLabel("Sprache").selectOption("English");
    await expect.poll(() => headline(page)).toBe("Settings");
    expect(await language(page)).toBe("en");
    await page.goto(site.url);
    await expect.poll(() => actions(page)).toEqual(["New", "Undo", "Redo", "Hint", "Sound", "More"]);
  }));

test("what modes and modifiers are about is in the language of the page; the rest is marked as English", () =>
  speaking("es-MX", async ({ page }) => {
    await page.goto(`${site.url}#/modes`);
    await expect.poll(() => headline(page)).toBe("Modos");
    await page.getByRole("heading", { name: "Potencias" }).waitFor();
    await page.goto(`${site.url}#/play/050-dive`);
    const about = "Una ficha se funde con cualquier múltiplo suyo";
    await page.locator(".lead").getByText(about).waitFor({ state: "attached" });
    await page.locator(".about summary").first().click();
    await page.locator(".rules p").getByText(about).waitFor();
    await page.locator(".rules [lang=en]").first().waitFor();
    expect(await faults(page)).toEqual([]);
    await page.goto(`${site.url}#/play/001-2048`);
    await page.getByRole("button", { name: "Más" }).click();
    await page.getByRole("button", { name: "Opciones", exact: true }).click();
    await page.locator(".field[lang=en]").getByText("Spawns of the original game").waitFor();
    await page.getByText("Movimiento", { exact: true }).click();
    await page.getByLabel("Cuánto se deslizan las fichas").waitFor();
    await page
      .getByText(/Un número entero de 1 a 1[.,\s]?000[.,\s]?000, o infinity/)
      .first()
      .waitFor();
    expect(await faults(page)).toEqual([]);
  }));

test("what is wrong with a code or a link is said in the language of the page", () =>
  speaking("de-AT", async ({ page }) => {
    await page.goto(`${site.url}#/import`);
    const field = page.getByRole("textbox").first();
    await field.fill("nonsense");
    await page.getByRole("button", { name: "Öffnen" }).click();
    await page.getByText("Das ist weder ein Code").waitFor();
    await field.fill("@2048PowCompMode|3.0|4|4|");
    await page.getByRole("button", { name: "Öffnen" }).click();
    await page.getByText("Teil 2 (width) des Codes: Hier ist der Code beschädigt.").waitFor();
  }));

test("without the texts of a language it is English", async () => {
  const browser = await visit({ locale: "de-DE", serviceWorkers: "block" });
  try {
    await browser.page.route("**/de-*.js", (route) => route.abort());
    await browser.page.goto(site.url);
    await expect.poll(() => actions(browser.page)).toContain("New");
    expect(await language(browser.page)).toBe("en");
  } finally {
    await browser.close();
  }
});

/** Views, and what is done there before looking. */
const VIEWS: readonly [string, string, ((page: Page) => Promise<void>)?][] = [
  ["a game", "#/play/001-2048", (page) => page.locator(".action").first().waitFor()],
  ["the menu", "#/play/038-180", (page) => page.locator("[popovertarget=more]").click()],
  ["a hint", "#/play/050-dive", (page) => page.locator(".actions > .action").nth(3).click()],
  ["the options of a new game", "#/play/001-2048", (page) => pick(page, 0)],
  ["sharing", "#/play/001-2048", (page) => pick(page, 5)],
  [
    "the keys",
    "#/play/001-2048",
    async (page) => {
      await page.locator(".action").first().waitFor();
      await page.keyboard.press("?");
      await page.locator("dialog .keys").waitFor();
    },
  ],
  ["a replay", "#/play/001-2048", (page) => pick(page, 4)],
  ["a position", "#/setup", (page) => page.locator(".setup").waitFor()],
  ["the modes", "#/modes", (page) => page.locator(".card").last().waitFor()],
  ["a mode", "#/mode/001-2048", (page) => page.locator(".mode-facts").waitFor()],
  ["the games", "#/games", (page) => page.locator(".kept-game").first().waitFor()],
  ["statistics", "#/statistics", (page) => page.getByRole("table").waitFor()],
  ["import", "#/import", (page) => page.getByRole("textbox").waitFor()],
  ["settings", "#/settings", (page) => page.getByRole("combobox").waitFor()],
  ["about", "#/about", (page) => page.locator(".credits").waitFor()],
  ["scores", "#/scores", (page) => page.locator(".page-head").waitFor()],
  ["the game of the day", "#/daily", (page) => page.locator(".calendar").waitFor()],
  ["one's own scores", "#/me", (page) => page.locator("details").first().waitFor()],
  ["no page", "#/nothing", (page) => page.locator("code").waitFor()],
];

/** Does one of the rare actions of a game. */
async function pick(page: Page, index: number): Promise<void> {
  await page.locator('.actions > .action[aria-disabled="false"]').nth(-1).waitFor();
  // Some wait for the engine, behind the empty board.
  await expect.poll(() => page.locator('.more .action[aria-disabled="true"]').count()).toBe(0);
  await page.locator("[popovertarget=more]").click();
  await page.locator('.more .action[aria-disabled="false"]').nth(index).click();
  await page.locator("dialog .dialog, .scrubber").first().waitFor();
  await page.locator(".waiting").waitFor({ state: "detached" });
}

/** Buttons in which the text has no room. */
const narrow = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".action, .button, button, .chip, nav a")].flatMap((element) => {
      const { width } = element.getBoundingClientRect();
      return width > 0 && element.scrollWidth > Math.ceil(width) ? [element.textContent] : [];
    }),
  );

/** The views that have least room. */
const FEW = VIEWS.filter(([name]) => ["a game", "the menu", "sharing", "settings"].includes(name));

describe.each([
  ["de-DE", VIEWS],
  ["es-ES", FEW],
] as const)("on the smallest phone in %s", (locale, views) => {
  let browser: Visit;
  beforeAll(async () => {
    const size = { width: 320, height: 640 };
    browser = await visit({ locale, viewport: size, hasTouch: true, isMobile: true });
    const { page } = browser;
    // Something for the lists to show.
    await page.goto(`${site.url}#/play/001-2048`);
    await page.locator(".action").first().waitFor();
    for (const key of [...ARROWS, ...ARROWS]) await page.keyboard.press(key);
    await settled(page);
  });
  afterAll(() => browser.close());

  test.each(views)("%s has room for all that it says", async (name, view, prepare) => {
    const { page } = browser;
    await page.goto("about:blank");
    await page.goto(`${site.url}${view}`);
    await prepare?.(page);
    expect(await language(page)).toBe(locale.slice(0, 2));
    const folder = process.env.SCREENSHOTS;
    if (folder) await page.screenshot({ path: `${folder}/${locale} ${name}.png`, fullPage: true });
    expect(await beyond(page)).toEqual([]);
    expect(await narrow(page)).toEqual([]);
  });
});
