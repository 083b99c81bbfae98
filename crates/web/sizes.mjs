// What a module consists of: the bytes of its code by crate, and of its data.
// `node crates/web/sizes.mjs [MODULE]`, after a build: the module as the compiler wrote it,
// in which functions have their names. A generic function counts for the crate that it is of.

import { readFileSync } from "node:fs";

const [file = "target/wasm/wasm32-unknown-unknown/small/polymerge_web.wasm"] = process.argv.slice(2);
const bytes = readFileSync(file);

/** Reads a module from a place on. */
class Reader {
  constructor(place) {
    this.place = place;
  }
  byte() {
    return bytes[this.place++];
  }
  number() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  }
  text() {
    const length = this.number();
    this.place += length;
    return bytes.toString("utf8", this.place - length, this.place);
  }
  /** The number of functions among imports: their names come first. */
  imports() {
    let functions = 0;
    for (let rest = this.number(); rest > 0; rest--) {
      this.text();
      this.text();
      const kind = this.byte();
      if (kind !== 0) throw new Error(`an import of kind ${kind}: only functions are known`);
      this.number();
      functions++;
    }
    return functions;
  }
  functions() {
    return Array.from({ length: this.number() }, () => {
      const size = this.number();
      this.place += size;
      return size;
    });
  }
  names(end) {
    while (this.place < end) {
      const [kind, size] = [this.byte(), this.number()];
      if (kind === 1)
        return new Map(Array.from({ length: this.number() }, () => [this.number(), this.text()]));
      this.place += size;
    }
    return new Map();
  }
}

/** The crate of a function, by its mangled name: the first word in it that is no sign. */
function crateOf(name) {
  const legacy = /^_ZN(\d+)/.exec(name);
  if (!legacy) return /^(\w+?)(::|$)/.exec(name.replace(/^[_<&]+(dyn |mut |\[)?/, ""))?.[1] ?? "others";
  const start = legacy[0].length;
  return crateOf(
    name
      .slice(start, start + Number(legacy[1]))
      .replaceAll("$LT$", "<")
      .replaceAll("..", "::"),
  );
}

let [imported, sizes, names, data] = [0, [], new Map(), 0];
for (const at = new Reader(8); at.place < bytes.length; ) {
  const [kind, size] = [at.byte(), at.number()];
  const inside = new Reader(at.place);
  at.place += size;
  if (kind === 2) imported = inside.imports();
  if (kind === 10) sizes = inside.functions();
  if (kind === 11) data = size;
  if (kind === 0 && inside.text() === "name") names = inside.names(at.place);
}
const crates = new Map();
for (const [index, size] of sizes.entries()) {
  const crate = crateOf(names.get(index + imported) ?? "");
  crates.set(crate, (crates.get(crate) ?? 0) + size);
}
const code = sizes.reduce((sum, size) => sum + size, 0);
console.log(`code ${code} bytes in ${sizes.length} functions, data ${data} bytes`);
const listed = [...crates].sort(([, a], [, b]) => b - a).filter(([, size]) => size > code / 500);
for (const [crate, size] of listed)
  console.log(`${String(size).padStart(9)} ${((100 * size) / code).toFixed(1).padStart(5)} %  ${crate}`);
