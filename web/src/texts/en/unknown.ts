// Texts of addresses that mean nothing.

import { area } from "../area";

export const unknown = area("unknown", {
  noPage: "No such page",
  noPageHere: "There is no such page",
  noPageAt: "The address ends in {end}, which means nothing here.",
  toGame: "To the game",
});
