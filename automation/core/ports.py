"""The seams of a run: what the loop needs from the desktop, the policy, the user and the store.

Each port is a slice of what its caller uses. A fake of every port lives in `tests/fakes` and
passes the same contract tests as the real one.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, runtime_checkable

from automation.core.actions import Action, Check
from automation.core.events import RunEvent, Task
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import (
    Frame,
    NumberRange,
    Observation,
    ScreenElement,
    TableRows,
    TextCursor,
)
from automation.core.proposal import (
    Confirmation,
    Decision,
    Effects,
    Execution,
    Outcome,
    Prepared,
    Proposal,
    Question,
    Receipt,
    Risk,
    StepRecord,
)
from automation.core.timing import StopToken

Listener = Callable[[RunEvent], None]
Progress = Callable[[int, int], None]
"""Called with (done, total) events or letters while an action is being sent."""


@dataclass(frozen=True, slots=True)
class History:
    """What a policy is told of the run so far."""

    steps: tuple[StepRecord, ...] = ()
    chosen: int | None = None
    """The candidate number that answers the policy's last question; None if there was none."""


class Screen(Protocol):
    """Looks at the desktop. Owned by the agent thread."""

    def observe(self, stop: StopToken, *, is_brief: bool = False) -> Observation:
        """Wait until the screen has settled and return a clean observation.

        Args:
            is_brief: what was waited for is known to have happened: a short stillness is enough.

        Raises:
            CaptureError: no picture could be had, or our own windows may be on it.
        """

    def observe_now(self) -> Observation:
        """Return a clean observation at once, without waiting for the screen to settle."""


class ElementReader(Protocol):
    """Finds named things on the screen: the accessibility tree first, OCR where it is silent."""

    def tree(
        self, observation: Observation, *, whole_screen: bool = False
    ) -> Sequence[ScreenElement]:
        """Return the tree's elements of the active window and its popups, or of all windows."""

    def text(self, observation: Observation, region: Rect | None = None) -> Sequence[ScreenElement]:
        """Return lines of text read by OCR in the region, or in the active window when None.

        Returns an empty sequence when OCR is not installed.
        """

    def at(self, observation: Observation, point: ScreenPoint) -> ScreenElement | None:
        """Return the smallest tree element under the pixel; None when the tree has none."""

    def refreshed(self, element: ScreenElement) -> ScreenElement | None:
        """Read an element's state and value again; None when it is gone or came from OCR."""

    def focused(self, observation: Observation) -> ScreenElement | None:
        """Return the element that has the keyboard focus; None when the tree does not tell."""


class Sleep(StrEnum):
    """Why the controls of a window cannot be read: its program shows them only when woken."""

    UNTIL_WOKEN = "asleep"
    """The user has not chosen that programs are woken."""
    UNTIL_NEW_START = "asleep_until_restarted"
    """As before, and it has to be started again after that."""
    STARTED_BEFORE = "started_asleep"
    """It was started before programs were woken, and has to be started again."""
    WAKING = "still_waking"
    """It was woken, and has not told its page yet."""


@runtime_checkable
class Wakes(Protocol):
    """A reader that knows programs which show their controls only when woken."""

    def awaken(self, observation: Observation, stop: StopToken) -> bool:
        """Wait, within bounds, for the tree of the window in front where the user wants it woken.

        Returns whether there was anything to wait for: then the screen is to be looked at again, and
        this asked again. It says yes no more once it has waited for the same thing in vain.
        """

    def asleep(self, observation: Observation) -> Sleep | None:
        """Return why the controls of the window in front cannot be read; None where they can be."""


@runtime_checkable
class TellsNumbers(Protocol):
    """A reader that can ask where a slider or a number's box stands."""

    def number(self, element: ScreenElement) -> NumberRange | None:
        """Return the number that its program holds and its ends; None where it does not tell."""


@runtime_checkable
class CountsRows(Protocol):
    """A reader that can ask a table how many rows it has, without reading them."""

    def rows(self, element: ScreenElement) -> TableRows | None:
        """Return the rows of the table that this is, or lies in; None where it does not tell."""


@runtime_checkable
class CountsLetters(Protocol):
    """A reader that can say how much a field holds without saying what."""

    def letters(self, element: ScreenElement) -> int | None:
        """Return how many characters the field holds; None when it does not tell."""


@runtime_checkable
class ReadsTexts(Protocol):
    """A reader that can ask where a text cursor stands, and which paragraphs stand about it."""

    def text_cursor(self, element: ScreenElement) -> TextCursor | None:
        """Return where it stands and what is selected; None where the field does not tell."""

    def paragraphs(self, element: ScreenElement) -> Sequence[ScreenElement]:
        """Return the paragraphs that show of the text of which this one has the keyboard."""


class Policy(Protocol):
    """Turns a task and what is seen into the next action. One object serves one run."""

    @property
    def name(self) -> str:
        """`commands`, `holotron`, `remote` or `macro`."""

    def propose(
        self, task: Task, history: History, observation: Observation, stop: StopToken
    ) -> Decision:
        """Return the next action in screen pixels, a question, or the end of the task."""


class Confirmer(Protocol):
    """Decides about proposals: the user, or a recorded rule of the user's."""

    def confirm(
        self, proposal: Proposal, risk: Risk, observation: Observation, stop: StopToken
    ) -> Confirmation:
        """Return the decision; an expired one means that the step is proposed again."""

    def choose(self, question: Question, observation: Observation, stop: StopToken) -> int | None:
        """Return the number of the chosen candidate; None when nobody chooses."""


class Executor(Protocol):
    """The only way to the mouse and the keyboard; the real one is another process."""

    def prepare(self, action: Action) -> Prepared:
        """Look at the target and mint a single-use nonce for exactly this action.

        Raises:
            Refused: the action may not run at all (own window, budget, unknown key).
        """

    def execute(
        self, nonce: str, confirmation: Confirmation, stop: StopToken, progress: Progress
    ) -> Execution:
        """Check the target again, then send the action event by event.

        Raises:
            Refused: the target changed or the nonce is not valid; nothing was sent.
            ExecutorGone: the process ended; nothing is held down.
        """

    def release_all(self) -> None:
        """Let every key and button go that this executor holds."""


class RunLog(Protocol):
    """Keeps one run. Intent is durable before the first event, the outcome after the last."""

    @property
    def run(self) -> str:
        """The run's id."""

    def picture(self, frame: Frame) -> str:
        """Keep a picture and return its content address (SHA-256, hex).

        It is durable at the latest when the record that names it is.
        """

    def intend(self, n: int, proposal: Proposal, action: Action | Check, risk: Risk) -> None:
        """Write down what is about to happen."""

    def withdraw(self, n: int) -> None:
        """Write down that the executor declined what was intended: nothing was sent."""

    def append(self, record: StepRecord) -> None:
        """Write down what happened; the record and its pictures are durable on return."""

    def conceal(self, texts: Collection[str]) -> None:
        """Take these texts out of everything that is kept of the run, the task included."""

    def end(
        self,
        outcome: Outcome,
        message: str,
        *,
        effects: Effects = Effects.NONE,
        unseen: int = 0,
        asked: int = 0,
        waited_s: float = 0.0,
    ) -> None:
        """Close the run.

        Args:
            effects: what is known of the effects of all that it sent.
            unseen: how many steps of one that is done had no effect that was seen.
            asked: how often the user was asked.
            waited_s: for how long the user was waited for.
        """


class Verifier(Protocol):
    """Looks at the screen after an action, independent of the policy that proposed it."""

    def receipt(
        self,
        action: Action,
        proposal: Proposal,
        before: Observation,
        after: Observation,
        pressed: Rect | None = None,
    ) -> Receipt:
        """Return what was seen of the effect; `pressed` is what looked otherwise during the press."""

    def told(self, action: Action, proposal: Proposal) -> Receipt | None:
        """Return what the tree tells of the effect at this moment; None where only a picture can."""

    def check(self, check: Check, observation: Observation, stop: StopToken) -> Receipt:
        """Look whether the check is true; `effect_seen`, else why not."""
