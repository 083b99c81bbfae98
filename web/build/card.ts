// The picture that goes with a link to a mode: its title, what it is about, and
// a board of it. 1200 by 630 pixels, the size that previews of links expect.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { escaped } from "./site-address.ts";

const WIDTH = 1200;
const HEIGHT = 630;
const EDGE = 60;
/** The square that the board lies in. */
const BOARD = 510;
/** Room for texts beside it. */
const ROOM = WIDTH - 3 * EDGE - BOARD;

/** The content of a card; the board is an SVG. */
export interface Subject {
  title: string;
  about: string;
  board: string;
}

const { resolve } = createRequire(import.meta.url);
const typeface = (weight: number) =>
  readFile(resolve(`@fontsource/fredoka/files/fredoka-latin-${weight}-normal.woff2`));

/** The typeface, once the program that draws is there. */
const prepared = Promise.all([
  typeface(600),
  typeface(400),
  readFile(resolve("@resvg/resvg-wasm/index_bg.wasm")).then((bytes) => initWasm(bytes)),
]);

/** A text in lines of so many letters at most; the last one ends with dots if there is more. */
export function lines(text: string, letters: number, most: number): string[] {
  const all: string[] = [""];
  for (const word of text.split(/\s+/)) {
    const line = all.at(-1) ?? "";
    const longer = line ? `${line} ${word}` : word;
    if (longer.length <= letters || !line) all[all.length - 1] = longer;
    else all.push(word);
  }
  const shown = all.slice(0, most);
  if (all.length > most) shown.push(`${shown.pop()?.replace(/\W+$/, "")} …`);
  return shown;
}

/** The typeface has no signs for pairs such as fi. */
const apart = (text: string) => text.replace(/f(?=[fil])/g, "f\u200c");

/** Lines below one another; letters of this typeface are about 0.56 of its size wide. */
function written(text: string, top: number, size: number, most: number, look: string) {
  const all = lines(text, Math.floor(ROOM / (size * 0.56)), most);
  const height = size * 1.2;
  const spans = all.map(
    (line, index) => `<tspan x="${EDGE}" y="${top + size + index * height}">${escaped(apart(line))}</tspan>`,
  );
  return {
    svg: `<text font-size="${size}" ${look}>${spans.join("")}</text>`,
    end: top + all.length * height,
  };
}

/** The board at its place, in the one typeface that is there. */
function placed(board: string): string {
  const place = `x="${WIDTH - EDGE - BOARD}" y="${(HEIGHT - BOARD) / 2}" width="${BOARD}" height="${BOARD}"`;
  return board
    .replace(/^<svg\b[^>]*>/, (tag) =>
      tag.replace(/ (width|height)="[^"]*"/g, "").replace("<svg", `<svg ${place}`),
    )
    .replace(/font-family="[^"]*"/g, 'font-family="Fredoka"');
}

/** The card of a mode as PNG. */
export async function card({ title, about, board }: Subject): Promise<Buffer> {
  const [bold, thin] = await prepared;
  const head = written(title, EDGE, title.length > 10 ? 60 : 84, 3, 'font-weight="600" fill="#2a231d"');
  const body = written(about, head.end + 12, 32, 4, 'font-weight="400" fill="#65594e"');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="Fredoka">
<rect width="100%" height="100%" fill="#f5f1ea"/>${head.svg}${body.svg}
<text x="${EDGE}" y="${HEIGHT - EDGE}" font-size="40" font-weight="600" fill="#a4331f">Polymerge</text>
${placed(board)}
</svg>`;
  const font = { fontBuffers: [bold, thin], defaultFontFamily: "Fredoka" };
  return Buffer.from(new Resvg(svg, { font }).render().asPng());
}
