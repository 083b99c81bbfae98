// Where games are handed in: nowhere, as long as no score server is known.

import { readLocal, removeLocal, writeLocal } from "../store/local";
import { Watchers } from "../watchers";

/** Told by the build, for sites that another host serves than the scores. */
const BUILT = ((import.meta.env.SCORES_URL as string | undefined) ?? "").replace(/\/*$/, "");
/** The key under which it is kept that the host of the site was a score server when it was asked last. */
const KEY = "polymerge.scores-here";

/** The key of the games whose seed the server gave (marks.ts). */
export const CONTESTS = "polymerge.contests";
/**
 * Returns true if the score server may have given the seed of a game: known at once, without the script
 * that reads the marks.
 */
export const mayBeContest = ({ seed }: { seed: string }): boolean =>
  readLocal(CONTESTS)?.includes(`"${seed}"`) ?? false;

/** The key of the games that could not be sent yet (queue.ts). */
export const UNSENT = "polymerge.unsent";

/** Returns true if games may wait to be sent: known at once, without the script that sends them. */
export const mayHaveUnsent = (): boolean => readLocal(UNSENT) !== null;

let asking: Promise<string | null> | null = null;
const watchers = new Watchers();

/** The folder of the site, which a score server serves beside its answers. */
function here(): string {
  return new URL(".", location.href).href.replace(/\/$/, "");
}

/** Address of the score server, as far as it is known already; `null` where there is none. */
export function scoresAt(): string | null {
  if (BUILT) return BUILT;
  return readLocal(KEY) === "true" ? here() : null;
}

/** Tells when a score server was found, until the function given back is called. */
export const watchScores = watchers.watch;

/** Asks the host of the site, once, whether it is a score server. */
export function findScores(): Promise<string | null> {
  asking ??= ask();
  return asking;
}

/** Address of the score server that the page came from; `null` if it came from elsewhere. */
export async function serviceHere(): Promise<string | null> {
  return BUILT && BUILT !== here() ? null : findScores();
}

async function ask(): Promise<string | null> {
  if (BUILT) return BUILT;
  try {
    // Static hosts answer with a file of this name (public/healthz), so that no request fails.
    const response = await fetch("./healthz", { cache: "no-store" });
    // A server that has failed is there still.
    if (response.status >= 500) throw new Error(`${response.status}`);
    const answer = response.ok ? ((await response.json()) as { alive?: unknown }) : {};
    if (answer.alive === true) writeLocal(KEY, "true");
    else removeLocal(KEY);
  } catch {
    // Without a connection, what was known last counts; it is asked again next time.
    asking = null;
  }
  watchers.notify();
  return scoresAt();
}
