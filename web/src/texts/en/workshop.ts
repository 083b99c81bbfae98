// Texts of the workshop.

import { count as counted } from "../../game/grouped";
import { area } from "../area";

export const workshop = area("workshop", {
  title: "Workshop",
  file: "Mode file",

  // The file in the editor
  noPage: (page: string) => `The workshop has no page ${page}.`,
  linkIncomplete: "The link is not complete: the mode file in it can't be read.",
  untitled: "Without a title",
  yourDraftKept: (title: string) => `Your draft of ${title} is kept.`,
  draftKept: (title: string) => `${title} is kept as a draft.`,
  draftDeleted: (title: string) => `${title} is deleted.`,
  draftNotDeleted: (title: string) =>
    `${title} could not be deleted: the browser did not do it. It is still here.`,
  backToIt: "Back to it",
  bringBack: "Bring it back",

  // While the engine is on its way
  oneMoment: "One moment …",
  engineComes: "The engine is on its way. You can write meanwhile: the file is checked and played then.",
  engineArrived: "How much of the engine is here",
  tryAgain: "Try again",
  notChecked: "Not checked yet",

  // Tabs
  parts: "Parts of the workshop",
  editor: "Editor",
  play: "Play",
  why: "Why?",
  expressions: "Expressions",
  trials: "Trials",
  changes: "What changed",

  // The bar
  beginWith: "Begin with …",
  fileMenu: "File",
  openFile: "Open a file",
  saveFile: "Save the file",
  savePage: "Save as a page",
  savePageAbout: "A web page that plays the mode, in one file, offline too",
  copyCode: "Copy the mode code",
  copyLink: "Copy a link",
  deleteDraft: "Delete this draft",
  playOnSite: "Play on the site",
  opened: (name: string) => `${name} opened.`,
  saved: (name: string) => `${name} saved.`,
  openedOnSite: "Opened on the site.",
  linkCopied: "Link copied.",
  linkCopiedLong: (length: string, most: string) =>
    `Link copied. It has ${length} characters; some programs cut links of more than ${most}. The file itself is safer.`,
  codeCopied: "Mode code copied.",
  noEmptyPage: "The page that games are put into is not on this server.",

  // The Edit menu
  editMenu: "Edit",
  renameName: "Rename what stands at the cursor",
  goToDefinition: "Go to where it is declared",
  format: "Tidy the formulas",
  toFormulas: "Arrays as formulas",
  toArrays: "Formulas as arrays",
  rename: (name: string) => `Another name for ${name}`,
  newName: "Name",
  renameIt: "Rename",
  notDeclared: "It is not declared in this file.",
  changedMeanwhile: "The file was changed meanwhile.",

  // What to begin with
  beginTitle: "Begin with",
  beginSearch: "Find by name",
  beginNone: "Nothing found.",
  drafts: "Your drafts",
  templates: "Templates",
  recipes: "Recipes of the cookbook",
  modes: "Modes",
  doubles: "Doubles",
  doublesTeaches: "The shortest whole mode: tiles, what spawns, what merges, how to win.",
  threes: "Threes merge",
  threesTeaches: "Merges of three tiles, another size of the grid, more new tiles in a turn.",
  neighbours: "Neighbours",
  neighboursTeaches: "A hexagonal grid, and a condition that says which tiles merge.",
  walls: "Walls and ice",
  wallsTeaches: "A grid that is drawn cell by cell, with holes and with ice that tiles slide over.",
  colours: "Orange and blue",
  coloursTeaches: "Tiles of two entries that have names, and looks that go by them.",
  script: "With a script",
  scriptTeaches: "A variable, a box that shows it, and a script that runs after each turn.",

  // What is wrong with the file
  errors: (count: number) => `${count} error${count === 1 ? "" : "s"}`,
  warnings: (count: number) => `${count} warning${count === 1 ? "" : "s"}`,
  counted: (errors: string, warnings: string) => `${errors}, ${warnings}`,
  line: (number: number) => `Line ${number}`,
  error: "error",
  warning: "warning",

  // What is said in the editor
  colour: (colour: string) => `Colour ${colour}`,

  // The game
  stale: "The file has errors: this is how it was before.",
  broken: "The file has errors. Mend them, and it can be played here.",
  goesOn: "The game goes on by the new rules; moves before the edit can't be taken back.",
  couldNotStay: "This could not stay:",
  printed: "Printed",
  clear: "Clear",
  undo: "Undo",
  hint: "Hint",
  newGame: "New game",
  playOn: "Play on",
  won: "Won!",
  over: "Game over.",
  standing: (score: string, moves: string) => `Score ${score}, ${moves} moves`,

  // Learning
  learning: "Learning",
  learn: "Learn to play this mode",
  stop: "Stop",
  pause: "Pause",
  learnedPart: "Learned, of 30 seconds",
  playByLearned: "Play by what was learned",
  learned: "Learned. Hints and autoplay go by it from now on.",
  learnedGames: "Games learned from",
  learnedMoves: "Moves",
  learnedScore: "Score, mean of the last games",
  randomScore: "Score, mean at random",
  learnedWon: "Won, of the last games",

  // Reasons
  whyAbout: "Choose a move to see why it would go as it does: which rule applies, or what it lacks.",

  // Expressions
  expression: "Expression",
  row: "Row",
  column: "Column",
  steps: "Steps",
  evaluate: "Evaluate",
  moving: "Moving",
  notMoving: "not at all",
  showValues: "Show the values of the file's formulas there, in the editor",
  moreSteps: (count: number) => `… and ${counted(count, "more step")}`,

  // Trials
  notLearned: "Nothing was learned of this mode yet: see Learning.",
  player: "Player",
  random: "random",
  rollouts: "rollouts",
  learnedPlayer: "learned",
  games: "Games",
  seed: "Seed",
  playGames: (count: number) => `Play ${counted(count, "game")}`,
  gamesPlayed: "Games played",
  changedSince: "The mode has changed since these games.",
  before: (value: string) => `before: ${value}`,
  moves: "Moves, middle half",
  score: "Score, middle half",
  scoreMean: "Score, mean",
  scoreBest: "Score, best",
  goalReached: "Goal reached",
  howGamesEnd: "How games end",
  endNoMoves: "no moves",
  endLost: "lost",
  endGoal: "goal",
  endCut: "cut",
  endFailed: "failed",
  range: (middle: string, least: string, most: string) => `${middle} (${least} to ${most})`,
  scoresPlot: "Scores of the games",
  survivalPlot: "Games that last so long",
  growthPlot: "Largest tile, median of the games that last so long",
  largestTable: "Largest tile: share of games that reach it",
  mergeRule: "Merge rule",
  direction: "Direction",
  spawn: "Spawn",
  inGame: "in a game",
  withScore: "with the score",
  saveJson: "Save as JSON",
  saveCsv: "Save as CSV",
  axisScore: "score",
  axisMoves: "moves",
  axisShare: "share",
  axisValue: "value",
  axisGames: "games",
  plotAbout: (title: string, up: string, top: string, across: string, from: string, to: string) =>
    `${title}: ${up} from 0 to ${top}, by ${across} from ${from} to ${to}`,
  barAbout: (from: string, to: string, count: number) => `${from} to ${to}: ${count}`,

  // What changed
  /** "$" is their number. */
  unchangedLines: "$ unchanged lines",
  nothingChanged: "Nothing has changed since this file was begun.",
  noBase: "It is not known what this draft was made from.",
});
