// What was learned of modes before the site was built: files beside the page, fetched
// when a hint is asked for. Pages of a single mode have none (src/page/weights.ts).

/** What was learned of the rules that have this hash; nothing, if that is nothing or can't be fetched. */
export async function weightsOf(rules: string): Promise<Uint8Array | null> {
  // Their list grows with the modes, and the page does without it until then.
  const list = await import("virtual:weights").catch(() => null);
  const address = list?.default[rules];
  if (address === undefined) return null;
  const response = await fetch(address).catch(() => null);
  return response?.ok ? new Uint8Array(await response.arrayBuffer()) : null;
}
