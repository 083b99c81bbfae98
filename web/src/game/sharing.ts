// What others get of a game: links to it and to its mode, and its result with a picture.

import { engine } from "../engine/load";
import type { RemoteGame } from "../engine/remote";
import { saveFile } from "../files";
import { linkTo, type Route } from "../route";
import type { GameModel } from "./model";
import { pictureOf, resultOf } from "./picture";
import { titleShown } from "./titles";

// One script with what others draw of games.
export { sheet } from "./picture";

/** Links that are longer tell what differs from the mode as it is; these can't be opened if it ever changes. */
const LONG = 1500;

/** The code of a new game of the mode of a game, as that is in the catalogue; "" if it is in none. */
async function plainCodeOf({ facts: { name } }: RemoteGame): Promise<string> {
  return name ? (await engine()).ask("plainCode", name) : "";
}

/** The route of a code of a game, with what was changed in its mode, in words. */
async function packedRoute(game: RemoteGame, kind: "game" | "mode", change: string): Promise<Route> {
  const { packDelta, packed, sealed, withLabel } = await import("./codes");
  const code = await game.ask("code", kind);
  const text = await packed(code);
  const base = text.length > LONG && kind === "game" ? await plainCodeOf(game) : "";
  const short = base ? await packDelta(game.facts.name, code, base) : text;
  return { view: "packed", text: sealed(withLabel(short, change)) };
}

/** The route that opens a new game of the mode of a game in any browser. */
export async function routeToMode(
  { facts: { name } }: GameModel,
  game: RemoteGame,
  change: string,
): Promise<Route> {
  return name ? { view: "play", mode: name } : packedRoute(game, "mode", change);
}

/** The route that opens a game as it stands in any browser. */
export async function routeToGame(game: RemoteGame, change: string): Promise<Route> {
  // A seed and moves are short; other games come as they stand.
  const proof = await game.ask("proof");
  const isNamed = proof.fault === "" && !proof.mode.startsWith("@");
  if (!isNamed) return packedRoute(game, "game", change);
  return (await import("./codes")).routeOfMoves(proof, proof.score);
}

/** Returns what is said of a game beside its link. */
export function summaryOf(model: GameModel): string {
  return `${titleShown(model.facts.title)}: ${resultOf(model)}`;
}

/** A game as other programs get it, and the same as a text. */
export interface Handout {
  data: ShareData & { url: string };
  text: string;
}

/**
 * Makes what others get of a game: its result, a link to play its mode, and its picture where the
 * browser takes one. Browsers hand over and copy only in the moment of a click: it is made before.
 */
export async function handoutOf(model: GameModel, game: RemoteGame, change: string): Promise<Handout> {
  const url = linkTo(await routeToMode(model, game, change));
  const text = summaryOf(model);
  // Very large boards have no picture.
  const picture = "share" in navigator ? await pictureOf(model).catch(() => null) : null;
  const data = { title: model.facts.title, text, url, ...(picture && { files: [picture] }) };
  return { data, text: `${text}\n${url}` };
}

/** Returns a handout with another link. */
export function withLink({ data, text }: Handout, url: string): Handout {
  return { data: { ...data, url }, text: `${text.slice(0, -data.url.length)}${url}` };
}

/** Hands a game to another program. Returns the text that is to be copied, where the browser hands nothing over. */
export async function handOver({ data, text }: Handout): Promise<string | null> {
  if (!navigator.share) return text;
  // Not all browsers that share links share files.
  const shared = navigator.canShare?.(data) ? data : { text: data.text ?? "", url: data.url };
  try {
    await navigator.share(shared);
  } catch (error) {
    // A person who changes their mind is no error.
    return error instanceof DOMException && error.name === "AbortError" ? null : text;
  }
  return null;
}

/** Saves the picture of a game. */
export async function savePicture(model: GameModel): Promise<void> {
  saveFile(await pictureOf(model));
}
