// A new game as the player wants it: settings of the mode, modifiers, presets,
// a seed; with the board as it will be.

import { useMemo, useState } from "preact/hooks";
import type { Engine } from "../engine/load";
import type { RemoteGame } from "../engine/remote";
import type { Choosable } from "../engine/service";
import type { Room } from "../game/room";
import { messageOf } from "../game/summary";
import { newgame as texts } from "../texts/en/newgame";
import { site } from "../texts/en/site";
import { usePromised } from "../views/hooks";
import { Icon } from "../views/icons";
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
  NO_WISH,
  titleOf,
  type Wish,
} from "./wish";

export interface Properties {
  engine: Engine;
  room: Room;
  game: RemoteGame;
  /** What to do when the game is on the table. */
  begun: () => void;
}

/** What was chosen beside a game and not begun: it is there when the window is opened again. */
const wishes = new WeakMap<RemoteGame, Wish>();

export function NewGame({ engine, room, game, begun }: Properties) {
  const choosable = usePromised(() => game.choosable(), [game]);
  if (choosable?.error !== undefined) return <p class="problem">{messageOf(choosable.error)}</p>;
  if (!choosable?.value) return <p class="waiting">{site.moment}</p>;
  return <Choosing engine={engine} room={room} game={game} begun={begun} choosable={choosable.value} />;
}

function Choosing({ engine, room, game, begun, choosable }: Properties & { choosable: Choosable }) {
  const groups = useMemo(() => groupsOf(choosable), [choosable]);
  const [wish, setKept] = useState(wishes.get(game) ?? NO_WISH);
  const setWish = (wish: Wish) => {
    wishes.set(game, wish);
    setProblem("");
    setKept(wish);
  };
  const [words, setWords] = useState("");
  const [problem, setProblem] = useState("");
  // Why the wish can't be met, by the picture of its board.
  const [refusal, setRefusal] = useState("");
  const shown = words.trim() ? found(groups, words.trim()) : groups;

  const start = async () => {
    const change = changeOf(wish);
    const seed = wish.seed.trim();
    try {
      await room.begin({ ...(seed && { seed }), ...(change && { change }) }, told(groups, wish));
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
      <Preview game={game} wish={wish} refused={setRefusal} />
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
          choices={wish}
          drawn={wish.drawn !== ""}
          drop={(group, field) =>
            setWish({ ...wish, [group.of]: chosen(wish[group.of], field, field.default) })
          }
          dropGrid={() => setWish({ ...wish, drawn: "" })}
          clear={() => setWish({ ...NO_WISH, seed: wish.seed })}
        />
        <Presets
          engine={engine}
          known={choosable.presets}
          wish={wish}
          words={words.trim()}
          choose={(modifiers, drawn) =>
            setWish({
              ...wish,
              modifiers: { ...wish.modifiers, ...modifiers },
              drawn: drawn || wish.drawn,
            })
          }
        />
        {shown.map((group) => (
          <GroupOf
            key={group.title}
            group={group}
            open={words.trim() !== "" || group.of === "settings"}
            choices={wish[group.of]}
            refusal={refusal}
            choose={(choices) => setWish({ ...wish, [group.of]: choices })}
          />
        ))}
        {words.trim() && shown.length === 0 && <p role="status">{texts.noMatch}</p>}
        <FieldOf
          field={seedField()}
          own
          value={wish.seed || undefined}
          problem={wish.seed && faultOf("seed", refusal)}
          choose={(value) => setWish({ ...wish, seed: String(value) })}
        />
      </div>
      <div class="new-foot">
        <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
        <button type="submit" class="primary">
          {texts.start}
        </button>
      </div>
    </form>
  );
}

/** What was chosen, in words. */
function told(groups: readonly Group[], wish: Wish): string {
  const parts = groups.flatMap((group) =>
    group.fields.flatMap((field) => {
      const value = wish[group.of][field.name];
      return value === undefined ? [] : [chipText(field, value)];
    }),
  );
  return [...(wish.drawn ? [texts.drawnGrid] : []), ...parts].join(", ");
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
  refusal: string;
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

/** What differs from the mode as it is, to be taken back one by one. */
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
