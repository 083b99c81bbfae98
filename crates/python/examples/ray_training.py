"""Players that learn on many workers, and the best of them.

Each learner has a seed of its own and learns from games of its own; then all of them play the
games of the same seeds, also on many workers, and the weights of the best are gathered. So the
result does not depend on how many workers there are::

    python ray_training.py classic --learners 2 --moves 100000 --workers 2
"""

from __future__ import annotations

import argparse

import numpy as np
import ray

import polymerge as pm


@ray.remote
def learn(rules: pm.Rules, seed: int, moves: int, memory: int) -> pm.Weights:
    """Weights that were learned from the games of a seed."""
    return pm.train(rules, moves, seed=seed, memory=memory)


@ray.remote
def score(weights: pm.Weights, seeds: range) -> float:
    """The mean score of games that are played by weights."""
    return float(np.mean([weights.play(seed).score for seed in seeds]))


def best(
    rules: pm.Rules, learners: int, moves: int, memory: int = 32, games: int = 50
) -> tuple[pm.Weights, list[float]]:
    """The weights that play best, and the mean scores of all."""
    shared = ray.put(rules)
    learned = [learn.remote(shared, seed, moves, memory) for seed in range(learners)]
    scores = ray.get([score.remote(own, range(games)) for own in learned])
    return ray.get(learned[int(np.argmax(scores))]), scores


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mode", nargs="?", default="classic")
    parser.add_argument("--learners", type=int, default=2)
    parser.add_argument("--moves", type=int, default=100_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", help="a file for the weights")
    given = parser.parse_args()
    ray.init(num_cpus=given.workers, include_dashboard=False)
    rules = pm.Mode(given.mode).compile()
    weights, scores = best(rules, given.learners, given.moves)
    by_chance = np.mean([rules.play(seed).score for seed in range(50)])
    print("mean scores:", ", ".join(f"{own:.1f}" for own in scores), f"(at random: {by_chance:.1f})")
    if given.out:
        with open(given.out, "wb") as file:
            file.write(weights.to_bytes())
    ray.shutdown()


if __name__ == "__main__":
    main()
