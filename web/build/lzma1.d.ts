// The part of the package that the build calls. Its own types are its sources, which our compiler options refuse.

/** Packs data, with a header; `mode` is from 1 (fast) to 9 (small). */
export function compress(data: Uint8Array, mode: number): ArrayLike<number>;
