// The board as elements: a table that can be read aloud, with a picture for
// every tile. What is shown is final at once; animations only delay what the
// eye sees of it, and end at once when there is something newer to show.

import type { GameView, Place, TurnEvent } from "../engine/types";
import { Animator } from "./animate";
import type { Faces } from "./faces";
import { cornerOf, type Geometry, geometryOf } from "./geometry";
import { motionOf } from "./motion";
import { Pointer } from "./pointer";

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

export class Board {
  private view: GameView | null = null;
  private faces: Faces | null = null;
  private geometry: Geometry = geometryOf({ hexagonal: false, rows: 0, columns: 0 });
  private slots: (Slot | null)[][] = [];
  private readonly animator: Animator;
  private readonly pointer: Pointer | null;

  /** `click` is what happens to a cell that is chosen by keys, if that does anything. */
  constructor(
    private readonly host: HTMLElement,
    label: string,
    click?: (place: Place) => void,
  ) {
    host.ariaLabel = label;
    host.classList.add("board");
    host.setAttribute("role", click ? "grid" : "table");
    this.animator = new Animator(host);
    this.pointer = click ? new Pointer(host, click) : null;
  }

  /** Shows a game as it stands. */
  show(view: GameView, faces: Faces): void {
    this.animator.finish();
    if (this.faces !== faces || !this.view || !sameShape(this.view, view)) this.build(view, faces);
    this.update(view);
  }

  /** Shows what a turn has led to, and how. */
  play(view: GameView, events: readonly TurnEvent[]): void {
    const before = this.view;
    const faces = this.faces;
    if (!before || !faces) return;
    this.animator.finish();
    if (!sameShape(before, view)) {
      this.show(view, faces);
      return;
    }
    const motion = motionOf(before, events);
    this.update(view);
    this.animator.run(motion, {
      geometry: this.geometry,
      tile: (place) => this.slots[place.row]?.[place.column]?.tile ?? null,
      ghost: (face, place) => this.ghost(face, place, faces),
    });
  }

  /** Shows that a direction moves nothing. */
  refuse(step: { x: number; y: number }): void {
    this.animator.finish();
    this.animator.nudge(step);
  }

  /** Ends what is going on. */
  finish(): void {
    this.animator.finish();
  }

  /** The cell that an element of the board belongs to. */
  placeOf(target: Element): Place | null {
    const cell = target.closest<HTMLElement>("[data-row]");
    if (!cell || !this.host.contains(cell)) return null;
    return { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
  }

  private build(view: GameView, faces: Faces): void {
    this.faces = faces;
    this.geometry = geometryOf(view);
    this.host.replaceChildren();
    this.host.classList.toggle("hexagonal", view.hexagonal);
    this.host.setAttribute("aria-rowcount", `${view.rows}`);
    this.host.setAttribute("aria-colcount", `${view.columns}`);
    this.slots = view.cells.map((cells, row) => {
      const isHole = (column: number) => cells[column]?.ground === null && (cells[column]?.face ?? -1) < 0;
      const line = document.createElement("div");
      line.setAttribute("role", "row");
      line.setAttribute("aria-rowindex", `${row + 1}`);
      const slots = cells.map((_, column) => {
        if (isHole(column)) {
          if (!view.hexagonal) this.position(make("hole", this.host, "presentation"), { row, column });
          return null;
        }
        const element = make("cell", line, this.pointer ? "gridcell" : "cell");
        element.dataset.row = `${row}`;
        element.dataset.column = `${column}`;
        element.setAttribute("aria-colindex", `${column + 1}`);
        this.position(element, { row, column });
        return { element, ground: make("ground", element), background: "", face: -1, tile: null };
      });
      if (line.hasChildNodes()) this.host.append(line);
      return slots;
    });
    this.pointer?.watch(
      this.slots.flatMap((slots, row) =>
        slots.flatMap((slot, column) => {
          const place = { row, column };
          return slot ? [{ element: slot.element, place, corner: cornerOf(this.geometry, place) }] : [];
        }),
      ),
    );
    this.view = null;
  }

  private position(element: HTMLElement, place: Place): void {
    const { x, y } = cornerOf(this.geometry, place);
    element.style.setProperty("--x", `${x}`);
    element.style.setProperty("--y", `${y}`);
  }

  private update(view: GameView): void {
    const faces = this.faces;
    if (!faces) return;
    if (this.view?.colors.grid !== view.colors.grid) this.host.style.setProperty("--grid", view.colors.grid);
    const reshaped = this.slots.some((slots, row) =>
      slots.some((slot, column) => {
        const cell = view.cells[row]?.[column];
        return cell && !slot && (cell.ground !== null || cell.face >= 0);
      }),
    );
    if (reshaped) this.build(view, faces);
    this.slots.forEach((slots, row) => {
      slots.forEach((slot, column) => {
        const cell = view.cells[row]?.[column];
        if (!slot || !cell) return;
        const background = cell.ground ?? "";
        if (slot.background !== background) {
          slot.background = background;
          slot.ground.style.background = background;
        }
        slot.ground.classList.toggle("slippery", cell.slippery);
        slot.ground.classList.toggle("blocked", cell.blocked);
        this.updateTile(slot, cell.face, faces);
      });
    });
    this.view = view;
  }

  private updateTile(slot: Slot, face: number, faces: Faces): void {
    if (slot.face === face && slot.element.ariaLabel) return;
    slot.face = face;
    if (face < 0) {
      slot.tile?.remove();
      slot.tile = null;
      slot.element.ariaLabel = "empty";
      return;
    }
    slot.tile ??= make("tile", slot.element);
    slot.tile.replaceChildren(faces.picture(face));
    slot.element.ariaLabel = faces.face(face).text || "blank tile";
  }

  /** A tile that is only there until an animation ends. */
  private ghost(face: number, place: Place, faces: Faces): HTMLElement {
    const element = make("tile ghost", this.host, "presentation");
    this.position(element, place);
    element.append(faces.picture(face));
    return element;
  }
}

function sameShape(a: GameView, b: GameView): boolean {
  return a.rows === b.rows && a.columns === b.columns && a.hexagonal === b.hexagonal;
}
