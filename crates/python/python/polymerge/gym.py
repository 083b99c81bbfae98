"""Gymnasium environments: ``polymerge/Game-v0``, one game or many.

Importing this module registers it::

    import gymnasium as gym
    import polymerge.gym

    env = gym.make("polymerge/Game-v0", mode="2048")
    envs = gym.make_vec("polymerge/Game-v0", num_envs=4096, mode="2048")

A mode is a name, a number, a ``polymerge.Mode`` or ``polymerge.Rules``. An action that moves
nothing is no error: the game stays as it is, and ``info["moved"]`` is false. One that is not in
the action space is refused, and nothing happens.

Environments can be copied (``copy.deepcopy``) and pickled: the copy goes on as the other does.
"""

from __future__ import annotations

import copy as copy_module
import operator
import warnings
from collections.abc import Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ._engine import Batch, Mode, Rules
from ._records import Failure
from ._text import board

__all__ = ["GameEnv", "GameVectorEnv", "Observation", "Placement", "RenderMode", "Reward"]

#: What is observed of a board.
Observation = Literal["kinds", "onehot", "log2", "values"]
#: What is learned from: the points of a step, or the logarithm of 1 more.
Reward = Literal["points", "log"]
#: The way in which free cells are drawn.
Placement = Literal["exact", "direct"]
#: The way in which boards are shown.
RenderMode = Literal["ansi", "rgb_array"]

ID = "polymerge/Game-v0"

#: Numbers below 0 are contents that are no tiles, and -6 a tile without a number; kinds are
#: numbered up to this many.
_LEAST, _MOST = -6, 1 << 18

#: The level of a tile of infinite value.
_MOST_LEVEL = 1026

#: The channels of contents that are neither empty nor a tile with a channel of its own.
_OTHERS = 5
_FEWEST_CHANNELS, _MOST_CHANNELS = 32, 4096

_RESTARTS: dict[AutoresetMode, Literal["same_step", "next_step", "by_hand"]] = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "by_hand",
}


def _rules(mode: Any) -> Rules:
    if isinstance(mode, Rules):
        return mode
    return (mode if isinstance(mode, Mode) else Mode(mode)).compile()


class _Observer:
    """What is observed of the boards of a batch: see docs/python.md, "Observations"."""

    def __init__(self, batch: Batch, observation: str, channels: int | None) -> None:
        if observation not in ("kinds", "values", "log2", "onehot"):
            raise ValueError(f"observation={observation!r}: it is kinds, values, log2 or onehot")
        self.observation = observation
        shape = batch.shape[1:]
        self.space: spaces.Box
        if observation == "kinds":
            self.space = spaces.Box(_LEAST, _MOST, shape, np.int32)
        elif observation == "onehot":
            self.channels = _channels(batch, channels)
            self.space = spaces.Box(0, 1, (*shape, self.channels), np.uint8)
            # The kinds below this number have channels of their own.
            self._known, self._warned = self.channels - _OTHERS, False
            others = range(self._known, self.channels)
            # By the numbers of kinds: 0 and more, then -6 to -2, and -1, which is an empty cell.
            self._places = np.array([*range(self._known), *reversed(others), 0])
        elif observation == "log2":
            self.space = spaces.Box(-_MOST_LEVEL, _MOST_LEVEL, shape, np.float32)
        else:
            _warn_of_values(batch)
            self.space = spaces.Box(-np.inf, np.inf, shape, np.float64)

    def observe(self, batch: Batch, out: NDArray[Any] | None = None, final: bool = False) -> NDArray[Any]:
        """The boards of a batch, or the last ones of the games that ended with its last step."""
        if self.observation == "log2":
            return batch.final_levels() if final else batch.levels(out)
        if self.observation == "values":
            return _numbers(batch.final_values() if final else batch.values(out))
        kinds = batch.final_kinds() if final else batch.kinds(out)
        return kinds if self.observation == "kinds" else self._onehot(kinds)

    def _onehot(self, kinds: NDArray[np.int32]) -> NDArray[np.uint8]:
        late = kinds >= self._known
        if late.any():
            self._warn(int(kinds.max()))
            kinds = np.where(late, _LEAST, kinds)
        boards = np.zeros((kinds.size, self.channels), np.uint8)
        boards[np.arange(kinds.size), self._places[kinds.ravel()]] = 1
        return boards.reshape(*kinds.shape, self.channels)

    def _warn(self, kind: int) -> None:
        if not self._warned:
            self._warned = True
            needed = kind + 1 + _OTHERS
            warnings.warn(
                f"a tile of kind {kind} has no channel of its own and is shown in the last of {self.channels}:"
                f" channels={needed} has one for it",
                RuntimeWarning,
                stacklevel=4,
            )


def _channels(batch: Batch, given: int | None) -> int:
    """How many channels one-hot boards have."""
    if given is None:
        kinds = len(batch.tiles)
        needed = max(_FEWEST_CHANNELS, 2 * kinds + _OTHERS)
        if needed > _MOST_CHANNELS:
            raise ValueError(
                f"this mode has {kinds} kinds of tiles in its first turns:"
                " say how many channels there are, or observe log2 or kinds"
            )
        return needed
    least = _OTHERS + 2
    if isinstance(given, (bool, np.bool_)) or not isinstance(given, (int, np.integer)) or given < least:
        raise ValueError(f"channels is {given!r}; it must be a whole number from {least} on")
    return int(given)


def _warn_of_values(batch: Batch) -> None:
    """Says so if tiles of the first turns look like empty cells."""
    for tile in batch.tiles:
        # Where there is no value here, it depends on more than the tile.
        if tile.sort == "tile" and tile.value is not None and (tile.value == 0 or np.isnan(tile.value)):
            why = "is worth 0" if tile.value == 0 else "has no value"
            warnings.warn(
                f"values do not tell all tiles of this mode from empty cells: {tile.content!r} {why}."
                " log2, onehot and kinds tell them apart",
                RuntimeWarning,
                stacklevel=4,
            )
            return


def _numbers(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The values, with 0 in place of those that can't be computed."""
    with np.errstate(invalid="ignore"):
        doubtful = np.isnan(values.sum())
    if doubtful:
        values[np.isnan(values)] = 0
    return values


def _seed(given: Any) -> int:
    """A seed of any type of whole numbers."""
    try:
        seed = -1 if isinstance(given, (bool, np.bool_)) else operator.index(given)
    except TypeError:
        seed = -1
    if not 0 <= seed < 1 << 64:
        raise ValueError(f"seed is {given!r}; it must be a whole number from 0 to 2^64 - 1")
    return seed


def _numbers_of(random: np.random.Generator) -> dict[str, Any]:
    """Random numbers that are to come."""
    state: dict[str, Any] = copy_module.deepcopy(dict(random.bit_generator.state))
    return state


def _load(env: GameEnv | GameVectorEnv, state: dict[str, Any]) -> None:
    """Puts the games and random numbers of a state there, or neither."""
    given, own = tuple(state["batch"]["settings"]), env._batch._settings
    if given != own:
        raise ValueError(f"the state is of games with {given}, these have {own}: placement, restart, max_steps")
    before = env.np_random.bit_generator.state
    env.np_random.bit_generator.state = state["random"]
    try:
        env._batch.load_state_dict(state["batch"])
    except BaseException:
        env.np_random.bit_generator.state = before
        raise


class GameEnv(gymnasium.Env[NDArray[Any], Any]):
    """One game of a mode.

    ``observation``: each number has one meaning in all modes, but in ``"values"``.

    - ``"kinds"``: a tile's place in ``tiles``; -1 is an empty cell, -2 a hole.
    - ``"log2"``: 1 + log2 of a tile's value, and minus that of the opposite value below 0; 0 is
      an empty cell, -1/8 a hole, 1/4 a tile whose value can't be computed.
    - ``"onehot"``: channel k for kind k, 0 for an empty cell, and five for others; as many
      ``channels`` as the mode needs, if you don't say how many.
    - ``"values"`` of tiles: 0 where there is none, where it is 0, and where it can't be computed.

    ``reward``: ``"points"``, or ``"log"`` of 1 more than the points to the base 2. A seed is the
    game that it is for ``Rules.start``. ``info["failure"]`` says why a turn did not happen.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}

    def __init__(
        self,
        mode: Any = "2048",
        *,
        observation: Observation = "kinds",
        channels: int | None = None,
        reward: Reward = "points",
        render_mode: RenderMode | None = None,
        render_scale: float = 1.0,
    ) -> None:
        rules = _rules(mode)
        self._log = _is_log(reward)
        self._batch = rules.batch(1, restart="by_hand")
        self._observer = _Observer(self._batch, observation, channels)
        self.observation_space = self._observer.space
        self.action_space = spaces.Discrete(len(rules.directions))
        self.render_mode, self._scale = render_mode, render_scale

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._batch.rules

    @property
    def tiles(self) -> tuple[Any, ...]:
        """The kinds of tiles, by their numbers."""
        return self._batch.tiles

    def __copy__(self) -> GameEnv:
        # Two environments of one game would play it together.
        return copy_module.deepcopy(self)

    def action_masks(self) -> NDArray[np.bool_]:
        """The directions that move something."""
        masks: NDArray[np.bool_] = self._batch.legal()[0].astype(np.bool_)
        return masks

    def state_dict(self) -> dict[str, Any]:
        """Everything that decides how the game goes on, for ``load_state_dict``: plain texts, lists
        and numbers, which checkpoints can hold."""
        return {"batch": self._batch.state_dict(), "random": _numbers_of(self.np_random)}

    def load_state_dict(self, state: dict[str, Any]) -> tuple[NDArray[Any], dict[str, Any]]:
        """Goes on from what ``state_dict`` gave; returns the board and its facts, as ``reset`` does."""
        _load(self, state)
        return self._observer.observe(self._batch)[0], self._info(bool(self._batch.moved[0]), ())

    def _info(self, moved: bool, failures: tuple[Failure, ...]) -> dict[str, Any]:
        return {
            "action_mask": self._batch.legal()[0],
            "failure": failures[0] if failures else None,
            "moved": moved,
            "score": float(self._batch.scores[0]),
            "won": bool(self._batch.won[0]),
        }

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begins the game of a seed; without one, any game."""
        seed = None if seed is None else _seed(seed)
        super().reset(seed=seed)
        own = int(self.np_random.integers(1 << 53)) if seed is None else seed
        self._batch.reset(0, own)
        return self._observer.observe(self._batch)[0], self._info(False, ())

    def step(self, action: Any) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Presses a direction."""
        batch = self._batch
        batch.step([action])
        reward = batch.log_rewards[0] if self._log else batch.rewards[0]
        moved = bool(batch.moved[0])
        return (
            self._observer.observe(batch)[0],
            float(reward),
            bool(batch.over[0]),
            False,
            self._info(moved, () if moved else batch._faults),
        )

    def render(self) -> Any:
        """The board as text, or as a picture."""
        if self.render_mode == "ansi":
            return board(self._batch.values(no_tile=np.nan)[0], self._batch.kinds()[0])
        if self.render_mode == "rgb_array":
            return self._batch.rgb(0, self._scale)
        return None


def _is_log(reward: str) -> bool:
    if reward not in ("points", "log"):
        raise ValueError(f"reward={reward!r}: it is points or log")
    return reward == "log"


class GameVectorEnv(gymnasium.vector.VectorEnv[NDArray[Any], NDArray[Any], NDArray[Any]]):
    """Many games of a mode that are played together, in one engine.

    Options are those of ``GameEnv``, and: ``autoreset_mode`` (``SAME_STEP`` is the fastest),
    ``max_episode_steps``, ``placement`` (``"direct"`` is faster, but plays other games for the
    same seeds than ``Rules.start``), ``threads`` (as many as pay, if you don't say how many; they
    change no game). With ``copy=False`` the arrays of boards and masks are
    those of the step before, written over.

    ``reset(options={"reset_mask": ...})`` begins the next game where the mask says so.
    """

    def __init__(
        self,
        num_envs: int = 1,
        mode: Any = "2048",
        *,
        observation: Observation = "kinds",
        channels: int | None = None,
        reward: Reward = "points",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        placement: Placement = "exact",
        threads: int | None = None,
        copy: bool = True,
        render_mode: RenderMode | None = None,
        render_scale: float = 1.0,
    ) -> None:
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**GameEnv.metadata, "autoreset_mode": self.autoreset_mode}
        self.num_envs, rules = num_envs, _rules(mode)
        self._log, self._copy = _is_log(reward), copy
        self.render_mode, self._scale = render_mode, render_scale
        self._batch = rules.batch(
            num_envs,
            placement=placement,
            restart=_RESTARTS[self.autoreset_mode],
            max_steps=max_episode_steps,
            threads=threads,
        )
        self._observer = _Observer(self._batch, observation, channels)
        self.single_observation_space = self._observer.space
        self.single_action_space = spaces.Discrete(len(rules.directions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._masks = self._batch.legal()
        in_place = observation != "onehot" and not copy
        self._boards = self._observer.observe(self._batch) if in_place else None
        self._all = np.ones(num_envs, np.bool_)

    @property
    def tiles(self) -> tuple[Any, ...]:
        """The kinds of tiles, by their numbers."""
        return self._batch.tiles

    @property
    def rules(self) -> Rules:
        """The rules of the games."""
        return self._batch.rules

    def __copy__(self) -> GameVectorEnv:
        # Two environments of the same games would play them together.
        return copy_module.deepcopy(self)

    @property
    def batch(self) -> Batch:
        """The games."""
        return self._batch

    def action_masks(self) -> NDArray[np.bool_]:
        """The directions that move something, a row for each game."""
        return self._masks.astype(np.bool_)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begins the games of seeds: of one and those that follow it, or of a list with one for each.
        With ``options={"reset_mask": mask}``, games begin where the mask is true."""
        first, given = self._seeds(seed)
        which = self._all if options is None else options.get("reset_mask", self._all)
        which = np.asarray(which)
        if which.shape != (self.num_envs,) or which.dtype != np.bool_:
            raise ValueError(f"reset_mask must be {self.num_envs} truth values")
        super().reset(seed=first)
        drawn = self.np_random.integers(1 << 53, size=self.num_envs) if None in given else ()
        seeds = [int(drawn[game]) if own is None else own for game, own in enumerate(given)]
        for game in np.flatnonzero(which):
            self._batch.reset(int(game), seeds[game])
        return self._observed(), self._infos(np.zeros(self.num_envs, np.bool_), ())

    def _seeds(self, given: Any) -> tuple[int | None, list[int | None]]:
        """The seed of the random numbers, and those of the games."""
        if given is None:
            return None, [None] * self.num_envs
        if isinstance(given, Sequence) or isinstance(given, np.ndarray) and given.ndim > 0:
            if len(given) != self.num_envs:
                raise ValueError(f"there are {len(given)} seeds for {self.num_envs} games")
            seeds = [None if own is None else _seed(own) for own in given]
            # Games that begin later have seeds by the first of these.
            return next((own for own in seeds if own is not None), None), seeds
        # As those of a batch, the seeds after the largest one begin at 0.
        seed = _seed(given)
        return seed, [(seed + game) % (1 << 64) for game in range(self.num_envs)]

    def state_dict(self) -> dict[str, Any]:
        """Everything that decides how the games go on, for ``load_state_dict``: plain texts, lists
        and numbers, which checkpoints can hold."""
        return {"batch": self._batch.state_dict(), "random": _numbers_of(self.np_random)}

    def load_state_dict(self, state: dict[str, Any]) -> tuple[NDArray[Any], dict[str, Any]]:
        """Goes on from what ``state_dict`` gave of as many games; returns boards and infos, as
        ``reset`` does."""
        _load(self, state)
        return self._observed(), self._infos(self._batch.moved, ())

    def _observed(self) -> NDArray[Any]:
        return self._observer.observe(self._batch, self._boards)

    def _infos(self, moved: NDArray[np.bool_], failures: tuple[Failure, ...]) -> dict[str, Any]:
        self._masks = self._batch.legal(None if self._copy else self._masks)
        # None at first.
        failed = np.empty(self.num_envs, np.object_)
        for own in failures:
            failed[own.game] = own
        return {
            "action_mask": self._masks,
            "_action_mask": self._all,
            "failure": failed,
            "_failure": self._all,
            "moved": moved,
            "_moved": self._all,
            "score": self._batch.scores,
            "_score": self._all,
            "won": self._batch.won,
            "_won": self._all,
        }

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Presses a direction in each game."""
        batch = self._batch
        batch.step(actions)
        failures = batch._faults
        if failures and self.autoreset_mode is AutoresetMode.DISABLED:
            stopped = [own.game for own in failures if own.code == "not-playing"]
            if stopped:
                raise ValueError(f"games {stopped[:8]} have ended: reset them with a reset_mask first")
        rewards = batch.log_rewards if self._log else batch.rewards
        over, truncated = batch.over, batch.truncated
        infos = self._infos(batch.moved, failures)
        ended = over | truncated
        if self.autoreset_mode is AutoresetMode.SAME_STEP and ended.any():
            self._add_final(infos, ended)
        return self._observed(), rewards, over, truncated, infos

    def _add_final(self, infos: dict[str, Any], ended: NDArray[np.bool_]) -> None:
        """Facts about games that ended; elsewhere the numbers are of the game before."""
        boards = np.empty(self.num_envs, dtype=object)
        for game, own in zip(self._batch.ended.tolist(), self._observer.observe(self._batch, final=True)):
            boards[game] = own
        infos["final_obs"], infos["_final_obs"] = boards, ended
        infos["final_info"], infos["_final_info"] = (
            {
                "score": self._batch.final_scores,
                "_score": ended,
                "length": self._batch.final_lengths,
                "_length": ended,
                "won": self._batch.final_wins,
                "_won": ended,
            },
            ended,
        )

    def render(self) -> Any:
        """The boards as texts, or as pictures."""
        games = range(self.num_envs)
        if self.render_mode == "ansi":
            values, kinds = self._batch.values(no_tile=np.nan), self._batch.kinds()
            return tuple(board(values[game], kinds[game]) for game in games)
        if self.render_mode == "rgb_array":
            return tuple(self._batch.rgb(game, self._scale) for game in games)
        return None


if ID not in gymnasium.registry:
    gymnasium.register(
        ID, entry_point="polymerge.gym:GameEnv", vector_entry_point="polymerge.gym:GameVectorEnv"
    )
