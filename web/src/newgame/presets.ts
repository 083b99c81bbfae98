// Presets that a player keeps: Modifiers codes under names, in local storage.

import { isObject, readList } from "../store/lists";
import { writeLocal } from "../store/local";

const KEY = "polymerge.presets";

export interface KeptPreset {
  name: string;
  code: string;
}

function isPreset(value: unknown): value is KeptPreset {
  return isObject(value) && typeof value.name === "string" && typeof value.code === "string";
}

/** All presets that are kept, by name. */
export function keptPresets(): KeptPreset[] {
  return readList(KEY, isPreset);
}

/** Keeps a preset, in place of one of the same name, and gives that one; and whether it is there for the next visit. */
export function keepPreset(preset: KeptPreset): { before: KeptPreset | undefined; isKept: boolean } {
  const all = keptPresets();
  const others = all.filter(({ name }) => name !== preset.name);
  const isKept = write([...others, preset].sort((a, b) => a.name.localeCompare(b.name)));
  return { before: all.find(({ name }) => name === preset.name), isKept };
}

/** Forgets a preset, and gives it. */
export function forgetPreset(name: string): KeptPreset | undefined {
  const all = keptPresets();
  write(all.filter((preset) => preset.name !== name));
  return all.find((preset) => preset.name === name);
}

function write(presets: KeptPreset[]): boolean {
  return writeLocal(KEY, JSON.stringify(presets));
}
