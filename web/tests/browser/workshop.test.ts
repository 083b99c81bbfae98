import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { open as openAny } from "polymerge";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { beyond, faults } from "./axe.ts";
import { open, type Visit, visit } from "./browser.ts";
import { served, site } from "./fresh.ts";

served();

const openWorkshop = (page: Page, fragment = "") => open(page, site.url, `workshop.html${fragment}`);

const editor = (page: Page) => page.getByRole("textbox", { name: "Mode file" });
const count = (page: Page) => page.locator(".problem-count");

const tab = (page: Page, name: string) => page.getByRole("tab", { name });

/** Does what a menu offers. */
async function inMenu(page: Page, name: string, menu: "File" | "Edit" = "File"): Promise<void> {
  await page.getByRole("button", { name: menu, exact: true }).click();
  await page.getByRole("button", { name, exact: true }).click();
}

/** Begins with a template, a recipe, a draft or a mode. */
async function begin(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Begin with" }).click();
  await page.getByRole("dialog").getByRole("button", { name, exact: true }).first().click();
}

/** Writes a whole file. */
async function write(page: Page, text: string): Promise<void> {
  await editor(page).click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(text);
}

const WORKING = `{
  "title": "Mine",
  "grid": "3x3",
  "tiles": [{ "colour": "#f0c040" }],
  "spawns": [{ "tile": [1] }],
  "merges": [{ "match": [{}, {}], "result": [["@This value", "*", 2]] }],
}`;

const RULES = `{
  "title": "Rules", "grid": "3x3",
  "tile": ["worth"],
  "tiles": [{ "colour": "#f0c040" }],
  "spawns": [{ "tile": [1] }],
  "merges": [{ "match": [{}, {}], "when": "= worth <= 5", "result": ["= max(worth, next.worth) * 2"] }],
  "scripts": [{ "on": "EndTurn", "do": ["= score += 0"] }],
}`;

describe("the workshop", () => {
  let browser: Visit;
  let page: Page;
  beforeEach(async () => {
    browser = await visit({
      viewport: { width: 1200, height: 900 },
      permissions: ["clipboard-read", "clipboard-write"],
    });
    page = browser.page;
  });
  afterEach(async () => {
    expect(browser.errors).toEqual([]);
    await browser.close();
  });

  test("what changed since a template is shown beside it, and a draft is deleted and brought back", async () => {
    await openWorkshop(page);
    await begin(page, "Hexagons");
    await editor(page).getByText("hexagon").first().waitFor();
    await write(page, WORKING);
    await count(page).getByText("0 errors").waitFor();
    await tab(page, "What changed").click();
    await page.locator(".cm-deletedChunk").getByText("hexagon").first().waitFor();
    await page.locator(".cm-changedLine").getByText("Mine").waitFor();
    expect(await faults(page)).toEqual([]);
    // What is written goes on being compared.
    await editor(page).click();
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText("// the last line");
    await page.locator(".cm-changedLine").getByText("the last line").waitFor();
    await inMenu(page, "Delete this draft");
    await page.getByText("Mine is deleted.").waitFor();
    await editor(page).getByText("Doubles").first().waitFor();
    await page.getByRole("button", { name: "Bring it back" }).click();
    await editor(page).getByText("Mine").waitFor();
    // A draft that is opened again still knows what it was made from.
    await page.reload();
    await editor(page).getByText("Mine").waitFor();
    await page.locator(".cm-deletedChunk").getByText("hexagon").first().waitFor();
  });

  test("the mode is played on the site", async () => {
    await openWorkshop(page);
    await write(page, WORKING);
    await page.getByRole("heading", { name: "Mine" }).waitFor();
    const [site] = await Promise.all([
      page.context().waitForEvent("page"),
      page.getByRole("button", { name: "Play on the site" }).click(),
    ]);
    await site.getByRole("heading", { name: "Mine" }).waitFor();
    // The address opens it in a browser that has no such game.
    await site.waitForURL(/#\/game\/[^/]+\/packed\//);
    const other = await visit();
    try {
      await other.page.goto(site.url());
      await other.page.getByRole("heading", { name: "Mine" }).waitFor();
      expect(await other.page.locator('.arena [role="cell"]').count()).toBe(9);
    } finally {
      await other.close();
    }
  });

  test("Share copies a link to play", async () => {
    await openWorkshop(page);
    await write(page, WORKING);
    await page.getByRole("heading", { name: "Mine" }).waitFor();
    await page.getByRole("button", { name: "Share" }).click();
    await page.getByText("Link to play copied.").waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await page.goto(link);
    await page.getByRole("heading", { name: "Mine" }).waitFor();
    expect(await page.locator('.arena [role="cell"]').count()).toBe(9);
  });

  test("an error is underlined, told, and gone when it is mended", async () => {
    await openWorkshop(page);
    await write(page, WORKING.replace("merges", "mergs"));
    await count(page).getByText("1 error").waitFor();
    const marked = page.locator(".cm-lintRange-error");
    expect(await marked.first().textContent()).toBe('"mergs"');
    expect(await page.locator(".problems li").first().textContent()).toMatch(/Line 6.*mergs.*merges/s);
    // The problem leads to its place, where it is typed over.
    await page.locator(".problems li button").first().click();
    await page.keyboard.insertText('"merges"');
    await count(page).getByText("0 errors").waitFor();
    expect(await marked.count()).toBe(0);
    await page.getByRole("heading", { name: "Mine" }).waitFor();
    expect(await page.locator('.beside [role="cell"]').count()).toBe(9);
  });

  test("what is written is played", async () => {
    await openWorkshop(page);
    await write(page, WORKING);
    await page.getByRole("heading", { name: "Mine" }).waitFor();
    await page.locator(".beside h2").first().click();
    for (const key of ["Left", "Up", "Right", "Down", "Left", "Up"]) await page.keyboard.press(`Arrow${key}`);
    await expect.poll(() => page.locator(".preview-state").textContent()).toMatch(/[1-6] moves/);
    await page.getByRole("button", { name: "New game" }).click();
    await expect.poll(() => page.locator(".preview-state").textContent()).toContain("0 moves");
  });

  test("keys and operators are offered with their documentation", async () => {
    await openWorkshop(page);
    await write(page, '{\n  "title": "x",\n  ');
    await page.keyboard.type('"spawns');
    const offered = page.locator(".cm-tooltip-autocomplete");
    await offered.locator("[aria-selected]").getByText("spawns", { exact: true }).waitFor();
    await page.locator(".cm-completionInfo").getByText("What spawns: ").waitFor();
    // An Enter within 75 ms of the list's appearance is taken for a new line:
    // the list can't have been seen yet.
    await page.waitForTimeout(150);
    await page.keyboard.press("Enter");
    await expect.poll(() => editor(page).textContent()).toContain('"spawns": ');
    await page.keyboard.insertText('[{ "tile": [[7, "flo');
    await page.keyboard.press("Control+Space");
    await offered.getByText("floor", { exact: true }).first().waitFor();
    await page.locator(".cm-completionInfo").getByText("Down to a multiple").waitFor();
  });

  test("formulas have colours, values on the board, and are explained", async () => {
    await openWorkshop(page);
    await write(page, RULES);
    await page.getByRole("heading", { name: "Rules" }).waitFor();
    await page.locator(".formula-function").getByText("max").first().waitFor();
    // Only tiles of 1 spawn; what is ahead of the first one may be the edge.
    await page.locator(".formula-value").getByText("→ true").waitFor();
    await page.locator(".formula-function").first().hover();
    await page.locator(".about-place").getByText("max(").first().waitFor();
    await tab(page, "Expressions").click();
    await page.getByLabel("Show the values").uncheck();
    await expect.poll(() => page.locator(".formula-value").count()).toBe(0);
    await page.getByRole("textbox", { name: "Expression" }).fill("= worth * 3");
    await page.getByRole("button", { name: "Evaluate" }).click();
    await page.locator(".console .result").getByText("3", { exact: true }).waitFor();
    await page.reload();
    await count(page).getByText("0 errors").waitFor();
    await page.locator(".formula-function").first().waitFor();
    expect(await page.locator(".formula-value").count()).toBe(0);
    // A function says which of its values is written.
    await editor(page).click();
    await page.keyboard.press("Control+End");
    for (const key of ["ArrowLeft", "ArrowLeft"]) await page.keyboard.press(key);
    await page.keyboard.insertText('"win": { "needed": "= min(score, ');
    await page.keyboard.type("1");
    await page.locator(".signature").getByText("min(").waitFor();
  });

  test("names get others, formulas become arrays and formulas again", async () => {
    await openWorkshop(page);
    await write(page, RULES);
    await page.getByRole("heading", { name: "Rules" }).waitFor();
    await page.locator(".cm-line", { hasText: '"tile": ["worth"]' }).click();
    await page.keyboard.press("Home");
    for (let step = 0; step < 12; step++) await page.keyboard.press("ArrowRight");
    await expect.poll(() => page.locator(".same-name").count()).toBe(4);
    await page.keyboard.press("F2");
    const dialog = page.getByRole("dialog", { name: "Another name for worth" });
    await dialog.getByLabel("Name").fill("2nd");
    await dialog.getByRole("button", { name: "Rename" }).click();
    await dialog.getByRole("alert").waitFor();
    expect(await faults(page)).toEqual([]);
    await dialog.getByLabel("Name").fill("points");
    await page.keyboard.press("Enter");
    await expect.poll(() => editor(page).textContent()).toContain("max(points, next.points)");
    await inMenu(page, "Formulas as arrays", "Edit");
    await expect.poll(() => editor(page).textContent()).toContain('["@This points", "max", "@Next 1 points"');
    await count(page).getByText("0 errors, 0 warnings").waitFor();
    await inMenu(page, "Arrays as formulas", "Edit");
    await expect.poll(() => editor(page).textContent()).toContain("max(points, next.points)");
    // What can't be renamed is told.
    await page.keyboard.press("Control+Home");
    await inMenu(page, "Rename what stands at the cursor", "Edit");
    await page.getByText("nothing that an author has named stands here").waitFor();
  });

  test("a move says why it goes as it does, and leads to the rule", async () => {
    await openWorkshop(page);
    await write(page, RULES.replace("next.worth) * 2", "next.worth) * 2").replace("<= 5", "<= 0"));
    await page.getByRole("heading", { name: "Rules" }).waitFor();
    await page.locator(".beside h2").first().click();
    for (let move = 0; move < 4; move++) await page.keyboard.press(move % 2 ? "ArrowLeft" : "ArrowUp");
    await tab(page, "Why?").click();
    await page.getByRole("group").getByRole("button", { name: "left" }).click();
    await page.locator(".reasons").getByText("rule 1 does not apply").first().waitFor();
    await page.locator(".reasons").getByText("worth is 1").first().waitFor();
    expect(await faults(page)).toEqual([]);
    await page.locator(".reasons").getByRole("button", { name: "Line 6" }).first().click();
    await expect.poll(() => page.evaluate(() => `${getSelection()}`)).toContain('"merges"');
  });

  test("the game goes on over an edit, and what a script prints is shown", async () => {
    await openWorkshop(page);
    await write(page, RULES);
    await page.getByRole("heading", { name: "Rules" }).waitFor();
    await page.locator(".beside h2").first().click();
    for (const key of ["Left", "Up", "Right"]) await page.keyboard.press(`Arrow${key}`);
    await expect.poll(() => page.locator(".preview-state").textContent()).toMatch(/[1-3] moves/);
    // All of them are played.
    await page.waitForTimeout(1000);
    const before = await page.locator(".preview-state").textContent();
    await write(page, RULES.replace("* 2", "* 3"));
    await page.getByText("The game goes on by the new rules;").waitFor();
    expect(await page.locator(".preview-state").textContent()).toBe(before);
    await write(
      page,
      RULES.replace("3x3", "4x4").replace('"= score += 0"', `"= score += 0", "= _ output 'turn'"`),
    );
    await page.getByText("This could not stay: the board, which has another size now.").waitFor();
    await page.locator(".beside h2").first().click();
    for (const key of ["Left", "Up", "Right"]) await page.keyboard.press(`Arrow${key}`);
    await page.getByRole("log").getByText("turn:").first().waitFor();
    expect(await faults(page)).toEqual([]);
    // Another file is another game.
    await begin(page, "Doubles");
    await page.getByRole("heading", { name: "Doubles" }).waitFor();
    await expect.poll(() => page.locator(".preview-state").textContent()).toContain("0 moves");
  });

  test("a colour is chosen beside its text", async () => {
    await openWorkshop(page);
    await write(page, WORKING.replace('"#f0c040"', '"#f0c04080", "text_colour": "#000000"'));
    const swatch = page.getByLabel("Colour #f0c04080");
    expect(await swatch.inputValue()).toBe("#f0c040");
    await swatch.fill("#112233");
    await expect.poll(() => editor(page).textContent()).toContain('"colour": "#11223380"');
    await page.getByLabel("Colour #11223380").waitFor();
    await page.getByRole("heading", { name: "Mine" }).waitFor();
  });

  test("expressions are evaluated step by step", async () => {
    await openWorkshop(page);
    await tab(page, "Expressions").click();
    await page.getByRole("textbox", { name: "Expression" }).fill('[3, "+", 4, "*", 2]');
    await page.getByRole("button", { name: "Evaluate" }).click();
    await page.locator(".console .result").getByText("14", { exact: true }).waitFor();
    expect(await page.locator(".console .steps li").allTextContents()).toEqual(["3 + 4 → 7", "7 * 2 → 14"]);
    await page.getByRole("textbox", { name: "Expression" }).fill('["@BigInt 2", "^B", "@BigInt 99999999"]');
    await page.getByRole("button", { name: "Evaluate" }).click();
    await page.locator(".console .problem").getByText("integer_bits").waitFor();
  });

  test("games are played, counted and plotted; another run is compared with them", async () => {
    await openWorkshop(page);
    await tab(page, "Trials").click();
    await page.getByLabel("Games", { exact: true }).fill("20");
    await page.getByRole("button", { name: "Play 20 games" }).click();
    await expect.poll(() => page.locator(".trial .totals").textContent()).toMatch(/^Games20Moves/);
    await page.getByRole("img", { name: /Scores of the games: games from 0 to / }).waitFor();
    expect(await page.locator(".plot").count()).toBe(3);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as CSV" }).click();
    const lines = readFileSync(await (await download).path(), "utf8")
      .trim()
      .split("\n");
    expect(lines).toHaveLength(21);
    await write(page, WORKING);
    await page.getByText("The mode has changed since these games.").waitFor();
    await page.getByRole("button", { name: "Play 20 games" }).click();
    await page.getByText("before: 20", { exact: true }).waitFor();
  });

  test("files come from templates and modes, and go out as file, code and link", async () => {
    await openWorkshop(page);
    await begin(page, "Neighbours");
    await page.getByRole("heading", { name: "Neighbours" }).waitFor();
    await begin(page, "DIVE");
    await page.getByRole("heading", { name: "DIVE" }).waitFor();
    await count(page).getByText("0 errors, 0 warnings").waitFor();

    await write(page, WORKING);
    await page.getByRole("heading", { name: "Mine" }).waitFor();
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await inMenu(page, "Copy the mode code");
    await page.getByText("Mode code copied.").waitFor();
    expect(await clipboard()).toMatch(/^@2048PowCompMode\|3\.0\|/);
    await inMenu(page, "Copy a link to the file");
    await page.getByText("Link copied.").waitFor();
    const link = await clipboard();
    const download = page.waitForEvent("download");
    await inMenu(page, "Save the file");
    const saved = await download;
    expect(saved.suggestedFilename()).toBe("mine.jsonc");
    expect(readFileSync(await saved.path(), "utf8")).toBe(WORKING);
    const pageDownload = page.waitForEvent("download");
    await inMenu(page, "Save as a page");
    const savedPage = await pageDownload;
    expect(savedPage.suggestedFilename()).toBe("mine.html");
    expect(
      openAny(readFileSync(await savedPage.path(), "utf8"))
        .mode()
        .source(),
    ).toBe(WORKING);

    await openWorkshop(page, "#/mode/050-dive");
    await page.getByRole("heading", { name: "DIVE" }).waitFor();
    await page.goto(link);
    await page.getByRole("heading", { name: "Mine" }).waitFor();
    expect(await page.locator(".cm-content").textContent()).toContain('"grid": "3x3"');
  });

  test("the file is still there after a reload", async () => {
    await openWorkshop(page);
    await write(page, WORKING);
    await page.getByRole("heading", { name: "Mine" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Mine" }).waitFor();
  });

  test("no draft is lost to a link, a template, or another tab", async () => {
    await openWorkshop(page);
    await write(page, WORKING);
    await page.getByRole("heading", { name: "Mine" }).waitFor();
    // A link.
    await page.goto(`${site.url}workshop.html#/mode/050-dive`);
    await page.getByRole("heading", { name: "DIVE" }).waitFor();
    await page.getByText("Your draft of Mine is kept.").waitFor();
    await page.getByRole("button", { name: "Back to it" }).click();
    await page.getByRole("heading", { name: "Mine" }).waitFor();
    // A template, and another tab that goes on with the draft.
    const other = await browser.context.newPage();
    await openWorkshop(other);
    await other.getByRole("heading", { name: "Mine" }).waitFor();
    await write(other, WORKING.replace("Mine", "Theirs"));
    await other.getByRole("heading", { name: "Theirs" }).waitFor();
    await other.waitForTimeout(600);
    await write(page, WORKING.replace("Mine", "Ours"));
    await page.getByRole("heading", { name: "Ours" }).waitFor();
    await page.waitForTimeout(600);
    await begin(page, "Walls and ice");
    await page.getByText("Ours is kept as a draft.").waitFor();
    await page.getByRole("button", { name: "Back to it" }).click();
    await page.getByRole("heading", { name: "Ours" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Ours" }).waitFor();
    await page.getByRole("button", { name: "Begin with" }).click();
    const drafts = page.getByRole("region", { name: "Your drafts" }).getByRole("button");
    await expect
      .poll(() => drafts.allTextContents())
      .toEqual([expect.stringContaining("Ours"), expect.stringContaining("Theirs")]);
  });

  test("what was typed last is there, also when the page is left at once", async () => {
    await openWorkshop(page);
    await write(page, WORKING.replace("Mine", "Hasty"));
    await page.reload();
    await page.getByRole("heading", { name: "Hasty" }).waitFor();
  });

  test("one can write before the engine is there; what was written is checked and played then", async () => {
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route("**/*.wasm", (route) => held.then(() => route.continue()));
    await page.goto(`${site.url}workshop.html`);
    await write(page, WORKING.replace("merges", "mergs"));
    await page.getByText("Not checked yet").waitFor();
    await page.getByRole("progressbar", { name: "How much of the engine is here" }).waitFor();
    await page.locator(".cm-gutter-lint").waitFor();
    expect(await faults(page)).toEqual([]);
    release();
    await count(page).getByText("1 error").waitFor();
    await page.locator(".cm-lintRange-error").getByText('"mergs"').waitFor();
    await write(page, WORKING);
    await page.getByRole("heading", { name: "Mine" }).waitFor();
    await page.locator(".beside h2").first().click();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => page.locator(".preview-state").textContent()).toMatch(/[12] moves/);
  });

  test("one can write before the rest of the page is there", async () => {
    const release = site.hold();
    await page.goto(`${site.url}workshop.html`, { waitUntil: "commit" });
    await editor(page).click();
    expect(await editor(page).inputValue()).toContain('"title": "Doubles"');
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText(WORKING);
    for (const key of ["Control+Home", "ArrowDown", "End"]) await page.keyboard.press(key);
    release();
    // The editor has the text, the cursor and the focus.
    await page.locator(".cm-editor.cm-focused").waitFor();
    await page.keyboard.insertText(" // here");
    await editor(page).getByText('"title": "Mine", // here').waitFor();
    await page.getByRole("heading", { name: "Mine" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Mine" }).waitFor();
  });

  test("the tabs are chosen by keys, and the one that was chosen is kept", async () => {
    await openWorkshop(page);
    await tab(page, "Play").focus();
    for (const [key, name] of [
      ["ArrowRight", "Why?"],
      ["ArrowRight", "Expressions"],
      ["ArrowRight", "Trials"],
      ["End", "What changed"],
      ["ArrowRight", "Play"],
      ["ArrowLeft", "What changed"],
      ["ArrowLeft", "Trials"],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => page.locator('[role="tab"][aria-selected="true"]').textContent()).toBe(name);
      await page.getByRole("tabpanel", { name }).waitFor();
    }
    // None of these keys was for the game.
    expect(await page.locator(".beside .board").getAttribute("data-pressed")).toBe("0");
    await page.reload();
    await page.getByRole("tabpanel", { name: "Trials" }).waitFor();
    // On narrow screens the editor is one of them.
    await page.setViewportSize({ width: 600, height: 800 });
    await tab(page, "Editor").click();
    await editor(page).waitFor();
    expect(await page.getByRole("tabpanel", { name: "Trials" }).isVisible()).toBe(false);
  });

  test("the keyboard gets out of the editor", async () => {
    await openWorkshop(page);
    await editor(page).click();
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest(".editor"))).toBeNull();
  });
});

describe.each(["light", "dark"] as const)("%s", (colorScheme) => {
  test("axe finds nothing, and nothing sticks out on a small screen", async () => {
    const browser = await visit({ colorScheme, viewport: { width: 320, height: 640 } });
    const { page } = browser;
    try {
      await openWorkshop(page);
      expect(await faults(page)).toEqual([]);
      const seen = async () => {
        expect(await faults(page)).toEqual([]);
        expect(await beyond(page)).toEqual([]);
      };
      await tab(page, "Play").click();
      await page.locator(".beside .board").waitFor();
      await seen();
      await tab(page, "Expressions").click();
      await page.getByRole("button", { name: "Evaluate" }).click();
      await page.locator(".console .result, .console .problem").first().waitFor();
      await seen();
      await tab(page, "Trials").click();
      await page.getByRole("button", { name: "Play 100 games" }).click();
      await page.locator(".plot").first().waitFor();
      await seen();
      await page.getByRole("button", { name: "Begin with" }).click();
      await page.getByRole("button", { name: "DIVE", exact: true }).waitFor();
      await seen();
      await page.keyboard.press("Escape");
      await tab(page, "Editor").click();
      await write(page, WORKING.replace("merges", "mergs"));
      await count(page).getByText("1 error").waitFor();
      expect(await faults(page)).toEqual([]);
      await write(page, '{ "title": "x", "spawn_l');
      await page.keyboard.press("Control+Space");
      await page.locator(".cm-tooltip-autocomplete").waitFor();
      expect(await faults(page)).toEqual([]);
      expect(await beyond(page)).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
