// Presets: modifiers that go well together. Those of the engine, those that a
// player keeps, and those that others share as codes.

import { useState } from "preact/hooks";
import type { Engine } from "../engine/load";
import { messageOf } from "../game/summary";
import { Icon } from "../views/icons";
import { forgetPreset, keepPreset, keptPresets } from "./presets";
import { type Choices, finds, labelOf, type Preset, type Wish } from "./wish";

interface Properties {
  engine: Engine;
  wish: Wish;
  /** What is searched. */
  words: string;
  /** Adds what a preset chooses. */
  choose: (modifiers: Choices, drawn: string) => void;
}

/** What a Modifiers code chooses. */
function readCode(engine: Engine, code: string): { modifiers: Choices; drawn: string } {
  const { modifiers, drawnGrid } = engine.readModifiers(code);
  return { modifiers, drawn: drawnGrid ? code : "" };
}

/** What the wish chooses of modifiers, as a code. */
function codeOf(engine: Engine, { modifiers, drawn }: Wish): string {
  return engine.modifiersCode({ modifiers, ...(drawn && { modifiersCode: drawn }) });
}

function ownPresets(engine: Engine): Preset[] {
  return keptPresets().flatMap(({ name, code }) => {
    try {
      const read = readCode(engine, code);
      const title = Object.entries(read.modifiers).map(([name, value]) => `${labelOf(name)}: ${value}`);
      return [{ name, title: title.join(", "), ...read }];
    } catch {
      // Of a version that knew other modifiers.
      return [];
    }
  });
}

export function Presets({ engine, wish, words, choose }: Properties) {
  const [own, setOwn] = useState(() => ownPresets(engine));
  const known = engine.presets().map((preset): Preset => ({ ...preset, drawn: "" }));
  const isFound = ({ name, title }: Preset) => finds(words, ["Presets", name, title]);
  const shown = [...own.filter(isFound), ...known.filter(isFound)];
  if (words && shown.length === 0) return null;
  return (
    <details open={words !== ""}>
      <summary>Presets</summary>
      <ul class="presets">
        {shown.map((preset) => (
          <li key={preset.name}>
            <button type="button" onClick={() => choose(preset.modifiers, preset.drawn)}>
              <strong>{labelOf(preset.name)}</strong>
              <span>{preset.title}</span>
            </button>
            {own.includes(preset) && (
              <button
                type="button"
                class="plain"
                aria-label={`Delete ${preset.name}`}
                onClick={() => {
                  forgetPreset(preset.name);
                  setOwn(ownPresets(engine));
                }}
              >
                <Icon name="bin" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {!words && (
        <Sharing engine={engine} wish={wish} choose={choose} kept={() => setOwn(ownPresets(engine))} />
      )}
    </details>
  );
}

interface SharingProperties extends Omit<Properties, "words"> {
  /** What to do when another preset is kept. */
  kept: () => void;
}

/** Keeping what is chosen under a name, and codes to share. */
function Sharing({ engine, wish, choose, kept }: SharingProperties) {
  const [name, setName] = useState("");
  const [code, setCode] = useState("");
  const [said, setSaid] = useState("");
  const doing = (work: () => string | Promise<string>) => async () => {
    try {
      setSaid(await work());
    } catch (error) {
      setSaid(messageOf(error));
    }
  };
  const keep = doing(() => {
    const title = name.trim();
    if (!title) return "A preset needs a name.";
    keepPreset({ name: title, code: codeOf(engine, wish) });
    kept();
    setName("");
    return `${title} is kept.`;
  });
  const copy = doing(async () => {
    const made = codeOf(engine, wish);
    setCode(made);
    await navigator.clipboard.writeText(made);
    return "Code copied.";
  });
  const take = doing(() => {
    const { modifiers, drawn } = readCode(engine, code);
    choose(modifiers, drawn);
    return "The modifiers of the code are chosen.";
  });
  return (
    <div class="sharing">
      <label>
        <span>Keep these modifiers as</span>
        <input type="text" value={name} onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <button type="button" onClick={() => void keep()}>
        Keep
      </button>
      <label>
        <span>Modifiers code</span>
        <input
          type="text"
          spellcheck={false}
          autocomplete="off"
          value={code}
          onInput={(event) => setCode(event.currentTarget.value)}
        />
      </label>
      <span class="buttons">
        <button type="button" onClick={() => void take()}>
          Use
        </button>
        <button type="button" onClick={() => void copy()}>
          Copy
        </button>
      </span>
      <p role="status">{said}</p>
    </div>
  );
}
