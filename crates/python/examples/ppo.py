"""PPO with masks, in one file: a policy and a value learn from many games that are played together.

    python crates/python/examples/ppo.py classic --minutes 60

What is judged are the boards after each direction, before anything spawns (``Batch.afterstates``): so
no rules need to be learned. For lines of four cells and blocks of two by three there are tables, looked
up by the tiles in them; a row has two weights, for a value and for a preference. A board has the sums
of its rows, and boards that mirror each other have the same ones.

The worth of a direction is its reward and the value of the board after it. The logit of a direction is
its worth, as it was when the game was played, times a factor, and its preference. The value learns what
boards come to; the preference learns by PPO. Directions that move nothing have no probability.

At the end the learned policy plays games of its own, and rollouts play the same seeds.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

import polymerge as pm


@dataclass
class Options:
    """What can be chosen."""

    mode: str = "classic"
    minutes: float = 60.0  # of processor time
    seed: int = 1
    games: int = 512
    steps: int = 32
    parts: int = 4
    epochs: int = 2
    rate: float = 5e-3
    discount: float = 0.998
    smoothing: float = 0.9
    clip: float = 0.2
    entropy: float = 0.0
    #: How much the worth of a direction counts in its logit, and the reward that is 1.
    trust: float = 100.0
    unit: float = 100.0
    #: Tables have 2 to the power of this many rows.
    bits: int = 18
    threads: int = 1
    #: Seconds of processor time between two examinations.
    every: float = 600.0
    final_games: int = 100
    turns: int = 2_000
    rollout_games: int = 20


def patterns(rows: int, columns: int) -> Iterator[tuple[int, ...]]:
    """Cells that are looked at together: lines of four, blocks of two by three, or what there is room for."""
    cells = np.arange(rows * columns).reshape(rows, columns)
    for high, wide in ((1, 4), (4, 1), (2, 3), (3, 2)):
        high, wide = min(high, rows), min(wide, columns)
        for row in range(rows - high + 1):
            for column in range(columns - wide + 1):
                yield tuple(cells[row : row + high, column : column + wide].ravel().tolist())


def symmetries(rules: pm.Rules) -> list[NDArray[np.int64]]:
    """The ways to look at a board, by where each cell is; one if directions are others than the usual four."""
    cells = np.arange(rules.shape[0] * rules.shape[1]).reshape(rules.shape)
    if sorted(own.words for own in rules.directions) != ["down", "left", "right", "up"]:
        return [cells.ravel()]
    views = [cells, cells[::-1], cells[:, ::-1], cells[::-1, ::-1]]
    square = rules.shape[0] == rules.shape[1]
    return [own.ravel() for own in (views + [view.T for view in views] if square else views)]


class Sums(torch.autograd.Function):
    """Sums of rows of a table. Its gradient is counted, which takes a seventh of the usual time."""

    @staticmethod
    def forward(ctx: Any, table: Tensor, places: Tensor) -> Tensor:
        """One row of sums for each row of places."""
        ctx.save_for_backward(places)
        ctx.rows = len(table)
        return functional.embedding_bag(places, table, mode="sum")

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, None]:
        """The gradient of the table."""
        (places,), columns = ctx.saved_tensors, []
        for column in gradients[0].unbind(-1):
            used = column != 0
            each = column[used].repeat_interleave(places.shape[1])
            columns.append(torch.bincount(places[used].ravel(), each, ctx.rows))
        return torch.stack(columns, -1).float(), None


class Network(nn.Module):
    """Sums of looked-up weights: a value and a preference of each board."""

    #: Kinds of tiles that are told apart; the last one stands for all others, and for holes.
    CODES = 256

    def __init__(self, rules: pm.Rules, bits: int) -> None:
        super().__init__()
        self.bits, views = bits, symmetries(rules)
        tables: list[list[tuple[int, ...]]] = []
        seen: set[frozenset[int]] = set()
        for cells in patterns(*rules.shape):
            if frozenset(cells) not in seen:
                tables.append(sorted({tuple(view[list(cells)].tolist()) for view in views}))
                seen.update(frozenset(image) for image in tables[-1])
        lists = [cells for images in tables for cells in images]
        powers = np.zeros((len(views[0]), len(lists)))
        for column, cells in enumerate(lists):
            powers[list(cells), column] = float(self.CODES) ** np.arange(len(cells))
        self.powers = torch.from_numpy(powers)
        self.tables = torch.tensor([table << bits for table, images in enumerate(tables) for _ in images])
        self.weights = nn.Parameter(torch.zeros(len(tables) << bits, 2))

    def places(self, kinds: NDArray[np.int32]) -> Tensor:
        """The rows to look up for boards of kinds: games, directions, rows."""
        flat = torch.from_numpy(kinds.reshape(*kinds.shape[:2], -1))
        codes = torch.where(flat < -1, self.CODES - 1, flat.clamp(0, self.CODES - 1))
        # Whole numbers below 2^48, which these floats hold exactly; then the upper bits of a product.
        numbers = (codes.double() @ self.powers).long() * -7046029254386353131
        return ((numbers >> (64 - self.bits) & (1 << self.bits) - 1) + self.tables).int()

    def forward(self, places: Tensor) -> tuple[Tensor, Tensor]:
        """Values and preferences."""
        add: Any = Sums.apply
        sums: Tensor = add(self.weights, places.view(-1, places.shape[-1]))
        return sums[:, 0].view(places.shape[:-1]), sums[:, 1].view(places.shape[:-1])


def masked(logits: Tensor, masks: Tensor) -> Tensor:
    """Logarithms of the probabilities of directions; those that move nothing have none."""
    # Of a game that has ended nothing is legal: whatever is chosen there, nothing happens.
    closed = ~masks & masks.any(-1, keepdim=True)
    return functional.log_softmax(logits.masked_fill(closed, -1e9), -1)


@dataclass
class Frames:
    """What was seen and done: a row for each step, a column for each game."""

    places: Tensor
    worths: Tensor
    masks: Tensor
    actions: Tensor
    logs: Tensor
    values: Tensor
    rewards: Tensor
    ends: Tensor

    @staticmethod
    def empty(steps: int, games: int, directions: int, lists: int) -> Frames:
        """Room for so many."""
        return Frames(
            torch.zeros(steps, games, directions, lists, dtype=torch.int32),
            torch.zeros(steps, games, directions),
            torch.zeros(steps, games, directions, dtype=torch.bool),
            torch.zeros(steps, games, dtype=torch.long),
            *(torch.zeros(steps, games) for _ in range(4)),
        )

    def judged(self, last: Tensor, discount: float, smoothing: float) -> tuple[Tensor, Tensor]:
        """How much better each step was than its game was thought to be worth, and what the board after
        it came to."""
        gains, aims = torch.zeros_like(self.rewards), torch.zeros_like(self.rewards)
        ahead, gain = last, torch.zeros_like(last)
        for step in reversed(range(len(gains))):
            aims[step] = (1 - self.ends[step]) * (ahead + smoothing * gain)
            gain = self.rewards[step] + discount * aims[step] - self.values[step]
            gains[step], ahead = gain, self.values[step]
        return gains, aims


class Learner:
    """A network that learns from the games of a batch."""

    def __init__(self, options: Options) -> None:
        self.options, self.rules = options, pm.Mode(options.mode).compile()
        self.batch = self.rules.batch(options.games, options.seed, placement="direct")
        self.network = Network(self.rules, options.bits)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=options.rate, eps=1e-5, fused=True)
        shape = len(self.rules.directions), len(self.network.tables)
        self.frames = Frames.empty(options.steps, options.games, *shape)
        self.scores: list[float] = []
        self.made = 0

    def look(self, batch: pm.Batch) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Places of the boards after each direction, the worths of directions, masks, probabilities."""
        boards, points = batch.afterstates()
        rewards = np.copysign(np.log2(1 + np.abs(points)), points) / self.options.unit
        places, masks = self.network.places(boards), torch.from_numpy(batch.legal().astype(np.bool_))
        values, preferences = self.network(places)
        worths = torch.from_numpy(rewards).float() + self.options.discount * values
        return places, worths, masks, masked(preferences + self.options.trust * worths, masks)

    @torch.no_grad()
    def play(self) -> Tensor:
        """Plays a number of steps; gives the values of the games after them."""
        frames, batch, options = self.frames, self.batch, self.options
        for step in range(options.steps):
            places, worths, masks, logs = self.look(batch)
            # The largest of these is a direction with its probability.
            noise = -torch.log(-torch.log(torch.rand_like(logs).clamp(1e-12, 1 - 1e-7)))
            actions = (logs + noise).argmax(-1)
            frames.places[step], frames.worths[step], frames.masks[step] = places, worths, masks
            frames.actions[step], frames.logs[step] = actions, logs.gather(1, actions[:, None])[:, 0]
            frames.values[step] = (logs.exp() * worths).sum(-1)
            batch.step(actions.numpy())
            frames.rewards[step] = torch.from_numpy(batch.log_rewards / options.unit)
            frames.ends[step] = torch.from_numpy(batch.over)
            self.scores += batch.final_scores[batch.ended].tolist()
        self.made += options.steps * options.games
        _, worths, _, logs = self.look(batch)
        return (logs.exp() * worths).sum(-1)

    def learn(self, last: Tensor, part_done: float) -> None:
        """Improves the network by the frames; the rate falls to 0 towards the end."""
        options, frames = self.options, self.frames
        gains, aims = frames.judged(last, options.discount, options.smoothing)
        seen = [frames.places, frames.worths, frames.masks, frames.actions, frames.logs, gains, aims]
        rows = [own.flatten(0, 1) for own in seen]
        self.optimizer.param_groups[0]["lr"] = options.rate * max(0.0, 1 - part_done)
        for _ in range(options.epochs):
            for chosen in torch.randperm(gains.numel()).view(options.parts, -1):
                places, worths, masks, actions, before, gain, aim = (own[chosen] for own in rows)
                values, preferences = self.network(places)
                logs = masked(preferences + options.trust * worths, masks)
                ratio = (logs.gather(1, actions[:, None])[:, 0] - before).exp()
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                bounded = ratio.clamp(1 - options.clip, 1 + options.clip)
                policy = -torch.min(ratio * gain, bounded * gain).mean()
                entropy = -(logs.exp() * logs).sum(-1).mean()
                error = functional.mse_loss(values.gather(1, actions[:, None])[:, 0], aim)
                loss = policy + 0.5 * error - options.entropy * entropy
                self.optimizer.zero_grad(set_to_none=True)
                torch.autograd.backward(loss)
                self.optimizer.step()

    def run(self) -> None:
        """Learns until the time is over, and says how it goes."""
        options, start, begun = self.options, time.monotonic(), time.process_time()
        told = examined = passed = 0.0
        while (done := passed / (60 * options.minutes)) < 1:
            self.learn(self.play(), done)
            passed = time.process_time() - begun
            if passed - told > 30:
                told, recent = passed, self.scores[-500:]
                mean = f"{np.mean(recent):,.0f}" if recent else "?"
                times = f"{passed:.0f} s of processor time, {time.monotonic() - start:.0f} s"
                print(f"{times}: {self.made:,} frames, {len(self.scores):,} games, mean {mean}", flush=True)
            if passed - examined > options.every:
                examined = passed
                print(shown(f"{passed:.0f} s, learned", self.scores_of(options.final_games)), flush=True)

    @torch.no_grad()
    def scores_of(self, seeds: int) -> NDArray[np.float64]:
        """The scores of games from seed 0 on, in which the best direction is always pressed."""
        batch = self.rules.batch(seeds, restart="by_hand")
        while batch.legal().any():
            batch.step(self.look(batch)[3].argmax(-1).numpy())
        return batch.scores


def shown(name: str, scores: NDArray[np.float64]) -> str:
    """The mean of scores with its standard error."""
    error = scores.std() / max(1, len(scores) - 1) ** 0.5
    return f"{name}: mean {scores.mean():,.0f} +- {error:,.0f}, median {np.median(scores):,.0f}, {len(scores)} games"


def main() -> None:
    """Learns, plays, compares."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("mode", nargs="?", default=Options.mode)
    for name, value in vars(Options()).items():
        if name != "mode":
            parser.add_argument("--" + name.replace("_", "-"), type=type(value), default=value)
    options = Options(**vars(parser.parse_args()))
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    learner = Learner(options)
    learner.run()
    print(shown("learned", learner.scores_of(options.final_games)))
    made = [learner.rules.play(seed, turns=options.turns) for seed in range(options.rollout_games)]
    if made:
        print(shown(f"rollouts of {options.turns} turns a move", np.array([own.score for own in made])))


if __name__ == "__main__":
    main()
