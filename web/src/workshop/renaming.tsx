// Another name for what stands at the cursor, wherever it stands.

import { workshop } from "virtual:texts/workshop";
import { useState } from "preact/hooks";
import { messageOf } from "../summary";
import { Dialog } from "../views/dialog";
import { Problem } from "../views/problem";

interface Properties {
  name: string;
  /** Ends it, with another name if there is one. */
  rename: (name: string | null) => Promise<void>;
}

export function Renaming({ name, rename }: Properties) {
  const [next, setNext] = useState(name);
  const [problem, setProblem] = useState("");
  return (
    <Dialog title={workshop.rename(name)} close={() => void rename(null)}>
      <form
        class="renaming"
        onSubmit={(event) => {
          event.preventDefault();
          rename(next.trim()).catch((error: unknown) => setProblem(messageOf(error)));
        }}
      >
        <label>
          <span>{workshop.newName}</span>
          <input
            type="text"
            class="code"
            spellcheck={false}
            autocomplete="off"
            autofocus
            value={next}
            onInput={(event) => setNext(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="primary">
          {workshop.renameIt}
        </button>
        <Problem text={problem} alert />
      </form>
    </Dialog>
  );
}
