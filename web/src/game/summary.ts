// What happened in words, for those who hear or read it.

import type { Standing, Turn, TurnEvent } from "../engine/types";

/** Every event, those of automatic moves among them. */
export function* flat(events: readonly TurnEvent[]): Generator<TurnEvent> {
  for (const event of events) {
    yield event;
    if (event.kind === "autoMove") yield* flat(event.events);
  }
}

/** A number of things, in words. */
export const count = (number: number, noun: string) => `${shown(number)} ${noun}${number === 1 ? "" : "s"}`;

/** A number as people read it. */
export function shown(number: number): string {
  return Math.abs(number) < 1e15 ? number.toLocaleString("en") : number.toPrecision(6);
}

/** What happened, in a sentence or two. `name` tells what a tile is called. */
export function summary(way: string, turn: Turn, state: Standing, name: (face: number) => string): string {
  if (!turn.moved && turn.events.every((event) => event.kind === "directionBlocked")) {
    return `${capital(way)}: nothing moves.`;
  }
  const events = [...flat(turn.events)];
  const merges = events.filter((event) => event.kind === "merge");
  const spawns = events.filter((event) => event.kind === "spawn");
  const parts = [capital(way)];
  if (merges.length > 0) {
    const made = merges.flatMap((event) => event.outputs.filter((tile) => tile.face >= 0));
    parts.push(`${count(merges.length, "merge")} to ${listed(made.map((tile) => name(tile.face)))}`);
  }
  if (turn.score !== 0) parts.push(`plus ${shown(turn.score)}, score ${shown(state.score)}`);
  for (const spawn of spawns.slice(0, 3)) {
    if (spawn.face >= 0)
      parts.push(`new ${name(spawn.face)} in row ${spawn.place.row + 1}, column ${spawn.place.column + 1}`);
  }
  for (const event of events) if (event.kind === "message") parts.push(event.text);
  const end = { play: "", win: " You win!", over: " The game is over." }[state.screen];
  return `${parts.join(". ")}.${end}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function listed(names: readonly string[]): string {
  if (names.length > 4) return `${names.slice(0, 3).join(", ")} and more`;
  return names.length > 0 ? names.join(", ") : "nothing";
}

/** What went wrong, to be read. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
