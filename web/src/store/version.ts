// The service worker that keeps the site (src/worker.ts), as pages see it: it
// is registered, and when one of a new version has taken over, that is told.

import { Watchers } from "../watchers";
import { lookCleared } from "./cleared";

let isNew = false;
const watchers = new Watchers();

/** Returns true if another version of the site is there, which a page has after it was loaded anew. */
export function hasNewVersion(): boolean {
  return isNew;
}

/** Tells of a new version until the function given back is called. */
export const watchVersion = watchers.watch;

/** Tells that another version of the site is there. */
export function noteVersion(): void {
  isNew = true;
  watchers.notify();
}

/** The time after which a page that stays open asks for a new version, in milliseconds. */
const HOUR = 3_600_000;

/** Has the site kept for visits without a network, where the browser does that. */
export async function keepSite(): Promise<void> {
  try {
    const { serviceWorker } = navigator;
    // The worker of a first visit takes over as well, with the version that is shown.
    let isFirst = serviceWorker.controller === null;
    serviceWorker.addEventListener("controllerchange", () => {
      // There is none any more: that comes of deleted data, not of another version.
      if (serviceWorker.controller === null) {
        isFirst = true;
        return lookCleared();
      }
      if (!isFirst) noteVersion();
      isFirst = false;
    });
    const registration = await serviceWorker.register("./worker.js");
    let asked = Date.now();
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState !== "visible" || Date.now() - asked < HOUR) return;
      asked = Date.now();
      void registration.update().catch(() => {});
    });
  } catch {
    // No permission, no room, or no secure connection: the site works with a network only.
  }
}
