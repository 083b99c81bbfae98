// A page that stays open while its site is renewed asks for files that are not
// there any more. Then it is loaded anew, once; or it says that there is a new
// version, where loading could lose something.

import { stale } from "virtual:texts/stale";
import { brief } from "../hash";
import { errorOf } from "./trouble";
import { noteVersion } from "./version";

/** Milliseconds in which a server tells which version it has. */
const TIMEOUT = 4000;
/** Under which the session keeps the version from which the page was loaded anew. */
const KEY = "polymerge.renewed";

/** Goes over to another version of the site if the server has one; else fails with the error, in words. */
export async function goOver(error: unknown): Promise<never> {
  if (!(await isRenewed())) throw isOfModule(error) ? new Error(stale.partMissing, { cause: error }) : error;
  if (mayLoadAnew()) {
    location.reload();
    return new Promise(() => {});
  }
  noteVersion();
  throw new Error(stale.partOfBefore, { cause: error });
}

/** Returns true if a script was to be imported: browsers say that in words of their own. */
function isOfModule(error: unknown): boolean {
  return error instanceof TypeError || error instanceof SyntaxError;
}

/** Returns the policy of a page for its scripts, which differ from version to version. */
function policyOf(page: Document): string {
  return page.querySelector<HTMLMetaElement>('meta[http-equiv="Content-Security-Policy"]')?.content ?? "";
}

/**
 * Resolves to true if the server has another version of this page. Not known without an answer of
 * the server itself.
 */
async function isRenewed(): Promise<boolean> {
  const own = policyOf(document);
  try {
    // With a question that no cache has an answer for.
    const address = `${location.pathname}?${Date.now().toString(36)}`;
    const response = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(TIMEOUT) });
    if (!response.ok) return false;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const there = policyOf(page);
    return own !== "" && there !== "" && there !== own;
  } catch {
    return false;
  }
}

/** Returns true if nothing is lost by loading the page anew, which is done once from each version. */
function mayLoadAnew(): boolean {
  if (errorOf("games") || errorOf("settings") || isWriting()) return false;
  try {
    const version = brief(policyOf(document));
    if (sessionStorage.getItem(KEY) === version) return false;
    sessionStorage.setItem(KEY, version);
    return true;
  } catch {
    // It could happen again and again.
    return false;
  }
}

/**
 * Returns true if something stands in a field that is kept nowhere; the workshop keeps what is in
 * its editor.
 */
function isWriting(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    "main.page textarea:not([readonly]), main.page input[type=text]",
  );
  return [...fields].some(({ value }) => value !== "");
}
