// The game of what is written.

import type { Engine } from "../engine/load";
import type { Problem } from "../engine/types";
import { GameModel } from "../game/model";
import { drawnSeed } from "../game/seed";
import { messageOf } from "../game/summary";

/** The game of a file that can be played. */
export interface Playable {
  model: GameModel;
  title: string;
  digest: string;
}

/** Starts a game of a file that was checked; what stands against that joins the problems. */
export async function play(
  engine: Engine,
  text: string,
  problems: Problem[],
): Promise<{ problems: Problem[]; playable: Playable | null }> {
  if (problems.some(({ severity }) => severity === "error")) return { problems, playable: null };
  try {
    const { digest, ...opened } = await engine.ask("openFile", text, drawnSeed());
    const model = GameModel.of(engine.game(opened));
    return { problems, playable: { title: opened.facts.title, model, digest } };
  } catch (error) {
    return { problems: [...problems, ...asProblems(error)], playable: null };
  }
}

/** Another game of the same mode, once all is done that was asked of this one. */
export function another(known: Playable, isWanted: () => boolean, show: (next: Playable) => void): void {
  known.model.inTurn(async () => {
    const game = await known.model.engineGame?.another(drawnSeed());
    if (!game || !isWanted()) return game?.close();
    const model = GameModel.of(game);
    model.follow(known.model);
    show({ ...known, model });
  });
}

/** Returns an error of checking or starting as a problem of the file. */
export function asProblems(error: unknown): Problem[] {
  return [{ severity: "error", code: "start", message: messageOf(error) }];
}
