// Words of the language that look something up: what they stand for, and how
// they go on. Operators come from the engine.

export interface SpecialWord {
  name: string;
  help: string;
}

export const WORDS: readonly SpecialWord[] = [
  { name: "@This", help: "The tile itself; with the name or number of an entry, that entry: @This value." },
  { name: "@Next", help: "The tile so many steps ahead: @Next 1, and one of its entries: @Next 1 value." },
  { name: "@NextNE", help: "The tile so many occupied cells ahead; negative ones lie behind." },
  { name: "@Relative", help: "The tile so many rows and columns away: @Relative -1 0." },
  { name: "@Grid", help: "The grid, one of its rows, or one of its cells: @Grid 0 0." },
  { name: "@GridWidth", help: "Columns of the grid." },
  { name: "@GridHeight", help: "Rows of the grid." },
  { name: "@VCoord", help: "The row, from 0 at the top." },
  { name: "@HCoord", help: "The column, from 0 at the left." },
  { name: "@VDir", help: "Rows of a step of the move; down is positive." },
  { name: "@HDir", help: "Columns of a step of the move; right is positive." },
  { name: "@MLength", help: "How many tiles merge." },
  { name: "@Var", help: "A variable of the line, by its number or name." },
  { name: "@GVar", help: "A game variable, by its number or name." },
  { name: "@MVar", help: "A modifier variable, by its number or name." },
  { name: "@Parent", help: "The running value of the line around this one." },
  { name: "@Score", help: "The score." },
  { name: "@Moves", help: "How many moves there were." },
  { name: "@Merges", help: "How many merges there were." },
  { name: "@MergesBefore", help: "How many merges there were before this turn." },
  { name: "@DiscTiles", help: "The tiles that were discovered." },
  { name: "@DiscWinning", help: "The winning tiles that were discovered." },
  { name: "@TimeSinceStartGame", help: "Milliseconds since the start of the game." },
  { name: "@BigInt", help: "A whole number of any size: @BigInt 12." },
  { name: "@Infinity", help: "Infinity." },
  { name: "@Empty", help: "An empty cell." },
  { name: "@Void", help: "A hole: no cell." },
  { name: "@Slippery", help: "A cell that tiles slide over." },
  { name: "@Literal", help: "What follows is a list, not an expression." },
  { name: "@CalcArray", help: "What follows is an expression, where a list is expected." },
  { name: "@HSLA", help: "A colour: hue, saturation, lightness, opacity." },
  { name: "@RGBA", help: "A colour: red, green, blue, opacity." },
  { name: "@linear-gradient", help: "A gradient: angle, then colours and where they are." },
];
