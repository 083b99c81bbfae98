// Work in parts, so that the page answers in between.

/** Settled in a task of its own, after input and frames that wait. */
export function nextTask(): Promise<void> {
  return new Promise((done) => setTimeout(done));
}

/** Settled after the next frame is shown. */
export function nextFrame(): Promise<void> {
  return new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}
