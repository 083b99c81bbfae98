// Begins a page of a single mode: unpacks its script, and runs it. The content security policy of the page
// knows its hash.

import { unpackedOf } from "./source";

const script = document.createElement("script");
script.type = "module";
script.textContent = new TextDecoder().decode(await unpackedOf("script"));
document.body.append(script);
