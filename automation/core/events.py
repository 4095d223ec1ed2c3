"""What a run tells its listeners: one frozen value per thing that happened.

The command line turns them into JSON lines, the window into cards; both see the same stream.
"""

from dataclasses import dataclass, field
from typing import Literal

from automation.core.actions import Goal
from automation.core.geometry import Monitor, ScreenPoint
from automation.core.observation import Frame, Observation
from automation.core.proposal import (
    Answering,
    Candidate,
    Confirmation,
    Effects,
    Outcome,
    Proposal,
    Risk,
    StepRecord,
)

PolicyName = Literal["auto", "commands", "holotron", "remote", "macro"]
ApproveMode = Literal["ask", "assist", "auto", "dry-run"]
Keep = Literal["all", "nothing"]
SettingsSource = Literal["file", "copy", "stand_in"]
"""The user's file; the last good copy of it, where it cannot be used; or what stands in for both."""


@dataclass(frozen=True, slots=True)
class NamedStep:
    """One step that another program asks for by its parts: nothing of them is read as words."""

    what: Literal[
        "click", "double-click", "right-click", "on", "off", "type", "set", "choose", "scroll", "key"
    ]  # fmt: skip
    ref: str = ""
    """The short name of its target; empty for what goes where the keyboard is, or to what is in front."""
    text: str = ""
    """What is typed, the value, the choice, the direction, or the keys."""


@dataclass(frozen=True, slots=True)
class Task:
    """What the user asked for, in the user's own words."""

    text: str
    policy: PolicyName = "auto"
    approve: ApproveMode = "ask"
    max_steps: int = 50
    timeout_s: float = 900.0
    pick: int | None = None
    """The candidate to take if the first question is ambiguous; None asks."""
    numbered: str = ""
    """The instruction that had put numbers on things right before: the words may name a thing by its number."""
    keep: Keep = "all"
    """What the history keeps: `nothing` is that it happened, when, how it ended and its steps' count."""
    settings: SettingsSource = "file"
    """Where the settings that it runs under are from."""
    asked_by: str = ""
    """The program that handed it over, as that calls itself; empty where the user wrote the words.

    The words of a program are a goal and not the user's word: they allow nothing by themselves."""
    claim: str = ""
    """What that program says it is for; shown on every card as its claim."""
    step: NamedStep | None = None
    """The one step that is meant; the text only tells it to people then."""
    language: str = "en"
    """In which somebody is answered whose words are of no language that is known."""


@dataclass(frozen=True, slots=True)
class Started:
    """A run has begun."""

    run: str
    task: Task
    monitors: tuple[Monitor, ...]


@dataclass(frozen=True, slots=True)
class Working:
    """The run went into another phase; `note` is one short sentence for the status line."""

    run: str
    state: str
    note: str = ""
    phase: str = ""
    """What of a load is being done, without how far it is: `Loading weights`."""


@dataclass(frozen=True, slots=True)
class Proposed:
    """An action was proposed and assessed; nothing has been sent."""

    run: str
    n: int
    proposal: Proposal
    risk: Risk
    frame: Frame | None = None
    """The full-resolution picture that it was proposed on, for who wants to show it."""


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A proposal was decided on."""

    run: str
    n: int
    confirmation: Confirmation


@dataclass(frozen=True, slots=True)
class Stepped:
    """A step ended; its record is durable."""

    run: str
    record: StepRecord


@dataclass(frozen=True, slots=True)
class Asked:
    """The run needs a choice of the user."""

    run: str
    text: str
    candidates: tuple[Candidate, ...] = ()
    asks: str = ""
    """As of `Question`, like the next."""
    answering: Answering | None = None


@dataclass(frozen=True, slots=True)
class Streamed:
    """Some more of what a model writes; shown as its words, never as ours."""

    run: str
    text: str
    kind: Literal["thinking", "answer"]


@dataclass(frozen=True, slots=True, eq=False)
class Draft:
    """Where a model is about to act, as far as its reply is written.

    It is no proposal: it holds no action and no risk, so that nobody can be asked about it and
    nothing can be sent for it.
    """

    words: str
    """What it looks like so far, in our words: `Click 640, 400`."""
    point: ScreenPoint
    observation: Observation
    """What the model looks at."""


@dataclass(frozen=True, slots=True)
class Drafted:
    """A reply that is still being written points somewhere, or what it pointed at is void."""

    run: str
    draft: Draft | None


@dataclass(frozen=True, slots=True)
class Planned:
    """The policy told its plan, or a note to itself."""

    run: str
    goals: tuple[Goal, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class SentTo:
    """From here on the run asks a model on a server: what the model is told goes to this host."""

    run: str
    host: str
    """Host and port: `gpu-box.example:443`."""
    is_here: bool
    """It is this computer: nothing leaves it."""
    passed_over: tuple[str, ...] = ()
    """Hosts that the user chose too and that do not answer; they are asked again by later runs."""
    left_out: tuple[str, ...] = ()
    """Those that may not be asked: without the user's consent, or with an address that cannot be used."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The run is over and the machine is quiet."""

    run: str
    outcome: Outcome
    message: str
    steps: int
    suggestions: tuple[str, ...] = field(default=())
    cause: str = ""
    """`locked` where a lock of the screen ended it, a `ports.Sleep` where the program in front shows its
    controls only when woken; else empty."""
    unseen: int = 0
    """Steps of a run that is done whose effect was not seen; their targets took them."""
    effects: Effects = Effects.NONE
    """What is known of the effects of all that it sent."""
    has_brought_up: bool = False
    """A window that the run opened or raised is in front, for the user to see."""
    waited_s: float | None = None
    """For how long the user was waited for: what the history has of it. None where nothing ran."""
    asked: str = ""
    """As of `Finish`."""


@dataclass(frozen=True, slots=True)
class Retold:
    """Part of the task turned out to be secret: from here on it is told in these words."""

    run: str
    task: str


RunEvent = (
    Started
    | Working
    | Drafted
    | Proposed
    | Confirmed
    | Stepped
    | Asked
    | Streamed
    | Planned
    | SentTo
    | Retold
    | Ended
)
