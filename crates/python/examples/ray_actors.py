"""An actor loop on the vector environment: a linear policy, learned by the cross-entropy method.

Every actor has an environment of its own and tries policies in it; the best of each generation
make the next one. The games are those of seeds that depend on the generation only, so that the
result does not depend on how many actors there are::

    python ray_actors.py --generations 5 --workers 2
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import ray

from polymerge.gym import GameVectorEnv

TRIED, KEPT, GAMES = 16, 4, 24


@ray.remote
class Actor:
    """Plays games of one mode by policies that it is sent."""

    def __init__(self, mode: str) -> None:
        self.envs = GameVectorEnv(GAMES, mode, observation="log2", autoreset_mode="SameStep")

    def score(self, policy: Any, seed: int) -> float:
        """The mean score of the first game in each place."""
        boards, infos = self.envs.reset(seed=seed)
        scores: dict[int, float] = {}
        while len(scores) < GAMES:
            values = boards.reshape(GAMES, -1) @ policy
            actions = np.where(infos["action_mask"] > 0, values, -np.inf).argmax(axis=1)
            boards, _, over, _, infos = self.envs.step(actions)
            for game in np.flatnonzero(over):
                scores.setdefault(int(game), float(infos["final_info"]["score"][game]))
        return float(np.mean(list(scores.values())))


def learn(mode: str, generations: int, workers: int) -> list[float]:
    """The mean score of the kept policies, generation by generation."""
    actors = [Actor.remote(mode) for _ in range(workers)]
    random, told = np.random.default_rng(0), []
    mean, spread = np.zeros((16, 4)), np.ones((16, 4))
    for generation in range(generations):
        tried = mean + spread * random.standard_normal((TRIED, 16, 4))
        asked = [
            actors[place % workers].score.remote(own, 1000 * generation) for place, own in enumerate(tried)
        ]
        scores = np.array(ray.get(asked))
        kept = np.argsort(scores)[-KEPT:]
        mean, spread = tried[kept].mean(axis=0), tried[kept].std(axis=0) + 0.1
        told.append(float(scores[kept].mean()))
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--generations", type=int, default=5)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    ray.init(num_cpus=given.workers, include_dashboard=False)
    for generation, score in enumerate(learn("classic", given.generations, given.workers)):
        print(f"generation {generation}: {score:.1f}")
    ray.shutdown()


if __name__ == "__main__":
    main()
