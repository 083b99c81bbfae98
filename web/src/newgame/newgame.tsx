// A new game as the player wants it: settings of the mode, modifiers, presets,
// a seed; with the board as it will be.

import { newgame as texts } from "virtual:texts/newgame";
import { site } from "virtual:texts/site";
import { useMemo, useState } from "preact/hooks";
import type { Engine } from "../engine/load";
import type { RemoteGame } from "../engine/remote";
import type { Choosable } from "../engine/service";
import type { GameController } from "../game/controller";
import styles from "../style/newgame.css?inline";
import { messageOf } from "../summary";
import { type ModifierTexts, modifierTexts } from "../texts/translations";
import { addStyles } from "../views/fetched";
import { usePromised } from "../views/hooks";
import { Icon } from "../views/icons";
import { Failure, Problem } from "../views/problem";
import { FieldOf } from "./field";
import { Presets } from "./presetlist";
import { Preview } from "./preview";
import {
  type Choice,
  type Choices,
  changeOf,
  chosen,
  type Field,
  faultOf,
  found,
  type Group,
  groupsOf,
  NOTHING_SELECTED,
  type Refused,
  type Selection,
  titleOf,
} from "./selection";

addStyles(styles);

export interface Properties {
  engine: Engine;
  controller: GameController;
  game: RemoteGame;
  /** Called when the new game has begun. */
  begun: () => void;
}

/**
 * The selections that were made beside a game and not begun: they are there when the window is
 * opened again.
 */
const selections = new WeakMap<RemoteGame, Selection>();

export function NewGame({ engine, controller, game, begun }: Properties) {
  const loaded = usePromised(
    // Without translations modifiers are in English.
    async () => Promise.all([game.ask("choosable"), modifierTexts().catch(() => ({}))]),
    [game],
  );
  if (loaded?.error !== undefined) return <Failure of={loaded} />;
  if (!loaded?.value) return <p class="waiting">{site.moment}</p>;
  const [choosable, known] = loaded.value;
  return <Choosing {...{ engine, controller, game, begun, choosable, known }} />;
}

interface ChoosingProperties extends Properties {
  choosable: Choosable;
  known: Readonly<Record<string, ModifierTexts>>;
}

function Choosing({ engine, controller, game, begun, choosable, known }: ChoosingProperties) {
  const groups = useMemo(() => groupsOf(choosable, known), [choosable, known]);
  const [selection, setKept] = useState(selections.get(game) ?? NOTHING_SELECTED);
  const setSelection = (selection: Selection) => {
    selections.set(game, selection);
    setProblem("");
    setKept(selection);
  };
  const [words, setWords] = useState("");
  const [problem, setProblem] = useState("");
  // Why the selection is refused, as the picture of its board has found.
  const [refusal, setRefusal] = useState<Refused | null>(null);
  const shown = words.trim() ? found(groups, words.trim()) : groups;

  const start = async () => {
    const change = changeOf(selection);
    const seed = selection.seed.trim();
    try {
      await controller.begin(
        { ...(seed && { seed }), ...(change && { change }) },
        inWords(groups, selection),
      );
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
      <Preview game={game} selection={selection} refused={setRefusal} />
      <div class="new-choices">
        <search>
          <label class="unseen" for="search-options">
            {texts.search}
          </label>
          <input
            id="search-options"
            type="search"
            placeholder={texts.search}
            value={words}
            onInput={(event) => setWords(event.currentTarget.value)}
          />
        </search>
        <Chosen
          groups={groups}
          choices={selection}
          drawn={selection.drawn !== ""}
          drop={(group, field) =>
            setSelection({ ...selection, [group.of]: chosen(selection[group.of], field, field.default) })
          }
          dropGrid={() => setSelection({ ...selection, drawn: "" })}
          clear={() => setSelection({ ...NOTHING_SELECTED, seed: selection.seed })}
        />
        <Presets
          engine={engine}
          known={choosable.presets}
          selection={selection}
          words={words.trim()}
          choose={(modifiers, drawn) =>
            setSelection({
              ...selection,
              modifiers: { ...selection.modifiers, ...modifiers },
              drawn: drawn || selection.drawn,
            })
          }
        />
        {shown.map((group) => (
          <GroupOf
            key={group.title}
            group={group}
            open={words.trim() !== "" || group.of === "settings"}
            choices={selection[group.of]}
            refusal={refusal}
            choose={(choices) => setSelection({ ...selection, [group.of]: choices })}
          />
        ))}
        {words.trim() && shown.length === 0 && <p role="status">{texts.noMatch}</p>}
        <FieldOf
          field={seedField()}
          value={selection.seed || undefined}
          problem={selection.seed ? faultOf("seed", refusal) : ""}
          choose={(value) => setSelection({ ...selection, seed: String(value) })}
        />
      </div>
      <div class="new-foot">
        <div role="alert">
          <Problem text={problem} />
        </div>
        <button type="submit" class="primary">
          {texts.start}
        </button>
      </div>
    </form>
  );
}

/** Returns the selection in words. */
function inWords(groups: readonly Group[], selection: Selection): string {
  const parts = groups.flatMap((group) =>
    group.fields.flatMap((field) => {
      const value = selection[group.of][field.name];
      return value === undefined ? [] : [chipText(field, value)];
    }),
  );
  return [...(selection.drawn ? [texts.drawnGrid] : []), ...parts].join(", ");
}

function chipText(field: Field, value: Choice): string {
  return value === true ? field.label : `${field.label}: ${value}`;
}

const seedField = (): Field => ({
  name: "seed",
  label: texts.seed,
  help: texts.seedAbout,
  kind: "whole",
  options: [],
  default: "",
});

interface GroupProperties {
  group: Group;
  open: boolean;
  choices: Choices;
  refusal: Refused | null;
  choose: (choices: Choices) => void;
}

function GroupOf({ group, open, choices, refusal, choose }: GroupProperties) {
  const count = group.fields.filter((field) => field.name in choices).length;
  return (
    <details open={open}>
      <summary>
        {titleOf(group)}
        {count > 0 && <span class="count"> {texts.changed(count)}</span>}
      </summary>
      {group.fields.map((field) => (
        <FieldOf
          key={field.name}
          field={field}
          value={choices[field.name]}
          problem={field.name in choices ? faultOf(field.name, refusal) : ""}
          choose={(value) => choose(chosen(choices, field, value))}
        />
      ))}
    </details>
  );
}

interface ChosenProperties {
  groups: readonly Group[];
  choices: Record<Group["of"], Choices>;
  drawn: boolean;
  drop: (group: Group, field: Field) => void;
  dropGrid: () => void;
  clear: () => void;
}

/** Lists the differences from the mode as it is, to be taken back one by one. */
function Chosen({ groups, choices, drawn, drop, dropGrid, clear }: ChosenProperties) {
  const all = groups.flatMap((group) =>
    group.fields.flatMap((field) => {
      const value = choices[group.of][field.name];
      return value === undefined ? [] : [{ group, field, value }];
    }),
  );
  if (all.length === 0 && !drawn) return null;
  return (
    <ul class="chosen" aria-label={texts.chosen}>
      {drawn && <Chip text={texts.drawnGrid} drop={dropGrid} />}
      {all.map(({ group, field, value }) => (
        <Chip
          key={`${group.of}.${field.name}`}
          text={chipText(field, value)}
          drop={() => drop(group, field)}
        />
      ))}
      <li>
        <button type="button" class="plain" onClick={clear}>
          {texts.clear}
        </button>
      </li>
    </ul>
  );
}

function Chip({ text, drop }: { text: string; drop: () => void }) {
  return (
    <li>
      <button type="button" class="chip" aria-label={texts.without(text)} onClick={drop}>
        {text}
        <Icon name="close" />
      </button>
    </li>
  );
}
