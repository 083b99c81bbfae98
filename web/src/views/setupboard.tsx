// The board of a position that is set up: each cell is a button that takes the
// chosen tile. A finger or the mouse may also be drawn over several cells.

import { board as texts } from "virtual:texts/board";
import { setup } from "virtual:texts/setup";
import { useMemo, useRef, useState } from "preact/hooks";
import type { Drafting } from "../engine/setup";
import type { Content, Place } from "../engine/types";
import { cornerOf, geometryOf } from "../input/geometry";
import { Picture } from "./palette";

interface Properties {
  drafting: Drafting;
  cells: Content[][];
  /** The content that is put on a cell; a cell that holds it already is emptied. */
  chosen: Content;
  change: (cells: Content[][]) => void;
  /** Goes on with the last change. */
  extend: (cells: Content[][]) => void;
}

const STEPS: Record<string, [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Every second column of a hexagonal board is between its cells. */
function placesOf({ hexagonal, cells, empty }: Drafting): Place[] {
  const all = empty.flatMap((row, at) => [...row.keys()].map((column) => ({ row: at, column })));
  if (!hexagonal) return all;
  const odd = (place: Place) => (place.row + place.column) % 2;
  const one = all.find(({ row, column }) => (empty[row]?.[column] ?? cells[row]?.[column]) !== "@Void");
  return all.filter((place) => one === undefined || odd(place) === odd(one));
}

/** The place that an arrow leads to: the nearest one on that side. */
function beside(places: readonly Place[], from: Place, [rows, columns]: [number, number]): Place | undefined {
  const distance = ({ row, column }: Place) => {
    const [down, right] = [row - from.row, column - from.column];
    const ahead = down * rows + right * columns;
    const aside = Math.abs(rows ? right : down);
    return ahead <= 0 || (columns && aside > 0) ? Number.POSITIVE_INFINITY : ahead * 100 + aside;
  };
  const [best] = places.map((place) => ({ place, far: distance(place) })).sort((a, b) => a.far - b.far);
  return best && Number.isFinite(best.far) ? best.place : undefined;
}

export function SetupBoard({ drafting, cells, chosen, change, extend }: Properties) {
  const board = useRef<HTMLDivElement>(null);
  /** The content that a press draws over the cells it passes, and the board so far. */
  const stroke = useRef<{ brush: Content; cells: Content[][]; isBegun: boolean } | null>(null);
  const { hexagonal, empty } = drafting;
  const [rows, columns] = [empty.length, Math.max(0, ...empty.map((row) => row.length))];
  const geometry = geometryOf({ hexagonal, rows, columns });
  const places = useMemo(() => placesOf(drafting), [drafting]);
  const [stop, setStop] = useState(places[0] ?? { row: 0, column: 0 });
  const looks = useMemo(
    () => new Map(drafting.pieces.map(({ content, face }) => [JSON.stringify(content), face])),
    [drafting],
  );

  const at = ({ row, column }: Place): Content => cells[row]?.[column] ?? "@Empty";
  const isAt = (place: Place, content: Content) => JSON.stringify(at(place)) === JSON.stringify(content);
  const put = (board: Content[][], place: Place, content: Content) =>
    board.map((line, row) =>
      row === place.row ? line.map((cell, column) => (column === place.column ? content : cell)) : line,
    );
  /** The chosen tile; on a cell that holds it, nothing. */
  const brushFor = (place: Place) => (isAt(place, chosen) ? "@Empty" : chosen);

  const focus = (place: Place | undefined) => {
    if (!place) return;
    setStop(place);
    board.current?.querySelector<HTMLElement>(`[data-place="${place.row},${place.column}"]`)?.focus();
  };
  const pressed = (event: KeyboardEvent, place: Place) => {
    const step = STEPS[event.key];
    if (step) focus(beside(places, place, step));
    else if (event.key === "Delete" || event.key === "Backspace") change(put(cells, place, "@Empty"));
    else return;
    event.preventDefault();
  };
  const draw = (event: PointerEvent) => {
    const { current } = stroke;
    const target = document
      .elementFromPoint(event.clientX, event.clientY)
      ?.closest<HTMLElement>("[data-place]");
    if (!current || !target || !board.current?.contains(target)) return;
    const [row = 0, column = 0] = (target.dataset.place ?? "").split(",").map(Number);
    if (JSON.stringify(current.cells[row]?.[column]) === JSON.stringify(current.brush)) return;
    current.cells = put(current.cells, { row, column }, current.brush);
    (current.isBegun ? extend : change)(current.cells);
    current.isBegun = true;
  };
  const begin = (event: PointerEvent, place: Place) => {
    if (event.button !== 0) return;
    stroke.current = { brush: brushFor(place), cells, isBegun: false };
    setStop(place);
    draw(event);
  };
  const end = () => {
    stroke.current = null;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form's
    <div
      ref={board}
      class={hexagonal ? "setup-board hexagonal" : "setup-board"}
      role="group"
      aria-label={setup.board}
      style={{
        "--grid": drafting.grid,
        "--ground": drafting.ground,
        "--columns": columns,
        "--ratio": geometry.width / geometry.height,
        "--cell": `${100 / geometry.width}cqi`,
      }}
      onPointerMove={draw}
      onPointerUp={end}
      onPointerCancel={end}
      onPointerLeave={end}
    >
      {places.map((place) => {
        const { row, column } = place;
        const { x, y } = cornerOf(geometry, place);
        const face = looks.get(JSON.stringify(at(place)));
        const isHole = isAt(place, "@Void");
        return (
          <button
            key={`${row},${column}`}
            type="button"
            data-place={`${row},${column}`}
            class={isHole ? "setup-cell nothing" : "setup-cell"}
            tabIndex={stop.row === row && stop.column === column ? 0 : -1}
            aria-label={setup.cell({
              row: row + 1,
              column: column + 1,
              what: face ? face.text || texts.blankTile : wordOf(at(place)),
            })}
            style={{ left: `calc(var(--cell) * ${x})`, top: `calc(var(--cell) * ${y})` }}
            onPointerDown={(event) => begin(event, place)}
            // By keys and by what reads the page aloud; a pointer has done it already.
            onClick={(event) => event.detail === 0 && change(put(cells, place, brushFor(place)))}
            onKeyDown={(event) => pressed(event, place)}
            onFocus={() => setStop(place)}
          >
            {face && <Picture svg={face.svg} />}
          </button>
        );
      })}
    </div>
  );
}

/** Names a cell without a tile. */
function wordOf(content: Content): string {
  if (content === "@Empty") return setup.emptyCell;
  return content === "@Void" ? setup.holeCell : String(content).replace("@", "").toLowerCase();
}
