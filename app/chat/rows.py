"""The rows of the chat as frozen values; no Qt, so that tests read them without a screen."""

from dataclasses import dataclass, replace
from typing import Final, Literal

from app.chat.model_words import readable
from automation.core.geometry import Rect, ScreenPoint
from automation.core.proposal import ReceiptKind, RiskLevel

StepState = Literal[
    "deciding",
    "waiting",
    "running",
    "finished",
    "dry",
    "rejected",
    "expired",
    "stopped",
    "blocked",
]
OPEN_STATES: Final = ("deciding", "waiting", "running")
"""A step in one of these is not over."""
MOST_CHIPS: Final = 12
"""Texts that a card offers; more are a form, and the macro's parameters can be changed later."""
Run = tuple[str, bool]
"""A piece of a sentence and whether it is bold."""


@dataclass(frozen=True, slots=True)
class UserRow:
    """What the user asked for."""

    text: str


@dataclass(frozen=True, slots=True)
class SayRow:
    """One line of the assistant's; `head` is bold and stands first."""

    text: str
    head: str = ""
    is_error: bool = False


@dataclass(frozen=True, slots=True)
class AskRow:
    """A question with numbered answers."""

    text: str
    choices: tuple[tuple[int, str], ...] = ()
    is_open: bool = True
    """Nobody has answered yet."""


@dataclass(frozen=True, slots=True)
class StepRow:
    """One step, from the first thought to its receipt."""

    n: int
    state: StepState
    sentence: str
    kind: str = ""
    """The action's kind, which decides the icon."""
    level: RiskLevel | None = None
    receipt: ReceiptKind | None = None
    detail: str = ""
    """The receipt's fact, a reason, or what is being done."""
    seconds: float | None = None
    crop_key: str = ""
    """Names the picture of the target in the crop cache; empty when there is none."""
    box: Rect | None = None
    point: ScreenPoint | None = None
    moved_from: ScreenPoint | None = None
    """Where the policy wanted it before the user corrected it."""
    claim: str = ""
    """What the policy says of it; shown apart, as its words."""
    words: str = ""
    """What a model wrote while it decided; folded away until the user opens it."""
    is_open: bool = False
    """Its words are shown."""


@dataclass(frozen=True, slots=True)
class WordsRow:
    """What a model writes, as its words and never as ours."""

    answer: str = ""
    """As it was written; most models write JSON."""
    thinking: str = ""
    is_live: bool = True
    """It is still writing."""
    is_open: bool = True

    @property
    def shown(self) -> str:
        """What is being written at the moment, for people."""
        return readable(self.answer) if self.answer else self.thinking

    @property
    def whole(self) -> str:
        """Everything that was written, for people."""
        parts = (self.thinking.strip(), (readable(self.answer) or self.answer).strip())
        return "\n".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class OfferRow:
    """What can be done about a run that is over, by a button or two; goes when the next one begins."""

    text: str
    """What the button says."""
    edits: str = ""
    """Folder of the macro that it opens; empty where it loads the model."""
    leave: str = ""
    """What a second button says, where the first one wakes sleeping programs."""


@dataclass(frozen=True, slots=True)
class KeepText:
    """A text that was typed, and would be a parameter of the macro."""

    name: str
    text: str
    is_asked: bool = True


@dataclass(frozen=True, slots=True)
class KeepRow:
    """Whether a run that is over becomes a macro; goes when the next one begins."""

    run: str
    name: str
    texts: tuple[KeepText, ...] = ()
    problem: str = ""
    """Why it could not be kept, if that was tried."""
    is_busy: bool = False
    """It is being kept."""

    def pressed(self, name: str, asked: frozenset[str]) -> "KeepRow":
        """Return the row while it is being kept under a name, with these texts to be asked for."""
        texts = tuple(replace(text, is_asked=text.name in asked) for text in self.texts)
        return replace(self, name=name, texts=texts, problem="", is_busy=True)


@dataclass(frozen=True, slots=True)
class FiguresRow:
    """How a run went, in four figures."""

    steps: int
    """Steps that were done; in a dry run those that were shown."""
    seconds: float
    waiting_s: float
    seen: int
    asked: int
    is_dry: bool = False
    """Nothing was sent, so that no effect is counted."""


Row = UserRow | SayRow | AskRow | StepRow | WordsRow | OfferRow | KeepRow | FiguresRow


def bold_runs(sentence: str) -> tuple[Run, ...]:
    """Split a sentence of ours into plain and bold pieces: what stands in “quotes” is a name."""
    runs: list[Run] = []
    rest = sentence
    while True:
        plain, opening, tail = rest.partition("“")
        name, closing, after = tail.partition("”")
        if not (opening and closing):
            runs.append((rest, False))
            break
        runs += [(plain, False), (name, True)]
        rest = after
    return tuple((text, is_bold) for text, is_bold in runs if text)


def clock(seconds: float) -> str:
    """Return minutes and seconds as 0:41."""
    whole = round(seconds)
    return f"{whole // 60}:{whole % 60:02d}"
