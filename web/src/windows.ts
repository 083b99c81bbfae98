// Windows and menus over the page, which the system's Back closes. Browsers with a
// CloseWatcher do so themselves for dialogs and popovers; for others an entry of the
// history stands for what is open (windowentry.ts).

export const windows = {
  /** Notes that something is open, until the function given back is called. */
  opened: (_close: () => void) => () => {},
  /** Does something with the entry of the page itself: later, while windows are open. */
  atPage: (act: () => void) => act(),
  /** Goes elsewhere: later, while the entry of windows is being left. */
  onward: (act: () => void) => act(),
};

/** Has Back close windows where the browser does not. */
export function watchBack(): void {
  if ("CloseWatcher" in window) return;
  import("./windowentry").then(
    ({ entry }) => Object.assign(windows, entry),
    // The system's Back leaves the view then.
    () => {},
  );
}
