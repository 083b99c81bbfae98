// A window over the page. The browser's own dialog keeps the focus inside and
// closes on Escape; the system's Back closes it as well (windows.ts).

import { site } from "virtual:texts/site";
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { windows } from "../windows";
import { Icon } from "./icons";
import { Working } from "./working";

interface Properties {
  title: string;
  /** True if it needs much room. */
  wide?: boolean;
  close: () => void;
  children: ComponentChildren;
}

export function Dialog({ title, wide = false, close, children }: Properties) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  // From the first frame on keys are no longer the game's.
  useLayoutEffect(() => {
    element.current?.showModal();
    return windows.opened(() => element.current?.close());
  }, []);
  return (
    // A press beside the window closes it; Escape does the same for keys.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes dialogs on Escape
    <dialog
      ref={element}
      class={wide ? "wide" : undefined}
      aria-labelledby={id}
      onClose={close}
      onClick={(event) => event.target === element.current && element.current?.close()}
    >
      <div class="dialog">
        <header>
          <h2 id={id}>{title}</h2>
          <button
            type="button"
            class="plain"
            aria-label={site.close}
            onClick={() => element.current?.close()}
          >
            <Icon name="close" />
          </button>
        </header>
        {children}
        {/* What is outside can't be pressed while the dialog is open. */}
        <Working />
      </div>
    </dialog>
  );
}
