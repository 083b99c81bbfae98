// Tells all tabs of the site, the one that did it among them, that the games
// which the browser keeps have changed.

const CHANNEL = "polymerge-games";

let sending: BroadcastChannel | null = null;

/** Tells that games were kept or deleted. */
export function announceChange(): void {
  sending ??= opened();
  try {
    sending?.postMessage(null);
  } catch {
    // The games themselves are kept; other tabs list them when they are asked to.
  }
}

/** Acts after games have changed: at once where the page is seen, else when it is seen again. */
export function onChange(act: () => void): () => void {
  const hearing = opened();
  if (!hearing) return () => {};
  let isDue = false;
  const look = () => {
    if (!isDue || document.visibilityState === "hidden") return;
    isDue = false;
    act();
  };
  hearing.onmessage = () => {
    isDue = true;
    look();
  };
  document.addEventListener("visibilitychange", look);
  return () => {
    document.removeEventListener("visibilitychange", look);
    hearing.close();
  };
}

/** Without a channel, what was listed stays until it is asked for again. */
function opened(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch {
    return null;
  }
}
