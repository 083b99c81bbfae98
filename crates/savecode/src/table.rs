//! The table of all pieces of all codes.
//!
//! Everything that is said about a piece is said here: reading, writing,
//! explaining and the documentation go by this table.

use crate::encoding::Encoding;
use crate::kind::Kind::{self, *};
use crate::kind::Version::{self, *};
use crate::piece::{Absent, Piece, Shape, Span};

const REQUIRED: Absent = Absent::Required;

type Encodings = &'static [(Version, Encoding)];
const NUM: Encodings = &[(V1_0, Encoding::Number)];
const TEXT: Encodings = &[(V1_0, Encoding::Text)];
const FLAG: Encodings = &[(V1_0, Encoding::Flag)];
const HTML: Encodings = &[(V1_0, Encoding::Html)];
const JSON0: Encodings = &[(V1_0, Encoding::PlainJson)];
const JSON: Encodings = &[(V1_0, Encoding::Json)];
const COLOUR: Encodings = &[(V1_0, Encoding::Text), (V3_0, Encoding::Json)];
const RULES: Encodings = &[(V1_0, Encoding::Html), (V2_1_4, Encoding::EntityHtml), (V3_0, Encoding::Json)];

type Spans = &'static [Span];
const FIRST: Spans = &[within(Mode, V1_0, V1_0), within(Game, V1_0, V1_0)];
const FIRST_GAME: Spans = &[within(Game, V1_0, V1_0)];
const ALL: Spans = &[from(Mode, V1_1), from(Game, V1_1), from(Replay, V2_2)];
const BEFORE_START_FORCED: Spans =
    &[within(Mode, V1_1, V2_2_3), within(Game, V1_1, V2_2_3), within(Replay, V2_2, V2_2_2)];
const START_FORCED: Spans = &[from(Mode, V2_3), from(Game, V2_3), from(Replay, V2_3_1)];
const FILTER: Spans = &[from(Mode, V2_3), from(Game, V2_3), from(Replay, V2_3_1)];
const RECORDED: Spans = &[from(Game, V2_2), from(Replay, V2_2)];
const OTHER_SPAWNS: Spans = &[from(Game, V2_2_2), from(Replay, V2_2_2)];
const TIMED: Spans = &[from(Game, V3_0), from(Replay, V3_0)];

/// The layouts of Mode, Game and Replay codes from a version on.
macro_rules! since {
    ($version:ident) => {
        &[from(Mode, $version), from(Game, $version), from(Replay, $version)]
    };
}

/// The layouts of codes of one kind from a version on.
macro_rules! only {
    ($kind:ident, $version:ident) => {
        &[from($kind, $version)]
    };
}

/// All pieces, in the order in which they stand in the codes that have them.
#[rustfmt::skip]
static PIECES: &[Piece] = &[
    // Version 1.0, in an order of its own.
    piece("width", FIRST, NUM, Shape::Side, REQUIRED, "Columns of the grid."),
    piece("height", FIRST, NUM, Shape::Side, REQUIRED, "Rows of the grid."),
    piece("tileNumAmount", FIRST, NUM, Shape::TileEntries, REQUIRED, "Entries per tile."),
    piece("tileTypes", FIRST, JSON0, Shape::List, REQUIRED, "The looks of tiles."),
    piece("mergeRules", FIRST, JSON0, Shape::List, REQUIRED, "What merges into what."),
    piece("tileSpawns", FIRST, JSON0, Shape::List, REQUIRED, "What spawns, with weights."),
    piece("startingGrid", FIRST, JSON0, Shape::Grid, REQUIRED, "The grid at the start: rows of cells."),
    piece("winConditions", FIRST, JSON0, Shape::List, REQUIRED, "Tiles that win."),
    piece("winRequirement", FIRST, NUM, Shape::Number, REQUIRED, "How many winning tiles are needed."),
    piece("slideAmount", FIRST, NUM, Shape::Number, REQUIRED, "How far tiles slide."),
    piece("multiMerge", FIRST, FLAG, Shape::Any, REQUIRED, "Whether tiles may merge more than once a turn."),
    piece("gameplayBackground", FIRST, TEXT, Shape::Any, REQUIRED, "Colour behind everything."),
    piece("gridBackground", FIRST, TEXT, Shape::Any, REQUIRED, "Colour of the grid."),
    piece("tileBackground", FIRST, TEXT, Shape::Any, REQUIRED, "Colour of empty cells."),
    piece("textBackground", FIRST, TEXT, Shape::Any, REQUIRED, "Colour behind texts."),
    piece("rulesText", FIRST, HTML, Shape::Any, REQUIRED, "The rules as the player reads them, as HTML."),
    piece("showDiscovered", FIRST, FLAG, Shape::Any, REQUIRED, "Whether a box counts the tiles discovered."),
    piece("showWinning", FIRST, FLAG, Shape::Any, REQUIRED, "Whether a box counts the winning tiles discovered."),
    piece("spawnLocation", FIRST, TEXT, Shape::SpawnLocation, REQUIRED, "Where tiles spawn: `All` or `Edge`."),
    piece("startTileAmount", FIRST, NUM, Shape::Number, REQUIRED, "Tiles at the start."),
    piece("randomTileAmount", FIRST, NUM, Shape::Number, REQUIRED, "Tiles per turn."),
    piece("directions", FIRST, JSON0, Shape::Directions, REQUIRED, "The directions a player can press."),
    piece("nextTiles", FIRST, NUM, Shape::NextTiles, REQUIRED, "How many of the next tiles are shown."),
    piece("showMoves", FIRST, FLAG, Shape::Any, REQUIRED, "Whether a box counts the moves."),
    piece("showMerges", FIRST, FLAG, Shape::Any, REQUIRED, "Whether a box counts the merges."),
    piece("gameVars", FIRST, JSON0, Shape::List, REQUIRED, "Game variables."),
    piece("spawnConditions", FIRST, JSON0, Shape::Any, REQUIRED, "Whether tiles spawn in a turn."),
    piece("grid", FIRST_GAME, JSON0, Shape::Grid, REQUIRED, "The grid now."),
    piece("score", FIRST_GAME, NUM, Shape::NumberOrNan, REQUIRED, "The score."),
    piece("won", FIRST_GAME, NUM, Shape::Number, REQUIRED, "Winning tiles found; -1: played on after a win."),
    piece("discoveredTiles", FIRST_GAME, JSON0, Shape::List, REQUIRED, "Tiles that have been on the grid."),
    piece("discoveredWinning", FIRST_GAME, JSON0, Shape::List, REQUIRED, "Winning tiles that have been on the grid."),
    piece("spawnBoxes", FIRST_GAME, JSON0, Shape::List, REQUIRED, "What is left in the boxes that tiles are drawn from."),
    piece("directionsAvailable", FIRST_GAME, JSON0, Shape::Available, REQUIRED, "For each direction, whether it would move something."),
    piece("spawnConveyor", FIRST_GAME, JSON0, Shape::List, REQUIRED, "The tiles drawn in advance."),
    piece("movesSoFar", FIRST_GAME, NUM, Shape::Number, REQUIRED, "Moves made."),
    piece("mergesSoFar", FIRST_GAME, NUM, Shape::Number, REQUIRED, "Merges made."),
    piece("movesWhereMerged", FIRST_GAME, NUM, Shape::Number, REQUIRED, "Moves that merged something."),
    piece("mergesBeforeNow", FIRST_GAME, NUM, Shape::Number, REQUIRED, "Merges before the current move."),
    // Version 1.1 and later: what Mode, Game and Replay codes share.
    piece("width", ALL, NUM, Shape::Side, REQUIRED, "Columns of the grid."),
    piece("height", ALL, NUM, Shape::Side, REQUIRED, "Rows of the grid."),
    piece("startingGrid", ALL, JSON, Shape::Grid, REQUIRED, "The grid at the start: rows of cells."),
    piece("directions", ALL, JSON, Shape::Directions, REQUIRED, "The directions a player can press."),
    piece("autoDirections", ALL, JSON, Shape::AutoDirections, REQUIRED, "Automatic moves."),
    piece("movementParameters", ALL, JSON, Shape::List, REQUIRED, "Vertical step, horizontal step and slide length, evaluated for each cell."),
    piece("tileNumAmount", ALL, NUM, Shape::TileEntries, REQUIRED, "Entries per tile."),
    piece("tileTypes", ALL, JSON, Shape::List, REQUIRED, "The looks of tiles."),
    piece("mergeRules", ALL, JSON, Shape::List, REQUIRED, "What merges into what."),
    piece("startTileSpawns", ALL, JSON, Shape::StartSpawns, REQUIRED, "What spawns at the start of a game, with weights."),
    piece("forcedSpawns", BEFORE_START_FORCED, JSON, Shape::List, REQUIRED, "What is forced to spawn, as it is now."),
    piece("startForcedSpawns", START_FORCED, JSON, Shape::List, REQUIRED, "What is forced to spawn, as it is at the start."),
    piece("winConditions", ALL, JSON, Shape::List, REQUIRED, "Tiles that win, or conditions for them."),
    piece("winRequirement", ALL, JSON, Shape::Any, REQUIRED, "How many winning tiles are needed, or a condition."),
    piece("loseConditions", ALL, JSON, Shape::List, REQUIRED, "Tiles that lose, or conditions for them."),
    piece("loseRequirement", ALL, JSON, Shape::Any, REQUIRED, "How many losing tiles lose the game, or a condition."),
    piece("winPriority", ALL, JSON, Shape::Any, REQUIRED, "Whether winning beats losing in the same turn."),
    piece("postgameAllowed", ALL, JSON, Shape::Any, REQUIRED, "Whether play may go on after a win."),
    piece("statBoxes", ALL, JSON, Shape::List, REQUIRED, "The boxes above the grid."),
    piece("gameplayBackground", ALL, COLOUR, Shape::Any, REQUIRED, "Colour behind everything."),
    piece("gridBackground", ALL, COLOUR, Shape::Any, REQUIRED, "Colour of the grid."),
    piece("tileBackground", ALL, COLOUR, Shape::Any, REQUIRED, "Colour of empty cells."),
    piece("textBackground", ALL, COLOUR, Shape::Any, REQUIRED, "Colour behind texts."),
    piece("rulesText", ALL, RULES, Shape::RulesText, REQUIRED, "The rules as the player reads them: a list of `[tag, text]`; HTML before 3.0."),
    piece("multiMerge", ALL, JSON, Shape::Any, REQUIRED, "Whether tiles may merge more than once a turn."),
    piece("spawnLocation", ALL, TEXT, Shape::SpawnLocation, REQUIRED, "Where tiles spawn: `All` or `Edge`."),
    piece("startTileAmount", ALL, NUM, Shape::Number, REQUIRED, "Tiles at the start."),
    piece("randomTileAmount", ALL, NUM, Shape::Number, REQUIRED, "Tiles per turn."),
    piece("spawnConditions", ALL, JSON, Shape::Any, REQUIRED, "Whether tiles spawn in a turn."),
    piece("nextTiles", ALL, NUM, Shape::NextTiles, REQUIRED, "How many of the next tiles are shown."),
    piece("startGameVars", ALL, JSON, Shape::List, REQUIRED, "Game variables at the start."),
    piece("startModifierVars", ALL, JSON, Shape::List, REQUIRED, "Modifier variables at the start."),
    piece("scripts", ALL, JSON, Shape::List, REQUIRED, "Scripts with their triggers."),
    piece("hexagonal", since!(V1_4), JSON, Shape::Any, value("false"), "Whether the grid is drawn as hexagons."),
    piece("hiddenTileText", since!(V1_4), JSON, Shape::Any, value("false"), "Whether tiles hide their text."),
    piece("tileDisplayKnownLevel", since!(V2_1_13), NUM, Shape::NumberOrNan, value("2"), "How well the looks of tiles are remembered."),
    piece("mergeResultKnownLevel", since!(V2_1_13), NUM, Shape::NumberOrNan, value("0"), "How well the results of merges are remembered."),
    piece("knownMergeLookbackDistance", since!(V2_1_13), NUM, Shape::NumberOrNan, value("Infinity"), "How far back that memory looks."),
    piece("knownMergeMaxLength", since!(V2_1_14), NUM, Shape::NumberOrNan, value("Infinity"), "How many tiles of a merge it holds."),
    piece("tileValueFunction", since!(V2_2), JSON, Shape::Any, value("[0]"), "What a tile is worth."),
    piece("forcedSpawns", only!(Replay, V2_3_1), JSON, Shape::List, Absent::Copy("startForcedSpawns"), "What is forced to spawn, as it is now."),
    piece("discoveredTilesFilter", FILTER, JSON, Shape::List, value("[]"), "Which part of a tile is remembered as discovered."),
    piece("displayInterval", since!(V3_0), NUM, Shape::NumberOrNan, value("Infinity"), "Milliseconds between repaints, or infinity."),
    piece("spawnTileBlocked", since!(V3_0), JSON, Shape::Any, value("false"), "Whether a tile may not spawn in a cell."),
    piece("directionBlocked", since!(V3_0), JSON, Shape::Any, value("false"), "Whether a direction can't be pressed."),
    piece("componentOpacities", since!(V3_0), JSON, Shape::List, value("[]"), "How opaque parts of the screen are."),
    piece("displayLagReductions", since!(V3_0), JSON, Shape::ListOrNan, value("[]"), "What the display may leave out."),
    piece("startModifierVarIndices", since!(V3_0), JSON, Shape::List, Absent::FalsePerEntry("startModifierVars"), "Names beside the modifier variables at the start."),
    // A game in progress, and what a replay has of it.
    piece("grid", only!(Game, V1_1), JSON, Shape::Grid, REQUIRED, "The grid now."),
    piece("score", only!(Game, V1_1), NUM, Shape::NumberOrNan, REQUIRED, "The score."),
    piece("won", only!(Game, V1_1), NUM, Shape::Number, REQUIRED, "Winning tiles found; -1: played on after a win."),
    piece("directionsAvailable", only!(Game, V1_1), JSON, Shape::Available, REQUIRED, "For each direction, whether it would move something."),
    piece("tileSpawns", only!(Game, V1_1), JSON, Shape::List, REQUIRED, "What spawns, with weights, as it is now."),
    piece("spawnBoxes", only!(Game, V1_1), JSON, Shape::List, REQUIRED, "What is left in the boxes that tiles are drawn from."),
    piece("spawnConveyor", only!(Game, V1_1), JSON, Shape::List, REQUIRED, "The tiles drawn in advance."),
    piece("discoveredTiles", only!(Game, V1_1), JSON, Shape::List, REQUIRED, "Tiles that have been on the grid."),
    piece("discoveredWinning", only!(Game, V1_1), JSON, Shape::List, REQUIRED, "Winning tiles that have been on the grid."),
    piece("discoveredLosing", only!(Game, V1_1), JSON, Shape::List, REQUIRED, "Losing tiles that have been on the grid."),
    piece("movesSoFar", only!(Game, V1_1), NUM, Shape::Number, REQUIRED, "Moves made, automatic ones included."),
    piece("manualMovesSoFar", only!(Game, V1_1), NUM, Shape::Number, REQUIRED, "Moves made by the player."),
    piece("mergesSoFar", only!(Game, V1_1), NUM, Shape::Number, REQUIRED, "Merges made."),
    piece("movesWhereMerged", only!(Game, V1_1), NUM, Shape::Number, REQUIRED, "Moves that merged something."),
    piece("mergesBeforeNow", only!(Game, V1_1), NUM, Shape::Number, REQUIRED, "Merges before the current move."),
    piece("gameVars", only!(Game, V1_1), JSON, Shape::List, REQUIRED, "Game variables."),
    piece("modifierVars", only!(Game, V1_1), JSON, Shape::List, REQUIRED, "Modifier variables."),
    piece("possibleOverChecked", only!(Game, V1_1), JSON, Shape::Any, REQUIRED, "Whether the end of the game has been judged for this state."),
    piece("movesPlayed", RECORDED, JSON, Shape::Moves, value("[]"), "The moves so far, each with what it spawned."),
    piece("currentMovePlayed", RECORDED, JSON, Shape::List, value("[]"), "The last move, still without the next."),
    piece("otherRandomEvents", RECORDED, JSON, Shape::List, value("[0]"), "The random draws of scripts; a spare 0 ends the list."),
    piece("rngIndex", only!(Game, V2_2), NUM, Shape::NumberOrNan, value("0"), "The next place in the list of random draws."),
    piece("gameWon", only!(Replay, V2_2), NUM, Shape::Number, REQUIRED, "Whether the recorded game was won: 1 or 0."),
    piece("replayOtherSpawns", OTHER_SPAWNS, JSON, Shape::List, value("[]"), "What automatic moves spawned."),
    piece("forcedSpawns", only!(Game, V2_3), JSON, Shape::List, Absent::Copy("startForcedSpawns"), "What is forced to spawn, as it is now."),
    piece("elapsedTime", only!(Game, V3_0), JSON, Shape::Time, value("false"), "Milliseconds since the game started, or `false` if that is unknown."),
    piece("firstMoveTime", only!(Game, V3_0), JSON, Shape::Time, value("false"), "The time of the first move, counted from the start, or `false`."),
    piece("moveStartTime", only!(Game, V3_0), JSON, Shape::Time, value("false"), "The time the last move began."),
    piece("moveEndTime", only!(Game, V3_0), JSON, Shape::Time, value("false"), "The time the last move ended."),
    piece("victoryTime", only!(Game, V3_0), JSON, Shape::Time, value("false"), "The time the game was won."),
    piece("gameOverTime", only!(Game, V3_0), JSON, Shape::Time, value("false"), "The time the game ended."),
    piece("scriptTimes", only!(Game, V3_0), JSON, Shape::Times, value("false"), "For each script, the time it last ran."),
    piece("replayTimestamps", TIMED, JSON, Shape::List, value("[]"), "The time of each recorded move, counted from the start."),
    piece("modifierVarIndices", only!(Game, V3_0), JSON, Shape::List, Absent::FalsePerEntry("modifierVars"), "Names beside the modifier variables."),
    // The form of a Custom Mode.
    piece("spawningTiles", only!(Custom, V2_0), JSON, Shape::List, REQUIRED, "What spawns; first, whether something about it is custom."),
    piece("merges", only!(Custom, V2_0), JSON, Shape::List, REQUIRED, "What merges into what."),
    piece("colors", only!(Custom, V2_0), JSON, Shape::List, REQUIRED, "The looks of tiles."),
    piece("background", only!(Custom, V2_0), JSON, Shape::List, REQUIRED, "The five backgrounds, and one of the title since 3.0."),
    piece("wins", only!(Custom, V2_0), JSON, Shape::List, REQUIRED, "Tiles that win."),
    piece("losses", only!(Custom, V2_0), JSON, Shape::List, REQUIRED, "Tiles that lose."),
    piece("rulesText", only!(Custom, V2_0), JSON, Shape::CustomRules, REQUIRED, "Title and rules as the author wrote them."),
    // The settings of the modifiers.
    piece("modifiers", only!(Modifiers, V2_1), JSON, Shape::Modifiers, REQUIRED, "The settings in order, without the unused number 16."),
    piece("autoDirections", only!(Modifiers, V2_1), JSON, Shape::AutoDirections, REQUIRED, "Automatic moves."),
    piece("width", only!(Modifiers, V2_1), JSON, Shape::Side, Absent::NoCustomGrid, "Columns of the custom grid."),
    piece("height", only!(Modifiers, V2_1), JSON, Shape::Side, Absent::NoCustomGrid, "Rows of the custom grid."),
    piece("hexagonal", only!(Modifiers, V2_1), JSON, Shape::Any, Absent::NoCustomGrid, "Whether the custom grid is drawn as hexagons."),
    piece("startingGrid", only!(Modifiers, V2_1), JSON, Shape::Grid, Absent::NoCustomGrid, "The custom grid: rows of cells."),
    piece("directions", only!(Modifiers, V2_1), JSON, Shape::Directions, Absent::NoCustomGrid, "The directions of the custom grid."),
    // The form of an Infused Mode.
    piece("values", only!(Infused, V3_0), JSON, Shape::Infused, REQUIRED, "The entries of the form: texts that hold JSON, and a list of five flags."),
];

impl Piece {
    /// All rows of the table, in the order of the codes.
    pub fn all() -> &'static [Piece] {
        PIECES
    }
}

/// The pieces of codes of a kind and version, in order. The first is piece 2
/// of the code. Kind Modifiers has the last five only with a custom grid.
///
/// ```
/// use polymerge_savecode::{layout, Kind, Version};
/// let names: Vec<_> = layout(Kind::Game, Version::V3_0).map(|piece| piece.name).collect();
/// assert_eq!((names[0], names[46]), ("width", "grid"));
/// ```
pub fn layout(kind: Kind, version: Version) -> impl Iterator<Item = &'static Piece> {
    PIECES.iter().filter(move |piece| {
        piece.spans.iter().any(|s| s.kind == kind && s.since <= version && version <= s.until)
    })
}

const fn piece(
    name: &'static str,
    spans: Spans,
    encodings: Encodings,
    shape: Shape,
    absent: Absent,
    meaning: &'static str,
) -> Piece {
    Piece { name, spans, encodings, shape, absent, meaning }
}

const fn from(kind: Kind, since: Version) -> Span {
    within(kind, since, Version::CURRENT)
}

const fn within(kind: Kind, since: Version, until: Version) -> Span {
    Span { kind, since, until }
}

const fn value(text: &'static str) -> Absent {
    Absent::Value(text)
}
