// Texts of the page about the site.

import { area } from "../area";

export const about = area("about", {
  title: "About",
  headline: "About Polymerge",
  what: "2048 and its variants. The rules of each are written down in a file. Every game can be changed, and new ones can be written in the {workshop}. Version {version}.",
  workshop: "workshop",
  source: "Source",
  whose: "Whose work it is",
  origin:
    "2048 is a game by Gabriele Cirulli. The language of the modes, the save codes and most of the modes are those of the {compendium} by MathCookie17, who welcomes recreations. This is one, with code, texts and colours of its own. Other people had the ideas of many modes:",
  keptWhere: "What is kept, and where",
  keptGames:
    "Games, statistics and settings are kept in this browser alone. {games} can be saved as a file, and deleted. If you clear the data of this site in the browser, all of it is deleted.",
  games: "Games",
  keptLinks:
    "What a link holds (a game, a mode) stands behind the # of its address. Browsers do not send that to a server.",
  noTracking: "There are no cookies, no advertisements, and nothing that counts visits.",
  withScores:
    "Scores: nothing is sent unless you press Submit. Then the mode, the seed, the moves and a name of your choice go to the server. You can rename and erase them there.",
  withoutScores:
    "Nothing of what you play is sent anywhere. Where there is a score server, a game is sent only when you press Submit.",
  serverSees: "The server that this page comes from sees that files were fetched, as every server does.",
  licences: "Licences",
  licence:
    "Polymerge is free software, under the MIT licence or the Apache licence 2.0, as you like. These are part of it; {full}.",
  inFull: "their licences in full",
  packages: "Packages of the page",
  crates: "Crates of the engine",
});
