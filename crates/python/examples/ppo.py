"""PPO with masks, in one file: a policy and a value learn from many games that are played together.

    python crates/python/examples/ppo.py classic --minutes 15

The network looks things up: for each set of four cells that lie in a line or a square there is a table
of weights, indexed by the tiles in them. A direction's logit and the board's value are sums of such
weights. On square boards with the four usual directions, a direction is judged after turning the board
so that it leads to the left, and boards that mirror each other have one value: what is learned of one is
known of eight. Directions that move nothing are never tried: their logits are masked.

At the end the learned policy plays games of its own, and rollouts play the same seeds.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

import polymerge as pm
from polymerge.gym import GameVectorEnv

#: Cells of a pattern.
CELLS = 4


@dataclass
class Options:
    """What can be chosen."""

    mode: str = "classic"
    minutes: float = 15.0
    frames: int = 1 << 40
    seed: int = 1
    games: int = 512
    steps: int = 64
    parts: int = 4
    epochs: int = 3
    rate: float = 2e-3
    discount: float = 0.997
    smoothing: float = 0.95
    clip: float = 0.2
    entropy: float = 1e-3
    threads: int = 1
    final_games: int = 100
    turns: int = 2_000
    rollout_games: int = 20


def patterns(rows: int, columns: int) -> Iterator[NDArray[np.int64]]:
    """Cells that are looked at together: lines of four (or as long as the board is), and squares."""
    cells = np.arange(rows * columns).reshape(rows, columns)
    wide, high = min(CELLS, columns), min(CELLS, rows)
    for row in range(rows):
        for column in range(columns - wide + 1):
            yield cells[row, column : column + wide]
    for row in range(rows - high + 1):
        for column in range(columns):
            yield cells[row : row + high, column]
    for row in range(rows - 1):
        for column in range(columns - 1):
            yield cells[row : row + 2, column : column + 2].ravel()


class Views:
    """The ways to look at a board: for each direction those that turn it to the left, and for its value
    all that show the same board; on boards that can't be turned one for all."""

    def __init__(self, rules: pm.Rules) -> None:
        rows, columns = rules.shape
        cells = np.arange(rows * columns).reshape(rows, columns)
        words = [direction.words for direction in rules.directions]
        self.turn = rows == columns and sorted(words) == ["down", "left", "right", "up"]
        if self.turn:
            turns = {"left": 0, "up": 1, "right": 2, "down": 3}
            sides = [np.rot90(cells, turns[word]) for word in words]
            self.policy = [[side, side[::-1]] for side in sides]
            self.value = [view for pair in self.policy for view in pair]
        else:
            self.policy = [[cells] for _ in words]
            self.value = [cells]


class Network(nn.Module):
    """Sums of looked-up weights: a logit for each direction, and the value."""

    def __init__(self, rules: pm.Rules, codes: int) -> None:
        super().__init__()
        views, found = Views(rules), list(patterns(*rules.shape))
        self.codes, size = codes, codes**CELLS
        #: Each list of cells that is looked at, in order, once.
        lists: dict[tuple[int, ...], int] = {}

        def place(view: NDArray[np.int64], table: int) -> tuple[int, int]:
            cells = tuple(int(cell) for cell in view.ravel()[found[table % len(found)]])
            return lists.setdefault(cells, len(lists)), table * size

        tables = range(len(found))
        policy = [
            [place(view, table if views.turn else table + number * len(found)) for view in own for table in tables]
            for number, own in enumerate(views.policy)
        ]
        value = [place(view, table) for view in views.value for table in tables]
        powers = np.zeros((rules.shape[0] * rules.shape[1], len(lists)), np.float32)
        for cells, column in lists.items():
            powers[list(cells), column] = codes ** np.arange(len(cells))
        self.powers = torch.from_numpy(powers)
        self.policy_at, self.policy_table = torch.tensor(policy).unbind(-1)
        self.value_at, self.value_table = torch.tensor(value).unbind(-1)
        self.policy = nn.Parameter(torch.zeros((len(found) if views.turn else len(found) * len(policy)) * size))
        self.value = nn.Parameter(torch.zeros(len(found) * size))

    def forward(self, boards: Tensor) -> tuple[Tensor, Tensor]:
        """Logits and values of boards of codes."""
        # Whole numbers below 2^24, which floats hold exactly.
        numbers = (boards.float() @ self.powers).long()
        logits = looked_up(self.policy, numbers[:, self.policy_at] + self.policy_table)
        return logits, looked_up(self.value, numbers[:, self.value_at] + self.value_table)

    def encode(self, kinds: NDArray[np.int32]) -> Tensor:
        """Codes of the kinds of all cells: 0 is empty; the last one stands for all that have none."""
        flat = torch.from_numpy(kinds.reshape(len(kinds), -1))
        return torch.where(flat < -1, self.codes - 1, flat.clamp(0, self.codes - 1)).to(torch.uint8)


def looked_up(table: Tensor, where: Tensor) -> Tensor:
    """Sums of the weights at the last axis of places."""
    return table.index_select(0, where.ravel()).view(where.shape).sum(-1)


def masked(logits: Tensor, masks: Tensor) -> Tensor:
    """Logarithms of the probabilities of directions; those that move nothing have none."""
    # Of a game that has ended nothing is legal: whatever is chosen there, nothing happens.
    closed = ~masks & masks.any(-1, keepdim=True)
    return functional.log_softmax(logits.masked_fill(closed, -1e9), -1)


@dataclass
class Frames:
    """What was seen and done: a row for each step, a column for each game."""

    boards: Tensor
    masks: Tensor
    actions: Tensor
    logs: Tensor
    values: Tensor
    rewards: Tensor
    ends: Tensor

    @staticmethod
    def empty(steps: int, games: int, cells: int, directions: int) -> Frames:
        """Room for so many."""
        numbers = [torch.zeros(steps, games) for _ in range(4)]
        return Frames(
            torch.zeros(steps, games, cells, dtype=torch.uint8),
            torch.zeros(steps, games, directions, dtype=torch.bool),
            torch.zeros(steps, games, dtype=torch.long),
            *numbers,
        )

    def advantages(self, last: Tensor, discount: float, smoothing: float) -> Tensor:
        """How much better each step was than its board was thought to be worth."""
        made, ahead, sum_ = torch.zeros_like(self.rewards), last, torch.zeros_like(last)
        for step in reversed(range(len(made))):
            goes_on = 1 - self.ends[step]
            surprise = self.rewards[step] + discount * goes_on * ahead - self.values[step]
            sum_ = surprise + discount * smoothing * goes_on * sum_
            made[step], ahead = sum_, self.values[step]
        return made


class Learner:
    """A network that learns from the games of a vector environment."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.envs = GameVectorEnv(
            options.games, options.mode, autoreset_mode="SameStep", placement="direct", copy=False
        )
        rules = self.envs.rules
        self.network = Network(rules, codes=min(16, len(self.envs.batch.tiles) + 12))
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=options.rate, eps=1e-5, fused=True)
        self.frames = Frames.empty(options.steps, options.games, int(np.prod(rules.shape)), len(rules.directions))
        self.boards, infos = self.envs.reset(seed=options.seed)
        self.masks = infos["action_mask"]
        # Rewards are divided by the size of the sums that they come to.
        self.sums, self.scale = np.zeros(options.games), 1.0
        self.scores: list[float] = []
        self.made = 0

    def play(self) -> Tensor:
        """Plays a number of steps; gives the values of the boards after them."""
        frames, network, options = self.frames, self.network, self.options
        for step in range(options.steps):
            boards, masks = network.encode(self.boards), torch.from_numpy(self.masks.astype(np.bool_))
            logits, values = network(boards)
            logs = masked(logits, masks)
            # The largest of these is a direction with its probability.
            noise = -torch.log(-torch.log(torch.rand_like(logs).clamp(1e-12, 1 - 1e-7)))
            actions = (logs + noise).argmax(-1)
            frames.boards[step], frames.masks[step], frames.actions[step] = boards, masks, actions
            frames.logs[step], frames.values[step] = logs.gather(1, actions[:, None])[:, 0], values
            self.boards, rewards, over, cut, infos = self.envs.step(actions.numpy())
            ends = over | cut
            self.masks = infos["action_mask"]
            self.sums = self.sums * options.discount + rewards
            frames.rewards[step] = torch.from_numpy(rewards / self.scale)
            frames.ends[step] = torch.from_numpy(ends)
            if ends.any():
                self.scores += infos["final_info"]["score"][ends].tolist()
                self.sums[ends] = 0
        self.made += options.steps * options.games
        self.scale = max(1.0, 0.98 * self.scale + 0.02 * float(self.sums.std())) if self.made else 1.0
        after: Tensor = network(network.encode(self.boards))[1]
        return after

    def learn(self, last: Tensor, part_done: float) -> None:
        """Improves the network by the frames; the rate falls to 0 towards the end."""
        options, frames = self.options, self.frames
        gains = frames.advantages(last, options.discount, options.smoothing)
        aims = (gains + frames.values).ravel()
        rows = [frames.boards.flatten(0, 1), frames.masks.flatten(0, 1), frames.actions.ravel(), frames.logs.ravel()]
        gains = gains.ravel()
        self.optimizer.param_groups[0]["lr"] = options.rate * max(0.0, 1 - part_done)
        for _ in range(options.epochs):
            for chosen in torch.randperm(len(gains)).view(options.parts, -1):
                boards, masks, actions, before = (own[chosen] for own in rows)
                logits, values = self.network(boards)
                logs = masked(logits, masks)
                ratio = (logs.gather(1, actions[:, None])[:, 0] - before).exp()
                gain = gains[chosen]
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                bounded = ratio.clamp(1 - options.clip, 1 + options.clip)
                policy = -torch.min(ratio * gain, bounded * gain).mean()
                entropy = -(logs.exp() * logs).sum(-1).mean()
                error = functional.mse_loss(values, aims[chosen])
                loss = policy + 0.5 * error - options.entropy * entropy
                self.optimizer.zero_grad(set_to_none=True)
                torch.autograd.backward(loss)
                self.optimizer.step()

    def run(self) -> None:
        """Learns until the time is over, and says how it goes."""
        begun, told = time.monotonic(), 0.0
        while (done := self.done(time.monotonic() - begun)) < 1:
            with torch.no_grad():
                last = self.play()
            self.learn(last, done)
            passed = time.monotonic() - begun
            if passed - told > 20:
                told, recent = passed, self.scores[-500:]
                mean = f"{np.mean(recent):,.0f}" if recent else "?"
                print(f"{passed:5.0f} s, {self.made:,} frames, {len(self.scores):,} games, mean {mean}", flush=True)

    def done(self, passed: float) -> float:
        """The part of the time, or of the frames, that has gone by."""
        return max(passed / (60 * self.options.minutes), self.made / self.options.frames)

    @torch.no_grad()
    def scores_of(self, seeds: int) -> NDArray[np.float64]:
        """The scores of games from seed 0 on, in which the best direction is always pressed."""
        batch = self.envs.rules.batch(seeds, 0, restart="by_hand")
        while (masks := torch.from_numpy(batch.legal().astype(np.bool_))).any():
            logits, _ = self.network(self.network.encode(batch.kinds()))
            batch.step(masked(logits, masks).argmax(-1).numpy())
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
    rules = learner.envs.rules
    made = [rules.play(seed, turns=options.turns) for seed in range(options.rollout_games)]
    if made:
        print(shown(f"rollouts of {options.turns} turns a move", np.array([own.score for own in made])))


if __name__ == "__main__":
    main()
