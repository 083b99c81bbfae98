// The address of the script of hints, which the page fetches before it is imported (src/views/later.tsx).

import { resolve } from "node:path";
import { normalizePath, type Plugin } from "vite";

const SCRIPT = normalizePath(resolve(import.meta.dirname, "../src/views/advice.tsx"));
/** Stands for the address until scripts have their names. */
const MARK = "address-of-the-script-of-hints";

export function hintsScript(): Plugin {
  return {
    name: "hints-script",
    apply: "build",
    config: () => ({ define: { "import.meta.env.HINTS_SCRIPT": JSON.stringify(MARK) } }),
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
        const script = chunks.find(({ facadeModuleId }) => facadeModuleId === SCRIPT);
        const asking = chunks.find(({ code }) => code.includes(MARK));
        if (!script || !asking) throw new Error("no script asks for that of hints");
        asking.code = asking.code.replace(MARK, `./${script.fileName}`);
      },
    },
  };
}
