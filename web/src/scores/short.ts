// Short links: kept by the score service that the page came from. Elsewhere links stay as they are.
// A script that what is shared needs, without all else that asks the service.

import { isObject } from "../store/lists";
import { serviceHere } from "./place";

/** Characters of a link that people send on as it is. */
const LONG = 300;

/** Milliseconds until a link goes out as it is: a browser copies only soon after the click. */
const TIMEOUT = 900;

/** Returns a short link that opens the same, where one can be had. */
export async function shortened(link: string): Promise<string> {
  if (link.length <= LONG) return link;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<string>((done) => {
    timer = setTimeout(() => done(link), TIMEOUT);
  });
  // The long one opens as well.
  return Promise.race([asked(link).catch(() => link), late]).finally(() => clearTimeout(timer));
}

async function asked(link: string): Promise<string> {
  const here = await serviceHere();
  const path = here === null ? null : await keep(here, link.slice(link.indexOf("#")));
  return path === null ? link : `${here}/${path}`;
}

/** Has the service keep a link, and returns the path of the short one; `null` if it does not. */
async function keep(here: string, link: string): Promise<string | null> {
  const response = await fetch(`${here}/v1/links`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ link }),
    signal: AbortSignal.timeout(TIMEOUT),
  });
  const answer: unknown = response.ok ? await response.json() : null;
  return isObject(answer) && typeof answer.path === "string" ? answer.path : null;
}
