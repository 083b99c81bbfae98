// What is said of a game whose seed the server gave.

import { game } from "virtual:texts/game";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { GameModel } from "../game/model";
import { filled } from "../texts/filled";
import { inEnglish } from "../texts/language";
import { useCount, useRedraw } from "../views/hooks";
import { sendMoves } from "./checkpoint";
import { markOf, timeLeft, watchMarks } from "./marks";
import { keepPlayed } from "./taken";

/** Of a game whose seed the server gave: what it is, and how long it is taken. */
export function Contest({ model }: { model: GameModel }) {
  const tick = useRedraw();
  const [remembered, look] = useCount();
  useEffect(() => watchMarks(() => look()), []);
  const { name } = model.facts;
  const mark = useMemo(() => markOf(name, model.seed), [name, model.seed, remembered]);
  useEffect(() => {
    if (!mark) return;
    const timer = setInterval(() => tick(), 1000);
    return () => clearInterval(timer);
  }, [mark?.seed]);
  useEffect(() => (mark?.date ? keepPlayed(mark.date, model) : undefined), [mark?.date, model]);
  const [lost, setLost] = useState("");
  useEffect(() => {
    setLost("");
    if (!mark) return;
    return sendMoves(mark, async () => (await model.engineGame?.ask("proof")) ?? null, setLost);
  }, [mark?.session, model]);
  if (!mark) return null;
  const left = mark.ends - Date.now();
  const what = mark.kind === "daily" ? game.daily(mark.date ?? "") : game.ranked;
  return (
    <p class="contest">
      {what}
      {!mark.isLocal && <Left time={left} />}
      {lost && (
        <span role="status"> {filled(game.notRanked, { why: <span {...inEnglish()}>{lost}</span> })}</span>
      )}
    </p>
  );
}

/** The time for which a game is taken still. */
function Left({ time: left }: { time: number }) {
  if (left <= 0) return <>: {game.timeIsOver}</>;
  const time = (
    <span role="timer" translate={false}>
      {timeLeft(left)}
    </span>
  );
  return <>: {filled(game.left, { time })}</>;
}
