"""What one entry of a set is, and how `instructions.yaml` of the set writes them down.

The sentences are those of people who only see the screen. Each says the program, the prepared state it starts
from, and what the program holds when the sentence has been done: `[sentence, {key: value}, [also, ...]]`. A value
is the one that must be there, or a condition as below: `!has [part]`. Any other change is a wrong press, except
the keys under `also`. Where a name is typed after the selected stem of an old one, as file dialogs do, the name
with a second ending counts too (two keys parted by ||).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml


@dataclass(frozen=True)
class Entry:
    """One sentence and the effect that it has to have."""

    program: str
    sentence: str
    expect: dict[str, Any] = field(default_factory=dict)
    start: str = ""
    also: tuple[str, ...] = ()


def _has(*parts: str) -> Callable[[Any], bool]:
    return lambda value: (
        value is not None
        and all(
            any(part in text for text in ([value] if isinstance(value, str) else value))
            for part in parts
        )
    )


CONDITIONS: dict[str, Callable[..., Callable[[Any], bool]]] = {
    "has": _has,  # a text, or a list of texts, in which each part stands
    # a list in whose texts no part stands
    "lacks": lambda *parts: (
        lambda value: value is not None and not any(p in text for text in value for p in parts)
    ),
    "without": lambda item: lambda value: value is not None and item not in value,
    # a list of texts of which one is exactly this one
    "shows": lambda text: lambda value: any(item.strip() == text for item in value or ()),
    # a number, or its digits, in the range
    "between": lambda low, high: (
        lambda value: value not in (None, "") and low <= float(value) <= high
    ),
    "begins": lambda text: lambda value: isinstance(value, str) and value.startswith(text),
    "stripped": lambda text: lambda value: value is not None and value.strip() == text,
    "many": lambda count: lambda value: value is not None and len(value) == count,
    "gone": lambda: lambda value: value is None,  # a key that is no longer there
}


class Loader(yaml.CSafeLoader):
    """Reads the conditions too."""


for _name, _made in CONDITIONS.items():
    Loader.add_constructor(
        f"!{_name}",
        lambda loader, node, made=_made: made(*loader.construct_sequence(node, deep=True)),
    )


def read(path: Path) -> list[Entry]:
    """Return the entries of one set."""
    groups = yaml.load(path.read_text(encoding="utf-8"), Loader)
    return [
        Entry(group["program"], sentence, expect, group.get("start", ""), tuple(*also))
        for group in groups
        for sentence, expect, *also in group["rows"]
    ]
