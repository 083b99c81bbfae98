// Texts of links that hold a code.

import { area } from "../area";

export const links = area("links", {
  fewerMoves: (read: string, all: string) =>
    `This link is not whole: of ${all} moves, ${read} can be read. Was all of it copied?`,
  otherGame:
    "This link leads to another score than when it was made. It was altered on the way, or the rules of the mode have changed since.",
  openedPart: (read: string, all: string) =>
    `This is not all of the game: its link was cut, and ${read} of ${all} moves could be read.`,
  openedOther: "This is what the link leads to; it is not the game that the link was made of.",
  calledAs: (called: string, title: string) => `"${called}" is no full name of a mode. This is ${title}.`,
  tooMuch: "This link holds too much.",
  notWhole: "This link is not whole. Was all of it copied?",
  otherVersion: (mode: string) =>
    `This link was made with another version of ${mode}, whose rules have changed since.`,
});
