"""Key, tray and bar start macros in the user's mode, and show what there is."""

import os
import shutil

import pytest
from PySide6.QtCore import QObject, Qt, Signal

from app.gui.command_bar import CommandBar
from app.gui.macros.start import GONE, MacroStarter
from app.gui.overlay.x11 import WindowServer
from app.gui.preferences.keeper import SettingsKeeper
from app.gui.tray import Tray
from app.gui.widgets.theme import Theme
from app.macros.library import trust_of
from app.macros.play_request import PlayRequest
from app.macros.request import PastPlays
from app.settings import Folders, SettingsFile
from automation.macros.codec import read
from automation.macros.library import Library
from automation.macros.play.health import Health, keep_health

MACRO = """\
deskhand: 1
name: {name}
about: {about}
params: {{month: {{default: May}}}}
steps:
  - {{id: month, do: type, text: "{{{{month}}}}"}}
"""


class Control(QObject):
    """Notes what is to be played; what it reads is real."""

    changed = Signal()
    said = Signal(str, bool)

    def __init__(self, data, library):
        super().__init__()
        self.library, self.book, self.past = library, trust_of(data), PastPlays(data)
        self.played, self.told = [], []
        self.said.connect(lambda sentence, is_error: self.told.append(sentence))

    def play(self, request):
        self.played.append(request)


class Bar(QObject):
    """What the application keeps of the bar."""

    macro_sent = Signal(str, object, bool)
    macros = tuple


class Desk:
    def __init__(self):
        self.heard = {}

    def grab_chords(self, chords):
        self.heard |= chords
        return ""

    def ungrab_chords(self, *names):
        for name in names:
            self.heard.pop(name, None)


class Rig:
    def __init__(self, root):
        self.folders = Folders(root / "config", root / "data", root / "run")
        self.folders.create()
        self.library = Library(self.folders.data / "macros")
        for name in ("Post", "Tidy", "Close"):
            self.library.save(read(MACRO.format(name=name, about=f"Does {name}").encode()))
        self.control = Control(self.folders.data, self.library)
        file = SettingsFile(self.folders.settings_file)
        self.parent = QObject()
        theme = Theme("light")
        self.keeper = SettingsKeeper(theme, file, file.load()[0], self.parent)
        self.mode = "assist"
        self.tray, self.bar, self.desk = Tray(theme), Bar(), Desk()
        self.starter = self.made()

    def made(self):
        starter = MacroStarter(
            self.control, self.folders, self.keeper, lambda: self.mode, self.parent
        )
        starter.join(self.tray, self.bar)
        starter.listen(self.desk)
        return starter

    def rows(self):
        return [row.text() for row in self.tray._macros._rows]


@pytest.fixture
def rig(qapp, tmp_path):
    return Rig(tmp_path)


def test_a_pressed_key_plays_its_macro_in_the_users_mode(rig, qtbot):
    assert rig.starter.set_key("post", "Ctrl+Alt+1") == ""
    assert rig.desk.heard == {"macro.post": "Ctrl+Alt+1"}
    assert rig.starter.hear("macro.post")
    qtbot.waitUntil(lambda: bool(rig.control.played))
    assert rig.control.played == [PlayRequest("post", {}, approve="assist", by="key")]


def test_other_chords_are_left_to_others(rig):
    assert not rig.starter.hear("card.accept")
    assert not rig.starter.hear("command_bar")


def test_a_rename_keeps_the_key(rig, qtbot):
    rig.starter.set_key("post", "Ctrl+Alt+1")
    rig.library.rename(rig.library.at("post"), "Send")
    rig.control.changed.emit()
    assert rig.rows() == ["Send  (Ctrl+Alt+1)"]
    rig.starter.hear("macro.post")
    qtbot.waitUntil(lambda: bool(rig.control.played))
    assert rig.control.played[0].folder == "post"


def test_the_key_of_a_removed_macro_is_given_back(rig):
    rig.starter.set_key("post", "Ctrl+Alt+1")
    rig.library.remove(rig.library.at("post"))
    rig.control.changed.emit()
    assert rig.desk.heard == {}
    assert rig.made().keys.key("post") == ""


def test_a_library_that_cannot_be_reached_costs_no_key(rig):
    rig.starter.set_key("post", "Ctrl+Alt+1")
    (rig.folders.data / "macros").rename(rig.folders.data / "elsewhere")
    rig.control.changed.emit()
    assert rig.starter.keys.key("post") == "Ctrl+Alt+1"


def test_a_key_pressed_after_another_program_removed_the_macro_says_so(rig, qtbot):
    rig.starter.set_key("post", "Ctrl+Alt+1")
    shutil.rmtree(rig.folders.data / "macros" / "post")
    rig.starter.hear("macro.post")
    qtbot.waitUntil(lambda: bool(rig.control.told))
    assert (rig.control.told, rig.control.played) == ([GONE], [])


def test_a_macro_that_cannot_be_read_is_offered_nowhere_and_never_played(rig, qtbot):
    rig.starter.set_key("post", "Ctrl+Alt+1")
    (rig.folders.data / "macros/post/macro.yaml").write_text("deskhand: 1\nname: Tidy\nodd: 1\n")
    rig.control.changed.emit()
    assert rig.rows() == []
    assert {one.slug for one in rig.bar.macros()} == {"tidy", "close"}
    rig.starter.hear("macro.post")
    qtbot.waitUntil(lambda: bool(rig.control.told))
    assert "cannot be played" in rig.control.told[0]
    assert rig.control.played == []


def test_the_tray_lists_keys_first_then_what_was_played_last(rig):
    for number, slug in enumerate(("close", "tidy")):
        keep_health(rig.folders.data, slug, Health(runs=1))
        file = rig.folders.data / "macro-runs" / "health" / f"{slug}.json"
        os.utime(file, (number, number))
    rig.starter.set_key("post", "Ctrl+Alt+1")
    assert rig.rows() == ["Post  (Ctrl+Alt+1)", "Tidy", "Close"]
    assert [one.slug for one in rig.bar.macros()] == ["tidy", "close", "post"]


def test_the_tray_plays_step_by_step_whatever_the_mode_and_shows_all(rig, qtbot):
    rig.mode = "auto"
    rig.tray.macro_pressed.emit("tidy")
    assert rig.control.played == [PlayRequest("tidy", {}, approve="ask", by="tray")]
    with qtbot.waitSignal(rig.starter.library_wanted):
        rig.tray.macros_wanted.emit()


def test_the_bar_plays_with_values_and_shift_shows_it_first(rig):
    rig.bar.macro_sent.emit("post", {"month": "June"}, False)
    rig.bar.macro_sent.emit("post", {}, True)
    assert [(one.values, one.approve, one.by) for one in rig.control.played] == [
        ({"month": "June"}, "assist", "bar"),
        ({}, "dry-run", "bar"),
    ]


def test_what_the_bar_offers_is_what_there_is(rig):
    rig.starter.set_key("post", "Ctrl+Alt+1")
    post = next(one for one in rig.bar.macros() if one.slug == "post")
    assert (post.name, post.hint, post.params, post.key) == (
        "Post", "Does Post", ("month",), "Ctrl+Alt+1",
    )  # fmt: skip


def test_a_file_of_keys_that_was_damaged_is_told_once(rig):
    rig.folders.settings_file.with_name("macro_keys.json").write_text("{")
    starter = rig.made()
    assert [told for told in rig.control.told if "macro_keys.json" in told] != []
    rig.control.told.clear()
    starter.listen(rig.desk)
    assert rig.control.told == []


@pytest.fixture
def bar(rig, qtbot):
    bar = CommandBar(
        Theme("light"),
        preview=lambda text: ("Click “Save”",) if text.startswith("click") else (),
        history=lambda: ("press Ctrl+S",),
        macros=rig.starter.bar_macros,
        server=WindowServer(),
    )
    qtbot.addWidget(bar.window)
    bar.sent = []
    bar.macro_sent.connect(lambda *sent: bar.sent.append(sent))
    bar.open()
    qtbot.waitUntil(bar.window.field.hasFocus)
    yield bar
    bar.window.dismiss()


def test_enter_on_a_whole_name_plays_and_closes_the_bar(bar, qtbot):
    qtbot.keyClicks(bar.window.field, "play post, month=June")
    assert bar.window._who.text() == "Macro"
    assert "Does Post" in bar.window.results.accessibleDescription()
    qtbot.keyClick(bar.window.field, Qt.Key.Key_Return)
    assert bar.sent == [("post", {"month": "June"}, False)]
    assert not bar.is_open


def test_enter_on_a_wrong_value_leaves_the_bar_open(bar, qtbot):
    tasks = []
    bar.task_sent.connect(lambda *sent: tasks.append(sent))
    qtbot.keyClicks(bar.window.field, "post, moth=June")
    qtbot.keyClick(bar.window.field, Qt.Key.Key_Return)
    assert (bar.sent, tasks, bar.is_open) == ([], [], True)


def test_down_and_enter_take_a_macro_whose_name_holds_the_words(bar, qtbot):
    qtbot.keyClicks(bar.window.field, "ost")
    assert bar.window.results.current is None
    qtbot.keyClick(bar.window.field, Qt.Key.Key_Down)
    qtbot.keyClick(bar.window.field, Qt.Key.Key_Return)
    assert bar.sent == [("post", {}, False)]


def test_tab_completes_the_name_and_then_the_value(bar, qtbot):
    qtbot.keyClicks(bar.window.field, "play po")
    qtbot.keyClick(bar.window.field, Qt.Key.Key_Tab)
    assert bar.window.field.text() == "play post"
    qtbot.keyClicks(bar.window.field, ",")
    qtbot.keyClick(bar.window.field, Qt.Key.Key_Tab)
    assert bar.window.field.text() == "play post, month="


def test_a_list_of_trusted_macros_that_cannot_be_used_is_said_at_each_start(rig):
    (rig.folders.data / "macros-trusted.json").write_bytes(b"{")
    for _ in range(2):
        rig.control.told.clear()
        starter = rig.made()
        starter.listen(rig.desk)
        starter.listen(rig.desk)
        assert [said for said in rig.control.told if "no macro is trusted" in said] == (
            rig.control.told
        )
        assert len(rig.control.told) == 1
