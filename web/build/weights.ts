// The module "virtual:weights": the files of what was learned of modes, by the hash of the
// rules that stands in each behind its mark and its version. They are those of the command line.

import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";

const ID = "virtual:weights";
const FOLDER = resolve(import.meta.dirname, "../../crates/app/weights");
/** The bytes of a file before the hash. */
const BEFORE = 5;

/** The files, by the hash of their rules: sixteen digits. */
export function weightsByRules(): Map<string, string> {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".weights"));
  return new Map(
    files.sort().map((name) => {
      const file = resolve(FOLDER, name);
      const hash = readFileSync(file).readBigUInt64LE(BEFORE);
      return [hash.toString(16).padStart(16, "0"), file];
    }),
  );
}

/** A module of the addresses of the files. */
function source(): string {
  const files = [...weightsByRules()];
  const imports = files.map(([, file], place) => `import f${place} from ${JSON.stringify(`${file}?url`)};`);
  const entries = files.map(([rules], place) => `${JSON.stringify(rules)}: f${place}`);
  return `${imports.join("\n")}\nexport default { ${entries.join(", ")} };`;
}

export function weights(): Plugin {
  return {
    name: "weights",
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    load: (id) => (id === `\0${ID}` ? source() : null),
  };
}
