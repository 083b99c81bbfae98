// How much of the engine has come, as long as it is on its way: it is large.

let share = 0;
const watchers = new Set<() => void>();

/** In hundredths; 0 also where that is not known. */
export function arrived(): number {
  return share;
}

/** Tells of changes until the function given back is called. */
export function watchArrival(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** The answer of a server with a file of so many bytes, counted as they come. */
export function counted(response: Response, bytes: number): Response {
  let come = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, control) {
      control.enqueue(part);
      come += part.length;
      const now = Math.min(100, Math.floor((100 * come) / bytes));
      if (now === share) return;
      share = now;
      for (const watcher of watchers) watcher();
    },
  });
  const { body, headers, status } = response;
  return new Response(body?.pipeThrough(count), { headers, status });
}
