// What the player prefers, kept in local storage.

import { readLocal, writeLocal } from "./local";

export type Theme = "auto" | "light" | "dark";

export interface Settings {
  theme: Theme;
  /** Whether there are buttons for the directions; `null` leaves it to the mode. */
  pad: boolean | null;
}

const DEFAULTS: Settings = {
  theme: "auto",
  pad: null,
};

const watchers = new Set<() => void>();

export function setting<K extends keyof Settings>(name: K): Settings[K] {
  const kept = readLocal(`polymerge.${name}`);
  if (kept === null) return DEFAULTS[name];
  try {
    return JSON.parse(kept) as Settings[K];
  } catch {
    return DEFAULTS[name];
  }
}

export function change<K extends keyof Settings>(name: K, value: Settings[K]): void {
  writeLocal(`polymerge.${name}`, JSON.stringify(value));
  for (const watcher of watchers) watcher();
}

/** Tells of changes until the function given back is called. */
export function watchSettings(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Gives the page the colours that are wanted. */
export function applyTheme(): void {
  const theme = setting("theme");
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
