// One thing that can be chosen, with what it takes and what it does.

import { useId } from "preact/hooks";
import type { Choice, Field } from "./selection";

interface Properties {
  field: Field;
  /** The value that was chosen; absent if none was. */
  value: Choice | undefined;
  choose: (value: Choice) => void;
  /** The fault of the value. */
  problem?: string;
}

export function FieldOf({ field, value, choose, problem = "" }: Properties) {
  const id = useId();
  const listed = field.options.length > 0;
  const help = [field.help, field.kind === "flag" || listed ? "" : field.values]
    .filter(Boolean)
    .map((text) => capital(String(text)))
    .join(field.help.endsWith(".") ? " " : ". ");
  const described = `${problem ? `${id}-problem` : ""} ${help ? `${id}-help` : ""}`.trim() || undefined;
  return (
    <div class={field.kind === "flag" ? "field flag" : "field"} {...field.lang}>
      <label for={id}>{field.label}</label>
      {field.kind === "flag" ? (
        <input
          id={id}
          type="checkbox"
          aria-describedby={described}
          checked={String(value ?? field.default) === "true"}
          onChange={(event) => choose(event.currentTarget.checked)}
        />
      ) : listed ? (
        <select
          id={id}
          aria-describedby={described}
          value={String(value ?? field.default)}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {field.options.map(({ value, title }) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          type="text"
          autocomplete="off"
          spellcheck={false}
          aria-describedby={described}
          aria-invalid={problem !== ""}
          placeholder={field.default}
          value={String(value ?? "")}
          onInput={(event) => choose(event.currentTarget.value)}
        />
      )}
      {problem && (
        <p id={`${id}-problem`} class="field-problem">
          {capital(problem)}
        </p>
      )}
      {help && (
        <p id={`${id}-help`} class="field-help">
          {help}
        </p>
      )}
    </div>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
