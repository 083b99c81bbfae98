// The game of what is written.

import { workshop } from "virtual:texts/workshop";
import type { Engine } from "../engine/load";
import type { Problem } from "../engine/types";
import { GameModel } from "../game/model";
import { drawnSeed } from "../game/seed";
import { messageOf } from "../summary";
import { authorOf } from "./ask";
import type { CarriedGame } from "./service";

/** The game of a file that can be played. */
export interface Playable {
  model: GameModel;
  title: string;
  digest: string;
  /** The parts of the game before the last edit that could not stay; `null` if it began with this file. */
  lost: readonly string[] | null;
}

/** A file that was checked, with its game if it has one. */
export interface Checked {
  problems: Problem[];
  playable: Playable | null;
}

/**
 * Plays a file that was checked: goes on with the game that is shown, once a move was made in it.
 * What stands against that joins the problems.
 */
export async function play(
  engine: Engine,
  text: string,
  problems: Problem[],
  known: Playable | null,
): Promise<Checked> {
  if (problems.some(({ severity }) => severity === "error")) return { problems, playable: null };
  try {
    const { lost, digest, ...opened } =
      known && known.model.state.moves > 0
        ? await carried(engine, text, known.model)
        : { lost: null, ...(await engine.ask("openFile", text, drawnSeed())) };
    const model = GameModel.of(engine.game(opened));
    return { problems, playable: { title: opened.facts.title, model, digest, lost } };
  } catch (error) {
    return { problems: [...problems, ...asProblems(error)], playable: null };
  }
}

/** Goes on with a game by the rules of a file, once all is done that was asked of it. */
function carried(engine: Engine, text: string, known: GameModel): Promise<CarriedGame> {
  return new Promise((resolve, reject) => {
    known.inTurn(async ({ engineGame }) => {
      if (!engineGame) return reject(new Error(workshop.changedMeanwhile));
      await engineGame.askBy(authorOf(engine), "carry", text).then(resolve, reject);
      // What is pressed next is for the game that is shown then.
      await new Promise((done) => setTimeout(done));
    });
  });
}

/** Another game of the same mode, once all is done that was asked of this one. */
export function another(known: Playable, isWanted: () => boolean, show: (next: Playable) => void): void {
  known.model.inTurn(async () => {
    const game = await known.model.engineGame?.open("again", drawnSeed());
    if (!game || !isWanted()) return game?.close();
    const model = GameModel.of(game);
    model.follow(known.model);
    show({ ...known, model, lost: null });
  });
}

/** Returns an error of checking or starting as a problem of the file. */
export function asProblems(error: unknown): Problem[] {
  return [{ severity: "error", code: "start", message: messageOf(error) }];
}
