// Files that are dropped anywhere on the page: a browser would leave the page
// and show them.

import { useLayoutEffect, useRef } from "preact/hooks";

/** Returns true if something may be dropped where a person can write. */
function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.matches("textarea, input:not([type]), input[type=text], input[type=search]")
  );
}

export function Drop({ take }: { take: (file: File) => void }) {
  const latest = useRef(take);
  latest.current = take;
  useLayoutEffect(() => {
    const over = (event: DragEvent) => {
      const isFile = event.dataTransfer?.types.includes("Files") ?? false;
      // Boxes that take files themselves have done so; texts may be dropped into fields.
      if (event.defaultPrevented || (!isFile && isField(event.target))) return;
      event.preventDefault();
      if (event.dataTransfer && !isFile) event.dataTransfer.dropEffect = "none";
    };
    const drop = (event: DragEvent) => {
      const [file] = event.dataTransfer?.files ?? [];
      if (event.defaultPrevented || (!file && isField(event.target))) return;
      event.preventDefault();
      if (file && !document.querySelector("dialog[open]")) latest.current(file);
    };
    addEventListener("dragover", over);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("drop", drop);
    };
  }, []);
  return null;
}
