// The picture that goes with a link to a mode: its title, what it is about, and
// a board of it. 1200 by 630 pixels, the size that previews of links expect.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { GameView, TileFace } from "polymerge";
import { Canvas } from "./canvas.ts";
import { type Outline, Typeface } from "./font.ts";

const WIDTH = 1200;
const HEIGHT = 630;
const EDGE = 60;
/** The square that the board lies in. */
const BOARD = 510;
const PAGE = 0xf5f1ea;
const INK = 0x2a231d;
const SOFT = 0x65594e;
const ACCENT = 0xa4331f;

/** What a card shows. */
export interface Subject {
  title: string;
  about: string;
  view: GameView;
  face: (id: number) => TileFace;
}

const { resolve } = createRequire(import.meta.url);
const fredoka = (weight: number) =>
  new Typeface(readFileSync(resolve(`@fontsource/fredoka/files/fredoka-latin-${weight}-normal.woff`)));
const bold = fredoka(600);
const thin = fredoka(400);

function width(typeface: Typeface, text: string, size: number): number {
  const units = [...text].reduce((sum, letter) => sum + typeface.advance(typeface.glyphOf(letter)), 0);
  return (units * size) / typeface.unitsPerEm;
}

/** Outlines of a text whose letters stand on a line. */
function written(typeface: Typeface, text: string, size: number, left: number, line: number): Outline[] {
  const scale = size / typeface.unitsPerEm;
  let x = left;
  return [...text].flatMap((letter) => {
    const glyph = typeface.glyphOf(letter);
    const outlines = typeface
      .outlines(glyph)
      .map((outline) => outline.map(([dx, dy]): [number, number] => [x + dx * scale, line - dy * scale]));
    x += typeface.advance(glyph) * scale;
    return outlines;
  });
}

/** A text in lines; the last one ends with dots if there is more. */
function lines(typeface: Typeface, text: string, size: number, room: number, most: number): string[] {
  const all: string[] = [""];
  for (const word of text.split(/\s+/)) {
    const line = all.at(-1) ?? "";
    const longer = line ? `${line} ${word}` : word;
    if (width(typeface, longer, size) <= room || !line) all[all.length - 1] = longer;
    else all.push(word);
  }
  if (all.length <= most) return all;
  return all
    .slice(0, most)
    .map((line, index) => (index === most - 1 ? `${line.replace(/\W+$/, "")} …` : line));
}

function rectangle(x: number, y: number, width: number, height: number, radius: number): Outline {
  const corners = [
    [x + width - radius, y + radius, -90],
    [x + width - radius, y + height - radius, 0],
    [x + radius, y + height - radius, 90],
    [x + radius, y + radius, 180],
  ] as const;
  return corners.flatMap(([cx, cy, from]) =>
    [0, 15, 30, 45, 60, 75, 90].map((turn): [number, number] => {
      const angle = ((from + turn) * Math.PI) / 180;
      return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)];
    }),
  );
}

/** A hexagon with a corner at its top. */
function hexagon(cx: number, cy: number, radius: number): Outline {
  return [-90, -30, 30, 90, 150, 210].map((turn): [number, number] => {
    const angle = (turn * Math.PI) / 180;
    return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)];
  });
}

/** The first colour in a CSS colour or gradient. */
function colorIn(css: string | null, otherwise: number): number {
  const [, digits] = /#([0-9a-f]{6})/i.exec(css ?? "") ?? [];
  return digits ? Number.parseInt(digits, 16) : otherwise;
}

/** Writes a text into a place of so much room, as large as it fits. */
function inscribe(canvas: Canvas, text: string, cx: number, cy: number, room: number, color: number): void {
  // What the typeface has no letters for would be boxes.
  if (!text || [...text].some((letter) => bold.glyphOf(letter) === 0)) return;
  const size = Math.min(room * 0.52, (room * 0.84 * 100) / width(bold, text, 100));
  canvas.fill(written(bold, text, size, cx - width(bold, text, size) / 2, cy + size * 0.35), color);
}

function drawBoard(canvas: Canvas, { view, face }: Subject): void {
  const { rows, columns, hexagonal, cells } = view;
  const across = hexagonal ? (columns + 1) / 2 : columns;
  const down = hexagonal ? 0.866 * (rows - 1) + 1.155 : rows;
  const step = Math.min(BOARD / across, BOARD / down);
  const left = WIDTH - EDGE - BOARD + (BOARD - step * across) / 2;
  const top = (HEIGHT - step * down) / 2;
  const gap = step * 0.05;
  if (!hexagonal) {
    const [wide, high] = [step * columns + 2 * gap, step * rows + 2 * gap];
    canvas.fill(
      [rectangle(left - gap, top - gap, wide, high, step * 0.14)],
      colorIn(view.colors.grid, 0xbcaa94),
    );
  }
  for (const [row, line] of cells.entries())
    for (const [column, cell] of line.entries()) {
      if (cell.ground === null) continue;
      const shown = cell.face < 0 ? null : face(cell.face);
      const color = shown ? colorIn(shown.background, 0xd3c5b3) : colorIn(cell.ground, 0xd3c5b3);
      const cx = left + (hexagonal ? (column + 1) / 2 : column + 0.5) * step;
      const cy = top + (hexagonal ? 0.866 * row + 0.577 : row + 0.5) * step;
      const side = step - 2 * gap;
      const area = hexagonal
        ? hexagon(cx, cy, side * 0.577)
        : rectangle(cx - side / 2, cy - side / 2, side, side, step * 0.1);
      canvas.fill([area], color);
      if (shown)
        inscribe(canvas, shown.text, cx, cy, side * (hexagonal ? 0.85 : 1), colorIn(shown.ink, 0xffffff));
    }
}

/** The card of a mode, or of anything else with a board. */
export function card(subject: Subject): Buffer {
  const canvas = new Canvas(WIDTH, HEIGHT, PAGE);
  const room = WIDTH - 3 * EDGE - BOARD;
  const size = width(bold, subject.title, 84) <= room ? 84 : 60;
  let y = EDGE + size * 0.8;
  for (const line of lines(bold, subject.title, size, room, 3)) {
    canvas.fill(written(bold, line, size, EDGE, y), INK);
    y += size * 1.1;
  }
  const left = Math.max(1, Math.floor((HEIGHT - EDGE - 70 - y) / 44));
  for (const line of lines(thin, subject.about, 32, room, Math.min(3, left))) {
    canvas.fill(written(thin, line, 32, EDGE, y), SOFT);
    y += 44;
  }
  canvas.fill(written(bold, "Polymerge", 40, EDGE, HEIGHT - EDGE), ACCENT);
  drawBoard(canvas, subject);
  return canvas.png();
}
