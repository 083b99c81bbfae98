// What may be written where the cursor is, with its documentation.

import type {
  Completion,
  CompletionContext,
  CompletionResult,
  CompletionSource,
} from "@codemirror/autocomplete";
import type { OperatorInfo } from "../engine/types";
import { workshop } from "../texts/en/workshop";
import type { ModeSchema } from "./schema";
import { type Spot, spotAt } from "./spot";
import { type SpecialWord, WORDS } from "./words";

/** Returns the way in which an operator is written. */
export function usage({ name, operand, arguments: types, result }: OperatorInfo): string {
  return `(${operand}) ${[name, ...types.map((type) => `(${type})`)].join(" ")} → ${result}`;
}

/** An operator with what stands before and after it. */
function written({ name, operand, arguments: types }: OperatorInfo): string {
  return `[${[operand, JSON.stringify(name), ...types].join(", ")}]`;
}

/** Returns the help of a word, with an example. */
export function helpOf({ help, example }: SpecialWord): string {
  return `${help}\n${example}`;
}

/** Returns the help of an operator, with an example where one makes sense without a game. */
export function explained(operator: OperatorInfo): string {
  const { help, example, exampleValue } = operator;
  return `${help}\n${example.startsWith("[") ? workshop.exampleIs(example, exampleValue) : written(operator)}`;
}

export function completions(schema: ModeSchema, operators: readonly OperatorInfo[]): CompletionSource {
  const ofOperators = operators.map(
    (operator): Completion => ({
      label: operator.name,
      type: operator.name.startsWith("@") ? "keyword" : "function",
      detail: usage(operator),
      info: explained(operator),
      section: operator.group,
    }),
  );
  const ofWords = WORDS.map(
    (word): Completion => ({ label: word.name, type: "variable", info: helpOf(word) }),
  );

  return (context) => {
    const text = context.state.doc.toString();
    const spot = spotAt(text, context.pos);
    if (!spot) return null;
    const options =
      spot.kind === "key"
        ? schema
            .keys(spot.path)
            .filter(({ name }) => !spot.keys.includes(name))
            .map(
              ({ name, description }): Completion => ({ label: name, type: "property", info: description }),
            )
        : [...valuesAt(schema, spot), ...(spot.string && isInList(spot) ? [...ofOperators, ...ofWords] : [])];
    return options.length > 0 ? offered(context, spot, options) : null;
  };
}

function valuesAt(schema: ModeSchema, spot: Spot): Completion[] {
  return schema
    .values(spot.path)
    .filter(({ value }) => spot.string === null || typeof value === "string")
    .map(({ value, description }) => ({
      label: `${value}`,
      type: "enum",
      info: description,
      ...(spot.string === null && typeof value === "string" ? { apply: JSON.stringify(value) } : {}),
    }));
}

/** Expressions are lists. */
function isInList({ path }: Spot): boolean {
  return typeof path.at(-1) === "number";
}

function offered(context: CompletionContext, spot: Spot, options: Completion[]): CompletionResult | null {
  if (spot.string) {
    const { from, to: end } = spot.string;
    // What follows on the line of a text that is not closed is no part of it.
    const to = context.state.sliceDoc(end, end + 1) === '"' ? end : context.pos;
    return { from, to, options: spot.kind === "value" ? options : options.map(asKey) };
  }
  const word = context.matchBefore(/[A-Za-z_$]+/);
  if (!word && !context.explicit) return null;
  const from = word?.from ?? context.pos;
  if (spot.kind === "value") return { from, options };
  return { from, options: options.map((option) => ({ ...option, apply: `"${option.label}": ` })) };
}

/** A key within quotes: goes on behind the closing one, which there may be already, as may the colon. */
function asKey(option: Completion): Completion {
  return {
    ...option,
    apply(view, _, from, to) {
      const after = /^"?(\s*:)?/.exec(view.state.sliceDoc(to, to + 20)) ?? [""];
      const end = to + (after[0].startsWith('"') ? 1 : 0);
      const insert = `${option.label}"${after[1] ? "" : ": "}`;
      view.dispatch({
        changes: { from, to: end, insert },
        selection: { anchor: from + insert.length },
        userEvent: "input.complete",
      });
    },
  };
}

/** Returns the help about a place, for people who point at it. */
export function aboutPlace(
  text: string,
  position: number,
  schema: ModeSchema,
  operators: ReadonlyMap<string, OperatorInfo>,
): { from: number; to: number; title: string; text: string } | null {
  const spot = spotAt(text, position);
  if (!spot?.string) return null;
  const { from, to } = spot.string;
  const name = text.slice(from, to);
  if (spot.kind === "key") {
    const about = schema.describe([...spot.path, name]);
    return about ? { from, to, title: name, text: about } : null;
  }
  const operator = isInList(spot) ? operators.get(name) : undefined;
  if (operator) return { from, to, title: usage(operator), text: explained(operator) };
  const word = WORDS.find((word) => word.name === name.split(" ")[0]);
  if (word) return { from, to, title: word.name, text: helpOf(word) };
  const value = schema.values(spot.path).find(({ value }) => value === name);
  return value ? { from, to, title: name, text: value.description } : null;
}
