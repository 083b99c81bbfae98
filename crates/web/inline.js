// For servers that are bundled: the module is a text in the program, so that no file must lie
// beside it. Nothing is to be awaited.
import { Buffer } from "node:buffer";
import { brotliDecompressSync } from "node:zlib";

import { initSync } from "./pkg/polymerge.js";
import text from "./pkg/polymerge_wasm.js";

initSync({ module: brotliDecompressSync(Buffer.from(text, "base64")) });

export * from "./pkg/polymerge.js";
export { default } from "./pkg/polymerge.js";
