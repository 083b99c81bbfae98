// The file in the workshop is kept in this browser until another takes its place.

const KEY = "polymerge.workshop";

export function readDraft(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function keepDraft(text: string): void {
  try {
    localStorage.setItem(KEY, text);
  } catch {
    // Without room or permission it lives as long as the page.
  }
}
