// What happens in a game in words, for those who can't see it.

import { board as texts } from "virtual:texts/board";
import { game } from "virtual:texts/game";
import type { Standing, Turn } from "../engine/types";
import type { Change, GameModel } from "../game/model";
import { flat, messageOf, shown } from "../summary";

/** Says it in an element of its own, until the function given back is called. */
export function announce(model: GameModel, place: HTMLElement): () => void {
  const element = document.createElement("div");
  element.className = "unseen";
  element.setAttribute("role", "status");
  element.setAttribute("aria-live", "polite");
  place.append(element);
  return model.watch((change) => {
    const text = textOf(change, model);
    // A screen reader does not read a text again that has not changed.
    if (text) element.textContent = element.textContent === text ? `${text}\u00a0` : text;
  });
}

/** Returns the text that announces a change; "" if there is nothing to announce. */
function textOf(change: Change, { state, faces }: GameModel): string {
  switch (change.kind) {
    case "turn": {
      if (!change.way && !isNews(change.turn)) return "";
      return summary(change.way?.name ?? game.done, change.turn, state, (face) => faces.face(face).text);
    }
    case "refused":
      return game.nothingMoves(change.way.name);
    case "failed":
      return messageOf(change.error);
    case "returned":
      return texts.returned(change.why);
    case "shown":
      return change.reason === "replaced" ? "" : game[change.reason](shown(state.score));
    default:
      return "";
  }
}

/** Returns true if something happened by itself that should be announced. */
function isNews(turn: Turn): boolean {
  return [...flat(turn.events)].some((event) => event.kind === "message" || event.kind === "screen");
}

/** A turn in a sentence or two. `name` tells what a tile is called. */
function summary(way: string, turn: Turn, state: Standing, name: (face: number) => string): string {
  if (!turn.moved && turn.events.every((event) => event.kind === "directionBlocked"))
    return game.nothingMoves(capital(way));
  const events = [...flat(turn.events)];
  const merges = events.filter((event) => event.kind === "merge");
  const spawns = events.filter((event) => event.kind === "spawn");
  const parts = [capital(way)];
  if (merges.length > 0) {
    const made = merges.flatMap((event) => event.outputs.filter((tile) => tile.face >= 0));
    parts.push(game.merged({ merges: merges.length, tiles: listed(made.map((tile) => name(tile.face))) }));
  }
  if (turn.score !== 0) parts.push(game.scored({ points: shown(turn.score), score: shown(state.score) }));
  for (const { face, place } of spawns.slice(0, 3))
    if (face >= 0)
      parts.push(game.spawned({ tile: name(face), row: place.row + 1, column: place.column + 1 }));
  for (const event of events) if (event.kind === "message") parts.push(event.text);
  const end = { play: "", win: ` ${game.youWin}`, over: ` ${game.isOver}` }[state.screen];
  return `${parts.join(". ")}.${end}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function listed(names: readonly string[]): string {
  if (names.length > 4) return game.andMore(names.slice(0, 3).join(", "));
  return names.length > 0 ? names.join(", ") : game.nothing;
}
