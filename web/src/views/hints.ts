// The way between the view of a game and its panel of hints (advice.tsx), which is a script of its own.
// A hint goes along it without drawing the view anew: the words of the panel come first.

import { useState } from "preact/hooks";
import type { GameModel } from "../game/model";
import type { Way } from "../input/ways";
import { Watchers } from "../watchers";

/** Requests to the panel: a hint, or autoplay, which begins or ends. */
export type Asked = "hint" | "auto";

/** The state of hints and autoplay, for what shows it elsewhere in the view. */
export interface Advised {
  /** The direction that is hinted at; `null` if there is none. */
  way: Way | null;
  isPlaying: boolean;
  /** The reason why there is no direction to hint at; "" if there is one, or none was asked for. */
  fault: string;
}

const NOTHING: Advised = { way: null, isPlaying: false, fault: "" };

export class HintLink {
  advised = NOTHING;
  /** Asks the panel, once it is there. */
  private panel: ((what: Asked) => void) | null = null;
  /** A request that waits for the panel, and the game that it is about: in later ones nothing is asked for. */
  private waiting: { what: Asked; model: GameModel } | null = null;
  private readonly watchers = new Watchers();

  /** Calls the watcher with each change of `advised`, until the function given back is called. */
  readonly watch = this.watchers.watch;

  ask(what: Asked, model: GameModel): void {
    if (this.panel) this.panel(what);
    else this.waiting = { what, model };
  }

  /** Hands requests about a game to its panel until the function given back is called. */
  attach(model: GameModel, panel: (what: Asked) => void): () => void {
    const { waiting } = this;
    this.waiting = null;
    this.panel = panel;
    if (waiting?.model === model) panel(waiting.what);
    return () => {
      this.panel = null;
      this.tell(NOTHING);
    };
  }

  tell(advised: Advised): void {
    this.advised = advised;
    this.watchers.notify();
  }
}

/** Returns the way to the panel of hints, whether the panel is wanted, and a function that asks it. */
export function useHints(model: GameModel): [HintLink, boolean, (what: Asked) => void] {
  const [link] = useState(() => new HintLink());
  const [isWanted, setWanted] = useState(false);
  const ask = (what: Asked) => {
    setWanted(true);
    link.ask(what, model);
  };
  return [link, isWanted, ask];
}
