"""Buttons as programs label them in the twenty languages of the word list; `languages.yaml` says more."""

from pathlib import Path
from typing import Final

import yaml

_WRITTEN = yaml.load(
    Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"), yaml.CSafeLoader
)
COLUMNS: Final[list[str]] = _WRITTEN["columns"]
BUTTONS: Final[dict[str, list[str]]] = _WRITTEN["buttons"]
CANCEL: Final[dict[str, str]] = _WRITTEN["cancel"]
QUESTIONS: Final[dict[str, list[str]]] = _WRITTEN["questions"]
