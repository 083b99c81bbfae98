// Numbers as people read them, in one format everywhere: 2,048, or 2.048 in other languages.

import { spoken, type Tag } from "./spoken";

/** From how many digits on they stand in groups, and what is between these. */
const GROUPS: Readonly<Record<Tag, readonly [least: number, between: string]>> = {
  en: [4, ","],
  de: [4, "."],
  es: [5, "."],
};

/** A text with its digits in groups of three, if it is a whole number of several digits. */
export function grouped(text: string): string {
  const [least, between] = GROUPS[spoken.tag];
  const digits = /^-?(\d+)$/.exec(text)?.[1] ?? "";
  return digits.length < least ? text : text.replace(/\B(?=(\d{3})+$)/g, between);
}

/** A number as people read it. */
export function shown(number: number): string {
  // Without groups it is the same in all languages. The first number in groups takes a browser some time.
  if (Number.isInteger(number) && Math.abs(number) < 1_000) return `${number}`;
  return Math.abs(number) < 1e15 ? number.toLocaleString(spoken.tag) : number.toPrecision(6);
}

/** A number with its noun: `#` in the text stands for the number. */
export function plural(number: number, one: string, other: string): string {
  return (number === 1 ? one : other).replace("#", shown(number));
}
