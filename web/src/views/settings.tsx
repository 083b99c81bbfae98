// What the player prefers.

import { settings } from "virtual:texts/settings";
import type { ComponentChildren } from "preact";
import { applyLook } from "../store/look";
import { DEFAULTS, type Settings } from "../store/settings";
import styles from "../style/settings.css?inline";
import { filled } from "../texts/filled";
import { inEnglish } from "../texts/language";
import type { Tag } from "../texts/spoken";
import { addStyles } from "./fetched";
import { useSetting, useTitle } from "./hooks";

addStyles(styles);

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

/** The languages of the site, as those call them who speak them. */
const LANGUAGES: Readonly<Record<Tag, string>> = { en: "English", de: "Deutsch", es: "Español" };

function LanguageChoice() {
  const [value, set] = useSetting("language");
  return (
    <label class="setting language">
      <span>
        <strong>{settings.language}</strong>
        <span>{settings.languageAbout}</span>
      </span>
      <select
        value={value}
        onChange={(event) => {
          set(event.currentTarget.value as Settings["language"]);
          // Texts may have been read by whatever is open.
          location.reload();
        }}
      >
        <option value="auto">{settings.languageAuto}</option>
        {Object.entries(LANGUAGES).map(([tag, name]) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
    </label>
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
  const [swipe, setSwipe] = useSetting("swipe");
  return (
    <main class="page narrow" id="main">
      <h1 ref={headline} tabIndex={-1}>
        {settings.title}
      </h1>
      <LanguageChoice />
      <Choice
        name="theme"
        title={settings.colours}
        options={[
          ["auto", settings.system],
          ["light", settings.light],
          ["dark", settings.dark],
        ]}
        picture={(theme) => <ThemeSample theme={theme} />}
      />
      <Check name="apart" title={settings.apart} about={settings.apartAbout} />
      <Choice
        name="pace"
        title={settings.animations}
        options={[
          [1.8, settings.slow],
          [1, settings.usual],
          [0.5, settings.fast],
          [0, settings.none],
        ]}
      />
      <Choice
        name="undo"
        title={settings.undo}
        options={[
          ["allowed", settings.undoAny],
          ["one", settings.undoOne],
          ["off", settings.undoOff],
        ]}
      />
      <Choice
        name="hand"
        title={settings.buttons}
        options={[
          ["right", settings.rightHand],
          ["left", settings.leftHand],
        ]}
      />
      <Check name="ask" title={settings.ask} about={settings.askAbout} />
      <Check name="sound" title={settings.sound} about={settings.soundAbout} />
      <Check name="vibration" title={settings.vibration} about={settings.vibrationAbout} />
      <Check name="anywhere" title={settings.anywhere} about={settings.anywhereAbout} />
      <label class="setting range">
        <span>
          <strong>{settings.swipe}</strong>
          <span>{settings.swipeAbout(swipe)}</span>
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
