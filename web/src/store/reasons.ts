// Why something is not kept, in words.

import { errorOf, type Kept } from "./trouble";

/** The reason, in words that go on from "…: "; `null` if it is kept. */
export function troubleOf(kept: Kept): string | null {
  const trouble = errorOf(kept);
  return trouble && reasonOf(trouble.error);
}

const REASONS: Readonly<Record<string, string>> = {
  QuotaExceededError: "the browser has no room left",
  SecurityError: "the browser does not let this site keep data",
  InvalidStateError: "the browser does not let this site keep data",
  VersionError: "a newer version of this site has kept games here; load the page anew",
};

function reasonOf(error: unknown): string {
  // A reason that is in words already (connection.ts).
  if (error instanceof Error && error.name === "StoreError") return error.message;
  if (error instanceof DOMException || error instanceof Error) {
    const { name, message } = error;
    return REASONS[name] ?? `the browser says: ${message || name}`;
  }
  // No permission: in some browsers there is nothing to ask at all.
  return REASONS.SecurityError ?? "";
}
