// The dates of a player, and days in a row. The crate `days` counts them in the same way, by the same
// cases (crates/days/tests/cases.json).

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** The date that it is here, such as 2026-11-26. */
export function localDate(now = Date.now()): string {
  const here = new Date(now);
  const two = (number: number) => `${number}`.padStart(2, "0");
  return `${here.getFullYear()}-${two(here.getMonth() + 1)}-${two(here.getDate())}`;
}

/** The time at which the next date begins here: days may have 23 or 25 hours. */
export function nextMidnight(now = Date.now()): number {
  const here = new Date(now);
  return new Date(here.getFullYear(), here.getMonth(), here.getDate() + 1).getTime();
}

/** The number of a date, counted from 1970 on. */
const numberOf = (date: string) => Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY);

const dateOf = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);

/** The time at which a date has ended everywhere. */
export const closesAt = (date: string) => (numberOf(date) + 1) * DAY + 12 * HOUR;

/** The dates that it is somewhere. */
export function openDates(now: number): string[] {
  const [first, last] = [Math.floor((now - 12 * HOUR) / DAY), Math.floor((now + 14 * HOUR) / DAY)];
  return Array.from({ length: last - first + 1 }, (_, after) => dateOf(first + after));
}

/** Days back from a date, the date itself first. */
export function daysBack(date: string, days: number): string[] {
  const last = numberOf(date);
  return Array.from({ length: days }, (_, back) => dateOf(last - back));
}

/** Days in a row on which a player took part in the game of the day. */
export interface Streak {
  /** Up to today, or up to yesterday as long as today is not over. */
  current: number;
  best: number;
  /** True if the player has taken part today. */
  isToday: boolean;
}

/**
 * The streak of the dates on which a player took part, in any order. Who travels over the date line may
 * be a day ahead; later days come from a clock that was wrong, and don't count until they are there.
 */
export function streakOf(dates: Iterable<string>, today: string): Streak {
  const now = numberOf(today);
  const days = [...new Set([...dates].map(numberOf))].filter((day) => day <= now + 1).sort((a, b) => a - b);
  let [run, best, before] = [0, 0, Number.NEGATIVE_INFINITY];
  for (const day of days) {
    run = day === before + 1 ? run + 1 : 1;
    best = Math.max(best, run);
    before = day;
  }
  return { current: before >= now - 1 ? run : 0, best, isToday: days.includes(now) };
}

/**
 * The weeks up to a date, the earliest first; days to come are `null`. Weeks begin on a day from 1
 * (Monday) to 7.
 */
export function weeksTo(date: string, weeks: number, firstDay: number): (string | null)[][] {
  const today = numberOf(date);
  // The first day of 1970 was a Thursday.
  const into = (today + 4 - (firstDay % 7) + 7) % 7;
  const first = today - into - (weeks - 1) * 7;
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => {
      const number = first + week * 7 + day;
      return number <= today ? dateOf(number) : null;
    }),
  );
}

/** The modes that take turns where there is no score server. */
const MODES = ["2048", "dive", "classic"] as const;

/** The game of a date where there is no score server: all who have none play the same one. */
export function gameOfDate(date: string): { mode: string; seed: string } {
  const day = numberOf(date);
  const cut = (number: bigint) => BigInt.asUintN(64, number);
  let mixed = cut(BigInt(day) * 0x9e3779b97f4a7c15n);
  mixed = cut((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n);
  mixed = cut((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
  return { mode: MODES[((day % 3) + 3) % 3] ?? MODES[0], seed: `${mixed ^ (mixed >> 31n)}` };
}
