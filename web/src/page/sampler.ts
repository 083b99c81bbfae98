// Pages of a single mode play no trials: in place of src/engine/sampler.ts.

export class Sampler {}
