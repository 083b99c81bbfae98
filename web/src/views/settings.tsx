// What the player prefers.

import { settings } from "virtual:texts/settings";
import { type Name, SETTINGS, type Setting, type Settings } from "../store/settings";
import styles from "../style/settings.css?inline";
import { filled } from "../texts/filled";
import { inEnglish } from "../texts/language";
import { addStyles } from "./fetched";
import { useSetting, useTitle } from "./hooks";

addStyles(styles);

/** The name of each setting; the compiler asks for the missing ones. */
const TITLES: Readonly<Record<Name, string>> = settings;
/** The texts of all that is offered, by their names in the table of settings. */
const TEXTS: Readonly<Record<string, unknown>> = settings;

/** Returns a text, which may say the value; "" if there is none. */
function said(text: string, value?: Settings[Name]): string {
  const found = TEXTS[text];
  return typeof found === "function" ? found(value) : ((found as string | undefined) ?? "");
}

/** The identifier of a control: names of settings may be those of other elements, such as filters. */
const idOf = (name: Name) => `setting-${name}`;

/** A setting, as its row in the table has it. */
function Chosen({ name }: { name: Name }) {
  const row = SETTINGS[name] as Setting<Settings[Name]>;
  const options = Object.entries(row.options);
  const [value, set] = useSetting(name);
  if (options.length > 0 && name !== "language")
    return (
      <fieldset class={name === "theme" ? "choice pictures" : "choice"}>
        <legend>{TITLES[name]}</legend>
        {options.map(([text, option]) => (
          <label key={text}>
            <input
              type="radio"
              name={name}
              value={`${option}`}
              checked={option === value}
              onChange={() => set(option)}
            />
            {name === "theme" && <ThemeSample theme={option as Settings["theme"]} />}
            {said(text)}
          </label>
        ))}
      </fieldset>
    );
  const about = said(`${name}About`, value);
  return (
    <label class="setting" for={idOf(name)}>
      <span>
        <strong>{TITLES[name]}</strong>
        {about && <span>{about}</span>}
      </span>
      {name === "language" ? (
        <select
          id={idOf(name)}
          name={name}
          value={`${value}`}
          onChange={(event) => {
            set(event.currentTarget.value as Settings["language"]);
            // Texts may have been read by whatever is open.
            location.reload();
          }}
        >
          {options.map(([text, option]) => (
            <option key={text} value={`${option}`} lang={text === option ? text : undefined}>
              {said(text)}
            </option>
          ))}
        </select>
      ) : row.bounds ? (
        <Range name={name} bounds={row.bounds} value={Number(value)} set={set} />
      ) : (
        <input
          type="checkbox"
          id={idOf(name)}
          name={name}
          checked={value === true}
          onChange={(event) => set(event.currentTarget.checked)}
        />
      )}
    </label>
  );
}

interface RangeProperties {
  name: Name;
  bounds: readonly [number, number, number];
  value: number;
  set: (value: number) => void;
}

function Range({ name, bounds: [min, max, step], value, set }: RangeProperties) {
  return (
    <input
      type="range"
      id={idOf(name)}
      name={name}
      {...{ min, max, step, value }}
      onInput={(event) => set(event.currentTarget.valueAsNumber)}
    />
  );
}

/** A small picture of a board in the colours of a theme. */
function ThemeSample({ theme }: { theme: Settings["theme"] }) {
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

const FONT_LICENCE = "SIL Open Font License";

export function SettingsView() {
  const headline = useTitle(settings.title);
  return (
    <main class="page narrow" id="main">
      <h1 ref={headline} tabIndex={-1}>
        {settings.title}
      </h1>
      {(Object.keys(SETTINGS) as Name[]).map((name) => (
        <Chosen key={name} name={name} />
      ))}
      <p class="small">
        {filled(settings.kept, {
          about: <a href="#/about">{settings.about}</a>,
          licence: (
            <a href="./fredoka-licence.txt" {...inEnglish()}>
              {FONT_LICENCE}
            </a>
          ),
        })}
      </p>
    </main>
  );
}
