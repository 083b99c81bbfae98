// The row of buttons below the board, under the thumb of a phone: what is done often, and a menu of the rest.

import { game } from "virtual:texts/game";
import { useEffect, useRef } from "preact/hooks";
import { engineNow } from "../engine/load";
import type { GameController } from "../game/controller";
import type { GameModel } from "../game/model";
import { go } from "../route";
import { windows } from "../windows";
import type { Asked, HintLink } from "./hints";
import { useSetting, useWatched } from "./hooks";
import { Icon, type IconName } from "./icons";

/** A window over the view. */
export type Panel = "new" | "share" | "keys" | "rules" | "sure";

interface Properties {
  controller: GameController;
  model: GameModel;
  open: (panel: Panel) => void;
  pad: boolean;
  setPad: (pad: boolean) => void;
  /** Asks for a hint or for autoplay. */
  ask: (what: Asked) => void;
  /** Knows whether the game plays by itself. */
  hints: HintLink;
  /** Begins a new game, with the seed of this one or another. */
  renew: (sameSeed: boolean) => void;
  /** Opens the replay of the game. */
  watch: () => void;
}

interface ActionProperties {
  icon: IconName;
  name: string;
  /** The text on the button, if the name is too long for it. */
  label?: string;
  act: () => void;
  disabled?: boolean;
  pressed?: boolean;
  /** The mark of the action among the others. */
  kind?: "often" | "for-keys";
  /** Called when the pointer or the focus comes to the button, as it does before the action. */
  prepare?: () => void;
}

function Action({
  icon,
  name,
  label = name,
  act,
  disabled = false,
  pressed,
  kind,
  prepare,
}: ActionProperties) {
  return (
    <button
      type="button"
      class={kind ? `action ${kind}` : "action"}
      title={name}
      aria-label={name}
      aria-disabled={disabled}
      aria-pressed={pressed}
      onClick={() => disabled || act()}
      onPointerEnter={prepare}
      onFocus={prepare}
    >
      <Icon name={icon} />
      <span>{label}</span>
    </button>
  );
}

/** Lets a person hear that there are sounds from now on. */
function sample(): void {
  // A browser that is offline may lack the script of sounds; the setting counts all the same.
  void import("../board/senses").then(
    ({ chime }) => chime(),
    () => {},
  );
}

export function Actions({ controller, model, open, pad, setPad, ask, hints, renew, watch }: Properties) {
  const isPlaying = useWatched(hints.watch, () => hints.advised.isPlaying);
  const { state } = model;
  const [sound, setSound] = useSetting("sound");
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const closed = useRef<(() => void) | null>(null);
  useEffect(() => () => closed.current?.(), []);
  const waits = !model.engineGame;
  const rest: ActionProperties[] = [
    { icon: "sliders", name: game.options, act: () => open("new"), disabled: waits },
    { icon: "modes", name: game.setUp, act: () => go({ view: "setup" }), disabled: waits },
    { icon: "again", name: game.restart, act: () => renew(true) },
    { icon: "play", name: game.autoplay, act: () => ask("auto"), disabled: waits },
    { icon: "film", name: game.replay, act: watch, disabled: waits },
    { icon: "share", name: game.share, act: () => open("share"), disabled: waits },
    { icon: "pad", name: game.buttons, act: () => setPad(!pad), pressed: pad },
    { icon: "keys", name: game.keys, act: () => open("keys"), kind: "for-keys" },
  ];
  return (
    <div class="actions" role="toolbar" aria-label={game.toolbar}>
      <Action icon="new" name={game.newGame} label={game.new} act={() => renew(false)} />
      <Action
        icon="undo"
        name={game.undo}
        label={game.undoShort}
        act={() => model.undo()}
        disabled={!model.canUndo && !controller.canBringBack}
        kind="often"
      />
      <Action
        icon="redo"
        name={game.redo}
        label={game.redoShort}
        act={() => model.redo()}
        disabled={!state.canRedo && !controller.canBringAgain}
      />
      {isPlaying ? (
        <Action icon="pause" name={game.pause} act={() => ask("auto")} kind="often" />
      ) : (
        <Action
          icon="hint"
          name={game.hint}
          act={() => ask("hint")}
          disabled={waits}
          kind="often"
          prepare={() => engineNow()?.hints.begin()}
        />
      )}
      <Action
        icon={sound ? "sound" : "silence"}
        name={game.sound}
        act={() => {
          setSound(!sound);
          if (!sound) sample();
        }}
        pressed={sound}
      />
      <button ref={button} type="button" class="action" title={game.more} popovertarget="more">
        <Icon name="more" />
        <span>{game.more}</span>
      </button>
      {/* Over everything, beside its button: the browser closes it on Escape and presses elsewhere. */}
      <div
        ref={menu}
        id="more"
        popover="auto"
        class="more"
        onBeforeToggle={(event) => {
          closed.current?.();
          closed.current = null;
          if (event.newState !== "open") return;
          closed.current = windows.opened(() => menu.current?.hidePopover());
          place(menu.current, button.current);
        }}
      >
        {rest.map((action) => (
          <Action
            key={action.name}
            {...action}
            act={() => {
              menu.current?.hidePopover();
              action.act();
            }}
          />
        ))}
      </div>
    </div>
  );
}

/** Puts a menu above its button, or below where there is more room. */
function place(menu: HTMLElement | null, button: HTMLElement | null): void {
  if (!menu || !button) return;
  const { top, bottom, right } = button.getBoundingClientRect();
  const isAbove = top > innerHeight / 2;
  menu.style.maxHeight = `${(isAbove ? top : innerHeight - bottom) - 14}px`;
  menu.style.inset = isAbove
    ? `auto ${Math.max(8, innerWidth - right)}px ${innerHeight - top + 6}px auto`
    : `${bottom + 6}px ${Math.max(8, innerWidth - right)}px auto auto`;
}
