// The board with its result as a picture, and the sheet on which pictures to share are drawn.

import { game } from "virtual:texts/game";
import { picture as texts } from "virtual:texts/picture";
import { slug } from "../files";
import type { GameModel } from "./model";
import { topTile } from "./result";
import { titleShown } from "./titles";

/** Pixels of a picture across, and around what is on it. */
const WIDTH = 1000;
const EDGE = 50;
const TITLE = 120;
const RESULT = 110;
/** A board that is higher than this, for its width, is made smaller. */
const HIGHEST = 1.3;

/** The name of the file of a game's picture. */
function nameOf(title: string): string {
  return `polymerge-${slug(title, "game")}.png`;
}

/** Returns the result of a game, in a line. */
export function resultOf({ state, view, faces }: GameModel): string {
  const top = topTile(view, faces);
  const parts = [game.points(state.score), top && texts.bestTile(top), game.moves(state.moves)];
  const result = parts.filter(Boolean).join(", ");
  return state.screen === "win" ? texts.won(result) : result;
}

/** A picture that is being drawn. */
export interface Sheet {
  pen: CanvasRenderingContext2D;
  /** Writes a line in the middle of the sheet, so many pixels from its top. */
  write: (text: string, size: number, color: string, line: number) => void;
  /** The picture as a file of a game with this title. */
  file: (title: string) => Promise<File>;
}

/** Begins a picture of a height, on paper of a colour. */
export async function sheet(height: number, paper: string): Promise<Sheet> {
  // The typeface may not have been needed so far.
  await document.fonts.load("600 60px Fredoka").catch(() => {});
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = Math.round(height);
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error(texts.noPictures);
  pen.fillStyle = paper;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  const write: Sheet["write"] = (text, size, color, line) => {
    pen.fillStyle = color;
    pen.font = `600 ${size}px Fredoka, "Arial Rounded MT Bold", system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.fillText(text, WIDTH / 2, line, WIDTH - 2 * EDGE);
  };
  const file = async (title: string) => {
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done));
    if (!blob) throw new Error(texts.failed);
    return new File([blob], nameOf(title), { type: "image/png" });
  };
  return { pen, write, file };
}

/** Draws the picture of a game. */
export async function pictureOf(model: GameModel): Promise<File> {
  const svg = await model.engineGame?.ask("picture");
  if (!svg) throw new Error(texts.tooLarge);
  const board = await imageOf(svg);
  const space = WIDTH - 2 * EDGE;
  const scale = Math.min(space / board.width, (space * HIGHEST) / board.height);
  const [width, height] = [board.width * scale, board.height * scale];
  const { pen, write, file } = await sheet(TITLE + height + RESULT, "#f5f1ea");
  write(titleShown(model.facts.title), 60, "#2a231d", 82);
  pen.save();
  pen.beginPath();
  pen.roundRect((WIDTH - width) / 2, TITLE, width, height, 24);
  pen.clip();
  pen.drawImage(board, (WIDTH - width) / 2, TITLE, width, height);
  pen.restore();
  write(resultOf(model), 38, "#65594e", TITLE + height + 52);
  write("Polymerge", 24, "#a4331f", Math.round(TITLE + height + RESULT) - 18);
  return file(model.facts.title);
}

async function imageOf(svg: string): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(address);
  }
}
