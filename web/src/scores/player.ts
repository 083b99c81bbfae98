// Who one is to a score server: a name, and the token of the games that were submitted.

import { scores as texts } from "virtual:texts/scores";
import { isObject } from "../store/lists";
import { readJson, readLocal, removeLocal, writeLocal } from "../store/local";
import { scoresAt } from "./place";

export interface Player {
  name: string;
  /** Renames and erases games, and joins further ones to them; "" before the first. */
  token: string;
}

const KEY = "polymerge.player";

function players(): Record<string, Player> {
  return readJson(KEY, arePlayers) ?? {};
}

function arePlayers(value: unknown): value is Record<string, Player> {
  return isObject(value) && Object.values(value).every(isObject);
}

/** Returns the name and token for the score server of this site. */
export function player(): Player {
  const { name = "", token = "" } = players()[scoresAt() ?? ""] ?? {};
  return { name, token };
}

/** Keeps changes of the player. Returns true if they are kept for the next visit. */
export function keepPlayer(change: Partial<Player>): boolean {
  return writeLocal(KEY, JSON.stringify({ ...players(), [scoresAt() ?? ""]: { ...player(), ...change } }));
}

const FIRST =
  "Bold Bright Calm Clever Deft Early Fair Gentle Keen Lively Mellow Nimble Patient Quiet Sly Warm";
const SECOND =
  "Badger Crane Dormouse Finch Gecko Heron Ibex Jay Koala Lark Mole Newt Otter Puffin Raven Tern";

/** The key of the token for the first game at the score server of this site. */
const madeKey = () => `polymerge.claim:${scoresAt() ?? ""}`;

/** The token for the first game here. It is kept before the game is sent, so that a lost answer loses nothing. */
export function tokenMade(): string {
  const known = readLocal(madeKey());
  if (known) return known;
  const token = newToken();
  writeLocal(madeKey(), token);
  return token;
}

/** A token that no player has. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Keeps a token that a game has by now: the next new player gets another one. */
export function keepToken(token: string): void {
  // Where it is not taken as the player's, the one that was made before is all that there is of it.
  if (keepPlayer({ token })) removeLocal(madeKey());
}

/** Two words for a player who has chosen no name. */
export function rolledName(random: () => number = Math.random): string {
  const one = (words: string) => {
    const all = words.split(" ");
    return all[Math.floor(random() * all.length)] ?? "";
  };
  return `${one(FIRST)} ${one(SECOND)}`;
}

/** Returns the fault of a name; "" if it has none. The server asks the same of it. */
export function faultOfName(name: string): string {
  const length = [...name.trim()].length;
  if (length === 0) return texts.noName;
  if (length > 20) return texts.longName(length);
  if (!/^[\p{L}\p{N}\p{M} \-_.']+$/u.test(name.trim())) return texts.badName;
  return name.trim().includes("  ") ? texts.blanks : "";
}
