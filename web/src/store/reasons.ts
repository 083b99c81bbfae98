// What is not kept or can't be read, and why, in words. Comes with the archive.

import { archive as texts } from "virtual:texts/archive";
import { errorOf, type Kept } from "./trouble";

/** The reason, in words that go on from "…: "; `null` if it is kept. */
function troubleOf(kept: Kept): string | null {
  const trouble = errorOf(kept);
  return trouble && reasonOf(trouble.error);
}

const REASONS = {
  QuotaExceededError: "noRoom",
  SecurityError: "notAllowed",
  InvalidStateError: "notAllowed",
  VersionError: "newerGames",
} as const;

const isKnown = (name: string): name is keyof typeof REASONS => name in REASONS;

/** Returns the reason of a failure, in such words. */
export function reasonOf(error: unknown): string {
  // A reason that is in words already (connection.ts).
  if (error instanceof Error && error.name === "StoreError") return error.message;
  if (error instanceof DOMException || error instanceof Error) {
    const { name, message } = error;
    return isKnown(name) ? texts[REASONS[name]] : texts.browserSays(message || name);
  }
  // No permission: in some browsers there is nothing to ask at all.
  return texts.notAllowed;
}

/** Tells what is not kept or can't be read, and why, in a few sentences; "" if all is well. */
export function troubleText(): string {
  const [games, settings, reading] = [troubleOf("games"), troubleOf("settings"), troubleOf("reading")];
  const said: string[] = [];
  if (games && settings) said.push(texts.nothingKept(games));
  else if (games) said.push(texts.gamesNotKept(games));
  else if (settings) said.push(texts.settingsNotKept(settings));
  if (reading && !games) said.push(texts.gamesNotRead(reading));
  if (errorOf("cleared")) said.push(texts.cleared);
  if (errorOf("broken")) said.push(texts.broken);
  if (errorOf("begun")) said.push(texts.begunNotListed);
  return said.join(" ");
}
