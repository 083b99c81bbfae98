// The board as elements: a table that can be read aloud, with a picture for
// every tile. What is shown is final at once; animations only delay what the
// eye sees of it, and end at once when there is something newer to show.

import { board as texts } from "virtual:texts/board";
import { isLarge } from "../engine/facecache";
import type { CellView, GameView, Place, TurnEvent } from "../engine/types";
import { cornerOf, type Geometry, geometryOf } from "../input/geometry";
import { namedKey } from "../input/keys";
import { type Faces, numberOn } from "./faces";
import type { Motion } from "./motion";
import type { Motions } from "./motions";
import type { Pointer } from "./pointer";
import { Sweep } from "./sweep";

interface Slot {
  element: HTMLElement;
  ground: HTMLElement;
  background: string;
  face: number;
  tile: HTMLElement | null;
}

function make(className: string, parent: Element, role?: string): HTMLElement {
  const element = document.createElement("div");
  element.className = className;
  if (role) element.setAttribute("role", role);
  parent.append(element);
  return element;
}

/** From this number on tiles shine, on boards that have the class "haloed". */
const HALO = 128;

/** Milliseconds of drawing at a time. */
const SLICE = 12;

export class Board {
  private view: GameView | null = null;
  private faces: Faces | null = null;
  private geometry: Geometry = geometryOf({ hexagonal: false, rows: 0, columns: 0 });
  /** `null` where there is a hole; missing where nothing was drawn so far. */
  private slots: (Slot | null)[][] = [];
  private lines: HTMLElement[] = [];
  private isLarge = false;
  private readonly sweep = new Sweep(
    (index) => this.draw(index),
    () => {
      if (!this.isWhole) this.point();
      this.isWhole = true;
    },
  );
  /** The motions of the board; `null` until their script is there. */
  private motions: Motions | null = null;
  private pointer: Pointer | null = null;
  /** True if all cells are drawn that keys can choose. */
  private isWhole = false;

  /** `click` is what happens to a cell that is chosen by keys, if that does anything. */
  constructor(
    private readonly host: HTMLElement,
    label: string,
    private readonly click?: (place: Place) => void,
  ) {
    host.ariaLabel = label;
    host.classList.add("board");
    host.setAttribute("role", click ? "grid" : "table");
    // A board whose tiles jump is as good to play.
    this.mobilize().catch(() => {});
    // If the script for keys can't be loaded, tiles are clicked by mouse and finger only.
    if (click) this.lead(click).catch(() => {});
  }

  /** Shows a game as it stands, and how it came there if that is a step back or forth. */
  show(view: GameView, faces: Faces): void {
    const before = this.view;
    const isKnown = before && this.faces === faces && sameShape(before, view) && !isLarge(view);
    const motion = isKnown ? this.motions?.step(before, view) : null;
    if (motion) {
      this.move(view, motion, faces);
      return;
    }
    this.motions?.finish();
    if (this.faces !== faces || !before || !sameShape(before, view)) this.build(view, faces);
    this.update(view);
  }

  /** Shows what a turn has led to, and how. */
  animate(view: GameView, events: readonly TurnEvent[]): void {
    const before = this.view;
    const faces = this.faces;
    if (!before || !faces) return;
    const { motions } = this;
    if (!motions || !sameShape(before, view) || isLarge(view)) {
      this.show(view, faces);
      return;
    }
    this.move(view, motions.turn(before, view, events), faces);
  }

  private move(view: GameView, motion: Motion, faces: Faces): void {
    this.motions?.finish();
    this.update(view);
    this.motions?.run(motion, {
      geometry: this.geometry,
      tile: (place) => this.slots[place.row]?.[place.column]?.tile ?? null,
      ghost: (face, place) => this.ghost(face, place, faces),
    });
  }

  /** Shows that a direction moves nothing. */
  refuse(step: { x: number; y: number }): void {
    this.motions?.finish();
    this.motions?.nudge(step);
  }

  /** Ends animations and drawing. */
  close(): void {
    this.motions?.finish();
    this.sweep.stop();
  }

  /** The cell that an element of the board belongs to. */
  placeOf(target: Element): Place | null {
    const cell = target.closest<HTMLElement>("[data-row]");
    if (!cell || !this.host.contains(cell)) return null;
    return { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
  }

  private build(view: GameView, faces: Faces): void {
    if (this.faces !== faces) this.motions?.forget();
    this.faces = faces;
    this.geometry = geometryOf(view);
    this.isLarge = isLarge(view);
    this.host.replaceChildren();
    this.host.classList.toggle("hexagonal", view.hexagonal);
    this.host.classList.toggle("large", this.isLarge);
    this.host.setAttribute("aria-rowcount", `${view.rows}`);
    this.host.setAttribute("aria-colcount", `${view.columns}`);
    this.lines = [];
    this.slots = view.cells.map(() => []);
    this.pointer?.watch([]);
    this.isWhole = false;
    this.view = null;
  }

  /** The line of a row, which is there if it has cells. */
  private line(row: number): HTMLElement {
    const known = this.lines[row];
    if (known) return known;
    const line = make("line", this.host, "row");
    this.position(line, { row, column: 0 });
    line.setAttribute("aria-rowindex", `${row + 1}`);
    this.lines[row] = line;
    return line;
  }

  /** A cell that was not drawn before. */
  private slot({ hexagonal }: GameView, { ground, face }: CellView, place: Place): Slot | null {
    if (ground === null && face < 0) {
      const around = this.isLarge ? this.line(place.row) : this.host;
      if (!hexagonal) this.position(make("hole", around, "presentation"), place);
      return null;
    }
    const element = make("cell", this.line(place.row), this.click ? "gridcell" : "cell");
    element.dataset.row = `${place.row}`;
    element.dataset.column = `${place.column}`;
    element.setAttribute("aria-colindex", `${place.column + 1}`);
    this.position(element, place);
    const below = this.isLarge ? element : make("ground", element);
    return { element, ground: below, background: "", face: -1, tile: null };
  }

  /** Lets tiles move, as soon as what moves them is there. */
  private async mobilize(): Promise<void> {
    const { Motions } = await import("./motions");
    this.motions = new Motions(this.host);
  }

  /** Lets keys choose cells, as soon as what does that is there: few modes need it. */
  private async lead(click: (place: Place) => void): Promise<void> {
    const { Pointer } = await import("./pointer");
    this.pointer = new Pointer(this.host, click, namedKey);
    if (this.isWhole) this.point();
  }

  /** Gives the keys the cells that can be chosen. */
  private point(): void {
    this.pointer?.watch(
      this.slots.flatMap((slots, row) =>
        slots.flatMap((slot, column) => {
          const place = { row, column };
          return slot ? [{ element: slot.element, place, corner: cornerOf(this.geometry, place) }] : [];
        }),
      ),
    );
  }

  private position(element: HTMLElement, place: Place): void {
    const { x, y } = cornerOf(this.geometry, place);
    if (this.isLarge) {
      this.positionByParts(element, x, y);
      return;
    }
    element.style.setProperty("--x", `${x}`);
    element.style.setProperty("--y", `${y}`);
  }

  private positionByParts({ style, classList }: HTMLElement, x: number, y: number): void {
    const { width, height } = this.geometry;
    if (classList.contains("line")) {
      style.top = `${(100 * y) / height}%`;
      style.height = `${100 / height}%`;
    } else {
      style.left = `${(100 * x) / width}%`;
      style.width = `${100 / width}%`;
    }
  }

  private update(view: GameView): void {
    const faces = this.faces;
    if (!faces) return;
    if (this.view?.colors.grid !== view.colors.grid) this.host.style.setProperty("--grid", view.colors.grid);
    const reshaped = this.slots.some((slots, row) =>
      slots.some((slot, column) => {
        const cell = view.cells[row]?.[column];
        return cell && slot === null && (cell.ground !== null || cell.face >= 0);
      }),
    );
    if (reshaped) this.build(view, faces);
    this.view = view;
    this.sweep.start(view.rows * view.columns, this.isLarge ? SLICE : Infinity);
  }

  /** Draws a cell, those to the left and above before it. */
  private draw(index: number): void {
    const { view, faces } = this;
    if (!view || !faces) return;
    const place = { row: Math.floor(index / view.columns), column: index % view.columns };
    const slots = this.slots[place.row];
    const cell = view.cells[place.row]?.[place.column];
    if (!slots || !cell) return;
    const known = slots[place.column];
    const slot = known === undefined ? this.slot(view, cell, place) : known;
    slots[place.column] = slot;
    if (!slot) return;
    const background = this.isLarge ? grounded(cell, faces) : (cell.ground ?? "");
    if (slot.background !== background) {
      slot.background = background;
      slot.ground.style.background = background;
    }
    slot.ground.classList.toggle("slippery", cell.slippery);
    slot.ground.classList.toggle("blocked", cell.blocked);
    this.updateTile(slot, cell.face, faces);
  }

  private updateTile(slot: Slot, face: number, faces: Faces): void {
    if (slot.face === face && slot.element.ariaLabel) return;
    slot.face = face;
    slot.element.ariaLabel = face < 0 ? texts.empty : faces.face(face).text || texts.blankTile;
    if (this.isLarge) return;
    if (face < 0) {
      slot.tile?.remove();
      slot.tile = null;
      return;
    }
    slot.tile ??= make("tile", slot.element);
    slot.tile.replaceChildren(faces.picture(face));
    slot.tile.classList.toggle("halo", numberOn(faces.face(face)) >= HALO);
  }

  /** A tile that is only there until an animation ends. */
  private ghost(face: number, place: Place, faces: Faces): HTMLElement {
    const element = make("tile ghost", this.host, "presentation");
    this.position(element, place);
    element.append(faces.picture(face));
    return element;
  }
}

/** Tile and ground in one: of thousands of cells, each may be one element only. */
function grounded({ ground, face }: CellView, faces: Faces): string {
  if (face < 0) return ground ?? "";
  const below = ground === null ? "" : `, ${ground}`;
  return `url("${faces.address(face)}") center / 100% 100% no-repeat${below}`;
}

function sameShape(a: GameView, b: GameView): boolean {
  return a.rows === b.rows && a.columns === b.columns && a.hexagonal === b.hexagonal;
}
