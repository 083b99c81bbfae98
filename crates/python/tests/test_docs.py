"""The examples of the documents, run as they are printed."""

import re
from pathlib import Path
from typing import Any

import pytest

CRATE = Path(__file__).parent.parent
DOCS = CRATE.parent.parent / "docs"
DOCUMENTS = [CRATE / "README.md", DOCS / "python.md", DOCS / "train.md"]

#: What a block needs, by the word after its language.
NEEDED = {"": [], "sb3": ["stable_baselines3", "sb3_contrib"], "torch": ["torch"], "pyspiel": ["pyspiel"]}


def examples() -> list[tuple[str, str, str]]:
    """Every block of Python, with its document and number, and what it needs."""
    found = []
    for path in DOCUMENTS:
        blocks = re.findall(r"^```python *(\w*)\n(.*?)^```", path.read_text(encoding="utf-8"), re.M | re.S)
        found += [(f"{path.name}-{number + 1}", *block) for number, block in enumerate(blocks)]
    return found


def marks(needed: str) -> Any:
    """Warnings of other packages are no failures."""
    return [pytest.mark.filterwarnings("default")] if needed else []


@pytest.mark.parametrize(
    "needed, code", [pytest.param(*block, id=name, marks=marks(block[0])) for name, *block in examples()]
)
def test_an_example_runs(needed: str, code: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for module in NEEDED[needed]:
        pytest.importorskip(module, reason=f"{module} is not installed")
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "example", "exec"), {})


def test_there_are_examples() -> None:
    assert len(examples()) >= 18
