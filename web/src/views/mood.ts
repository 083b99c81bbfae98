// The page in the colours of the mode that is shown.

import { useLayoutEffect } from "preact/hooks";
import type { Colors, wear as Wear } from "./wear";

let wear: typeof Wear | null = null;

/** Fetches what makes the colours, once. */
async function fetched(): Promise<typeof Wear> {
  wear ??= (await import("./wear")).wear;
  return wear;
}

// With a link to a mode it comes while its board does.
if (location.hash.length > 2) fetched().catch(() => {});

/** Puts the page into the colours of a mode as long as this is shown; `null` are those of the site. */
export function useMood(colors: Colors | null): void {
  const [screen, grid] = [colors?.screen ?? "", colors?.grid ?? ""];
  // Before the frame that shows the board, so that nothing changes its colour under one's eyes.
  useLayoutEffect(() => {
    if (!screen) return;
    let undo: (() => void) | null = null;
    let wanted = true;
    const put = (wear: typeof Wear) => {
      if (wanted) undo = wear({ screen, grid });
    };
    if (wear) put(wear);
    // Without a connection the page keeps the colours of the site.
    else fetched().then(put, () => {});
    return () => {
      wanted = false;
      undo?.();
    };
  }, [screen, grid]);
}
