// The file that the address brings.

import { workshop } from "virtual:texts/workshop";
import { decode } from "../address";
import { engine } from "../engine/load";
import { unpackedText } from "../engine/packed";
import { unsealed } from "../engine/whole";
import { asked } from "./share";

/** A mode of the engine, or a file that was packed. */
export async function brought(fragment: string): Promise<string> {
  const wanted = asked(fragment);
  if (!wanted) throw new Error(workshop.noPage(fragment));
  if ("mode" in wanted) return (await engine()).ask("source", wanted.mode);
  const { text, isWhole } = unsealed(decode(wanted.packed));
  if (!isWhole) throw new Error(workshop.linkIncomplete);
  return unpackedText(text).catch(() => {
    throw new Error(workshop.linkIncomplete);
  });
}
