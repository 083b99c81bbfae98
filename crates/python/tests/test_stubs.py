"""Everything public has a text, and the stubs of the engine have the same ones.

APPROVE=1 writes those of the engine into its stubs.
"""

import ast
import importlib
import inspect
import os
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import polymerge
from polymerge import _engine

STUBS = Path(__file__).parent.parent / "python" / "polymerge" / "_engine.pyi"
Definition = ast.ClassDef | ast.FunctionDef


def public(body: list[ast.stmt], of: Any) -> Iterator[tuple[str, Definition, Any]]:
    """The public definitions of the stubs with what they declare; of overloads the last one."""
    found = {own.name: own for own in body if isinstance(own, Definition) and not own.name.startswith("_")}
    for name, own in found.items():
        member = inspect.getattr_static(of, name)
        yield f"{of.__name__}.{name}", own, member
        if isinstance(own, ast.ClassDef):
            yield from public(own.body, member)


def text_of(member: Any) -> str:
    """The text of a member, as a program reads it."""
    return inspect.cleandoc(getattr(member, "__func__", member).__doc__ or "")


def written(source: str) -> str:
    """The stubs with the texts of the engine."""
    lines = source.splitlines()
    found = list(public(ast.parse(source).body, _engine))
    for _, own, member in sorted(found, key=lambda one: -one[1].lineno):
        first, last = own.body[0], own.body[-1]
        indent = " " * (own.col_offset + 4)
        text = textwrap.indent(f'"""{text_of(member)}"""', indent).splitlines()
        has_text = ast.get_docstring(own) is not None
        at = min([first.lineno, *(mark.lineno for mark in getattr(first, "decorator_list", []))]) - 1
        if isinstance(own, ast.ClassDef):
            lines[at : first.end_lineno if has_text else at] = text if has_text else [*text, ""]
        elif has_text:
            lines[at : last.end_lineno] = text
        else:
            head = lines[at].removesuffix("...").rstrip()
            lines[at : last.end_lineno] = [head, *text]
    return "\n".join(lines) + "\n"


def test_stubs_have_the_texts_of_the_engine() -> None:
    source = STUBS.read_text(encoding="utf-8")
    expected = written(source)
    if os.environ.get("APPROVE") == "1":
        STUBS.write_text(expected, encoding="utf-8")
    else:
        assert source == expected, "APPROVE=1 writes them"
    assert written(expected) == expected


def test_all_of_the_engine_has_a_text() -> None:
    found = list(public(ast.parse(STUBS.read_text(encoding="utf-8")).body, _engine))
    assert len(found) > 100
    assert [name for name, _, member in found if not text_of(member)] == []


MODULES = {"polymerge": None, "polymerge.gym": "gymnasium", "polymerge.sb3": "sb3_contrib", "polymerge.openspiel": "pyspiel"}


@pytest.mark.parametrize("name", MODULES)
def test_all_that_is_written_in_python_has_a_text(name: str) -> None:
    if (needed := MODULES[name]) is not None:
        pytest.importorskip(needed, reason=f"{needed} is not installed")
    module = importlib.import_module(name)
    missing = []
    for own in module.__all__:
        made = getattr(module, own)
        if inspect.isclass(made) or inspect.isroutine(made):
            missing += [own] if not made.__doc__ else []
        for member, value in vars(made).items() if isinstance(made, type) else ():
            is_code = callable(value) or isinstance(value, (property, staticmethod, classmethod))
            if is_code and not member.startswith("_") and not text_of(value):
                missing.append(f"{own}.{member}")
    assert missing == [] and module.__doc__


def test_the_version_is_that_of_the_package() -> None:
    from importlib.metadata import version

    assert polymerge.__version__ == version("polymerge")
