// What was learned of modes before the site was built: files beside the page, fetched
// when a hint is asked for. Pages of a single mode have none (src/page/weights.ts).

/**
 * Returns the weights that were learned of the rules with this hash; `null` if there are none.
 * Throws if they can't be fetched.
 */
export async function weightsOf(rules: string): Promise<Uint8Array | null> {
  // Their list grows with the modes, and the page does without it until then.
  const list = await import("virtual:weights");
  const address = list.default[rules];
  if (address === undefined) return null;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
