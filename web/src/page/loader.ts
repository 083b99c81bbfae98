// Begins a page of a single mode: unpacks its style and its script. The content security policy of the page
// knows the hash of the script.

import { unpackedOf } from "./source";

const textOf = async (name: string) => new TextDecoder().decode(await unpackedOf(name));

/** Says that there is no game, as long as none is shown. In English: texts are packed as well. */
function failed(): void {
  const app = document.getElementById("app");
  if (!app || app.childElementCount > 0) return;
  app.innerHTML = `<p role="alert" lang="en">This page can't be unpacked: a part of it is damaged or missing. Save it once more, or try another browser.</p>`;
}

// A script that was unpacked to another one than the page knows.
addEventListener("securitypolicyviolation", ({ blockedURI }) => blockedURI === "inline" && failed());
try {
  const style = document.createElement("style");
  style.textContent = await textOf("style");
  document.head.append(style);
  const script = document.createElement("script");
  script.type = "module";
  script.textContent = await textOf("script");
  document.body.append(script);
  // It runs all the same: pages that are saved from the browser have it once.
  script.remove();
} catch {
  failed();
}
