// Which language is wanted: the one that was chosen, or the first one of the
// browser's that the site has.

import { TAGS, type Tag } from "../texts/spoken";
import { setting } from "./settings";

export function wanted(): Tag {
  const chosen = setting("language");
  const all = chosen === "auto" ? navigator.languages : [chosen];
  return all.map((tag) => TAGS.find((one) => tag.startsWith(one))).find(Boolean) ?? "en";
}
