// Numbers as people read them, in one format everywhere: 2,048, or 2.048 in other languages.

import { spoken } from "../texts/area";

/** A text with its whole numbers in groups of three digits, if it is a number of so many digits. */
export function grouped(text: string): string {
  // In Spanish four digits stand together.
  const least = spoken.tag === "es" ? 5 : 4;
  if (!/^-?\d+$/.test(text) || text.replace("-", "").length < least) return text;
  return text.replace(/\B(?=(\d{3})+$)/g, spoken.tag === "en" ? "," : ".");
}

/** A number as people read it. */
export function shown(number: number): string {
  return Math.abs(number) < 1e15 ? number.toLocaleString(spoken.tag) : number.toPrecision(6);
}

/** A number of things, in words. */
export const count = (number: number, one: string, many = `${one}s`) =>
  `${shown(number)} ${number === 1 ? one : many}`;
