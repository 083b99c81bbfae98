// All games of a browser as one file, out of it and into another one.

import { games as texts } from "virtual:texts/games";
import { site } from "virtual:texts/site";
import { useEffect, useRef, useState } from "preact/hooks";
import { saveFile, textOf } from "../files";
import type { GameController } from "../game/controller";
import { bringHome } from "../game/home";
import { exportAll, importAll } from "../store/database";
import { messageOf } from "../summary";
import { Lasting } from "./lasting";
import { Problem } from "./problem";

/** Bytes of a file at most. */
const LARGEST = 128 << 20;

interface Properties {
  controller: GameController;
  /** The number of games that are listed. */
  games: number;
  /** Called when games have come. */
  arrived: () => Promise<void>;
}

export function AllGames({ controller, games, arrived }: Properties) {
  const [message, setMessage] = useState("");
  const [problem, setProblem] = useState("");
  const said = useRef<HTMLDivElement>(null);
  // It may stand below the edge of the screen.
  useEffect(() => {
    if (message || problem) said.current?.scrollIntoView({ block: "nearest" });
  }, [message, problem]);
  const tried = async (work: () => Promise<string>) => {
    setProblem("");
    setMessage(site.moment);
    try {
      setMessage(await work());
    } catch (error) {
      setMessage("");
      setProblem(messageOf(error));
    }
  };
  const save = () =>
    tried(async () => {
      await controller.flush();
      await bringHome();
      const day = new Date().toISOString().slice(0, 10);
      const { text, lacking } = await exportAll();
      const name = lacking ? `polymerge-games-${day}-part.json` : `polymerge-games-${day}.json`;
      saveFile(new File([text], name, { type: "application/json" }));
      if (lacking) return texts.savedPart(lacking);
      (await import("../store/lasting")).noteSaved();
      return texts.saved;
    });
  const bring = (file: File | undefined) =>
    file &&
    tried(async () => {
      await controller.flush();
      const { added, apart, known } = await importAll(await textOf(file, texts.file, LARGEST));
      await arrived();
      const parts = [texts.added(added)];
      if (apart > 0) parts.push(texts.apart(apart));
      if (known > 0) parts.push(texts.known(known));
      return parts.join(" ");
    });
  return (
    <div class="all-games">
      <Lasting games={games} message={message} />
      <div class="buttons">
        <button type="button" onClick={() => void save()}>
          {texts.save}
        </button>
        <label class="button">
          {texts.add}
          <input
            type="file"
            class="unseen"
            accept=".json,application/json"
            onChange={(event) => {
              const { currentTarget } = event;
              void bring(currentTarget.files?.[0]);
              // Otherwise a second choice of that file would be no change.
              currentTarget.value = "";
            }}
          />
        </label>
      </div>
      <div ref={said}>
        <p role="status">{message}</p>
        <div role="alert">
          <Problem text={problem} />
        </div>
      </div>
    </div>
  );
}
