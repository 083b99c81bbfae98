// What differs from the file that the one in the editor was made from, line by line.

import { workshop } from "virtual:texts/workshop";
import { getOriginalDoc, originalDocChangeEffect, unifiedMergeView } from "@codemirror/merge";
import { ChangeSet, EditorState } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import { useEffect, useRef } from "preact/hooks";
import { language } from "./language";

interface Properties {
  text: string;
  /** The file that it was made from; "" if that is not known. */
  base: string;
}

export function Changes({ text, base }: Properties) {
  if (!base) return <p class="stale">{workshop.noBase}</p>;
  if (text === base) return <p class="stale">{workshop.nothingChanged}</p>;
  return <Difference text={text} base={base} />;
}

function Difference({ text, base }: Properties) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  useEffect(() => {
    if (!host.current) return;
    const made = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          EditorState.readOnly.of(true),
          EditorState.phrases.of({ "$ unchanged lines": workshop.unchangedLines }),
          EditorView.editable.of(false),
          EditorView.contentAttributes.of({ "aria-label": workshop.changes, tabindex: "0" }),
          lineNumbers(),
          language,
          EditorView.lineWrapping,
          unifiedMergeView({
            original: base,
            mergeControls: false,
            collapseUnchanged: { margin: 3, minSize: 6 },
          }),
        ],
      }),
    });
    view.current = made;
    return () => made.destroy();
  }, []);
  useEffect(() => {
    const made = view.current;
    const length = made?.state.doc.length ?? 0;
    if (made && made.state.doc.toString() !== text)
      made.dispatch({ changes: { from: 0, to: length, insert: text } });
  }, [text]);
  useEffect(() => {
    const made = view.current;
    if (!made) return;
    const before = getOriginalDoc(made.state);
    if (before.toString() === base) return;
    const changes = ChangeSet.of({ from: 0, to: before.length, insert: base }, before.length);
    made.dispatch({ effects: originalDocChangeEffect(made.state, changes) });
  }, [base]);
  return <div ref={host} class="editor" />;
}
