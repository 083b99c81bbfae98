// The first merge of its kind that a person meets in a mode, to be explained when it happens.

import { game } from "virtual:texts/game";
import type { Faces } from "../board/faces";
import type { MergeExample } from "../engine/examples";
import type { Turn } from "../engine/types";
import type { GameModel } from "../game/model";
import { metIn, noteMet } from "../store/met";
import { flat } from "../summary";
import { Merge } from "./examples";

/** A merge that is explained, with the looks of its tiles. */
export interface Discovery {
  merge: MergeExample;
  faces: Faces;
}

/** Milliseconds for which a merge is explained. */
const TIME = 8000;

/** Returns the merges of a turn with their rules, as far as their tiles have been drawn. */
function drawnMerges({ events }: Turn) {
  return [...flat(events)].flatMap((event) => {
    if (event.kind !== "merge") return [];
    const facesIn = (places: typeof event.inputs) =>
      places.filter(({ tile }) => Array.isArray(tile)).map(({ face }) => face);
    const merge = { inputs: facesIn(event.inputs), outputs: facesIn(event.outputs) };
    const isDrawn = merge.inputs.length > 0 && [...merge.inputs, ...merge.outputs].every((face) => face >= 0);
    return isDrawn ? [{ rule: event.rule, merge }] : [];
  });
}

/**
 * Shows each merge of a game that is met for the first time in its mode, for a while, until the
 * function given back is called.
 */
export function watchDiscoveries(
  model: GameModel,
  mode: string,
  show: (discovery: Discovery | null) => void,
): () => void {
  const met = new Set(metIn(mode));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unwatch = model.watch((change) => {
    if (change.kind !== "turn") return;
    const fresh = drawnMerges(change.turn).filter(({ rule }) => !met.has(rule));
    const [first] = fresh;
    if (!first) return;
    for (const { rule } of fresh) met.add(rule);
    noteMet(
      mode,
      fresh.map(({ rule }) => rule),
    );
    show({ merge: first.merge, faces: model.faces });
    clearTimeout(timer);
    timer = setTimeout(() => show(null), TIME);
  });
  return () => {
    clearTimeout(timer);
    unwatch();
  };
}

/** A merge that was met for the first time. */
export function Explained({ discovery: { merge, faces } }: { discovery: Discovery }) {
  return (
    <p class="explained">
      <span>{game.newMerge}</span> <Merge merge={merge} faces={faces} />
    </p>
  );
}
