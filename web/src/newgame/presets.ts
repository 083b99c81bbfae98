// Presets that a player keeps: Modifiers codes under names, in local storage.

import { readJson, writeLocal } from "../store/local";

const KEY = "polymerge.presets";

export interface KeptPreset {
  name: string;
  code: string;
}

function isPreset(value: unknown): value is KeptPreset {
  return (
    typeof value === "object" &&
    value !== null &&
    "name" in value &&
    "code" in value &&
    typeof value.name === "string" &&
    typeof value.code === "string"
  );
}

/** All that are kept, by name. */
export function keptPresets(): KeptPreset[] {
  const kept = readJson(KEY);
  return Array.isArray(kept) ? kept.filter(isPreset) : [];
}

/** Keeps a preset, in place of one of the same name. Gives that one. */
export function keepPreset(preset: KeptPreset): KeptPreset | undefined {
  const all = keptPresets();
  const others = all.filter(({ name }) => name !== preset.name);
  write([...others, preset].sort((a, b) => a.name.localeCompare(b.name)));
  return all.find(({ name }) => name === preset.name);
}

/** Forgets a preset, and gives it. */
export function forgetPreset(name: string): KeptPreset | undefined {
  const all = keptPresets();
  write(all.filter((preset) => preset.name !== name));
  return all.find((preset) => preset.name === name);
}

function write(presets: KeptPreset[]): void {
  writeLocal(KEY, JSON.stringify(presets));
}
