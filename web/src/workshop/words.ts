// Words of the language: what they stand for, how they go on, and an example of
// each. Operators come from the engine.

import { SPECIAL_STRINGS } from "./special";

export interface SpecialWord {
  name: string;
  help: string;
  /** An example of its use; "" if none is known. */
  example: string;
}

/** The words that stand where another value could, rather than read from a game. */
const OTHERS: readonly SpecialWord[] = [
  {
    name: "@BigInt",
    help: "@BigInt digits: A whole number of any size, which is exact however large it is.",
    example: '["@BigInt 12", "*B", "@BigInt 3"]',
  },
  {
    name: "@BigRational",
    help: "@BigRational above below: A fraction of two whole numbers of any size.",
    example: '["@BigRational 1 2", "+BR", "@BigRational 1 3"]',
  },
  {
    name: "@Infinity",
    help: "@Infinity: A number above all others, where as many or as far as possible is meant.",
    example: '"slide": "@Infinity"',
  },
  {
    name: "@Empty",
    help: "@Empty: A cell without a tile, to which tiles can move.",
    example: '["@Grid 0 0", "=", "@Empty"]',
  },
  {
    name: "@Void",
    help: "@Void: A hole, which is no cell: tiles stop at it.",
    example: '"cells": [["@Empty", "@Void"], ["@Empty", "@Empty"]]',
  },
  {
    name: "@Slippery",
    help: "@Slippery: A cell that tiles slide over; none stays there.",
    example: '"cells": [["@Empty", "@Slippery", "@Empty"]]',
  },
  {
    name: "@Literal",
    help: "@Literal, first in a list: What follows is a list of values, not an expression.",
    example: '["@Literal", 1, 2, 3]',
  },
  {
    name: "@CalcArray",
    help: "@CalcArray, first in a list: What follows is an expression, where a list of values is expected.",
    example: '["@CalcArray", "@This value", "*", 2]',
  },
  {
    name: "@HSLA",
    help: "@HSLA hue saturation lightness opacity: A colour. The hue is in degrees, the next two in percent, the opacity from 0 to 1.",
    example: '["@HSLA", 30, 100, 50, 1] is orange',
  },
  {
    name: "@RGBA",
    help: "@RGBA red green blue opacity: A colour. The first three are from 0 to 255, the opacity from 0 to 1.",
    example: '["@RGBA", 255, 128, 0, 1] is orange',
  },
  {
    name: "@linear-gradient",
    help: "@linear-gradient angle colour place …: A gradient, with colours and where they are, in percent.",
    example: '["@linear-gradient", 90, "#ffffff", 0, "#000000", 100]',
  },
];

/** An example of each word that stands for something of a game. */
const EXAMPLES: Readonly<Record<string, string>> = {
  "@This": '["@This value", "*", 2]',
  "@Next": '["@Next 1 value", "=", "@This value"]',
  "@NextNE": '["@NextNE -1", "!=", "@This"]',
  "@NextFull": '["@NextFull 1", "=", "@This"]',
  "@Relative": '["@Relative 0 1 value", "=", 2] looks at the tile to the right',
  "@TileContainer": '["@TileContainer", "arr_length"] is the number of rows',
  "@Grid": '["@Grid 0 0 value", "=", 2] looks at the first cell',
  "@GridWidth": '["@HCoord", "=", ["@GridWidth", "-", 1]] is true in the last column',
  "@GridHeight": '["@VCoord", "=", ["@GridHeight", "-", 1]] is true in the last row',
  "@VCoord": '["@VCoord", "=", 0] is true in the first row',
  "@HCoord": '["@HCoord", "=", 0] is true in the first column',
  "@VDir": '["@VDir", "=", 1] is true when tiles move down',
  "@HDir": '["@HDir", "=", -1] is true when tiles move to the left',
  "@MLength": '["@This value", "*", "@MLength"] is the sum of equal tiles that merge',
  "@SlideAmount": '["@SlideAmount", "min", 2] is two steps at most',
  "@MoveType": '["@MoveType", "=", 2] is true in directions with "type": 2',
  "@DirectionIndex": '["@DirectionIndex", "=", 1] is true in the first direction',
  "@TileOrder": '["@TileOrder", "arr_length"] is the number of cells',
  "@Var": '["@var_retain", "@Var i", "+", 1]',
  "@GVar": '["@GVar turns", "+", 1]',
  "@MVar": '["@MVar garbage", ">", 0]',
  "@MVarIndex": '["@MVarIndex 21", "!=", -1]',
  "@Parent": '["@Parent -2", "+", 1]',
  "@Score": '["@Score", ">=", 1000]',
  "@Moves": '["@Moves", "%", 10, "=", 0] is true in every tenth turn',
  "@Merges": '["@Merges", ">=", 50]',
  "@MergeMoves": '["@MergeMoves", "/", "@Moves"] is the part of moves with merges',
  "@MergesBefore": '["@Merges", "-", "@MergesBefore"] is the number of merges of this move',
  "@DiscTiles": '["@DiscTiles", "arr_length"] is how many different tiles there were',
  "@DiscWinning": '["@DiscWinning", "arr_length"]',
  "@DiscLosing": '["@DiscLosing", "arr_length"]',
  "@NextSpawns": '["@NextSpawns 0 value", "=", 1]',
  "@Primes": '["@Primes", "arr_length"]',
  "@InGameStatus": '["@InGameStatus", "=", 2] is true during a move',
  "@TimeSinceStartGame": '["@TimeSinceStartGame", ">", 60] is true after a minute',
  "@TimeSinceFirstMove": '["@TimeSinceFirstMove", ">", 60] is true a minute after the first move',
  "@TimeSinceMoveStart": '["@TimeSinceMoveStart", ">", 5]',
  "@TimeSinceMoveEnd": '["@TimeSinceMoveEnd", ">", 5] is true after five seconds without a move',
  "@TimestampVictory": '["@TimestampVictory", ">=", 0] is true after a win',
  "@TimestampGameOver": '["@TimestampGameOver", ">=", 0] is true after the end',
};

export const WORDS: readonly SpecialWord[] = [
  ...SPECIAL_STRINGS.map(({ name, help }) => ({ name, help, example: EXAMPLES[name] ?? "" })),
  ...OTHERS,
];
