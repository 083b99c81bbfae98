// Games that could not be submitted, since there was no connection: they are
// sent later. None is dropped but by its player: one whose time has run out goes
// to the open board, one that the server does not take waits with the reason.

import { scores as texts } from "virtual:texts/scores";
import { notice } from "../game/notices";
import { isObject, readList } from "../store/lists";
import { removeLocal, writeLocal } from "../store/local";
import { messageOf, shown } from "../summary";
import { Watchers } from "../watchers";
import { Refusal, submit } from "./api";
import { UNSENT } from "./place";
import { keepPlayer, keepToken, player, tokenMade } from "./player";
import type { Game, Submission } from "./types";
import { worded } from "./worded";

export interface Unsent {
  submission: Submission;
  title: string;
  /** Until when the server takes it, in milliseconds since 1970; `null` if it always does. */
  ends: number | null;
  /** The score here, if it is known: other rules may come to another one. */
  score?: number;
  /** The reason why the server did not take it; then it is sent only when its player asks for that. */
  refused?: string;
}

export function unsent(): Unsent[] {
  return readList(UNSENT, isUnsent);
}

function isUnsent(value: unknown): value is Unsent {
  return isObject(value) && isObject(value.submission) && typeof value.submission.moves === "string";
}

const watchers = new Watchers();

/** Tells when other games wait, until the function given back is called. */
export const watchUnsent = watchers.watch;

function keep(list: readonly Unsent[]): boolean {
  const isKept = list.length === 0 || writeLocal(UNSENT, JSON.stringify(list));
  if (list.length === 0) removeLocal(UNSENT);
  watchers.notify();
  return isKept;
}

const isSame = (a: Submission, b: Submission) =>
  a.seed === b.seed && a.moves === b.moves && a.mode === b.mode;

const others = (game: Unsent) => unsent().filter(({ submission }) => !isSame(submission, game.submission));

/** Keeps a game to be sent later; whether it is kept for the next visit. */
export function sendLater(game: Unsent): boolean {
  return keep([...others(game), game]);
}

/** Has a game wait no longer. The game itself stays among those of this browser. */
export function forgetUnsent(game: Unsent): void {
  keep(others(game));
}

/** Returns true if it is more than a game of the open board. */
export function isContest({ submission }: Unsent): boolean {
  return submission.daily !== undefined || submission.session !== undefined;
}

/** A game as one of the open board. */
export function opened({ submission, ...game }: Unsent): Unsent {
  const { daily: _, session: __, ...rest } = submission;
  return { ...game, submission: rest, ends: null };
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
  // Something in between has answered, such as the page of a network that asks for a login.
  if (typeof answer?.id !== "string") throw new Refusal(texts.noAnswer, 0);
  const { claimToken } = answer;
  keepPlayer({ name: answer.name });
  if (claimToken) keepToken(claimToken);
  return { game: answer, isNewToken: Boolean(claimToken), known };
}

let sending: Promise<void> | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Seconds after which a server that says nothing of that is asked again. */
const PAUSE = 300;

/** Sends what waits, and tells what became of it. */
export function sendWaiting(now: () => number = Date.now): Promise<void> {
  sending ??= sendAll(now).finally(() => {
    sending = null;
  });
  return sending;
}

async function sendAll(now: () => number): Promise<void> {
  for (const one of unsent()) {
    if (one.refused === undefined && !(await sendOne(one, now))) return;
  }
}

/** Sends a game that waits. Gives whether the server has decided about it. */
export async function sendOne(one: Unsent, now: () => number = Date.now): Promise<boolean> {
  try {
    const text = await handedOver(one, now);
    forgetUnsent(one);
    notice({ text });
  } catch (error) {
    if (error instanceof Refusal && error.isPassing) {
      clearTimeout(timer);
      timer = setTimeout(() => void sendWaiting(), (error.wait || PAUSE) * 1000);
      return false;
    }
    const refused = messageOf(error);
    sendLater({ ...one, refused });
    notice({ text: texts.notTaken({ title: one.title, why: refused }) });
  }
  return true;
}

/** Submits a game under its name or, if the server gives that to no one or to another player, without one. */
async function sendNamed(submission: Submission): Promise<Game> {
  try {
    return (await send(submission)).game;
  } catch (error) {
    const isOfName =
      error instanceof Refusal && ["name-taken", "name-fixed", "bad-name"].includes(error.kind);
    if (!isOfName || submission.name === undefined) throw error;
    const { name: _, ...rest } = submission;
    return (await send(rest)).game;
  }
}

/** Submits a game, to the open board if its time has run out. Tells what became of it. */
async function handedOver(one: Unsent, now: () => number): Promise<string> {
  try {
    return described(one, await sendNamed(one.submission));
  } catch (error) {
    const isLate = one.ends !== null && now() > one.ends;
    if (!isLate || !isContest(one) || !(error instanceof Refusal) || error.isPassing) throw error;
    const game = await sendNamed(opened(one).submission);
    return texts.tooLate({ title: one.title, rest: described(one, game) });
  }
}

function described({ title, score }: Unsent, game: Game): string {
  const text = texts.submitted({ title, place: shown(game.rank) });
  const isSame = score === undefined || game.score === undefined || Number(game.score) === score;
  return isSame ? text : `${text} ${texts.otherScore(worded(game.score))}`;
}
