// Scores: a game submitted, watched, renamed and erased; days, ranked games, and no connection.

import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { beyond, faults } from "./axe.ts";
import { choose, open, play, ready, type Visit, visit } from "./browser.ts";
import { type ScoreServer, scoreServer } from "./scoreserver.ts";
import { serve } from "./server.ts";

let server: ScoreServer;
let browser: Visit;
let page: Page;

beforeAll(async () => {
  server = await scoreServer();
  console.log(`the score server is ${server.what}`);
});
afterAll(() => server.close());
beforeEach(async () => {
  browser = await visit({ permissions: ["clipboard-read", "clipboard-write"] });
  ({ page } = browser);
});
afterEach(() => browser.close());

const dialog = () => page.getByRole("dialog", { name: "Submit score" });

/** Opens the dialog in which the current game is submitted. */
async function share(): Promise<void> {
  await choose(page, "Share");
  await page.getByRole("dialog").getByRole("button", { name: "Submit score" }).click();
  await dialog()
    .getByRole("textbox", { name: /Your name/ })
    .waitFor();
}

async function submit(name: string): Promise<void> {
  await dialog()
    .getByRole("textbox", { name: /Your name/ })
    .fill(name);
  await dialog().getByRole("button", { name: "Submit", exact: true }).click();
}

test("a game is submitted, watched by others, renamed and erased", async () => {
  await open(page, server.url, "#/play/001-2048");
  await play(page, 24);
  await page.keyboard.press("u");
  await play(page, 9);
  await share();
  expect(await dialog().textContent()).toContain("What is sent");
  expect(await faults(page)).toEqual([]);
  await submit("<Ann>");
  await dialog().getByText("A name has letters").waitFor();
  await submit("Ann");
  await dialog().getByText("This is your token").waitFor();
  expect(await dialog().locator(".hand-in > [role=status]").textContent()).toMatch(
    /^Place 1 with [\d,]+ on the board of 2048, as Ann/,
  );
  expect(await faults(page)).toEqual([]);
  const token = await dialog().getByRole("textbox", { name: "Token" }).inputValue();
  expect(token.length).toBeGreaterThan(5);

  await dialog().getByRole("link", { name: "See the board" }).click();
  await page.getByRole("heading", { name: "2048", level: 1 }).waitFor();
  await page.getByRole("rowheader", { name: "Ann" }).waitFor();
  expect(await faults(page)).toEqual([]);
  await page.getByRole("radio", { name: "Today" }).click();
  await page.getByRole("link", { name: "Watch the game of Ann" }).click();
  await page.getByRole("heading", { name: "Replay of 2048" }).waitFor();
  const slider = page.getByRole("slider", { name: "Move", exact: true });
  await slider.focus();
  await page.keyboard.press("End");
  await expect.poll(() => slider.getAttribute("aria-valuetext")).toMatch(/score [1-9]/);
  expect(await faults(page)).toEqual([]);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download the replay" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^polymerge-.+\.txt$/);

  await open(page, server.url, "#/me");
  await page.getByRole("textbox", { name: "Your name" }).fill("Beth");
  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByText(", as Beth").waitFor();
  expect(await faults(page)).toEqual([]);
  await page.getByRole("button", { name: "Erase", exact: true }).click();
  await page.getByRole("button", { name: "Erase for good" }).click();
  await page.getByText("No game was submitted").waitFor();
  await open(page, server.url, "#/scores");
  await page.locator(".page-head [role=status]").waitFor();
  expect(await page.getByText("Beth").count()).toBe(0);
  expect(browser.errors).toEqual([]);
});

/** A new game on a grid of two by two, which is over soon. */
async function small(): Promise<void> {
  await choose(page, "Options");
  await page.getByText("Grid", { exact: true }).click();
  await page.getByLabel("Width").fill("2");
  await page.getByLabel("Height").fill("2");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

test("the end of a game offers to submit it, with the token of the first one", async () => {
  await open(page, server.url);
  await small();
  for (const name of ["Cleo", "Cleo B"]) {
    for (let tries = 0; tries < 50 && !(await page.locator(".outcome").isVisible()); tries++)
      await play(page, 4);
    await page.getByRole("button", { name: "Submit score" }).click();
    await submit(name);
    await dialog().getByRole("link", { name: "See the board" }).waitFor();
    expect(await dialog().getByRole("textbox", { name: "Token" }).count()).toBe(name === "Cleo" ? 1 : 0);
    await page.keyboard.press("Escape");
    await page.keyboard.press("n");
    await page.locator(".outcome").waitFor({ state: "detached" });
  }
  await open(page, server.url, "#/me");
  await expect.poll(() => page.locator(".own-games li").count()).toBe(2);
});

describe("games with a seed of the server", () => {
  test("the game of the day is played, submitted and shared as text", async () => {
    await open(page, server.url, "#/daily");
    await page.getByRole("button", { name: "Play" }).waitFor();
    expect(await faults(page)).toEqual([]);
    await page.getByRole("button", { name: "Play" }).click();
    await ready(page);
    expect(await page.locator(".contest").textContent()).toMatch(
      /^Game of the day \d{4}-\d\d-\d\d: .+ left$/,
    );
    await play(page, 12);
    // Loaded anew, it is still the game of the day.
    await page.waitForTimeout(700);
    await page.reload();
    await ready(page);
    await share();
    await submit("Dora");
    const result = dialog().getByRole("textbox", { name: "Result" });
    await result.waitFor();
    expect(await result.inputValue()).toMatch(
      /^Polymerge \d{4}-\d\d-\d\d: .+\n[\d,]+ points? · \d+ moves · .*place 1\n/,
    );
    await open(page, server.url, "#/daily");
    const told = page.getByRole("textbox", { name: "Your result of today" });
    await told.waitFor();
    expect(await told.inputValue()).toMatch(/\n□{6}■ 1 day\n/u);
    // The picture is drawn of the board that was kept.
    await page.getByRole("img", { name: "Picture" }).waitFor();
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save the picture" }).click(),
    ]);
    expect(saved.suggestedFilename()).toMatch(/^polymerge-.+-\d{4}-\d\d-\d\d\.png$/);
    const picture = readFileSync(await saved.path());
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1000, 1250]);
    // Twelve weeks, the last day of which is today.
    expect(await page.locator(".calendar .own").count()).toBe(1);
    expect(await page.locator(".calendar .today.own").count()).toBe(1);
    expect(await page.locator(".calendar td").count()).toBe(84);
    expect(await page.locator(".streak").textContent()).toContain("1 day");
    await page.getByText(/The next one begins in \d/).waitFor();
    expect(await faults(page)).toEqual([]);
    await page.getByRole("button", { name: "Go on" }).click();
    await ready(page);
    await page.locator(".contest").waitFor();
    // The streak is on the front page and beside one's own games, too.
    await open(page, server.url);
    const card = page.getByRole("region", { name: "Game of the day" });
    await card.getByText("1 day").waitFor();
    await card.getByRole("img", { name: "1 of the last 7 days played" }).waitFor();
    expect(await faults(page)).toEqual([]);
    await open(page, server.url, "#/me");
    await page.locator(".streak").getByText("1 day").waitFor();
  });

  test("the game of the day is there without a connection, once it was opened", async () => {
    const go = (hash: string) =>
      page.evaluate((hash) => {
        location.hash = hash;
      }, hash);
    await open(page, server.url);
    await go("#/daily");
    const begin = page.getByRole("button", { name: "Play" });
    await begin.waitFor();
    await browser.context.setOffline(true);
    await go("#/");
    await ready(page);
    await go("#/daily");
    await begin.click();
    await page.locator(".contest").waitFor();
    await play(page, 8);
    await browser.context.setOffline(false);
  });

  test("the game of the day that could not be asked for comes with the connection", async () => {
    await open(page, server.url);
    await page.evaluate(() => localStorage.removeItem("polymerge.day"));
    await page.route("**/v1/daily*", (route) => route.abort());
    await page.evaluate(() => {
      location.hash = "#/daily";
    });
    await page.getByRole("alert").waitFor();
    await page.unroute("**/v1/daily*");
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await page.getByRole("button", { name: /^(Play|Go on)$/ }).waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  test("a ranked game shows its clock, and is submitted once", async () => {
    await open(page, server.url, "#/scores/2048");
    await page.getByRole("button", { name: "Play ranked" }).click();
    await ready(page);
    expect(await page.locator(".contest").textContent()).toMatch(
      /^Ranked game: (1 h 59 min|2 h 0 min) left$/,
    );
    expect(await faults(page)).toEqual([]);
    await play(page, 16);
    await share();
    await submit("Eve");
    await dialog().getByRole("link", { name: "See the board" }).click();
    await page.getByText("Ranked board").waitFor();
    await page.getByRole("rowheader", { name: "Eve" }).waitFor();
  });

  test("a season has the best ranked game of each board", async () => {
    await open(page, server.url, "#/scores");
    await page.getByRole("link", { name: "This season" }).click();
    await page.getByRole("heading", { name: /^Season \d{4}-Q[1-4]$/ }).waitFor();
    await page.getByRole("row", { name: /^2048 .* Eve 1$/ }).waitFor();
    expect(await faults(page)).toEqual([]);
    await page.getByRole("rowheader", { name: "2048" }).getByRole("link").click();
    await page.getByRole("radio", { name: /^Season/ }).waitFor();
    expect(await page.getByRole("radio", { name: /^Season/ }).isChecked()).toBe(true);
    await page.getByRole("rowheader", { name: "Eve" }).waitFor();
  });
});

test("without a connection a game waits, and is sent when there is one", async () => {
  await open(page, server.url, "#/play/002-2187");
  await play(page, 20);
  await share();
  await browser.context.setOffline(true);
  await submit("Fay");
  await dialog().getByText("There is no connection").waitFor();
  await browser.context.setOffline(false);
  await page.getByText("Your game of 2187 was submitted").waitFor();
  expect(await page.evaluate(() => localStorage.getItem("polymerge.unsent"))).toBeNull();
});

test("a game that was not taken waits with the reason, to be sent as an open game or forgotten", async () => {
  await open(page, server.url, "#/play/001-2048");
  await play(page, 12);
  await share();
  await browser.context.setOffline(true);
  await submit("Gil");
  await dialog().getByText("There is no connection").waitFor();
  await page.keyboard.press("Escape");
  // As it is after the server has refused a game of the day.
  await page.evaluate(() => {
    const [one] = JSON.parse(localStorage.getItem("polymerge.unsent") ?? "[]");
    const refused = { ...one, refused: "The mode of the day has changed." };
    refused.submission = { ...one.submission, daily: "2026-11-26" };
    const other = { ...one, title: "Other", refused: "No.", submission: { ...one.submission, seed: "1" } };
    localStorage.setItem("polymerge.unsent", JSON.stringify([refused, other]));
  });
  await browser.context.setOffline(false);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${server.url}#/me`);
  await page.reload();
  await page.getByText("2 games of yours wait to be sent.").waitFor();
  await page.getByText("The mode of the day has changed.").waitFor();
  expect(await beyond(page)).toEqual([]);
  expect(await faults(page)).toEqual([]);
  await page.getByRole("button", { name: "Forget it" }).last().click();
  await page.getByText("1 game of yours wait").waitFor();
  await page.getByRole("button", { name: "Submit as an open game" }).click();
  await page.getByText("Your game of 2048 was submitted").waitFor();
  expect(await page.evaluate(() => localStorage.getItem("polymerge.unsent"))).toBeNull();
});

test("nothing on these pages sticks out of a phone", async () => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const view of ["#/scores", "#/scores/2048", "#/scores/season-current", "#/daily", "#/me"]) {
    await open(page, server.url, view);
    await page.locator(".waiting").waitFor({ state: "detached" });
    expect(await beyond(page), view).toEqual([]);
  }
});

test("where there is no score server, nothing is shown of it and no request fails", async () => {
  const site = await serve();
  await open(page, site.url);
  await small();
  for (let tries = 0; tries < 50 && !(await page.locator(".outcome").isVisible()); tries++)
    await play(page, 4);
  await expect.poll(() => site.asked.includes("/healthz")).toBe(true);
  await choose(page, "Share");
  await page.getByRole("dialog").getByText("Codes for other sites").waitFor();
  expect(await page.getByRole("button", { name: "Submit score" }).count()).toBe(0);
  expect(await page.getByRole("link", { name: "Scores" }).count()).toBe(0);
  expect(browser.errors).toEqual([]);
  await open(page, site.url, "#/scores");
  await page.getByText("There is no score server here").waitFor();
  // The game of the day needs none: it follows from the date.
  await open(page, site.url, "#/daily");
  await page.getByRole("button", { name: "Play" }).click();
  await ready(page);
  expect(await page.locator(".contest").textContent()).toMatch(/^Game of the day \d{4}-\d\d-\d\d$/);
  await play(page, 8);
  await open(page, site.url);
  const card = page.getByRole("region", { name: "Game of the day" });
  await card.getByText("1 day").waitFor();
  expect(await card.getByRole("link", { name: "Board of the day" }).count()).toBe(0);
  await site.close();
});
