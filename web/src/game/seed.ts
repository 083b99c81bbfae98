// Seeds of games that are begun without one.

/** A random seed, short enough to be read out. */
export function drawnSeed(): string {
  const words = crypto.getRandomValues(new Uint32Array(2));
  return `${((words[0] ?? 0) & 0xfffff) * 4096 + ((words[1] ?? 0) & 0xfff)}`;
}
