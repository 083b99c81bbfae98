// What several views need.

import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";
import { readRoute } from "../address";
import type { GameModel } from "../game/model";
import { nextFrame } from "../game/task";
import type { Route } from "../route";
import { change, type Name, type Settings, setting, watchSettings } from "../store/settings";

/** The route, which changes with the address. */
export function useRoute(): Route {
  const [route, setRoute] = useState(() => readRoute(location.hash));
  // What happens from the first frame on counts.
  useLayoutEffect(() => {
    const changed = () => setRoute(readRoute(location.hash));
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  return route;
}

/** Returns a number and a function that counts it up: effects with this input begin anew. */
export const useCount = () => useReducer<number, void>((count) => count + 1, 0);

/** Returns a function that draws the component anew. */
export const useRedraw = () => useCount()[1];

/** Draws anew whenever something happens in the game. Help alone changes the best score (best.tsx), nothing else. */
export function useModel(model: GameModel): void {
  const redraw = useRedraw();
  useLayoutEffect(
    () => model.watch(({ kind }) => kind !== "waiting" && kind !== "helped" && redraw()),
    [model],
  );
}

/** Returns a function that says whether the view is still there, for work that ends later. */
export function useIsOpen(): () => boolean {
  const { current: state } = useRef({ isOpen: true });
  useLayoutEffect(
    () => () => {
      state.isOpen = false;
    },
    [],
  );
  return () => state.isOpen;
}

/** Returns a function that draws anew after the next frame, once for all calls until then: hidden pages have none. */
export function useRedrawAfterFrame(): () => void {
  const redraw = useRedraw();
  const { current: state } = useRef({ isShown: true, isAwaited: false });
  useLayoutEffect(
    () => () => {
      state.isShown = false;
    },
    [],
  );
  return () => {
    if (state.isAwaited) return;
    state.isAwaited = true;
    void nextFrame().then(() => {
      state.isAwaited = false;
      if (state.isShown) redraw();
    });
  };
}

/** Something that can be watched, as it is now. */
export function useWatched<T>(watch: (watcher: () => void) => () => void, read: () => T): T {
  const [value, setValue] = useState(read);
  useLayoutEffect(() => {
    const changed = () => setValue(() => read());
    changed();
    return watch(changed);
  }, [watch]);
  return value;
}

/**
 * Returns the value or the error of a promise; `null` until it is settled. `close` gets the value when it is
 * not wanted any more, or comes when it is not.
 */
export function usePromised<T>(
  make: () => Promise<T>,
  inputs: readonly unknown[],
  close?: (value: T) => void,
): { value?: T; error?: unknown } | null {
  const [result, setResult] = useState<{ value?: T; error?: unknown } | null>(null);
  useEffect(() => {
    let wanted = true;
    let end = () => {};
    setResult(null);
    make().then(
      (value) => {
        end = () => close?.(value);
        if (wanted) setResult({ value });
        else end();
      },
      (error: unknown) => wanted && setResult({ error }),
    );
    return () => {
      wanted = false;
      end();
    };
  }, inputs);
  return result;
}

/**
 * Begins something with a script as soon as that is there; without it, nothing is begun. Returns what
 * ends it.
 */
export function withScript<T>(script: Promise<T>, begin: (script: T) => () => void): () => void {
  let wanted = true;
  let end = () => {};
  script.then(
    (script) => {
      if (wanted) end = begin(script);
    },
    () => {},
  );
  return () => {
    wanted = false;
    end();
  };
}

/** A setting that draws the component anew when it changes. */
export function useSetting<K extends Name>(name: K): [Settings[K], (value: Settings[K]) => void] {
  const [value, setValue] = useState(() => setting(name));
  useEffect(() => watchSettings(() => setValue(() => setting(name))), [name]);
  return [value, (value) => change(name, value)];
}

let arrived = false;

/** The title of the page, and the headline that gets the focus when another view opens. */
export function useTitle(title: string): RefObject<HTMLHeadingElement | null> {
  const headline = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title ? `${title} – Polymerge` : "Polymerge";
  }, [title]);
  useEffect(() => {
    // The first view of a page gets no focus: reading begins at the top anyway.
    if (arrived) {
      scrollTo(0, 0);
      headline.current?.focus({ preventScroll: true });
    }
    arrived = true;
  }, []);
  return headline;
}
