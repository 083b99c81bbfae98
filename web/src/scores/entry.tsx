// The ways from a game to scores; nothing of it is shown where there is no score server.

import { useEffect, useMemo, useReducer, useState } from "preact/hooks";
import type { Table } from "../game/table";
import { readLocal } from "../store/local";
import { game } from "../texts/en/game";
import { filled } from "../texts/filled";
import { Dialog } from "../views/dialog";
import { HandIn } from "../views/later";
import { useScores } from "./known";
import { markOf, timeLeft, watchMarks } from "./marks";
import { UNSENT } from "./place";

/** Opens what it takes to submit the game on the table. */
export function SubmitButton({ table }: { table: Table }) {
  const [open, setOpen] = useState(false);
  const isThere = useScores();
  if (!isThere || !table.engineGame) return null;
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {game.submit}
      </button>
      {open && (
        <Dialog title={game.submit} close={() => setOpen(false)}>
          <HandIn table={table} />
        </Dialog>
      )}
    </>
  );
}

/** The way to submit a game among what can be shared. */
export function ShareScores({ table }: { table: Table }) {
  if (!useScores()) return null;
  return (
    <p class="share-score">
      <span>{game.submitAbout}</span> <SubmitButton table={table} />
    </p>
  );
}

/** Of a game whose seed the server gave: what it is, and how long it is taken. */
export function Contest({ table }: { table: Table }) {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  const [remembered, look] = useReducer((count: number) => count + 1, 0);
  useEffect(() => watchMarks(() => look(0)), []);
  const { name } = table.facts;
  const mark = useMemo(() => markOf(name, table.seed), [name, table.seed, remembered]);
  useEffect(() => {
    if (!mark) return;
    const timer = setInterval(() => tick(0), 1000);
    return () => clearInterval(timer);
  }, [mark?.seed]);
  if (!mark) return null;
  const left = mark.ends - Date.now();
  const what = mark.kind === "daily" ? game.daily(mark.date ?? "") : game.ranked;
  return (
    <p class="contest">
      {what}:{" "}
      {left > 0 ? filled(game.left, { time: <span role="timer">{timeLeft(left)}</span> }) : game.timeIsOver}
    </p>
  );
}

/** Sends what could not be sent before, now and whenever there is a connection again. */
export function sendUnsent(): void {
  const send = () => {
    // The queue is not fetched for nothing.
    if (readLocal(UNSENT)) void import("./parts").then((parts) => parts.sendWaiting());
  };
  send();
  addEventListener("online", send);
}
