"""What a script is told when a step was not done.

    ScriptError
        NotFound        what a step means is not there
        Ambiguous       several things are what a step means
        Unseen          an effect, a check or what was waited for was not seen
        DoneInPart      the script came to its end, and rows failed or something was not seen
        Refused         you or a rule said no; the run is over
        LimitReached    the steps or the time are used up; the run is over
        CannotStart     there is no display, or another run holds it
        Failed          anything else
    ScriptStopped (BaseException)    somebody stopped the run; it is over

After `NotFound`, `Ambiguous`, `Unseen` and `Failed` of a step a script may go on in another way. When
the run is over every further step raises the same again.
"""

from typing import Final

from automation.core.errors import AssistantError, Stopped
from automation.core.proposal import EXIT_CODES, Outcome


class ScriptError(AssistantError):
    """A step was not done, or the run could not begin or end well; says why in a sentence."""

    def __init__(self, message: str, outcome: Outcome = Outcome.FAILED) -> None:
        super().__init__(message)
        self.outcome = outcome

    @property
    def status(self) -> int:
        """The exit status that stands for it."""
        return EXIT_CODES[self.outcome]


class NotFound(ScriptError):
    """What a step means is not there."""


class Ambiguous(ScriptError):
    """Several things are what a step means, and nobody chose one."""


class Unseen(ScriptError):
    """An effect, a check or what was waited for was not seen."""


class DoneInPart(ScriptError):
    """The script came to its end, and rows of it failed or something was not seen."""


class Refused(ScriptError):
    """The user or a rule said no; nothing more is sent."""


class LimitReached(ScriptError):
    """The steps or the time of the run are used up."""


class CannotStart(ScriptError):
    """The run could not begin: no display, or another run holds it."""


class Failed(ScriptError):
    """A step could not be done for another reason."""


class ScriptStopped(Stopped):
    """Somebody stopped the run. No handler of `Exception` takes it for an error."""

    def __init__(self, message: str) -> None:
        super().__init__("user")
        self.args = (message,)

    @property
    def status(self) -> int:
        """The exit status that stands for it."""
        return EXIT_CODES[Outcome.STOPPED]


_KINDS: Final[dict[Outcome, type[ScriptError]]] = {
    Outcome.NOT_FOUND: NotFound,
    Outcome.AMBIGUOUS: Ambiguous,
    Outcome.UNVERIFIED: Unseen,
    Outcome.PARTIAL: DoneInPart,
    Outcome.REJECTED: Refused,
    Outcome.BLOCKED: Refused,
    Outcome.LIMIT: LimitReached,
    Outcome.ENVIRONMENT: CannotStart,
}


def error_of(outcome: Outcome, message: str) -> ScriptError | ScriptStopped:
    """Return what is raised in the script for a step or a run that ended so."""
    if outcome is Outcome.STOPPED:
        return ScriptStopped(message)
    return _KINDS.get(outcome, Failed)(message, outcome)
