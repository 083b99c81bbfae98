// What is shown for an address that means nothing.

import { site } from "virtual:texts/site";
import { unknown as texts } from "virtual:texts/unknown";
import { filled } from "../texts/filled";
import { useTitle } from "./hooks";

export function Unknown({ fragment }: { fragment: string }) {
  const headline = useTitle(texts.noPage);
  return (
    <main class="page narrow" id="main">
      <h1 ref={headline} tabIndex={-1}>
        {texts.noPageHere}
      </h1>
      <p>{filled(texts.noPageAt, { end: <code>{fragment.slice(0, 100)}</code> })}</p>
      <div class="buttons">
        <a class="button" href="#/">
          {texts.toGame}
        </a>
        <a class="button" href="#/modes">
          {site.allModes}
        </a>
      </div>
    </main>
  );
}
