// Games that are taken from one browser to another, in the database.

import type { Bundle, Sums } from "./bundle";
import { later } from "./bundle";
import { answered, type StoreName } from "./connection";
import { type GameRecord, isListed, lineOf, type ModeRecord } from "./record";

type Store = (name: StoreName) => IDBObjectStore;

/** The numbers of games of a file by what became of them. */
export interface Arrived {
  /** Games that are here now and were not before, of those that lists show. */
  added: number;
  /** Added games that stand beside a game of this browser that was played on differently. */
  apart: number;
  /** Games that were here already, as they are in the file. */
  known: number;
}

/** Under which key the name of this browser is kept, among the statistics of others. */
const OWN = "own";

interface Own {
  from: typeof OWN;
  name: string;
}

const readSums = (store: Store) => answered<(Sums | Own)[]>(store("sums").getAll());

/** Statistics that came from other browsers. */
export async function othersSums(store: Store): Promise<Sums[]> {
  return (await readSums(store)).filter((sums): sums is Sums => "modes" in sums);
}

/** The name of this browser, if it is kept. */
export async function ownName(store: Store): Promise<string | undefined> {
  return (await readSums(store)).find((sums): sums is Own => "name" in sums)?.name;
}

/** Names this browser, unless another tab has done so meanwhile. Gives the name. */
export async function keepOwnName(store: Store, name: string): Promise<string> {
  const known = await ownName(store);
  if (known === undefined) store("sums").put({ from: OWN, name } satisfies Own);
  return known ?? name;
}

/** All that there is: games, what was reached here and elsewhere, and the name of this browser. */
export async function gathered(store: Store) {
  const [games, modes, others, name] = await Promise.all([
    answered<GameRecord[]>(store("games").getAll()),
    answered<ModeRecord[]>(store("modes").getAll()),
    othersSums(store),
    ownName(store),
  ]);
  return { games, modes, others, name };
}

/** Adds what is in a bundle, to a browser of this name. What is here already stays as it is. */
export async function merged(store: Store, { games, sums }: Bundle, own: string): Promise<Arrived> {
  const arrived = { added: 0, apart: 0, known: 0 };
  for (const game of games) {
    const here = await answered<GameRecord | undefined>(store("games").get(game.id));
    // A game that two browsers went on with is two games; brought once more it has this name again.
    const id = here ? `${game.id}~${game.updated.toString(36)}` : game.id;
    const isKnown =
      here?.updated === game.updated || (here && (await answered(store("games").getKey(id))) !== undefined);
    // What the list of games leaves out is not counted either.
    const counted = isListed(game) ? 1 : 0;
    if (isKnown) {
      arrived.known += counted;
      continue;
    }
    const record = { ...game, id };
    store("games").put(record);
    store("lines").put(lineOf(record));
    store("gone").delete(id);
    arrived.added += counted;
    if (here) arrived.apart += counted;
  }
  for (const { from, modes } of sums) {
    if (from === own || from === OWN) continue;
    const known = (await answered<Sums | undefined>(store("sums").get(from)))?.modes ?? [];
    store("sums").put({ from, modes: later(known, modes) } satisfies Sums);
  }
  return arrived;
}
