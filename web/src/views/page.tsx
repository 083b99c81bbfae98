// A view that fills the page: its headline, and what stands beside it.

import type { ComponentChildren } from "preact";
import { useTitle } from "./hooks";

interface Properties {
  title: string;
  /** The headline, if it is another text than the title of the window. */
  headline?: string;
  /** A paragraph beside the headline. */
  beside?: ComponentChildren;
  /** True for texts and forms, which are read in narrow lines. */
  narrow?: boolean;
  children: ComponentChildren;
}

export function Page({ title, headline = title, beside, narrow = false, children }: Properties) {
  const head = useTitle(title);
  return (
    <main class={narrow ? "page narrow" : "page"} id="main">
      <div class="page-head">
        <h1 ref={head} tabIndex={-1}>
          {headline}
        </h1>
        {beside}
      </div>
      {children}
    </main>
  );
}
