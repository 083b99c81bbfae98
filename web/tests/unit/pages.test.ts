// The pages of modes that can be read without JavaScript, and their pictures.

import { describe, expect, test } from "vitest";
import { modePages, shortened } from "../../build/mode-pages.ts";
import { siteAddress } from "../../build/site-address.ts";

const MODE = "mode/050-dive";

async function made(address: string): Promise<Map<string, string | Buffer>> {
  const files = new Map<string, string | Buffer>();
  for await (const [name, content] of modePages(address, ["050-dive"])) files.set(name, content);
  return files;
}

test("without an address nothing names one", async () => {
  const files = await made("");
  expect([...files.keys()]).toEqual([
    "robots.txt",
    "mode/index.html",
    `${MODE}/index.html`,
    `${MODE}/board.svg`,
  ]);
  const page = `${files.get(`${MODE}/index.html`)}`;
  expect(page).toContain('<meta property="og:title" content="DIVE, a variant of 2048" />');
  expect(page).toContain('href="../../#/play/050-dive"');
  expect(page).toContain("After DIVE by Alex Fink.");
  expect(page).toMatch(/<span class="merge" role="img" aria-label="2 \+ 2 become 4"><span><svg/);
  expect(page).toContain("No end and no goal: each prime you find changes what comes next.");
  // Nothing moves when the picture arrives.
  expect(page).toMatch(/<img src="board.svg" alt="A board of DIVE" width="\d+" height="\d+" \/>/);
  expect(page).not.toMatch(/og:url|og:image|canonical|<script/);
  expect(`${files.get("robots.txt")}`).not.toContain("Sitemap");
});

test("with an address pages name themselves and their pictures, and there is a map of them", async () => {
  const files = await made("https://example.org/play/");
  const page = `${files.get(`${MODE}/index.html`)}`;
  const address = `https://example.org/play/${MODE}/`;
  expect(page).toContain(`<link rel="canonical" href="${address}" />`);
  expect(page).toContain(`<meta property="og:url" content="${address}" />`);
  expect(page).toContain(`<meta property="og:image" content="${address}card.png" />`);
  expect(`${files.get("sitemap.xml")}`).toContain(`<url><loc>${address}</loc></url>`);
  expect(`${files.get("robots.txt")}`).toContain("Sitemap: https://example.org/play/sitemap.xml");
  const card = files.get(`${MODE}/card.png`) as Buffer;
  expect(card.toString("latin1", 1, 4)).toBe("PNG");
  expect([card.readUInt32BE(16), card.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(card.length).toBeLessThan(100_000);
});

describe("the address of the site", () => {
  test.each([
    ["", ""],
    ["https://example.org", "https://example.org/"],
    ["http://example.org/a/b", "http://example.org/a/b/"],
  ])('"%s"', (setting, address) => expect(siteAddress(setting)).toBe(address));

  test.each(["example.org", "ftp://example.org", "https://example.org/?a"])("is not %s", (setting) =>
    expect(() => siteAddress(setting)).toThrow(/SITE_URL/),
  );
});

test("long descriptions end with a word", () => {
  expect(shortened("short")).toBe("short");
  expect(shortened("word ".repeat(60))).toMatch(/ word …$/);
});
