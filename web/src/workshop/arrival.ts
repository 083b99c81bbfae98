// How much of the engine has arrived.

/** Bytes of the engine's module, unpacked; 0 where the build did not count them. */
const ALL = Number(import.meta.env.ENGINE_BYTES ?? 0);

let bytes = 0;
const watchers = new Set<() => void>();

/** The part that is here, from 0 to 1; `undefined` where that can't be told. */
export function arrivedPart(): number | undefined {
  return ALL > 0 ? Math.min(1, bytes / ALL) : undefined;
}

/** Tells of more that came, until the function given back is called. */
export function watchArrival(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Counts what comes of an answer. The answer itself stays as it is, so that the browser can keep what it compiles. */
export function counted(answer: Response): Response {
  if (answer.ok) void count(answer.clone()).catch(() => {});
  return answer;
}

async function count({ body }: Response): Promise<void> {
  bytes = 0;
  const reader = body?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) return;
    bytes += part.value.length;
    for (const watcher of watchers) watcher();
  }
}
