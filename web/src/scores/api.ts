// Questions to the score server, and what its refusals mean in plain words.

import { scores as texts } from "virtual:texts/scores";
import { isObject } from "../store/lists";
import { findScores } from "./place";
import { localDate } from "./streak";
import type {
  Board,
  Day,
  Game,
  Listing,
  Profile,
  Season,
  Seasons,
  Self,
  Session,
  Submission,
  Today,
  Wrong,
} from "./types";

/** The reason why the server did not do it. */
export class Refusal extends Error {
  constructor(
    message: string,
    /** HTTP status; 0 if there was no answer. */
    readonly status: number,
    /** Seconds after which it may be asked again. */
    readonly wait = 0,
    /** The server's word for the reason. */
    readonly kind = "",
  ) {
    super(message);
  }

  /** True if asking later may help. */
  get isPassing(): boolean {
    return [0, 408, 425, 429].includes(this.status) || this.status >= 500;
  }
}

/** Milliseconds after which no answer is expected any more: a long game takes some seconds to check. */
const TIMEOUT = 40_000;

/** Returns the meaning of an answer other than the wanted one. */
export function refusal(status: number, message: string, wait: number, kind = ""): Refusal {
  if (kind === "name-taken") return new Refusal(texts.nameTaken, status, wait, kind);
  const later = wait > 0 ? texts.inSeconds(wait) : texts.inAMinute;
  switch (status) {
    case 0:
      return new Refusal(texts.noAnswer, 0);
    case 401:
      return new Refusal(texts.badToken, status);
    case 403:
    case 410:
      return new Refusal(texts.byOperators(message), status, wait, kind);
    case 409:
      return new Refusal(texts.rankedBefore, status);
    case 413:
      return new Refusal(texts.tooLong, status);
    case 422:
      return new Refusal(texts.refused(message), status, wait, kind);
    case 429:
      return new Refusal(texts.tooQuick(later), status, wait);
    case 503:
      return new Refusal(texts.serverBusy(later), status, wait);
    case 404:
      return new Refusal(texts.nothing, status);
    default:
      return new Refusal(texts.failed({ status, later }), status, wait);
  }
}

interface Request {
  method?: "GET" | "POST" | "PATCH" | "DELETE";
  body?: unknown;
  token?: string | undefined;
}

async function ask<T>(path: string, { method = "GET", body, token }: Request = {}): Promise<T> {
  const server = await findScores();
  // It was there when the game was begun, and may be there again.
  if (!server) throw new Refusal(texts.noServer, 0);
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  if (token) headers.authorization = `Bearer ${token}`;
  const signal = AbortSignal.timeout(TIMEOUT);
  const init = { method, headers, signal, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await fetch(`${server}/v1/${path}`, init).catch(() => {
    throw refusal(0, "", 0);
  });
  if (response.status === 204) return undefined as T;
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && isObject(answer)) return answer as T;
  const wait = Number(response.headers.get("retry-after")) || 0;
  const message = isObject(answer) && typeof answer.message === "string" ? answer.message : "";
  const kind = isObject(answer) && typeof answer.kind === "string" ? answer.kind : "";
  throw refusal(believed(response.status, isObject(answer)), message || texts.noReason, wait, kind);
}

/**
 * The status of an answer that is no success: 0 if it comes from something in between, such as the
 * page of a network that asks for a login, since the server answers in JSON.
 */
function believed(status: number, isJson: boolean): number {
  return isJson || status >= 500 || [408, 413, 425, 429].includes(status) ? status : 0;
}

const part = encodeURIComponent;

export const submit = (body: Submission, token?: string) =>
  ask<Game>("scores", { method: "POST", body, token });
export const game = (id: string, token?: string) => ask<Game>(`scores/${part(id)}`, { token });
export const erase = (id: string, token: string) =>
  ask<void>(`scores/${part(id)}`, { method: "DELETE", token });
export const boards = () => ask<{ boards: Board[] }>("boards").then(({ boards }) => boards);
export const listing = (board: string, period: string, after = "") =>
  ask<Listing>(`boards/${part(board)}/scores?period=${part(period)}${after && `&after=${part(after)}`}`);
export const session = (mode: string) => ask<Session>("sessions", { method: "POST", body: { mode } });
/** The game of the day for a date; that of the server's date if it is no such day anywhere, by a clock that is wrong. */
export const today = (date: string) =>
  ask<Today>(`daily?date=${date}`).catch((error: unknown) => {
    if (error instanceof Refusal && error.kind === "not-today") return ask<Today>("daily");
    throw error;
  });
export const calendar = (date: string) =>
  ask<{ days: Day[] }>(`daily/calendar?date=${date}`).then(({ days }) => days);
export const seasons = () => ask<Seasons>("seasons");
export const season = (name: string) => ask<Season>(`seasons/${part(name)}`);
export const profile = (token: string, after = "") =>
  ask<Profile>(`profile${after && `?after=${part(after)}`}`, { token });
export const self = (token: string, date = localDate()) => ask<Self>(`player?date=${date}`, { token });
export const renameAll = (name: string, token: string) =>
  ask<Self>("player", { method: "PATCH", body: { name }, token });
export const eraseAll = (token: string) => ask<{ erased: number }>("player", { method: "DELETE", token });
export const exported = (token: string, after = "") =>
  ask<{ games: unknown[]; next: string | null }>(`player/export${after && `?after=${part(after)}`}`, {
    token,
  });
export const recoveryCode = (token: string) =>
  ask<{ recoveryCode: string }>("player/recovery", { method: "POST", token });
export const recover = (recoveryCode: string, claimToken: string) =>
  ask<Self>("player/recover", { method: "POST", body: { recoveryCode, claimToken } });
export const report = (id: string, kind: Wrong, text: string, token?: string) =>
  ask<{ reported: string }>(`scores/${part(id)}/reports`, { method: "POST", body: { kind, text }, token });
export const checkpoint = (session: string, moves: string, count: number) =>
  ask<{ notRanked: string | null }>("sessions/moves", { method: "POST", body: { session, moves, count } });
