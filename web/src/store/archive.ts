// Games and statistics, kept in the browser. A game and what it adds to the
// statistics of its mode are written as one, so that they never differ. What
// the browser does not take is held in memory as long as the page is open, and
// tried again with the next game.

import { added, readBundle, writeBundle } from "./bundle";
import { tellChange } from "./changes";
import { answered, type StoreName, transact } from "./connection";
import {
  type GameLine,
  type GameRecord,
  type Gone,
  isApart,
  isListed,
  joined,
  lineOf,
  type ModeRecord,
  sumOf,
} from "./record";
import { type Arrived, gathered, merged, othersSums } from "./transfer";

export { onChange } from "./changes";

/** What the page does for the archive, which is a script of its own and can't import what is part of the page. */
export interface Page {
  /** Tells that the browser did what it was asked for. */
  clear(): void;
  /** Tells that the browser refused, and why. */
  report(error: unknown): void;
  /** Games as they stood when a page was left. */
  readLeft(): GameRecord[];
  forgetLeft(id: string): void;
  /** Tells that a game that was played is kept. */
  kept(): void;
}

let page: Page;

export function connect(to: Page): void {
  page = to;
}

/** Games that the browser did not take. */
const unwritten = new Map<string, GameRecord>();
/** Games that were deleted while the browser could not be asked. */
const deleted = new Set<string>();

/** Asks the browser, and notes whether it answers. */
async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    if (unwritten.size === 0) page.clear();
    return result;
  } catch (error) {
    page.report(error);
    throw error;
  }
}

/** Asks the browser, after what the last visit could not keep in time was brought home. */
async function read<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  await bringLeft();
  return asked(work).catch(() => otherwise);
}

/** Keeps the games that were left before they could be. */
export async function bringLeft(): Promise<void> {
  for (const record of page.readLeft()) {
    // All other games are there, whatever is wrong with this one.
    const isKept = await put(record).then(
      () => true,
      () => false,
    );
    if (!isKept) continue;
    page.forgetLeft(record.id);
    if (record.played !== false) page.kept();
  }
}

/** Writes a game. Gives what was written, which has another id if other pages went on with the game. */
async function put(record: GameRecord): Promise<GameRecord> {
  const written = await transact(["games", "lines", "modes", "gone"], "readwrite", async (store) => {
    const [old, gone, sum] = await Promise.all([
      answered<GameRecord | undefined>(store("games").get(record.id)),
      answered<Gone | undefined>(store("gone").get(record.id)),
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
  tellChange();
  return written;
}

/** What a page has to know of a game that it kept. */
export type Written = Pick<GameRecord, "id" | "updated" | "counted">;

/** Keeps a game, in memory if the browser does not take it. */
export async function keepGame(record: GameRecord): Promise<Written> {
  try {
    const written = await asked(() => put(record));
    unwritten.delete(record.id);
    if (record.played !== false) page.kept();
    await writeRest();
    return written;
  } catch {
    unwritten.set(record.id, record);
    return { ...record, updated: record.base ?? record.updated };
  }
}

/** Writes once more what the browser did not take before. */
async function writeRest(): Promise<void> {
  for (const record of [...unwritten.values()]) {
    await put(record);
    unwritten.delete(record.id);
  }
  if (unwritten.size === 0) page.clear();
}

/** Finds out whether the browser keeps games, before there is one. */
export async function tryStore(): Promise<void> {
  await asked(() => transact(["lines"], "readonly", (store) => answered(store("lines").count()))).catch(
    () => {},
  );
}

/** All games, the last one played first, with those that are not listed. */
export async function allLines(): Promise<GameLine[]> {
  const kept = await read(
    () => transact(["lines"], "readonly", (store) => answered<GameLine[]>(store("lines").getAll())),
    [],
  );
  const lines = [...kept.filter(({ id }) => !unwritten.has(id)), ...[...unwritten.values()].map(lineOf)];
  return lines.filter(({ id }) => !deleted.has(id)).sort((a, b) => b.updated - a.updated);
}

/** The games in which something was done. */
export async function listedLines(): Promise<GameLine[]> {
  return (await allLines()).filter(isListed);
}

export async function gameById(id: string): Promise<GameRecord | undefined> {
  const held = unwritten.get(id);
  if (held) return held;
  return read(
    () =>
      transact(["games"], "readonly", (store) => answered<GameRecord | undefined>(store("games").get(id))),
    undefined,
  );
}

/** How many games are kept in which nothing was done so far. */
const UNPLAYED = 20;

/** Forgets games in which nothing was ever done, but for the last ones: a tab may still show them. */
export async function forgetUnplayed(): Promise<void> {
  const unplayed = (await allLines()).filter((line) => !isListed(line));
  for (const { id } of unplayed.slice(UNPLAYED)) await forgetGame(id);
}

/** Deletes a game; what it added to the statistics stays. Gives it, to be brought back. */
export async function forgetGame(id: string): Promise<GameRecord | undefined> {
  const record = await gameById(id);
  unwritten.delete(id);
  page.forgetLeft(id);
  await asked(() =>
    transact(["games", "lines", "gone"], "readwrite", async (store) => {
      store("games").delete(id);
      store("lines").delete(id);
      if (!record || record.played === false) return;
      store("gone").put({ id, counted: record.counted, time: Date.now() } satisfies Gone);
    }),
  ).catch(() => deleted.add(id));
  tellChange();
  return record;
}

/** Brings a deleted game back as it was. */
export async function restoreGame(record: GameRecord): Promise<void> {
  deleted.delete(record.id);
  const { base: _, ...game } = record;
  await asked(() =>
    transact(["games", "lines", "gone"], "readwrite", async (store) => {
      store("games").put(game);
      store("lines").put(lineOf(game));
      store("gone").delete(game.id);
    }),
  ).catch(() => unwritten.set(game.id, game));
  tellChange();
}

/** What was reached in each mode, also in browsers whose games came here. */
export async function allModes(): Promise<ModeRecord[]> {
  const kept = await read(
    () =>
      transact(["modes", "sums"], "readonly", async (store) => {
        const others = await othersSums(store);
        const own = await answered<ModeRecord[]>(store("modes").getAll());
        return added([...others.map(({ modes }) => modes), own]);
      }),
    [],
  );
  const modes = new Map(kept.map((mode) => [mode.mode, mode]));
  for (const record of unwritten.values()) {
    const before = record.base === undefined ? undefined : { counted: record.counted };
    const { mode } = joined(record, before, modes.get(sumOf(record)));
    modes.set(mode.mode, mode);
  }
  return [...modes.values()];
}

const ALL: StoreName[] = ["games", "lines", "modes", "gone", "sums"];

/** All games and statistics as one text, those that the browser did not take among them. */
export async function exportAll(): Promise<string> {
  const { games, sums } = await read(() => transact(ALL, "readwrite", gathered), { games: [], sums: [] });
  const held = [...unwritten.values()];
  return writeBundle({ games: [...games.filter(({ id }) => !unwritten.has(id)), ...held], sums });
}

/** Adds games and statistics of another browser, all or none of them. */
export async function importAll(text: string): Promise<Arrived> {
  const bundle = readBundle(text);
  await bringLeft();
  const arrived = await asked(() => transact(ALL, "readwrite", (store) => merged(store, bundle)));
  for (const { id } of bundle.games) deleted.delete(id);
  if (arrived.added > 0) page.kept();
  tellChange();
  return arrived;
}

export async function modeRecord(mode: string): Promise<ModeRecord | undefined> {
  return (await allModes()).find((record) => record.mode === mode);
}
