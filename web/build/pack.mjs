// Makes the built site ready for a host that reads it from the disk: beside each file that becomes
// smaller its forms in brotli and gzip, and the list of the files whose names change with their
// content. The last step of `npm run build`; `node build/pack.mjs [FOLDER]` does it to any folder.

import { readdirSync } from "node:fs";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const PUBLIC = resolve(import.meta.dirname, "../public");
const DIST = resolve(import.meta.dirname, "../dist");

/** The list that polymerge-server reads. */
export const LIST = "immutable.txt";

/** Files with fewer bytes fit into one packet anyway. */
export const LEAST = 512;
/** A form that saves less than a twentieth is not worth its place. */
const GAIN = 0.95;
/** True for a site that is only looked at: modules built soon and openings are not worth half a minute each. */
export const BUILT_SOON = process.env.BUILT_SOON === "1";
/** How hard brotli tries. */
const QUALITY = BUILT_SOON ? 5 : constants.BROTLI_MAX_QUALITY;

/** The forms: the ends of their names, and how they are made. */
const FORMS = [
  [
    ".br",
    (bytes) =>
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: QUALITY,
          [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
  ],
  [".gz", (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION })],
];

/** Whether a name is that of a form, which no other file has. */
export const isForm = (name) => FORMS.some(([end]) => name.endsWith(end));

/** The names that Vite gives to files: they end in a hash of eight signs. */
const HASHED = /-[\w-]{8}\.[a-z0-9]+$/;

/** The files of a built site whose names change with their content. `fixed` are those that are copied. */
export function hashedNames(names, fixed) {
  return names.filter((name) => HASHED.test(name) && !name.includes("/") && !fixed.includes(name));
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .sort();
}

async function packOne(folder, name) {
  const file = join(folder, name);
  const bytes = await readFile(file);
  let best = bytes.length;
  for (const [end, make] of FORMS) {
    const form = file + end;
    const made = bytes.length < LEAST ? bytes : await make(bytes);
    // One that was made of another file with this name is a form of nothing.
    if (made.length > bytes.length * GAIN) await rm(form, { force: true });
    else await writeFile(form, made);
    best = Math.min(best, made.length);
  }
  return [bytes.length, best];
}

/** Packs a folder, and gives the numbers of its files and bytes. */
export async function pack(folder) {
  const names = filesIn(folder).filter((name) => !isForm(name) && name !== LIST);
  const fixed = readdirSync(PUBLIC);
  const [all, packed] = [[], []];
  const queue = [...names];
  const work = async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      const [size, best] = await packOne(folder, name);
      all.push(size);
      packed.push(best);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  await writeFile(join(folder, LIST), `${hashedNames(names, fixed).join("\n")}\n`);
  const sum = (sizes) => sizes.reduce((total, size) => total + size, 0);
  return { files: names.length, bytes: sum(all), packed: sum(packed) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = resolve(process.argv[2] ?? DIST);
  if (!(await stat(join(folder, "index.html")).catch(() => null))) {
    console.error(`${folder} is no built site: it has no index.html`);
    process.exit(1);
  }
  const { files, bytes, packed } = await pack(folder);
  const mb = (count) => `${(count / 1e6).toFixed(2)} MB`;
  console.log(`packed: ${files} files of ${mb(bytes)}, ${mb(packed)} as they are sent`);
}
