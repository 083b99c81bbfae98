// Puts script and style into the page itself, so that a first visit takes one
// request until the game can be played. Their hashes go into a content
// security policy: nothing else runs, and nothing is fetched from elsewhere.

import { createHash } from "node:crypto";
import type { Plugin } from "vite";

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

export function onePage(name: string): Plugin {
  return {
    name: "one-page",
    apply: "build",
    enforce: "post",
    generateBundle: {
      // After Vite has put the last names into the code.
      order: "post",
      handler(_, bundle) {
        const page = bundle[name];
        if (page?.type !== "asset") return;
        let html = String(page.source);
        const scripts: string[] = [];
        html = html.replace(
          /\s*<script type="module"[^>]*src="\.\/([^"]+)"[^>]*><\/script>/g,
          (_, name: string) => {
            const chunk = bundle[name];
            if (chunk?.type !== "chunk") throw new Error(`${name} is no chunk`);
            delete bundle[name];
            scripts.push(chunk.code.replaceAll("</script", "<\\/script"));
            return "";
          },
        );
        html = html.replace(/\s*<link rel="stylesheet"[^>]*href="\.\/([^"]+)"[^>]*>/g, (_, name: string) => {
          const style = bundle[name];
          if (style?.type !== "asset") throw new Error(`${name} is no style`);
          delete bundle[name];
          return `\n    <style>${String(style.source)}</style>`;
        });
        const policy = [
          "default-src 'self'",
          `script-src 'self' 'wasm-unsafe-eval' ${scripts.map(hash).join(" ")}`,
          // Tiles and stat boxes carry the colours of their modes.
          "style-src 'self' 'unsafe-inline'",
          "img-src 'self' data: blob:",
          "base-uri 'none'",
          "form-action 'none'",
        ].join("; ");
        html = html
          .replace(
            "<head>",
            () => `<head>\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`,
          )
          .replace(
            "</body>",
            () => `${scripts.map((code) => `<script type="module">${code}</script>`).join("")}</body>`,
          );
        page.source = html;
      },
    },
  };
}
