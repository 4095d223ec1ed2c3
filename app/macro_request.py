"""What somebody wants played, and why it cannot begin. Light: the window has it from its first paint."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Literal

from app.macro_rows_before import RowsBefore
from automation.core.errors import AssistantError
from automation.core.events import ApproveMode, Keep
from automation.core.proposal import Outcome
from automation.core.visible import visible_text

if TYPE_CHECKING:
    from automation.macros.player.values import Asked

By = Literal["cli", "window", "key", "tray", "bar", "schedule", "editor"]


@dataclass(frozen=True, slots=True)
class PlayRequest:
    """What somebody wants played."""

    folder: str
    """Name of the macro's folder in the library. What the macro is called says nothing here: it may
    be what another one's folder is called."""
    values: Mapping[str, str] = field(default_factory=dict)
    """By parameter; of a secret, the secret's name."""
    rows: Path | None = None
    """A CSV file."""
    delimiter: str = ""
    """Between its cells, or `tab`; empty finds it out."""
    row: Mapping[str, str] | None = None
    """Cells by column: one row in the place of a table, where there is no file."""
    from_row: int = 1
    """As `Play.first_row`: 1 is the first below the heading."""
    failed_rows: bool = False
    """Only the rows that the last play over this very table has left."""
    keep_going: bool = False
    """Go on with the next row when one fails."""
    from_step: str = ""
    to_step: str = ""
    breakpoints: bool = False
    speed: float | None = None
    """None takes the macro's own."""
    approve: ApproveMode = "ask"
    has_terminal: bool = False
    """Somebody at a terminal can be asked whatever the steps' approval is."""
    max_steps: int | None = None
    timeout_s: float | None = None
    keep: Keep | None = None
    """What the history keeps of it; None takes the user's setting."""
    by: By = "window"
    before: RowsBefore | None = None
    """What a play that this one repeats did of its rows: the form is shown first, and tells it."""


class Refusal(AssistantError):
    """The play cannot begin; nothing was sent."""

    def __init__(self, outcome: Outcome, message: str) -> None:
        super().__init__(message)
        self.outcome = outcome


class NeedsValues(Refusal):
    """Values or a table must be given first; `asked` is the form."""

    def __init__(self, outcome: Outcome, message: str, asked: "Asked", *, needs_rows: bool) -> None:
        super().__init__(outcome, message)
        self.asked = asked
        self.needs_rows = needs_rows
        """A table must be given too."""


class NotTrusted(Refusal):
    """It may run step by step only, and another mode was asked for."""

    def __init__(self, names: tuple[str, ...], folder: str, problem: str = "") -> None:
        told = ", ".join(f"“{visible_text(name)}”" for name in names)
        first = quote(folder)
        message = (
            f"{told} is not trusted, so each step is asked about: use --approve ask, or read "
            f"it with deskhand macro show {first} and then trust it with deskhand macro trust {first}"
        )
        super().__init__(Outcome.BLOCKED, f"{message}. {problem}" if problem else message)
        self.problem = problem
        """What is wrong with the list of what is trusted; empty for nothing."""
        self.names = names
        self.folder = folder
        """Of the first of them."""
