from collections.abc import Callable, Sequence
from os import PathLike
from typing import Any, Literal, final, overload

import numpy as np
from numpy.typing import NDArray

from ._records import (
    Direction,
    Failure,
    Kind,
    Outcome,
    Problem,
    Progress,
    Ranking,
    Setting,
    Spawn,
    Turn,
    ValueRanking,
    Verdict,
)

__version__: str

__all__ = [
    "__version__",
    "Batch",
    "check",
    "modes",
    "open",
    "Engine",
    "Position",
    "Game",
    "Replay",
    "hint",
    "train",
    "Weights",
    "Limits",
    "Mode",
    "verify",
    "Rules",
]

@final
class Limits:
    """Bounds for everything that comes from strangers."""

    @staticmethod
    def default() -> Limits:
        """Limits for what the user has at hand."""
    @staticmethod
    def strict() -> Limits:
        """Limits for servers, which open what many strangers send."""
    def but(self, **numbers: int) -> Limits:
        """Returns these limits with some numbers replaced."""
    def as_dict(self) -> dict[str, int]:
        """All of them by their names."""
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Mode:
    """A mode with settings and modifiers."""

    def __new__(cls, name: str | int, limits: Limits | None = None) -> Mode: ...
    @staticmethod
    def from_file(path: str | PathLike[str], limits: Limits | None = None) -> Mode:
        """A mode file, by its path. It may extend built-in files and those beside it."""
    @staticmethod
    def from_text(text: str, limits: Limits | None = None) -> Mode:
        """A mode file as text; it may extend built-in files."""
    @staticmethod
    def from_code(code: str, limits: Limits | None = None) -> Mode:
        """The mode of a save code."""
    @staticmethod
    def _restored(kind: str, text: str, changes: Sequence[tuple[bool, str]], limits: Limits) -> Mode: ...
    def set(self, *words: str, **named: str | float | bool) -> Mode:
        """This mode with settings: as words (`"goals=fresh"`) or by their names."""
    def with_(self, *words: str, **named: str | float | bool) -> Mode:
        """This mode with modifiers: as words (`"grid=5x5"`), a Modifiers code, or by their names."""
    def within(self, limits: Limits) -> Mode:
        """This mode with other limits."""
    def compile(self) -> Rules:
        """The rules, compiled and checked: what games are started from."""
    @property
    def title(self) -> str:
        """The title."""
    @property
    def about(self) -> str:
        """The description."""
    @property
    def name(self) -> str | None:
        """The name of the built-in mode that it is, or was made from."""
    @property
    def settings(self) -> tuple[Setting, ...]:
        """The settings that players choose."""
    @property
    def choices(self) -> dict[str, str]:
        """The chosen values of the settings, in words."""
    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the grid."""
    @property
    def directions(self) -> tuple[Direction, ...]:
        """The directions that can be pressed."""
    @property
    def digest(self) -> str:
        """16 digits that differ for modes that play differently."""
    def to_code(self) -> str:
        """Its Mode code."""
    def to_file(self) -> str:
        """The mode as a mode file, with all choices made."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Rules:
    """A mode compiled and checked: starts games, engines and batches."""

    def start(self, seed: int | None = None) -> Game:
        """Starts the game of a seed; without one, any game."""
    def play(self, seed: int, *, turns: int = 0, max_turns: int = 1_000_000) -> Outcome:
        """Plays the game of a seed at random, or by rollouts of `turns` turns for each move,
        to its end or for `max_turns` turns at most."""
    def engine(self, seed: int = 0) -> Engine:
        """Creates an engine to look ahead, with random numbers of a seed."""
    def batch(
        self,
        games: int,
        seed: int = 0,
        *,
        placement: Literal["exact", "direct"] = "exact",
        restart: Literal["same_step", "next_step", "by_hand"] = "same_step",
        max_steps: int | None = None,
        threads: int | None = None,
    ) -> Batch:
        """Many games that are played together, in as many threads as pay if you don't say how many."""
    def drawn(self, seed: int) -> Rules:
        """Returns these rules with random cells as this seed draws them, the same for all
        games."""
    @property
    def is_drawn(self) -> bool:
        """True if cells are drawn before each game."""
    @property
    def mode(self) -> Mode:
        """The mode, with its settings and modifiers."""
    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the grid."""
    @property
    def directions(self) -> tuple[Direction, ...]:
        """The directions that can be pressed."""
    def parse_moves(self, text: str) -> list[int]:
        """The moves that a text stands for, such as `"LURD"`."""
    def write_moves(self, moves: Sequence[int]) -> str:
        """Moves as a move string, three of them to a character."""
    def __copy__(self) -> Rules: ...
    def __deepcopy__(self, _memo: Any, /) -> Rules: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Game:
    """A game that is played: with its random numbers, the way back, and its record."""

    def play(self, direction: int | str) -> Turn:
        """Presses a direction, by its index or a name such as `"left"`."""
    def play_on(self) -> Turn:
        """Plays on after a win."""
    def restart(self) -> Turn:
        """Plays again, with the random numbers that come next."""
    def click(self, row: int, column: int) -> Turn:
        """Clicks on the tile of a cell."""
    def tick(self, now: float) -> Turn:
        """Lets time pass, to this moment in milliseconds."""
    def undo(self) -> bool:
        """Takes the last step back; false if there is none."""
    def redo(self) -> bool:
        """Makes the step again that was undone last; false if there is none."""
    def fork(self, seed: int | None = None) -> Game:
        """A copy that continues with the random numbers of a seed."""
    @property
    def legal(self) -> list[int]:
        """The directions that move something, exactly."""
    @property
    def available(self) -> list[int]:
        """The directions that are not known to move nothing."""
    @property
    def status(self) -> Literal["playing", "won", "over"]:
        """The status: `"playing"`, `"won"` or `"over"`."""
    @property
    def is_over(self) -> bool:
        """True if nothing can be done any more but to undo or to start again."""
    @property
    def is_won(self) -> bool:
        """True if it was won at some time."""
    @property
    def score(self) -> float:
        """The score."""
    @property
    def moves(self) -> int:
        """The moves so far."""
    @property
    def directions(self) -> list[int | None]:
        """The directions that were played to get here, by their indices; `None` is a click. Of a game
        that was started from its seed they are the whole game: `verify` plays them again."""
    @property
    def seed(self) -> int:
        """The seed that it was started or forked with; 0 of one that came out of a batch."""
    @property
    def steps(self) -> int:
        """The number of steps that can be undone."""
    @property
    def rules(self) -> Rules:
        """The rules that it is played by."""
    @property
    def values(self) -> NDArray[np.float64]:
        """The values of the tiles; NaN where there is none."""
    @property
    def kinds(self) -> NDArray[np.int32]:
        """The numbers of the kinds of tiles, those of `tiles`; -1 is an empty cell, -2 a hole,
        other negative numbers are other contents."""
    @property
    def tiles(self) -> tuple[Kind, ...]:
        """The kinds of tiles that were numbered so far, by their numbers."""
    @property
    def cells(self) -> list[list[Any]]:
        """The contents of all cells, row by row: tiles as lists of entries, words as texts."""
    def code(self) -> str:
        """Its Game code."""
    def mode_code(self) -> str:
        """The Mode code of the mode from which it began."""
    def replay_code(self) -> str:
        """Its Replay code: the whole game so far."""
    def saved(self) -> str:
        """A record of everything, to continue later: JSON for `open`."""
    @staticmethod
    def _restored(rules: Rules, saved: str, now: float = 0.0) -> Game: ...
    def eval(self, expression: str) -> Any:
        """Evaluates an expression, as JSON, on the game as it is."""
    def svg(self) -> str:
        """A picture, as SVG."""
    def png(self, scale: float = 1.0) -> bytes:
        """A picture, as the bytes of a PNG file; a cell has 100 pixels at scale 1."""
    def rgb(self, scale: float = 1.0) -> NDArray[np.uint8]:
        """A picture, as an array of rows, columns and three colours."""
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, _memo: Any, /) -> Game: ...
    def copy(self) -> Game:
        """A copy, with its random numbers and its way back."""
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Replay:
    """A recorded game with a position in it: 0 is the start, `len(replay) - 1` the end. Each step is
    checked when it is first made."""

    @staticmethod
    def from_code(code: str, limits: Limits | None = None) -> Replay:
        """Reads a Replay code."""
    @staticmethod
    def of_game(game: Game) -> Replay:
        """The game so far as a replay."""
    def step(self) -> Turn | None:
        """The next step, with its events; `None` at the end."""
    def seek(self, position: int) -> None:
        """Goes to a position, also backwards; to the end, if there is none so far on."""
    def take_over(self, seed: int | None = None) -> Game:
        """The game at this position, to be played on with the random numbers of a seed."""
    @property
    def position(self) -> int:
        """The position: how many recorded steps lie before it."""
    @property
    def directions(self) -> list[int | None]:
        """The direction of each step, by its index; `None` of steps that are clicks."""
    @property
    def times(self) -> NDArray[np.float64]:
        """Milliseconds from the start to each position as they were recorded."""
    @property
    def checks(self) -> Literal["everything", "moves"]:
        """The extent to which the record is checked: `"everything"`, or `"moves"` where scripts of
        the mode make spawns depend on data that a record does not hold."""
    @property
    def mode(self) -> Mode:
        """The mode that was played."""
    @property
    def score(self) -> float:
        """The score at this position."""
    @property
    def cells(self) -> list[list[Any]]:
        """The contents of all cells at this position, row by row, as those of `Game.cells`."""
    @property
    def values(self) -> NDArray[np.float64]:
        """The values of the tiles at this position; NaN where there is none."""
    def svg(self) -> str:
        """A picture of this position, as SVG."""
    def to_code(self) -> str:
        """The Replay code of the whole record."""
    def copy(self) -> Replay:
        """A replay of the same record, at the same position."""
    def __len__(self) -> int: ...
    def __copy__(self) -> Replay: ...
    def __deepcopy__(self, _memo: Any, /) -> Replay: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Engine:
    """An engine of a mode: plays positions of its games and looks ahead in them. Its cache
    serves all of its positions."""

    def start(self, seed: int | None = None) -> Position:
        """The start of a game, with random numbers of the engine or of a seed."""
    def position(self, game: Game) -> Position:
        """The position of a game of the same rules."""
    def snapshot(self, position: Position) -> str:
        """A position as a text, which an engine of equal rules reads by `resume`."""
    def resume(self, text: str) -> Position:
        """The position that `snapshot` wrote."""
    def play(self, position: Position, direction: int | str, seed: int | None = None) -> bool:
        """Presses a direction, by its index or name; returns true if anything moved. With a seed, the
        turn's random numbers are those of the seed, not the next ones of the engine."""
    def legal(self, position: Position) -> list[int]:
        """The indices of the directions that move something, exactly."""
    def is_over(self, position: Position) -> bool:
        """True if the game is over."""
    def play_on(self, position: Position) -> None:
        """Plays on after a win."""
    def afterstate(
        self, position: Position, direction: int | str
    ) -> tuple[float, Position, tuple[Spawn, ...] | None] | None:
        """The result of a direction before anything spawns: the points, the board as a
        position, and the possible spawns (`None`: they are only known by playing). `None`
        if the direction moves nothing, or other things happen by chance in that turn."""
    def play_spawn(
        self,
        position: Position,
        direction: int | str,
        spawn: Spawn | tuple[int, int, int],
        seed: int | None = None,
    ) -> bool:
        """Presses a direction so that this tile spawns: one of the spawns that `afterstate` gives, or
        its row, column and kind. Returns true if anything moved. Other random numbers of the turn
        are as in `play`."""
    def kinds_of(self, position: Position) -> NDArray[np.int32]:
        """The numbers of the kinds of all cells; -1 is an empty cell."""
    def values_of(self, position: Position) -> NDArray[np.float64]:
        """The values of the tiles; NaN where there is none."""
    def levels_of(self, position: Position) -> NDArray[np.float32]:
        """The levels of the cells, as those of `Batch.levels`: one number for each content, for
        learners."""
    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of tiles that were numbered so far, by their numbers."""
    @property
    def rules(self) -> Rules:
        """The rules that it plays by."""
    def __copy__(self) -> Engine: ...
    def __deepcopy__(self, _memo: Any, /) -> Engine: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    @staticmethod
    def _restored(rules: Rules, random: Sequence[int], kinds: Sequence[str]) -> Engine: ...

@final
class Position:
    """The state of a game in an engine. Only the engine that made it plays it."""

    @property
    def score(self) -> float:
        """The score."""
    @property
    def moves(self) -> float:
        """The moves so far."""
    @property
    def screen(self) -> Literal["play", "win", "over"]:
        """The screen in front of the player: `"play"`, `"win"` or `"over"`."""
    @property
    def is_won(self) -> bool:
        """True if the game was won at some time."""
    @property
    def engine(self) -> Engine:
        """The engine that plays it."""
    def copy(self) -> Position:
        """Another position that stands alike."""
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, _memo: Any, /) -> Position: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Batch:
    """Many games of one mode that are played together. Boards and masks are arrays; whatever has
    `out` writes into an array that is there."""

    def step(self, directions: NDArray[np.integer] | Sequence[int]) -> None:
        """Presses a direction in every game. Where one can't be pressed now, that game stays
        as it is; `failures` has its number and the reason. A number that is no direction of
        the mode is refused, and nothing happens in any game."""
    def kinds(self, out: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
        """The numbers of the kinds of all cells: games, rows, columns. -1 is an empty cell, -2 a
        hole; other negative numbers are other contents."""
    def final_kinds(self) -> NDArray[np.int32]:
        """The kinds of the last boards of the games that ended with the last step, in the
        order of `ended`; see `kinds`."""
    def values(self, out: NDArray[np.float64] | None = None, no_tile: float = 0.0) -> NDArray[np.float64]:
        """The values of the tiles; `no_tile` where there is none."""
    def final_values(self, no_tile: float = 0.0) -> NDArray[np.float64]:
        """The values of the last boards of the games that ended with the last step, in the
        order of `ended`; see `values`."""
    def levels(self, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """The levels of the cells: one number for each content, for learners. 0 is an empty cell,
        other contents without a tile are -1/8 (a hole) to -1/2; a tile has 1 + log2 of its
        value, and minus that of the opposite value below 0."""
    def final_levels(self) -> NDArray[np.float32]:
        """The levels of the last boards of the games that ended with the last step, in the
        order of `ended`; see `levels`."""
    def afterstates(self, out: NDArray[np.int32] | None = None) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
        """The boards after each direction and before anything spawns, as kinds: games, directions, rows,
        columns; and the points of these turns: games, directions. After a direction that moves
        nothing this is the present board, with 0 points. Where more than the spawn goes by chance, it
        is a board that may come."""
    def legal(self, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
        """The directions that move something, exactly: a row for each game, 1 for each of them.
        None of a game that has ended and waits for the next one."""
    @property
    def rewards(self) -> NDArray[np.float64]:
        """The points of every game in the last step."""
    @property
    def log_rewards(self) -> NDArray[np.float64]:
        """The logarithms of what every game scored in the last step, of 1 more, to the base 2."""
    @property
    def moved(self) -> NDArray[np.bool_]:
        """True for each game in which anything moved in the last step."""
    @property
    def won(self) -> NDArray[np.bool_]:
        """True for each game that has been won, as it was in the last step."""
    @property
    def over(self) -> NDArray[np.bool_]:
        """True for each game that the last step ended."""
    @property
    def truncated(self) -> NDArray[np.bool_]:
        """True for each game whose last step was the last one that a game may have."""
    @property
    def scores(self) -> NDArray[np.float64]:
        """The score of every game."""
    @property
    def ended(self) -> NDArray[np.int64]:
        """The numbers of the games that ended with the last step."""
    @property
    def final_scores(self) -> NDArray[np.float64]:
        """The score with which the last game in each place ended."""
    @property
    def final_lengths(self) -> NDArray[np.uint64]:
        """The number of steps of the last game that ended in each place."""
    @property
    def final_wins(self) -> NDArray[np.bool_]:
        """True for each place where the last game that ended had been won."""
    @property
    def games_ended(self) -> int:
        """The number of games that have ended."""
    @property
    def failures(self) -> tuple[Failure, ...]:
        """The games in which the last step did not happen."""
    @property
    def _faults(self) -> tuple[Failure, ...]: ...
    @property
    def _settings(self) -> tuple[str, str, int | None]: ...
    @property
    def tiles(self) -> tuple[Kind, ...]:
        """The kinds of tiles, by their numbers. Those of the first turns are alike in all
        batches of a mode; others are added as they occur."""
    @property
    def rules(self) -> Rules:
        """The rules that they are played by."""
    @property
    def threads(self) -> int:
        """The number of threads that a call may take now. As long as it was not chosen, it is 1 until
        steps turn out to be slow."""
    @property
    def shape(self) -> tuple[int, int, int]:
        """Games, rows, columns."""
    def reset(self, game: int, seed: int) -> None:
        """Begins the game of a seed in one place."""
    def restart(self, which: NDArray[np.bool_] | Sequence[bool]) -> None:
        """Begins the next game in each place where the mask is true."""
    def load(self, game: int, from_: Game, /) -> None:
        """Continues in one place from the state of a game of the same rules."""
    def game(self, game: int) -> Game:
        """One of the games, which goes on as its place in the batch does, to be played by itself. With
        `placement="direct"` it begins alike, but other tiles come."""
    def state_dict(self) -> dict[str, Any]:
        """Everything that decides how the games go on, and what the last step came to, but for
        `failures`: texts and lists, for `load_state_dict`."""
    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Goes on from what `state_dict` gave of a batch of as many games of equal rules, with the
        settings of that batch."""
    def svg(self, game: int) -> str:
        """A picture of one of the games, as SVG."""
    def png(self, game: int, scale: float = 1.0) -> bytes:
        """A picture of one of the games, as the bytes of a PNG file."""
    def rgb(self, game: int, scale: float = 1.0) -> NDArray[np.uint8]:
        """A picture of one of the games, as an array of rows, columns and three colours."""
    def copy(self) -> Batch:
        """A copy, which continues in the same way."""
    def __copy__(self) -> Batch: ...
    def __deepcopy__(self, _memo: Any, /) -> Batch: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    @staticmethod
    def _restored(
        rules: Rules, placement: str, texts: Sequence[str], threads: int | None = None
    ) -> Batch: ...
    def __len__(self) -> int: ...

@final
class Weights:
    """The learned values of the boards of a mode."""

    @staticmethod
    def from_bytes(rules: Rules, data: bytes, memory: int = 256) -> Weights:
        """Reads the result of `to_bytes`, for these rules."""
    def to_bytes(self) -> bytes:
        """A file from which learning continues as if it had not been interrupted."""
    @property
    def made(self) -> tuple[int, int]:
        """Games and moves that were learned from."""
    @property
    def rules(self) -> Rules:
        """The rules of the mode."""
    def play(self, seed: int, *, nodes: int = 0, max_turns: int = 1_000_000) -> Outcome:
        """Plays the game of a seed by the learned values; with `nodes`, searches at most
        this number of positions before each move."""
    def __reduce__(self) -> tuple[Any, ...]: ...

def check(text: str, name: str = "mode.jsonc", limits: Limits | None = None) -> tuple[Problem, ...]:
    """Lists the problems of a mode file: errors, and warnings about unwise parts."""
def modes() -> list[str]:
    """The names of all built-in modes."""
def open(text: str, limits: Limits | None = None, seed: int | None = None) -> Mode | Game | str:
    """Opens a text that a person has: a save code of any kind, a mode file, or a saved game.

    A mode is given as `Mode`, a game as `Game`, a replay as the `Game` that it comes to."""
def verify(rules: Rules, seed: int, moves: str, score: float, count: int | None = None) -> Verdict:
    """Checks a claim: plays the game of a seed and a move string, and compares the result."""
@overload
def hint(game: Game, turns: int = 100_000, seed: int = 0, weights: None = None) -> Ranking: ...
@overload
def hint(game: Game, turns: int, seed: int, weights: Weights) -> ValueRanking: ...
@overload
def hint(game: Game, turns: int = 100_000, seed: int = 0, *, weights: Weights) -> ValueRanking:
    """Ranks the directions of a game: by random games from there, of `turns` turns in all;
    with weights, by a search of at most `turns` positions with the learned values."""
def train(
    rules: Rules,
    moves: int,
    *,
    seed: int = 0,
    memory: int = 256,
    reward: Literal["points", "turns"] = "points",
    weights: Weights | None = None,
    progress: Callable[[Progress], bool | None] | None = None,
) -> Weights:
    """Learns the value of boards by playing about `moves` moves; `memory` is in MiB.
    `progress` is called with a `Progress` now and then; learning ends when it returns
    `False`."""
