// The merges that a person has met in each mode, by the numbers of their rules, kept in local storage:
// a mode without any is new to this person.

import { readJson, writeLocal } from "./local";

type Met = Record<string, number[]>;

const KEY = "polymerge.met";
/** Modes that are remembered; those that were met first are forgotten first. */
const MOST = 300;
/** Rules of a mode that are remembered. */
const RULES = 100;

const isMet = (value: unknown): value is Met =>
  typeof value === "object" &&
  value !== null &&
  Object.values(value).every((rules) => Array.isArray(rules) && rules.every(Number.isSafeInteger));

/** Returns the rules of a mode that were met; none for a mode that is new. */
export function metIn(mode: string): readonly number[] {
  const met = readJson(KEY, isMet) ?? {};
  return Object.hasOwn(met, mode) ? (met[mode] ?? []) : [];
}

/** Notes that merges by rules of a mode were met. */
export function noteMet(mode: string, rules: readonly number[]): void {
  const met = readJson(KEY, isMet) ?? {};
  const all = [...new Set([...metIn(mode), ...rules])].slice(0, RULES);
  const others = Object.entries(met).filter(([name]) => name !== mode);
  writeLocal(KEY, JSON.stringify(Object.fromEntries([...others.slice(1 - MOST), [mode, all]])));
}
