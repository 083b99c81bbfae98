// Games that begin with a position: how they are started, and their links. A
// script of its own, fetched when it is asked for.

import { position as texts } from "virtual:texts/position";
import { engine } from "../engine/load";
import { type Position, readPosition, writePosition } from "../engine/position";
import type { RemoteGame } from "../engine/remote";
import { linkTo } from "../route";
import type { GameController } from "./controller";
import { drawnSeed } from "./seed";
import { setUp } from "./titles";

/** Starts a game that begins with a position. */
export async function playFrom(controller: GameController, game: RemoteGame): Promise<void> {
  const { title } = game.facts;
  // All positions of a mode have their scores in common, but not with the mode.
  const known = { change: texts.byHand, sum: `${title}~position` };
  await controller.put(game, { name: "", title: setUp(title) }, known);
}

/** Starts a game of a built-in mode that begins with a position, which was made short. */
export async function openPosition(controller: GameController, mode: string, text: string): Promise<void> {
  const { unpacked, unlike, whole } = await import("./codes");
  const position = readPosition(await unpacked(whole(text, mode)));
  const loaded = await engine();
  // A part of a name may be that of another mode.
  if ((await loaded.ask("nameOf", mode)) !== mode) throw unlike();
  await playFrom(controller, loaded.game(await loaded.ask("startNamed", mode, position, drawnSeed())));
}

/** The address of a position in a game by the rules of another one. */
export async function linkToPosition(game: RemoteGame, position: Position): Promise<string> {
  const [origin, { packed, sealed }] = await Promise.all([
    game.ask("tellPosition", position),
    import("./codes"),
  ]);
  if ("code" in origin) return linkTo({ view: "packed", text: sealed(await packed(origin.code)) });
  const text = sealed(await packed(writePosition(position)), origin.mode);
  return linkTo({ view: "position", mode: origin.mode, text });
}
