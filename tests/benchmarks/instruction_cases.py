"""Instructions on real programs: what is said, what may be pressed, and how the program tells.

`instruction_cases.yaml` lists them by program: `[text, !effect [..], names that may be pressed, how it must end]`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import yaml

from automation.core.proposal import Outcome

Seen = Callable[..., object]


@dataclass(frozen=True)
class Case:
    """One instruction and its effect, checked from the program's side."""

    program: str
    text: str
    effect: Seen
    """Called with the desk until it is true or the time is up."""
    presses: tuple[str, ...] = ()
    """Names that may be pressed; a press on anything else is a wrong click."""
    ends: tuple[Outcome, ...] = ()
    """How it must end when it must not be done (a question, a refusal); empty for a task to do."""


def _file(name, content=None):
    def effect(desk):
        path = desk.files / name
        return path.exists() and (content is None or path.read_text().rstrip("\n") == content)

    return effect


_EFFECTS: dict[str, Callable[..., Seen]] = {
    # the Qt window wrote these lines since the case began; one that begins so; the page told these
    "log": lambda *lines: lambda desk: all(line in desk.fresh_log() for line in lines),
    "moved": lambda start: lambda desk: any(x.startswith(start) for x in desk.fresh_log()),
    "page": lambda *events: lambda desk: all(event in desk.fresh_events() for event in events),
    # neither the window nor the page was told anything
    "nothing": lambda: lambda desk: not desk.fresh_log() and not desk.fresh_events(),
    "file": _file,
    "house": lambda name: lambda desk: (desk.folder / "house" / name).exists(),
    "made": lambda name: lambda desk: (desk.desktop.home / name).exists() or desk.made(name),
    "title": lambda part: lambda desk: any(part in title for title in desk.titles()),
    "no_title": lambda part: lambda desk: not any(part in title for title in desk.titles()),
    # the calculator copies this number when asked to
    "shows": lambda number: lambda desk: desk.calculator_shows() == number,
    "active": lambda part: lambda desk: part in desk.active_title(),
    "maximised": lambda title: lambda desk: desk.is_maximised(title),
    "not_pressed": lambda: lambda desk: not desk.pressed(),
    "copied": lambda text: lambda desk: desk.clipboard() == text,
}


class _Loader(yaml.CSafeLoader):
    """Reads the effects too."""


for _name, _made in _EFFECTS.items():
    _Loader.add_constructor(
        f"!{_name}", lambda loader, node, made=_made: made(*loader.construct_sequence(node))
    )


def _case(program, text, effect, presses=(), ends=()):
    return Case(program, text, effect, tuple(presses), tuple(map(Outcome, ends)))


_WRITTEN = Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8")
CASES = tuple(
    _case(program, *row) for program, rows in yaml.load(_WRITTEN, _Loader).items() for row in rows
)
