// The boxes with the score and whatever else a mode shows.

import { board as boardTexts } from "virtual:texts/board";
import { game } from "virtual:texts/game";
import { useLayoutEffect, useRef } from "preact/hooks";
import { legible } from "../board/contrast";
import { boxesOf } from "../board/extent";
import type { Faces } from "../board/faces";
import type { GameView, StatBoxView } from "../engine/types";
import { grouped } from "../texts/numbers";
import { countable, useCounting } from "./counted";

interface Properties {
  view: GameView;
  /** The looks of the tiles; another game has others. */
  faces: Faces;
  /** True for the boxes below the grid, false for those above it. */
  below: boolean;
  click?: (index: number) => void;
}

export function StatBoxes({ view, faces, below, click }: Properties) {
  const shown = boxesOf(view, below);
  if (shown.length === 0) return null;
  return (
    <div class="stats">
      {shown.map((box) => (
        <Box key={box.index} box={box} faces={faces} click={click} />
      ))}
    </div>
  );
}

function Box({
  box,
  faces,
  click,
}: {
  box: StatBoxView;
  faces: Faces;
  click: Properties["click"] | undefined;
}) {
  const title = legible(box.titleColor, box.color);
  const value = legible(box.valueColor, box.color);
  const content = (
    <>
      {/* The engine writes this markup: styles and escaped text. */}
      <span
        class="stat-title"
        style={{ "--on": title }}
        dangerouslySetInnerHTML={{ __html: box.titleHtml === "Score" ? boardTexts.score : box.titleHtml }}
      />
      {box.faces.length > 0 ? (
        <Tiles ids={box.faces} faces={faces} />
      ) : (
        <Value html={box.valueHtml} isLong={box.value.length > 9} color={value} game={faces} />
      )}
    </>
  );
  const look = { "--box": box.color, border: box.border || undefined };
  const name = box.ownRow ? "stat wide" : "stat";
  if (!box.clickable || !click) {
    return (
      <div class={name} style={look}>
        {content}
      </div>
    );
  }
  return (
    <button type="button" class={`${name} clickable`} style={look} onClick={() => click(box.index)}>
      {content}
    </button>
  );
}

interface ValueProperties {
  html: string;
  isLong: boolean;
  color: string;
  /** Another one for each game. */
  game: unknown;
}

/** The text of a box; numbers count up. */
function Value({ html, isLong, color, game }: ValueProperties) {
  const element = useCounting(countable(html), game);
  return (
    <span
      ref={element}
      class={isLong ? "stat-value long" : "stat-value"}
      translate={false}
      style={{ "--on": color }}
      dangerouslySetInnerHTML={{ __html: grouped(html) }}
    />
  );
}

/** The tiles that come next, if the mode tells them. */
export function NextTiles({ view, faces }: Pick<Properties, "view" | "faces">) {
  if (view.nextTiles.length === 0) return null;
  return (
    <div class="next">
      <span>{game.next}</span>
      <Tiles ids={view.nextTiles} faces={faces} />
    </div>
  );
}

/** Tiles in a row. */
export function Tiles({ ids, faces }: { ids: readonly number[]; faces: Faces }) {
  return (
    <span class="tiles" translate={false}>
      {ids.map((id, index) => (
        <SmallTile key={index} id={id} faces={faces} />
      ))}
    </span>
  );
}

/** A tile, small. */
export function SmallTile({ id, faces }: { id: number; faces: Faces }) {
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    element.current?.replaceChildren(faces.picture(id));
  }, [id, faces]);
  return (
    <span
      ref={element}
      class="small-tile"
      role="img"
      aria-label={faces.face(id).text || boardTexts.blankTile}
    />
  );
}
