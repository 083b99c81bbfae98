// Expressions, evaluated on the game beside the editor, step by step if wanted.

import { workshop } from "virtual:texts/workshop";
import { useState } from "preact/hooks";
import type { Link } from "../engine/link";
import type { Evaluation } from "../engine/types";
import type { GameModel } from "../game/model";
import { messageOf } from "../summary";
import type { AuthorService } from "./service";
import { firstSpot, type Spot } from "./spot";

/** More steps than this are not shown. */
const STEPS = 200;

type Answer = { expression: string } & ({ evaluation: Evaluation } | { problem: string });

interface Properties {
  model: GameModel | null;
  author: Link<AuthorService> | null;
  /** The file as it was checked last. */
  text: string;
  /** The place that was chosen; `null` as long as none was: the first tile. */
  spot: Spot | null;
  setSpot: (spot: Spot) => void;
  /** True if the editor shows the values of the file's formulas there. */
  areShown: boolean;
  setShown: (are: boolean) => void;
}

export function Console({ model, author, text, spot, setSpot, areShown, setShown }: Properties) {
  const [expression, setExpression] = useState("= tiles.length");
  const [trace, setTrace] = useState(true);
  const [answer, setAnswer] = useState<Answer | null>(null);

  const now = spot ?? (model ? firstSpot(model.view) : { row: 0, column: 0, direction: 0 });
  const { row, column, direction } = now;
  const evaluate = async () => {
    const game = model?.engineGame;
    if (!game || !author) return;
    const options = { row, column, trace, ...(direction === null ? {} : { direction }) };
    try {
      setAnswer({
        expression,
        evaluation: await game.askBy(author, "evaluateIn", text, expression, options),
      });
    } catch (error) {
      setAnswer({ expression, problem: messageOf(error) });
    }
  };
  return (
    <div class="console">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void evaluate();
        }}
      >
        <label class="wide">
          <span>{workshop.expression}</span>
          <input
            type="text"
            class="code"
            spellcheck={false}
            autocomplete="off"
            value={expression}
            onInput={(event) => setExpression(event.currentTarget.value)}
          />
        </label>
        <Coordinate name={workshop.row} value={row} set={(row) => setSpot({ ...now, row })} />
        <Coordinate name={workshop.column} value={column} set={(column) => setSpot({ ...now, column })} />
        <label>
          <span>{workshop.moving}</span>
          <select
            value={direction ?? ""}
            onChange={({ currentTarget: { value } }) =>
              setSpot({ ...now, direction: value === "" ? null : Number(value) })
            }
          >
            <option value="">{workshop.notMoving}</option>
            {model?.ways.map(({ index, name }) => (
              <option key={index} value={index}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={trace}
            onChange={(event) => setTrace(event.currentTarget.checked)}
          />
          <span>{workshop.steps}</span>
        </label>
        <button type="submit" class="primary" disabled={!model}>
          {workshop.evaluate}
        </button>
      </form>
      <label class="check">
        <input
          type="checkbox"
          checked={areShown}
          onChange={(event) => setShown(event.currentTarget.checked)}
        />
        <span>{workshop.showValues}</span>
      </label>
      <div role="status">{answer && <Answered answer={answer} />}</div>
    </div>
  );
}

function Coordinate({ name, value, set }: { name: string; value: number; set: (value: number) => void }) {
  return (
    <label>
      <span>{name}</span>
      <input
        type="number"
        min={0}
        value={value}
        onInput={(event) => set(Math.max(0, Math.trunc(event.currentTarget.valueAsNumber || 0)))}
      />
    </label>
  );
}

function Answered({ answer }: { answer: Answer }) {
  if ("problem" in answer) return <p class="problem">{answer.problem}</p>;
  const { value, error, steps, more } = answer.evaluation;
  const hidden = more + Math.max(0, steps.length - STEPS);
  return (
    <>
      {steps.length > 0 && (
        <ol class="steps">
          {steps.slice(0, STEPS).map(({ depth, operator, operands: [running, ...rest], result }, index) => (
            <li key={index} style={{ "--depth": `${Math.max(0, depth - 2)}` }}>
              <code>
                {running} <b>{operator}</b> {rest.join(" ")} → {result}
              </code>
            </li>
          ))}
        </ol>
      )}
      {hidden > 0 && <p>{workshop.moreSteps(hidden)}</p>}
      {error ? (
        <p class="problem">{error.message}</p>
      ) : (
        <p class="result">
          <code>{value}</code>
        </p>
      )}
    </>
  );
}
