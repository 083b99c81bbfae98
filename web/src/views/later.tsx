// The views of the page, and parts of the view of a game, that are scripts of their own.

import { later, silent } from "./fetched";

/** Some browsers don't say when they rest: there it is taken to be so after two seconds. */
const whenIdle: (act: () => void) => number =
  globalThis.requestIdleCallback ?? ((act) => setTimeout(act, 2000));
const cancelIdle: (id: number) => void = globalThis.cancelIdleCallback ?? clearTimeout;

const scores = () => import("../scores/parts");
const gallery = () => import("./gallery");

export const HintArrow = later(() => import("./advice").then((part) => part.HintArrow), silent);

export const ScoresView = later(() => scores().then((part) => part.ScoresView));
export const ScoreView = later(() => scores().then((part) => part.ScoreView));
export const DailyView = later(() => scores().then((part) => part.DailyView));
export const PlayerView = later(() => scores().then((part) => part.PlayerView));
export const Contest = later(() => scores().then((part) => part.Contest));
export const AboutView = later(() => import("./about").then((part) => part.AboutView));
export const Advice = later(() => import("./advice").then((part) => part.Advice));
export const ModeView = later(() => gallery().then((part) => part.ModeView));
export const GamesView = later(() => gallery().then((part) => part.GamesView));
export const ModesView = later(() => gallery().then((part) => part.ModesView));
export const ImportView = later(() => import("./import").then((part) => part.ImportView));
export const RaceStrip = later(() => import("./race").then((part) => part.RaceStrip));
export const RaceView = later(() => import("./race").then((part) => part.RaceView));
export const SettingsView = later(() => import("./settings").then((part) => part.SettingsView));
export const StatisticsView = later(() => import("./statistics").then((part) => part.StatisticsView));
export const SetupView = later(() => import("./setup").then((part) => part.SetupView));

/**
 * Has the browser fetch the script of hints while the page rests, until the function given back is called. It
 * is not imported: browsers don't ask again for a script that could not be, and it was not asked for yet.
 */
export function fetchHints(): () => void {
  const id = whenIdle(() => {
    const address = import.meta.env.HINTS_SCRIPT as string | undefined;
    if (!address || !navigator.onLine) return;
    // Browsers keep what was read to its end.
    fetch(address)
      .then((response) => response.arrayBuffer())
      .catch(() => {});
  });
  return () => cancelIdle(id);
}
