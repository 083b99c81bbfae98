// Why something is not kept, in words.

import { site } from "../texts/en/site";
import { errorOf, type Kept } from "./trouble";

/** The reason, in words that go on from "…: "; `null` if it is kept. */
export function troubleOf(kept: Kept): string | null {
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

function reasonOf(error: unknown): string {
  // A reason that is in words already (connection.ts).
  if (error instanceof Error && error.name === "StoreError") return error.message;
  if (error instanceof DOMException || error instanceof Error) {
    const { name, message } = error;
    return isKnown(name) ? site[REASONS[name]] : site.browserSays(message || name);
  }
  // No permission: in some browsers there is nothing to ask at all.
  return site.notAllowed;
}
