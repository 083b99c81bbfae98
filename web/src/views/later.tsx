// Parts of the page that are scripts of their own, fetched when they are shown.

import { site } from "virtual:texts/site";
import type { ComponentChild, ComponentType } from "preact";
import { afterSmall } from "../game/ahead";
import { messageOf } from "../summary";
import { usePromised } from "./hooks";

/** Stand-ins for a part that is on its way, and for one that can't be fetched. */
interface Instead {
  meanwhile: () => ComponentChild;
  failed: (error: unknown) => ComponentChild;
}

const nothing = () => null;
const said: Instead = {
  meanwhile: () => <p class="waiting">{site.moment}</p>,
  failed: (error) => <p class="problem">{messageOf(error)}</p>,
};
/** For parts that are awaited, and belong to what is there. */
const unsaid: Instead = { ...said, meanwhile: nothing };
/** For parts that were not asked for: one can do without. */
const silent: Instead = { meanwhile: nothing, failed: nothing };

/** Makes a part of what is fetched when it is shown first. */
function later<P extends object>(load: () => Promise<ComponentType<P>>, instead = said) {
  let Part: ComponentType<P> | null = null;
  const fetched = async () => {
    Part = await load();
  };
  return function Later(properties: P) {
    const loaded = usePromised(fetched, []);
    // Once it is there, it is shown at once wherever it is wanted.
    if (Part) return <Part {...properties} />;
    return loaded?.error === undefined ? instead.meanwhile() : instead.failed(loaded.error);
  };
}

/** Some browsers don't say when they rest: there it is taken to be so after two seconds. */
const whenIdle: (act: () => void) => number =
  globalThis.requestIdleCallback ?? ((act) => setTimeout(act, 2000));
const cancelIdle: (id: number) => void = globalThis.cancelIdleCallback ?? clearTimeout;

const scores = () => import("../scores/parts");
const gallery = () => import("./gallery");

const parts = () => import("./during");
/** Fetches the parts of the page that nothing waits for at its first frame. */
export const during = () => afterSmall.then(parts);

export const Elsewhere = later(() => during().then((part) => part.Elsewhere), unsaid);
export const Explained = later(() => during().then((part) => part.Explained), silent);
export const HintArrow = later(() => import("./advice").then((part) => part.HintArrow), silent);
export const MergeExamples = later(() => during().then((part) => part.MergeExamples), silent);
export const Outcome = later(() => during().then((part) => part.Outcome), unsaid);
// Asked for by a person: it waits for nothing else.
export const Panels = later(() => parts().then((part) => part.Panels));

export const ScoresView = later(() => scores().then((part) => part.ScoresView));
export const ScoreView = later(() => scores().then((part) => part.ScoreView));
export const DailyView = later(() => scores().then((part) => part.DailyView));
export const PlayerView = later(() => scores().then((part) => part.PlayerView));
export const Contest = later(() => scores().then((part) => part.Contest));
export const HandIn = later(() => scores().then((part) => part.HandIn));
export const AboutView = later(() => import("./about").then((part) => part.AboutView));
export const Advice = later(() => import("./advice").then((part) => part.Advice));
export const AdviceOn = later(() => import("./advice").then((part) => part.AdviceOn));
export const KeyHelp = later(() => import("./keylist").then((part) => part.KeyHelp));
export const ModeView = later(() => gallery().then((part) => part.ModeView));
export const GamesView = later(() => gallery().then((part) => part.GamesView));
export const ModesView = later(() => gallery().then((part) => part.ModesView));
export const ImportView = later(() => import("./import").then((part) => part.ImportView));
export const RaceStrip = later(() => import("./race").then((part) => part.RaceStrip));
export const RaceView = later(() => import("./race").then((part) => part.RaceView));
export const ReplayView = later(() => import("./replay").then((part) => part.ReplayView));
export const NewGame = later(() => import("../newgame/newgame").then((part) => part.NewGame));
export const SettingsView = later(() => import("./settings").then((part) => part.SettingsView));
export const StatisticsView = later(() => import("./statistics").then((part) => part.StatisticsView));
export const SetupView = later(() => import("./setup").then((part) => part.SetupView));
export const Share = later(() => import("./share").then((part) => part.Share));
export const ShareButton = later(() => import("./share").then((part) => part.ShareButton));
export const Offers = later(() => import("./share").then((part) => part.Offers));

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

/** Adds the styles of such a script to the page. */
export function addStyles(...styles: readonly string[]): void {
  const element = document.createElement("style");
  element.textContent = styles.join("");
  document.head.append(element);
}
