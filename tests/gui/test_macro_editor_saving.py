"""A save beside the window: it goes on, edits made meanwhile are kept apart, and no end cuts it off."""

import threading

import msgspec
import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit

from app.gui.macros.editor import clipboard
from app.gui.macros.editor import saving as saver
from automation.core.errors import MacroError
from automation.macros.codec import write
from automation.macros.edit import session
from automation.macros.edit.session import EditSession
from automation.macros.edit.tree import Spot
from automation.macros.library import Library
from automation.macros.macro import Click, Macro, Target
from tests.fakes.macro_samples import png
from tests.gui import editor_rig, open_editors
from tests.gui.editor_rig import heard, until_saved

theme, library, window = editor_rig.theme, editor_rig.library, editor_rig.window
document, rig = editor_rig.document, open_editors.rig
NAME = "File an invoice"


class Gate:
    """Holds what is written by a library's `save` until it is opened."""

    def __init__(self, monkeypatch):
        self.threads, self.writing, self.most = [], 0, 0
        self.problem = ""
        self._is_open, self._lock, real = threading.Event(), threading.Lock(), Library.save

        def save(*given, **more):
            with self._lock:
                self.threads.append(threading.current_thread())
                self.writing += 1
                self.most = max(self.most, self.writing)
            try:
                assert self._is_open.wait(60)
                if self.problem:
                    raise MacroError(self.problem)
                return real(*given, **more)
            finally:
                with self._lock:
                    self.writing -= 1

        monkeypatch.setattr(Library, "save", save)

    def open(self):
        self._is_open.set()

    def open_later(self):
        """Open it once the UI thread waits, or so: that it is early changes nothing."""
        threading.Timer(0.2, self.open).start()


@pytest.fixture
def gate(window, monkeypatch):
    gate = Gate(monkeypatch)
    yield gate
    gate.open()


@pytest.fixture
def hold(rig, monkeypatch):
    """Return what makes a gate; it is open at the end, whatever came of the test."""
    gates = []

    def make():
        gates.append(Gate(monkeypatch))
        return gates[-1]

    yield make
    for gate in gates:
        gate.open()


def comment(library):
    return library.open(NAME).macro.steps[0].comment


def say(document, text):
    document.comment(document.rows[0].id, text)


def until(qtbot, condition):
    qtbot.waitUntil(lambda: bool(condition()), timeout=60_000)


def saving(qtbot, window, gate, text="First"):
    """Edit, save, and return while that is being written."""
    say(window.document, text)
    window.actions_["save"].trigger()
    until(qtbot, lambda: gate.writing)


def test_the_window_goes_on_while_it_is_saved_and_says_so(window, qtbot, library, gate, document):
    saving(qtbot, window, gate)
    assert threading.main_thread() not in gate.threads
    assert (window.toolbar.state.text(), window.toolbar.state.isVisible()) == ("Saving …", True)
    say(document, "Second")
    assert window.toolbar.state.text() == "Saving …"
    gate.open()
    until_saved(qtbot, window)
    assert comment(library) == "First"
    assert window.toolbar.state.text() == "Not saved"
    assert window.isWindowModified()
    assert editor_rig.save(qtbot, window)
    assert comment(library) == "Second"
    assert (window.toolbar.state.isHidden(), window.isWindowModified()) == (True, False)


def test_a_save_of_later_edits_waits_for_the_first_one(window, qtbot, library, gate, document):
    done = []
    saving(qtbot, window, gate)
    say(document, "Second")
    window.save(lambda: done.append(comment(library)))
    window.save(lambda: done.append(comment(library)))
    assert len(gate.threads) == 1
    gate.open()
    until(qtbot, lambda: len(done) == 2)
    assert done == ["Second", "Second"]
    assert (len(gate.threads), gate.most) == (2, 1)


def test_a_save_again_of_the_same_writes_nothing_more(window, qtbot, gate):
    done = []
    saving(qtbot, window, gate)
    window.save(lambda: done.append(1))
    gate.open()
    until(qtbot, lambda: done)
    assert len(gate.threads) == 1


def test_a_window_that_is_closed_while_it_is_saved_goes_when_that_is_done(
    window, qtbot, library, gate
):
    closed = heard(window.closed)
    saving(qtbot, window, gate)
    window.close()
    window.close()
    assert (window.isVisible(), closed) == (True, [])
    gate.open()
    until(qtbot, lambda: closed)
    assert not window.isVisible()
    assert comment(library) == "First"
    session = EditSession(library, NAME)
    assert (session.note, session.is_saved) == ("", True)
    session.close()


def test_a_window_that_is_closed_goes_once_the_next_save_is_done_too(
    window, qtbot, library, gate, document
):
    closed, asked = heard(window.closed), []
    saving(qtbot, window, gate)
    say(document, "Second")
    window.save()
    window.close()
    ask = window.notice.ask
    window.notice.ask = lambda *given: asked.append(given) or ask(*given)
    gate.open()
    until(qtbot, lambda: closed)
    assert (comment(library), asked) == ("Second", [])


def test_a_window_that_is_closed_goes_once_another_name_that_waits_is_kept_too(
    window, qtbot, library, gate
):
    closed = heard(window.closed)
    saving(qtbot, window, gate)
    window.keeping.save_as("Other", lambda: None)
    window.close()
    gate.open()
    until(qtbot, lambda: closed)
    assert library.open("Other").macro.steps[0].comment == "First"


def test_the_next_save_takes_nothing_that_is_half_written_by_then(
    window, qtbot, library, gate, document
):
    done = []
    saving(qtbot, window, gate)
    say(document, "Second")
    window.save(lambda: done.append(comment(library)))
    next(chip for chip in window.params.chips if chip.name == "amount").click()
    form = window.params.form
    form.least.setText("no number")
    gate.open()
    until(qtbot, lambda: done or window.notice.words)
    assert (done, window.notice.words) == (["Second"], "")
    assert (window.params.form, form.least.text()) == (form, "no number")


def test_edits_made_since_are_asked_about_before_the_window_goes(window, qtbot, gate, document):
    saving(qtbot, window, gate)
    say(document, "Second")
    window.close()
    gate.open()
    until(qtbot, lambda: window.notice.is_asking)
    assert [button.text() for button in window.notice.buttons] == ["Save", "Discard", "Stay"]
    window.notice.buttons[0].click()
    until(qtbot, lambda: not window.isVisible())


def test_a_window_stays_open_where_the_save_has_failed(window, qtbot, library, gate, document):
    ran = []
    gate.problem = "no room"
    saving(qtbot, window, gate)
    window.save(lambda: ran.append(1))
    window.close()
    gate.open()
    until_saved(qtbot, window)
    assert window.notice.words == "Not saved: no room"
    assert (window.isVisible(), window.toolbar.state.text(), ran) == (True, "Not saved", [])
    assert document.rows[0].step.comment == "First"
    assert len(gate.threads) == 1, "what waited was tried"
    gate.problem = ""
    assert editor_rig.save(qtbot, window)
    assert comment(library) == "First"


def test_an_error_nobody_foresaw_is_said_and_loses_nothing(window, qtbot, library, monkeypatch):
    def fail(*_given, **_more):
        raise RuntimeError

    monkeypatch.setattr(Library, "save", fail)
    say(window.document, "First")
    assert not editor_rig.save(qtbot, window)
    assert window.notice.words == "Not saved: an error of mine (RuntimeError); try again"
    monkeypatch.undo()
    assert editor_rig.save(qtbot, window)
    assert comment(library) == "First"


def test_the_end_of_the_program_waits_for_a_save_and_keeps_later_edits(
    window, qtbot, library, gate, document
):
    went_on = []
    saving(qtbot, window, gate)
    window.save(lambda: went_on.append(1))
    say(document, "Second")
    gate.open_later()
    window.put_away()
    assert (comment(library), went_on, gate.writing) == ("First", [], 0)
    session = EditSession(library, NAME)
    assert session.document.rows[0].step.comment == "Second"
    assert "1 edit was recovered" in session.note
    session.discard()


def test_edits_that_are_thrown_away_while_it_is_saved_are_the_later_ones(
    window, qtbot, library, gate, document
):
    saving(qtbot, window, gate)
    say(document, "Second")
    gate.open_later()
    window.discard_and_close()
    assert comment(library) == "First"
    session = EditSession(library, NAME)
    assert (session.note, session.is_saved) == ("", True)
    session.close()


def test_a_question_is_gone_once_it_is_answered_by_a_save(window, qtbot, gate):
    say(window.document, "First")
    window.close()
    assert window.notice.is_asking
    window.notice.buttons[0].click()
    assert not window.notice.is_asking
    gate.open()
    until(qtbot, lambda: not window.isVisible())


@pytest.mark.parametrize("problem", ["", "no room"])
def test_another_name_waits_for_a_save_done_or_failed(window, qtbot, library, gate, problem):
    done = []
    gate.problem = problem
    saving(qtbot, window, gate)
    window.keeping.save_as("Other", lambda: done.append(1))
    assert len(gate.threads) == 1
    session, give_up = window._session, window._session.give_up_saving
    session.give_up_saving = lambda: (setattr(gate, "problem", ""), give_up())
    gate.open()
    until(qtbot, lambda: done)
    assert gate.most == 1
    assert threading.main_thread() not in gate.threads
    assert comment(library) == ("" if problem else "First")
    assert library.open("Other").macro.steps[0].comment == "First"
    assert session.folder == library.folder("Other")


def test_a_save_under_another_name_that_fails_is_said_and_all_stays(window, qtbot, library, gate):
    done = []
    say(window.document, "First")
    gate.problem = "no room"
    window.keeping.save_as("Other", lambda: done.append(1))
    assert window.toolbar.state.text() == "Saving …"
    gate.open()
    until_saved(qtbot, window)
    assert (window.notice.words, done) == ("Not saved: no room", [])
    assert window._session.folder == library.folder(NAME)
    assert not window._session.is_saved


def test_a_copy_made_during_a_save_under_another_name_has_its_pictures(
    window, qtbot, gate, monkeypatch
):
    done, begun, goes_on = [], threading.Event(), threading.Event()
    settle, read_image = clipboard.settle, session.read_image

    def read(folder, path):
        if threading.current_thread().name.startswith("copied-pictures"):
            begun.set()
            assert goes_on.wait(60)
        return read_image(folder, path)

    monkeypatch.setattr(session, "read_image", read)
    monkeypatch.setattr(saver, "settle", lambda: (goes_on.set(), settle()))
    path = window._session.add_image(png(8, 8, 1))
    (step,) = window.document.insert([Click(id="c", target=Target(image=path))], Spot())
    window.keeping.save_as("Other", lambda: done.append(1))
    until(qtbot, lambda: gate.writing)
    window.rows.select([step])
    window.commands.copy()
    assert begun.wait(60)
    gate.open()
    until(qtbot, lambda: done)
    goes_on.set()
    copied = clipboard.pasted(QGuiApplication.clipboard().mimeData())
    assert copied.images([path]) == {path: png(8, 8, 1)}


def test_what_is_saved_by_the_users_own_hand_is_trusted_whatever_is_edited_since(rig, hold):
    rig.keep()
    editor = rig.open()
    gate = hold()
    open_editors.rename(editor, "First")
    editor.window.save()
    rig.until(lambda: gate.writing)
    open_editors.rename(editor, "Second")
    gate.open()
    rig.until(lambda: not editor.session.is_saving and editor.trust.is_settled)
    assert rig.library.open("Orders").macro.steps[0].target.name == "First"
    assert rig.is_trusted()


def test_what_is_pasted_while_it_is_saved_is_not_trusted_by_that(rig, hold):
    rig.keep()
    editor = rig.open()
    gate = hold()
    open_editors.rename(editor, "First")
    editor.window.save()
    rig.until(lambda: gate.writing)
    evil = Click(id="evil", target=Target(window="Bank", role="button", name="Pay"))
    text = write(Macro(deskhand=1, name="Any", steps=(evil,))).decode()
    QGuiApplication.clipboard().setText(text)
    editor.window.commands.paste()
    gate.open()
    rig.until(lambda: not editor.session.is_saving and editor.trust.is_settled)
    assert rig.save(editor)
    rig.until(lambda: editor.trust.is_settled)
    assert len(rig.library.open("Orders").macro.steps) == 3
    assert not rig.is_trusted()


def test_a_run_that_is_wanted_while_it_is_saved_begins_after_that(rig, hold):
    rig.keep()
    editor = rig.open()
    gate = hold()
    open_editors.rename(editor, "First")
    editor.window.save()
    rig.until(lambda: gate.writing)
    editor.window.requests.play.emit("", "")
    assert rig.macros.played == []
    gate.open()
    rig.until(lambda: rig.macros.played)
    assert rig.library.open("Orders").macro.steps[0].target.name == "First"
    assert len(gate.threads) == 1


def test_a_run_of_what_was_taken_back_while_it_is_saved_waits_for_that(rig, hold):
    rig.keep()
    editor = rig.open()
    gate = hold()
    open_editors.rename(editor, "First")
    editor.window.save()
    rig.until(lambda: gate.writing)
    editor.session.document.undo()
    editor.window.requests.play.emit("save", "save")
    assert rig.macros.played == []
    gate.open()
    rig.until(lambda: rig.macros.played)
    assert rig.library.open("Orders").macro.steps[0].target.name == "Save"
    assert len(gate.threads) == 2


def test_nothing_is_read_to_be_trusted_while_something_else_is_saved(rig, hold):
    rig.keep()
    editor = rig.open()
    gate = hold()
    evil = Click(id="evil", target=Target(window="Bank", role="button", name="Pay"))
    text = write(Macro(deskhand=1, name="Any", steps=(evil,))).decode()
    QGuiApplication.clipboard().setText(text)
    before = editor.session.document.ids()
    editor.window.commands.paste()
    editor.window.save()
    rig.until(lambda: gate.writing)
    document = editor.session.document
    document.remove([one for one in document.ids() if one not in before])
    editor.window.requests.read.emit()
    rest = []
    rig.worker.do(lambda: None, rest.append, rest.append)
    rig.until(lambda: rest)
    assert editor.trust.dialog is None
    gate.open()
    rig.until(lambda: editor.trust.dialog)
    assert len(rig.library.open("Orders").macro.steps) == 2
    assert len(gate.threads) == 2


def test_a_mistake_is_said_at_the_edit_that_makes_it_and_no_more_once_it_is_mended(
    qtbot, window, document
):
    qtbot.waitUntil(lambda: not window._chosen._checking.isActive())
    window.rows.select(["vendor"])
    step = document.step("vendor")
    document.change(msgspec.structs.replace(step, text="{{vendor}} {{amout}}"))
    said = "Step 2: text: there is no parameter called amout"
    qtbot.waitUntil(lambda: window.notice.words.startswith(said))
    assert "not played before that is mended" in window.notice.words
    assert "amout" in window.inspector.problem.words
    document.change(step)
    qtbot.waitUntil(lambda: window.notice.words == "")


def test_a_mistake_is_said_before_the_save_that_comes_right_after_it(qtbot, window, gate):
    window.rows.select(["vendor"])
    area = window.inspector.findChild(QPlainTextEdit)
    area.setFocus()
    qtbot.keyClicks(area, "{{amout}}")
    window.actions_["save"].trigger()
    assert "there is no parameter called amout" in window.notice.words
    assert "not played before that is mended" in window.notice.words
    until(qtbot, lambda: gate.writing)
    gate.open()
    until_saved(qtbot, window)
    assert "there is no parameter called amout" in window.notice.words


def test_notes_and_what_was_wrong_before_are_not_said_at_an_edit(qtbot, window, document):
    qtbot.waitUntil(lambda: not window._chosen._checking.isActive())
    document.change(msgspec.structs.replace(document.step("vendor"), text="plain"))
    qtbot.waitUntil(lambda: not window._chosen._checking.isActive())
    assert window.notice.words == ""
