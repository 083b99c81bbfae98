// A form of one text, and the button that does something with it.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

interface Properties {
  name: string;
  button: string;
  /** The text in the field at first. */
  initial?: string;
  /** Characters of the text at most. */
  longest?: number;
  busy?: boolean;
  /** Does it, with the text without blanks around it; `clear` empties the field. */
  act: (text: string, clear: () => void) => void;
  /** Texts above the field. */
  about?: ComponentChildren;
  /** Texts below it. */
  children?: ComponentChildren;
}

export function TextForm({ name, button, initial = "", longest, busy, act, about, children }: Properties) {
  const [text, setText] = useState(initial);
  return (
    <form
      class="hand-in"
      onSubmit={(event) => {
        event.preventDefault();
        act(text.trim(), () => setText(""));
      }}
    >
      {about}
      <label>
        {name}
        <span class="with-button">
          <input
            type="text"
            value={text}
            maxLength={longest}
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <button type="submit" aria-disabled={busy}>
            {button}
          </button>
        </span>
      </label>
      {children}
    </form>
  );
}
