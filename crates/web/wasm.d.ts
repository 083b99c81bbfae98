// What `polymerge/wasm` is depends on what bundles it: its address, or the module itself.
declare const wasm: unknown;
export default wasm;
