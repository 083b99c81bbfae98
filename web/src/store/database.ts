// Games and statistics, kept in the browser (IndexedDB).

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
  /** The board as a picture of a few colours: rows of "#rrggbb" or "". */
  preview: string[][];
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

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      const games = request.result.createObjectStore("games", { keyPath: "id" });
      games.createIndex("updated", "updated");
      request.result.createObjectStore("modes", { keyPath: "mode" });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the browser keeps no data"));
  });
  return opened;
}

type StoreName = "games" | "modes";

async function ask<T>(
  store: StoreName,
  access: IDBTransactionMode,
  question: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(store, access);
    const request = question(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = () => reject(transaction.error ?? new Error("the browser could not keep this"));
    transaction.onabort = () => reject(transaction.error ?? new Error("the browser is out of room"));
  });
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
  await ask("games", "readwrite", (store) => store.put(record));
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

export async function keepMode(record: ModeRecord): Promise<void> {
  await ask("modes", "readwrite", (store) => store.put(record));
}
