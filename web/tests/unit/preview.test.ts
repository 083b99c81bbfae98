// Where the page of a mode has from what the mode is like: its file, and the engine without that.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { modePreviews } from "../../build/mode-previews.ts";

const DIVE = { name: "050-dive", number: 50, title: "DIVE" };
const MODES = [DIVE, { name: "classic", number: undefined, title: "Classic" }];
const sent = (name: string) => new Response(JSON.stringify({ mode: { name }, preview: "of the file" }));

/** Asks for a mode where the site answers like this; gives the source of the answer, and the files that were asked for. */
async function asked(called: string, answer: (name: string) => Promise<Response>, ahead: string | null) {
  const files: string[] = [];
  const fetchPreview = (name: string) => {
    files.push(name);
    return answer(name);
  };
  vi.doMock("../../src/game/ahead.ts", () => ({ fetchPreview, preview: ahead && answer(ahead) }));
  vi.doMock("../../src/engine/catalogue.ts", () => ({ catalogue: async () => MODES }));
  const ask = async (_: string, called: string) => {
    const mode = MODES.find(({ name, number }) => name === called || `${number}` === called);
    if (!mode) throw new Error("no such mode");
    return { name: mode.name };
  };
  vi.doMock("../../src/engine/load.ts", () => ({ engine: async () => ({ ask }) }));
  const { describe } = await import("../../src/game/preview.ts");
  const { mode, preview } = await describe(called);
  return { name: mode.name, isOfFile: `${preview}` === "of the file", files };
}

beforeEach(() => vi.resetModules());
afterEach(() => {
  for (const name of ["game/ahead", "engine/catalogue", "engine/load"]) vi.doUnmock(`../../src/${name}.ts`);
});

const found = async (name: string) => sent(name);
const gone = async () => new Response("", { status: 404 });
const offline = () => Promise.reject(new Error("offline"));
const startPage = async () => new Response("<!doctype html>");
const other = async () => sent("051-other");

test.each([
  ["by its name", "050-dive", found, true, ["050-dive"]],
  ["by its number", "50", found, true, ["050-dive"]],
  ["by its title", "Classic", found, true, ["classic"]],
  ["without a network", "050-dive", offline, false, ["050-dive"]],
  ["by its number without a network", "50", offline, false, ["050-dive"]],
  ["where there are no files", "050-dive", gone, false, ["050-dive"]],
  ["where the start page comes instead", "050-dive", startPage, false, ["050-dive"]],
  ["where another mode comes", "050-dive", other, false, ["050-dive"]],
])("a mode that is called %s", async (_, called, answer, isOfFile, files) => {
  const { name } = called === "Classic" ? { name: "classic" } : DIVE;
  expect(await asked(called, answer, null)).toEqual({ name, isOfFile, files });
});

test("what was asked for ahead is not asked for again", async () => {
  const { isOfFile, files } = await asked("050-dive", found, "050-dive");
  expect([isOfFile, files]).toEqual([true, []]);
});

test("the engine says that there is no such mode", async () => {
  await expect(asked("999-nothing", gone, null)).rejects.toThrow("no such mode");
});

test("each mode has a file, without the picture of the catalogue", async () => {
  const files = await modePreviews();
  expect(files.size).toBeGreaterThan(120);
  const { mode, preview } = JSON.parse(files.get("050-dive.json")?.() ?? "");
  expect([mode.name, mode.picture, preview.name]).toEqual(["050-dive", undefined, "050-dive"]);
  expect(preview.board).toMatch(/^<svg/);
});
