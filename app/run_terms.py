"""Reads the settings as what an executor and the rules of risk take."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from app.settings import Settings
from automation.core.ports import ElementReader, Policy
from automation.core.stopping import StopToken
from automation.desktop.input.protocol import Budgets
from automation.safety.rules import Permission, Rules

OpenModel = Callable[[StopToken], Policy]
"""Returns the model as a policy; may load it first, for minutes, in which it heeds the token."""


class Bring(Protocol):
    """Makes the policy of a run, in the agent thread."""

    def __call__(self, reader: ElementReader, model: OpenModel | None = None) -> Policy:
        """Return the policy; a model may be asked by it where one is set up."""
        ...


@dataclass(frozen=True, slots=True)
class Brought:
    """A policy that a command brings for its run, and the limits that the run is under."""

    policy: Bring
    limits: Budgets


def heard_at_start(settings: Settings) -> tuple[object, ...]:
    """Return what an executor is told once, at its start; where it differs, a new one is needed."""
    return settings.keys.stop, settings.backend, settings.stop_corner


def budgets(settings: Settings) -> Budgets:
    """Return the limits of one run."""
    limits = settings.budgets
    return Budgets(
        steps=limits.steps,
        wall_s=limits.wall_s,
        chars=limits.text_chars,
        pointer_events_per_s=limits.pointer_events_per_s,
        key_events_per_s=limits.key_events_per_s,
    )


def rules(settings: Settings) -> Rules:
    """Return the user's permissions by program."""
    return Rules({path: Permission(word) for path, word in settings.apps.items()})
