// What is said beside the view that is shown, with a way to take it back.

import { Watchers } from "../watchers";

export interface Notice {
  text: string;
  /** A button of the notice. */
  action?: { name: string; act: () => void };
}

/** Milliseconds for which a notice is shown. */
const TIME = 15_000;

let current: Notice | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const watchers = new Watchers();

export function noticeNow(): Notice | null {
  return current;
}

/** Tells of changes until the function given back is called. */
export const watchNotices = watchers.watch;

let holders = 0;

/** True if a part of the view shows notices itself, where they cover nothing. */
export const areHeld = (): boolean => holders > 0;

/** Has a part of the view show notices itself, until the function given back is called. */
export function holdNotices(): () => void {
  const hold = (more: number) => {
    holders += more;
    watchers.notify();
  };
  hold(1);
  return () => hold(-1);
}

/** Shows a notice, in place of the one before. */
export function notice(next: Notice | null): void {
  clearTimeout(timer);
  current = next;
  if (next) timer = setTimeout(() => notice(null), TIME);
  watchers.notify();
}
