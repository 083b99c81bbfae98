// Games and statistics, kept in the browser. A game and what it adds to the
// statistics of its mode are written as one, so that they never differ. What
// the browser does not take is held in memory as long as the page is open, and
// tried again with the next game.

import { archive as texts } from "virtual:texts/archive";
import { added, readBundle, writeBundle } from "./bundle";
import { announceChange } from "./changes";
import { answered, closings, database, type StoreName, transact } from "./connection";
import { reasonOf } from "./reasons";
import {
  type GameLine,
  type GameRecord,
  isApart,
  isListed,
  joined,
  lineOf,
  type ModeRecord,
  sumOf,
  type Tombstone,
} from "./record";
import { type Arrived, gathered, keepOwnName, merged, othersSums, ownName } from "./transfer";
import type { Kept } from "./trouble";

export { onChange } from "./changes";
export { troubleText } from "./reasons";

/**
 * The services of the page for the archive, which is a script of its own and can't import what is
 * part of the page.
 */
export interface Page {
  /** Tells that the browser did what it was asked for. */
  clear(kept: Kept): void;
  /** Tells that the browser refused, and why. */
  report(kept: Kept, error: unknown): void;
  /** The name of this browser, where the database had no room for it. */
  readName(): string | null;
  keepName(name: string): void;
  /** Tells that the browser has closed the database. */
  closed(): void;
  /** Games as they stood when a page was left. */
  readLeft(): GameRecord[];
  forgetLeft(id: string): void;
  /** Tells that a game that was played is kept. */
  kept(): void;
}

let page: Page;

export function connect(to: Page): void {
  page = to;
  closings.watch(page.closed);
}

/** Games that the browser did not take. */
const unwritten = new Map<string, GameRecord>();
/** Games that were deleted and are to be there again, where the browser did not take them yet. */
const restored = new Set<string>();

/** Asks the browser to keep something, and notes whether it answers. */
async function asked<T>(work: () => Promise<T>, isReading = false): Promise<T> {
  let failing: Kept = "games";
  try {
    await database();
    if (isReading) failing = "reading";
    const result = await work();
    if (isReading) page.clear("reading");
    if (unwritten.size === 0) page.clear("games");
    return result;
  } catch (error) {
    page.report(failing, error);
    throw error;
  }
}

/**
 * Reads what the browser keeps, after what the last visit could not keep in time was brought home.
 * What can't be read is not nothing: then this fails, in words.
 */
async function read<T>(work: () => Promise<T>): Promise<T> {
  await bringLeft();
  try {
    return await asked(work, true);
  } catch (error) {
    throw new Error(texts.unread(reasonOf(error)), { cause: error });
  }
}

/** Keeps the games that were left before they could be. */
export async function bringLeft(): Promise<void> {
  for (const record of page.readLeft()) {
    try {
      await put(record);
    } catch (error) {
      // It is listed all the same, and all other games are there.
      page.report("games", error);
      if (!unwritten.has(record.id)) unwritten.set(record.id, record);
      continue;
    }
    page.forgetLeft(record.id);
    if (record.played !== false) page.kept();
  }
}

/** Writes a game. Gives what was written, which has another id if other pages went on with the game. */
async function put(record: GameRecord): Promise<GameRecord> {
  const written = await transact(["games", "lines", "modes", "gone"], "readwrite", async (store) => {
    const [old, gone, sum] = await Promise.all([
      answered<GameRecord | undefined>(store("games").get(record.id)),
      answered<Tombstone | undefined>(store("gone").get(record.id)),
      answered<ModeRecord | undefined>(store("modes").get(sumOf(record))),
    ]);
    const isCopy = isApart(old, record);
    if (!isCopy && old && old.updated > record.updated) return old;
    if (!old && gone && gone.time > record.updated) return record;
    // The copy adds only what is new in it.
    const before = isCopy ? { counted: record.counted } : (old ?? gone);
    const id = isCopy ? `${record.id}-${record.writer}` : record.id;
    const { base: _, ...rest } = record;
    const { game, mode } = joined({ ...rest, id }, before, sum);
    store("games").put(game);
    store("lines").put(lineOf(game));
    store("modes").put(mode);
    if (gone) store("gone").delete(id);
    return game;
  });
  announceChange();
  return written;
}

/** The result of keeping a game, for its page. */
export interface Written extends Pick<GameRecord, "id" | "updated" | "counted"> {
  /** True if the database has the game: until then, what was noted of it elsewhere must stay. */
  isKept: boolean;
}

/** Keeps a game, in memory if the browser does not take it. */
export async function keepGame(given: GameRecord): Promise<Written> {
  // A game that was begun without the engine is brought home more than once, and may be held as it
  // was played since.
  const held = unwritten.get(given.id);
  const record = held && held.updated > given.updated ? held : given;
  let written: GameRecord;
  try {
    written = await asked(() => put(record));
  } catch {
    unwritten.set(record.id, record);
    return { ...record, updated: record.base ?? record.updated, isKept: false };
  }
  forgetHeld(record.id);
  if (record.played !== false) page.kept();
  try {
    await writeRest();
  } catch (error) {
    page.report("games", error);
  }
  return { ...written, isKept: true };
}

function forgetHeld(id: string): void {
  unwritten.delete(id);
  restored.delete(id);
}

/** Writes once more what the browser did not take before. */
async function writeRest(): Promise<void> {
  for (const record of [...unwritten.values()]) {
    await (restored.has(record.id) ? putBack(record) : put(record));
    forgetHeld(record.id);
  }
  if (unwritten.size === 0) page.clear("games");
}

/** Finds out whether the browser keeps games, before there is one. */
export async function tryStore(): Promise<void> {
  const count = () => transact(["lines"], "readonly", (store) => answered(store("lines").count()));
  await asked(count, true).catch(() => {});
}

/** All games, the last one played first, with those that are not listed. */
export async function allLines(): Promise<GameLine[]> {
  const kept = await read(() =>
    transact(["lines"], "readonly", (store) => answered<GameLine[]>(store("lines").getAll())),
  );
  return withHeld(kept);
}

/** Returns the games that the browser did not take: all that there is where it can't be read. */
export function held() {
  const lines = withHeld([]);
  return { lines, listed: lines.filter(isListed), modes: withHeldModes([]) };
}

function withHeld(kept: readonly GameLine[]): GameLine[] {
  const lines = [...kept.filter(({ id }) => !unwritten.has(id)), ...[...unwritten.values()].map(lineOf)];
  return lines.sort((a, b) => b.updated - a.updated);
}

/** The games in which something was done. */
export async function listedLines(): Promise<GameLine[]> {
  return (await allLines()).filter(isListed);
}

export async function gameById(id: string): Promise<GameRecord | undefined> {
  const held = unwritten.get(id);
  if (held) return held;
  return read(() =>
    transact(["games"], "readonly", (store) => answered<GameRecord | undefined>(store("games").get(id))),
  );
}

/** The number of games that are kept in which nothing was done so far. */
const UNPLAYED = 20;

/** Forgets games in which nothing was ever done, but for the last ones: a tab may still show them. */
export async function forgetUnplayed(): Promise<void> {
  const unplayed = (await allLines()).filter((line) => !isListed(line));
  for (const { id } of unplayed.slice(UNPLAYED)) await forgetGame(id);
}

/** Deletes a game; what it added to the statistics stays. Gives it, to be brought back. */
export async function forgetGame(id: string): Promise<GameRecord | undefined> {
  // What can't be read could not be brought back: it is not deleted then.
  const record = await gameById(id);
  try {
    await asked(() =>
      transact(["games", "lines", "gone"], "readwrite", async (store) => {
        store("games").delete(id);
        store("lines").delete(id);
        if (!record || record.played === false) return;
        store("gone").put({ id, counted: record.counted, time: Date.now() } satisfies Tombstone);
      }),
    );
  } catch (error) {
    // A game that the database never had is gone with the memory that it was held in.
    const held = unwritten.get(id);
    if (!held || held.base !== undefined || restored.has(id))
      throw new Error(texts.notDeleted(reasonOf(error)), { cause: error });
  }
  forgetHeld(id);
  page.forgetLeft(id);
  announceChange();
  return record;
}

/** Brings a deleted game back as it was. */
export async function restoreGame(record: GameRecord): Promise<void> {
  const { base: _, ...game } = record;
  await asked(() => putBack(game)).catch(() => {
    unwritten.set(game.id, game);
    restored.add(game.id);
  });
  announceChange();
}

/** Writes a deleted game as it was: it is in the statistics already. */
function putBack(game: GameRecord): Promise<void> {
  return transact(["games", "lines", "gone"], "readwrite", async (store) => {
    store("games").put(game);
    store("lines").put(lineOf(game));
    store("gone").delete(game.id);
  });
}

/** Returns the records of all modes, with those of browsers whose games came here. */
export async function allModes(): Promise<ModeRecord[]> {
  const kept = await read(() =>
    transact(["modes", "sums"], "readonly", async (store) => {
      const others = await othersSums(store);
      const own = await answered<ModeRecord[]>(store("modes").getAll());
      return added([...others.map(({ modes }) => modes), own]);
    }),
  );
  return withHeldModes(kept);
}

function withHeldModes(kept: readonly ModeRecord[]): ModeRecord[] {
  const modes = new Map(kept.map((mode) => [mode.mode, mode]));
  for (const record of unwritten.values()) {
    const before = record.base === undefined ? undefined : { counted: record.counted };
    const { mode } = joined(record, before, modes.get(sumOf(record)));
    modes.set(mode.mode, mode);
  }
  return [...modes.values()];
}

const ALL: StoreName[] = ["games", "lines", "modes", "gone", "sums"];

/** A file of games as text. */
export interface Saved {
  text: string;
  /** The reason why it is only what the browser did not take; "" if it is all. */
  lacking: string;
}

/** All games and statistics as one text, those that the browser did not take among them. */
export async function exportAll(): Promise<Saved> {
  const rest = [...unwritten.values()];
  try {
    const bundle = await read(() => transact(ALL, "readonly", gathered));
    const games = [...bundle.games.filter(({ id }) => !unwritten.has(id)), ...rest];
    const own = { from: await namedSelf(bundle.name), modes: withHeldModes(bundle.modes) };
    return { text: writeBundle({ games, sums: [own, ...bundle.others] }), lacking: "" };
  } catch (error) {
    if (rest.length === 0) throw error;
    const lacking = error instanceof Error ? error.message : String(error);
    return { text: writeBundle({ games: rest, sums: [] }), lacking };
  }
}

/** The name of this browser, if it has none in the database. One that it gets now is kept, wherever there is room. */
async function namedSelf(inDatabase: string | undefined): Promise<string> {
  const known = inDatabase ?? page.readName();
  if (known) return known;
  const name = freshName();
  return transact(["sums"], "readwrite", (store) => keepOwnName(store, name)).catch(() => {
    page.keepName(name);
    return name;
  });
}

/** A name that no other browser has. `crypto.randomUUID` is only there where the connection is secure. */
function freshName(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join("-");
}

/** Adds games and statistics of another browser, all or none of them. */
export async function importAll(text: string): Promise<Arrived> {
  const bundle = readBundle(text);
  await bringLeft();
  const arrived = await asked(async () => {
    const own = await namedSelf(await transact(["sums"], "readonly", ownName));
    return transact(ALL, "readwrite", (store) => merged(store, bundle, own));
  }).catch((error: unknown) => {
    throw new Error(texts.notTaken(reasonOf(error)), { cause: error });
  });
  if (arrived.added > 0) page.kept();
  announceChange();
  return arrived;
}

export async function modeRecord(mode: string): Promise<ModeRecord | undefined> {
  return (await allModes()).find((record) => record.mode === mode);
}
