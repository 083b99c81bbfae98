"""How fast Stable-Baselines3 collects frames: from many games in one engine, and from single games.

    pip install "./crates/python[sb3]"
    python benches/python/sb3.py --rounds 5

All play the same mode with the same policy, masks included: `GameVecEnv`, `make_vec_env` with as many
single games, and `make_vec_env` with 16 of them. Each round measures one after another. What is measured
is `collect_rollouts` of MaskablePPO: games, masks, infos, the buffer, and the network that chooses.
Frames are counted for a second of processor time.
"""

from __future__ import annotations

import argparse
import statistics
import time
from typing import Any

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env.base_vec_env import VecEnv

from polymerge.gym import GameEnv
from polymerge.sb3 import GameVecEnv


class Collector:
    """Collects frames from games."""

    def __init__(self, envs: VecEnv, steps: int) -> None:
        self.model: Any = MaskablePPO("MlpPolicy", envs, n_steps=steps, batch_size=envs.num_envs, device="cpu")
        self.frames = envs.num_envs * steps
        _, self.callback = self.model._setup_learn(self.frames)

    def speed(self) -> float:
        """Frames for a second of processor time."""
        model, begun = self.model, time.process_time()
        model.collect_rollouts(model.env, self.callback, model.rollout_buffer, model.n_steps, use_masking=True)
        return float(self.frames / (time.process_time() - begun))


def main() -> None:
    """Measures rounds, and shows medians."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--mode", default="classic")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=1024)
    given = parser.parse_args()
    torch.set_num_threads(1)
    options: dict[str, Any] = {"observation": "log2", "reward": "log"}

    def single(games: int) -> VecEnv:
        return make_vec_env(lambda: GameEnv(given.mode, **options), n_envs=games)

    players = {
        f"GameVecEnv, {given.games} games": Collector(GameVecEnv(given.games, given.mode, **options), 16),
        f"make_vec_env, {given.games} games": Collector(single(given.games), 8),
        "make_vec_env, 16 games": Collector(single(16), 128),
    }
    for player in players.values():
        player.speed()
    rounds = [[player.speed() for player in players.values()] for _ in range(given.rounds)]
    for name, speeds in zip(players, zip(*rounds)):
        ratio = statistics.median(own[0] / speed for own, speed in zip(rounds, speeds))
        print(f"{name}: {statistics.median(speeds):,.0f} frames a second; the first is {ratio:.1f} times as fast")


if __name__ == "__main__":
    main()
