"""What an instruction can mean, before any screen is looked at: targets and clause forms."""

from dataclasses import dataclass
from typing import Final, Literal

from automation.commands.words import told_name
from automation.core.actions import Button, Check, Direction, Modifier
from automation.core.geometry import ScreenPoint

RelationKind = Literal["in", "at", "near", "left_of", "right_of", "above", "below"]


@dataclass(frozen=True, slots=True)
class Relation:
    """Where a target is: `in`, `near`, `left_of`, ... something else that is named."""

    kind: RelationKind
    anchor: "Phrase"
    anchor_kind: str = ""
    """`row`, `dialog`, `menu`, `section`, `window`, ... when the words say so; for `at` the sides."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand the words that name a target."""

    label: str
    """The name looked for; empty when only a role or a position is given."""
    role: str = ""
    """A role word of the user's (`button`, `field`, ...); empty when none is given."""
    ordinal: int | None = None
    """1-based in reading order; -1 is the last; None when no position is given."""
    relation: Relation | None = None
    is_literal: bool = False
    """The label was quoted: it is not read in any other way."""
    is_last: bool = False
    """It counts only where nothing else fits: `due date` for a field that is called "Due"."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """The words that name a target, and the ways to read them, the most literal first."""

    text: str
    """The words as shown to people, without quotes."""
    readings: tuple[Reading, ...]
    point: ScreenPoint | None = None
    """The pixel, when the words are coordinates."""

    @property
    def label(self) -> str:
        """The name as it is told to people: without article, and without role word if it can be."""
        is_plain = not any(r.relation or (r.ordinal and not r.label) for r in self.readings)
        named = [r for r in self.readings if r.role and r.label and r.ordinal is None]
        return told_name(self.text, [(r.role, r.label) for r in named] if is_plain else ())


@dataclass(frozen=True, slots=True)
class Point:
    """Click, `repeat` times over, or only hover when `button` is None."""

    target: Phrase
    button: Button | None = "left"
    count: int = 1
    modifiers: tuple[Modifier, ...] = ()
    repeat: int = 1


@dataclass(frozen=True, slots=True)
class Bare:
    """Words without a verb: the name of something visible, to be clicked, or nothing of ours."""

    target: Phrase


@dataclass(frozen=True, slots=True)
class Type:
    """Type text, into a field if one is named."""

    text: str
    target: Phrase | None = None
    replaces: bool = False
    """The words say that what is there goes away: set, replace, clear."""
    needs_target: bool = False
    """The words read as text plus target (`enter x in Y`): never type them all as text."""
    enters: bool = False
    """Enter follows, unless the next step presses such a key itself: a search, the cell of a sheet."""
    command: str = ""
    """What is typed instead where a terminal has the keyboard: the words after `the command`."""
    may_name: bool = False
    """The text may begin with the name of a field: `enter Surname Novak`."""
    is_selected: bool = False
    """The step before has selected what the field held."""
    is_deleted: bool = False
    """The step before has deleted what was selected."""


@dataclass(frozen=True, slots=True)
class Once:
    """A step that comes when something is so: `click Book once the light is shown`."""

    wait: "Expect | Rest"
    form: "Form"


@dataclass(frozen=True, slots=True)
class Press:
    """Press keys, or a button that is called so: the screen and the key table decide."""

    text: str
    target: Phrase
    repeat: int = 1
    is_key: bool = False
    """The words say that it is a key: `press the Delete key`."""
    on: Phrase | None = None
    """What is clicked first, because the keys are meant for it: `copy B3 with Ctrl+C`."""


@dataclass(frozen=True, slots=True)
class Hold:
    """Press a key and keep it down, or let it go."""

    key: str
    down: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """Turn the wheel, over a target if one is named; `to_end` goes as far as it goes."""

    direction: Direction
    amount: int = 5
    target: Phrase | None = None
    to_end: bool = False


@dataclass(frozen=True, slots=True)
class TurnUntil:
    """Turn the wheel until a text is visible."""

    text: str
    direction: Direction = "down"


@dataclass(frozen=True, slots=True)
class Drag:
    """Drag one thing onto another, or by a distance in device pixels."""

    origin: Phrase
    destination: Phrase | None = None
    by: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Switch:
    """Turn a box or switch on or off; nothing is clicked when it is so already."""

    target: Phrase
    on: bool


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose an option, in a list or combo box if one is named."""

    option: Phrase
    target: Phrase | None = None
    adds: bool = False
    """It is to be selected together with what the step before selected."""
    through: Phrase | None = None
    """The end of a range of cells that begins with the option."""
    is_listed: bool = False
    """It is in the list that the step before has opened."""
    known: tuple[tuple[str, str] | None, ...] = ()
    """Handles of what was called so before the list was opened, and is none of its entries."""


@dataclass(frozen=True, slots=True)
class Assign:
    """Give a named field, box or list a value: `set Colour to Blue`."""

    target: Phrase
    value: str
    option: Phrase


@dataclass(frozen=True, slots=True)
class Adjust:
    """Make the number of a slider or of a number's box larger or smaller: `increase Amount by 3`."""

    target: Phrase
    up: bool
    by: float | None = None
    """None for one step of its own."""
    is_percent: bool = False
    times: int = 1
    """How many steps of its own."""


CHOSEN: Final = -1
"""The stage of a drop-down in which something was chosen: it is only read whether it shows that."""


@dataclass(frozen=True, slots=True)
class SetTo:
    """Give a slider, a number's box or a date its value, and read it back. Comes of other forms alone."""

    target: Phrase
    value: str
    is_slider: bool = False
    stage: int = 0
    """How many steps of it were done."""
    last: float | None = None
    """Where a slider stood before the last keys."""
    presses: int = 0
    """How many keys those were, to the right or up; negative for the other way."""


@dataclass(frozen=True, slots=True)
class Expand:
    """Open or close a tree item or a folding section."""

    target: Phrase
    expand: bool


@dataclass(frozen=True, slots=True)
class Path:
    """Click through menus, one item after the other; `on` turns the last one on or off."""

    items: tuple[Phrase, ...]
    on: bool | None = None
    said: str = ""
    """The words for the last item with their verb, which may be a part of its name."""
    is_exact: bool = False
    """The items are names that the program lists."""
    names: tuple[str, ...] = ()
    """The whole way by its names, where the program lists it: to read the entry back by."""
    through: str = ""
    """The menu that was opened for what is left of the path."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Read whether an entry of a closed menu is on by now. Comes of other forms alone."""

    names: tuple[str, ...]
    on: bool
    is_already: bool = False
    """It was so before: that is told, and nothing has been changed."""


@dataclass(frozen=True, slots=True)
class Open:
    """Open something visible, else start the application that is called so."""

    target: Phrase
    only_app: bool = False
    is_listed: bool = False
    """It follows on another one (`open Help, About`): no application is meant."""


@dataclass(frozen=True, slots=True)
class Focus:
    """Bring a window to the front; `or_tab` also looks for a tab of that name."""

    target: Phrase
    or_tab: bool = True


@dataclass(frozen=True, slots=True)
class Raise:
    """Bring one window to the front by its id; no words lead to it."""

    window_id: int


@dataclass(frozen=True, slots=True)
class WindowOp:
    """Close, minimise or maximise a window; None means the active one."""

    op: Literal["close", "minimise", "maximise"]
    target: Phrase | None = None


@dataclass(frozen=True, slots=True)
class Tab:
    """Go to the next or the previous tab, or close the current one."""

    op: Literal["next", "previous", "close", "new"]


EditOp = Literal[
    "copy", "cut", "paste", "undo", "redo", "select_all", "save", "back", "forward", "reload"
]


@dataclass(frozen=True, slots=True)
class Edit:
    """One of the usual commands of editors and browsers: by its chord, or by a button called so."""

    op: EditOp
    called: Phrase | None = None
    """The word itself, where it stands alone: `Refresh` may be a button in sight."""


@dataclass(frozen=True, slots=True)
class Rest:
    """Let time pass."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Expect:
    """Look whether something is so."""

    check: Check
    target: Phrase | None = None
    """The element that the check is about; None when it is about any text or window."""
    contains: bool = False
    """The field only has to contain the value."""
    within_s: float = 0.0
    """How long to look, for checks that do not say so themselves."""


@dataclass(frozen=True, slots=True)
class Inside:
    """Do it in the window that is called so, which comes to the front first."""

    where: Phrase
    form: "Form"
    later: tuple["Form", ...] = ()
    """The steps up to the one whose words name the window, where those of this step do not."""


Form = (
    Point
    | Bare
    | Type
    | Press
    | Hold
    | Turn
    | TurnUntil
    | Drag
    | Switch
    | Choose
    | Assign
    | Adjust
    | SetTo
    | Expand
    | Path
    | Entry
    | Open
    | Focus
    | Raise
    | WindowOp
    | Tab
    | Edit
    | Rest
    | Expect
    | Inside
    | Once
)


def phrases_of(form: Form) -> tuple[Phrase, ...]:
    """Return the targets that the form names, the first to be looked for first."""
    match form:
        case Path():
            return form.items
        case Drag():
            return (form.origin, form.destination) if form.destination else (form.origin,)
        case Choose():
            return (form.target, form.option) if form.target else (form.option,)
        case Press(on=Phrase() as on):
            return (on,)
        case (
            Point()
            | Bare()
            | Press()
            | Switch()
            | Assign()
            | Adjust()
            | Expand()
            | Open()
            | Focus()
        ):
            return (form.target,)
        case Type() | Turn() | WindowOp() | Expect():
            return (form.target,) if form.target else ()
        case Inside() | Once():
            return phrases_of(form.form)
        case _:
            return ()
