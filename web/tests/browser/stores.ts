// What the site keeps in a browser, taken out of it and put into another one.

import type { Page } from "playwright-core";

/** Local storage by key, and the records of each store of the database. */
export interface Stores {
  local: Record<string, string>;
  database: Record<string, unknown[]>;
}

/** Takes all that is kept out of the browser. */
export function takeStores(page: Page): Promise<Stores> {
  return page.evaluate(async () => {
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await result(indexedDB.open("polymerge"));
    const names = [...database.objectStoreNames];
    const records: Record<string, unknown[]> = {};
    const transaction = database.transaction(names, "readonly");
    for (const name of names) records[name] = await result(transaction.objectStore(name).getAll());
    database.close();
    return { local: { ...localStorage }, database: records };
  });
}

/**
 * Puts it into a browser that keeps nothing so far, in the layout of version 1
 * of the database. The page must be one of the site that keeps nothing itself.
 */
export function putStores(page: Page, stores: Stores): Promise<void> {
  return page.evaluate(async ({ local, database }) => {
    for (const [key, text] of Object.entries(local)) localStorage.setItem(key, text);
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.open("polymerge", 1);
      request.onupgradeneeded = () => {
        const games = request.result.createObjectStore("games", { keyPath: "id" });
        games.createIndex("updated", "updated");
        request.result.createObjectStore("modes", { keyPath: "mode" });
      };
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        const transaction = request.result.transaction(Object.keys(database), "readwrite");
        for (const [name, records] of Object.entries(database)) {
          for (const record of records) transaction.objectStore(name).put(record);
        }
        transaction.onerror = () => reject(transaction.error);
        transaction.oncomplete = () => {
          request.result.close();
          resolve();
        };
      };
    });
  }, stores);
}
