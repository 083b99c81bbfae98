// Games and statistics, kept in the browser: asks the archive (archive.ts), a
// script of its own that is fetched when it is needed, after the first frame.

import { messageOf } from "../summary";
import type { Saved, Written } from "./archive";
import { lookCleared, noteKept } from "./cleared";
import { isLeft, readLeft } from "./left";
import { readJson, readLocal, removeLocal, writeLocal } from "./local";
import type { GameLine, GameRecord, ModeRecord } from "./record";
import type { Arrived } from "./transfer";
import { clearTrouble, errorOf, type Kept, reportTrouble } from "./trouble";
import { forgetLeft, LEFT, noteLeft } from "./unkept";

export type { Counted, GameLine, GameRecord, ModeRecord } from "./record";

type Archive = typeof import("./archive");

/** The name of this browser, where the database has no room for it. */
const NAME = "polymerge.name";

let loading: Promise<Archive> | null = null;

/** The archive. A failed attempt is not kept. */
function archive(): Promise<Archive> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    reportTrouble("games", error);
    throw error;
  });
  return loading;
}

async function load(): Promise<Archive> {
  const archive = await import("./archive");
  archive.connect({
    clear: clearTrouble,
    report: reportTrouble,
    readName: () => readLocal(NAME),
    keepName: (name) => writeLocal(NAME, name),
    closed: lookCleared,
    readLeft,
    forgetLeft: forget,
    kept: noteKept,
  });
  return archive;
}

/** Forgets what was left of a game, also under the name of the first version. */
function forget(id: string): void {
  forgetLeft(id);
  const first = readJson(LEFT, isLeft);
  if (first?.id === id) removeLocal(LEFT);
}

/** Keeps a game, in memory if the browser does not take it. */
export async function keepGame(record: GameRecord): Promise<Written> {
  try {
    return await (await archive()).keepGame(record);
  } catch {
    // Without the archive local storage has to do.
    noteLeft(record);
    return { ...record, updated: record.base ?? record.updated, isKept: false };
  }
}

/** Keeps the games that were left before they could be. */
export const bringLeft = async (): Promise<void> => (await archive()).bringLeft();

/** Finds out whether the browser keeps games, before there is one. */
export const tryStore = async (): Promise<void> => (await archive()).tryStore();

/** All games, the last one played first, with those in which nothing was done. */
export const allLines = async (): Promise<GameLine[]> => (await archive()).allLines();

/** Returns the games that the browser did not take: all that there is where it can't be read. */
export const held = async () => (await archive()).held();

/** The games in which something was done. */
export const listedLines = async (): Promise<GameLine[]> => (await archive()).listedLines();

export const gameById = async (id: string): Promise<GameRecord | undefined> => (await archive()).gameById(id);

/** Forgets games in which nothing was ever done, but for the last ones. */
export const forgetUnplayed = async (): Promise<void> => (await archive()).forgetUnplayed();

/** Deletes a game; what it added to the statistics stays. Gives it, to be brought back. */
export const forgetGame = async (id: string): Promise<GameRecord | undefined> =>
  (await archive()).forgetGame(id);

/** Brings a deleted game back as it was. */
export const restoreGame = async (record: GameRecord): Promise<void> => (await archive()).restoreGame(record);

export const allModes = async (): Promise<ModeRecord[]> => (await archive()).allModes();

export const modeRecord = async (mode: string): Promise<ModeRecord | undefined> =>
  (await archive()).modeRecord(mode);

/** Acts after games were kept or deleted, here or in another tab, until the function given back is called. */
export const onChange = async (act: () => void): Promise<() => void> => (await archive()).onChange(act);

/** All games and statistics as one text, or as many of them as can be had. */
export const exportAll = async (): Promise<Saved> => (await archive()).exportAll();

/** Adds games and statistics of another browser, all or none of them. */
export const importAll = async (text: string): Promise<Arrived> => (await archive()).importAll(text);

/** Tells what is not kept or can't be read, and why, in a few sentences; "" if all is well. */
export async function troubleText(): Promise<string> {
  const kinds: Kept[] = ["games", "settings", "reading", "broken", "cleared", "begun"];
  if (!kinds.some(errorOf)) return "";
  // Without the archive there are the words of the browser.
  return import("./archive").then(
    (archive) => archive.troubleText(),
    (error: unknown) => messageOf(error),
  );
}
