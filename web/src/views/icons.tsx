// Pictures on buttons, drawn here so that nothing has to be fetched.

const PATHS = {
  modes: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  games: "M4 6h3M4 12h3M4 18h3M10 6h10M10 12h10M10 18h10",
  bars: "M5 20v-8M12 20V4M19 20v-5",
  cup: "M7 4h10v6a5 5 0 0 1-10 0zM7 6H3c0 4 2 5 4 5M17 6h4c0 4-2 5-4 5M12 15v5M8 20h8",
  import: "M12 3v12m0 0 4.5-4.5M12 15l-4.5-4.5M5 19h14",
  workshop: "M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14",
  undo: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 0 12h-2",
  redo: "m15 7 5 5-5 5M20 12H10a6 6 0 0 0 0 12h2",
  new: "M12 5v14M5 12h14",
  sliders: "M4 7h9M17 7h3M15 4.5v5M4 17h3M11 17h9M9 14.5v5",
  again: "M4 12a8 8 0 1 0 3-6.2M4 4v5h5",
  share: "M12 15V3m0 0L7.5 7.5M12 3l4.5 4.5M5 12v8h14v-8",
  rules: "M6 4h9l4 4v12H6zM9 12h7M9 16h7M14 4v5h5",
  film: "M4 5h16v14H4zM9 5v14M15 5v14M4 9.5h5M4 14.5h5M15 9.5h5M15 14.5h5",
  pad: "M12 3 9 7h6zM12 21l-3-4h6zM3 12l4-3v6zM21 12l-4-3v6z",
  play: "M8 5v14l11-7z",
  pause: "M8 5v14M16 5v14",
  hint: "M12 3a6 6 0 0 0-3 11v2h6v-2a6 6 0 0 0-3-11M9 20h6",
  back: "M15 5l-7 7 7 7",
  forward: "M9 5l7 7-7 7",
  bin: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  gear: "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6M10.5 3h3l.5 2.5 2 1.2 2.5-.9 1.5 2.6-2 1.7v2.8l2 1.7-1.5 2.6-2.5-.9-2 1.2-.5 2.5h-3l-.5-2.5-2-1.2-2.5.9-1.5-2.6 2-1.7v-2.8l-2-1.7 1.5-2.6 2.5.9 2-1.2z",
  sound: "M4 9.5h3l5-4.5v14l-5-4.5H4zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  silence: "M4 9.5h3l5-4.5v14l-5-4.5H4zM16 9.5l5 5M21 9.5l-5 5",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M16 16l5 5",
  close: "M6 6l12 12M18 6 6 18",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  keys: "M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M8 14h8",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  // The two bent arrows are drawn a little lower than the rest.
  const box = name === "undo" || name === "redo" ? "0 3 24 24" : "0 0 24 24";
  return (
    <svg class="icon" viewBox={box} aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The sign of the site: tiles that are about to become one. */
export function Logo() {
  return (
    <svg class="logo" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect x="1" y="1" width="30" height="30" rx="7" fill="#b23a2e" />
      <rect x="6" y="6" width="9" height="9" rx="2" fill="#ffd9a0" />
      <rect x="6" y="17" width="9" height="9" rx="2" fill="#ffd9a0" />
      <rect x="17" y="6" width="9" height="20" rx="2" fill="#fff6e6" />
    </svg>
  );
}
