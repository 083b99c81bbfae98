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
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ._engine import Batch, Mode, Rules
from ._text import board

__all__ = ["GameEnv", "GameVectorEnv"]

ID = "polymerge/Game-v0"

#: Numbers below 0 are contents that are no tiles; kinds are numbered up to this many.
_LEAST, _MOST = -6, 1 << 18

_RESTARTS = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "by_hand",
}


def _rules(mode: Any) -> Rules:
    if isinstance(mode, Rules):
        return mode
    return (mode if isinstance(mode, Mode) else Mode(mode)).compile()


class _Observer:
    """The observed part of a batch: ``kinds``, ``values``, ``log2`` or ``onehot``."""

    def __init__(self, rules: Rules, observation: str, channels: int) -> None:
        if observation not in ("kinds", "values", "log2", "onehot"):
            raise ValueError(f"observation={observation!r}: it is kinds, values, log2 or onehot")
        self.observation, self.channels = observation, channels
        rows, columns = rules.shape
        self.space: spaces.Box
        if observation == "kinds":
            self.space = spaces.Box(_LEAST, _MOST, (rows, columns), np.int32)
        elif observation == "onehot":
            self.space = spaces.Box(0, 1, (rows, columns, channels), np.uint8)
        else:
            kind = np.float64 if observation == "values" else np.float32
            self.space = spaces.Box(-np.inf, np.inf, (rows, columns), kind)

    def observe(self, batch: Batch, out: NDArray[Any] | None = None, final: bool = False) -> NDArray[Any]:
        """The boards of a batch, or the last ones of the games that ended with its last step."""
        if self.observation == "kinds":
            return batch.final_kinds() if final else batch.kinds(out)
        if self.observation == "onehot":
            kinds = batch.final_kinds() if final else batch.kinds()
            places = np.clip(kinds, 0, self.channels - 1)
            return np.eye(self.channels, dtype=np.uint8)[places]
        if self.observation == "values":
            return batch.final_values() if final else batch.values(out)
        values = np.abs(batch.final_values() if final else batch.values())
        return np.log2(values, out=np.zeros(values.shape, np.float32), where=values > 0, casting="unsafe")


class GameEnv(gymnasium.Env[NDArray[Any], Any]):
    """One game of a mode.

    ``observation``: ``"kinds"`` (numbers of ``tiles``; 0 and more are tiles, -1 is an empty
    cell), ``"values"``, ``"log2"`` of the values, or ``"onehot"`` of kinds with so many
    ``channels``. ``reward``: ``"points"``, or ``"log"`` of 1 more than the points to the base 2.
    A seed is the game that it is for ``Rules.start``.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}

    def __init__(
        self,
        mode: Any = "2048",
        *,
        observation: str = "kinds",
        channels: int = 32,
        reward: str = "points",
        render_mode: str | None = None,
        render_scale: float = 1.0,
    ) -> None:
        rules = _rules(mode)
        self._observer = _Observer(rules, observation, channels)
        self._log = _is_log(reward)
        self._batch = rules.batch(1, restart="by_hand")
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

    def _info(self, moved: bool) -> dict[str, Any]:
        return {
            "action_mask": self._batch.legal()[0],
            "moved": moved,
            "score": float(self._batch.scores[0]),
            "won": bool(self._batch.won[0]),
        }

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        super().reset(seed=seed)
        own = int(self.np_random.integers(1 << 53)) if seed is None else seed
        self._batch.reset(0, own)
        return self._observer.observe(self._batch)[0], self._info(False)

    def step(self, action: Any) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        batch = self._batch
        batch.step([action])
        reward = batch.log_rewards[0] if self._log else batch.rewards[0]
        return (
            self._observer.observe(batch)[0],
            float(reward),
            bool(batch.over[0]),
            False,
            self._info(bool(batch.moved[0])),
        )

    def render(self) -> Any:
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
    same seeds than ``Rules.start``). With ``copy=False`` the arrays of boards and masks are
    those of the step before, written over.

    ``reset(options={"reset_mask": ...})`` begins the next game where the mask says so.
    """

    def __init__(
        self,
        num_envs: int = 1,
        mode: Any = "2048",
        *,
        observation: str = "kinds",
        channels: int = 32,
        reward: str = "points",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        placement: str = "exact",
        copy: bool = True,
        render_mode: str | None = None,
        render_scale: float = 1.0,
    ) -> None:
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**GameEnv.metadata, "autoreset_mode": self.autoreset_mode}
        self.num_envs, rules = num_envs, _rules(mode)
        self._observer = _Observer(rules, observation, channels)
        self._log, self._copy = _is_log(reward), copy
        self.render_mode, self._scale = render_mode, render_scale
        self._batch = rules.batch(
            num_envs, placement=placement, restart=_RESTARTS[self.autoreset_mode], max_steps=max_episode_steps
        )
        self.single_observation_space = self._observer.space
        self.single_action_space = spaces.Discrete(len(rules.directions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._masks = self._batch.legal()
        in_place = observation in ("kinds", "values") and not copy
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
        if isinstance(seed, np.integer):
            seed = int(seed)
        super().reset(seed=seed if isinstance(seed, int) else None)
        which = self._all if options is None else options.get("reset_mask", self._all)
        which = np.asarray(which)
        if which.shape != (self.num_envs,) or which.dtype != np.bool_:
            raise ValueError(f"reset_mask must be {self.num_envs} truth values")
        if seed is None:
            seeds = [int(own) for own in self.np_random.integers(1 << 53, size=self.num_envs)]
        elif isinstance(seed, int):
            seeds = [seed + game for game in range(self.num_envs)]
        else:
            drawn = self.np_random.integers(1 << 53, size=self.num_envs)
            seeds = [int(drawn[game]) if own is None else own for game, own in enumerate(seed)]
        if len(seeds) != self.num_envs:
            raise ValueError(f"there are {len(seeds)} seeds for {self.num_envs} games")
        for game in np.flatnonzero(which):
            self._batch.reset(int(game), seeds[game])
        return self._observed(), self._infos(np.zeros(self.num_envs, np.bool_))

    def _observed(self) -> NDArray[Any]:
        return self._observer.observe(self._batch, self._boards)

    def _infos(self, moved: NDArray[np.bool_]) -> dict[str, Any]:
        self._masks = self._batch.legal(None if self._copy else self._masks)
        return {
            "action_mask": self._masks,
            "_action_mask": self._all,
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
        batch = self._batch
        batch.step(actions)
        if self.autoreset_mode is AutoresetMode.DISABLED:
            stopped = [own.game for own in batch.failures if own.code == "not-playing"]
            if stopped:
                raise ValueError(f"games {stopped[:8]} have ended: reset them with a reset_mask first")
        rewards = batch.log_rewards if self._log else batch.rewards
        over, truncated = batch.over, batch.truncated
        infos = self._infos(batch.moved)
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
