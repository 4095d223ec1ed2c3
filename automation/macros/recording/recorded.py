"""What a recording tells while it grows, and what it comes to at its end."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from automation.macros import macro as grammar
from automation.macros.images import image_paths
from automation.macros.macro import Macro, Made, Param, Step
from automation.macros.recording.journal import Recovered


@dataclass(frozen=True, slots=True)
class Recorded:
    """A step came to the list."""

    n: int
    step: Step


@dataclass(frozen=True, slots=True)
class Changed:
    """A step of the list is another one: text went on, a click became a double click."""

    n: int
    step: Step


@dataclass(frozen=True, slots=True)
class Removed:
    """A step was undone, or turned out to be none."""

    n: int


Happening = Recorded | Changed | Removed


@dataclass(frozen=True, slots=True)
class Recording:
    """A finished recording."""

    macro: Macro
    images: Mapping[str, bytes]
    events: bytes | None


def recording_of(found: Recovered, name: str, version: str = "") -> Recording:
    """Return the macro of a list of steps."""
    at = datetime.now(UTC).isoformat(timespec="seconds")
    macro = Macro(
        deskhand=1,
        name=name,
        made=Made(by="recording", at=at, version=version),
        params=used(found.params, found.steps),
        steps=found.steps,
    )
    images = {path: found.images[path] for path in image_paths(macro) if path in found.images}
    return Recording(macro, images, found.events)


def used(params: Mapping[str, Param], steps: tuple[Step, ...]) -> dict[str, Param]:
    """Return the parameters that some step still types: one that was undone is not asked for."""
    texts = [step.text for step in steps if isinstance(step, grammar.Type)]
    return {
        name: param for name, param in params.items() if any(f"{{{{{name}}}}}" in t for t in texts)
    }
