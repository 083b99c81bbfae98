// Links that were cut or altered on the way: the page says so, and opens no other
// game in silence. Older links, without a check, open as before.

import { expect, test } from "vitest";
import { board, choose, open, openCodes, play, ready, visit } from "./browser.ts";
import { CLIPBOARD, eachInItsOwnBrowser, page, site } from "./fresh.ts";

eachInItsOwnBrowser(CLIPBOARD);

/** The link that Share has copied. */
async function shared(name: string): Promise<string> {
  await choose(page, "Share");
  const offer = page.getByRole("listitem").filter({ hasText: name }).first();
  await offer.getByRole("button", { name: "Copy" }).click();
  await offer.getByRole("button", { name: "Copied" }).waitFor();
  const link = await offer.getByRole("textbox").inputValue();
  await page.keyboard.press("Escape");
  return link;
}

/** Goes to a link in a page that knows nothing of it. */
async function follow(link: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(link);
}

const refused = () => page.getByRole("heading", { name: "This can't be opened" }).waitFor();

test("a game as moves: whole, cut, altered, and as older links were", async () => {
  await open(page, site.url, "#/play/050-dive");
  await play(page, 30);
  const cells = await board(page);
  const link = await shared("Link to this game");
  expect(link).toMatch(/#\/moves\/050-dive\/\d+\/\d+\/%3D\w+%3D/);
  await follow(link);
  await ready(page);
  await expect.poll(() => board(page)).toEqual(cells);

  await follow(link.replace(/%3D\w+%3D/, ""));
  await ready(page);
  await expect.poll(() => board(page)).toEqual(cells);

  const seed = /dive\/(\d+)/.exec(link)?.[1] ?? "";
  for (const other of [
    link.slice(0, -3),
    link.replace(/%3D\w+%3D/, "").slice(0, -3),
    link.replace(seed, `${seed}1`),
  ]) {
    await follow(other);
    await refused();
    expect(await page.locator(".board").count()).toBe(0);
  }
  await follow(link.slice(0, -4));
  await page.getByText(/This link is not whole: of \d+ moves, \d+ can be read\./).waitFor();
  await page.getByRole("button", { name: "Open what can be read" }).click();
  await page.getByText(/This is not all of the game: its link was cut/).waitFor();
  await ready(page);
  expect(await board(page)).not.toEqual(cells);
});

test.each(["packed", "code"])("a changed game as %s: whole, cut, altered", async (kind) => {
  await open(page, site.url, "#/play/001-2048");
  await choose(page, "Options");
  await page.getByText("Grid", { exact: true }).click();
  await page.getByLabel("Width").fill("5");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await ready(page);
  await play(page, 8);
  let link = await shared("Link to this game");
  expect(link).toMatch(/#\/packed\/\w+=/);
  if (kind === "code") {
    // A replay that was imported has its code in the address.
    await choose(page, "Share");
    await openCodes(page);
    const offer = page.getByRole("listitem").filter({ hasText: "Replay code" }).first();
    await offer.getByRole("button", { name: "Copy" }).click();
    const code = await offer.getByRole("textbox").inputValue();
    await open(page, site.url, "#/import");
    await page.locator("#code").fill(code);
    await page.locator("form button[type=submit]").click();
    await page.getByRole("slider", { name: "Move" }).waitFor();
    link = page.url();
    expect(link).toMatch(/#\/code\/\w+%3D/);
  }
  const opened = () => (kind === "code" ? page.getByRole("slider", { name: "Move" }).waitFor() : ready(page));
  await follow(link);
  await opened();
  await follow(link.replace(/(packed|code)\/\w+(=|%3D)/, "$1/"));
  await opened();
  const at = link.length - 6;
  const altered = link.slice(0, at) + (link[at] === "A" ? "B" : "A") + link.slice(at + 1);
  for (const other of [link.slice(0, -1), link.slice(0, -40), altered]) {
    await follow(other);
    await refused();
    // What is cut in the middle of an escaped letter is no code to the engine.
    if (kind === "packed") await page.getByText("This link is not whole. Was all of it copied?").waitFor();
  }
});

test.each([
  ["a mode as it is", "#/play/050-dive", /#\/game\/[^/]+\/play\/050-dive$/],
  ["a mode that was changed", "#/import", /#\/game\/[^/]+\/packed\/\w+=/],
])("the address of a game of %s opens its mode where the game is not", async (_, address, expected) => {
  await page.goto(`${site.url}${address}`);
  if (address === "#/import") {
    await page.locator("#code").fill('{ "title": "Mine", "spawns": [{ "tile": [3] }] }');
    await page.locator("form button[type=submit]").click();
  } else {
    await ready(page);
    await play(page, 5);
    await page.goto(`${site.url}#/games`);
    await page.locator(".kept-game").first().click();
  }
  await page.waitForURL(expected);
  await ready(page);
  const title = await page.getByRole("heading", { level: 1 }).textContent();
  const own = await board(page);
  const other = await visit();
  try {
    await other.page.goto(page.url());
    await ready(other.page);
    expect(await other.page.getByRole("heading", { level: 1 }).textContent()).toBe(title);
    expect(await board(other.page)).toHaveLength(own.length);
    expect(other.errors).toEqual([]);
  } finally {
    await other.close();
  }
  // Here it is the game itself.
  await page.reload();
  await ready(page);
  await expect.poll(() => board(page)).toEqual(own);
});

test("Share copies the result and a link to play, where the browser hands nothing over", async () => {
  await open(page, site.url, "#/play/050-dive");
  await play(page, 20);
  await choose(page, "Share");
  await page.getByRole("dialog").getByRole("button", { name: "Share", exact: true }).click();
  await page.getByText("The result and the link are copied.").waitFor();
  const [text = "", link = ""] = (await page.evaluate(() => navigator.clipboard.readText())).split("\n");
  expect(text).toMatch(/^DIVE: [\d,]+ points?, (best tile \d+, )?\d+ moves$/);
  expect(link).toBe(`${site.url}#/play/050-dive`);
});

test("Share shows the result and the link in a field, where they can't be copied", async () => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
    document.execCommand = () => false;
  });
  await page.goto(`${site.url}#/play/050-dive`);
  await page.reload();
  await ready(page);
  await choose(page, "Share");
  await page.getByRole("dialog").getByRole("button", { name: "Share", exact: true }).click();
  await page.getByText("The browser does not let this page copy.").waitFor();
  const field = page.getByRole("dialog").getByRole("textbox", { name: "Share" });
  expect((await field.inputValue()).split("\n")[1]).toBe(`${site.url}#/play/050-dive`);
});

test("Share hands over in the moment of the click, where the browser can", async () => {
  await page.addInitScript(() => {
    Object.assign(navigator, {
      share: async () => {
        document.title = isClick ? "in the click" : "later";
      },
    });
    let isClick = false;
    const begin = () => {
      isClick = true;
      setTimeout(() => {
        isClick = false;
      });
    };
    addEventListener("click", begin, true);
  });
  await page.goto(`${site.url}#/play/050-dive`);
  await page.reload();
  await ready(page);
  await choose(page, "Share");
  const button = page.getByRole("dialog").getByRole("button", { name: "Share", exact: true });
  // The picture is made meanwhile.
  const click = async () => {
    await button.click();
    return page.title();
  };
  await expect.poll(click).toBe("in the click");
});

test("Share hands over picture, result and link, where the browser can", async () => {
  await page.addInitScript(() => {
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files, ...rest }: ShareData) => {
        const [file] = files ?? [];
        document.title = JSON.stringify({ ...rest, file: file && [file.name, file.type, file.size > 5000] });
      },
    });
  });
  await page.goto(`${site.url}#/play/050-dive`);
  await page.reload();
  await ready(page);
  await choose(page, "Share");
  await page.getByRole("dialog").getByRole("button", { name: "Share", exact: true }).click();
  await expect.poll(() => page.title()).toMatch(/^\{/);
  expect(JSON.parse(await page.title())).toEqual({
    title: "DIVE",
    text: expect.stringMatching(/^DIVE: 0 points, (best tile \d+, )?0 moves$/),
    url: `${site.url}#/play/050-dive`,
    file: ["polymerge-dive.png", "image/png", true],
  });
});

test("Share hands over a game of the day without numbers: text, picture and the way to play it", async () => {
  await page.addInitScript(() => {
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files, ...rest }: ShareData) => {
        const [file] = files ?? [];
        document.title = JSON.stringify({ ...rest, file: file && [file.name, file.size > 5000] });
      },
    });
  });
  await page.goto(`${site.url}#/daily`);
  await page.reload();
  await page.getByRole("button", { name: "Play" }).click();
  await ready(page);
  await play(page, 12);
  await choose(page, "Share");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("img", { name: "Picture" }).waitFor();
  await dialog.getByRole("button", { name: "Share", exact: true }).click();
  await expect.poll(() => page.title()).toMatch(/^\{/);
  expect(JSON.parse(await page.title())).toEqual({
    title: expect.any(String),
    text: expect.stringMatching(/^Polymerge \d{4}-\d\d-\d\d: .+\n.* points? · \d+ moves.*\n□{6}■ 1 day$/u),
    url: `${site.url}#/daily`,
    file: [expect.stringMatching(/^polymerge-.+-\d{4}-\d\d-\d\d\.png$/), true],
  });
});

test.each([
  ["#/game/abc", "This browser does not have this game"],
  ["#/game/abc/play/050-di", 'There is no mode "050-di"'],
  ["#/game/abc/packed/abc", "This link is not whole"],
  ["#/replay/abc", "This browser does not have this game"],
  ["#/position/050-dive/abc", "This link is not whole"],
  ["#/position/050-div/1x9=abc", "This link is not whole"],
  ["#/packed/abc", "This link is not whole"],
  ["#/moves/050-dive/7", "There is no such page"],
  ["#/moves/050-dive/7/12", "This link is not whole: of 12 moves, 0 can be read."],
  ["#/moves/050-d/7/0/", 'There is no mode "050-d"'],
  ["#/moves/50/7/0/", "This link is not whole"],
  ["#/play/050-di", 'There is no mode "050-di"'],
  ["#/play/50", '"50" is no full name of a mode. This is DIVE.'],
  ["workshop.html#/file/abc", "The link is not complete"],
  ["workshop.html#/file/1x9=abc", "The link is not complete"],
])("%s says what is wrong", async (address, said) => {
  await page.goto(`${site.url}${address}`);
  await page.getByText(said).first().waitFor();
});
