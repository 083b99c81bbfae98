// The board of a table, and everything that is done on it by hand. Who shows it
// may change: what is under way goes on.

import type { Place, Turn } from "../engine/types";
import { messageOf } from "../game/summary";
import type { Change, Table } from "../game/table";
import { onSwipe } from "../input/swipe";
import { wayOfSwipe } from "../input/ways";
import { setting } from "../store/settings";
import { play } from "../texts/en/play";
import { Board } from "./board";
import { Floats } from "./floats";

/** How long it is said why a turn could not be played, in milliseconds. */
const FAILURE = 8000;

const open = new WeakMap<Table, Arena>();

/** Whether fingers mean something else on an element beside the board: it is in a menu, or scrolls sidewards. */
function isPassedOver(target: Element, play: Element): boolean {
  for (let element: Element | null = target; element && element !== play; element = element.parentElement) {
    if (element.matches("[popover], details")) return true;
    const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowX);
    if (scrolls && element.scrollWidth > element.clientWidth) return true;
  }
  return false;
}

export class Arena {
  private readonly host = document.createElement("div");
  private readonly above = document.createElement("div");
  private readonly board: Board;
  private readonly floats: Floats;
  private readonly leave: (() => void)[];
  /** Ends listening to swipes: on the board, or all around it. */
  private unswipe = () => {};
  private unswipeAside = () => {};
  private isHeard = false;

  private constructor(private readonly table: Table) {
    // The modes whose colours are made for it.
    this.host.classList.toggle("haloed", /^(classic|crummy)$/.test(table.facts.name));
    this.above.className = "floats";
    this.above.setAttribute("aria-hidden", "true");
    const click = ({ row, column }: Place) => table.clickTile(row, column);
    const clicked = table.facts.clickable ? click : undefined;
    const board = new Board(this.host, play.boardOf(table.facts.title), clicked);
    board.show(table.view, table.faces);
    this.board = board;
    this.floats = new Floats(this.above);
    this.count();
    const unwatch = table.watch((change) => this.changed(change));
    this.leave = [unwatch, () => this.unswipe(), () => this.unswipeAside()];
  }

  /** The arena of a table: that which is open, or a new one. */
  static of(table: Table): Arena {
    const arena = open.get(table) ?? new Arena(table);
    open.set(table, arena);
    return arena;
  }

  /** Shows the board in an element. */
  enter(place: HTMLElement): void {
    place.append(this.host, this.above);
    const play = place.closest<HTMLElement>(".play");
    const around = setting("anywhere") ? play : null;
    around?.classList.add("swiped");
    // A finger that is down goes on where it began.
    if (around || !this.isHeard) this.hear(around ?? this.host);
    if (play && !around) this.hearAside(play);
  }

  /** Fingers that go sidewards beside the board mean it as well: they scroll nothing there. */
  private hearAside(play: HTMLElement): void {
    const { table, host } = this;
    play.classList.add("swiped-across");
    this.unswipeAside();
    this.unswipeAside = onSwipe(play, {
      begins: (target, type) => type === "touch" && !host.contains(target) && !isPassedOver(target, play),
      swipe(way, fingers) {
        const meant = Math.abs(way.x) > 2 * Math.abs(way.y) && wayOfSwipe(table.ways, way, fingers);
        if (meant) table.press(meant);
      },
    });
  }

  private hear(element: HTMLElement): void {
    const { table, board } = this;
    this.isHeard = true;
    this.unswipe();
    this.unswipe = onSwipe(element, {
      swipe(way, fingers) {
        const meant = wayOfSwipe(table.ways, way, fingers);
        if (meant) table.press(meant);
      },
      tap(target) {
        const place = board.placeOf(target);
        if (place) table.clickTile(place.row, place.column);
      },
    });
  }

  close(): void {
    for (const leave of this.leave) leave();
    this.board.close();
    open.delete(this.table);
  }

  /** Notes on the board how many directions were pressed, and how much still waits for its turn. */
  private count(): void {
    this.host.dataset.pressed = `${this.table.pressed}`;
    this.host.dataset.waiting = `${this.table.waiting}`;
  }

  /** Lets a turn be heard and felt, by a script that few need. */
  private async sense(turn: Turn): Promise<void> {
    try {
      const { sense } = await import("./senses");
      sense(turn, (face) => this.table.faces.face(face).text);
    } catch {
      // Playing goes on without.
    }
  }

  private changed(change: Change): void {
    const { table, board, floats } = this;
    this.count();
    switch (change.kind) {
      case "turn":
        board.play(table.view, change.turn.events);
        if (change.way && !change.turn.moved) board.refuse(change.way.step);
        floats.turn(change.turn);
        if (setting("sound") || setting("vibration")) void this.sense(change.turn);
        break;
      case "refused":
        board.refuse(change.way.step);
        break;
      case "failed":
        floats.message(messageOf(change.error), FAILURE);
        break;
      case "returned":
        board.show(table.view, table.faces);
        floats.message(play.returned(change.why), FAILURE);
        break;
      case "shown":
        board.show(table.view, table.faces);
    }
  }
}
