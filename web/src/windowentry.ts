// The entry of the history that stands for all windows and menus that are open, and
// is left when nothing is open any more: for browsers without a CloseWatcher.

/** The functions that close the windows which are open. */
const open: (() => void)[] = [];
/** The acts that wait until the entry is left. */
let waiting: (() => void)[] = [];
/** The address when the current entry was made, if it stands for windows; `null` if it does not. */
let current: string | null = null;
let isLeaving = false;

const isOfWindows = () => Boolean((history.state as { window?: boolean } | null)?.window);

function opened(close: () => void): () => void {
  open.push(close);
  enter();
  return () => {
    const at = open.indexOf(close);
    if (at >= 0) open.splice(at, 1);
    // What closes may open something else at once.
    setTimeout(leave);
  };
}

function atPage(act: () => void): void {
  if (current === null && !isLeaving) act();
  else waiting.push(act);
}

function onward(act: () => void): void {
  if (isLeaving) waiting.push(act);
  else act();
}

function enter(): void {
  if (open.length === 0 || current !== null || isLeaving) return;
  history.pushState({ ...history.state, window: true }, "");
  current = location.href;
}

function leave(): void {
  if (open.length > 0 || current === null || isLeaving || !isOfWindows()) return;
  isLeaving = true;
  history.back();
}

function arrived(): void {
  if (isOfWindows()) {
    // Nothing is open here any more.
    isLeaving = current === null;
    if (isLeaving) history.back();
    return;
  }
  const isBack = current === location.href;
  const close = isLeaving ? undefined : open.at(-1);
  const acts = isBack || isLeaving ? waiting : [];
  waiting = [];
  current = null;
  isLeaving = false;
  close?.();
  for (const act of acts) act();
  enter();
}

/** The parts of `windows` for such browsers. */
export const entry = { opened, atPage, onward };

addEventListener("popstate", arrived);
// The page was loaded anew while something was open.
if (isOfWindows()) {
  isLeaving = true;
  history.back();
}
