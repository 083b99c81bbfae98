// Examples of merges: the tiles, an arrow, and what becomes of them. The tiles go together a few times,
// unless less motion is wanted.

import { game } from "virtual:texts/game";
import { useMemo } from "preact/hooks";
import { Faces } from "../board/faces";
import type { Examples, MergeExample } from "../engine/examples";
import { SmallTile } from "./statboxes";

interface Properties {
  merge: MergeExample;
  faces: Faces;
}

/** Returns a merge in words. */
export function mergeInWords({ inputs, outputs }: MergeExample, faces: Faces): string {
  const names = (ids: readonly number[]) => ids.map((id) => faces.face(id).text).join(" + ");
  const tiles = names(inputs);
  return outputs.length > 0 ? game.mergeMakes({ tiles, made: names(outputs) }) : game.mergeVanishes(tiles);
}

/** A merge in pictures. */
export function Merge({ merge, faces }: Properties) {
  const { inputs, outputs } = merge;
  return (
    <span class="merge" role="img" aria-label={mergeInWords(merge, faces)} translate={false}>
      <span class="merge-inputs">
        {inputs.map((id, index) => (
          <SmallTile key={index} id={id} faces={faces} />
        ))}
      </span>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d="M4 12h15M13 6l6 6-6 6" />
      </svg>
      <span class="merge-outputs">
        {outputs.map((id, index) => (
          <SmallTile key={index} id={id} faces={faces} />
        ))}
        {outputs.length === 0 && <span class="small-tile merge-nothing" />}
      </span>
    </span>
  );
}

/** Examples of the merges of a mode. */
export function MergeExamples({ examples }: { examples: Examples }) {
  const faces = useMemo(() => new Faces(examples.faces), [examples]);
  if (examples.merges.length === 0) return null;
  return (
    <ul class="merges" aria-label={game.merges}>
      {examples.merges.map((merge, index) => (
        <li key={index}>
          <Merge merge={merge} faces={faces} />
        </li>
      ))}
    </ul>
  );
}
