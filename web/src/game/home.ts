// Games that were begun before the engine had come, brought home; and what is
// kept, with these among it.

import { type Engine, engine, engineNow } from "../engine/load";
import {
  allLines,
  allModes,
  bringLeft,
  type GameLine,
  held,
  keepGame,
  listedLines,
  type ModeRecord,
} from "../store/database";
import { clearTrouble, reportTrouble } from "../store/trouble";
import { type Begun, forgetBegun, mayHoldGames, readBegun } from "../store/unkept";
import { knownOf, recordOf } from "./autosave";
import { GameModel } from "./model";

/**
 * Has the engine play the games that were begun without it, and keeps them. What
 * can't be brought home now, since there is no engine or no database, stays
 * where it is.
 */
export async function bringHome(): Promise<void> {
  // As long as no game was kept, a begun game without moves waits for the next visit.
  const begun = readBegun().filter(({ deeds: actions }) => actions?.length > 0 || mayHoldGames());
  if (begun.length === 0) return;
  // Games that the engine had taken over have more moves among those that were left.
  await bringLeft();
  const loaded = await engine().catch(() => null);
  if (!loaded) return;
  // Those that were begun under other rules stay where they are, which is told.
  await Promise.all(begun.map((one) => bring(loaded, one).catch(() => reportTrouble("broken", one.id))));
}

async function bring(engine: Engine, begun: Begun): Promise<void> {
  const model = await GameModel.repeating(engine, begun);
  const { saved } = model;
  const written = saved && (await keepGame(recordOf(model, saved, knownOf(begun), begun.updated)));
  model.close();
  // Otherwise what is noted of it is all that there is.
  if (written?.isKept) forgetBegun(begun.id, begun.updated);
}

/** Every game, the last one played first. Fails if the browser can't be asked. */
export async function everyGame(): Promise<GameLine[]> {
  await bringHome();
  reportBegun();
  return listedLines();
}

/** Tells whether lists and statistics lack games, since the engine that must write them down is missing. */
function reportBegun(): void {
  const isLacking = !engineNow() && readBegun().some(({ deeds: actions }) => actions.length > 0);
  if (isLacking) reportTrouble("begun", true);
  else clearTrouble("begun");
}

/** Returns the records of all modes that were played. */
export async function everyMode(): Promise<ModeRecord[]> {
  await bringHome();
  reportBegun();
  // Where nothing but a game was begun, nothing was reached.
  return (await allModes()).filter(({ games, moves }) => games > 0 || moves > 0);
}

/** Returns the game that was left last and can be played on, besides the one that is shown. */
export async function leftGame(present: string | null | undefined): Promise<GameLine | undefined> {
  // That the others can't be read is told.
  const games = await everyGame().catch(async () => (await held()).listed);
  return games.find(({ id, screen, moves }) => id !== present && screen !== "over" && moves > 0);
}

/**
 * Returns the game for a visit that asks for none: the last one that can be played on, or one of today
 * that is over. An end of another day is no beginning.
 */
export async function lastGame(): Promise<string | undefined> {
  // That the others can't be read is told; one can play.
  const games = await allLines().catch(async () => (await held()).lines);
  const today = new Date().toDateString();
  const isToday = ({ updated }: GameLine) => new Date(updated).toDateString() === today;
  return (games.find(({ screen }) => screen !== "over") ?? games.find(isToday))?.id;
}
