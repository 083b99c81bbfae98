"""Exceptions: one for each kind of error of the engine."""

from __future__ import annotations

from typing import Any

from ._records import Problem


class PolymergeError(Exception):
    """Something went wrong; the message says what can be done about it.

    ``kind`` says what it is about, ``code`` is a stable name such as ``"unknown-key"``, and
    ``problems`` lists everything that is wrong with a mode file.
    """

    kind: str
    code: str
    problems: tuple[Problem, ...]

    def __init__(self, message: str, kind: str, code: str, problems: tuple[Problem, ...] = ()) -> None:
        super().__init__(message)
        self.kind = kind
        self.code = code
        self.problems = tuple(problems)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.kind, self.code, self.problems)


class InputError(PolymergeError, ValueError):
    """An argument is wrong: a name, a setting, a modifier."""


class RefusedError(PolymergeError):
    """The player can't do this now; the game is as before."""


class CodeError(PolymergeError):
    """A save code, a move string or a saved game can't be read or written."""


class ModeFileError(PolymergeError):
    """A mode file has errors; ``problems`` lists them."""


class RulesError(PolymergeError):
    """The mode can't be compiled, or one of its expressions failed."""


class RecordError(PolymergeError):
    """A recorded game contradicts its rules."""


class LimitError(PolymergeError):
    """A bound of ``Limits`` was reached."""


_KINDS: dict[str, type[PolymergeError]] = {
    "input": InputError,
    "refused": RefusedError,
    "code": CodeError,
    "file": ModeFileError,
    "rules": RulesError,
    "record": RecordError,
    "limit": LimitError,
}


def of_kind(message: str, kind: str, code: str, problems: tuple[Problem, ...]) -> PolymergeError:
    """The exception for an error of the engine."""
    return _KINDS.get(kind, PolymergeError)(message, kind, code, problems)
