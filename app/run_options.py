"""Reads the settings as what an executor and the rules of risk take."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Protocol

import msgspec

from app.settings import Settings
from automation.core.errors import Halt
from automation.core.events import ApproveMode, Keep, Task
from automation.core.ports import ElementReader, Policy
from automation.core.timing import StopToken
from automation.desktop.input.protocol import Budgets
from automation.safety.rules import Permission, Rules

LONGEST_S: Final = 86_400.0
"""A day: rows make a run no longer than this."""
PREPARED_S: Final = 60.0
"""Least time for which a prepared action stays good, in seconds."""
SPARE_S: Final = 30.0
"""What may pass before a card is shown and after it was accepted."""
ON_A_LINE_S: Final = LONGEST_S
"""A question in a terminal or to a program stays until it is answered."""

OpenModel = Callable[[StopToken], Policy]
"""Returns the model as a policy; may load it first, for minutes, in which it heeds the token."""

NO_FOLDER: Final = (
    "No model is set up. Choose its folder on the Model page (Ctrl+4), or name it with --model."
)


@dataclass(frozen=True, slots=True)
class Askable:
    """The model as a policy of another kind may ask it."""

    opened: OpenModel
    is_there: Callable[[], bool] = lambda: True
    """Tells whether it may be asked at this moment; any thread."""


class Bring(Protocol):
    """Makes the policy of a run, in the agent thread."""

    def __call__(self, reader: ElementReader, model: Askable | None = None) -> Policy:
        """Return the policy; a model may be asked by it where one is set up."""
        ...


@dataclass(frozen=True, slots=True)
class Brought:
    """A policy that a command brings for its run, and the limits that the run is under."""

    policy: Bring
    limits: Budgets
    true_cause: Callable[[Halt], Halt] = lambda halt: halt
    """Returns why the run was stopped, where whoever brings the policy knows more (`Parts`)."""
    named_apps: frozenset[str] = frozenset()
    """Programs that the user has named with it (`Parts`)."""
    is_trusted_macro: bool = False
    """It plays a macro that the user has recorded or read, with all that it calls."""
    may_load: bool = False
    """The model that is set up may be loaded for it; else it is asked only while it is loaded."""


def heard_at_start(settings: Settings) -> tuple[object, ...]:
    """Return what an executor is told once, at its start; where it differs, a new one is needed."""
    good_s = prepared_s(settings, has_cards=True)
    return settings.keys.stop, settings.backend, settings.stop_corner, good_s


def prepared_s(settings: Settings, *, has_cards: bool) -> float:
    """Return for how long a prepared action stays good: a card that is accepted in time never comes late.

    Args:
        has_cards: the user is asked by cards on the screen; else on lines, which do not expire.
    """
    if not has_cards:
        return ON_A_LINE_S
    return max(PREPARED_S, settings.approval.expiry_s + SPARE_S)


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


def budgets_of_known(
    settings: Settings,
    *,
    actions: int,
    rows: int,
    max_steps: int | None = None,
    timeout_s: float | None = None,
) -> Budgets:
    """Return the limits of a run whose steps are known before it begins.

    Args:
        settings: the limits of any run, and the time of one row.
        rows: rows of the table that it goes over; 0 without one.
        max_steps: the user's word on the actions; goes first.
        timeout_s: the user's word on the time, in seconds; goes first.
    """
    usual = budgets(settings)
    return msgspec.structs.replace(
        usual,
        steps=max_steps or max(usual.steps, actions),
        wall_s=timeout_s or min(usual.wall_s * max(1, rows), LONGEST_S),
    )


def keep_under(settings: Settings, wished: Keep | None) -> Keep:
    """Return what is kept of a run: as the user wishes for it, else as the settings say.

    Nothing where nobody knows the settings: a program may have been set to *Never look*.
    """
    return settings.keeping.runs if settings.is_stand_in else wished or settings.keeping.runs


def task_under(settings: Settings, task: Task) -> Task:
    """Return the task as it may run: where nobody knows the settings, all is asked, nothing kept."""
    approve: ApproveMode = task.approve
    if settings.is_stand_in and approve != "dry-run":
        approve = "ask"
    keep = keep_under(settings, task.keep)
    return replace(task, approve=approve, keep=keep, settings=settings.source)


def rules(settings: Settings) -> Rules:
    """Return the user's permissions by program."""
    return Rules({path: Permission(word) for path, word in settings.apps.items()})
