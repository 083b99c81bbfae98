// What was learned of modes before the site was built: files beside the page, fetched
// when a hint is asked for. Pages of a single mode have none (src/page/weights.ts).

import files from "virtual:weights";

/** What was learned of the rules that have this hash; nothing, if that is nothing or can't be fetched. */
export async function weightsOf(rules: string): Promise<Uint8Array | null> {
  const address = files[rules];
  if (address === undefined) return null;
  const response = await fetch(address).catch(() => null);
  return response?.ok ? new Uint8Array(await response.arrayBuffer()) : null;
}
