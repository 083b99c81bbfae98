// Sending the moves of a ranked game while it is played: by when they come, the server sees its pace.

import { checkpoint, Refusal } from "./api";
import type { Mark } from "./marks";

/** Milliseconds between two sendings. */
const EVERY = 5000;

/** The moves of a game so far. */
export interface Played {
  moves: string;
  count: number;
  fault: string;
}

/**
 * Sends the moves of a game every few seconds, also if there are no new ones: so the server knows
 * that its player is there. What can't be sent goes with the next ones. Tells why the game can't be
 * ranked any more, once, and ends then, or when the function given back is called.
 */
export function sendMoves(
  mark: Mark,
  played: () => Promise<Played | null>,
  lost: (why: string) => void,
): () => void {
  const { session } = mark;
  if (mark.kind !== "ranked" || session === undefined) return () => {};
  let isSending = false;
  const send = async () => {
    if (isSending || Date.now() > mark.ends) return;
    isSending = true;
    try {
      const game = await played();
      if (!game || game.fault) return;
      const { notRanked } = await checkpoint(session, game.moves, game.count);
      if (!notRanked) return;
      clearInterval(timer);
      lost(notRanked);
    } catch (error) {
      // Without a connection the moves go with the next ones; a game that was submitted takes none.
      if (error instanceof Refusal && !error.isPassing) clearInterval(timer);
    } finally {
      isSending = false;
    }
  };
  const timer = setInterval(() => void send(), EVERY);
  return () => clearInterval(timer);
}
