"""The examples of the documents, run as they are printed."""

import re
from pathlib import Path

import pytest

CRATE = Path(__file__).parent.parent
DOCUMENTS = [CRATE / "README.md", CRATE.parent.parent / "docs" / "python.md"]


def examples() -> list[tuple[str, str]]:
    """Every block of Python, with its document and number."""
    found = []
    for path in DOCUMENTS:
        blocks = re.findall(r"^```python\n(.*?)^```", path.read_text(encoding="utf-8"), re.M | re.S)
        found += [(f"{path.name}-{number + 1}", block) for number, block in enumerate(blocks)]
    return found


@pytest.mark.parametrize("code", [pytest.param(code, id=name) for name, code in examples()])
def test_an_example_runs(code: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "example", "exec"), {})


def test_there_are_examples() -> None:
    assert len(examples()) >= 10
