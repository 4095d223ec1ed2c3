"""The languages in which instructions are understood: data in `resources/language`, one file a language.

A language is added by its file alone. All of them are understood at any time, whatever the window's own.
"""

from functools import cache
from importlib.resources import files
from typing import Any

import yaml


@cache
def languages() -> dict[str, dict[str, Any]]:
    """Return the files by their language: `en`, `de`; English first."""
    folder = files("resources") / "language"
    found = sorted(
        (entry for entry in folder.iterdir() if entry.name.endswith(".yaml")),
        key=lambda entry: (entry.name != "en.yaml", entry.name),
    )
    return {
        entry.name.removesuffix(".yaml"): yaml.load(entry.read_text("utf-8"), yaml.CSafeLoader)
        for entry in found
    }


@cache
def words(key: str) -> frozenset[str]:
    """Return the words of a list in all languages, folded in case."""
    return frozenset(
        word.casefold() for language in languages().values() for word in language.get(key, ())
    )
