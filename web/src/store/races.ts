// The key under which races are remembered (game/race.ts), and whether a game may be of one: known
// at once, without the script that reads them.

import { readLocal } from "./local";

export const RACES = "polymerge.races";

/** Returns true if a game of this seed may be one of a race. */
export const mayBeRace = (seed: string): boolean => readLocal(RACES)?.includes(`"${seed}"`) ?? false;
