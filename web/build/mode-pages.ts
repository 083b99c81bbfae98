// A page for each built-in mode that can be read without JavaScript: what people
// and search engines find, and what previews of links show. It leads to the game.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type Plugin, runnerImport } from "vite";
import type { CatalogueEntry } from "../src/engine/catalogue.ts";
import type * as facts from "../src/engine/facts.ts";
import type { ModePreview } from "../src/engine/modepreview.ts";
import { card } from "./card.ts";
import { catalogue } from "./catalogue.ts";
import { measuresOfModes } from "./measures.ts";
import { previewOf } from "./mode-previews.ts";
import { escaped, previewTags, siteAddress, type Told } from "./site-address.ts";
import { texts } from "./texts.ts";

/** Letters of a description: search engines and previews show no more. */
const DESCRIPTION = 200;
/** The mode that stands for the whole site. */
const FIRST = "classic";

/** Returns rules for the colours that the pages use, from those of both themes. */
function colors(): string {
  const theme = readFileSync(resolve(import.meta.dirname, "../src/style/theme.css"), "utf8");
  const used = /--(page|ink|soft|line|accent|on-accent): var\(--if-light, (#\w+)\) var\(--if-dark, (#\w+)\)/g;
  const found = [...theme.matchAll(used)].map(([, name, light, dark]) => ({ name, light, dark }));
  if (found.length !== 6)
    throw new Error("theme.css has not all colours of the pages of modes in a line each");
  const rule = (of: "light" | "dark") =>
    `:root{${found.map((color) => `--${color.name}:${color[of]}`).join(";")}}`;
  return `:root{color-scheme:light dark}${rule("light")}@media(prefers-color-scheme:dark){${rule("dark")}}`;
}

const STYLE = `${colors()}
*{box-sizing:border-box}
body{max-width:42rem;margin:auto;padding:1rem;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
a{color:var(--accent)}
img{display:block;max-width:100%;height:auto;max-height:34rem;border-radius:.75rem}
.voice{font-size:1.15rem}
.play{display:inline-block;padding:.6rem 1.6rem;border-radius:.75rem;background:var(--accent);color:var(--on-accent);font-weight:700;text-decoration:none}
dt{font-weight:700}dd{margin:0 0 .6rem}
ul{padding:0;list-style:none}li{padding:.3rem 0}
.merges{display:flex;flex-wrap:wrap;gap:.5rem 1.2rem}.merge{display:flex;gap:.25rem;align-items:center}.merge span{width:3rem;height:3rem}
@media(prefers-reduced-motion:no-preference){.merge>b~span{animation:made 1.5s 3}@keyframes made{40%{scale:.6;opacity:.2}60%{scale:1.15;opacity:1}}}
footer{margin-top:2rem;padding-top:1rem;border-top:1px solid var(--line);color:var(--soft)}
`.replaceAll("\n", "");

function page(told: Told, address: string, home: string, content: string): string {
  const { title, description } = told;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self'; style-src 'unsafe-inline'" />
<title>${escaped(title)} - Polymerge</title>
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="description" content="${escaped(description)}" />
${previewTags(told, address).join("\n")}
<link rel="icon" href="${home}icon.svg" type="image/svg+xml" />
<style>${STYLE}</style>
</head>
<body>
<nav><a href="${home}">Polymerge</a> · <a href="${home}mode/">All modes</a></nav>
<main>
${content}
</main>
<footer>The game itself needs JavaScript and WebAssembly. Once visited, it works without a network.</footer>
</body>
</html>
`;
}

/** A text cut at the end of a word. */
export function shortened(text: string): string {
  if (text.length <= DESCRIPTION) return text;
  return `${text.slice(0, DESCRIPTION).replace(/\s+\S*$/, "")} …`;
}

function tellingOf({ name, title, about }: CatalogueEntry): Told {
  return {
    title: `${title}, a variant of 2048`,
    description: shortened(about),
    path: `mode/${name}/`,
    card: `mode/${name}/card.png`,
  };
}

/** Loads the script that says what a mode is like, with the texts that it says it in. */
async function factsInWords(): Promise<typeof facts.factsOf> {
  const script = resolve(import.meta.dirname, "../src/engine/facts.ts");
  const { module } = await runnerImport<typeof facts>(script, { configFile: false, plugins: [texts()] });
  return module.factsOf;
}

/** Returns examples of merges: tiles, an arrow, what becomes of them. */
function mergesOf({ merges, faces }: ModePreview["examples"]): string {
  const known = new Map(faces.map((face) => [face.id, face]));
  const texts = (ids: readonly number[]) => ids.map((id) => known.get(id)?.text ?? "").join(" + ");
  // The engine draws these pictures, in which texts are escaped.
  const tiles = (ids: readonly number[]) =>
    ids.map((id) => `<span>${known.get(id)?.svg ?? ""}</span>`).join("");
  const items = merges.map(({ inputs, outputs }) => {
    const label = `${texts(inputs)} ${outputs.length > 0 ? `become ${texts(outputs)}` : "vanish together"}`;
    return `<li><span class="merge" role="img" aria-label="${escaped(label)}">${tiles(inputs)}<b>→</b>${tiles(outputs)}</span></li>`;
  });
  return items.length > 0 ? `<ul class="merges">${items.join("")}</ul>` : "";
}

/** A sentence on each mode, in the words of players. */
const voices: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(resolve(import.meta.dirname, "../src/texts/voices/en.json"), "utf8"),
);
const measures = measuresOfModes();

/** Returns the size of a picture as attributes, so that nothing moves when it arrives. */
function sizeOf(svg: string): string {
  const [tag = ""] = /^<svg\b[^>]*>/.exec(svg) ?? [];
  return (tag.match(/ (?:width|height)="[^"]*"/g) ?? []).join("");
}

function pageOf(
  mode: CatalogueEntry,
  preview: ModePreview,
  modes: readonly CatalogueEntry[],
  address: string,
  factsOf: typeof facts.factsOf,
): string {
  const like = modes.filter(({ name, family }) => family === mode.family && name !== mode.name);
  // The title is said already.
  const rules = preview.rules.filter(({ level }, index) => index > 0 || level === 0);
  // The engine writes this markup: styles and escaped text.
  const lines = rules.map(({ level, html }) => (level === 0 ? `<p>${html}</p>` : `<h2>${html}</h2>`));
  const lists = factsOf(mode, preview, measures[mode.name]).map(
    ([name, text]) => `<dt>${escaped(name)}</dt><dd>${escaped(text)}</dd>`,
  );
  const links = like.map(({ name, title }) => `<li><a href="../${name}/">${escaped(title)}</a></li>`);
  const content = [
    `<h1>${escaped(mode.title)}</h1>`,
    `<p><a class="play" href="../../#/play/${mode.name}">Play ${escaped(mode.title)}</a></p>`,
    `<p class="voice">${escaped(voices[mode.name] ?? "")}</p>`,
    `<img src="board.svg" alt="A board of ${escaped(mode.title)}"${sizeOf(preview.board)} />`,
    mergesOf(preview.examples),
    ...lines,
    `<dl>${lists.join("")}</dl>`,
    ...(links.length > 0 ? ["<h2>More of this family</h2>", `<ul>${links.join("")}</ul>`] : []),
  ];
  return page(tellingOf(mode), address, "../../", content.join("\n"));
}

function listOf(modes: readonly CatalogueEntry[], address: string): string {
  const families = [...new Set(modes.map(({ family }) => family))].flatMap((family) => {
    const lines = modes
      .filter((mode) => mode.family === family)
      .map(
        ({ name, title, about }) =>
          `<li><a href="${name}/">${escaped(title)}</a>: ${escaped(shortened(about))}</li>`,
      );
    const headline = family.charAt(0).toUpperCase() + family.slice(1);
    return [`<h2>${escaped(headline)}</h2>`, `<ul>${lines.join("")}</ul>`];
  });
  const told = {
    title: `${modes.length} variants of 2048`,
    description: "What each of them is about, with its rules in words and a picture of its board.",
    path: "mode/",
    card: `mode/${FIRST}/card.png`,
  };
  return page(told, address, "../", [`<h1>${told.title}</h1>`, ...families].join("\n"));
}

/** Returns the files for search engines, with the addresses of the pages, if they are known. */
function guides(modes: readonly CatalogueEntry[], address: string): [string, string][] {
  const robots = "User-agent: *\nDisallow:\n";
  if (address === "") return [["robots.txt", robots]];
  const paths = ["", "workshop.html", "mode/", ...modes.map(({ name }) => `mode/${name}/`)];
  const places = paths.map((path) => `<url><loc>${escaped(address + path)}</loc></url>`);
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${places.join("\n")}
</urlset>
`;
  return [
    ["robots.txt", `${robots}Sitemap: ${address}sitemap.xml\n`],
    ["sitemap.xml", sitemap],
  ];
}

/**
 * The files for readers without JavaScript: names and contents. `wanted` are the modes that get a
 * page, all if absent. Cards are made where the address of the site is known: previews take no others.
 */
export async function* modePages(
  address: string,
  wanted?: readonly string[],
): AsyncGenerator<[name: string, content: string | Buffer]> {
  const polymerge = await import("polymerge");
  const factsOf = await factsInWords();
  const modes = catalogue();
  yield* guides(modes, address);
  yield ["mode/index.html", listOf(modes, address)];
  for (const info of modes) {
    const { name } = info;
    if (wanted && !wanted.includes(name)) continue;
    const preview = previewOf(polymerge, name);
    const { board } = preview;
    yield [`mode/${name}/index.html`, pageOf(info, preview, modes, address, factsOf)];
    yield [`mode/${name}/board.svg`, board];
    if (address) yield [`mode/${name}/card.png`, await card({ ...info, board })];
  }
}

/** Writes the pages of the modes beside the site, and tags for previews into its own page. */
export function pagesOfModes(): Plugin {
  const address = siteAddress();
  let out = "";
  return {
    name: "mode-pages",
    apply: "build",
    configResolved(config) {
      out = resolve(config.root, config.build.outDir);
    },
    transformIndexHtml(html) {
      const description = "2048 and over a hundred variants, to play in the browser, offline too.";
      const told = { title: "Polymerge", description, path: "", card: `mode/${FIRST}/card.png` };
      return html.replace("</title>", `</title>\n    ${previewTags(told, address).join("\n    ")}`);
    },
    // Not before: the service worker keeps what is in the bundle.
    async writeBundle() {
      for await (const [name, content] of modePages(address)) {
        const file = resolve(out, name);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, content);
      }
    },
  };
}
