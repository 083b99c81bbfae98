// The tiles that can be put on a board that is set up, one of which is chosen.

import { board as texts } from "virtual:texts/board";
import { setup } from "virtual:texts/setup";
import { useLayoutEffect, useRef } from "preact/hooks";
import { pictureOf } from "../board/faces";
import type { Drafting } from "../engine/setup";
import type { Content } from "../engine/types";

interface Properties {
  drafting: Drafting;
  chosen: Content;
  choose: (content: Content) => void;
}

export function Palette({ drafting: { pieces, ground }, chosen, choose }: Properties) {
  const choices = [
    { name: setup.empty, content: "@Empty", svg: "" },
    { name: setup.hole, content: "@Void", svg: "" },
    ...pieces.map(({ content, face }) => ({ name: face.text || texts.blankTile, content, svg: face.svg })),
  ];
  const key = JSON.stringify(chosen);
  return (
    <fieldset class="palette">
      <legend>{setup.pieces}</legend>
      {choices.map(({ name, content, svg }) => (
        <label key={JSON.stringify(content)} title={name}>
          <input
            type="radio"
            name="piece"
            aria-label={name}
            checked={JSON.stringify(content) === key}
            onChange={() => choose(content)}
          />
          {svg ? (
            <Picture svg={svg} />
          ) : (
            <span
              class={content === "@Void" ? "piece nothing" : "piece bare"}
              style={{ "--ground": ground }}
              aria-hidden="true"
            />
          )}
        </label>
      ))}
    </fieldset>
  );
}

/** A tile, drawn by the engine. */
export function Picture({ svg }: { svg: string }) {
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    element.current?.replaceChildren(pictureOf(svg));
  }, [svg]);
  return <span ref={element} class="piece" aria-hidden="true" />;
}
