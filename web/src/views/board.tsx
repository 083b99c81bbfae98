// The board of a game.

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { announce } from "../board/announcer";
import { BoardController } from "../board/controller";
import type { GameModel } from "../game/model";

/** `running`: whether the clock of the game goes on, if it has one. */
export function BoardOf({ model, running = true }: { model: GameModel; running?: boolean }) {
  const element = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const controller = BoardController.of(model);
    controller.enter(current);
    const silence = announce(model, current);
    return () => {
      silence();
      controller.close();
      current.replaceChildren();
    };
  }, [model]);

  useEffect(() => {
    if (model.facts.interval === undefined || !running) return;
    model.wake();
    const timer = setInterval(() => model.tick(), model.facts.interval);
    return () => {
      clearInterval(timer);
      model.rest();
    };
  }, [model, running]);

  return <div ref={element} class="arena" translate={false} />;
}
