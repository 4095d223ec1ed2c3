"""The recording's panel without a desktop: its list, its forms, what was cut off, and when it begins."""

import pytest
from PySide6.QtCore import QObject, Qt

from app.gui.macros.editor.rows import _ICONS
from app.gui.macros.recording.control import Keeping, Parts, RecordingControl
from app.gui.macros.recording.panel import RecordingPanel
from app.gui.macros.recording.thread import Finished, RecordingThread
from app.gui.overlay.x11 import FocusKeeper, WindowServer
from app.gui.widgets.theme import Theme, svg_text
from app.macros.library import library_of, trust_of
from app.macros.record import left_over
from app.run_lock import RunLock
from app.settings import Folders, Settings
from automation.core import hand_events
from automation.desktop.recording.keys import XKeyNames
from automation.macros import macro as grammar
from automation.macros.macro import Click, Keys, Macro, Target
from automation.macros.record import raw_file
from automation.macros.record.recording_journal import StepJournal
from automation.macros.record.session import Changed, Recorded, Recording, RecordingSession, Removed

SAVE = Click(id="save", target=Target(window="Form", role="button", name="Save"))
LOST = Click(id="lost", target=Target(app="paint"), off=True, comment="Nothing tells.")
CHORD = Keys(id="keys", keys=("ctrl", "s"))


@pytest.fixture
def folders(tmp_path):
    folders = Folders(tmp_path / "config", tmp_path / "data", tmp_path / "runtime")
    folders.create()
    return folders


@pytest.fixture
def panel(qtbot):
    panel = RecordingPanel(Theme("light"), WindowServer(), FocusKeeper())
    qtbot.addWidget(panel)
    panel.open("Recording", has_terminal=False, pause_keys="", stop_keys="")
    panel.begin()
    return panel


def words(panel):
    rows = panel.rows
    return [str(rows.index(n).data()) for n in range(rows.rowCount())]


def test_the_list_follows_what_is_recorded_changed_and_taken_back(panel):
    for n, step in enumerate((SAVE, CHORD, LOST)):
        panel.rows.take(Recorded(n, step))
    panel.rows.take(Changed(1, Keys(id="keys", keys=("ctrl", "q"))))
    assert words(panel) == [
        "Click button “Save”. Form",
        "Press Ctrl+Q",
        "Click a target that nothing describes. paint. Nothing tells.",
    ]
    panel.rows.take(Removed(0))
    panel.rows.take(Removed(7))
    panel.rows.take(Recorded(3, SAVE))
    assert words(panel)[0] == "Press Ctrl+Q"
    assert words(panel)[-1] == "Click button “Save”. Form"


def test_text_is_recorded_everywhere_only_where_that_is_ticked_for_this_recording(panel):
    told = []
    panel.foot.text_everywhere.toggled.connect(told.append)
    box, left_out = panel.foot.text_everywhere, panel.foot.left_out
    assert not box.isChecked()
    assert "nothing tells whether it is" in left_out.text()
    box.click()
    assert told == [True]
    assert "nothing tells" not in left_out.text()
    assert "password fields" in left_out.text()
    panel.open("Recording", has_terminal=True, pause_keys="", stop_keys="")
    assert told == [True, False]
    assert not box.isChecked()
    assert not box.isEnabled()
    assert "the terminal that started it" in left_out.text()


def test_what_is_put_in_is_told_once_until_it_was_answered(qtbot, panel):
    told = []
    panel.entry.added.connect(lambda *entry: told.append(entry))
    panel.inserts.wanted.connect(panel.open_entry)
    panel.inserts.buttons["wait"].click()
    qtbot.keyClick(panel.entry.field, Qt.Key.Key_Return)
    assert panel.entry.problem.text()
    qtbot.keyClicks(panel.entry.field, " 3 ")
    for _ in range(2):
        qtbot.keyClick(panel.entry.field, Qt.Key.Key_Return)
    assert told == [("wait", "3")]
    panel.show_refusal("No.")
    assert panel.entry.problem.text() == "No."
    qtbot.keyClick(panel.entry.field, Qt.Key.Key_Return)
    assert told == [("wait", "3")] * 2
    qtbot.keyClick(panel.entry.field, Qt.Key.Key_Escape)
    assert panel.entry.isHidden()
    assert not panel.foot.isHidden()


def is_at_end(panel):
    bar = panel.list.verticalScrollBar()
    return bar.maximum() > 0 and bar.value() == bar.maximum()


def test_the_last_step_stays_in_view_whatever_takes_its_room(qtbot, panel):
    panel.inserts.wanted.connect(panel.open_entry)
    for n in range(20):
        panel.rows.take(Recorded(n, SAVE))
    qtbot.waitUntil(lambda: is_at_end(panel))
    for kind, button in panel.inserts.buttons.items():
        button.click()
        qtbot.waitUntil(lambda kind=kind: panel.entry.isVisible() and is_at_end(panel))
        qtbot.keyClick(panel.entry.field, Qt.Key.Key_Escape)
        qtbot.waitUntil(lambda: not panel.entry.isVisible() and is_at_end(panel))
    panel.say("A sentence that takes its room.")
    qtbot.waitUntil(lambda: is_at_end(panel))
    panel.wait_for_end()
    panel.ask_name("20 steps recorded.", "", is_empty=False)
    qtbot.waitUntil(lambda: is_at_end(panel))


def test_a_list_that_was_scrolled_up_is_left_there_by_a_form(qtbot, panel):
    panel.inserts.wanted.connect(panel.open_entry)
    for n in range(20):
        panel.rows.take(Recorded(n, SAVE))
    qtbot.waitUntil(lambda: is_at_end(panel))
    panel.list.verticalScrollBar().setValue(0)
    panel.inserts.buttons["check"].click()
    qtbot.keyClick(panel.entry.field, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: panel.foot.isVisible())
    panel.repaint()
    assert panel.list.verticalScrollBar().value() == 0
    panel.rows.take(Recorded(20, SAVE))
    qtbot.waitUntil(lambda: is_at_end(panel))


class Kept:
    """What becomes of recordings in the panel."""

    def __init__(self, panel, folders):
        self.library, self.book = library_of(folders.data), trust_of(folders.data)
        self.keeping = Keeping(panel, folders, self.library, self.book)
        self.names, self.forgotten = [], []
        self.keeping.kept.connect(self.names.append)

    def ask(self, *steps):
        macro = Macro(deskhand=1, name="Recording", steps=steps)
        recording = Recording(macro, {}, None)
        self.keeping.ask(recording, "", "", lambda: self.forgotten.append(1))


def test_a_name_that_is_taken_is_said_and_nothing_is_lost(panel, folders):
    kept = Kept(panel, folders)
    kept.ask(SAVE)
    panel.name.save.click()
    assert panel.name.problem.text() == "Give the macro a name."
    panel.name.field.setText("Orders")
    panel.name.save.click()
    assert kept.names == ["Orders"]
    kept.ask(CHORD)
    panel.name.field.setText("orders")
    panel.name.save.click()
    assert "already" in panel.name.problem.text()
    assert len(kept.forgotten) == 1
    assert kept.keeping.is_asking
    panel.name.field.setText("More orders")
    panel.name.save.click()
    assert kept.names == ["Orders", "More orders"]
    assert len(kept.forgotten) == 2


def test_nothing_recorded_can_only_be_closed(panel, folders):
    kept = Kept(panel, folders)
    kept.ask()
    assert panel.name.summary.text() == "Nothing was recorded."
    assert panel.name.field.isHidden()
    panel.name.close_button.click()
    assert kept.library.entries() == ()
    assert len(kept.forgotten) == 1


def cut_off(folders, name, *steps):
    journal = StepJournal(folders.data / "recordings" / name)
    for n, step in enumerate(steps):
        journal.put(n, step)
    journal.close()
    return journal.folder


def test_the_last_recording_that_was_cut_off_is_offered_and_then_the_next_begins(panel, folders):
    empty, older = cut_off(folders, "a0"), cut_off(folders, "a1", CHORD)
    newer = cut_off(folders, "a2", SAVE, LOST)
    begun = []
    kept = Kept(panel, folders)
    assert kept.keeping.ask_about_cut_off(lambda: begun.append(1))
    assert panel.name.summary.text().startswith("A recording was cut off: 2 steps")
    assert len(words(panel)) == 2
    assert not begun
    panel.name.field.setText("Found again")
    panel.name.save.click()
    assert [step.id for step in kept.library.open("Found again").macro.steps] == ["save", "lost"]
    assert begun == [1]
    assert not newer.exists()
    assert older.exists()
    assert kept.keeping.ask_about_cut_off(lambda: begun.append(2))
    panel.name.discarded.emit()
    assert not older.exists()
    assert not kept.keeping.ask_about_cut_off(lambda: begun.append(3))
    assert not empty.exists()
    assert begun == [1, 2]


def test_a_recording_that_was_cut_off_is_shown_as_long_as_it_lasted(panel, folders):
    journal = StepJournal(folders.data / "recordings" / "a0")
    journal.put(0, SAVE)
    seconds = (
        (5, hand_events.MOVE),
        (25, hand_events.PAUSED),
        (125, hand_events.RESUMED),
        (186, hand_events.MOVE),
    )
    journal.events.append([raw_file.HandEvent(at * 1_000_000, kind) for at, kind in seconds])
    journal.close()
    assert Kept(panel, folders).keeping.ask_about_cut_off(lambda: None)
    assert panel.head.time.text() == "1:21"
    panel.name.discarded.emit()
    cut_off(folders, "a1", SAVE)
    assert Kept(panel, folders).keeping.ask_about_cut_off(lambda: None)
    assert panel.head.time.text() == "0:00"


def unfinished(folders):
    """Record two steps, and let go of it as where its end could not be written."""
    session = RecordingSession(folders.data / "recordings" / "b0", XKeyNames(), lambda _: None)
    session.insert(SAVE)
    session.insert(CHORD)
    assert left_over(folders) == ()
    return session.let_go()


def test_a_recording_that_could_not_be_finished_is_kept_from_the_disk(panel, folders):
    folder = unfinished(folders)
    kept = Kept(panel, folders)
    kept.keeping.ask_about_unfinished("cannot write x: the disk is full", folder, "Orders")
    assert panel.name.summary.text() == (
        "2 steps recorded. Cannot write x: the disk is full. This is what the disk has of it."
    )
    assert panel.name.field.text() == "Orders"
    panel.name.save.click()
    assert kept.names == ["Orders"]
    assert [step.id for step in kept.library.open("Orders").macro.steps] == ["save", "keys"]
    assert not folder.exists()


def test_what_is_not_kept_of_it_is_offered_at_the_next_recording(panel, folders):
    folder = unfinished(folders)
    (folder / "steps.jsonl").rename(folder / "steps")
    kept = Kept(panel, folders)
    kept.keeping.ask_about_unfinished("The disk is full.", folder, "Orders")
    assert panel.name.summary.text().startswith(
        "The disk is full. It is not lost: it is offered again"
    )
    panel.name.close_button.click()
    (folder / "steps").rename(folder / "steps.jsonl")
    assert left_over(folders) == (folder,)
    assert kept.keeping.ask_about_cut_off(lambda: None)
    assert len(words(panel)) == 2


class Thread(QObject):
    """The thread of a recording whose end could not be written."""

    def __init__(self, folder):
        super().__init__()
        self._folder = folder

    def let_go(self):
        return self._folder

    def end(self):
        pass


def test_the_control_asks_about_it_and_the_next_recording_finds_nothing_held(qtbot, folders):
    parts = Parts(
        Theme("light"), folders, Settings, library_of(folders.data), trust_of(folders.data),
        lambda: "",
    )  # fmt: skip
    control = RecordingControl(parts)
    panel = control._made()
    qtbot.addWidget(panel)
    control._thread = Thread(unfinished(folders))
    control._on_finished(Finished(None, "cannot write x: the disk is full"))
    assert control.business == "A recording waits for its name. Save or discard it first."
    assert "Cannot write x: the disk is full." in panel.name.summary.text()
    panel.name.field.setText("Orders")
    panel.name.save.click()
    assert [entry.name for entry in parts.library.entries()] == ["Orders"]
    assert (control.business, left_over(folders)) == ("", ())
    control.close()


def test_where_nothing_had_begun_there_is_nothing_to_keep(panel, folders):
    kept = Kept(panel, folders)
    kept.keeping.ask_about_unfinished("The recording had not begun.", None, "")
    assert panel.name.summary.text() == "The recording had not begun."
    panel.name.close_button.click()
    assert not kept.keeping.is_asking


class Ending:
    """A recording's thread that is over."""

    def __init__(self):
        self.forgotten = 0

    def forget(self):
        self.forgotten += 1

    def end(self):
        """Nothing of it goes on."""


@pytest.fixture
def for_editor(qtbot, folders):
    """Return how a recording for an editor ends, and what becomes of it."""
    library = library_of(folders.data)
    parts = Parts(
        Theme("light"), folders, Settings, library, trust_of(folders.data), lambda: ""
    )  # fmt: skip
    control, taken, thread = RecordingControl(parts), [], Ending()

    def ends(problem, *steps):
        qtbot.addWidget(control._made())
        control._thread = thread
        control._then = lambda found: taken.append(found) or problem
        macro = Macro(deskhand=1, name="Recording", steps=steps)
        control._on_finished(Finished(Recording(macro, {}, None)))
        return control._panel

    yield ends, control, taken, thread, library
    control.close()


def test_what_an_editor_cannot_take_is_offered_as_a_macro_of_its_own(for_editor):
    ends, control, taken, thread, library = for_editor
    panel = ends("it has 20,000 steps already.", SAVE, CHORD)
    assert len(taken) == 1
    assert panel.name.summary.text() == (
        "2 steps recorded. It could not be put in: it has 20,000 steps already. Save it as a macro "
        "of its own."
    )
    assert control.is_recording
    assert thread.forgotten == 0
    panel.name.field.setText("Rest")
    panel.name.save.click()
    assert [step.id for step in library.open("Rest").macro.steps] == ["save", "keys"]
    assert thread.forgotten == 1
    assert not control.is_recording


def test_what_an_editor_took_is_kept_nowhere_else(for_editor):
    ends, control, taken, thread, library = for_editor
    panel = ends("", SAVE)
    assert len(taken) == 1
    assert thread.forgotten == 1
    assert panel.isHidden()
    assert library.entries() == ()
    said = []
    control.said.connect(lambda text, is_error: said.append(text))
    ends("never asked")
    assert said == ["Nothing was recorded."]
    assert len(taken) == 1


class Live:
    """A recording under way that an error of ours meets."""

    def __init__(self, problem=None):
        self.problem, self.hushed = problem, 0
        self.session = self

    def undo(self):
        raise ZeroDivisionError("odd")

    def decide(self):
        return True

    def hush(self):
        self.hushed += 1
        if self.problem:
            raise self.problem


@pytest.mark.parametrize("problem", [None, RuntimeError("odder")])
def test_after_an_error_of_ours_nobody_listens_any_more(qtbot, folders, problem):
    thread = RecordingThread(folders, Settings())
    thread._live = live = Live(problem)
    with qtbot.waitSignal(thread.finished, timeout=60_000) as told:
        thread._thread.start()
        thread.undo()
    thread.join(60)
    assert live.hushed == 1
    assert told.args[0].problem == "The recording failed: ZeroDivisionError"


def test_it_does_not_begin_beside_a_run(qtbot, folders):
    business, said = ["A task is running. Stop it first."], []
    parts = Parts(
        Theme("light"), folders, Settings, library_of(folders.data), trust_of(folders.data),
        lambda: business[0],
    )  # fmt: skip
    control = RecordingControl(parts)
    control.said.connect(lambda text, is_error: said.append((text, is_error)))
    control.begin("Card")
    business[0] = ""
    with RunLock(folders.runtime):
        control.begin("Card")
    assert [is_error for _, is_error in said] == [True, True]
    assert said[0][0] == "A task is running. Stop it first."
    assert "another run holds this desktop" in said[1][0]
    assert not control.is_recording
    assert not (folders.data / "recordings").exists()
    control.close()


def test_every_kind_of_step_has_a_sign():
    assert {svg_text(_ICONS[kind]) for kind in grammar.Step.__args__}
