// A text to take along.

import { site } from "virtual:texts/site";
import { useState } from "preact/hooks";

interface Properties {
  name: string;
  text: string;
}

export function Copy({ name, text }: Properties) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await (await import("../views/clipboard")).copyText(text);
      setCopied(true);
    } catch {
      // The text is there to be chosen.
      setCopied(false);
    }
  };
  return (
    <div class="copy">
      <textarea
        readOnly
        rows={text.split("\n").length}
        aria-label={name}
        translate={false}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
      <button type="button" onClick={() => void copy()}>
        {copied ? site.copied : site.copy}
      </button>
    </div>
  );
}
