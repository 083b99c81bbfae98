// Races: two play the same game, from one seed, and see both results. A link carries the game of the
// one who sends it, so that no server is needed.

import { engine } from "../engine/load";
import type { Recorded } from "../engine/proof";
import type { RemoteGame } from "../engine/remote";
import type { Route } from "../route";
import { isObject, readList } from "../store/lists";
import { writeLocal } from "../store/local";
import { RACES } from "../store/races";
import type { GameController } from "./controller";
import type { GameModel } from "./model";

/** The result of a game of a race, so far. */
export interface Result {
  score: number;
  moves: number;
  screen: "play" | "win" | "over";
}

/** A race as this browser knows it. */
export interface Race {
  mode: string;
  seed: string;
  /** The result that was reached here; absent as long as nothing was played. */
  own?: Result;
  /** The results that were sent from here, the last ones: in links of one's own. */
  sent?: Result[];
  /** The result of the other player; absent as long as no link of another game came. */
  other?: Result;
}

/** Races that are remembered, the last ones, and results of each that were sent. */
const MOST = 50;
const SENT = 20;

const isResult = (value: unknown): value is Result =>
  isObject(value) && typeof value.score === "number" && typeof value.moves === "number";

function isRace(value: unknown): value is Race {
  if (!isObject(value) || typeof value.mode !== "string" || typeof value.seed !== "string") return false;
  const { sent = [] } = value;
  if (!Array.isArray(sent)) return false;
  return [value.own, value.other, ...sent].every((result) => result === undefined || isResult(result));
}

/** The race of a mode and a seed, if it is known here. */
export function raceOf(mode: string, seed: string): Race | null {
  return readList(RACES, isRace).find((race) => race.mode === mode && race.seed === seed) ?? null;
}

/** Remembers a race, in place of what was known of it. */
function remember(race: Race): Race {
  const others = readList(RACES, isRace).filter(({ mode, seed }) => mode !== race.mode || seed !== race.seed);
  writeLocal(RACES, JSON.stringify([race, ...others].slice(0, MOST)));
  return race;
}

/** The better of two results: more points, or as many in fewer moves. */
function better(a: Result | undefined, b: Result): Result {
  if (!a) return b;
  return a.score > b.score || (a.score === b.score && a.moves <= b.moves) ? a : b;
}

const isSame = (a: Result | undefined, b: Result) => a?.score === b.score && a.moves === b.moves;

/** Notes what was reached here in a game of a race. */
export function noteOwn(race: Race, { score, moves, screen }: Result): Race {
  return moves === 0 ? race : remember({ ...race, own: better(race.own, { score, moves, screen }) });
}

/** Notes that a link was made here of a game as it stands. */
export function noteSent(race: Race, result: Result): Race {
  const others = race.sent?.filter((sent) => !isSame(sent, result)) ?? [];
  return remember({ ...race, sent: [result, ...others].slice(0, SENT) });
}

/** Notes the game that a link has brought. One's own link, opened here, brings nothing. */
export function noteOther(mode: string, seed: string, result: Result): Race {
  const race = raceOf(mode, seed) ?? { mode, seed };
  const isOwn = [race.own, ...(race.sent ?? [])].some((own) => isSame(own, result));
  return isOwn ? race : remember({ ...race, other: better(race.other, result) });
}

/** The route that challenges others to the game as it stands; `null` if its seed and moves don't lead there. */
export async function challenge(model: GameModel, game: RemoteGame): Promise<Route | null> {
  const proof = await game.ask("proof");
  if (proof.fault !== "" || proof.mode.startsWith("@") || proof.count === 0) return null;
  const { screen } = model.state;
  const race = raceOf(proof.mode, proof.seed) ?? { mode: proof.mode, seed: proof.seed };
  const result: Result = { score: proof.score, moves: proof.count, screen };
  noteSent(noteOwn(race, result), result);
  const { routeOfMoves } = await import("./codes");
  const route = routeOfMoves(proof, proof.score);
  return route.view === "moves" ? { ...route, view: "race" } : null;
}

/** A race that a link has opened. */
export interface Opened {
  race: Race;
  title: string;
  /** The game in the link. */
  recorded: Recorded;
}

/** Plays the game in a link, and notes what it comes to. Throws if the link is not whole. */
export async function opened(recorded: Recorded): Promise<Opened> {
  const { gameOfMoves } = await import("./codes");
  const game = await gameOfMoves(recorded, async (part) => part.close());
  const { score, moves, screen } = game.first.state;
  const { title } = game.facts;
  game.close();
  return { race: noteOther(recorded.mode, recorded.seed, { score, moves, screen }), title, recorded };
}

/** Begins the game of a race from its seed. */
export async function begin(controller: GameController, { mode, seed }: Race): Promise<void> {
  const loaded = await engine();
  const game = loaded.game(await loaded.ask("openMoves", { mode, seed, count: 0, moves: "" }));
  await controller.put(game, undefined, {});
}

/** Returns the side that is ahead, and by how much; `null` as long as only one has played. */
export function ahead({ own, other }: Race): { who: "own" | "other" | "none"; points: number } | null {
  if (!own || !other) return null;
  const points = Math.abs(own.score - other.score);
  return { who: own.score > other.score ? "own" : own.score < other.score ? "other" : "none", points };
}
