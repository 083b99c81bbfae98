// What the player prefers, kept in local storage.

import type { Tag } from "../texts/spoken";
import { readJson, writeLocal } from "./local";

export type Theme = "auto" | "light" | "dark";
export type Undo = "allowed" | "one" | "off";

export interface Settings {
  /** "auto" is the first language of the browser that the site has. */
  language: "auto" | Tag;
  theme: Theme;
  /** True if colours of tiles are moved so that the colour-blind tell them apart. */
  apart: boolean;
  /** True if there are buttons for the directions; `null` leaves it to the mode. */
  pad: boolean | null;
  sound: boolean;
  vibration: boolean;
  /** The length of animations, as a part of the usual time; 0 for none. */
  pace: number;
  /** The distance that a finger has to go for a swipe, in CSS pixels. */
  swipe: number;
  /** True if swipes count beside the board as well. */
  anywhere: boolean;
  /** The turns that can be taken back: all of them, one at a time, or none. */
  undo: Undo;
  /** True if a new game in place of one that goes on is asked about. */
  ask: boolean;
  hand: "right" | "left";
}

export const DEFAULTS: Readonly<Settings> = {
  language: "auto",
  theme: "auto",
  apart: false,
  pad: null,
  sound: false,
  vibration: false,
  pace: 1,
  swipe: 24,
  anywhere: false,
  undo: "allowed",
  ask: false,
  hand: "right",
};

const watchers = new Set<() => void>();

export function setting<K extends keyof Settings>(name: K): Settings[K] {
  // Only "pad" has a value of another kind.
  const isKnown = (value: unknown): value is Settings[K] =>
    name === "pad" || typeof value === typeof DEFAULTS[name];
  return readJson(`polymerge.${name}`, isKnown) ?? DEFAULTS[name];
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
