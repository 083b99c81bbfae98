// What plays a mode before the whole engine is there, which is asked for if that takes long.

import { engine, onEngine } from "../engine/load";

/** Milliseconds after which the whole engine is asked for beside the small one. */
const TIMEOUT = 8_000;

/** Waits for a thing that is on its way; `null` if it does not come, or the whole engine is there before it. */
export async function orEngine<T>(coming: Promise<T>): Promise<T | null> {
  const whole: { unwatch?: () => void } = {};
  const other = new Promise<null>((done) => {
    whole.unwatch = onEngine(() => done(null));
  });
  try {
    return await Promise.race([coming.catch(() => null), other]);
  } finally {
    whole.unwatch?.();
  }
}

/** Waits as `orEngine` does, and asks for the whole engine if that takes long. */
export async function sooner<T>(coming: Promise<T>): Promise<T | null> {
  // What goes wrong is said where the engine is needed.
  const timer = setTimeout(() => void engine().catch(() => {}), TIMEOUT);
  try {
    return await orEngine(coming);
  } finally {
    clearTimeout(timer);
  }
}
