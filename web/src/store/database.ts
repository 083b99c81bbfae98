// Games and statistics, kept in the browser (IndexedDB). A game and what it adds
// to the statistics of its mode are written as one, so that they never differ.

import type { Saved } from "../engine/deeds";
import { forgetUnkept, readUnkept } from "./unkept";

/** What of a game is in the statistics. */
export interface Counted {
  moves: number;
  merges: number;
  time: number;
  won: boolean;
  over: boolean;
}

/** A game that was begun. */
export interface GameRecord {
  id: string;
  /** Name of the mode in the catalogue; "" if it came from elsewhere. */
  mode: string;
  title: string;
  started: number;
  updated: number;
  score: number;
  moves: number;
  merges: number;
  /** Milliseconds that it was played. */
  time: number;
  screen: "play" | "win" | "over";
  won: boolean;
  /** Everything that is needed to go on. */
  snapshot: string;
  /** When the engine wrote that, and what was done since: of a page that was left before it could write more. */
  since?: Pick<Saved, "at" | "deeds">;
  /** The board as a picture of a few colours: rows of "#rrggbb" or "". */
  preview: string[][];
  /** What had happened in the game before it came here; once it is kept, what has been counted. */
  counted: Counted;
}

/** What was reached in a mode, over all of its games. */
export interface ModeRecord {
  mode: string;
  title: string;
  games: number;
  finished: number;
  won: number;
  best: number;
  bestMoves: number;
  moves: number;
  merges: number;
  time: number;
  last: number;
}

const NAME = "polymerge";
const VERSION = 1;
/** Noted in local storage as soon as a game is kept. */
const KEPT = "polymerge.kept";

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opened ??= connect().then(async (database) => {
    // What the last visit could not keep in time comes first.
    const record = readUnkept();
    if (record) {
      const kept = put(database, record).then(() => forgetUnkept(record.id));
      // All other games are there, whatever is wrong with this one.
      await kept.catch(() => {});
    }
    return database;
  });
  return opened;
}

function connect(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      const games = request.result.createObjectStore("games", { keyPath: "id" });
      games.createIndex("updated", "updated");
      request.result.createObjectStore("modes", { keyPath: "mode" });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the browser keeps no data"));
  });
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error ?? new Error("the browser could not keep this"));
    transaction.onabort = () => reject(transaction.error ?? new Error("the browser is out of room"));
  });
}

/** Writes a game, and adds what is new in it to the statistics of its mode. */
async function put(database: IDBDatabase, record: GameRecord): Promise<void> {
  const transaction = database.transaction(["games", "modes"], "readwrite");
  const written = done(transaction);
  const games = transaction.objectStore("games");
  const modes = transaction.objectStore("modes");
  const key = record.mode || record.title;
  const [old, sum] = await Promise.all([
    answered<GameRecord | undefined>(games.get(record.id)),
    answered<ModeRecord | undefined>(modes.get(key)),
  ]);
  if (!old || old.updated <= record.updated) {
    const before = old?.counted ?? record.counted;
    const counted: Counted = {
      // Moves that were taken back and made again count once.
      moves: Math.max(before.moves, record.moves),
      merges: Math.max(before.merges, record.merges),
      time: Math.max(before.time, record.time),
      won: before.won || record.won,
      over: before.over || record.screen === "over",
    };
    const mode = sum ?? emptyMode(key, record.title);
    games.put({ ...record, counted });
    modes.put({
      ...mode,
      games: mode.games + (old ? 0 : 1),
      finished: mode.finished + (counted.over && !before.over ? 1 : 0),
      won: mode.won + (counted.won && !before.won ? 1 : 0),
      best: Math.max(mode.best, record.score),
      bestMoves: Math.max(mode.bestMoves, record.moves),
      moves: mode.moves + counted.moves - before.moves,
      merges: mode.merges + counted.merges - before.merges,
      time: mode.time + counted.time - before.time,
      last: record.updated,
    } satisfies ModeRecord);
  }
  await written;
}

function emptyMode(mode: string, title: string): ModeRecord {
  const zero = {
    games: 0,
    finished: 0,
    won: 0,
    best: 0,
    bestMoves: 0,
    moves: 0,
    merges: 0,
    time: 0,
    last: 0,
  };
  return { mode, title, ...zero };
}

type StoreName = "games" | "modes";

async function ask<T>(
  store: StoreName,
  access: IDBTransactionMode,
  question: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  const transaction = database.transaction(store, access);
  const written = done(transaction);
  const request = question(transaction.objectStore(store));
  await written;
  return request.result;
}

/** All games, the last one played first. */
export async function allGames(): Promise<GameRecord[]> {
  const games = await ask<GameRecord[]>("games", "readonly", (store) => store.index("updated").getAll());
  return games.reverse();
}

export function gameById(id: string): Promise<GameRecord | undefined> {
  return ask<GameRecord | undefined>("games", "readonly", (store) => store.get(id));
}

export async function keepGame(record: GameRecord): Promise<void> {
  await put(await open(), record);
  localStorage.setItem(KEPT, "yes");
}

/** Whether a game may be kept; known at once, while the database takes its time. */
export function mayHoldGames(): boolean {
  try {
    return localStorage.getItem(KEPT) !== null || readUnkept() !== null;
  } catch {
    return false;
  }
}

export async function forgetGame(id: string): Promise<void> {
  await ask("games", "readwrite", (store) => store.delete(id));
}

export function allModes(): Promise<ModeRecord[]> {
  return ask<ModeRecord[]>("modes", "readonly", (store) => store.getAll());
}

export function modeRecord(mode: string): Promise<ModeRecord | undefined> {
  return ask<ModeRecord | undefined>("modes", "readonly", (store) => store.get(mode));
}
