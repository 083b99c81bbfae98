// Pages of a single mode carry nothing that was learned: in place of src/engine/weights.ts.

export async function weightsOf(): Promise<Uint8Array | null> {
  return null;
}
