// Modes to be tried: three for each date, the same for all.

import type { CatalogueEntry } from "./catalogue";

const SHOWN = 3;
/** Steps through the list between two modes, so that those of a day are of different kinds. */
const STEP = 47;
const DAY = 86_400_000;

/** The date that it is here, such as 2026-11-29. */
export function dateHere(now = new Date()): string {
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/**
 * Returns the modes to be tried on a date such as 2026-11-29. All numbered modes have their turn
 * before one comes again, but for the first, which everybody knows.
 */
export function threeOf<M extends Pick<CatalogueEntry, "number">>(date: string, modes: readonly M[]): M[] {
  const pool = modes.filter(({ number = 1 }) => number > 1);
  if (pool.length <= SHOWN) return pool;
  let step = STEP % pool.length;
  while (divisor(step, pool.length) !== 1) step += 1;
  const day = Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY);
  return Array.from({ length: SHOWN }, (_, index) => {
    const place = (((day * SHOWN + index) % pool.length) * step) % pool.length;
    return pool[place] as M;
  });
}
