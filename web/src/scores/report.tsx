// Reporting a game of another player to the operators of the score server.

import { scores as texts } from "virtual:texts/scores";
import { useState } from "preact/hooks";
import { Problem } from "../views/problem";
import { report } from "./api";
import { useAttempt } from "./frame";
import { player } from "./player";
import type { Wrong } from "./types";

/** The reasons, each with its text. */
const REASONS = {
  name: "wrongName",
  title: "wrongTitle",
  cheating: "wrongGame",
  other: "wrongOther",
} as const satisfies Record<Wrong, string>;

export function Report({ id }: { id: string }) {
  const [kind, setKind] = useState<Wrong>("name");
  const [text, setText] = useState("");
  const [isSent, setSent] = useState(false);
  const { busy, problem, attempt } = useAttempt();
  if (isSent) return <p role="status">{texts.reported}</p>;
  const send = async () => {
    await report(id, kind, text.trim(), player().token || undefined);
    setSent(true);
  };
  return (
    <details>
      <summary>{texts.report}</summary>
      <form
        class="hand-in"
        onSubmit={(event) => {
          event.preventDefault();
          attempt(send);
        }}
      >
        <fieldset>
          <legend>{texts.whatIsWrong}</legend>
          {(Object.keys(REASONS) as Wrong[]).map((one) => (
            <label key={one}>
              <input type="radio" name="wrong" checked={kind === one} onChange={() => setKind(one)} />
              {texts[REASONS[one]]}
            </label>
          ))}
        </fieldset>
        <label>
          {texts.inYourWords}
          <textarea
            value={text}
            maxLength={500}
            rows={3}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <div role="alert">
          <Problem text={problem} />
        </div>
        <div class="buttons">
          <button type="submit" aria-disabled={busy}>
            {texts.sendReport}
          </button>
        </div>
      </form>
    </details>
  );
}
