// The row of buttons below the board.

import type { Room } from "../game/room";
import type { Table } from "../game/table";
import { go } from "../route";
import type { Panel } from "./game";
import { Icon, type IconName } from "./icons";

interface Properties {
  room: Room;
  table: Table;
  open: (panel: Panel) => void;
  pad: boolean;
  setPad: (pad: boolean) => void;
  ask: (what: "hint" | "auto") => void;
}

interface ActionProperties {
  icon: IconName;
  name: string;
  act: () => void;
  disabled?: boolean;
  pressed?: boolean;
  forKeys?: boolean;
}

function Action({ icon, name, act, disabled = false, pressed, forKeys = false }: ActionProperties) {
  return (
    <button
      type="button"
      class={forKeys ? "action for-keys" : "action"}
      title={name}
      aria-disabled={disabled}
      aria-pressed={pressed}
      onClick={() => disabled || act()}
    >
      <Icon name={icon} />
      <span>{name}</span>
    </button>
  );
}

export function Actions({ room, table, open, pad, setPad, ask }: Properties) {
  const { state } = table;
  const watch = async () => {
    const id = await room.keep();
    if (id && table.engineGame) go({ view: "replay", id });
  };
  return (
    <div class="actions" role="toolbar" aria-label="Game">
      <Action
        icon="undo"
        name="Undo"
        act={() => table.undo()}
        disabled={!state.canUndo && !room.canBringBack}
      />
      <Action
        icon="redo"
        name="Redo"
        act={() => table.redo()}
        disabled={!state.canRedo && !room.canBringAgain}
      />
      <Action icon="new" name="New" act={() => room.again(false)} />
      <Action icon="sliders" name="Options" act={() => open("new")} disabled={!table.engineGame} />
      <Action icon="again" name="Restart" act={() => room.again(true)} />
      <Action icon="hint" name="Hint" act={() => ask("hint")} disabled={!table.engineGame} />
      <Action icon="play" name="Autoplay" act={() => ask("auto")} disabled={!table.engineGame} />
      <Action icon="film" name="Replay" act={() => void watch()} disabled={!table.engineGame} />
      <Action icon="share" name="Share" act={() => open("share")} disabled={!table.engineGame} />
      <Action icon="pad" name="Buttons" act={() => setPad(!pad)} pressed={pad} />
      <Action icon="keys" name="Keys" act={() => open("keys")} forKeys />
    </div>
  );
}
