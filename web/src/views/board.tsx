// The board of a table, and everything that is done on it by hand.

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Board } from "../board/board";
import type { Place, Turn } from "../engine/types";
import { flat, summary } from "../game/summary";
import type { Change, Table } from "../game/table";
import { onSwipe } from "../input/swipe";
import { wayOfSwipe } from "../input/ways";
import { Announcer } from "./announcer";
import { Floats } from "./floats";
import { messageOf } from "./hooks";

/** How long it is said why a turn could not be played, in milliseconds. */
const FAILURE = 8000;

export function BoardOf({ table }: { table: Table }) {
  const element = useRef<HTMLDivElement>(null);
  const live = useRef<HTMLDivElement>(null);
  const above = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const host = element.current;
    if (!host || !live.current || !above.current) return;
    const click = ({ row, column }: Place) => table.clickTile(row, column);
    const clicked = table.facts.clickable ? click : undefined;
    const board = new Board(host, `Board of ${table.facts.title}`, clicked);
    const announcer = new Announcer(live.current);
    const floats = new Floats(above.current);
    board.show(table.view, table.faces);
    host.dataset.pressed = `${table.pressed}`;

    const changed = (change: Change) => {
      host.dataset.pressed = `${table.pressed}`;
      switch (change.kind) {
        case "turn":
          board.play(table.view, change.turn.events);
          if (change.way && !change.turn.moved) board.refuse(change.way.step);
          floats.turn(change.turn);
          if (change.way || isNews(change.turn))
            announcer.say(
              summary(
                change.way?.name ?? "done",
                change.turn,
                table.state,
                (face) => table.faces.face(face).text,
              ),
            );
          break;
        case "refused":
          board.refuse(change.way.step);
          announcer.say(`${change.way.name}: nothing moves.`);
          break;
        case "failed":
          floats.message(messageOf(change.error), FAILURE);
          announcer.say(messageOf(change.error));
          break;
        case "shown":
          board.show(table.view, table.faces);
          if (change.reason !== "replaced")
            announcer.say(`Move ${change.reason}. Score ${table.state.score}.`);
      }
    };
    const unwatch = table.watch(changed);
    const unswipe = onSwipe(host, {
      swipe(way, fingers) {
        const meant = wayOfSwipe(table.ways, way, fingers);
        if (meant) table.press(meant);
      },
      tap(target) {
        const place = board.placeOf(target);
        if (place) click(place);
      },
    });
    return () => {
      unwatch();
      unswipe();
      board.finish();
    };
  }, [table]);

  useEffect(() => {
    if (table.facts.interval === undefined) return;
    const timer = setInterval(() => table.tick(), table.facts.interval);
    return () => clearInterval(timer);
  }, [table]);

  return (
    <div class="arena">
      <div ref={element} />
      <div ref={above} class="floats" aria-hidden="true" />
      <div ref={live} class="unseen" role="status" aria-live="polite" />
    </div>
  );
}

/** Whether something happened by itself that should be told. */
function isNews(turn: Turn): boolean {
  return [...flat(turn.events)].some((event) => event.kind === "message" || event.kind === "screen");
}
