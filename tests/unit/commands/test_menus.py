"""Entries of menus by every order of words, against a program that lists its closed menus, and one that does not."""

from dataclasses import dataclass, field, replace

import pytest

from automation.core.actions import Click, Hotkey
from automation.core.geometry import Rect
from automation.core.proposal import Outcome, Proposal
from tests.fakes.driver import Driver, told
from tests.fakes.fake_reader import FakeReader, element
from tests.fakes.screens import ON, Seen, screen, win

BAR = {
    "File": {"New": None, "Save": None, "Save As...": None, "Recent": {}, "Preferences": None},
    "Edit": {"Select All": None, "Replace...": None, "Change Case": {"All Upper Case": None}},
    "View": {
        "Statusbar": True,
        "Show Ruler": True,
        "Side Pane": False,
        "Hide Toolbar": None,
        "Zoom In": None,
        "Fit Page": False,
        "Arrange Items": {"By Name": ("radio", True), "By Size": ("radio", False)},
    },
    "Tools": {"Document Statistics": None, "Word Count...": None, "Spelling Options": None},
    "Go": {"Go Up": None, "Last Page": None, "Next in Index": None},
    "Mode": {"Basic": ("radio", True), "Advanced": ("radio", False)},
}


@dataclass
class Program:
    """A window with a menu bar; what is pressed in it, and what is on."""

    lists: bool = True
    """Whether its closed menus are told."""
    is_stubborn: bool = False
    """Its entries do not change."""
    is_late: bool = False
    """What its closed menus tell is as it was when it started: all is off."""
    is_silent: bool = False
    """Its closed menus do not tell which entries can be on."""
    is_lazy: bool = False
    """Its closed menus tell nothing of what they hold."""
    is_drawn: bool = False
    """Its open menus do not either: the boxes in them are drawn."""
    chosen: list[str] = field(default_factory=list)
    on: dict[tuple[str, ...], bool] = field(default_factory=dict)
    radios: set[tuple[str, ...]] = field(default_factory=set)
    open: list[str] = field(default_factory=list)

    def __post_init__(self):
        self._fill(BAR, ())

    def _fill(self, menu, way):
        for name, entry in menu.items():
            if isinstance(entry, dict):
                self._fill(entry, (*way, name))
            elif entry is not None:
                is_radio = isinstance(entry, tuple)
                self.on[*way, name] = entry[1] if is_radio else entry
                self.radios |= {(*way, name)} if is_radio else set()

    def _entry(self, way, box, window_id, *, as_listed=False):
        is_told = way in self.on and not ((as_listed and self.is_silent) or self.is_drawn)
        words = {"checkable"} if is_told else set()
        if self.on.get(way) and is_told and not (as_listed and self.is_late):
            words.add("checked")
        role = "menu" if isinstance(_at(way), dict) else "menu_item"
        if as_listed and is_told and way in self.radios:
            role = "radio"
        states = ON | words if not as_listed else ON - {"showing"} | words
        return element(way[-1], role, box, states=states, window_id=window_id)

    def seen(self):
        windows = [win(1, "notes", "editor", is_active=True)]
        elements = [self._entry((name,), Rect(60 * n, 30, 60, 24), 1) for n, name in enumerate(BAR)]
        for level in range(len(self.open)):
            way = tuple(self.open[: level + 1])
            left = 300 * level
            windows.insert(
                0,
                win(2 + level, "", "editor", Rect(left, 54, 290, 400), is_popup=True, is_menu=True),
            )
            elements += [
                self._entry((*way, name), Rect(left + 2, 58 + 26 * n, 280, 26), 2 + level)
                for n, name in enumerate(_at(way))
            ]
        return Seen(screen(windows, []).observation, Reader(self, elements))

    def boxes(self):
        """What the picture tells of the boxes that are drawn in the menu on top."""
        way, left = tuple(self.open), 300 * (len(self.open) - 1)
        return [
            replace(
                element(
                    name, "menu_item", Rect(left + 8, 58 + 26 * n, 90, 26), window_id=1 + len(way)
                ),
                states=ON | {"checkable"} | ({"checked"} if self.on[*way, name] else set()),
                source="ocr",
            )
            for n, name in enumerate(_at(way) if way and self.is_drawn else ())
            if (*way, name) in self.on
        ]

    def ways(self):
        found = []

        def below(way):
            for name, entry in _at(way).items():
                one = (*way, name)
                found.append(
                    tuple(
                        self._entry(one[: n + 1], Rect(0, 0, 0, 0), 1, as_listed=True)
                        for n in range(len(one))
                    )
                )
                if isinstance(entry, dict):
                    below(one)

        below(())
        return [way for way in found if len(way) == 1 or not self.is_lazy]

    def press(self, proposal):
        if isinstance(proposal.intent, Hotkey):
            assert proposal.intent.keys == ("esc",)
            self.open.clear()
            return
        assert isinstance(proposal.intent, Click)
        thing = proposal.element
        way = (
            (thing.name,)
            if thing.window_id == 1
            else (*self.open[: thing.window_id - 1], thing.name)
        )
        if isinstance(_at(way), dict):
            self.open[:] = way
            return
        self.open.clear()
        self.chosen.append(" > ".join(way))
        if way in self.on and not self.is_stubborn:
            self.on |= {r: False for r in self.radios if way in self.radios and r[:-1] == way[:-1]}
            self.on[way] = way in self.radios or not self.on[way]


class Reader(FakeReader):
    def __init__(self, program, elements):
        super().__init__(elements)
        self.program = program
        if program.lists:
            self.menus = lambda _observation: program.ways()

    def drawn(self, observation, texts):
        return self.program.boxes(), ()

    def drawn_cells(self, observation, texts):
        return ()

    def knob(self, observation, element):
        return None

    def held(self, observation, element):
        return None


def _at(way):
    entry = BAR
    for name in way:
        entry = entry[name]
    return entry


def run(sentence, program=None):
    """Carry a sentence out in the program; gives what was chosen in its menus, and the end."""
    program = program or Program()
    driver = Driver(sentence, program.seen())
    while True:
        seen = program.seen()
        driver.seen = seen
        driver.reader.elements = seen.reader.elements
        decision = driver.step()
        if not isinstance(decision, Proposal):
            return program.chosen, decision
        program.press(decision)


SAID = [
    ("Show the document statistics from the Tools menu", "Tools > Document Statistics"),
    ("show the Word Count from the Tools menu", "Tools > Word Count..."),
    ("Go up one folder with the Go menu", "Go > Go Up"),
    ("Go to the last page with the Go menu", "Go > Last Page"),
    ("Go menu: Next in Index", "Go > Next in Index"),
    ("choose all upper case with Edit > Change Case", "Edit > Change Case > All Upper Case"),
    ("make it all upper case in Edit", "Edit > Change Case > All Upper Case"),
    ("In the Go menu, Next in Index", "Go > Next in Index"),
    ("Untick the status bar in View", "View > Statusbar"),
    ("untick Show Ruler (View menu)", "View > Show Ruler"),
    ("Hide the ruler using the View menu", "View > Show Ruler"),
    ("turn the ruler off in the View menu", "View > Show Ruler"),
    ("Hide the toolbar with the View menu", "View > Hide Toolbar"),
    ("open the preferences (File menu)", "File > Preferences"),
    ("Go to the last page: Go, Last Page", "Go > Last Page"),
    ("Sort them: View, Arrange Items, By Size", "View > Arrange Items > By Size"),
    ("Arrange Items By Size in the View menu", "View > Arrange Items > By Size"),
    ("Choose By Size from the View menu", "View > Arrange Items > By Size"),
    ("By Size in the Arrange Items menu", "View > Arrange Items > By Size"),
    ("view > fit page", "View > Fit Page"),
    ("View -> Arrange Items -> By Size", "View > Arrange Items > By Size"),
    ("Edit → Change Case → All Upper Case", "Edit > Change Case > All Upper Case"),
    ("switch to Advanced in the Mode menu", "Mode > Advanced"),
    ("Mode: Advanced", "Mode > Advanced"),
    ("turn on Fit Page", "View > Fit Page"),
    ("show the side pane", "View > Side Pane"),
    ("hide the status bar", "View > Statusbar"),
    ("untick status bar", "View > Statusbar"),
    ("Close the ruler", "View > Show Ruler"),
    ("open Preferences", "File > Preferences"),
    ("word count", "Tools > Word Count..."),
    ("switch to Advanced", "Mode > Advanced"),
    ("document statistic in the Tools menu", "Tools > Document Statistics"),
    ("document in the Tools menu", "Tools > Document Statistics"),
    ("spelling option in the Tools menu", "Tools > Spelling Options"),
    ("Use the View menu to zoom in", "View > Zoom In"),
    ("Save with the File menu", "File > Save"),
    ("Select All from the Edit menu please", "Edit > Select All"),
    ("Replace in the Edit menu", "Edit > Replace..."),
    ("Mend it with Replace from the Edit menu", "Edit > Replace..."),
    ("magnify the text using Zoom In from the View menu", "View > Zoom In"),
    ("back to the last page, please", "Go > Last Page"),
    ("go back to Basic", None),
    ("show the files as Fit Page", "View > Fit Page"),
    ("Show this in Advanced", "Mode > Advanced"),
    ("unter View Fit Page einschalten", "View > Fit Page"),
    ("under Edit, select all", "Edit > Select All"),
    ("turn on Side Panes", "View > Side Pane"),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "entry"), SAID, ids=[row[0] for row in SAID])
def test_an_entry_is_found_however_it_is_said(sentence, entry):
    chosen, end = run(sentence)
    assert (chosen, end.outcome) == ([entry] if entry else [], Outcome.DONE), end.message


PLACED = [row for row in SAID if "menu" in row[0] or ">" in row[0]]


@pytest.mark.parametrize(
    ("sentence", "entry"), [r for r in PLACED if "By Size" not in r[0]], ids=lambda text: text
)
def test_it_is_found_too_where_only_open_menus_are_told(sentence, entry):
    chosen, end = run(sentence, Program(lists=False))
    assert (chosen, end.outcome) == ([entry], Outcome.DONE), end.message


def test_a_leading_show_and_a_word_in_one_are_levelled_together(monkeypatch):
    monkeypatch.setitem(BAR, "View", {"View Statusbar": True, "Toolbar": True})
    assert run("Hide the status bar from the View menu")[0] == ["View > View Statusbar"]


@pytest.mark.parametrize("lists", [True, False])
def test_an_entry_that_is_so_already_is_left_alone_and_told(lists):
    chosen, end = run("untick Side Pane in the View menu", Program(lists=lists))
    assert (chosen, end.outcome) == ([], Outcome.DONE)
    assert not lists or "“Side Pane” is off already." in end.message


@pytest.mark.parametrize(
    "sentence",
    [
        "click Edit, then Move to, Cellar",
        "click Edit, then Move to, then Cellar",
        "choose Edit, Move to, Cellar",
        "Edit > Move to > Cellar",
    ],
)
@pytest.mark.parametrize("lists", [True, False])
def test_an_entry_that_is_called_like_the_start_of_a_verb_is_none(sentence, lists, monkeypatch):
    monkeypatch.setitem(BAR, "Edit", {"Move to": {"Attic": None, "Cellar": None}})
    assert run(sentence, Program(lists=lists))[0] == ["Edit > Move to > Cellar"]


def test_what_a_closed_menu_tells_of_old_is_looked_at_in_the_open_one():
    program = Program(is_late=True)
    program.is_late = True
    chosen, end = run("show the ruler in the View menu", program)
    assert (chosen, end.outcome) == ([], Outcome.DONE)
    assert "“Show Ruler” is on already." in end.message


@pytest.mark.parametrize(
    ("sentence", "entry"),
    [
        ("View menu, Side Pane on", "View > Side Pane"),
        ("View: Statusbar off", "View > Statusbar"),
        ("switch on the side pane, it's in the View menu", "View > Side Pane"),
        ("Turn the side pane on, View menu", "View > Side Pane"),
        ("Side pane on, it's in the View menu", "View > Side Pane"),
        ("hide the status bar with View > Statusbar", "View > Statusbar"),
        ("turn off the status bar via View > Statusbar", "View > Statusbar"),
        ("switch it to Advanced in the Mode menu", "Mode > Advanced"),
        ("in the Mode menu, change it to Advanced", "Mode > Advanced"),
        ("schalte Side Pane im Menü View ein", "View > Side Pane"),
        ("Side Pane an, das ist im Menü View", "View > Side Pane"),
        ("Statusbar im Menü View ausschalten", "View > Statusbar"),
        ("stell es im Menü Mode auf Advanced", "Mode > Advanced"),
        ("turn Fit Page on", "View > Fit Page"),
        ("side pane on please", "View > Side Pane"),
        ("View, hide the status bar", "View > Statusbar"),
        ("show the status bar, that's under View", None),  # it is on
        ("View menu, Statusbar on", None),
        ("untick the side pane in the View menu", None),
        ("in the View menu, under Arrange Items, choose By Size", "View > Arrange Items > By Size"),
        ("In the View menu under Arrange Items choose By Size", "View > Arrange Items > By Size"),
        ("View menu, under Arrange Items, By Size", "View > Arrange Items > By Size"),
        ("In View, under Arrange Items, choose By Size", "View > Arrange Items > By Size"),
        ("from the Tools menu, pick Word Count", "Tools > Word Count..."),
        ("Im Menü View unter Arrange Items wähle By Size", "View > Arrange Items > By Size"),
        ("Im Menü View unter Arrange Items By Size wählen", "View > Arrange Items > By Size"),
        ("arrange them by size (View, Arrange Items, By Size)", "View > Arrange Items > By Size"),
        (
            "make it all caps (Edit, Change Case, All Upper Case)",
            "Edit > Change Case > All Upper Case",
        ),
        ("zoom in a bit (Zoom In in the View menu)", "View > Zoom In"),
    ],
)
@pytest.mark.parametrize("tells", ["all", "when open", "drawn"])
def test_which_way_an_entry_is_to_be_is_said_before_or_behind_it(sentence, entry, tells):
    program = Program(is_silent=tells != "all", is_drawn=tells == "drawn")
    chosen, end = run(sentence, program)
    assert (chosen, end.outcome) == ([entry] if entry else [], Outcome.DONE), end.message


@pytest.mark.parametrize(
    ("sentence", "entries"),
    [
        ("side pane and fit page on please, both are in the View menu", ["Side Pane", "Fit Page"]),
        ("Turn the status bar and the show ruler off, View menu", ["Statusbar", "Show Ruler"]),
        ("Side pane on, it's under View", ["Side Pane"]),
        ("Statusbar off, that's under View", ["Statusbar"]),
    ],
)
def test_where_entries_are_is_said_behind_them(sentence, entries):
    chosen, end = run(sentence, Program())
    assert (chosen, end.outcome) == ([f"View > {e}" for e in entries], Outcome.DONE), end.message


def test_two_that_are_pressed_are_no_thing_and_its_menu():
    assert run("click Statusbar, Go menu", Program())[0] == ["View > Statusbar"]


def test_an_entry_of_a_menu_that_is_filled_when_it_opens_is_looked_for_there():
    assert run("view menu, show the side pane", Program(is_lazy=True))[0] == ["View > Side Pane"]
    said = "show the side pane (Side Pane in the View menu)"
    assert run(said, Program(is_lazy=True))[0] == ["View > Side Pane"]
    chosen, end = run("view menu, show the map", Program(is_lazy=True))
    assert (chosen, end.outcome) == ([], Outcome.NOT_FOUND)


@pytest.mark.parametrize("sentence", ["turn off Zoom In in the View menu", "Zoom In off"])
@pytest.mark.parametrize("is_drawn", [True, False])
def test_an_open_menu_that_tells_no_state_turns_nothing_off(sentence, is_drawn):
    chosen, end = run(sentence, Program(is_silent=True, is_drawn=is_drawn))
    assert not chosen
    assert end.outcome is not Outcome.DONE


@pytest.mark.parametrize(
    "sentence",
    [
        "Open the View menu at the top right and click Zoom In",
        "click the View menu in the top right corner, then Zoom In",
    ],
)
def test_where_a_menu_stands_is_no_entry_of_it(sentence):
    assert run(sentence)[0] == ["View > Zoom In"]


def test_on_and_off_may_end_the_name_of_an_entry(monkeypatch):
    monkeypatch.setitem(BAR, "Go", {"Log on": None, "Log off": None})
    assert run("Go, Log off")[0] == ["Go > Log off"]
    assert run("Go menu, Log on")[0] == ["Go > Log on"]


def test_an_entry_that_does_not_change_is_not_done():
    chosen, end = run("Hide the status bar using the View menu", Program(is_stubborn=True))
    assert chosen == ["View > Statusbar"]
    assert end.outcome is Outcome.UNVERIFIED
    assert "“Statusbar” in the menu “View” is still on" in end.message


def test_one_of_several_options_is_not_turned_off():
    chosen, end = run("untick Basic in the Mode menu")
    assert (chosen, end.outcome) == ([], Outcome.FAILED)


def test_a_plain_entry_is_not_turned_off():
    chosen, end = run("turn off Zoom In in the View menu")
    assert (chosen, end.outcome) == ([], Outcome.NOT_FOUND)
    assert "does not tell whether it is on" in end.message


@pytest.mark.parametrize("lists", [True, False])
def test_a_name_that_the_menu_does_not_hold_is_told_with_what_it_holds(lists):
    chosen, end = run("choose Word Wrap in the Tools menu", Program(lists=lists))
    assert (chosen, end.outcome) == ([], Outcome.NOT_FOUND)
    assert "“Word Wrap” is not in the menu “Tools”. Nearest: “Word Count...”" in end.message


def test_two_entries_that_fit_are_told_and_none_is_pressed(monkeypatch):
    monkeypatch.setitem(BAR, "Help", {"Preferences": None})
    chosen, end = run("open Preferences")
    assert (chosen, end.outcome) == ([], Outcome.AMBIGUOUS)
    assert end.suggestions == ("open File > Preferences", "open Help > Preferences")


def test_of_two_entries_the_one_that_tells_its_state_is_shown_and_hidden(monkeypatch):
    monkeypatch.setitem(BAR, "Edit", {"Side Pane": None, "Statusbar": None})
    assert run("Show the side pane")[0] == ["View > Side Pane"]
    assert run("hide the status bar")[0] == ["View > Statusbar"]
    assert run("open Statusbar")[1].outcome is Outcome.AMBIGUOUS


@pytest.mark.parametrize(
    "sentence",
    [
        "enlarge it with Zoom from the View menu",
        "mirror it with Flip from the Edit menu",
        "back to the cellar",
        "show this as a garden",
        "print it with Save",
    ],
)
def test_no_entry_is_pressed_that_is_only_like_the_words(sentence):
    chosen, end = run(sentence)
    assert chosen == []
    assert end.outcome is not Outcome.DONE


@pytest.mark.parametrize(
    "sentence",
    [
        "show me the weather",
        "hide all my files",
        "show the invoice of May",
    ],
)
def test_what_no_menu_holds_is_a_goal(sentence):
    chosen, end = run(sentence)
    assert (chosen, end.outcome) == ([], Outcome.NEEDS_MODEL)


def test_a_step_after_another_may_be_an_entry():
    chosen, end = run(
        "turn off the ruler in the View menu and hide the status bar, then open Preferences"
    )
    assert chosen == ["View > Show Ruler", "View > Statusbar", "File > Preferences"]
    assert end.outcome is Outcome.DONE


def test_what_only_holds_the_words_is_not_turned_off(monkeypatch):
    monkeypatch.setitem(BAR, "View", {"Buttons": {"Display Control": True}})
    chosen, end = run("Hide the display in the View menu")
    assert (chosen, end.outcome) == ([], Outcome.NOT_FOUND)


REFUSED = (Outcome.NEEDS_MODEL, Outcome.NOT_FOUND, Outcome.NOT_UNDERSTOOD)
DENIED = [
    "do not delete: Edit > Replace",
    "dont delete: Edit > Replace",
    "Don't save: File, Save",
    "if it is not saved: File > Save",
    "when it is done: File > Save",
    "not this: Edit, Replace",
    "do not show: View > Statusbar",
    "Save (not in the File menu)",
    "Never choose Save from the File menu",
    "Do not choose Save from the File menu",
    "is there a Save in the File menu",
    "why is Save in the File menu",
    "no Save in the File menu",
    "only Save in the File menu",
    "use the View menu to not zoom in",
    "choose Save but not from the File menu",
    "avoid File > Save",
    "did you File > Save",
    "everything except File > Save",
    "instead of View > Zoom In",
    "File > Save unless it is saved",
    "File > Save, not Save As",
    "File > Save, if needed",
    "File > Save, only if needed",
    "File > Save, don't close it",
    "choose Save in the File menu, not Save As",
    "Save, but not in the File menu",
    "don't save it (File, Save)",
    "save it unless it is saved (File > Save)",
    "shut everything down (Edit, Replace)",
    "View menu, never show the status bar",
]


@pytest.mark.parametrize("lists", [True, False])
@pytest.mark.parametrize("sentence", DENIED)
def test_what_is_denied_limited_or_asked_opens_no_menu(sentence, lists):
    program = Program(lists=lists)
    chosen, end = run(sentence, program)
    assert (chosen, program.open) == ([], [])
    assert end.outcome in REFUSED, end.message


@pytest.mark.parametrize(
    ("sentence", "entry"),
    [
        ("File > Don't Save", "File > Don't Save"),
        ("choose Don't Save from the File menu", "File > Don't Save"),
        ("In the View menu, don't show the ruler", "View > Show Ruler"),
        ("do not show the ruler in the View menu", "View > Show Ruler"),
    ],
)
@pytest.mark.parametrize("lists", [True, False])
def test_such_a_word_may_be_a_part_of_a_name(sentence, entry, lists, monkeypatch):
    monkeypatch.setitem(BAR, "File", {"Save": None, "Don't Save": None})
    assert run(sentence, Program(lists=lists))[0] == [entry]


def test_where_the_program_lists_its_entries_a_name_needs_no_capitals(monkeypatch):
    monkeypatch.setitem(BAR, "Edit", {"Paste": None, "Paste Without Formatting": None})
    assert run("choose paste without formatting in the Edit menu")[0] == [
        "Edit > Paste Without Formatting"
    ]
    assert run("not the format: Edit > Paste")[0] == []
    monkeypatch.setitem(BAR, "File", {"Save": None, "Don't Save": None})
    assert run("don't save it: File > Don't Save")[0] == ["File > Don't Save"]


@pytest.mark.parametrize(
    "sentence",
    [
        "use the ruler",
        "apply the ruler",
        "see the ruler",
        "insert a ruler",
        "add the ruler",
        "choose the ruler",
        "choose Show Ruler in the View menu",
        "choose View > Show Ruler",
        "View > Show Ruler",
        "View, Show Ruler",
    ],
)
def test_only_a_click_or_toggle_turns_off_what_is_on(sentence):
    chosen, end = run(sentence)
    assert (chosen, end.outcome) == ([], Outcome.DONE)
    assert "“Show Ruler” is on already." in end.message
    thing = sentence.replace("the ruler", "the side pane").replace("a ruler", "a side pane")
    assert run(thing.replace("Show Ruler", "Side Pane"))[0] == ["View > Side Pane"]


@pytest.mark.parametrize("lists", [True, False])
@pytest.mark.parametrize(
    "sentence", ["toggle Show Ruler in the View menu", "click View > Show Ruler"]
)
def test_a_click_or_toggle_turns_off_what_is_on(sentence, lists):
    assert run(sentence, Program(lists=lists))[0] == ["View > Show Ruler"]


@pytest.mark.parametrize("lists", [True, False])
@pytest.mark.parametrize("sentence", ["choose Show Ruler in the View menu", "View > Show Ruler"])
def test_what_is_on_stays_on_too_where_only_open_menus_are_told(sentence, lists):
    program = Program(lists=lists)
    chosen, end = run(sentence, program)
    assert (chosen, program.open, end.outcome) == ([], [], Outcome.DONE)


@pytest.mark.parametrize(
    ("sentence", "entry"),
    [
        ("Save all pages in the File menu", "File > Save All"),
        ("Close all windows in the File menu", "File > Close All"),
        ("choose Close all in the File menu", "File > Close All"),
        ("Delete all in the Edit menu", None),
        ("choose All in the Edit menu", None),
        ("choose Clear in the Edit menu", "Edit > Clear All"),
    ],
)
def test_all_is_a_word_of_the_name(sentence, entry, monkeypatch):
    files = dict.fromkeys(("Save", "Save All", "Close", "Close All"))
    monkeypatch.setitem(BAR, "File", files)
    monkeypatch.setitem(BAR, "Edit", {"Delete": None, "Clear All": None})
    chosen, end = run(sentence)
    assert chosen == ([entry] if entry else []), end.message
    assert entry or end.outcome in (Outcome.AMBIGUOUS, Outcome.NOT_FOUND)


@pytest.mark.parametrize("lists", [True, False])
def test_an_entry_that_only_holds_the_words_is_asked_about(lists):
    chosen, end = run("statistics in the Tools menu", Program(lists=lists))
    assert (chosen, end.outcome) == ([], Outcome.AMBIGUOUS)
    assert end.suggestions[0].endswith("Tools > Document Statistics")


def test_what_no_menu_has_is_looked_for_in_the_window_where_all_menus_are_told(monkeypatch):
    told = {name: {k: v for k, v in BAR[name].items() if v != {}} for name in ("File", "Go")}
    monkeypatch.setitem(globals(), "BAR", told)
    chosen, asked = run("show numbers")
    assert (chosen, [c.name for c in asked.candidates]) == ([], ["File", "Go"])


@pytest.mark.parametrize("said", ["delete it", "press Delete"])
@pytest.mark.parametrize("entries", [("Rename", "Delete"), ("Rename", "Move"), ()])
def test_what_an_open_menu_has_is_pressed_there_and_not_as_a_key(said, entries):
    """No key reaches what lies under a menu."""
    items = [
        element(n, "menu_item", Rect(200, 300 + 30 * i, 100, 28)) for i, n in enumerate(entries)
    ]
    page = element("Screens", "document", Rect(0, 90, 1280, 700))
    seen = screen([win(1, "Screens", "chromium", is_active=True)], [page, *items])
    step = "click Delete" if "Delete" in entries else "keys delete"
    assert told(said, seen) == step
