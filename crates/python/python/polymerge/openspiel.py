"""Every mode as a game of OpenSpiel, with chance nodes. Importing this module registers it::

    import pyspiel
    import polymerge.openspiel

    game = pyspiel.load_game("polymerge(mode=classic)")

A game has one player, whose actions are the directions of the mode, and perfect information. Its
parameters:

- ``mode``: the name of a built-in mode, or a Mode code. OpenSpiel takes a text of digits for
  a number: ``name:001-2048`` is a name, too.
- ``starts``: how many starts there are. The first node is one of chance: outcome ``i`` is the start of
  the game of seed ``i``, and all are equally likely. With 1, all games begin as that of seed 0 does.
- ``samples``: what spawns after a move is a node of chance with all tiles that may spawn, and their
  probabilities. Where that is only known by playing, as when several tiles spawn at once, the node has
  so many equally likely outcomes instead: outcome ``i`` plays the turn with the random numbers of seed
  ``i``. ``is_exact()`` of a state says which kind its node is.
- ``max_turns``: the number of turns after which a game is cut.

The score is the return at the end, as the searches of OpenSpiel need it; on the way it is
``state.position.score``. Wins are played on from, where the mode allows it. Needs ``open_spiel``
(``polymerge[openspiel]``).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyspiel

from ._engine import Engine, Mode, Position
from ._records import Spawn
from ._text import board

__all__ = ["Game", "Observer", "State"]

_DEFAULTS: dict[str, Any] = {"mode": "name:001-2048", "starts": 64, "samples": 64, "max_turns": 10_000}

_TYPE = pyspiel.GameType(
    short_name="polymerge",
    long_name="Variants of 2048",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=1,
    min_num_players=1,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_DEFAULTS,
)

#: A tile may spawn in any cell, and a cell gets one of so many kinds at most.
_KINDS_OF_SPAWNS = 64

#: The largest points that a game may come to: OpenSpiel wants finite ones.
_MOST_POINTS = 1e300


@dataclass
class _Setup:
    """What all states of a game have in common."""

    engine: Engine
    shape: tuple[int, int]
    words: list[str]
    starts: int
    samples: int
    max_turns: int

    def __deepcopy__(self, memo: Any) -> _Setup:
        # Clones of states are of the same game.
        return self


class Game(pyspiel.Game):
    """A mode as a game."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_DEFAULTS, **(params or {})}
        for name in ("starts", "samples", "max_turns"):
            if given[name] < 1:
                raise ValueError(f"{name} is {given[name]}; it must be at least 1")
        text = given["mode"]
        # A game is made again from its parameters as text, in which there is no equals sign.
        is_code = "|" in text
        mode = Mode.from_code(text.replace("~", "=")) if is_code else Mode(text.removeprefix("name:"))
        given["mode"] = text.replace("=", "~") if is_code else f"name:{mode.name}"
        rules = mode.compile()
        words = [direction.words for direction in rules.directions]
        self.setup = _Setup(
            rules.engine(), rules.shape, words, given["starts"], given["samples"], given["max_turns"]
        )
        cells = rules.shape[0] * rules.shape[1]
        info = pyspiel.GameInfo(
            num_distinct_actions=len(words),
            max_chance_outcomes=max(cells * _KINDS_OF_SPAWNS, given["starts"], given["samples"]),
            num_players=1,
            min_utility=-_MOST_POINTS,
            max_utility=_MOST_POINTS,
            utility_sum=None,
            max_game_length=given["max_turns"],
        )
        super().__init__(_TYPE, info, given)

    def new_initial_state(self) -> State:
        """The node of chance that chooses a start."""
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Observer:
        """What is observed of states."""
        if params:
            raise ValueError(f"observations have no parameters; these were given: {params}")
        return Observer(self.setup.shape)

    def max_chance_nodes_in_history(self) -> int:
        """The start, and one node for each turn."""
        return self.setup.max_turns + 1


class State(pyspiel.State):
    """A node: a start to be chosen, a direction to be pressed, a spawn to be chosen, or the end."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._setup = game.setup
        self._position: Position | None = None
        #: The direction that was pressed, and what may spawn: `None` if that is only known by playing.
        self._pressed: tuple[int, tuple[Spawn, ...] | None] | None = None
        self._legal: list[int] = []
        self._turns = 0
        self._points = 0.0

    @property
    def position(self) -> Position | None:
        """The position in the engine of the game; before the start is chosen, `None`. At a node of
        chance it is that before the move."""
        return self._position

    @property
    def engine(self) -> Engine:
        """The engine that plays it."""
        return self._setup.engine

    def is_exact(self) -> bool:
        """False at nodes of chance whose outcomes are samples of what may happen."""
        return self._position is not None and (self._pressed is None or self._pressed[1] is not None)

    def current_player(self) -> int:
        """The player, chance, or none at the end."""
        if self._position is None or self._pressed is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return 0 if self._legal else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return self._legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What may happen, with probabilities."""
        if self._pressed is not None and self._pressed[1] is not None:
            return [(action, spawn.probability) for action, spawn in enumerate(self._pressed[1])]
        count = self._setup.starts if self._position is None else self._setup.samples
        return [(action, 1 / count) for action in range(count)]

    def _apply_action(self, action: int) -> None:
        if self._position is None:
            self._position = self.engine.start(action)
            self._arrive(self._position)
        elif self._pressed is None:
            self._press(self._position, action)
        else:
            direction, spawns = self._pressed
            self._pressed = None
            self._turn(self._position, direction, None if spawns is None else spawns[action], action)

    def _press(self, position: Position, direction: int) -> None:
        """Makes the turn if nothing spawns in it; else chance comes next."""
        after = self.engine.afterstate(position, direction)
        spawns = None if after is None else after[2]
        if spawns == ():
            self._turn(position, direction, None, 0)
            return
        if spawns is not None:
            # Numbers of kinds depend on what an engine has met; contents do not.
            kinds = self.engine.kinds
            spawns = tuple(sorted(spawns, key=lambda own: (own.row, own.column, json.dumps(kinds[own.kind].content))))
        self._pressed = (direction, spawns)

    def _turn(self, position: Position, direction: int, spawn: Spawn | None, seed: int) -> None:
        # Clones of the state have the same position.
        position = position.copy()
        if spawn is None:
            self.engine.play(position, direction, seed)
        else:
            self.engine.play_spawn(position, direction, spawn, seed)
        self._turns += 1
        self._arrive(position)

    def _arrive(self, position: Position) -> None:
        if position.screen == "win" and not self.engine.is_over(position):
            self.engine.play_on(position)
        self._position, self._points = position, position.score
        self._legal = [] if self._turns >= self._setup.max_turns else self.engine.legal(position)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self._setup.words[action]
        if self._position is None:
            return f"start {action}"
        if self._pressed is None or self._pressed[1] is None:
            return f"sample {action}"
        spawn = self._pressed[1][action]
        return f"{json.dumps(self.engine.kinds[spawn.kind].content)} in {spawn.row},{spawn.column}"

    def is_terminal(self) -> bool:
        """True if nothing can be moved any more, or the game was cut."""
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        """All points, once the game has ended."""
        return [self._points if self.is_terminal() else 0.0]

    def __str__(self) -> str:
        if self._position is None:
            return "a start"
        shown = board(self.engine.values_of(self._position), self.engine.kinds_of(self._position))
        pressed = f"\n{self._setup.words[self._pressed[0]]}" if self._pressed is not None else ""
        return f"{shown}\nscore {self._position.score:g}{pressed}"


class Observer:
    """Observes boards: the levels of the cells, 0 before the start."""

    def __init__(self, shape: tuple[int, int]) -> None:
        self.tensor = np.zeros(shape[0] * shape[1], np.float32)
        self.dict = {"levels": self.tensor.reshape(shape)}

    def set_from(self, state: State, player: int) -> None:
        """Writes the levels of a state's board."""
        position = state.position
        self.dict["levels"][:] = 0 if position is None else state.engine.levels_of(position)

    def string_from(self, state: State, player: int) -> str:
        """The board as text."""
        return str(state)


pyspiel.register_game(_TYPE, Game)
