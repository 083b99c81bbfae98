// Which part of the workshop is shown. Where there is room for two, the editor
// stays; on narrow screens it is one of the parts.

import { readLocal, writeLocal } from "../store/local";

export const BESIDE = ["play", "why", "expressions", "trials", "changes"] as const;
export type Tab = "editor" | (typeof BESIDE)[number];

const KEY = "polymerge.workshop.tab";
const wide = matchMedia("(width >= 60rem)");

export const isWide = () => wide.matches;

/** Tells of changes of the width until the function given back is called. */
export function watchWidth(watcher: () => void): () => void {
  wide.addEventListener("change", watcher);
  return () => wide.removeEventListener("change", watcher);
}

export function tabsOf(isWide: boolean): readonly Tab[] {
  return isWide ? BESIDE : ["editor", ...BESIDE];
}

/** The tab that was chosen last, or the first one. */
export function tabAtFirst(): Tab {
  const chosen = readLocal(KEY);
  return tabsOf(false).find((tab) => tab === chosen) ?? "editor";
}

export function keepTab(tab: Tab): void {
  writeLocal(KEY, tab);
}
