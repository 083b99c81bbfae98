// All games of a browser as one file, out of it and into another one.

import { useState } from "preact/hooks";
import { everyGame } from "../game/home";
import type { Room } from "../game/room";
import { count, messageOf } from "../game/summary";
import { exportAll, importAll } from "../store/database";
import { saveFile, textOf } from "./file";

/** Bytes of a file at most. */
const LARGEST = 128 << 20;

interface Properties {
  room: Room;
  /** What to do when games have come. */
  arrived: () => Promise<void>;
}

export function AllGames({ room, arrived }: Properties) {
  const [told, setTold] = useState("");
  const [problem, setProblem] = useState("");
  const tried = async (work: () => Promise<string>) => {
    setProblem("");
    setTold("One moment …");
    try {
      setTold(await work());
    } catch (error) {
      setTold("");
      setProblem(messageOf(error));
    }
  };
  const save = () =>
    tried(async () => {
      await room.flush();
      await everyGame();
      const day = new Date().toISOString().slice(0, 10);
      saveFile(new File([await exportAll()], `polymerge-games-${day}.json`, { type: "application/json" }));
      return "Saved, with the statistics. Open the file here in another browser.";
    });
  const bring = (file: File | undefined) =>
    file &&
    tried(async () => {
      await room.flush();
      const { added, apart, known } = await importAll(await textOf(file, "a file of games", LARGEST));
      await arrived();
      const parts = [`${count(added, "game")} added.`];
      if (apart > 0) parts.push(`${count(apart, "game")} of these went on differently here: both are kept.`);
      if (known > 0) parts.push(`${count(known, "game")} here already.`);
      return parts.join(" ");
    });
  return (
    <div class="all-games">
      <div class="buttons">
        <button type="button" onClick={() => void save()}>
          Save all as a file
        </button>
        <label class="button">
          Add from a file
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
      <p role="status">{told}</p>
      <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
    </div>
  );
}
