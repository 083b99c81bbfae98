// A new game as the player wants it: settings of the mode, modifiers, a seed.

import type { Game, Mode } from "polymerge";
import { useMemo, useState } from "preact/hooks";
import { engineNow } from "../engine/load";
import type { Room } from "../game/room";
import { type Choice, type Field, FieldOf } from "./field";
import { messageOf } from "./hooks";

interface Properties {
  room: Room;
  game: Game;
  /** What to do when the game is on the table. */
  begun: () => void;
}

type Choices = Record<string, Choice>;

/** The mode of a game as it is in the catalogue; of others the mode as it is played. */
function modeOf(game: Game): Mode {
  const { name } = game.mode.info;
  const known = name ? engineNow()?.Mode.builtIn(name) : undefined;
  return known ?? game.mode;
}

function settingsOf(mode: Mode): Field[] {
  return mode.settings.map(({ title, ...setting }) => ({ ...setting, label: title, help: "", words: [] }));
}

/** The modifiers by their groups. */
function modifierGroups(): [string, Field[]][] {
  const groups = new Map<string, Field[]>();
  for (const modifier of engineNow()?.modifiers() ?? []) {
    const fields = groups.get(modifier.group) ?? [];
    fields.push({ ...modifier, label: capital(modifier.name.replace(/[_-]/g, " ")) });
    groups.set(modifier.group, fields);
  }
  return [...groups];
}

export function NewGame({ room, game, begun }: Properties) {
  const mode = useMemo(() => modeOf(game), [game]);
  const fields = useMemo(() => settingsOf(mode), [mode]);
  const groups = useMemo(modifierGroups, []);
  const [seed, setSeed] = useState("");
  const [settings, setSettings] = useState<Choices>({});
  const [modifiers, setModifiers] = useState<Choices>({});
  const [problem, setProblem] = useState("");

  const start = async () => {
    setProblem("");
    const changed = Object.keys(settings).length + Object.keys(modifiers).length > 0;
    try {
      await room.begin(mode, {
        ...(seed.trim() && { seed: seed.trim() }),
        ...(changed && { change: { settings, modifiers } }),
      });
      begun();
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <form
      class="new-game"
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      {fields.map((field) => (
        <FieldOf
          key={field.name}
          field={field}
          value={settings[field.name]}
          choose={(value) => setSettings(chosen(settings, field, value))}
        />
      ))}
      {groups.map(([name, fields]) => {
        const count = fields.filter((field) => field.name in modifiers).length;
        return (
          <details key={name}>
            <summary>
              {name}
              {count > 0 && <span class="count"> {count} changed</span>}
            </summary>
            {fields.map((field) => (
              <FieldOf
                key={field.name}
                field={field}
                value={modifiers[field.name]}
                choose={(value) => setModifiers(chosen(modifiers, field, value))}
              />
            ))}
          </details>
        );
      })}
      <FieldOf field={SEED} value={seed || undefined} choose={(value) => setSeed(String(value))} />
      <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
      <div class="buttons">
        <button type="submit" class="primary">
          Start
        </button>
      </div>
    </form>
  );
}

const SEED: Field = {
  name: "seed",
  label: "Seed",
  help: "The same seed and moves give the same game. A whole number; drawn if left empty.",
  kind: "whole",
  words: [],
  default: "",
};

/** The choices with one more; what changes nothing is left out. */
function chosen(choices: Choices, field: Field, value: Choice): Choices {
  const { [field.name]: _, ...others } = choices;
  return value === "" || String(value) === field.default ? others : { ...others, [field.name]: value };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
