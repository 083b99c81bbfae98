"""Arrays of other libraries, in and out."""

from typing import Any

import numpy as np
import pytest

import polymerge as pm
from polymerge.gym import GameVectorEnv

CLASSIC = pm.Mode("classic").compile()


class Lent:
    """An array that can only be had by DLPack."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __dlpack__(self, **options: Any) -> Any:
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self) -> Any:
        return self.array.__dlpack_device__()


class Elsewhere:
    """An array in other memory than that of the processor."""

    def __dlpack__(self, **options: Any) -> Any:
        raise BufferError("it is elsewhere")

    def __dlpack_device__(self) -> Any:
        return 2, 0


def test_directions_come_by_dlpack() -> None:
    batch, same = CLASSIC.batch(2, seed=7), CLASSIC.batch(2, seed=7)
    batch.step(Lent(np.array([2, 0])))  # type: ignore[arg-type]
    same.step([2, 0])
    assert np.array_equal(batch.kinds(), same.kinds())
    for bad, message in [(Lent(np.array([2.0, 0])), "whole numbers, not float64"), (Elsewhere(), "memory of the processor")]:
        with pytest.raises(pm.InputError, match=message):
            batch.step(bad)  # type: ignore[arg-type]


class Copied:
    """An array that gives a copy of its numbers each time."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return self.array.copy()


def test_what_gives_copies_is_not_filled() -> None:
    batch = CLASSIC.batch(2, seed=7)
    board, points = np.zeros((2, 4, 4), np.int32), np.zeros((2, 4), np.int8)
    for fill in (
        lambda: batch.kinds(Copied(board)),  # type: ignore[arg-type]
        lambda: batch.legal(Copied(points)),  # type: ignore[arg-type]
        lambda: batch.afterstates(Copied(np.zeros((2, 4, 4, 4), np.int32))),  # type: ignore[arg-type]
    ):
        with pytest.raises(TypeError, match="out is Copied, which gives copies"):
            fill()
    assert not board.any()
    # It may be read.
    batch.step(Copied(np.array([2, 0])))  # type: ignore[arg-type]


def test_tensors_of_torch_go_in_and_out() -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    batch, same = CLASSIC.batch(3, seed=7), CLASSIC.batch(3, seed=7)
    for kind in (torch.int64, torch.int32, torch.uint8):
        batch.step(torch.tensor([2, 0, 1], dtype=kind))
        same.step([2, 0, 1])
    boards, masks, levels = (
        torch.zeros((3, 4, 4), dtype=torch.int32),
        torch.zeros((3, 4), dtype=torch.int8),
        torch.zeros((3, 4, 8), dtype=torch.float32)[:, :, ::2],
    )
    assert batch.kinds(boards) is boards and batch.legal(masks) is masks and batch.levels(levels) is levels
    assert np.array_equal(boards.numpy(), same.kinds()) and np.array_equal(masks.numpy(), same.legal())
    assert np.array_equal(levels.numpy(), same.levels())
    assert torch.equal(torch.from_dlpack(batch.kinds()), boards)
    with pytest.raises(pm.InputError, match="out holds int64; it must hold int32"):
        batch.kinds(torch.zeros((3, 4, 4), dtype=torch.int64))
    with pytest.raises(pm.InputError, match="whole numbers, not float32"):
        batch.step(torch.tensor([2.0, 0, 1]))
    batch.restart(torch.tensor([True, False, False]))
    assert (batch.kinds()[0] >= 0).sum() == 2
    envs = GameVectorEnv(3, "classic")
    envs.reset(seed=7)
    envs.step(torch.tensor([2, 0, 1]))  # type: ignore[arg-type]


def test_arrays_of_jax_go_in() -> None:
    jax = pytest.importorskip("jax.numpy", reason="jax is not installed")
    batch, same = CLASSIC.batch(2, seed=7), CLASSIC.batch(2, seed=7)
    batch.step(jax.array([2, 0]))
    same.step([2, 0])
    assert np.array_equal(np.asarray(jax.from_dlpack(batch.kinds())), same.kinds())
    # They never change.
    with pytest.raises(pm.InputError, match="can't be written to"):
        batch.kinds(jax.zeros((2, 4, 4), jax.int32))
