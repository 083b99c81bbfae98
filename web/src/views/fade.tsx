// Parts of the screen that a mode shows faintly, or not at all.

import type { ComponentChildren } from "preact";

/** Shows what is in it as opaque as the mode wants; `null` hides it. */
export function Fade({ opacity, children }: { opacity: number | null; children: ComponentChildren }) {
  const style =
    opacity === null ? { visibility: "hidden" } : opacity < 1 ? { opacity: `${opacity}` } : undefined;
  return (
    <div class="veil" style={style}>
      {children}
    </div>
  );
}
