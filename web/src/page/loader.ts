// Begins a page of a single mode: unpacks its style and its script. The content security policy of the page
// knows the hash of the script.

import { unpackedOf } from "./source";

const textOf = async (name: string) => new TextDecoder().decode(await unpackedOf(name));

const style = document.createElement("style");
style.textContent = await textOf("style");
document.head.append(style);
const script = document.createElement("script");
script.type = "module";
script.textContent = await textOf("script");
document.body.append(script);
