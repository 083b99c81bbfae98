// Parts of the page that are scripts of their own, fetched when they are shown, and their styles.

import { site } from "virtual:texts/site";
import type { ComponentChild, ComponentType } from "preact";
import { messageOf } from "../summary";
import { usePromised } from "./hooks";

/** Stand-ins for a part that is on its way, and for one that can't be fetched. */
interface Instead {
  meanwhile: () => ComponentChild;
  failed: (error: unknown) => ComponentChild;
}

const nothing = () => null;
const said: Instead = {
  meanwhile: () => <p class="waiting">{site.moment}</p>,
  failed: (error) => <p class="problem">{messageOf(error)}</p>,
};
/** For parts that are awaited, and belong to what is there. */
export const unsaid: Instead = { ...said, meanwhile: nothing };
/** For parts that were not asked for: one can do without. */
export const silent: Instead = { meanwhile: nothing, failed: nothing };

/** Makes a part of what is fetched when it is shown first. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>, instead = said) {
  let Part: ComponentType<P> | null = null;
  const fetched = async () => {
    Part = await load();
  };
  return function Later(properties: P) {
    const loaded = usePromised(fetched, []);
    // Once it is there, it is shown at once wherever it is wanted.
    if (Part) return <Part {...properties} />;
    return loaded?.error === undefined ? instead.meanwhile() : instead.failed(loaded.error);
  };
}

/** Adds the styles of a script that was fetched to the page. */
export function addStyles(...styles: readonly string[]): void {
  const element = document.createElement("style");
  element.textContent = styles.join("");
  document.head.append(element);
}
