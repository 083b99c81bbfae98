// The first frame of a first visit: the board of 2048, which can be played at
// once. This comes before everything else in the page and needs none of it; what
// comes after (main.tsx) takes the board over as it stands.

import first from "virtual:first-mode";
import { board as boardTexts } from "virtual:texts/board";
import { readRoute } from "./address";
import { legible } from "./board/contrast";
import { BoardController } from "./board/controller";
import { extent } from "./board/extent";
import type { StatBoxView } from "./engine/types";
import { BootController } from "./game/boot";
import type { GameModel } from "./game/model";
import { nextFrame } from "./game/task";
import { listen } from "./input/keyboard";
import { followLook } from "./store/look";
import { wanted } from "./store/wanted";
import { grouped } from "./texts/numbers";
import "./style/first.css";

followLook();
export const root = document.getElementById("app");
export const boot = new BootController(first);
const route = readRoute(location.hash);
boot.welcome(route);

/** The board that is shown until the rest is there; `null` if another one than 2048 is asked for. */
export const opening = root && boot.model ? open(root, boot.model) : null;

interface Opening {
  /** Stops listening. Gives the keys that could not be acted on yet. */
  end(): KeyboardEvent[];
}

function open(root: HTMLElement, model: GameModel): Opening {
  // The parts that come have their places (views/game.tsx, views/front.tsx).
  const day = route.view === "home" ? `<div class="day-place"></div>` : "";
  root.innerHTML = `<header class="top"></header><main class="game"><div class="game-column"><div class="game-head"><h1></h1><div class="head-scores"></div></div><p class="lead"></p><div class="arena-frame"><div class="veil"><div class="arena"></div></div></div><div class="actions"></div><div class="strip">${day}</div></div></main>`;
  const part = (name: string) => root.querySelector<HTMLElement>(name);
  for (const [name, value] of Object.entries(extent(model.view)))
    part(".game-column")?.style.setProperty(name, value);
  const host = part(".arena");
  if (host) BoardController.of(model).enter(host);
  const isEnglish = wanted() === "en";
  // Another language comes with the rest.
  const said = (text: string) => (isEnglish ? text : "");
  const [headline, lead, stats] = [part("h1"), part(".lead"), part(".head-scores")];
  // The best score is told when the rest is there.
  const boxes = (text: (box: StatBoxView) => string) => {
    const [score] = model.view.statBoxes;
    if (score && stats)
      stats.innerHTML = [score.titleHtml, boardTexts.best]
        .map((title) => boxOf(score, text({ ...score, titleHtml: said(title) })))
        .join("");
  };
  boxes(() => "");
  const write = () => {
    headline?.replaceChildren(model.facts.title);
    if (lead) lead.innerHTML = said(boardTexts.lead);
    boxes(textOf);
  };
  // Fonts that the board does not need would take as long as half of the frame.
  void nextFrame().then(write);
  const unwatch = model.watch(write);

  const waiting: KeyboardEvent[] = [];
  const later = (event: KeyboardEvent) => waiting.push(event);
  // Keys that come after one that has to wait must not overtake it.
  const wait = (event: KeyboardEvent) => {
    unlisten();
    later(event);
    document.addEventListener("keydown", later);
  };
  const unlisten = listen(model, {
    undo: () => model.undo(),
    redo: () => model.redo(),
    continue: () => model.playOn(),
    modes: wait,
    new: wait,
    again: wait,
    help: wait,
    hint: wait,
    auto: wait,
  });
  return {
    end() {
      unwatch();
      unlisten();
      document.removeEventListener("keydown", later);
      return waiting;
    },
  };
}

// Stat boxes as views/statboxes.tsx makes them. The engine writes their markup.

function boxOf({ color }: StatBoxView, text: string): string {
  return `<div class="stat" style="--box:${color}">${text}</div>`;
}

function textOf({ color, titleColor, titleHtml, valueColor, valueHtml }: StatBoxView): string {
  const [title, value] = [legible(titleColor, color), legible(valueColor, color)];
  return `<span class="stat-title" style="--on:${title}">${titleHtml}</span><span class="stat-value" style="--on:${value}">${grouped(valueHtml)}</span>`;
}
