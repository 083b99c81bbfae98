// Texts of links that hold a code.

import { area } from "../area";

export const links = area("links", {
  tooMuch: "This link holds too much.",
  notWhole: "This link is not whole. Was all of it copied?",
  otherVersion: (mode: string) =>
    `This link was made with another version of ${mode}, whose rules have changed since.`,
});
