// What is shown while the engine is on its way: quietly, over the empty board.

import { useLayoutEffect, useState } from "preact/hooks";
import { arrivals } from "../engine/load";
import { site } from "../texts/en/site";

export function Coming() {
  const [share, setShare] = useState(0);
  useLayoutEffect(() => {
    arrivals.add(setShare);
    return () => {
      arrivals.delete(setShare);
    };
  }, []);
  return (
    <p class="coming">
      <span role="status">{site.moment}</span>
      {/* Not read aloud with every change. */}
      <progress value={share || undefined} max={100} aria-label={site.engineComing} />
    </p>
  );
}
