// `polymerge/wasm` is an address or the module itself, depending on the bundler.
declare const wasm: unknown;
export default wasm;
