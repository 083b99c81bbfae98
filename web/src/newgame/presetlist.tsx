// Presets: modifiers that go well together. Those of the engine, those that a
// player keeps, and those that others share as codes.

import { newgame as texts } from "virtual:texts/newgame";
import { site } from "virtual:texts/site";
import { useEffect, useState } from "preact/hooks";
import type { Engine } from "../engine/load";
import type { ModifiersInfo, PresetInfo } from "../engine/types";
import { messageOf } from "../summary";
import { inEnglish } from "../texts/language";
import { useCount } from "../views/hooks";
import { Icon } from "../views/icons";
import { Problem } from "../views/problem";
import { forgetPreset, type KeptPreset, keepPreset, keptPresets } from "./presets";
import { type Choices, finds, labelOf, type Preset, type Selection } from "./selection";

interface Properties {
  engine: Engine;
  /** The presets of the engine. */
  known: readonly PresetInfo[];
  selection: Selection;
  /** The words that are searched. */
  words: string;
  /** Adds what a preset chooses. */
  choose: (modifiers: Choices, drawn: string) => void;
}

/** The reason why a preset is not listed any more. */
type How = "deleted" | "replaced";

/** Returns the choices of a Modifiers code. */
function read({ modifiers, drawnGrid }: ModifiersInfo, code: string): { modifiers: Choices; drawn: string } {
  return { modifiers, drawn: drawnGrid ? code : "" };
}

/** Returns the modifiers of a selection as a code. */
function codeOf(engine: Engine, { modifiers, drawn }: Selection): Promise<string> {
  return engine.ask("modifiersCode", { modifiers, ...(drawn && { modifiersCode: drawn }) });
}

interface OwnPreset extends Preset {
  /** True if this version of the engine can't read its code. */
  isUnread?: boolean;
}

async function ownPresets(engine: Engine): Promise<OwnPreset[]> {
  const kept = keptPresets();
  const codes = kept.map(({ code }) => code);
  const infos = codes.length > 0 ? await engine.ask("readAllModifiers", codes) : [];
  return kept.map(({ name, code }, index) => {
    const info = infos[index];
    // It stays, and can be deleted: another version of the site may know its modifiers.
    if (!info) return { name, title: texts.presetUnread, modifiers: {}, drawn: "", isUnread: true };
    const title = Object.entries(info.modifiers).map(([name, value]) => `${labelOf(name)}: ${value}`);
    return { name, title: title.join(", "), ...read(info, code) };
  });
}

export function Presets({ engine, known: offered, selection, words, choose }: Properties) {
  const [changes, changed] = useCount();
  const [own, setOwn] = useState<OwnPreset[]>([]);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    setProblem("");
    ownPresets(engine).then(setOwn, (error: unknown) => setProblem(messageOf(error)));
  }, [engine, changes]);
  // What was deleted or replaced last, to be brought back.
  const [lost, setLost] = useState<{ preset: KeptPreset; how: How } | null>(null);
  const lose = (preset: KeptPreset | undefined, how: How) => setLost(preset ? { preset, how } : null);
  const bringBack = (preset: KeptPreset) => {
    keepPreset(preset);
    setLost(null);
    changed();
  };
  const known = offered.map((preset): OwnPreset => ({ ...preset, drawn: "" }));
  const isFound = ({ name, title }: Preset) => finds(words, [texts.presets, name, title]);
  const shown = [...own.filter(isFound), ...known.filter(isFound)];
  if (words && shown.length === 0) return null;
  return (
    <details open={words !== ""}>
      <summary>{texts.presets}</summary>
      <ul class="presets">
        {shown.map((preset) => (
          <li key={preset.name}>
            <button
              type="button"
              disabled={preset.isUnread === true}
              onClick={() => choose(preset.modifiers, preset.drawn)}
            >
              <strong>{labelOf(preset.name)}</strong>
              <span {...(preset.isUnread ? {} : inEnglish())}>{preset.title}</span>
            </button>
            {own.includes(preset) && (
              <button
                type="button"
                class="plain"
                aria-label={texts.deletePreset(preset.name)}
                onClick={() => {
                  lose(forgetPreset(preset.name), "deleted");
                  setOwn(own.filter((other) => other !== preset));
                }}
              >
                <Icon name="bin" />
              </button>
            )}
          </li>
        ))}
      </ul>
      <Problem text={problem} />
      <div role="status">
        {lost && (
          <p class="lost">
            {texts[lost.how](lost.preset.name)}{" "}
            <button type="button" onClick={() => bringBack(lost.preset)}>
              {site.undo}
            </button>
          </p>
        )}
      </div>
      {!words && (
        <Sharing
          engine={engine}
          selection={selection}
          choose={choose}
          kept={(before) => {
            lose(before, "replaced");
            changed();
          }}
        />
      )}
    </details>
  );
}

interface SharingProperties extends Omit<Properties, "words" | "known"> {
  /** Called when another preset is kept, with the one of the same name that it replaced. */
  kept: (before: KeptPreset | undefined) => void;
}

/** Keeping what is chosen under a name, and codes to share. */
function Sharing({ engine, selection, choose, kept }: SharingProperties) {
  const [name, setName] = useState("");
  const [code, setCode] = useState("");
  const [said, setSaid] = useState("");
  const doing = (work: () => Promise<string>) => async () => {
    try {
      setSaid(await work());
    } catch (error) {
      setSaid(messageOf(error));
    }
  };
  const keep = doing(async () => {
    const title = name.trim();
    if (!title) return texts.noName;
    const { before, isKept } = keepPreset({ name: title, code: await codeOf(engine, selection) });
    kept(before);
    setName("");
    return isKept ? texts.kept(title) : texts.notKept(title);
  });
  const copy = doing(async () => {
    const made = await codeOf(engine, selection);
    setCode(made);
    await (await import("../views/clipboard")).copyText(made);
    return texts.codeCopied;
  });
  const take = doing(async () => {
    const { modifiers, drawn } = read(await engine.ask("readModifiers", code), code);
    choose(modifiers, drawn);
    return texts.codeUsed;
  });
  return (
    <div class="sharing">
      <label>
        <span>{texts.keepAs}</span>
        <input type="text" value={name} onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <button type="button" onClick={() => void keep()}>
        {texts.keep}
      </button>
      <label>
        <span>{texts.code}</span>
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
          {texts.use}
        </button>
        <button type="button" onClick={() => void copy()}>
          {site.copy}
        </button>
      </span>
      <p role="status">{said}</p>
    </div>
  );
}
