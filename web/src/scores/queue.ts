// Games that could not be submitted, since there was no connection: they are
// sent later, as long as the server takes them.

import { notice } from "../game/notices";
import { messageOf, shown } from "../game/summary";
import { readJson, removeLocal, writeLocal } from "../store/local";
import { scores as texts } from "../texts/en/scores";
import { Refusal, submit } from "./api";
import { UNSENT } from "./place";
import { keepPlayer, keepToken, player, tokenMade } from "./player";
import type { Game, Submission } from "./types";

export interface Unsent {
  submission: Submission;
  title: string;
  /** Until when the server takes it, in milliseconds since 1970; `null` if it always does. */
  ends: number | null;
}

export function unsent(): Unsent[] {
  const kept = readJson(UNSENT);
  return Array.isArray(kept) ? (kept as Unsent[]) : [];
}

function keep(list: readonly Unsent[]): boolean {
  if (list.length > 0) return writeLocal(UNSENT, JSON.stringify(list));
  removeLocal(UNSENT);
  return true;
}

const isSame = (a: Submission, b: Submission) =>
  a.seed === b.seed && a.moves === b.moves && a.mode === b.mode;

/** Keeps a game to be sent later; whether it is kept for the next visit. */
export function sendLater(game: Unsent): boolean {
  return keep([...unsent().filter(({ submission }) => !isSame(submission, game.submission)), game]);
}

/** Submits a game as the player that one is, or as a new one, with a token that is kept first. */
export async function send(
  submission: Submission,
): Promise<{ game: Game; isNewToken: boolean; known: boolean }> {
  const { token } = player();
  let known = true;
  const asNew = () => submit({ ...submission, claimToken: tokenMade() });
  const asked = token ? submit(submission, token) : asNew();
  const answer = await asked.catch((error: unknown) => {
    // All games of the token were erased, perhaps elsewhere: the next one begins anew.
    if (!token || !(error instanceof Refusal) || error.status !== 401) throw error;
    known = false;
    return asNew();
  });
  const { claimToken } = answer;
  keepPlayer({ name: answer.name });
  if (claimToken) keepToken(claimToken);
  return { game: answer, isNewToken: Boolean(claimToken), known };
}

let sending: Promise<void> | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Sends what waits, and tells what became of it. */
export function sendWaiting(now: () => number = Date.now): Promise<void> {
  sending ??= sendAll(now).finally(() => {
    sending = null;
  });
  return sending;
}

async function sendAll(now: () => number): Promise<void> {
  for (const one of unsent()) {
    let text: string;
    try {
      if (one.ends !== null && now() > one.ends) text = texts.tooLate(one.title);
      else {
        const { game } = await send(one.submission);
        text = texts.submitted(one.title, shown(game.rank));
      }
    } catch (error) {
      if (error instanceof Refusal && error.isPassing) {
        clearTimeout(timer);
        if (error.wait > 0) timer = setTimeout(() => void sendWaiting(), error.wait * 1000);
        return;
      }
      text = texts.notTaken(one.title, messageOf(error));
    }
    keep(unsent().filter(({ submission }) => !isSame(submission, one.submission)));
    notice({ text });
  }
}
