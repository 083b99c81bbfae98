// Bringing codes and mode files: pasted, dropped or chosen.

import { bring } from "virtual:texts/bring";
import { useState } from "preact/hooks";
import { textOf } from "../files";
import type { GameController } from "../game/controller";
import styles from "../style/import.css?inline";
import { messageOf } from "../summary";
import { addStyles } from "./fetched";
import { Page } from "./page";
import { Problem } from "./problem";

addStyles(styles);

interface Properties {
  controller: GameController;
  /** Shows a replay that was brought. */
  watch: (code: string) => void;
  /** Called when a game was opened. */
  opened: () => void;
}

export function ImportView({ controller, watch, opened }: Properties) {
  const [text, setText] = useState("");
  const [fileName, setFileName] = useState("");
  const [problem, setProblem] = useState("");
  const [over, setOver] = useState(false);

  const open = async (text: string, name?: string) => {
    setProblem("");
    try {
      const found = await controller.text(text, name);
      if (found) watch(found.replay);
      else opened();
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    let content: string;
    try {
      content = await textOf(file);
    } catch (error) {
      return setProblem(messageOf(error));
    }
    setFileName(file.name);
    setText(content);
    await open(content, file.name);
  };
  return (
    <Page narrow title={bring.title}>
      <p>{bring.about}</p>
      <form
        class={over ? "drop over" : "drop"}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void take(event.dataTransfer?.files[0]);
        }}
        onSubmit={(event) => {
          event.preventDefault();
          void open(text, fileName || undefined);
        }}
      >
        <label for="code">{bring.field}</label>
        <textarea
          id="code"
          rows={8}
          spellcheck={false}
          value={text}
          aria-describedby={problem ? "import-problem" : undefined}
          aria-invalid={problem !== ""}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setFileName("");
          }}
        />
        <div class="buttons">
          <button type="submit" class="primary" disabled={text.trim() === ""}>
            {bring.open}
          </button>
          <label class="button">
            {bring.choose}
            <input
              type="file"
              class="unseen"
              accept=".txt,.json,.jsonc,text/plain"
              onChange={(event) => void take(event.currentTarget.files?.[0])}
            />
          </label>
        </div>
        <div role="alert">
          <Problem text={problem} id="import-problem" />
        </div>
      </form>
    </Page>
  );
}
