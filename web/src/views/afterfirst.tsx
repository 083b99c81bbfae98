// Parts of the page that nothing waits for at its first frame: one script (during.ts).

import { afterSmall } from "../game/ahead";
import { later, silent, unsaid } from "./fetched";

const parts = () => import("./during");
/** Fetches them. */
export const during = () => afterSmall.then(parts);

export const Elsewhere = later(() => during().then((part) => part.Elsewhere), unsaid);
export const Explained = later(() => during().then((part) => part.Explained), silent);
export const MergeExamples = later(() => during().then((part) => part.MergeExamples), silent);
export const Outcome = later(() => during().then((part) => part.Outcome), unsaid);
// Asked for by a person: it waits for nothing else.
export const Panels = later(() => parts().then((part) => part.Panels));
