"""What a row of the page tells of a macro, and how it is read. No Qt; runs beside the UI thread.

The list itself comes from the library's own index and is quick; what only the macro's file tells
(its first steps, its picture, whether it is trusted) is read for the rows that are looked at.
"""

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Final, Literal

from app.macros.library.changes import Changes, is_trusted
from automation.core.errors import MacroError
from automation.core.visible import visible_text
from automation.macros import macro as grammar
from automation.macros.images import size_px
from automation.macros.kept import Kept
from automation.macros.listing import listing
from automation.macros.macro import Macro, Target
from automation.macros.package import EVENTS
from automation.macros.player.health import Health, ago, read_health
from automation.macros.shelf import Entry
from automation.macros.walking import targets, walk

FIRST_STEPS: Final = 3
State = Literal["never", "green", "not_green"]


@dataclass(frozen=True, slots=True)
class Card:
    """One row: what the index and the line of health tell."""

    slug: str
    """Name of its folder; stays whatever the macro is called."""
    name: str
    """As the file has it; `title` is what people see."""
    about: str
    steps: int
    by: str
    params: tuple[str, ...] = ()
    changed_s: float = 0.0
    """When its file was last written, seconds since 1970."""
    problem: str = ""
    """Why it cannot be read; empty when it can."""
    health: Health = field(default_factory=Health)
    key: str = ""
    """The chord that starts it; empty for none."""
    is_double: bool = False
    """Another macro is called so too: only their folders tell them apart."""

    @property
    def title(self) -> str:
        """The name, invisible characters as marks."""
        return visible_text(self.name)

    @property
    def state(self) -> State:
        """How its last replay went."""
        if not self.health.runs:
            return "never"
        is_green = self.health.last_green == self.health.last_run
        return "green" if is_green else "not_green"

    def has_words(self, words: str) -> bool:
        """Tell whether a search finds it; `words` are folded."""
        return not words or any(
            words in text.casefold() for text in (self.name, self.about, *self.params)
        )


@dataclass(frozen=True, slots=True)
class Detail:
    """What the macro's own file tells."""

    first: tuple[str, ...] = ()
    """Its first steps in words."""
    trusted: bool = False
    has_rows: bool = False
    """It goes over a table."""
    has_recording: bool = False
    note: str = ""
    """That the file was damaged and the one before is shown."""
    problem: str = ""
    image: bytes = b""
    """PNG of the first target; empty where there is none."""
    press: tuple[int, int] | None = None
    """The pixel of the picture that is pressed; None takes its middle."""


def read_cards(changes: Changes, keys: Mapping[str, str]) -> tuple[Card, ...]:
    """Return a card for each macro, by name.

    Args:
        changes: the library.
        keys: the chord of each macro that has one, by the macro's folder.
    """
    return tuple(_card(changes.data, entry, keys) for entry in changes.library.entries())


def _card(data: Path, entry: Entry, keys: Mapping[str, str]) -> Card:
    return Card(
        slug=entry.slug,
        name=entry.name,
        about=visible_text(entry.about),
        steps=entry.steps,
        by=entry.by,
        params=entry.params,
        changed_s=entry.changed_s,
        problem=entry.problem,
        health=read_health(data, entry.slug),
        key=keys.get(entry.slug, ""),
        is_double=entry.is_double,
    )


def read_detail(changes: Changes, slug: str) -> Detail:
    """Return what a macro's file tells; what is wrong with it is told, not raised."""
    try:
        kept = changes.open_at(slug)
    except MacroError as error:
        return Detail(problem=visible_text(str(error)))
    macro = kept.macro
    steps = [line.text for line in listing(macro) if line.do != "param" and not line.is_off]
    image, press = _picture(kept)
    return Detail(
        first=tuple(steps[:FIRST_STEPS]),
        trusted=is_trusted(macro, kept.image, changes.book),
        has_rows=goes_over_rows(macro),
        has_recording=(kept.folder / EVENTS).is_file(),
        note=kept.note,
        image=image,
        press=press,
    )


def goes_over_rows(macro: Macro) -> bool:
    """Tell whether the macro itself does steps once for each row of a table."""
    return any(isinstance(walked.step, grammar.ForEach) for walked in walk(macro))


def _picture(kept: Kept) -> tuple[bytes, tuple[int, int] | None]:
    target = _first_target(kept.macro)
    if target is None or target.image is None:
        return b"", None
    with contextlib.suppress(MacroError):
        data = kept.image(target.image)
        size_px(data)
        return data, target.press
    return b"", None


def _first_target(macro: Macro) -> Target | None:
    """Return the first target that has a picture, of the steps that are replayed."""
    for walked in walk(macro):
        if walked.is_off:
            continue
        for _path, target in targets(walked.step):
            if target.image is not None:
                return target
    return None


def health_words(card: Card, now: datetime) -> str:
    """Return how its replays went, in a few words: `last went well 2 days ago`."""
    health = card.health
    if card.state == "never":
        return "never played"
    if card.state == "green":
        return f"last went well {ago(health.last_green, now)}"
    well = (
        f"last went well {ago(health.last_green, now)}"
        if health.last_green
        else "none has gone well yet"
    )
    seen = "came to its end, but not all of it could be seen"
    end = seen if health.is_unseen else "did not go well"
    return f"last play {end} ({ago(health.last_run, now)}), {well}"


def what_words(card: Card, detail: Detail | None) -> str:
    """Return what it does: the user's words for it, else its first steps."""
    if card.problem:
        return f"It cannot be read: {visible_text(card.problem)}"
    if detail is not None and detail.problem:
        return f"It cannot be read: {detail.problem}"
    if card.about.strip():
        return card.about
    if detail is None:
        return ""
    return "; ".join(words[:1].upper() + words[1:] for words in detail.first) or "It has no steps."


def size_words(card: Card, detail: Detail | None) -> str:
    """Return how much it is and what it asks for: `12 steps · asks for vendor, amount · a table`."""
    if card.problem:
        return ""
    parts = ["1 step" if card.steps == 1 else f"{card.steps:,} steps"]
    if card.params:
        some = ", ".join(card.params[:3])
        parts.append(f"asks for {some}" + (" …" if len(card.params) > 3 else ""))
    if detail is not None and detail.has_rows:
        parts.append("goes over a table")
    return " · ".join(parts)


def spoken(card: Card, detail: Detail | None, now: datetime) -> str:
    """Return the whole row in one sentence, for who listens to it."""
    parts = [card.title, what_words(card, detail), size_words(card, detail)]
    if not card.problem:
        parts.append(health_words(card, now))
        if detail is not None and not detail.problem:
            parts.append("trusted" if detail.trusted else "not trusted")
    parts.append(f"key {card.key}" if card.key else "")
    return ". ".join(part.rstrip(".") for part in parts if part) + "."


def told_of(card: Card | None, detail: Detail | None) -> str:
    """Return what the row has no room for: what is wrong with it, or that it is not the only one."""
    if card is None:
        return ""
    problem = card.problem or (detail.problem if detail is not None else "")
    if problem:
        return f"It cannot be read, so it can only be removed here: {visible_text(problem)}"
    if detail is not None and detail.note:
        return f"{detail.note[:1].upper()}{detail.note[1:]}."
    if card.is_double:
        return (
            f"Another macro is called “{card.title}” too; this one lies in the folder {card.slug}. "
            "Rename one of them."
        )
    return ""
