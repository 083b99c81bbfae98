// Where the page of a mode has from what the mode is like: its file, and the engine without that.

import { mode as texts } from "virtual:texts/mode";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { modePreviews } from "../../build/mode-previews.ts";

const DIVE = { name: "050-dive", number: 50, title: "DIVE" };
const THREE = { name: "069-232-240", number: 69, title: "232/240" };
const MODES = [
  DIVE,
  THREE,
  { name: "classic", number: undefined, title: "Classic 2048" },
  { name: "crummy", number: undefined, title: "Crummy" },
];
const sent = (name: string) => new Response(JSON.stringify({ mode: { name }, preview: "of the file" }));

/** Asks for a mode where the site answers like this; gives the source of the answer, and the files that were asked for. */
async function asked(
  called: string,
  answer: (name: string) => Promise<Response>,
  ahead: string | null,
  listed = MODES,
) {
  const early = ahead === null ? null : { name: ahead, answer: answer(ahead) };
  early?.answer.catch(() => {});
  const files: string[] = [];
  const fetchPreview = (name: string) => {
    files.push(name);
    return answer(name);
  };
  vi.doMock("../../src/game/ahead.ts", () => ({ fetchPreview, preview: early }));
  vi.doMock("../../src/engine/catalogue.ts", () => ({ catalogue: async () => listed }));
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
  ["by its title", "Crummy", found, true, ["crummy"]],
  ["by a name without a number", "classic", found, true, ["classic"]],
  ["by another name without a number", "crummy", found, true, ["crummy"]],
  ["without a network", "050-dive", offline, false, ["050-dive"]],
  ["by its number without a network", "50", offline, false, ["050-dive"]],
  ["where there are no files", "050-dive", gone, false, ["050-dive"]],
  ["where the start page comes instead", "050-dive", startPage, false, ["050-dive"]],
  ["where another mode comes", "050-dive", other, false, ["050-dive"]],
])("a mode that is called %s", async (_, called, answer, isOfFile, files) => {
  const { name } = MODES.find(({ name }) => name === called.toLowerCase()) ?? DIVE;
  expect(await asked(called, answer, null)).toEqual({ name, isOfFile, files });
});

test("what was asked for ahead is not asked for again", async () => {
  const { isOfFile, files } = await asked("050-dive", found, "050-dive");
  expect([isOfFile, files]).toEqual([true, []]);
});

test("where that has failed, it is asked for again, once", async () => {
  let count = 0;
  const secondTime = (name: string) => (++count > 1 ? found(name) : offline());
  const { isOfFile, files } = await asked("050-dive", secondTime, "050-dive");
  expect([isOfFile, files]).toEqual([true, ["050-dive"]]);
});

test("what was asked for ahead is for its own mode alone", async () => {
  const { name, isOfFile, files } = await asked("crummy", found, "050-dive");
  expect([name, isOfFile, files]).toEqual(["crummy", true, ["crummy"]]);
});

test("a part of a name that looks like a name is none", async () => {
  const ofModes = async (name: string) => (MODES.some((mode) => mode.name === name) ? sent(name) : gone());
  const { name, isOfFile, files } = await asked("232-240", ofModes, "232-240");
  expect([name, isOfFile, files]).toEqual(["069-232-240", true, ["232-240", "069-232-240"]]);
});

test("that a mode is in no list is said in the words of the site", async () => {
  await expect(asked("050-dive", gone, null, [THREE])).rejects.toThrow(texts.unknown);
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
