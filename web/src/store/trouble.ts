// Whether the browser keeps what it is given, and why not, so that the page can
// say so as soon as it is known.

/** What is kept: games in the database; settings, presets and drafts in local storage. */
export type Kept = "games" | "settings";

const troubles = new Map<Kept, string>();
const watchers = new Set<() => void>();

/** Why something is not kept, in words that go on from "…: "; `null` if it is. */
export function troubleOf(kept: Kept): string | null {
  return troubles.get(kept) ?? null;
}

/** Tells of changes until the function given back is called. */
export function watchTrouble(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export function reportTrouble(kept: Kept, error: unknown): void {
  const why = reasonOf(error);
  if (troubles.get(kept) === why) return;
  troubles.set(kept, why);
  tell();
}

export function clearTrouble(kept: Kept): void {
  if (troubles.delete(kept)) tell();
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

function tell(): void {
  for (const watcher of watchers) watcher();
}
