// Which files are mode files, by what is in them.

// Keys that mode files have at their top level, and that hardly any other file has.
const KEYS = ["merges", "spawns", "tile_value", "start_tiles", "stat_boxes", "forced_spawns", "auto_directions"];

// Mode files extend files beside them, whose names end like theirs.
const EXTENDS = /(^|[{,])\s*"extends"\s*:\s*"[^"\\/]+\.jsonc"/m;

/** Returns true if the text of a .jsonc file is that of a mode file, as far as its beginning shows. */
function isMode(text) {
  const beginning = text.slice(0, 20000);
  if (/"\$schema"\s*:\s*"[^"]*mode\.schema\.json"/.test(beginning)) return true;
  if (EXTENDS.test(beginning)) return true;
  return KEYS.some((key) => new RegExp(`^\\s*"${key}"\\s*:`, "m").test(beginning));
}

module.exports = { isMode };
