// All that the player prefers. A row of the table says all that is known of a setting: its values are kept
// in local storage, put on the document (look.ts) and chosen on the page of settings (views/settings.tsx),
// from a range if the row has bounds, among its options if it has some, else by a check. The page knows two
// by name: the language is a list and loads the page anew, and themes have pictures.

import type { settings as Texts } from "virtual:texts/settings";
import type { Tag } from "../texts/spoken";
import { Watchers } from "../watchers";
import { readJson, writeLocal } from "./local";

type Value = string | number | boolean | null;

type Text = keyof typeof Texts;

/** A setting: its text is called as the setting is, a sentence about it `…About`. */
export interface Setting<T extends Value> {
  initial: T;
  /** The values by the names of their texts; all of the type of the first value, if there are none. */
  options: Readonly<Partial<Record<Text, T>>>;
  /** The least value of a range, the largest one, and the step between values. */
  bounds?: readonly [number, number, number];
}

/** A setting that is on or off. */
const check: Setting<boolean> = { initial: false, options: {} };

/** A setting with a few values. */
const choice = <const T extends Value>(initial: NoInfer<T>, options: Setting<T>["options"]): Setting<T> => ({
  initial,
  options,
});

/** Each language under its own name; the compiler asks for the missing ones. */
const languages: { [K in Tag]: K } = { en: "en", de: "de", es: "es" };

/** The settings, in the order in which the page shows them. */
export const SETTINGS = {
  /** "auto" is the first language of the browser that the site has. */
  language: choice("auto", { languageAuto: "auto", ...languages }),
  theme: choice("auto", { system: "auto", light: "light", dark: "dark" }),
  /** True if colours of tiles are moved so that the colour-blind tell them apart. */
  apart: check,
  /** The length of animations, as a part of the usual time; 0 for none. */
  pace: choice(1, { slow: 1.8, usual: 1, fast: 0.5, none: 0 }),
  /** The turns that can be taken back: all of them, one at a time, or none. */
  undo: choice("allowed", { undoAny: "allowed", undoOne: "one", undoOff: "off" }),
  hand: choice("right", { rightHand: "right", leftHand: "left" }),
  /** True if there are buttons for the directions; `null` leaves it to the mode. */
  pad: choice(null, { padByMode: null, padAlways: true, padNever: false }),
  /** True if a new game in place of one that goes on is asked about. */
  ask: check,
  sound: check,
  vibration: check,
  /** True if swipes count beside the board as well. */
  anywhere: check,
  /** The distance that a finger has to go for a swipe, in CSS pixels. */
  swipe: { initial: 24, options: {}, bounds: [8, 80, 4] } as Setting<number>,
};

export type Name = keyof typeof SETTINGS;

export type Settings = { [K in Name]: (typeof SETTINGS)[K]["initial"] };

const watchers = new Watchers();

export function setting<K extends Name>(name: K): Settings[K] {
  const { initial, options, bounds } = SETTINGS[name] as Setting<Settings[K]>;
  const values = Object.values(options);
  const isReadable = (value: unknown): value is Settings[K] =>
    [initial, ...values].some((known) => typeof known === typeof value);
  const kept = readJson(`polymerge.${name}`, isReadable) ?? initial;
  // Another version of the site may have had other values.
  if (bounds) return Math.min(Math.max(Number(kept), bounds[0]), bounds[1]) as Settings[K];
  return values.length === 0 || values.includes(kept) ? kept : initial;
}

export function change<K extends Name>(name: K, value: Settings[K]): void {
  writeLocal(`polymerge.${name}`, JSON.stringify(value));
  watchers.notify();
}

/** Tells of changes until the function given back is called. */
export const watchSettings = watchers.watch;
