// A menu below its button. The browser closes it on Escape and on presses elsewhere.

import { useId, useRef } from "preact/hooks";

export interface Item {
  name: string;
  about?: string;
  /** The keys that do the same in the editor. */
  keys?: string;
  /** Nothing, where it can't be done now. */
  act: (() => void) | null;
}

export function Menu({ name, items }: { name: string; items: readonly Item[] }) {
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  const place = () => {
    const { bottom, left } = button.current?.getBoundingClientRect() ?? { bottom: 0, left: 0 };
    if (menu.current) menu.current.style.inset = `${bottom + 6}px auto auto ${Math.max(8, left)}px`;
  };
  return (
    <>
      <button ref={button} type="button" popovertarget={id}>
        {name}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        class="file-menu"
        onBeforeToggle={(event) => event.newState === "open" && place()}
      >
        {items.map(({ name, about, keys, act }) => (
          <button
            key={name}
            type="button"
            class="plain"
            title={about}
            aria-keyshortcuts={keys}
            disabled={!act}
            onClick={() => {
              menu.current?.hidePopover();
              act?.();
            }}
          >
            {name}
            {keys && <span aria-hidden="true">{keys}</span>}
          </button>
        ))}
      </div>
    </>
  );
}
