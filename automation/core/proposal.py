"""What passes between policy, user, executor and record: one frozen value per stage of a step.

A receipt has four kinds: effect seen, landed (the target took it, nothing beyond that was seen), not
seen, denied (known not to have come). A run whose steps all landed is done and says what was not seen.
Whatever a program decides by is the kind or the receipt's code, never its sentence.
"""

from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Annotated, Final, Literal

from msgspec import Meta

from automation.core.actions import Action, Check
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import ScreenElement
from automation.core.text import worded

Finite = Annotated[float, Meta(ge=-1e15, le=1e15)]
"""Held when a value is read from a frame: no NaN, which every comparison with a limit lets pass."""


class Outcome(StrEnum):
    """How a run ended; `EXIT_CODES` gives the process's exit status for each."""

    DONE = "done"
    PARTIAL = "partial"
    ERROR = "error"
    USAGE = "usage"
    NOT_UNDERSTOOD = "not_understood"
    NEEDS_MODEL = "needs_model"
    AMBIGUOUS = "ambiguous"
    NOT_FOUND = "not_found"
    STOPPED = "stopped"
    BLOCKED = "blocked"
    REJECTED = "rejected"
    FAILED = "failed"
    ENVIRONMENT = "environment"
    UNVERIFIED = "unverified"
    LIMIT = "limit"


REFUSED: Final = frozenset(
    {Outcome.NOT_UNDERSTOOD, Outcome.NEEDS_MODEL, Outcome.AMBIGUOUS, Outcome.NOT_FOUND}
)
"""Ends of a run whose words were not done as they were said: nothing went wrong, and they can be said otherwise."""

EXIT_CODES: dict[Outcome, int] = {
    Outcome.DONE: 0,
    Outcome.ERROR: 1,
    Outcome.USAGE: 2,
    Outcome.NOT_UNDERSTOOD: 3,
    Outcome.NEEDS_MODEL: 3,
    Outcome.AMBIGUOUS: 4,
    Outcome.NOT_FOUND: 5,
    Outcome.STOPPED: 6,
    Outcome.BLOCKED: 7,
    Outcome.REJECTED: 7,
    Outcome.FAILED: 8,
    Outcome.ENVIRONMENT: 9,
    Outcome.UNVERIFIED: 10,
    Outcome.PARTIAL: 10,
    Outcome.LIMIT: 11,
}


class Effects(StrEnum):
    """What is known of the effects of all that a run sent; stands beside how it ended."""

    VERIFIED = "verified"
    """Each was seen, or a check that holds covers it."""
    UNSEEN = "done_effect_not_seen"
    """The run is done and each step landed, but not each effect was seen."""
    NONE = "stopped_before_any_effect"
    """Nothing was sent."""
    UNCERTAIN = "uncertain"
    """Something was sent, and it is not known what came of it."""


class RiskLevel(IntEnum):
    """R0 only looks, R1 easy to undo, R2 has an effect, R3 hard to undo, R4 not allowed."""

    R0 = 0
    R1 = 1
    R2 = 2
    R3 = 3
    R4 = 4


@dataclass(frozen=True, slots=True)
class Risk:
    """The level that code gave an action, with one short reason per rule that raised it."""

    level: RiskLevel
    reasons: tuple[str, ...] = ()
    needs: str = ""
    """What the user must do instead, for R4; empty otherwise."""
    is_new_ground: bool = False
    """The run has not worked there so far, or something has just changed there: a step that the
    user's own words do not name is asked about, whatever is allowed."""
    is_after_unseen: bool = False
    """It may send or submit something, and an earlier step was not seen to arrive, or it repeats a step
    of which nobody knows what came: it is asked about, whatever is allowed."""
    first_step: Literal["", "told", "untold"] = ""
    """Where the only reason is a first step in a program: whether its file tells which program that is."""
    is_inferred: bool = False
    """See `Proposal.is_inferred`."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A question that a person answered by choosing a thing."""

    words: str
    """What was ambiguous, and what it was looked for as: `CLICK:Edit`."""
    told: str
    """What the chosen thing was called among the others: `Edit (Ostsee)`."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """One action (or check) that a policy wants, in screen pixels, with what it was aimed at."""

    intent: Action | Check
    element: ScreenElement | None = None
    """The element that the action was resolved to, if one is known."""
    destination: ScreenElement | None = None
    """The element where a drag ends, if one is known."""
    sentence: str = ""
    """What will happen, in our words: `Click "Save"`."""
    claim: str = ""
    """What the policy says of it; shown apart, as its claim. Empty for explicit instructions."""
    claimed_by: str = ""
    """The program whose claim it is, as that calls itself; empty for a model's."""
    alternatives: tuple[ScreenElement, ...] = ()
    """Other elements that the words could have meant, best first."""
    upcoming: tuple[str, ...] = ()
    """The sentences of the steps that follow, as far as they are known."""
    total: int = 0
    """Steps of the whole run, of which this one and `upcoming` are the last; 0 where that is not known
    or it is the only one. Filled in by the loop."""
    leads_to: tuple[str, ...] = ()
    """Names of what the same instruction presses next, in the menu or list that this opens.

    An open menu holds the keyboard and the mouse, so that nobody can be asked while it is open:
    the whole path is approved with its first step, at the risk of its last.
    """
    raised_risk: RiskLevel = RiskLevel.R0
    """A policy may raise the risk, never lower it."""
    evidence: str = ""
    """How the target was found, for the card: `button, found by its name`."""
    is_window_named: bool = False
    """The words of the user, or the step of a macro, name the window that keys go to."""
    wanted: str = ""
    """What its target is to hold afterwards (`7`), or `on` or `off`: the step is judged by that. Empty
    where nobody said."""
    awaits_effect: bool = False
    """Whoever proposes it waits itself for what it brings: once the tree tells its effect, the look
    after it may be brief."""
    answered: Answered | None = None
    """The question whose answer its target is."""
    ref: str = ""
    """The short name that a look gave its target (`e14`); empty where none did."""
    is_inferred: bool = False
    """The user's words do not name its target, they only seem to mean it: it is asked about, whatever is allowed."""
    beside: str = ""
    """Where a target without a name is, in our words: `below “Street”`; empty for all others."""

    @property
    def number(self) -> int:
        """Return which step of the total it is, from 1; 0 where no total is known."""
        return self.total - len(self.upcoming) if self.total else 0

    @property
    def after_path(self) -> tuple[str, ...]:
        """Return what follows behind the menu path, which is told with the step itself."""
        return self.upcoming[len(self.leads_to) :]


NOWHERE: Final = Rect(0, 0, 0, 0)
"""The box of a choice that is nothing on the screen: an answer in words."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One numbered choice of a question: a thing on the screen, or an answer in words."""

    n: int
    name: str
    role: str
    box: Rect
    """`NOWHERE` for an answer in words."""
    window: str = ""
    ref: str = ""
    """Its short name, by which the next task may mean it; empty for what has none."""

    @property
    def has_place(self) -> bool:
        """Tell whether it is a thing on the screen, which can be marked there and can move."""
        return self.box.area > 0


AnswerWay = Literal["number", "or_say", "take", "take_or_say", "one"]
"""`number`: by a choice's number. `or_say`: or by words that tell more. `take`: by its number, to take what
stands elsewhere. `take_or_say`: or by more words, which are not told. `one`: there is one choice, to click."""


@dataclass(frozen=True, slots=True)
class Answering:
    """How a question is answered; where it is asked decides in which words that is told."""

    way: AnswerWay
    language: str = ""
    """Of the question; empty for that of whoever is asked."""
    more: str = ""
    """The words that tell more, quoted; empty where the way has none."""


@dataclass(frozen=True, slots=True)
class Question:
    """The policy cannot go on without the user's choice."""

    text: str
    """What is asked, and how it is answered where a press on a number answers."""
    candidates: tuple[Candidate, ...] = ()
    outcome: Outcome = Outcome.AMBIGUOUS
    """How the run ends if nobody answers."""
    asks: str = ""
    """What is asked alone; empty where the text tells no more than that."""
    answering: Answering | None = None
    """None where the text does not tell how it is answered."""


@dataclass(frozen=True, slots=True)
class Finish:
    """The policy has nothing more to do."""

    outcome: Outcome
    message: str
    suggestions: tuple[str, ...] = ()
    hides: tuple[str, ...] = ()
    """Texts that turned out to be meant for a password field: the record must not keep them."""
    cause: str = ""
    """`locked` where a lock of the screen ended it, a `ports.Sleep` where the program in front shows its
    controls only when woken; else empty."""
    unseen: int = 0
    """Steps of a run that is done whose effect was not seen; their targets took them."""
    effects: Effects = Effects.NONE
    """What is known of the effects of all that was sent; filled in when the run is closed."""
    language: str = "en"
    """That of the message."""
    asked: str = ""
    """The text of the question that nobody answered, with which the message begins; else empty."""


@dataclass(frozen=True, slots=True)
class Later:
    """What the policy waits for is not there yet: look again, then ask again. Nothing is sent."""

    after_s: float
    """How long nothing is looked at."""
    note: str = ""
    """One short sentence for the status line."""
    settles: bool = False
    """Look when the screen has settled; else at once."""
    is_pacing: bool = False
    """Nothing is waited for: it only slows a play down to the pace that is wanted."""


Decision = Proposal | Question | Finish | Later

Verdict = Literal["accepted", "edited", "rejected", "expired", "blocked", "stopped", "dry_run"]


@dataclass(frozen=True, slots=True)
class Confirmation:
    """Who decided what about a proposal."""

    verdict: Verdict
    by: str
    """`user`, or the rule that decided: `rule:assist`, `rule:auto`, `rule:task:<app>`."""
    action: Action | None = None
    """The corrected action when the verdict is `edited`."""
    reason: str = ""
    allow_rest_in_app: bool = False
    """The user accepted the rest of this task in this app, except what is hard to undo."""
    decided_s: Finite = field(default=0.0, compare=False)
    """`time.monotonic()` of the press, the line or the rule that decided; without it nothing is sent."""

    @property
    def is_accepted(self) -> bool:
        """Tell whether the action may run."""
        return self.verdict in ("accepted", "edited")


@dataclass(frozen=True, slots=True)
class Prepared:
    """What the executor saw when it was asked to prepare an action, and the nonce for it."""

    nonce: str
    patch_sha: str
    """SHA-256 of the pixels around the target; empty when the action has no target."""
    window_id: int
    """Topmost window at the target, or the focus window for keys; 0 for the desktop."""
    window_title: str
    app: str
    geometry: tuple[int, int]
    """Width and height of the virtual desktop in device pixels."""
    expires_s: Finite
    """`time.monotonic()` of the executor's machine when the nonce dies."""


@dataclass(frozen=True, slots=True)
class Execution:
    """What was really sent."""

    events_sent: int
    ms: Finite
    completed: bool = True
    note: str = ""
    """Why it was cut short, or what could not be typed exactly; empty when all went out."""
    text_sent_chars: int = 0
    pressed: Rect | None = None
    """What looked otherwise round the pixel while the button was down; None where nothing did."""
    released_s: Finite | None = None
    """When a button of the mouse was first let go, on the machine's monotonic clock; None without one."""
    cause: str = ""
    """What the note is about, for programs: a refusal's reason, `failed`, or `slipped`; empty when all went out."""

    @property
    def why(self) -> str:
        """The note's sentence; in records of older versions its cause stands before it."""
        word, colon, sentence = self.note.partition(": ")
        return sentence if colon and word.isidentifier() else self.note


ReceiptKind = Literal["effect_seen", "landed", "not_seen", "denied"]
"""`effect_seen`: what it was to do was seen, or a check holds. `landed`: its target took it, and no
effect beyond that was seen. `not_seen`: nothing tells that it came. `denied`: it is known not to have
come, or a check does not hold."""

ReceiptCode = Literal[
    "", "unchanged", "still", "as_it_was", "on", "off", "focused", "exact", "rewritten",
    "other_case", "there_before", "not_taken", "went_elsewhere", "as_before", "not_sent", "asks",
]  # fmt: skip
"""What a program may decide by, where the kind alone does not tell; empty for all else.

`unchanged`: nothing on the screen changed. `still`: a box or a window is as it was. `as_it_was`: a field
holds what it held. `on`, `off`: a box's new state. `focused`: only the keyboard went there. `exact`: a
field holds what was typed. `rewritten`, `other_case`: it took the text and holds it its own way.
`there_before`: it held the text before and has the keyboard. `not_taken`: the text stands in a number's
box, whose program still holds another number until the box is left. `went_elsewhere`: another thing took the
press. `as_before`: a check held before the last step too. `not_sent`: the step never ran. `asks`: a question opened over the dialog that was answered."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What was seen of an action's effect."""

    kind: ReceiptKind
    detail: str = ""
    """One short fact: `read back, exact`, `the window closed`."""
    changed: Rect | None = None
    """Bounding box of the changed pixels; None when nothing changed or it was not looked at."""
    code: ReceiptCode = ""

    @property
    def is_unchanged(self) -> bool:
        """Tell whether things are known to be as they were before the step."""
        return self.code in ("unchanged", "still", "as_it_was")


@dataclass(frozen=True, slots=True)
class Timings:
    """Milliseconds of each phase of one step."""

    observe: float = 0.0
    propose: float = 0.0
    confirm: float = 0.0
    execute: float = 0.0
    verify: float = 0.0

    @property
    def machine_s(self) -> float:
        """Return the seconds that the machine took, without the time that the user thought."""
        return (self.observe + self.propose + self.execute + self.verify) / 1000


@dataclass(frozen=True, slots=True)
class Pictures:
    """Content addresses (SHA-256, hex) of a step's pictures in the store; empty when not kept."""

    before: str = ""
    overlay: str = ""
    after: str = ""


NOT_SENT: Final = Receipt("not_seen", worded("nothing was sent"), code="not_sent")
"""Receipt of a step that never ran."""


@dataclass(frozen=True, slots=True)
class Where:
    """What an action met, as it stood before: what a macro finds it again by."""

    app: str
    title: str
    client: Rect
    """Client area of the window, on the desktop."""
    area: Rect
    """Of what was reached: the same, or the menu or list that the window had open."""
    scale: float = 1.0
    """Device pixels per logical pixel of the monitor."""
    masked: tuple[Rect, ...] = ()
    """Parts of the picture that were painted over."""
    element: ScreenElement | None = None
    """What the tree has at the target, or what had the keyboard; without what it holds."""


@dataclass(frozen=True, slots=True)
class StepRecord:
    """One finished (or rejected) step, as it is kept."""

    n: int
    proposal: Proposal
    risk: Risk
    confirmation: Confirmation
    action: Action | Check
    """What ran: the proposal's intent, or the corrected action."""
    point: ScreenPoint | None
    execution: Execution | None = None
    receipt: Receipt = field(default_factory=lambda: Receipt("not_seen", worded("not run")))
    timings: Timings = field(default_factory=Timings)
    pictures: Pictures = field(default_factory=Pictures)
    where: Where | None = None
    """None for what reaches no window, and in records of earlier versions."""

    @property
    def was_done(self) -> bool:
        """Tell whether the step ran to its end, seen or not."""
        is_whole = self.execution is None or self.execution.completed
        return self.confirmation.is_accepted and is_whole and self.receipt.code != "not_sent"
