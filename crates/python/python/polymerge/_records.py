"""Public data, as plain records. Written by the tests of polymerge-schema."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from ._old import BestChoice, OldChoice, OldEvent, OldProgress, OldTile, OldValueChoice, OldValueRanking


class TurnEvent(OldEvent):
    """An event. Slides go one cell further each; those of the same pass happen together.

    ``slide`` (pass, tile, from, to): A tile moved on to the next free cell.
    ``merge`` (pass, rule, inputs, outputs, score): Tiles became other tiles.
    ``end_of_turn_rule`` (rule, place, tile, outputs, score): A rule of length 0 changed a tile at the end of the turn.
    ``hole`` (place, content): A temporary hole counted down.
    ``spawn`` (place, tile, forced): A tile appeared.
    ``spawn_failed`` (forced): There was no room left for a tile.
    ``replaced`` (place, before, after): A script replaced the content of a cell.
    ``script`` (script, trigger): A script ran that changed something.
    ``message`` (text, milliseconds): A message for the player.
    ``output`` (text): An expression printed something, for its author.
    ``auto_move`` (index, moved, score, events): An automatic move happened: a turn of its own.
    ``discovered`` (tile): A tile was seen for the first time.
    ``direction_blocked`` (direction): A direction can't be pressed any more.
    ``directions_freed``: All directions can be pressed again.
    ``screen`` (screen): The screen changed: a win, a loss, or back to play.
    ``other`` (name): An event of a later version of the engine.
    """


@dataclass(frozen=True)
class Turn:
    """The account of a turn."""

    moved: bool
    """True if anything moved or merged: the move was valid."""
    score: float
    """The change of the score: less than 0 where points were taken, or where the game was started again."""
    events: tuple[TurnEvent, ...]
    """All events, in order."""


class Place(NamedTuple):
    """A cell of the grid."""

    row: int
    """Counted from the top, from 0."""
    column: int
    """Counted from the left, from 0."""


@dataclass(frozen=True)
class PlacedTile(OldTile):
    """A cell with its content."""

    row: int
    """Counted from the top, from 0."""
    column: int
    """Counted from the left, from 0."""
    tile: Any
    """The content: a tile, or a word such as `"@Empty"`."""


@dataclass(frozen=True)
class Kind:
    """A content that a cell may hold."""

    sort: Literal["empty", "tile", "hole", "slippery", "temporary_hole", "other"]
    """The sort of content."""
    content: Any
    """The content: a tile, or a word such as `"@Empty"`."""
    value: float | None
    """The value of the tile; missing if that depends on more than the tile, or can't be computed."""


@dataclass(frozen=True)
class Direction:
    """A direction that can be pressed."""

    index: int
    """The index, by which it is pressed."""
    name: str
    """A name that no other direction has."""
    label: str
    """Its label, such as an arrow; may be empty."""
    words: str
    """The way in words, such as `left`."""
    letter: str | None
    """The letter that stands for it in moves as text."""
    rows: int
    """The step: how many rows down."""
    columns: int
    """The step: how many columns to the right. On grids of hexagons columns are half cells."""
    keys: tuple[str, ...]
    """Its keys, as `KeyboardEvent.code` names them."""
    button: tuple[float, ...]
    """The place of its button as the author wants it: width, height, size of the font, top, left, in parts of a square of 1; and the angle of the label, in degrees."""


@dataclass(frozen=True)
class Setting:
    """A setting that players choose."""

    name: str
    """Its name, as in `goals=fresh`."""
    title: str
    """Its title, in a few words."""
    about: str
    """More about it, if there is more to say."""
    default: str
    """The value it has at first."""
    values: str
    """The values it takes, in words."""
    kind: Literal["flag", "choice", "whole", "number", "any"]
    """The kind of values it takes."""
    options: tuple[SettingOption, ...]
    """The values of a choice."""
    least: float | None
    """The smallest number; may be infinite."""
    most: float | None
    """The largest number; may be infinite."""


@dataclass(frozen=True)
class SettingOption:
    """A possible value of a setting."""

    value: str
    """The value by which it is chosen."""
    title: str
    """Its meaning."""


@dataclass(frozen=True)
class Problem:
    """A problem of a mode file."""

    severity: Literal["error", "warning"]
    """The severity of the problem."""
    code: str
    """A stable name of this kind of problem, such as `"unknown-key"`."""
    message: str
    """The cause, in a sentence."""
    help: str | None
    """A way to correct it."""
    file: str | None
    """The file it is in; missing, like all that follows, if it has no place."""
    line: int | None
    """Line, from 1."""
    column: int | None
    """Column in characters, from 1."""
    width: int | None
    """The number of characters of the line that it covers."""
    from_: int | None
    """Its start in the text that was checked, in UTF-16 code units."""
    to: int | None
    """Its end in that text."""


@dataclass(frozen=True)
class Verdict:
    """The result of checking a claim."""

    holds: bool
    """True if score and number of moves are as claimed."""
    score: float
    """The score after the moves."""
    played: int
    """The moves that moved something."""
    ignored: int
    """The moves that moved nothing, or could not be pressed."""


@dataclass(frozen=True)
class Failure:
    """A game of a batch in which the last step did not happen."""

    game: int
    """The index of the game."""
    code: str
    """A stable name of the cause."""
    message: str
    """The cause, in a sentence."""


@dataclass(frozen=True)
class Spawn:
    """A tile that may spawn after a move."""

    row: int
    """The row of its cell."""
    column: int
    """The column of its cell."""
    kind: int
    """The number of its kind."""
    probability: float
    """Its probability."""


@dataclass(frozen=True)
class Ranking(BestChoice):
    """Directions in order, the best first."""

    choices: tuple[Choice, ...]
    """Every legal direction; none if the game is over or waits for an answer."""
    objective: Literal["score", "log_score", "turns"]
    """The quantity whose means the values are: the final score, its logarithm where scores spread over many magnitudes, or turns where all scores are equal."""
    turns: int
    """Turns simulated so far."""
    games: int
    """Random games so far."""
    horizon: int
    """The most turns that a random game takes."""
    complete: bool
    """True if every direction was tried at least once."""
    reasons: tuple[Reason, ...] | None
    """The reasons why the first direction is better than the second; missing in JavaScript, which asks for them by a method of its own."""


@dataclass(frozen=True)
class Choice(OldChoice):
    """The result of the random games of a direction."""

    direction: int
    """Its index."""
    name: str
    """Its name."""
    value: float
    """The mean of the compared quantity."""
    worse: float
    """The difference between the value of the best direction and this one."""
    error: float | None
    """The standard error of the value; missing for a single game."""
    games: int
    """Random games that began with it."""
    turns: float
    """The mean number of their turns."""
    win: float | None
    """The chance to win before the games are cut; missing if no goal is open."""
    survival: float | None
    """The chance to survive 50 turns; missing if the games are cut before."""
    failures: int
    """Games that ended because a turn failed or reached a limit."""


@dataclass(frozen=True)
class ValueRanking(OldValueRanking):
    """Directions in order, the best first, by learned values."""

    choices: tuple[ValueChoice, ...]
    """Every legal direction; none if the game is over or waits for an answer."""
    reward: Literal["points", "turns"]
    """The quantity that is estimated: the final score, or the turns to come."""
    depth: int
    """The depth to which all directions were searched, in moves."""
    positions: int
    """The number of positions that were evaluated."""
    exact: bool
    """True if the values are exact: everything that can happen was searched."""
    reasons: tuple[Reason, ...] | None
    """The reasons why the first direction is better than the second; missing in JavaScript, which asks for them by a method of its own."""


@dataclass(frozen=True)
class ValueChoice(OldValueChoice):
    """The learned value of a direction."""

    direction: int
    """Its index."""
    name: str
    """Its name."""
    value: float
    """The mean final score, or the mean number of turns to come."""
    worse: float
    """The difference between the value of the best direction and this one."""
    win: float | None
    """The chance to reach the goal; missing if no goal is open, or the chance was not learned."""


@dataclass(frozen=True)
class Reason:
    """A reason why the best direction is better than the next best one: a fact that the boards after both show."""

    reason: Literal["only", "wins", "survives", "keeps_corner", "makes", "makes_room", "prepares", "keeps_pairs", "points"]
    """The kind of reason: it is the only move, it reaches the goal, the other one ends the game, the most valuable tile stays in its corner, it makes a tile, more cells are empty, two tiles that merge come side by side, more pairs of neighbours can merge next, it brings more points at once."""
    text: str
    """The end of an English sentence."""
    tiles: tuple[str, ...]
    """The texts on the tiles that it speaks of."""
    amount: float | None
    """How many more cells, pairs or points; missing for other kinds."""


@dataclass(frozen=True)
class Outcome:
    """The result of a whole game, as Python has it."""

    score: float
    """The score."""
    turns: int
    """The turns."""
    won: bool
    """True if the game was won."""
    ended: bool
    """True if the game ended; false if it was cut."""


@dataclass(frozen=True)
class Progress(OldProgress):
    """The progress of learning. Means are of the last games."""

    games: int
    """Games so far."""
    moves: int
    """Moves so far."""
    recent: int
    """The number of last games that the following means are of."""
    score: float
    """The mean score."""
    turns: float
    """The mean number of turns."""
    won: float
    """The share of games in which the goal was reached."""


# The name until version 0.1.0.
Hint = Ranking
