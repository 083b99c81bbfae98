// What is bundled, and under which licences: for the page about the site, and
// as a file beside it with the licences themselves.

import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type bundledModule from "virtual:bundled";
import type { Plugin } from "vite";
import crates from "./crates.json" with { type: "json" };

/** Files of the site, and the packages whose licences they are. */
const LICENCES = { "fredoka-licence.txt": "@fontsource/fredoka" };
const ID = "virtual:bundled";

interface Package {
  name: string;
  version: string;
  licence: string;
  text: string;
}

const { resolve } = createRequire(import.meta.url);
const root = join(import.meta.dirname, "..");
const read = <T>(...path: string[]) => JSON.parse(readFileSync(join(...path), "utf8")) as T;

/** The packages of npm that are part of the site, those that these need among them. */
export function bundledPackages(): Package[] {
  interface Locked {
    version?: string;
    license?: string;
    dev?: boolean;
    link?: boolean;
  }
  const { packages } = read<{ packages: Record<string, Locked> }>(root, "package-lock.json");
  return Object.entries(packages).flatMap(([path, { version = "", license = "", dev, link }]) => {
    if (!path.startsWith("node_modules/") || dev || link) return [];
    const folder = join(root, path);
    const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
    const text = file ? readFileSync(join(folder, file), "utf8").trim() : "";
    return [{ name: path.slice("node_modules/".length), version, licence: license, text }];
  });
}

/** All of it as one text. */
export function licenceTexts(): string {
  const parts = [...bundledPackages(), ...crates].map(
    ({ name, version, licence, text }) => `${name} ${version}: ${licence}\n\n${text}\n`,
  );
  const line = `\n${"-".repeat(72)}\n\n`;
  return ["Licences of what is part of this site, beside its own code.\n", ...parts].join(line);
}

function bundled(): typeof bundledModule {
  const { version, repository } = read<{ version: string; repository?: string | { url: string } }>(
    root,
    "package.json",
  );
  const url = typeof repository === "string" ? repository : (repository?.url ?? "");
  const brief = ({ name, version, licence }: Package) => ({ name, version, licence });
  return {
    version,
    // As npm writes it.
    source: url.replace(/^git\+/, "").replace(/\.git$/, ""),
    packages: bundledPackages().map(brief),
    crates: crates.map(brief),
  };
}

export function licences(): Plugin {
  return {
    name: "licences",
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    load: (id) => (id === `\0${ID}` ? `export default ${JSON.stringify(bundled())}` : null),
    generateBundle() {
      for (const [fileName, name] of Object.entries(LICENCES)) {
        const source = readFileSync(join(dirname(resolve(`${name}/package.json`)), "LICENSE"), "utf8");
        this.emitFile({ type: "asset", fileName, source });
      }
      this.emitFile({ type: "asset", fileName: "licences.txt", source: licenceTexts() });
    },
  };
}
