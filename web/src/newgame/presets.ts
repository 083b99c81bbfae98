// Presets that a player keeps: Modifiers codes under names, in local storage.

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
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isPreset) : [];
  } catch {
    return [];
  }
}

/** Keeps a preset, in place of one of the same name. */
export function keepPreset(preset: KeptPreset): KeptPreset[] {
  const others = keptPresets().filter(({ name }) => name !== preset.name);
  return write([...others, preset].sort((a, b) => a.name.localeCompare(b.name)));
}

export function forgetPreset(name: string): KeptPreset[] {
  return write(keptPresets().filter((preset) => preset.name !== name));
}

function write(presets: KeptPreset[]): KeptPreset[] {
  localStorage.setItem(KEY, JSON.stringify(presets));
  return presets;
}
