// The mode of the link that the page was opened with, as far as the small engine plays it: a script of
// its own, since other pages do without.

import type { StartSmall } from "../engine/small";
import type { Begun } from "../store/unkept";
import { small } from "./ahead";
import type { LocalMode } from "./local";
import { OpeningPlayer, type Openings, seedBeside } from "./opening";
import { drawnSeed } from "./seed";
import { comingOf } from "./smallparts";
import { sooner } from "./sooner";

/**
 * A mode, if the page was opened with it and something plays it sooner than the whole engine; else
 * `null`. A game that was begun is gone on with by an engine alone.
 */
export async function smallMode(called: string, begun?: Begun): Promise<LocalMode | null> {
  if (small?.mode !== called) return null;
  const { fetching, engine, fetchEngine } = small;
  const file = await sooner(comingOf(small, called));
  if (!file) return null;
  const { name, title, about, directions, clickable, interval, raw, openings, view, state } = file;
  let start: StartSmall | null = null;
  // The whole engine is asked for beside it if it takes long from then on.
  const ready = fetching
    .then(() => sooner(engine))
    .then((arrived) => {
      start = arrived;
    });
  const mode = {
    facts: { name, title, about, directions, interval, clickable },
    start: (seed: string, now: number) => start?.(raw, seed, now) ?? null,
    beside: (present: string) => seedBeside(openings, drawnSeed(), present),
    begin: (seed: string) => openings && OpeningPlayer.of({ ...openings, view, state }, seed),
    drawn: fetchEngine,
    ready,
  };
  const isKnown = openings && (!begun || isOpening(openings, begun));
  if (!isKnown) {
    fetchEngine();
    await ready;
  }
  return isKnown || start ? mode : null;
}

/** Returns true if nothing was done yet in a game, and its first moves are known. */
const isOpening = ({ games }: Openings, { seed, deeds }: Begun) =>
  deeds.length === 0 && games.some((game) => game.seed === seed);
