// Puts scripts and styles into the page itself, so that a first visit takes one
// request until the game can be played. What the first frame needs comes first
// and runs as soon as it is there, while the rest is on its way. The hashes of
// the scripts go into a content security policy: nothing else runs, and nothing
// is fetched from elsewhere.

import { createHash } from "node:crypto";
import type { ESTree, Plugin, Rolldown } from "vite";

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;
/** Reads a script. */
type Parse = (code: string) => ESTree.Program;

/** The object in which scripts of a page leave their exports: nothing can import them. */
const AHEAD = "globalThis.polymergeAhead";
const SHARED = "globalThis.polymergeFirst";
const REST = "globalThis.polymergeRest";

/** The hash of a script in a content security policy. */
export const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const nameOf = (node: { name: string } | { value: unknown }) =>
  "name" in node ? node.name : `${node.value}`;

/** Takes a chunk out of the bundle, and its styles. */
function take(bundle: Bundle, chunk: Chunk): { code: string; style: string } {
  delete bundle[chunk.fileName];
  const styles = [...(chunk.viteMetadata?.importedCss ?? [])].map((name) => {
    const style = bundle[name];
    if (style?.type !== "asset") throw new Error(`${name} is no style`);
    delete bundle[name];
    return String(style.source);
  });
  return { code: chunk.code.trim(), style: styles.join("") };
}

/** Replaces statements of a script. */
function replaced(
  code: string,
  parse: Parse,
  by: (node: ESTree.Program["body"][number]) => string | null,
): string {
  let text = "";
  let end = 0;
  for (const node of parse(code).body) {
    const other = by(node);
    if (other === null) continue;
    text += code.slice(end, node.start) + other;
    end = node.end;
  }
  return text + code.slice(end);
}

/** The script with what it exports in a place where others find it. */
function exporting(code: string, parse: Parse, place: string): string {
  return replaced(code, parse, (node) => {
    if (node.type !== "ExportNamedDeclaration" || node.declaration || node.source) return null;
    const exported = node.specifiers.map(({ local, exported }) => `${nameOf(exported)}:${nameOf(local)}`);
    return `${place}={${exported.join()}};`;
  });
}

/** A script as one that runs at once. */
function early(code: string, parse: Parse, place: string): string {
  // Only modules know their address; in a page it is that of the page.
  const inPage = exporting(code, parse, place).replaceAll("import.meta", "moduleOfPage");
  return `(moduleOfPage=>{"use strict";${inPage}})({url:document.baseURI})`;
}

/** A script that takes over from there what it imports of the page. */
function later(code: string, parse: Parse, places: ReadonlyMap<string, string>): string {
  return replaced(code, parse, (node) => {
    const place = node.type === "ImportDeclaration" ? places.get(node.source.value.slice(2)) : undefined;
    if (node.type !== "ImportDeclaration" || !place) return null;
    const taken = node.specifiers.map((specifier) => {
      if (specifier.type !== "ImportSpecifier") throw new Error("only names can be taken over");
      return `${nameOf(specifier.imported)}:${nameOf(specifier.local)}`;
    });
    return `const{${taken.join()}}=${place};`;
  });
}

/** Returns true if whatever asks for a chunk has fetched another one already. */
function isBrought({ fileName }: Chunk, other: string, chunks: readonly Chunk[]): boolean {
  const asking = chunks.filter(({ dynamicImports }) => dynamicImports.includes(fileName));
  return asking.every((chunk) => chunk.fileName === other || chunk.imports.includes(other));
}

/** Returns the modules that scripts of a page have in common, each after all that it needs itself. */
function common(
  of: readonly string[],
  chunks: readonly Chunk[],
  known: ReadonlyMap<string, string>,
): Chunk[] {
  const found = new Set<Chunk>();
  const add = (name: string) => {
    const chunk = chunks.find(({ fileName }) => fileName === name);
    if (!chunk || known.has(name) || found.has(chunk)) return;
    for (const needed of chunk.imports) add(needed);
    found.add(chunk);
  };
  for (const name of of) add(name);
  return [...found];
}

/** Entries that are imported by those after them, and by the page's own script. */
interface Early {
  /** Runs as soon as the page begins to come. */
  ahead?: string;
  /** The script that the first frame needs. */
  first?: string;
}

/** `allowed` are further lines of the content security policy. */
export function onePage(page: string, { ahead, first }: Early = {}, allowed: readonly string[] = []): Plugin {
  return {
    name: "one-page",
    apply: "build",
    enforce: "post",
    generateBundle: {
      // After Vite has put the last names into the code.
      order: "post",
      handler(_, bundle) {
        const asset = bundle[page];
        if (asset?.type !== "asset") return;
        const parse: Parse = (code) => this.parse(code);
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
        const entries = chunks.filter((chunk) => chunk.isEntry);
        const named = (name?: string) => entries.find((chunk) => chunk.name === name);
        const [scout, start] = [named(ahead), named(first)];
        const main = entries.find((chunk) => chunk !== scout && chunk !== start);
        if (!main || (first && !start) || (ahead && !scout))
          throw new Error(`${page} has not the scripts it should have`);
        const places = new Map([[main.fileName, REST]]);
        if (scout) places.set(scout.fileName, AHEAD);
        if (start) places.set(start.fileName, SHARED);
        const before = [scout, start, main].map((entry) => {
          const parts = common(entry?.imports ?? [], chunks, places);
          for (const { fileName } of parts) places.set(fileName, `${SHARED}${places.size}`);
          return parts;
        });
        // What early scripts fetch may be there before the page's own script is.
        const [beforeScout = [], beforeStart = [], beforeMain = []] = before;
        const soon = [scout, start, ...beforeScout, ...beforeStart].flatMap(
          (chunk) => (first && chunk?.dynamicImports) || [],
        );
        const late = new Set([main, ...beforeMain].map(({ fileName }) => fileName));
        for (const chunk of chunks)
          if (soon.includes(chunk.fileName) && chunk.imports.some((name) => late.has(name)))
            throw new Error(`${chunk.fileName} needs ${main.fileName}, which may come later`);
        const inside = new Set([scout, start, main, ...before.flat()]);
        for (const chunk of chunks) {
          const others = chunk.imports.filter((name) => !places.has(name) && !isBrought(chunk, name, chunks));
          if (others.length > 0) throw new Error(`${chunk.fileName} needs ${others} to be fetched first`);
          // Fetched when the page has run.
          if (!inside.has(chunk)) chunk.code = later(chunk.code, parse, places);
        }
        const inline = (code: string, type = "") => {
          const safe = code.replaceAll("</script", "<\\/script");
          hashes.push(hash(safe));
          return `<script${type}>${safe}</script>`;
        };
        const hashes: string[] = [];
        let [head, body] = ["", ""];
        /** One script of several. */
        const runEarly = (parts: readonly Chunk[]) => {
          const codes = parts.map((chunk) => {
            const { code, style } = take(bundle, chunk);
            if (style) head += `<style>${style}</style>`;
            return early(later(code, parse, places), parse, places.get(chunk.fileName) ?? SHARED);
          });
          return codes.length > 0 ? inline(codes.join(";")) : "";
        };
        const top = runEarly(scout ? [...beforeScout, scout] : beforeScout);
        body += runEarly(start ? [...beforeStart, start] : beforeStart);
        body += runEarly(beforeMain);
        const { code, style } = take(bundle, main);
        if (start) body += `<style>${style}</style>`;
        else head += `<style>${style}</style>`;
        body += inline(exporting(later(code, parse, places), parse, REST), ' type="module"');
        const { SCORES_URL: address } = process.env;
        const scores = address ? ` ${new URL(address).origin}` : "";
        const policy = [
          "default-src 'self'",
          `script-src 'self' 'wasm-unsafe-eval' ${hashes.join(" ")}`,
          // Tiles and stat boxes carry the colours of their modes.
          "style-src 'self' 'unsafe-inline'",
          "img-src 'self' data: blob:",
          `connect-src 'self'${scores}`,
          "base-uri 'none'",
          "form-action 'none'",
          ...allowed,
        ].join("; ");
        asset.source = String(asset.source)
          .replace(/\s*<script type="module"[^>]*><\/script>/g, "")
          .replace(/\s*<link rel="(stylesheet|modulepreload)"[^>]*>/g, "")
          .replace(
            "<head>",
            () => `<head>\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`,
          )
          .replace("</head>", () => `${top}${head}</head>`)
          .replace("</body>", () => `${body}</body>`);
      },
    },
  };
}
