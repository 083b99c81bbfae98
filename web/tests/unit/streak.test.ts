// Dates of players and days in a row, by the cases of the crate that counts them elsewhere.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { keepResult, results, rowOf } from "../../src/scores/days.ts";
import { seasonIn } from "../../src/scores/season.tsx";
import {
  closesAt,
  daysBack,
  gameOfDate,
  localDate,
  nextMidnight,
  openDates,
  streakOf,
  weeksTo,
} from "../../src/scores/streak.ts";
import { keepPlayed } from "../../src/scores/taken.ts";
import { nextAfter } from "../../src/scores/today.ts";
import { firstDayOfWeek, weekdays } from "../../src/texts/language.ts";

vi.mock("../../src/game/result.ts", () => ({ topNumber: () => 64 }));

interface Cases {
  streaks: {
    case: string;
    days: string[];
    today: string;
    current: number;
    best: number;
    isToday: boolean;
  }[];
  open: { at: string; time: number; dates: string[] }[];
  seeds: { date: string; mode: string; seed: string }[];
}

const cases = JSON.parse(
  readFileSync(resolve(import.meta.dirname, "../../../crates/days/tests/cases.json"), "utf8"),
) as Cases;

describe("streaks", () => {
  test.each(cases.streaks)("$case", ({ days, today, current, best, isToday }) => {
    expect(streakOf(days, today)).toEqual({ current, best, isToday });
  });
});

test.each(cases.open)("at $at it is these dates", ({ time, dates }) => {
  expect(openDates(time)).toEqual(dates);
  expect(closesAt(dates[0] ?? "")).toBeGreaterThan(time);
});

test.each(cases.seeds)("the game of $date is the same everywhere", ({ date, mode, seed }) => {
  expect(gameOfDate(date)).toEqual({ mode, seed });
});

describe("the date that it is here", () => {
  const zone = process.env.TZ;
  afterEach(() => {
    process.env.TZ = zone;
    if (zone === undefined) delete process.env.TZ;
  });

  test.each([
    // One moment, around the world.
    ["Pacific/Kiritimati", "2026-11-28T10:00:00Z", "2026-11-29", 24],
    ["Europe/Berlin", "2026-11-28T10:00:00Z", "2026-11-28", 13],
    ["Etc/GMT+12", "2026-11-28T10:00:00Z", "2026-11-27", 2],
    // A day of 23 hours, one of 25, and one that begins at one o'clock.
    ["Europe/Berlin", "2026-03-28T23:00:00Z", "2026-03-29", 23],
    ["Europe/Berlin", "2026-10-24T22:00:00Z", "2026-10-25", 25],
    ["Africa/Cairo", "2026-04-23T22:00:00Z", "2026-04-24", 23],
    // The end of a year.
    ["America/New_York", "2027-01-01T04:59:00Z", "2026-12-31", 1 / 60],
  ])("in %s at %s is %s, for %d hours", (zone, at, date, hours) => {
    process.env.TZ = zone;
    const now = Date.parse(at);
    expect(localDate(now)).toBe(date);
    expect((nextMidnight(now) - now) / 3_600_000).toBeCloseTo(hours, 5);
    expect(daysBack(localDate(nextMidnight(now)), 2)[1]).toBe(date);
    expect(openDates(now)).toContain(date);
  });
});

describe("the calendar", () => {
  test.each([
    // A Sunday, with weeks from Monday and from Sunday on.
    ["2026-11-29", 1, "2026-11-16", "2026-11-29"],
    ["2026-11-29", 7, "2026-11-22", null],
    ["2026-11-30", 1, "2026-11-23", null],
    ["2027-01-01", 1, "2026-12-21", null],
    ["1970-01-01", 1, "1969-12-22", null],
  ])("to %s with weeks from day %d on begins on %s", (date, firstDay, first, last) => {
    const weeks = weeksTo(date, 2, firstDay);
    expect([weeks[0]?.[0], weeks[1]?.[6]]).toEqual([first, last]);
    expect(weeks.flat().filter(Boolean).at(-1)).toBe(date);
    expect(weeks.flat()).toHaveLength(14);
  });

  test("names the days of the week", () => {
    vi.stubGlobal("navigator", { languages: ["en-US"] });
    expect(weekdays(1, "long")[0]).toBe("Monday");
    expect(weekdays(7, "short")).toEqual(["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]);
    expect(firstDayOfWeek()).toBe(7);
    vi.unstubAllGlobals();
  });

  test("has seasons that can be asked for", () => {
    expect(["season-2026-Q4", "season-current", "season-2026-Q5", "050-dive"].map(seasonIn)).toEqual([
      "2026-Q4",
      "current",
      null,
      null,
    ]);
  });
});

describe("taking part", () => {
  const DATE = "2026-11-29";
  const DURING = Date.parse("2026-11-29T12:00:00Z");
  let kept: Map<string, string>;

  /** The events of the page. */
  let page: EventTarget;
  beforeEach(() => {
    vi.useFakeTimers({ now: DURING });
    kept = new Map();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => kept.set(key, text),
      removeItem: (key: string) => kept.delete(key),
    });
    page = new EventTarget();
    vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
    vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** A game with so many moves, and a function that plays a turn of it. */
  function game(moves: number) {
    const watchers = new Set<(change: { kind: string }) => void>();
    const model = {
      facts: { title: "2048" },
      state: { moves, score: moves * 4 },
      view: { cells: [[{ face: -1, ground: 0 }]], colors: { screen: "#ffffff", grid: "#000000" } },
      faces: {},
      watch: (watcher: (change: { kind: string }) => void) => {
        watchers.add(watcher);
        return () => watchers.delete(watcher);
      },
    };
    return {
      model: model as unknown as Parameters<typeof keepPlayed>[1],
      turn: () => {
        model.state.moves += 1;
        model.state.score += 4;
        for (const watcher of watchers) watcher({ kind: "turn" });
      },
    };
  }

  test("counts also if the page is left right after a move", () => {
    const { model, turn } = game(0);
    const stop = keepPlayed(DATE, model);
    turn();
    page.dispatchEvent(new Event("pagehide"));
    expect(results()[DATE]?.count).toBe(1);
    stop();
  });

  test("counts from the first move on", () => {
    const { model, turn } = game(0);
    const stop = keepPlayed(DATE, model);
    vi.advanceTimersByTime(60_000);
    expect(results()).toEqual({});
    turn();
    turn();
    vi.advanceTimersByTime(1000);
    const board = { cells: [[""]], screen: "#ffffff", grid: "#000000" };
    expect(results()[DATE]).toEqual({ title: "2048", score: 8, count: 2, largest: 64, board });
    // Who leaves at once has played all the same.
    turn();
    stop();
    expect(results()[DATE]?.count).toBe(3);
    turn();
    vi.advanceTimersByTime(5000);
    expect(results()[DATE]?.count).toBe(3);
  });

  test("counts as long as it is that date somewhere", () => {
    vi.setSystemTime(closesAt(DATE) + 1);
    const { model, turn } = game(0);
    keepPlayed(DATE, model);
    turn();
    vi.advanceTimersByTime(5000);
    expect(results()).toEqual({});
  });

  test("keeps the place of a score that was submitted", () => {
    keepResult(DATE, { title: "2048", score: 12, count: 3, largest: 8, rank: 2 });
    keepResult(DATE, { title: "2048", score: 12, count: 3, largest: 8 });
    expect(results()[DATE]?.rank).toBe(2);
    keepResult(DATE, { title: "2048", score: 16, count: 4, largest: 8 });
    expect(results()[DATE]?.rank).toBeUndefined();
  });

  test("is a row of signs", () => {
    expect(rowOf(DATE, [])).toBe("□□□□□□□");
    expect(rowOf(DATE, [DATE, "2026-11-28", "2026-11-23", "2026-11-22"])).toBe("■□□□□■■");
  });
});

describe("the game of the day", () => {
  const DURING = Date.parse("2026-11-29T12:00:00Z");
  const DAY = { date: "2026-11-29", mode: "dive", seed: "7", board: "daily-2026-11-29", ends: 5, closes: 9 };
  let kept: Map<string, string>;
  let answers: (() => Response)[];
  let asked: string[];

  beforeEach(() => {
    vi.resetModules();
    kept = new Map([["polymerge.scores-here", "true"]]);
    [answers, asked] = [[], []];
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => kept.set(key, text),
      removeItem: (key: string) => kept.delete(key),
    });
    vi.stubGlobal("location", { href: "https://example.org/", origin: "https://example.org", pathname: "/" });
    vi.stubEnv("TZ", "UTC");
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
  });

  /** Has the host of the site be a score server, or not. */
  function host(alive: boolean) {
    vi.stubGlobal("fetch", async (address: string) => {
      if (address === "./healthz") return Response.json({ alive });
      asked.push(address);
      const next = answers.shift();
      if (!next) throw new TypeError("no connection");
      return next();
    });
  }

  const load = async () => (await import("../../src/scores/today.ts")).gameOfDay(DURING);

  test("is that of the server, for the date here", async () => {
    host(true);
    answers = [() => Response.json(DAY)];
    expect(await load()).toEqual(DAY);
    expect(asked).toEqual(["https://example.org/v1/daily?date=2026-11-29"]);
    expect(nextAfter(DAY, DURING)).toBe(Date.parse("2026-11-30T00:00:00Z"));
  });

  test("is there without a connection, once it was asked for", async () => {
    host(true);
    await expect(load()).rejects.toThrow();
    answers = [() => Response.json(DAY)];
    await load();
    expect(await load()).toEqual(DAY);
    // Not that of another day.
    const { gameOfDay } = await import("../../src/scores/today.ts");
    await expect(gameOfDay(DURING + 86_400_000)).rejects.toThrow();
  });

  test("is that of the server's date where the clock is wrong", async () => {
    host(true);
    answers = [
      () => Response.json({ kind: "not-today", message: "over" }, { status: 422 }),
      () => Response.json({ ...DAY, date: "2026-12-24" }),
    ];
    expect((await load()).date).toBe("2026-12-24");
    expect(nextAfter({ ...DAY, date: "2026-12-24" }, DURING)).toBe(5);
  });

  test("follows from the date where there is no server", async () => {
    host(false);
    expect(await load()).toEqual({
      ...gameOfDate("2026-11-29"),
      date: "2026-11-29",
      board: "",
      ends: closesAt("2026-11-29"),
    });
    expect(asked).toEqual([]);
  });
});
