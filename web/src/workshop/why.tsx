// Why a move goes as it does: which rule applies to each pair of tiles, or what the nearest
// one lacks, what scripts do, what the new tile is drawn from.

import { workshop } from "virtual:texts/workshop";
import type { Why as Reasons } from "polymerge/author";
import { useEffect, useState } from "preact/hooks";
import type { Link } from "../engine/link";
import type { GameModel } from "../game/model";
import { messageOf } from "../summary";
import { useModel } from "../views/hooks";
import type { AuthorService } from "./service";

interface Properties {
  model: GameModel;
  author: Link<AuthorService>;
  /** The file as it was checked last. */
  text: string;
  /** Goes to a line of the file, from 1. */
  show: (line: number) => void;
}

export function Why({ model, author, text, show }: Properties) {
  useModel(model);
  const [direction, setDirection] = useState<number | null>(null);
  const [answer, setAnswer] = useState<{ reasons: Reasons } | { problem: string } | null>(null);
  const { state } = model;
  const game = model.engineGame;
  useEffect(() => {
    if (direction === null || !game) return;
    let isWanted = true;
    game.askBy(author, "why", text, direction).then(
      (reasons) => isWanted && setAnswer({ reasons }),
      (error: unknown) => isWanted && setAnswer({ problem: messageOf(error) }),
    );
    return () => {
      isWanted = false;
    };
    // The state is another object after every turn.
  }, [direction, game, author, text, state]);
  return (
    <div class="why">
      <fieldset class="buttons">
        <legend>{workshop.whyAbout}</legend>
        {model.ways.map((way) => (
          <button
            key={way.index}
            type="button"
            aria-pressed={way.index === direction}
            onClick={() => setDirection(way.index)}
          >
            {way.name}
          </button>
        ))}
      </fieldset>
      <div role="status">
        {answer && "problem" in answer && <p class="problem">{answer.problem}</p>}
        {answer && "reasons" in answer && direction !== null && (
          <Lines reasons={answer.reasons} show={show} />
        )}
      </div>
    </div>
  );
}

/** The lines are the engine's, in English. */
function Lines({ reasons, show }: { reasons: Reasons; show: (line: number) => void }) {
  return (
    <ul class="reasons" lang="en">
      {reasons.lines.map(({ level, text, line }, index) => (
        <li key={index} style={{ "--level": `${level}` }}>
          {text}
          {line !== undefined && (
            <button type="button" class="plain" onClick={() => show(line)}>
              {workshop.line(line)}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
