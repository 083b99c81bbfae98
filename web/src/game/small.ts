// The mode of the link that the page was opened with, as far as the small engine plays it.

import { engine, onEngine } from "../engine/load";
import { small } from "./ahead";
import type { LocalMode } from "./local";
import type { Placeholder } from "./placeholder";

/** The file that the site has of a mode for the small engine. */
export interface SmallFile extends Placeholder {
  /** The mode as the small engine reads it. */
  raw: string;
}

/** The file of a mode, if the page was opened with that; `null` if there is none. */
export async function smallFile(name: string): Promise<SmallFile | null> {
  if (small?.mode !== name) return null;
  const file = await small.file.catch(() => null);
  // A server may answer with its start page where there is no such file.
  return file?.name === name ? file : null;
}

/** Milliseconds after which the whole engine is asked for beside the small one. */
const TIMEOUT = 8_000;

/** A mode, if the page was opened with it and the small engine plays it sooner than the whole one; else `null`. */
export async function smallMode(called: string): Promise<LocalMode | null> {
  if (small?.mode !== called) return null;
  const whole: { unwatch?: () => void; timer?: ReturnType<typeof setTimeout> } = {};
  const sooner = new Promise<null>((done) => {
    whole.unwatch = onEngine(() => done(null));
    // What goes wrong is told where the engine is needed.
    whole.timer = setTimeout(() => void engine().catch(() => {}), TIMEOUT);
  });
  try {
    return await Promise.race([loaded(called), sooner]);
  } finally {
    whole.unwatch?.();
    clearTimeout(whole.timer);
  }
}

async function loaded(called: string): Promise<LocalMode | null> {
  const file = await smallFile(called);
  const start = file && (await small?.engine.catch(() => null));
  if (!file || !start) return null;
  const { name, title, about, directions, clickable, raw } = file;
  return {
    facts: { name, title, about, directions, interval: undefined, clickable },
    start: (seed, now) => start(raw, seed, now),
  };
}
