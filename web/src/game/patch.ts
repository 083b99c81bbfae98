// The difference between two values of JSON: what is written of things that follow one another
// and are much alike.

/** In a list of one, a value that takes the place of another; else what differs below it, by key. */
export type Patch = [value: unknown] | { [key: string]: Patch };

/** A value with the differences of a patch. */
export function patched<T>(value: T, patch: Patch): T;
export function patched(value: unknown, patch: Patch): unknown {
  if (Array.isArray(patch)) return patch[0];
  if (typeof value !== "object" || value === null) return value;
  const parts = new Map<string, unknown>(Object.entries(value));
  for (const [key, part] of Object.entries(patch)) parts.set(key, patched(parts.get(key), part));
  return Array.isArray(value) ? [...parts.values()] : Object.fromEntries(parts);
}
