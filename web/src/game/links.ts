// Links that hold a game or a code: what is not whole is told.

import { game } from "virtual:texts/game";
import { links as texts } from "virtual:texts/links";
import { engine } from "../engine/load";
import type { Recorded } from "../engine/proof";
import type { RemoteGame } from "../engine/remote";
import { CutLink, checkOf, unsealed } from "../engine/whole";
import type { Route } from "../route";
import { shown } from "../summary";
import { notice } from "./notices";

/**
 * Returns the text that a link holds; throws if it was cut or altered. `about` is what else the
 * link says.
 */
export function whole(link: string, about = ""): string {
  const { text, isWhole } = unsealed(link, about);
  if (!isWhole) throw unlike();
  return text;
}

/** Returns the error for a link that is not what was made. */
export function unlike(): CutLink {
  return new CutLink(texts.notWhole);
}

/** The check of moves, and of the score that they come to. */
const checkOfMoves = ({ mode, seed, count, moves }: Recorded, score: number) =>
  checkOf(`${seed}/${count}/${moves}/${score}`, mode);

/** The route of a link to a game. */
export function routeOfMoves(recorded: Recorded, score: number): Route {
  const { mode, seed, count, moves } = recorded;
  return { view: "moves", mode, seed, count, moves: `=${checkOfMoves(recorded, score)}=${moves}` };
}

/** The check among the moves of a link, if there is one: no moves begin like that, not even where it is cut. */
export function checked(linked: Recorded): { recorded: Recorded; check: string | undefined } {
  const [, check, moves = linked.moves] = /^=(\w+)=(.*)$/s.exec(linked.moves) ?? [];
  return { recorded: { ...linked, moves }, check };
}

/**
 * Opens the game that a link tells by a seed and moves. Throws if the link is not whole, or if it
 * leads to another score than it did: then `openPart` opens the game as far as it can be read.
 */
export async function gameOfMoves(
  linked: Recorded,
  openPart: (game: RemoteGame) => Promise<void>,
): Promise<RemoteGame> {
  const { check, recorded } = checked(linked);
  const loaded = await engine();
  const opened = await loaded.ask("openMoves", recorded);
  const { read, isWhole, look } = opened;
  const game = loaded.game(opened);
  const isRight = check === undefined || check === checkOfMoves(recorded, look.state.score);
  if (isWhole && isRight) return game;
  const [of, all] = [shown(read), shown(recorded.count)];
  throw new CutLink(isWhole ? texts.otherGame : texts.fewerMoves({ read: of, all }), async () => {
    await openPart(game);
    notice({ text: isWhole ? texts.openedOther : texts.openedPart({ read: of, all }) });
  });
}

/** Returns the error for a code of modifiers, which is no game: it says where it belongs. */
export function modifiersAlone(): Error {
  return new Error(texts.modifiers(game.newGame));
}

/** Tells which mode was found for a part of a name, which a link that was cut may have as well. */
export function noticeMode(called: string, title: string): void {
  if (called.toLowerCase() !== title.toLowerCase()) notice({ text: texts.calledAs({ called, title }) });
}
