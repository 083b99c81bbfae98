// Compiles the engine in the worker that begins to work with it: on the page, reading its module would
// be in the way of the first frame.

import { counted } from "./arrival";

/** The engine's module: the address that a server has it at, or its bytes. */
export type EngineFile =
  | {
      address: string;
      /** Its size in bytes, if the page shows how much of it has come; otherwise 0. */
      size: number;
    }
  | { bytes: Uint8Array<ArrayBuffer> };

/** The module; or the status of a server that does not send it; or why there is none. */
export type Compiled = { module: WebAssembly.Module } | { status: number } | { failed: string };

/** Compiles the engine; `report` is called with the part of it that has come, in hundredths. */
export async function compiled(file: EngineFile, report: (share: number) => void): Promise<Compiled> {
  try {
    if ("bytes" in file) return { module: await WebAssembly.compile(file.bytes) };
    const answer = await fetch(file.address);
    if (!answer.ok) return { status: answer.status };
    const isStreamed = answer.headers.get("content-type") === "application/wasm";
    const read = file.size > 0 ? counted(answer, file.size, report) : answer;
    const module = isStreamed
      ? await WebAssembly.compileStreaming(read)
      : await WebAssembly.compile(await read.arrayBuffer());
    return { module };
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}
