// The database of the browser (IndexedDB), which may refuse, be full, or never
// answer.

import { archive } from "virtual:texts/archive";
import { Watchers } from "../watchers";
import { type GameRecord, lineOf } from "./record";

/** A failure whose message is in words already (trouble.ts). */
class StoreError extends Error {
  override readonly name = "StoreError";
}

/**
 * Games in full, what lists need of them, sums of modes, what is left of deleted games, and sums of
 * other browsers.
 */
export type StoreName = "games" | "lines" | "modes" | "gone" | "sums";

const NAME = "polymerge";
/** Version 1 had neither lines nor what is left of deleted games, version 2 no sums of other browsers. */
const VERSION = 3;
/** Milliseconds after which the database is done without. */
const TIMEOUT = 4000;

let opened: Promise<IDBDatabase> | null = null;
/** True if the last attempt was given up on, but may succeed still. */
let mayAnswer = false;

/** The database. A failed attempt is not kept, unless there may be an answer still. */
export function database(): Promise<IDBDatabase> {
  opened ??= connect().catch((error: unknown) => {
    if (!mayAnswer) forget();
    throw error;
  });
  return opened;
}

function forget(): void {
  opened = null;
}

/** The listeners for the database that the browser has closed: it does that when its data is deleted. */
export const closings = new Watchers();

function connect(): Promise<IDBDatabase> {
  mayAnswer = false;
  const late = (reject: (error: unknown) => void, why: string) => {
    mayAnswer = true;
    reject(new StoreError(why));
  };
  return new Promise((resolve, reject) => {
    // Some browsers have none where they keep nothing.
    if (typeof indexedDB === "undefined") throw new DOMException("there is no database", "SecurityError");
    const request = indexedDB.open(NAME, VERSION);
    const wait = setTimeout(() => late(reject, archive.silent), TIMEOUT);
    request.onupgradeneeded = ({ oldVersion }) => {
      // An upgrade has no time limit.
      clearTimeout(wait);
      upgrade(request, oldVersion);
    };
    request.onblocked = () => {
      clearTimeout(wait);
      late(reject, archive.otherTab);
    };
    request.onsuccess = () => {
      clearTimeout(wait);
      const { result } = request;
      // Another tab wants to bring the database to a newer version.
      result.onversionchange = () => {
        result.close();
        forget();
      };
      result.onclose = () => {
        forget();
        closings.notify();
      };
      // A database that opens late is used by the next call.
      opened = Promise.resolve(result);
      resolve(result);
    };
    request.onerror = () => {
      clearTimeout(wait);
      mayAnswer = false;
      forget();
      reject(request.error ?? new StoreError(archive.noData));
    };
  });
}

function upgrade(request: IDBOpenDBRequest, oldVersion: number): void {
  const { result, transaction } = request;
  result.createObjectStore("sums", { keyPath: "from" });
  if (oldVersion === 2) return;
  if (oldVersion < 1) {
    result.createObjectStore("games", { keyPath: "id" }).createIndex("updated", "updated");
    result.createObjectStore("modes", { keyPath: "mode" });
  }
  const lines = result.createObjectStore("lines", { keyPath: "id" });
  lines.createIndex("updated", "updated");
  result.createObjectStore("gone", { keyPath: "id" });
  if (oldVersion < 1 || !transaction) return;
  const games = transaction.objectStore("games").openCursor();
  games.onsuccess = () => {
    const cursor = games.result;
    if (!cursor) return;
    lines.put(lineOf(cursor.value as GameRecord));
    cursor.continue();
  };
}

export function answered<T>(request: IDBRequest<T>): Promise<T> {
  const answer = new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  // The result has no reader any more if another request of the transaction failed before.
  answer.catch(() => {});
  return answer;
}

/** True if the database has left something without an answer: then the next one does not wait as long. */
let isSilent = false;

/** Works on some stores, all or nothing; what `work` comes to, once that is written. */
export async function transact<T>(
  names: StoreName[],
  access: IDBTransactionMode,
  work: (store: (name: StoreName) => IDBObjectStore) => Promise<T>,
): Promise<T> {
  const transaction = await begun(names, access);
  const written = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error ?? new StoreError(archive.noRoom));
  });
  const worked = work((name) => transaction.objectStore(name)).catch((error: unknown) => {
    // Then nothing of the transaction is written.
    try {
      transaction.abort();
    } catch {
      // The transaction has ended already.
    }
    throw error;
  });
  return (await inTime(Promise.all([worked, written])))[0];
}

/** A transaction, in a database that is opened anew if it was closed meanwhile. */
async function begun(names: StoreName[], access: IDBTransactionMode): Promise<IDBTransaction> {
  const opened = await database();
  try {
    return opened.transaction(names, access);
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== "InvalidStateError") throw error;
    forget();
    return (await database()).transaction(names, access);
  }
}

/** Resolves as a promise does, unless it takes too long. */
function inTime<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => {
      isSilent = true;
      reject(new StoreError(archive.silent));
    };
    const wait = setTimeout(late, isSilent ? TIMEOUT / 20 : TIMEOUT);
    const answered = () => {
      isSilent = false;
      clearTimeout(wait);
    };
    promise.then(resolve, reject).finally(answered);
  });
}
