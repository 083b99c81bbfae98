// Beginning games whose seed the score server gives.

import type { GameController } from "../game/controller";
import { go } from "../route";
import { session } from "./api";
import { type Mark, markOfDay, remember } from "./marks";
import { gameOfDay } from "./today";
import type { Today } from "./types";

async function begin(controller: GameController, mark: Omit<Mark, "name" | "title" | "game">): Promise<void> {
  const game = await controller.fresh(mark.mode, mark.seed);
  const { name = "", title = "" } = controller.model?.facts ?? {};
  remember({ ...mark, name, title, game });
  go({ view: "game", id: game });
}

/** A ranked game of a built-in mode: one submission, within the time that the server gives. */
export async function beginRanked(controller: GameController, mode: string): Promise<void> {
  const { session: id, seed, expires } = await session(mode);
  await begin(controller, { kind: "ranked", mode, seed, session: id, ends: expires });
}

/** The game of the day: a new one, or the one that was begun before. */
export async function beginDaily(controller: GameController, day?: Today): Promise<void> {
  const { date, mode, seed, ends, closes = ends, board } = day ?? (await gameOfDay());
  const begun = markOfDay(date, seed);
  if (begun && (await controller.returns(begun.game))) return go({ view: "game", id: begun.game });
  await begin(controller, {
    kind: "daily",
    mode,
    seed,
    date,
    ends: closes,
    ...(!board && { isLocal: true }),
  });
}
