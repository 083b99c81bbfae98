// All games of a browser as one text, with the statistics that go with them,
// and back. What a text from elsewhere says is checked before it is believed.

import { archive } from "virtual:texts/archive";
import type { Milestone } from "./goals";
import type { Counted, GameRecord, Helped, ModeRecord } from "./record";

/** Statistics of one browser. Those of several are added up, each counted once. */
export interface Sums {
  /** A name that no other browser has. */
  from: string;
  modes: ModeRecord[];
}

export interface Bundle {
  games: GameRecord[];
  sums: Sums[];
}

const FORMAT = "polymerge-games";
const VERSION = 1;
/** Games of a file, browsers, and modes of each, at most. */
const GAMES = 20_000;
const BROWSERS = 1000;
const MODES = 10_000;
/** Letters of names and titles, and squares of a small picture, at most. */
const NAME = 2000;
const SIDE = 200;

export function writeBundle({ games, sums }: Bundle): string {
  // Which page wrote a game means nothing elsewhere.
  const plain = games.map(({ writer: _, base: __, ...game }) => game);
  return JSON.stringify({ format: FORMAT, version: VERSION, games: plain, sums });
}

/** Reads it. Throws what a person can act on. */
export function readBundle(text: string): Bundle {
  const data = parsed(text);
  if (!isObject(data) || data.format !== FORMAT) throw new Error(archive.noFile);
  if (data.version !== VERSION) throw new Error(archive.newer);
  const games = checked(GAME_TEXTS, data.games, GAMES, gameOf);
  const sums = checked(BROWSER_TEXTS, data.sums, BROWSERS, sumsOf);
  return { games, sums };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(archive.notWhole);
  }
}

type Data = Record<string, unknown>;

function isObject(value: unknown): value is Data {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The messages about lists that can't be read. */
const GAME_TEXTS = { none: "noGames", many: "manyGames", bad: "badGame" } as const;
const BROWSER_TEXTS = { none: "noBrowsers", many: "manyBrowsers", bad: "badBrowser" } as const;
type Texts = typeof GAME_TEXTS | typeof BROWSER_TEXTS;

/** Every thing of a list, or none. */
function checked<T>(texts: Texts, list: unknown, most: number, read: (data: Data) => T | null): T[] {
  if (!Array.isArray(list)) throw new Error(archive[texts.none]);
  if (list.length > most) throw new Error(archive[texts.many](most));
  return list.map((data: unknown, index) => {
    const found = isObject(data) ? read(data) : null;
    if (found) return found;
    throw new Error(archive[texts.bad](index + 1));
  });
}

const isName = (value: unknown): value is string => typeof value === "string" && value.length <= NAME;
const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isTime = (value: unknown): value is number => isNumber(value) && Math.abs(value) <= 8.64e15;

function isPreview(value: unknown): value is string[][] {
  const isRow = (row: unknown) => Array.isArray(row) && row.length <= SIDE && row.every(isColor);
  return Array.isArray(value) && value.length <= SIDE && value.every(isRow);
}

function isColor(value: unknown): boolean {
  return typeof value === "string" && value.length <= 40;
}

function countedOf(data: unknown): Counted | null {
  if (!isObject(data)) return null;
  const { moves, merges, time, won, over, score } = data;
  if (!isNumber(moves) || !isNumber(merges) || !isNumber(time)) return null;
  return { moves, merges, time, won: won === true, over: over === true, ...(isNumber(score) && { score }) };
}

function gameOf(data: Data): GameRecord | null {
  const { id, mode, title, started, updated, score, moves, merges, time, screen, preview, snapshot } = data;
  const counted = countedOf(data.counted);
  if (!isName(id) || id === "" || !isName(mode) || !isName(title) || !counted) return null;
  if (!isTime(started) || !isTime(updated) || !isNumber(score) || !isNumber(moves)) return null;
  if (!isNumber(merges) || !isNumber(time) || !isPreview(preview) || typeof snapshot !== "string")
    return null;
  if (screen !== "play" && screen !== "win" && screen !== "over") return null;
  const { won, change, sum, played, since, top, undone, helped } = data;
  return {
    ...{ id, mode, title, started, updated, score, moves, merges, time, screen, preview, snapshot, counted },
    won: won === true,
    ...(isName(change) && { change }),
    ...(isName(sum) && { sum }),
    ...(typeof played === "boolean" && { played }),
    ...(isNumber(top) && { top }),
    ...(isNumber(undone) && { undone }),
    ...(isHelp(helped) && { helped }),
    ...(isSince(since) && { since }),
  };
}

function isHelp(value: unknown): value is Helped {
  return isObject(value) && isNumber(value.hints) && isNumber(value.moves);
}

function isSince(value: unknown): value is NonNullable<GameRecord["since"]> {
  return isObject(value) && isTime(value.at) && Array.isArray(value.deeds) && value.deeds.every(isObject);
}

/** The counts of a mode. */
const COUNTS = ["games", "finished", "won", "best", "bestMoves", "moves", "merges", "time", "last"] as const;

function sumsOf({ from, modes }: Data): Sums | null {
  if (!isName(from) || from === "" || !Array.isArray(modes) || modes.length > MODES) return null;
  const read = modes.map((mode: unknown) => (isObject(mode) ? modeOf(mode) : null));
  return read.every((mode) => mode !== null) ? { from, modes: read } : null;
}

function modeOf(data: Data): ModeRecord | null {
  const { mode, title, change, tile, points, bestHelped } = data;
  if (!isName(mode) || !isName(title) || !COUNTS.every((name) => isNumber(data[name]))) return null;
  const counts = Object.fromEntries(COUNTS.map((name) => [name, data[name]]));
  return {
    ...(counts as Pick<ModeRecord, (typeof COUNTS)[number]>),
    mode,
    title,
    ...(isName(change) && { change }),
    ...(isMilestone(tile) && { tile }),
    ...(isMilestone(points) && { points }),
    ...(bestHelped === true && { bestHelped }),
  };
}

function isMilestone(value: unknown): value is Milestone {
  return isObject(value) && isNumber(value.value) && isName(value.game);
}

/** Joins what is known of modes: each count by a rule, by mode. */
function joinedBy(lists: readonly (readonly ModeRecord[])[], count: (a: number, b: number) => number) {
  const all = new Map<string, ModeRecord>();
  for (const record of lists.flat()) {
    const known = all.get(record.mode);
    const both = { ...record };
    // The best of all is the best of any, however counts are joined.
    const most = (name: (typeof COUNTS)[number]) => /^(best|last)/.test(name);
    if (known) {
      const helped = [known, record].filter((one) => one.best === Math.max(known.best, record.best));
      both.bestHelped = helped.every((one) => one.bestHelped);
      for (const name of COUNTS) both[name] = (most(name) ? Math.max : count)(known[name], record[name]);
      for (const name of ["tile", "points"] as const)
        if ((known[name]?.value ?? 0) > (record[name]?.value ?? 0)) both[name] = known[name];
    }
    all.set(record.mode, both);
  }
  return [...all.values()];
}

/** Statistics of several browsers as one. */
export function added(sums: readonly (readonly ModeRecord[])[]): ModeRecord[] {
  return joinedBy(sums, (a, b) => a + b);
}

/** Statistics of one browser as they were at two times: they only grow. */
export function later(one: readonly ModeRecord[], other: readonly ModeRecord[]): ModeRecord[] {
  return joinedBy([one, other], Math.max);
}
