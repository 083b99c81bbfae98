// The board of a game.

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { BoardController } from "../board/controller";
import type { GameModel } from "../game/model";

/**
 * Has all that happens in a game announced, until the function given back is called. A script that
 * could not be fetched is asked for again with the next turn.
 */
function announced(model: GameModel, place: HTMLElement): () => void {
  let [isWanted, isAsked] = [true, false];
  let end = () => {};
  const ask = () => {
    if (isAsked) return;
    isAsked = true;
    import("../board/announcer").then(
      ({ announce }) => {
        unwatch();
        if (isWanted) end = announce(model, place);
      },
      () => {
        isAsked = false;
      },
    );
  };
  const unwatch = model.watch(({ kind }) => kind === "turn" && ask());
  ask();
  return () => {
    isWanted = false;
    unwatch();
    end();
  };
}

/** `running`: whether the clock of the game goes on, if it has one. */
export function BoardOf({ model, running = true }: { model: GameModel; running?: boolean }) {
  const element = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const controller = BoardController.of(model);
    controller.enter(current);
    const silence = announced(model, current);
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
