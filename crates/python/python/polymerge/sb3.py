"""Many games for Stable-Baselines3, in one engine, with masks for ``MaskablePPO``::

    from sb3_contrib import MaskablePPO
    from polymerge.sb3 import GameVecEnv

    model = MaskablePPO("MlpPolicy", GameVecEnv(256, "classic", reward="log"))
    model.learn(1_000_000)

Needs ``stable-baselines3``, and ``sb3-contrib`` for masks (``polymerge[sb3]``).
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any, Literal

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env.base_vec_env import VecEnv

from ._engine import Batch, Rules
from .gym import GameVectorEnv, Observation, Placement, RenderMode, Reward

__all__ = ["GameVecEnv"]


class GameVecEnv(VecEnv):
    """Many games of a mode as a ``VecEnv``, played together in one engine.

    Options are those of ``polymerge.gym.GameVectorEnv``. As Stable-Baselines3 expects it, the next
    game begins in the step that ends one: then ``infos[i]`` has ``terminal_observation``,
    ``TimeLimit.truncated``, and ``episode`` with the sum of rewards ``r``, the length ``l`` and the
    seconds ``t``, as its ``Monitor`` gives them, beside ``score`` and ``won`` of the game that ended.
    Each info has the ``score`` of its game, ``won``, ``moved`` and ``failure``.
    """

    def __init__(
        self,
        num_envs: int = 1,
        mode: Any = "2048",
        *,
        observation: Observation = "onehot",
        channels: int | None = None,
        reward: Reward = "points",
        max_episode_steps: int | None = None,
        placement: Placement = "exact",
        threads: int | None = None,
        render_mode: RenderMode | None = None,
        render_scale: float = 1.0,
    ) -> None:
        self.envs = GameVectorEnv(
            num_envs,
            mode,
            observation=observation,
            channels=channels,
            reward=reward,
            autoreset_mode=AutoresetMode.SAME_STEP,
            max_episode_steps=max_episode_steps,
            placement=placement,
            threads=threads,
            render_mode=render_mode,
            render_scale=render_scale,
        )
        self._actions: NDArray[Any] | None = None
        self._returns = np.zeros(num_envs)
        self._begun = time.time()
        super().__init__(num_envs, self.envs.single_observation_space, self.envs.single_action_space)

    @property
    def rules(self) -> Rules:
        """The rules of the games."""
        return self.envs.rules

    @property
    def batch(self) -> Batch:
        """The games."""
        return self.envs.batch

    def action_masks(self) -> NDArray[np.bool_]:
        """The directions that move something, a row for each game."""
        return self.envs.action_masks()

    def reset(self) -> NDArray[Any]:
        """Begins all games, with the seeds of ``seed`` if it was called."""
        seeds = self._seeds if any(own is not None for own in self._seeds) else None
        boards, infos = self.envs.reset(seed=seeds)
        self.reset_infos = self._infos(infos)
        self._returns[:] = 0
        self._reset_seeds()
        self._reset_options()
        return boards

    def step_async(self, actions: NDArray[Any]) -> None:
        """Takes the actions of the next step."""
        self._actions = actions

    def step_wait(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], list[dict[str, Any]]]:
        """Makes the step."""
        if self._actions is None:
            raise RuntimeError("there are no actions to wait for: call step, or step_async first")
        actions, self._actions = self._actions, None
        boards, rewards, over, cut, infos = self.envs.step(actions)
        self._returns += rewards
        ended = over | cut
        told = self._infos(infos)
        if ended.any():
            self._add_final(told, infos, ended, cut & ~over)
        return boards, rewards.astype(np.float32), ended, told

    def _infos(self, infos: dict[str, Any]) -> list[dict[str, Any]]:
        columns = (infos[name].tolist() for name in ("score", "won", "moved", "failure"))
        return [
            {"score": score, "won": won, "moved": moved, "failure": failure}
            for score, won, moved, failure in zip(*columns)
        ]

    def _add_final(
        self, told: list[dict[str, Any]], infos: dict[str, Any], ended: NDArray[np.bool_], cut: NDArray[np.bool_]
    ) -> None:
        """Facts about games that ended, in place of those about the games that follow them."""
        final, passed = infos["final_info"], round(time.time() - self._begun, 6)
        for game in np.flatnonzero(ended).tolist():
            told[game] |= {
                "score": float(final["score"][game]),
                "won": bool(final["won"][game]),
                "terminal_observation": infos["final_obs"][game],
                "TimeLimit.truncated": bool(cut[game]),
                "episode": {
                    "r": float(self._returns[game]),
                    "l": int(final["length"][game]),
                    "t": passed,
                },
            }
        self._returns[ended] = 0

    def close(self) -> None:
        """Does nothing: there is nothing to close."""

    def get_attr(self, attr_name: str, indices: int | Iterable[int] | None = None) -> list[Any]:
        """An attribute of the games, which is the same for all."""
        value = getattr(self.envs, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: int | Iterable[int] | None = None) -> None:
        """Refused: what games have is chosen when they are made."""
        raise AttributeError(f"{attr_name} can't be set: make another GameVecEnv")

    def env_method(
        self,
        method_name: Literal["action_masks", "render"] | str,
        *method_args: Any,
        indices: int | Iterable[int] | None = None,
        **method_kwargs: Any,
    ) -> list[Any]:
        """Calls ``action_masks`` or ``render`` of the games."""
        if method_name not in ("action_masks", "render"):
            raise AttributeError(f"games have no method {method_name}; they have action_masks and render")
        made = getattr(self.envs, method_name)(*method_args, **method_kwargs)
        if made is not None and indices is None:
            return list(made)
        return [None if made is None else made[game] for game in self._get_indices(indices)]

    def env_is_wrapped(
        self, wrapper_class: type[Any], indices: int | Iterable[int] | None = None
    ) -> list[bool]:
        """True for ``Monitor``: episodes are told of as it does."""
        return [issubclass(wrapper_class, Monitor) for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[NDArray[np.uint8] | None]:
        """Pictures of the games, if they are rendered as arrays."""
        made = self.envs.render() if self.render_mode == "rgb_array" else None
        return [None] * self.num_envs if made is None else made

    def state_dict(self) -> dict[str, Any]:
        """Everything that decides how the games go on: see ``GameVectorEnv.state_dict``."""
        return {"envs": self.envs.state_dict(), "returns": self._returns.tolist()}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Goes on from what ``state_dict`` gave."""
        returns = np.array(state["returns"], np.float64)
        if returns.shape != (self.num_envs,):
            raise ValueError(f"the state is of {len(returns)} games; these are {self.num_envs}")
        self.envs.load_state_dict(state["envs"])
        self._returns = returns
