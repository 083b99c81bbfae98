// The engine that the page carries, in place of src/engine/source.ts.

import type { EngineFile } from "../engine/compile";
import { bytesOf } from "./dense";
import { unpacked } from "./lzma";

/** Returns the data that the page carries, by the name of its element. */
export function carried(name: string): string {
  return document.getElementById(name)?.textContent ?? "";
}

/** Returns data that the page carries packed. */
export const unpackedOf = (name: string) => unpacked(bytesOf(carried(name)));

export async function engineFile(): Promise<EngineFile> {
  return { bytes: await unpackedOf("engine") };
}
