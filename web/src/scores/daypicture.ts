// The result of a game of the day as a picture to share: its board in colours without numbers, so that it
// gives nothing of the game away, on the colours of its mode.

import type { Sheet } from "../game/picture";
import { shown } from "../summary";
import { dateOf } from "../texts/language";
import { type Board, daily, factsOf, PLAYED, type Result, weekOf } from "./days";

/** The size of a picture, the top of its board, and the greatest width and height of that. */
const [WIDTH, HEIGHT] = [1000, 1250];
const TOP = 200;
const MOST = 640;
/** The place of the week in squares, and their size. */
const WEEK = { top: 1010, side: 44, gap: 14 };

/** The colours of the site, where those of a mode can't be read. */
const PLAIN = { "--page": "#f5f1ea", "--ink": "#2a231d", "--soft": "#65594e", "--accent": "#a4331f" };

/** Draws the board: squares on the grid, none where it has holes. */
function drawBoard({ pen }: Sheet, { cells, grid }: Board): void {
  const columns = Math.max(1, ...cells.map((row) => row.length));
  const side = MOST / Math.max(columns, cells.length);
  const [width, height] = [side * columns, side * cells.length];
  const [left, top] = [(WIDTH - width) / 2, TOP + (MOST - height) / 2];
  const gap = side * 0.06;
  pen.fillStyle = grid;
  pen.beginPath();
  pen.roundRect(left - gap, top - gap, width + 2 * gap, height + 2 * gap, 3 * gap);
  pen.fill();
  for (const [y, row] of cells.entries())
    for (const [x, color] of row.entries()) {
      if (color === "-") continue;
      pen.fillStyle = color || "#ffffff50";
      pen.beginPath();
      pen.roundRect(left + x * side + gap, top + y * side + gap, side - 2 * gap, side - 2 * gap, 2 * gap);
      pen.fill();
    }
}

/** Draws a row of signs as squares: full ones for the days on which one took part. */
function drawWeek({ pen }: Sheet, row: string, color: string): void {
  const { top, side, gap } = WEEK;
  const days = [...row];
  const left = (WIDTH - days.length * side - (days.length - 1) * gap) / 2;
  pen.fillStyle = color;
  pen.strokeStyle = color;
  pen.lineWidth = 4;
  for (const [index, day] of days.entries()) {
    pen.beginPath();
    pen.roundRect(left + index * (side + gap) + 2, top + 2, side - 4, side - 4, 8);
    if (day === PLAYED) pen.fill();
    else pen.stroke();
  }
}

/** Draws the picture of the result of a day. */
export async function pictureOfDay(
  date: string,
  result: Result,
  dates?: readonly string[],
  address = daily(),
): Promise<File> {
  // Scripts of their own, which other parts of the page need as well.
  const [{ sheet }, { moodOfColors }] = await Promise.all([
    import("../game/sharing"),
    import("../views/wear"),
  ]);
  const { title, score, board } = result;
  const colors = { ...PLAIN, ...(board && moodOfColors(board)?.light) };
  const [ink, soft, accent] = [colors["--ink"], colors["--soft"], colors["--accent"]];
  const { row, streak } = weekOf(date, dates);
  const paper = await sheet(HEIGHT, colors["--page"]);
  const { write } = paper;
  write(title, 64, ink, 92);
  write(`Polymerge · ${dateOf(date)}`, 34, soft, 150);
  // Results that were kept by earlier versions have no board: the score takes its place.
  if (board) drawBoard(paper, board);
  else write(shown(score), 180, accent, TOP + MOST / 2 + 60);
  write(factsOf(result), 42, ink, TOP + MOST + 100);
  drawWeek(paper, row, accent);
  write(streak, 42, accent, WEEK.top + WEEK.side + 60);
  write(address.replace(/^https?:\/\//, ""), 32, soft, HEIGHT - 40);
  return paper.file(`${title} ${date}`);
}
