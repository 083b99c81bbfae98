// Tabs: one part of several is shown, the others go on unseen.

import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";

interface Properties<Name extends string> {
  /** The name of the list of tabs. */
  label: string;
  tabs: readonly { name: Name; text: string }[];
  chosen: Name;
  choose: (name: Name) => void;
}

export function Tabs<Name extends string>({ label, tabs, chosen, choose }: Properties<Name>) {
  const list = useRef<HTMLDivElement>(null);
  const go = (event: KeyboardEvent, at: number) => {
    const { length } = tabs;
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: length - 1 }[event.key];
    if (next === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    // The keys are those of the game as well.
    event.preventDefault();
    const place = (next + length) % length;
    const tab = tabs[place];
    if (tab) choose(tab.name);
    (list.current?.children[place] as HTMLElement | undefined)?.focus();
  };
  return (
    <div ref={list} role="tablist" aria-label={label} class="tabs">
      {tabs.map(({ name, text }, at) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`tab-${name}`}
          aria-controls={`panel-${name}`}
          aria-selected={name === chosen}
          tabIndex={name === chosen ? 0 : -1}
          onClick={(event) => {
            choose(name);
            // A tab that was clicked gives the keys to the game.
            if (event.detail > 0) event.currentTarget.blur();
          }}
          onKeyDown={(event) => go(event, at)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

interface PanelProperties<Name extends string> {
  name: Name;
  chosen: Name;
  children: ComponentChildren;
}

export function Panel<Name extends string>({ name, chosen, children }: PanelProperties<Name>) {
  return (
    <section
      role="tabpanel"
      id={`panel-${name}`}
      class={`panel panel-${name}`}
      aria-labelledby={`tab-${name}`}
      hidden={name !== chosen}
    >
      {children}
    </section>
  );
}
