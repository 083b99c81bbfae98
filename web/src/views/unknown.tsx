// What is shown for an address that means nothing.

import { site } from "virtual:texts/site";
import { unknown as texts } from "virtual:texts/unknown";
import { filled } from "../texts/filled";
import { Page } from "./page";

export function Unknown({ fragment }: { fragment: string }) {
  return (
    <Page narrow title={texts.noPage} headline={texts.noPageHere}>
      <p>{filled(texts.noPageAt, { end: <code>{fragment.slice(0, 100)}</code> })}</p>
      <div class="buttons">
        <a class="button" href="#/">
          {texts.toGame}
        </a>
        <a class="button" href="#/modes">
          {site.allModes}
        </a>
      </div>
    </Page>
  );
}
