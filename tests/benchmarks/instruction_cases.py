"""Instructions on real programs: what is said, what may be pressed, and how the program tells."""

from collections.abc import Callable
from dataclasses import dataclass

from automation.core.proposal import Outcome

Seen = Callable[..., object]


@dataclass(frozen=True)
class Case:
    """One instruction and its effect, checked from the program's side."""

    program: str
    text: str
    effect: Seen
    """Called with the desk until it is true or the time is up."""
    presses: tuple[str, ...] = ()
    """Names that may be pressed; a press on anything else is a wrong click."""
    ends: tuple[Outcome, ...] = ()
    """How it must end when it must not be done (a question, a refusal); empty for a task to do."""


def _log(*lines):
    """Return an effect: the Qt window wrote these lines since the case began, and no others."""
    return lambda desk: all(line in desk.fresh_log() for line in lines)


def _moved(start):
    return lambda desk: any(line.startswith(start) for line in desk.fresh_log())


def _page(*events):
    return lambda desk: all(event in desk.fresh_events() for event in events)


def _file(name, content=None):
    def effect(desk):
        path = desk.files / name
        return path.exists() and (content is None or path.read_text().rstrip("\n") == content)

    return effect


def _house(name, there=True):
    return lambda desk: (desk.folder / "house" / name).exists() == there


def _title(part):
    return lambda desk: any(part in title for title in desk.titles())


def _no_title(part):
    return lambda desk: not any(part in title for title in desk.titles())


def _shows(number):
    """Return an effect: the calculator copies this number when asked to."""
    return lambda desk: desk.calculator_shows() == number


def _nothing(desk):
    """Tell that neither the window nor the page was told anything."""
    return not desk.fresh_log() and not desk.fresh_events()


QT = (
    Case("qt", "click Book", _log("clicked Book"), ("Book",)),
    Case("qt", "please press the Bookmark button", _log("clicked Bookmark"), ("Bookmark",)),
    Case("qt", "click Copy and Paste", _log("clicked Copy and Paste"), ("Copy and Paste",)),
    Case("qt", "type Anna Müller into Name", _log("Name=Anna Müller"), ("Name",)),
    Case("qt", "set City to Kiel", _log("City=Kiel"), ("City",)),
    Case(
        "qt",
        "enter “Große Straße 5” in the Straße field",
        _log("Straße=Große Straße 5"),
        ("Straße",),
    ),
    Case("qt", "clear the Name field", _log("Name="), ("Name",)),
    Case("qt", "type hello into Notes", _log("Notes='hello'"), ("Notes",)),
    Case("qt", "choose Blue in Colour", _log("Colour=Blue"), ("Colour", "Blue")),
    Case("qt", "select Green from the Colour dropdown", _log("Colour=Green"), ("Colour", "Green")),
    Case("qt", "set Nights to 7", _log("Nights=7"), ("Nights",)),
    Case("qt", "check Newsletter", _log("Newsletter=on"), ("Newsletter",)),
    Case(
        "qt",
        "make sure Newsletter is checked, then uncheck it",
        _log("Newsletter=off"),
        ("Newsletter",),
    ),
    Case("qt", "turn off Terms", _log("Terms=off"), ("Terms",)),
    Case("qt", "select the Express option", _log("chose Express"), ("Express",)),
    Case("qt", "open File > Save As", _log("menu Save As..."), ("File", "Save As...")),
    Case("qt", "in the File menu choose Save", _log("menu Save"), ("File", "Save")),
    Case("qt", "Edit -> More -> Tidy up", _log("menu Tidy up"), ("Edit", "More", "Tidy up")),
    Case("qt", "click File, then Export", _log("menu Export"), ("File", "Export")),
    Case("qt", "type Bo into Name, then verify that Name equals Bo", _log("Name=Bo"), ("Name",)),
    Case("qt", "verify that Terms is checked", _nothing, (), (Outcome.UNVERIFIED,)),
    Case("qt", "drag Volume by 60 right", _moved("Volume="), ("Volume",)),
    Case(
        "qt",
        "click Name, select all, cut, then click City and paste",
        _log("Name=", "City=KielBo"),
        ("Name", "City"),
    ),
    Case("qt", "click Bok", _nothing, (), (Outcome.NOT_FOUND, Outcome.AMBIGUOUS)),
    Case("qt", "type hunter2 into Password", _nothing, (), (Outcome.BLOCKED,)),
    Case("qt", "switch to the Places tab", _log("tab Places"), ("Places",)),
    Case("qt", "click Edit in the Harz row", _log("edit Harz"), ("Edit",)),
    Case("qt", "click the third Edit", _log("edit Eifel"), ("Edit",)),
    Case("qt", "click Edit", _nothing, (), (Outcome.AMBIGUOUS,)),
    Case("qt", "double-click Beta", _log("opened Beta"), ("Beta",)),
    Case("qt", "expand Projects", _log("expanded Projects"), ("Projects",)),
    Case("qt", "previous tab", _log("tab Person"), ("Person",)),
    Case("qt", "click Delete everything", _nothing, (), (Outcome.NOT_FOUND,)),
)
WEB = (
    Case("chromium", "click Book", _page("click Book"), ("Book",)),
    Case("chromium", "type Anna into Name", _page("input Name=Anna"), ("Name",)),
    Case("chromium", "replace City with Lübeck", _page("input City=Lübeck"), ("City",)),
    Case(
        "chromium",
        "enter a@b.de in Email, then press Tab",
        _page("input Email=a@b.de"),
        ("Email address",),
    ),
    Case(
        "chromium",
        "click Search; wait until “3 houses found” appears; then click Terms of use",
        _page("click Search", "click Terms of use"),
        ("Search", "Terms of use"),
    ),
    Case(
        "chromium",
        "click Reserve, then click Pay on arrival",
        _page("click Pay on arrival"),
        ("Reserve", "Pay on arrival"),
    ),
    Case("chromium", "verify that it says “3 houses found”", _nothing, (), (Outcome.DONE,)),
    Case("chromium", "expect City to be Lübeck", _nothing, (), (Outcome.DONE,)),
    Case("chromium", "wait up to 1 s for “Sold out”", _nothing, (), (Outcome.UNVERIFIED,)),
    Case(
        "chromium",
        "press the New Tab button, then switch back to Holiday houses",
        _title("Holiday houses"),
        ("New Tab", "Holiday houses"),
    ),
    Case("chromium", "choose Blue in Colour", _page("Colour=Blue"), ("Colour", "Blue")),
    Case("chromium", "tick the Newsletter box", _page("Newsletter=on"), ("Newsletter",)),
    Case("chromium", "uncheck Terms", _page("Terms=off"), ("Terms",)),
    Case("chromium", "choose Express", _page("Speed=Express"), ("Express",)),
    Case("chromium", "click Settings", _page("click Settings"), ("Settings",)),
    Case("chromium", "click Terms of use", _page("click Terms of use"), ("Terms of use",)),
    Case("chromium", "Copy and Paste", _page("click Copy and Paste"), ("Copy and Paste",)),
    Case("chromium", "click Edit in the Harz row", _page("edit Harz"), ("Edit",)),
    Case("chromium", "click the last Remove", _page("remove Eifel"), ("Remove",)),
    Case("chromium", "click Edit next to “5 nights”", _page("edit Eifel"), ("Edit",)),
    Case("chromium", "click Edit", _nothing, (), (Outcome.AMBIGUOUS,)),
    Case("chromium", "expand More about us", _page("details true"), ("More about us",)),
    Case("chromium", "click Send later", _nothing, (), (Outcome.FAILED,)),
    Case(
        "chromium",
        "scroll until I see Imprint, then click Imprint",
        _page("click Imprint"),
        ("Imprint",),
    ),
    Case(
        "chromium", "scroll to the top and click Bookmark", _page("click Bookmark"), ("Bookmark",)
    ),
    Case("chromium", "find the cheapest flight", _nothing, (), (Outcome.NEEDS_MODEL,)),
)
EDITOR = (
    Case(
        "mousepad",
        "type Hello from the desk, then press Ctrl+S",
        _file("notes.txt", "Hello from the desk"),
    ),
    Case(
        "mousepad",
        "select all, type “click, then wait” and save",
        _file("notes.txt", "click, then wait"),
    ),
    Case(
        "mousepad",
        "press Ctrl+A, type one, press Enter, type two; press Ctrl+S",
        _file("notes.txt", "one\ntwo"),
    ),
    Case(
        "mousepad",
        "open File > Save As, type copy.txt and press Enter",
        _file("copy.txt", "one\ntwo"),
        ("File", "Save As..."),
    ),
    Case(
        "mousepad",
        "click Edit, then Select All, press Delete and save",
        _file("copy.txt", ""),
        ("Edit", "Select All"),
    ),
    Case(
        "mousepad",
        "choose Find and Replace from the Search menu",
        _title("Find and Replace"),
        ("Search", "Find and Replace..."),
    ),
    Case("mousepad", "close the window", _no_title("Find and Replace")),
)
CALCULATOR = (
    Case("galculator", "click 7, then +, then 8 and then =", _shows("15"), ("7", "+", "8", "=")),
    Case("galculator", "press AC, 6, *, 7, =", _shows("42"), ("AC", "6", "*", "7", "=")),
    Case("galculator", "click AC, type 9*8, then press =", _shows("72"), ("AC", "=")),
)
FILES = (
    Case("file_manager", "open Pictures", _title("Pictures"), ("Pictures",)),
    Case("file_manager", "press Alt+Left", _title("house")),
    Case(
        "file_manager",
        "right-click report.txt, choose Rename..., type final.txt and press Enter",
        _house("final.txt"),
        ("report.txt", "Rename..."),
    ),
    Case(
        "file_manager",
        "drag notes.md onto Pictures",
        _house("Pictures/notes.md"),
        ("notes.md", "Pictures"),
    ),
    Case(
        "file_manager",
        "click plan.txt, press F2, type todo.txt, press Enter",
        _house("todo.txt"),
        ("plan.txt",),
    ),
)
TERMINAL = (
    Case(
        "xterm",
        "type touch made.txt and press Enter",
        lambda desk: (desk.desktop.home / "made.txt").exists() or desk.made("made.txt"),
    ),
    Case(
        "xterm", "type “echo 'a; b' > two.txt” then press Enter", lambda desk: desk.made("two.txt")
    ),
    Case("xterm", "close the window", _no_title("sh")),
)
WINDOWS = (
    Case("two", "switch to galculator", lambda desk: "galculator" in desk.active_title()),
    Case("two", "bring Mousepad to the front", lambda desk: "Mousepad" in desk.active_title()),
    Case("two", "maximize the window", lambda desk: desk.is_maximised("Mousepad")),
    Case("two", "click AC", lambda desk: not desk.pressed(), (), (Outcome.NOT_FOUND,)),
    Case("two", "close galculator", _no_title("galculator")),
    Case("two", "open Galculator, then click 5", _shows("5"), ("5",)),
    Case(
        "two",
        "start Mousepad, type hi and press Ctrl+A, then copy",
        lambda desk: desk.clipboard() == "hi",
    ),
)
CASES = (*QT, *WEB, *EDITOR, *CALCULATOR, *FILES, *TERMINAL, *WINDOWS)
