// The board of a game, and everything that is done on it by hand. The element that
// shows it may change: what is under way goes on.

import { board as texts } from "virtual:texts/board";
import type { Place, Turn } from "../engine/types";
import type { Change, GameModel } from "../game/model";
import { onSwipe } from "../input/swipe";
import { wayOfSwipe } from "../input/ways";
import { setting } from "../store/settings";
import { flat, messageOf } from "../summary";
import { Board } from "./board";
import type { Floats } from "./floats";
import { say } from "./message";

/** The time for which the reason is shown why a turn could not be played, in milliseconds. */
const FAILURE = 8000;

const open = new WeakMap<GameModel, BoardController>();

/**
 * Returns true if fingers mean something else on an element beside the board: it is in a menu, or
 * scrolls sidewards.
 */
function isPassedOver(target: Element, column: Element): boolean {
  for (let element: Element | null = target; element && element !== column; element = element.parentElement) {
    if (element.matches("[popover], details")) return true;
    const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowX);
    if (scrolls && element.scrollWidth > element.clientWidth) return true;
  }
  return false;
}

export class BoardController {
  /** The board: a view may mark it and its cells with classes. */
  readonly element = document.createElement("div");
  private readonly above = document.createElement("div");
  private readonly board: Board;
  /** Settled when points can be shown; a board is as good to play without. */
  private readonly floats: Promise<Floats>;
  private readonly leave: (() => void)[];
  /** Ends listening to swipes: on the board, or all around it. */
  private unswipe = () => {};
  private unswipeAside = () => {};
  private isHeard = false;

  private constructor(private readonly model: GameModel) {
    // The modes whose colours are made for it.
    this.element.classList.toggle("haloed", /^(classic|crummy)$/.test(model.facts.name));
    this.above.className = "floats";
    this.above.setAttribute("aria-hidden", "true");
    const click = ({ row, column }: Place) => model.clickTile(row, column);
    const clicked = model.facts.clickable ? click : undefined;
    const board = new Board(this.element, texts.boardOf(model.facts.title), clicked);
    board.show(model.view, model.faces);
    this.board = board;
    this.floats = import("./motions").then(({ Floats }) => new Floats(this.above));
    this.floats.catch(() => {});
    this.count();
    const unwatch = model.watch((change) => this.changed(change));
    this.leave = [unwatch, () => this.unswipe(), () => this.unswipeAside()];
  }

  /** Returns the controller of a model's board: the open one, or a new one. */
  static of(model: GameModel): BoardController {
    const controller = open.get(model) ?? new BoardController(model);
    open.set(model, controller);
    return controller;
  }

  /** Shows the board in an element. */
  enter(place: HTMLElement): void {
    place.append(this.element, this.above);
    const column = place.closest<HTMLElement>(".game-column");
    const around = setting("anywhere") ? column : null;
    around?.classList.add("swiped");
    // A finger that is down goes on where it began.
    if (around || !this.isHeard) this.hear(around ?? this.element);
    if (column && !around) this.hearAside(column);
  }

  /** Fingers that go sidewards beside the board mean it as well: they scroll nothing there. */
  private hearAside(column: HTMLElement): void {
    const { model, element } = this;
    column.classList.add("swiped-across");
    this.unswipeAside();
    this.unswipeAside = onSwipe(column, {
      begins: (target, type) =>
        type === "touch" && !element.contains(target) && !isPassedOver(target, column),
      swipe(way, fingers) {
        const meant = Math.abs(way.x) > 2 * Math.abs(way.y) && wayOfSwipe(model.ways, way, fingers);
        if (meant) model.press(meant);
      },
    });
  }

  private hear(element: HTMLElement): void {
    const { model, board } = this;
    this.isHeard = true;
    this.unswipe();
    this.unswipe = onSwipe(element, {
      swipe(way, fingers) {
        const meant = wayOfSwipe(model.ways, way, fingers);
        if (meant) model.press(meant);
      },
      tap(target) {
        const place = board.placeOf(target);
        if (place) model.clickTile(place.row, place.column);
      },
    });
  }

  close(): void {
    for (const leave of this.leave) leave();
    this.board.close();
    open.delete(this.model);
  }

  /** Notes on the board how many directions were pressed, and how much still waits for its turn. */
  private count(): void {
    this.element.dataset.pressed = `${this.model.pressed}`;
    this.element.dataset.waiting = `${this.model.waiting}`;
  }

  /** Lets a turn be heard and felt, by a script that few need. */
  private async sense(turn: Turn): Promise<void> {
    try {
      const { sense } = await import("./senses");
      sense(turn, (face) => this.model.faces.face(face).text);
    } catch {
      // Playing goes on without.
    }
  }

  /** Shows the points and the messages of a turn. */
  private tell({ score, events }: Turn): void {
    this.floats.then(
      (floats) => floats.points(score),
      () => {},
    );
    for (const event of flat(events))
      if (event.kind === "message") say(this.above, event.text, event.milliseconds);
  }

  private changed(change: Change): void {
    const { model, board } = this;
    if (change.kind !== "helped") this.count();
    switch (change.kind) {
      case "turn":
        board.animate(model.view, change.turn.events);
        if (change.way && !change.turn.moved) board.refuse(change.way.step);
        this.tell(change.turn);
        if (setting("sound") || setting("vibration")) void this.sense(change.turn);
        break;
      case "refused":
        board.refuse(change.way.step);
        break;
      case "failed":
        say(this.above, messageOf(change.error), FAILURE);
        break;
      case "returned":
        board.show(model.view, model.faces);
        say(this.above, texts.returned(change.why), FAILURE);
        break;
      case "shown":
        board.show(model.view, model.faces);
    }
  }
}
