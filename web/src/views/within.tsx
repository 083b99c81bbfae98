// Scripts of their own that others show, which are fetched as well.

import { later } from "./fetched";

const share = () => import("./share");

export const AdviceOn = later(() => import("./advice").then((part) => part.AdviceOn));
export const Offers = later(() => share().then((part) => part.Offers));
export const ReplayView = later(() => import("./replay").then((part) => part.ReplayView));
export const ShareButton = later(() => share().then((part) => part.ShareButton));
