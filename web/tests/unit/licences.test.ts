// What the page about the site says is part of it.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import crates from "../../build/crates.json" with { type: "json" };
import { bundledPackages, licenceTexts } from "../../build/licences.ts";

const repository = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), "utf8");

test("every package has a licence and its text", () => {
  const packages = bundledPackages();
  expect(packages.map(({ name }) => name)).toContain("preact");
  for (const { name, licence, text } of [...packages, ...crates]) {
    expect(licence, name).not.toBe("");
    expect(text.length, name).toBeGreaterThan(400);
    expect(licenceTexts()).toContain(text);
  }
});

test("crates are those that are built; if not, `node build/crates.mjs` lists them anew", () => {
  const lock = repository("Cargo.lock");
  for (const { name, version } of crates)
    expect(lock).toContain(`name = "${name}"\nversion = "${version}"\n`);
  // Those of the core, which docs/dev/dependencies.md lists.
  const [core = ""] = repository("docs/dev/dependencies.md").split("These are in the lock file");
  const listed = [...core.matchAll(/^\| ([\w-]+) \| \d/gm)].map(([, name]) => name);
  expect(listed.length).toBeGreaterThan(10);
  expect(crates.map(({ name }) => name)).toEqual(expect.arrayContaining(listed));
});
