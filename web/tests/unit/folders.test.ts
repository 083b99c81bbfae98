// Which folder of the site may import which: arrows go downwards, so that a part can be read, changed
// and loaded without those above it.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../../src");

/** Each folder, and those that its scripts may import; the lowest first. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  texts: [],
  engine: ["texts"],
  store: ["texts", "engine"],
  input: ["texts", "engine", "store"],
  board: ["texts", "engine", "store", "input"],
  game: ["texts", "engine", "store", "input", "board"],
  views: ["texts", "engine", "store", "input", "board", "game", "scores", "newgame"],
  scores: ["texts", "engine", "store", "game", "views"],
  newgame: ["texts", "engine", "store", "game", "views"],
  workshop: ["texts", "engine", "store", "input", "board", "game", "views"],
  page: ["texts", "engine", "store", "input", "board", "game", "views"],
};

/** Scripts outside of all folders that any may import: they need nothing of the site but texts. */
const SMALL = [
  "address",
  "entry",
  "files",
  "hash",
  "missing",
  "route",
  "summary",
  "watchers",
  "windowentry",
  "windows",
];

/** Returns the folder of a script; "" for one outside of all: the others there begin the pages. */
const folderOf = (file: string) => (file.includes("/") ? file.slice(0, file.indexOf("/")) : "");

/** Returns the scripts that a script imports, at once or later; those that it takes types of alone do not count. */
function importsOf(code: string): string[] {
  const found = code.matchAll(
    /^(?:import|export) (?!type )[^;]*?from "(\.[^"]+)"|^import "(\.[^"]+)"|import\("(\.[^"]+)"\)/gm,
  );
  return [...found].map(([, from, whole, later]) => from ?? whole ?? later ?? "");
}

/** Returns the name of the script that an import of a file means, from the root and without its ending. */
const nameOf = (file: string, wanted: string) => relative(ROOT, join(ROOT, dirname(file), wanted));

/** Returns the imports of a file that the table does not allow. */
function faultsIn(file: string, code: string): string[] {
  const own = folderOf(file);
  return importsOf(code).flatMap((wanted) => {
    const other = nameOf(file, wanted);
    const folder = folderOf(other);
    const isSmall = SMALL.includes(file.replace(/\.tsx?$/, ""));
    const allowed = isSmall ? ["texts"] : own === "" ? [...Object.keys(ALLOWED), ""] : (ALLOWED[own] ?? []);
    if (folder === own || folder === "style" || SMALL.includes(other) || allowed.includes(folder)) return [];
    return [`${file} imports ${other}`];
  });
}

/** Returns the first circle of imports that is found, as names of scripts; `null` if there is none. */
function circleIn(imports: ReadonlyMap<string, readonly string[]>): string[] | null {
  const cleared = new Set<string>();
  const from = (name: string, path: readonly string[]): string[] | null => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (cleared.has(name)) return null;
    for (const next of imports.get(name) ?? []) {
      const found = from(next, [...path, name]);
      if (found) return found;
    }
    cleared.add(name);
    return null;
  };
  for (const name of imports.keys()) {
    const found = from(name, []);
    if (found) return found;
  }
  return null;
}

const files = readdirSync(ROOT, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));

test("no folder imports one above it", () => {
  expect(files.flatMap((file) => faultsIn(file, readFileSync(join(ROOT, file), "utf8")))).toEqual([]);
});

test("no script imports one that imports it, at once or later", () => {
  const imports = files.map((file): [string, string[]] => [
    file.replace(/\.tsx?$/, ""),
    importsOf(readFileSync(join(ROOT, file), "utf8")).map((wanted) => nameOf(file, wanted)),
  ]);
  expect(circleIn(new Map(imports))).toBeNull();
});

test.each([
  [{ a: ["b"], b: ["c"], c: [] }, null],
  [{ a: ["a"] }, ["a", "a"]],
  [{ a: ["b", "c"], b: [], c: ["d"], d: ["c"] }, ["c", "d", "c"]],
])("of %j the circle is %j", (imports, circle) => {
  expect(circleIn(new Map(Object.entries(imports)))).toEqual(circle);
});

test("every folder with scripts is in the table", () => {
  const folders = new Set(files.map(folderOf).filter(Boolean));
  expect([...folders].sort()).toEqual(Object.keys(ALLOWED).sort());
});

test.each([
  ["engine/a.ts", 'import { b } from "../game/b";', ["engine/a.ts imports game/b"]],
  [
    "engine/a.ts",
    'import {\n  b,\n  c,\n} from "../game/b";\nimport { d } from "./d";',
    ["engine/a.ts imports game/b"],
  ],
  ["engine/a.ts", 'const b = await import("../views/b");', ["engine/a.ts imports views/b"]],
  ["engine/a.ts", 'export { b } from "../game/b";', ["engine/a.ts imports game/b"]],
  ["engine/a.ts", 'import "../main";', ["engine/a.ts imports main"]],
  ["engine/a.ts", 'import type { B } from "../game/b";', []],
  ["game/a.ts", 'import { b } from "../engine/b";', []],
  ["views/a.tsx", 'import "../style/a.css";', []],
  ["engine/a.ts", 'import { b } from "../route";', []],
  ["route.ts", 'import { b } from "./game/b";', ["route.ts imports game/b"]],
  ["main.tsx", 'import { b } from "./views/b";', []],
] as const)("%s with %s", (file, code, faults) => {
  expect(faultsIn(file, code)).toEqual(faults);
});
