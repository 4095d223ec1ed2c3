"""What code knows about an action's target when it judges the risk."""

from dataclasses import dataclass, field
from typing import Literal

from automation.core.observation import ScreenElement, State
from automation.core.proposal import RiskLevel
from automation.safety.app_kinds import AppKind

Origin = Literal["user", "macro", "model"]
"""Who chose the target: the user's own words, a recording, or a model's reading of the screen."""

FieldKind = Literal["password", "readable", "unknown"]
"""What the accessibility tree says of the field; never what a policy says of it."""


@dataclass(frozen=True, slots=True)
class SecretUse:
    """A secret that would be typed, and into what."""

    name: str
    is_known: bool = True
    """The keyring has one of this name, as far as it can be asked."""
    is_limited: bool = False
    """It is for some programs only."""
    is_for_program: bool = False
    """The target's program is one of them."""
    field: FieldKind = "unknown"
    problem: str = ""
    """Why the keyring could not be asked; empty when it could."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Facts about one action's target; an unknown fact keeps its default.

    Names and titles come from programs and pages. They may raise the risk and never lower it below
    that of a target about which nothing is known.
    """

    name: str = ""
    """The accessibility tree's name of the target; of the focused element for keys and text."""
    role: str = ""
    states: frozenset[State] = frozenset()
    is_choice: bool = False
    """It is an entry of the open list of a drop-down, which has a window of its own."""
    takes_value: bool = False
    """The dialog has a field: what it asks is answered by what stands there ("What is your name?")."""
    program_names: tuple[str, ...] = ()
    """What the program calls itself in the titles of its main windows; none of a browser's."""
    extra_words: tuple[str, ...] = ()
    """Words of the user's own that always ask."""
    leads_to: tuple[str, ...] = ()
    """Names of what the same instruction presses next."""
    seen_labels: tuple[str, ...] = ()
    """What OCR read at the target, and what else it was called on the screen."""
    shows: str = ""
    """Words that are painted on the target and that no name of it says."""
    described: tuple[str, ...] = ()
    """What else its program says of it: longer texts, other labels, the names of pictures on it."""
    called: tuple[str, ...] = ()
    """What the policy calls it: words that may raise, and never stand in for a name."""
    destination_name: str = ""
    """The element where a drag ends."""
    dropped_on: tuple[str, ...] = ()
    """Everything that the place is called where a button is let go."""
    question: tuple[str, ...] = ()
    """What the dialog with the target says; empty outside of dialogs."""
    may_press: tuple[str, ...] = ()
    """What keys may set off besides the focus: a dialog's main button, the entries of a menu."""
    beside: tuple[str, ...] = ()
    """Short texts near the target outside of dialogs, which say what an answer there means."""
    app: str = ""
    """Program name from the window system."""
    title: str = ""
    """Of the window, from the window system; a title may only raise."""
    kinds: frozenset[AppKind] = frozenset()
    is_own_window: bool = False
    is_frame: bool = False
    """The pixel lies on a window's title bar or border, not in its area."""
    is_window_meant: bool = False
    """The run pressed something in the window or brought it up, or its words name it: for text where no
    tree tells what has the keyboard."""
    is_program_known: bool = True
    """The system tells which file runs behind every window that is reached."""
    is_secret: bool = False
    """The target, or the focused field for keys and text, is a password field."""
    secret: SecretUse | None = None
    """The secret of the user's that the action types by name; None when it types none."""
    held_keys: frozenset[str] = frozenset()
    """Keys that earlier actions of this run keep down."""
    has_button_down: bool = False
    """An earlier action of this run keeps a mouse button down: moving is dragging."""
    is_first_in_app: bool = False
    """The run has worked elsewhere, and neither the user nor the run named this program."""
    is_app_told: bool = True
    """The files of the windows say which programs they are: a trusted macro can mean one by its name."""
    is_new_site: bool = False
    """A browser shows a site on which the run has not worked, and that the user did not name."""
    leads_to_site: str = ""
    """The site that typed text is the address of, unless the run or the user knows it."""
    crosses_programs: bool = False
    """It reaches windows of more than one program."""
    window_age_s: float | None = None
    """Seconds since the window was first seen; None when it was there from the start."""
    after_refusal: bool = False
    """The executor declined the previous attempt because the target had changed."""
    after_unseen: bool = False
    """An earlier step of the run was not seen to arrive, and no check has held since."""
    screen_text: str = ""
    """Other text seen at or near the target, looked at only for orders to assistants."""
    page_orders: str = ""
    """A text elsewhere in the window that tells assistants what they must do."""
    element: ScreenElement | None = None
    """The tree's element itself, for the record; no rule reads it."""
    origin: Origin = "user"
    is_untrusted_macro: bool = False
    raised: RiskLevel = field(default=RiskLevel.R0)
    """What the policy itself raised the risk to."""
