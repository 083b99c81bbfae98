// Special strings of the language: what they stand for. Generated from the table of words of the
// engine; `APPROVE=1 cargo test -p calcarray` writes it anew.

export const SPECIAL_STRINGS: readonly { name: string; help: string }[] = [
  {
    name: "@This",
    help: "@This, @This entry, @This @VCoord, @HCoord or @Position: The tile at the place: in a merge the rear tile, in a goal or a look the tested tile. With the number or name of an entry: this entry. With @VCoord, @HCoord or @Position: its row, its column or both.",
  },
  {
    name: "@Next",
    help: "@Next, @Next FL, @Next steps, @Next steps entry, @Next steps aside entry: The tile this many steps ahead. Without a number: the list of the tiles ahead that merge, the farthest first; with FL: of all tiles up to the edge. Beyond the edge it is only plain text.",
  },
  {
    name: "@NextNE",
    help: "@NextNE, @NextNE tiles, @NextNE tiles entry: The tile this many tiles ahead; empty cells are not counted. A negative number looks behind. Without a number: the list of all tiles ahead, the nearest first.",
  },
  {
    name: "@NextFull",
    help: "@NextFull, @NextFull tiles, @NextFull tiles entry: As @NextNE, but holes are not counted either.",
  },
  {
    name: "@Relative",
    help: "@Relative rows columns, @Relative rows columns entry: The tile this many rows down and columns to the right, in every direction of the move.",
  },
  {
    name: "@TileContainer",
    help: "@TileContainer: Where tiles are looked up: the grid, or a single tile that is tested without a grid.",
  },
  {
    name: "@Grid",
    help: '@Grid, @Grid row, @Grid row column, @Grid row column entry: The grid, a row, a cell or an entry of it, numbered from 0; without the last parts, all of them. For a computed place: ["@Grid","arr_elem",row,"arr_elem",column].',
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
    help: '@MoveType: The "type" of the direction, a number.',
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
    help: "@Var, @Var number: A variable of the line or of its rule, look or script; negative numbers count from the end. Only lists that start with @var_retain can read it. Without a number: the list of all.",
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
    help: "@MVarIndex, @MVarIndex modifier: The number of the modifier variable that belongs to a modifier; -1 if there is none. Without a number: the list of the modifiers.",
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
    help: "@Moves: How many moves were made; automatic moves count if they are their own turns.",
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
    help: "@MergesBefore: How many merges were made before this move. The merges of the move are added before tiles spawn. Therefore compare both on EndMovement, not on EndTurn.",
  },
  {
    name: "@DiscTiles",
    help: "@DiscTiles, @DiscTiles place, @DiscTiles place entry: The tiles that were discovered in this game, each once.",
  },
  {
    name: "@DiscWinning",
    help: "@DiscWinning, @DiscWinning place, @DiscWinning place entry: The winning tiles that were discovered.",
  },
  {
    name: "@DiscLosing",
    help: "@DiscLosing, @DiscLosing place, @DiscLosing place entry: The losing tiles that were discovered.",
  },
  {
    name: "@NextSpawns",
    help: '@NextSpawns, @NextSpawns place, @NextSpawns place entry: The tiles that spawn next, where they are shown ("next_tiles").',
  },
  {
    name: "@Primes",
    help: "@Primes: The primes that are known so far, as big integers; @primesUpdate finds more.",
  },
  {
    name: "@InGameStatus",
    help: "@InGameStatus: 2 during a move, 1 between turns, 0 while a code is made, -1 on the screen of a win, -2 at the end.",
  },
  {
    name: "@TimeSinceStartGame",
    help: "@TimeSinceStartGame: Seconds since the game began. All times are -1 if the event has not happened yet.",
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
