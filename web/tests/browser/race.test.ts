// A race over a link: one plays and sends it, the other one plays the same game and sends a link back.

import { expect, test } from "vitest";
import { board, choose, open, play, ready, visit } from "./browser.ts";
import { CLIPBOARD, eachInItsOwnBrowser, page as first, site } from "./fresh.ts";

eachInItsOwnBrowser(CLIPBOARD);

/** The link of a race that Share makes. */
async function challenge(page: typeof first): Promise<string> {
  await choose(page, "Share");
  const offer = page.getByRole("listitem").filter({ hasText: "Race" }).first();
  await offer.getByRole("button", { name: "Copy" }).click();
  await offer.getByRole("button", { name: "Copied" }).waitFor();
  const link = await offer.getByRole("textbox").inputValue();
  await page.keyboard.press("Escape");
  return link;
}

/** Both points, one's own first. */
const points = (page: typeof first) =>
  page.locator("table.race tbody tr").first().locator("td").allTextContents();

test("both play one seed, and both see both results", async () => {
  await open(first, site.url, "#/play/classic");
  await ready(first);
  await play(first, 12);
  const own = await first.locator(".stat-value").first().textContent();
  const link = await challenge(first);
  expect(link).toMatch(/#\/race\/classic\/\d+\/\d+\//);
  // One's own link brings no other player.
  await first.goto("about:blank");
  await first.goto(link);
  await first.getByText("Send this link to somebody").waitFor();
  expect(await points(first)).toEqual([own, "–"]);

  const other = await visit(CLIPBOARD);
  const second = other.page;
  await second.goto(link);
  await second.getByText("It is your turn.").waitFor();
  expect(await points(second)).toEqual(["–", own]);
  await second.getByRole("button", { name: "Play", exact: true }).click();
  await ready(second);
  await second.getByText(/Race against/).waitFor();
  // Both games begin with the same tiles.
  await first.goto(link.replace("/race/", "/moves/"));
  await ready(first);
  for (let undone = 0; undone < 12; undone++) await first.keyboard.press("u");
  await expect.poll(() => board(first)).toEqual(await board(second));
  await play(second, 4);
  const back = await challenge(second);
  await second.goto("about:blank");
  await second.goto(link);
  await expect.poll(() => points(second)).toEqual([expect.stringMatching(/^\d/), own]);
  const reached = (await points(second))[0];

  await first.goto("about:blank");
  await first.goto(back);
  await expect.poll(() => points(first)).toEqual([own, reached]);
  await other.close();
});
