"""The drifts that a macro is replayed under, and what must come of each."""

from dataclasses import dataclass
from typing import Literal

from automation.core.geometry import Rect
from tests.macros_live.apps import HOME
from tests.macros_live.guest_book import MEANT, Flags

NAME = "Ada Lovelace"
MEANT_PRESSES = ("name", "newsletter", f"edit {MEANT}", "save")
MAY_BE_LEFT_OUT = frozenset({"name"})
"""A field that has the keyboard already needs no press: what it holds tells whether it was right."""
SAVED = {"name": NAME, "city": "", "newsletter": True, "rows": [f"edit {MEANT}"]}
COMMANDS = f'type "{NAME}" into Name, check Newsletter, click Edit next to {MEANT}, click Save card'

RECORDED = Flags()

Must = Literal["right", "stop", "either"]
Group = Literal["drift", "refusal", "rows", "late", "aimed", "hidden"]


@dataclass(frozen=True)
class Drift:
    """One way in which the book is another than it was when the macro was made."""

    name: str
    must: Must
    flags: Flags = RECORDED
    place: Rect = HOME
    is_zoomed: bool = False
    is_guarded: bool = False
    """Played by the macro that looks for the dialog first."""
    group: Group = "drift"
    hides: Literal["", "behind", "minimised"] = ""
    """How another program's window hides this one."""

    @property
    def presses(self):
        """What may be pressed, in this order and nothing else."""
        before = ("not now",) if self.is_guarded and self.flags.dialog == "once" else ()
        return (*before, *MEANT_PRESSES)


_MOVED = Rect(340, 100, HOME.w, HOME.h)
_LARGER, _SMALLER = Rect(30, 40, 1140, 720), Rect(60, 50, 640, 600)
_AT_ONCE = Flags(theme="dark", font_pt=12, rows="grown and sorted", has_notice=True)

DRIFTS = (
    Drift("as recorded", "right"),
    Drift("dark", "right", Flags(theme="dark")),
    Drift("moved", "right", place=_MOVED),
    Drift("larger window", "right", place=_LARGER),
    Drift("smaller window", "right", place=_SMALLER),
    Drift("larger font", "right", Flags(font_pt=13)),
    Drift("zoom 125 %", "right", is_zoomed=True),
    Drift("renamed button", "right", Flags(is_renamed=True)),
    Drift("slow page", "right", Flags(slow_s=2.5)),
    Drift("slow to save", "right", Flags(save_s=1.5)),
    Drift("notice", "right", Flags(has_notice=True)),
    Drift("one-time dialog", "right", Flags(dialog="once"), is_guarded=True),
    Drift("dialog stays away", "right", is_guarded=True),
    Drift("dialog goes by itself", "right", Flags(dialog="goes")),
    Drift("many at once", "right", _AT_ONCE, _LARGER),
    Drift("dark, larger font, moved", "right", Flags(theme="dark", font_pt=13), _MOVED),
    Drift("target missing", "stop", Flags(is_removed=True), group="refusal"),
    Drift("a harmful button in its place", "stop", Flags(has_danger=True), group="refusal"),
    Drift("two equal targets", "stop", Flags(has_twin=True), group="refusal"),
    Drift("empty list", "stop", Flags(rows="empty"), group="refusal"),
    Drift("blocking dialog", "stop", Flags(dialog="stays"), group="refusal"),
    Drift("sorted", "right", Flags(rows="sorted"), group="rows"),
    Drift("grown", "right", Flags(rows="grown"), group="rows"),
    Drift("grown and sorted", "right", Flags(rows="grown and sorted"), group="rows"),
    Drift("row gone", "stop", Flags(rows="gone"), group="rows"),
    Drift("row twice", "stop", Flags(rows="twins"), group="rows"),
    Drift("only a look-alike row left", "stop", Flags(rows="one left"), group="rows"),
    Drift("number in another column", "stop", Flags(rows="named elsewhere"), group="rows"),
    Drift("notice comes late", "either", Flags(late="notice"), group="late"),
    Drift("rows turn late", "either", Flags(late="sorted"), group="late"),
    Drift("dialog comes late", "either", Flags(late="dialog"), group="late"),
    Drift("notice at the press", "either", Flags(late="notice", late_on="save"), group="aimed"),
    Drift("behind another window", "right", group="hidden", hides="behind"),
    Drift("minimised", "right", group="hidden", hides="minimised"),
)
BY_NAME = {drift.name: drift for drift in DRIFTS}
