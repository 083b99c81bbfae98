// Changes to the JavaScript that wasm-bindgen writes: an engine that has stopped
// is not called any more and can be loaded again, objects of classes are
// checked before their addresses are used, and what would copy them as data is refused.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

const own = fileURLToPath(new URL("guard.js", import.meta.url));

/** Replaces every match. A file without a match was written by an unsupported version of wasm-bindgen. */
function change(file, replacements, end) {
  let text = readFileSync(file, "utf8");
  for (const [pattern, replacement] of replacements) {
    if (!text.match(pattern)) throw new Error(`${file} is not as expected: there is no ${pattern}`);
    text = text.replaceAll(pattern, replacement);
  }
  writeFileSync(file, text + end);
}

const stale = /\s*if \(this\.__wbg_inst !== undefined && this\.__wbg_inst !== __wbg_instance_id\) \{\s*throw [^}]*\}/;

/** Returns the text of a class whose constructor throws unless it is public, and whose methods check their object. */
function guardedClass(whole, name, body) {
  const made = /^ {4}constructor\(/m.test(body) ? "" : `\n    constructor() {\n        throw notByNew('${name}');\n    }`;
  const guarded = body.replaceAll(/^( {4}[^\n]*\) \{)\n([^]*?\n {4}\})$/gm, (method, head, rest) => {
    const without = rest.replace(stale, "");
    // Before anything else: what follows `try` is undone in `finally`.
    return without === rest ? method : `${head}\n        requireHandle(this, ${name}, '${name}');\n${without}`;
  });
  return `export class ${name} {${made}${guarded}${asData(name)}\n}`;
}

/** Returns the methods by which JSON and consoles read an object of a class. */
function asData(name) {
  return `
    toJSON() {
        requireHandle(this, ${name}, '${name}');
        return textOf(this, '${name}');
    }
    [Symbol.for('nodejs.util.inspect.custom')](depth, options, inspect) {
        return shown(this, '${name}', depth, options, inspect);
    }`;
}

/** Adds the method for JSON to the declaration of a class of which there is a text. */
function declaredClass(whole, name, body) {
  if (!/\b(snapshot|toFile)\(/.test(body)) return whole;
  const comment = "For `JSON.stringify`: what `" + (name === "Mode" ? "toFile" : "snapshot") + "` returns.";
  return `export class ${name} {\n${body}    /**\n     * ${comment}\n     */\n    toJSON(): string;\n}`;
}

const script = [
  // The declarations have these comments, too; pages would load 5 KB more.
  [/^ *\/\*\*[^]*?\*\/\n/gm, ""],
  [/\bwasm = (\w+)\.exports;/g, "wasm = guarded($1.exports);"],
  [/^export class (\w+) \{([^]*?)\n\}/gm, guardedClass],
  // What copies data reads this member, and is refused.
  [/^( +)(this|obj)\.__wbg_ptr = (ptr|ret[^;]*);/gm, "$&\n$1$2.noData = noData;"],
  // Arguments of classes.
  [/_assertClass\((\w+), (\w+)\);/g, "requireHandle($1, $2, '$2', '$1');"],
  [/\s*if \(\(\w+\)\.__wbg_inst !== undefined [^}]*\}/g, ""],
  [/function _assertClass[^]*?\n\}\n/g, ""],
  // Calls before the module is loaded.
  [/, wasm;\n/g, ", wasm = unloaded();\n"],
  [/if \(wasm !== undefined\) return wasm;/g, "if (isLoaded) return wasm;"],
  [/export function __wbg_reset_state/g, "function __wbg_reset_state"],
  // An object that is freed must belong to this instance.
  [/__destroy_into_raw\(\) \{/g, "$&\n        requireRest();\n        if (this.__wbg_inst !== __wbg_instance_id) return 0;"],
  [/\bwasm\.(__wbg_\w+_free)\(ptr, 0\)/g, "if (ptr !== 0) wasm.$1(ptr, 0)"],
];

const types = `
/**
 * Loads the engine anew, as it must be after an error of the kind \`engine\`:
 * until then every call throws one. What was opened before can't be used any
 * more. Nothing is fetched.
 */
export function restart(): void;
`;

// Programs don't call the function that sets the module up.
const start = /(\/\*\*(?:(?!\*\/)[^])*\*\/\n)?export function start\(\): void;\n/g;

/** Guards the module of this name in a folder. */
export function guard({ name, to }) {
  change(join(to, `${name}.js`), script, readFileSync(own, "utf8"));
  const declarations = join(to, `${name}.d.ts`);
  const declared = [[/export function __wbg_reset_state\(\): void;\n/g, ""], [start, ""], [/^export class (\w+) \{\n([^]*?)^\}/gm, declaredClass]];
  change(declarations, declared, types);
  // `using` is newer than TypeScript's default library.
  writeFileSync(declarations, `/// <reference lib="esnext.disposable" />\n${readFileSync(declarations, "utf8")}`);
}

/** Writes the module as a script of CommonJS, which is loaded at once, and its types: for programs that call `require`. */
export function writeCommonJs({ name, to }) {
  const text = readFileSync(join(to, `${name}.js`), "utf8");
  const names = [...text.matchAll(/^export (?:async )?(?:class|function) (\w+)/gm)].map(([, name]) => name);
  const last = /^export \{ initSync, __wbg_init as default \};$/m;
  const address = "require('node:url').pathToFileURL(__filename)";
  if (!last.test(text) || names.length === 0) throw new Error(`${name}.js is not as expected`);
  const script = text.replace(last, "").replaceAll(/^export /gm, "").replaceAll("import.meta.url", address);
  const load = `require('node:fs').readFileSync(require('node:path').join(__dirname, '${name}_bg.wasm'))`;
  const exported = names.map((name) => `exports.${name} = ${name};`).join("\n");
  const end = `\nexports.initSync = initSync;\nexports.default = __wbg_init;\n${exported}\ninitSync({ module: ${load} });\n`;
  const head = "'use strict';\nObject.defineProperty(exports, '__esModule', { value: true });\n";
  writeFileSync(join(to, `${name}.cjs`), head + script + end);
  writeFileSync(join(to, `${name}.d.cts`), readFileSync(join(to, `${name}.d.ts`), "utf8"));
}

/**
 * Writes the module as a text, compressed, for programs that are bundled into one file. A large module
 * that was built soon is compressed soon: as small as possible would take half a minute.
 */
export function writeInline({ name, to }, soon) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: soon ? 5 : constants.BROTLI_MAX_QUALITY };
  const module = readFileSync(join(to, `${name}_bg.wasm`));
  const text = brotliCompressSync(module, { params }).toString("base64");
  writeFileSync(join(to, `${name}_wasm.js`), `export default "${text}";\n`);
}
