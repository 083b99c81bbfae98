// What is to be known of games that a browser keeps: that it may delete them, and
// when they were saved elsewhere.

import { games as texts } from "virtual:texts/games";
import { useEffect, useState } from "preact/hooks";
import { dayOf } from "../texts/language";

/** From how many games on one is reminded to save them, and after how many days. */
const MANY = 5;
const DAYS = 30;

const lasting = () => import("../store/lasting");

interface Properties {
  /** The number of games. */
  games: number;
  /** The last message about files: another one may have been saved. */
  message: string;
}

export function Lasting({ games, message }: Properties) {
  const [lasts, setLasts] = useState<boolean | null>(null);
  const [isRefused, setRefused] = useState(false);
  /** The time of the last file; `null` if there is none, absent as long as that is not known. */
  const [saved, setSaved] = useState<number | null>();
  const look = async () => {
    const { isLasting, savedAt } = await lasting();
    setSaved(savedAt());
    setLasts(await isLasting());
  };
  useEffect(() => void look().catch(() => {}), [message]);
  const ask = async () => {
    const answer = await (await lasting()).askToLast();
    setLasts(answer);
    setRefused(answer !== true);
  };
  if (games === 0) return null;
  const isDue =
    games >= MANY && (saved === null || (saved !== undefined && Date.now() - saved > DAYS * 86_400_000));
  return (
    <div class="lasting">
      <p>
        {lasts ? texts.lasting : texts.notLasting}{" "}
        <span class={isDue ? "due" : undefined}>
          {saved === null && texts.neverSaved}
          {typeof saved === "number" && texts.lastSaved(dayOf(saved))}
        </span>
      </p>
      {lasts === false && !isRefused && (
        <button type="button" onClick={() => void ask()}>
          {texts.askToLast}
        </button>
      )}
      <p role="status">{isRefused && texts.refused}</p>
    </div>
  );
}
