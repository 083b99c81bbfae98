// Parts of the page that are scripts of their own, fetched when they are shown.

import { site } from "virtual:texts/site";
import type { ComponentType } from "preact";
import { messageOf } from "../summary";
import { usePromised } from "./hooks";

function later<P extends object>(load: () => Promise<ComponentType<P>>) {
  return function Later(properties: P) {
    const loaded = usePromised(() => load().then((Part) => ({ Part })), []);
    if (loaded?.error !== undefined) return <p class="problem">{messageOf(loaded.error)}</p>;
    if (!loaded?.value) return <p class="waiting">{site.moment}</p>;
    const { Part } = loaded.value;
    return <Part {...properties} />;
  };
}

const scores = () => import("../scores/parts");
const gallery = () => import("./gallery");

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
