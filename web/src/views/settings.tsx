// What the player prefers.

import type { ComponentChildren } from "preact";
import { applyLook } from "../store/look";
import { DEFAULTS, type Settings, type Theme } from "../store/settings";
import { useSetting, useTitle } from "./hooks";

type Flag = { [K in keyof Settings]: Settings[K] extends boolean ? K : never }[keyof Settings];

function Check({ name, title, about }: { name: Flag; title: string; about: string }) {
  const [value, set] = useSetting(name);
  return (
    <label class="setting">
      <input
        type="checkbox"
        checked={value}
        onChange={(event) => {
          set(event.currentTarget.checked);
          applyLook();
        }}
      />
      <span>
        <strong>{title}</strong>
        <span>{about}</span>
      </span>
    </label>
  );
}

interface ChoiceProperties<K extends keyof Settings> {
  name: K;
  title: string;
  options: readonly [Settings[K], string][];
  /** A picture of an option. */
  picture?: (option: Settings[K]) => ComponentChildren;
}

function Choice<K extends keyof Settings>({ name, title, options, picture }: ChoiceProperties<K>) {
  const [value, set] = useSetting(name);
  const known = options.some(([option]) => option === value) ? value : DEFAULTS[name];
  return (
    <fieldset class={picture ? "choice pictured" : "choice"}>
      <legend>{title}</legend>
      {options.map(([option, text]) => (
        <label key={text}>
          <input
            type="radio"
            name={name}
            checked={option === known}
            onChange={() => {
              set(option);
              applyLook();
            }}
          />
          {picture?.(option)}
          {text}
        </label>
      ))}
    </fieldset>
  );
}

const THEMES: readonly [Theme, string][] = [
  ["auto", "System"],
  ["light", "Light"],
  ["dark", "Dark"],
];

/** A small picture of a board in the colours of a theme. */
function ThemeSample({ theme }: { theme: Theme }) {
  return (
    <svg class={`sample ${theme}`} viewBox="0 0 60 34" aria-hidden="true" focusable="false">
      <Sample left={0} kind={theme === "dark" ? "dark" : "light"} />
      <Sample left={30} kind={theme === "light" ? "light" : "dark"} />
    </svg>
  );
}

/** Half of a picture. */
function Sample({ left, kind }: { left: number; kind: "light" | "dark" }) {
  const [page, grid, cell] =
    kind === "light" ? ["#f5f1ea", "#bcaa94", "#d3c5b3"] : ["#17151a", "#38332f", "#4e4a47"];
  return (
    <>
      <path d={`M${left} 0h30v34h-30z`} fill={page} />
      <path d={`M${left + 4} 6h22v22h-22z`} fill={grid} />
      <path d={`M${left + 6} 8h8v8h-8z`} fill="#f6b873" />
      <path d={`M${left + 16} 8h8v8h-8zM${left + 6} 18h8v8h-8z`} fill={cell} />
      <path d={`M${left + 16} 18h8v8h-8z`} fill="#f6d566" />
    </>
  );
}

export function SettingsView() {
  const headline = useTitle("Settings");
  const [swipe, setSwipe] = useSetting("swipe");
  return (
    <main class="page narrow" id="main">
      <h1 ref={headline} tabIndex={-1}>
        Settings
      </h1>
      <Choice
        name="theme"
        title="Colours"
        options={THEMES}
        picture={(theme) => <ThemeSample theme={theme} />}
      />
      <Check
        name="apart"
        title="Colours for the colour-blind"
        about="Red and green of tiles are moved apart, here and in all pictures."
      />
      <Choice
        name="pace"
        title="Animations"
        options={[
          [1.8, "Slow"],
          [1, "Usual"],
          [0.5, "Fast"],
          [0, "None"],
        ]}
      />
      <Choice
        name="undo"
        title="Undo"
        options={[
          ["allowed", "Any number of turns"],
          ["one", "One turn, then a move"],
          ["off", "Off"],
        ]}
      />
      <Choice
        name="hand"
        title="Buttons"
        options={[
          ["right", "For the right hand"],
          ["left", "For the left hand"],
        ]}
      />
      <Check name="ask" title="Ask before a new game" about="When the current game is not over." />
      <Check
        name="sound"
        title="Sound"
        about="Merges make a sound: the larger the tile, the higher the sound."
      />
      <Check name="vibration" title="Vibration" about="The device vibrates at merges, if it can." />
      <Check
        name="anywhere"
        title="Swipe anywhere"
        about="Swipes count everywhere, not only on the board. The page then can't be scrolled by touch."
      />
      <label class="setting range">
        <span>
          <strong>Swipe distance</strong>
          <span>A finger goes {swipe} pixels for a move.</span>
        </span>
        <input
          type="range"
          min={8}
          max={80}
          step={4}
          value={swipe}
          onInput={(event) => setSwipe(event.currentTarget.valueAsNumber)}
        />
      </label>
      <p class="small">
        All of this is kept in this browser alone. <a href="#/about">About Polymerge</a>: credits, privacy,
        licences. The typeface of tiles and headlines is Fredoka, under the{" "}
        <a href="./fredoka-licence.txt">SIL Open Font License</a>.
      </p>
    </main>
  );
}
