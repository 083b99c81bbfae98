// What a new game is to be like, while it is being chosen.

import { newgame as texts } from "virtual:texts/newgame";
import type { Choosable } from "../engine/service";
import type { ChangeOptions } from "../engine/types";
import { inEnglish } from "../texts/language";
import { shown } from "../texts/numbers";
import type { ModifierTexts } from "../texts/translations";

export type Choice = string | boolean;
export type Choices = Record<string, Choice>;

/** One thing that can be chosen. */
export interface Field {
  name: string;
  label: string;
  help: string;
  kind: string;
  /** The values that it takes, in words. */
  values?: string;
  /** All values there are, if they can be counted, and what they mean. */
  options: readonly { value: string; title: string }[];
  default: string;
  /** The attribute of the elements around its texts, where these are in another language. */
  lang?: { lang?: "en" };
}

/** Things that belong together. */
export interface Group {
  /** The engine's name of the group; "" for the settings of the mode. */
  title: string;
  /** The owner of the fields: the mode ("settings"), or all modes. */
  of: "settings" | "modifiers";
  fields: Field[];
}

/** Everything that was chosen; what is as usual is left out. */
export interface Selection {
  settings: Choices;
  modifiers: Choices;
  /** A Modifiers code with a drawn grid, which modifiers by name can't hold. */
  drawn: string;
  seed: string;
}

export const NOTHING_SELECTED: Selection = { settings: {}, modifiers: {}, drawn: "", seed: "" };

/** Modifiers under a name. */
export interface Preset {
  name: string;
  title: string;
  modifiers: Choices;
  drawn: string;
}

/** Returns the options for `Mode.change`; nothing, if nothing was chosen. */
export function changeOf({ settings, modifiers, drawn }: Selection): ChangeOptions | undefined {
  if (Object.keys(settings).length + Object.keys(modifiers).length === 0 && !drawn) return undefined;
  return { settings, modifiers, ...(drawn && { modifiersCode: drawn }) };
}

/** Returns the choices with one more; a value that changes nothing is left out. */
export function chosen(choices: Choices, field: Field, value: Choice): Choices {
  const { [field.name]: _, ...others } = choices;
  return value === "" || String(value) === field.default ? others : { ...others, [field.name]: value };
}

/** The reason why there is no game of a selection, and the engine's own words for it. */
export interface Refused {
  said: string;
  message: string;
}

/**
 * Returns the reason why the value of a field is refused; "" if the refusal, whose message begins
 * with the name of its field, is about another one.
 */
export function faultOf(name: string, refusal: Refused | null): string {
  const message = refusal?.message.replace(/^options\./, "");
  if (!refusal || !message?.startsWith(`${name} `)) return "";
  return refusal.said === refusal.message ? message : refusal.said;
}

/** The groups of modifiers, as they are shown; others follow. */
const ORDER = ["Grid", "Movement", "Spawning", "Merging", "Tiles and cells", "Display"] as const;

/** The title of a group as it is read. */
export function titleOf({ title }: Group): string {
  if (!title) return texts.settings;
  const known = ORDER.find((one) => one === title);
  return known ? texts[known] : title;
}

/** The settings of a mode, then the modifiers by their groups. */
export function groupsOf(choosable: Choosable, known: Readonly<Record<string, ModifierTexts>> = {}): Group[] {
  const settings = choosable.settings.map(
    ({ name, title, about, kind, values, options, ...setting }): Field => {
      const { default: usual } = setting;
      return { name, label: title, help: about, kind, values, options, default: usual, lang: inEnglish() };
    },
  );
  const groups = new Map<string, Field[]>(ORDER.map((title): [string, Field[]] => [title, []]));
  for (const modifier of choosable.modifiers) {
    const { name, group, kind, words } = modifier;
    const fields = groups.get(group) ?? [];
    const options = words.map((word) => ({ value: word, title: word }));
    const own = known[name];
    const { label, help } = own ?? { label: labelOf(name), help: modifier.help };
    const [values, usual] = [valuesOf(modifier), modifier.default];
    fields.push({
      name,
      label,
      help,
      kind,
      values,
      options,
      default: usual,
      ...(!own && { lang: inEnglish() }),
    });
    groups.set(group, fields);
  }
  const all: Group[] = [
    { title: "", of: "settings", fields: settings },
    ...[...groups].map(([title, fields]) => ({ title, of: "modifiers", fields }) as const),
  ];
  return all.filter(({ fields }) => fields.length > 0);
}

/** Returns the values that a modifier takes, in words. */
function valuesOf({ kind, least = 0, most = 0, infinite, values }: Choosable["modifiers"][number]): string {
  if (kind === "ratio") return texts.ratio;
  if (kind !== "count") return values;
  const range = { least: shown(least), most: shown(most) };
  return infinite ? texts.wholeOrInfinity(range) : texts.whole(range);
}

/** The name of a modifier as it is read. */
export function labelOf(name: string): string {
  const words = name.replace(/[_-]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns true if all words that are searched are in one of the texts. */
export function finds(words: string, texts: readonly (string | undefined)[]): boolean {
  const text = texts.join(" ").toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** The groups with what a search finds. */
export function found(groups: readonly Group[], words: string): Group[] {
  return groups
    .map((group) => ({
      ...group,
      fields: group.fields.filter((field) => {
        const options = field.options.map(({ title }) => title);
        return finds(words, [titleOf(group), field.name, field.label, field.help, field.values, ...options]);
      }),
    }))
    .filter(({ fields }) => fields.length > 0);
}
