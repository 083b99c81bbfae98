// Special strings of the language: what they stand for. Generated from the table of words of the
// engine; `APPROVE=1 cargo test -p calcarray` writes it anew.

export const SPECIAL_STRINGS: readonly { name: string; help: string }[] = [
  {
    name: "@This",
    help: "@This, @This entry, @This @VCoord, @HCoord or @Position: The tile at the place: the rear one of a merge, the one that a goal or a look is asked for. With an entry, that entry of it, by its number or name; else its row, its column or both.",
  },
  {
    name: "@Next",
    help: "@Next, @Next FL, @Next steps, @Next steps entry, @Next steps aside entry: The tile so many steps ahead. Without a number, the list of the tiles ahead that merge, the farthest first; with FL, of all tiles up to the edge. Beyond the edge the text is used as plain text.",
  },
  {
    name: "@NextNE",
    help: "@NextNE, @NextNE tiles, @NextNE tiles entry: The tile so many tiles ahead, empty cells left out; behind, with a negative number. Without a number, the list of all tiles ahead, the nearest first.",
  },
  {
    name: "@NextFull",
    help: "@NextFull, @NextFull tiles, @NextFull tiles entry: What @NextNE stands for, with holes left out too.",
  },
  {
    name: "@Relative",
    help: "@Relative rows columns, @Relative rows columns entry: The tile so many rows down and columns to the right, whatever the move.",
  },
  {
    name: "@TileContainer",
    help: "@TileContainer: What tiles are looked up in: the grid, or the tile that is looked at by itself.",
  },
  {
    name: "@Grid",
    help: '@Grid, @Grid row, @Grid row column, @Grid row column entry: The grid, a row, a cell or an entry of it, numbered from 0; what there is not is left out. Where the place is computed: ["@Grid","arr_elem",row,"arr_elem",column].',
  },
  {
    name: "@GridWidth",
    help: "@GridWidth: How many columns the grid has.",
  },
  {
    name: "@GridHeight",
    help: "@GridHeight: How many rows the grid has.",
  },
  {
    name: "@VCoord",
    help: "@VCoord: The row of the place, from 0 at the top.",
  },
  {
    name: "@HCoord",
    help: "@HCoord: The column of the place, from 0 at the left.",
  },
  {
    name: "@VDir",
    help: "@VDir: How many rows down a step of the move goes.",
  },
  {
    name: "@HDir",
    help: "@HDir: How many columns to the right a step of the move goes.",
  },
  {
    name: "@MLength",
    help: "@MLength: How many tiles merge.",
  },
  {
    name: "@SlideAmount",
    help: "@SlideAmount: How many steps tiles may slide in the move.",
  },
  {
    name: "@MoveType",
    help: '@MoveType: The number that the direction has as its "type".',
  },
  {
    name: "@DirectionIndex",
    help: "@DirectionIndex: Which direction was pressed, from 1; negative for automatic moves, 0 for none.",
  },
  {
    name: "@TileOrder",
    help: "@TileOrder: The list of all cells, as [row, column], in the order in which they move.",
  },
  {
    name: "@Var",
    help: "@Var, @Var number: A variable of the line or of its rule, look or script; negative numbers count from the end. Seen by lists that start with @var_retain. Without a number, the list of all.",
  },
  {
    name: "@GVar",
    help: "@GVar, @GVar number: A game variable, by its number or name; without one, the list of all.",
  },
  {
    name: "@MVar",
    help: "@MVar, @MVar number: A modifier variable, by its number or name; without one, the list of all.",
  },
  {
    name: "@MVarIndex",
    help: "@MVarIndex, @MVarIndex modifier: The number of the modifier variable that belongs to a modifier; -1 if none does. Without one, the list of the modifiers.",
  },
  {
    name: "@Parent",
    help: "@Parent, @Parent number: The running value of a line around: -1 is this line, -2 the one around it.",
  },
  {
    name: "@Score",
    help: "@Score: The score.",
  },
  {
    name: "@Moves",
    help: "@Moves: How many moves there were, with automatic moves that are turns of their own.",
  },
  {
    name: "@Merges",
    help: "@Merges: How many merges there were.",
  },
  {
    name: "@MergeMoves",
    help: "@MergeMoves: In how many moves something merged.",
  },
  {
    name: "@MergesBefore",
    help: "@MergesBefore: How many merges there were in the moves before.",
  },
  {
    name: "@DiscTiles",
    help: "@DiscTiles, @DiscTiles place, @DiscTiles place entry: The tiles that there were in this game, each once.",
  },
  {
    name: "@DiscWinning",
    help: "@DiscWinning, @DiscWinning place, @DiscWinning place entry: The winning tiles that there were.",
  },
  {
    name: "@DiscLosing",
    help: "@DiscLosing, @DiscLosing place, @DiscLosing place entry: The losing tiles that there were.",
  },
  {
    name: "@NextSpawns",
    help: '@NextSpawns, @NextSpawns place, @NextSpawns place entry: The tiles that spawn next, where they are shown ("next_tiles").',
  },
  {
    name: "@Primes",
    help: "@Primes: The primes that are known, as big integers; @primesUpdate makes them more.",
  },
  {
    name: "@InGameStatus",
    help: "@InGameStatus: 2 in the middle of a move, 1 between turns, 0 where a code is made, -1 on the screen of a win, -2 at the end.",
  },
  {
    name: "@TimeSinceStartGame",
    help: "@TimeSinceStartGame: Seconds since the game began; as all times, -1 if that has not been.",
  },
  {
    name: "@TimeSinceFirstMove",
    help: "@TimeSinceFirstMove: Seconds since the first move.",
  },
  {
    name: "@TimeSinceMoveStart",
    help: "@TimeSinceMoveStart: Seconds since the last move began.",
  },
  {
    name: "@TimeSinceMoveEnd",
    help: "@TimeSinceMoveEnd: Seconds since the last move ended.",
  },
  {
    name: "@TimestampVictory",
    help: "@TimestampVictory: Seconds from the start of the game to the win.",
  },
  {
    name: "@TimestampGameOver",
    help: "@TimestampGameOver: Seconds from the start of the game to its end.",
  },
];
