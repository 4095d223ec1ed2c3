"""An open macro joined with runs, recording, picking and trust: what is asked of whom, and what comes back."""

import io
import shutil
import threading
import weakref
from datetime import UTC, datetime

import numpy as np
from msgspec.structs import replace
from PIL import Image
from PySide6.QtCore import QPoint, QSize, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from app.gui.macros.editor.step_list import VIEW_ROLE
from app.gui.macros.editor.window import EditorWindow
from app.gui.macros.making import MacroWindows
from app.gui.macros.picker_scene import Picked
from app.gui.widgets.theme import Theme
from app.macros.play_request import PlayRequest
from app.macros.repairs import RepairShelf
from app.run_lock import RunLock
from app.settings import Folders, Settings
from automation.core.events import Ended
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame
from automation.core.proposal import Outcome
from automation.macros.codec import write
from automation.macros.edit import session
from automation.macros.edit.session import EditSession
from automation.macros.edit.tree import Spot
from automation.macros.found import Found
from automation.macros.listing import keep_told
from automation.macros.macro import Click, Macro, Target, Type
from automation.macros.names import image_path
from automation.macros.play.health import Health, keep_health
from automation.macros.play.repair import Repair
from automation.macros.play.report import Report, StepReport, keep_report
from automation.macros.record.session import Recording
from tests.gui import open_editors
from tests.gui.open_editors import SAVE, SECRET, rename

rig = open_editors.rig


def test_a_macro_has_one_window_and_what_cannot_be_opened_is_said(rig):
    rig.keep()
    editor = rig.open()
    rig.control.open("orders")
    assert rig.control.editors == (editor,)
    rig.control.open("Orders")
    rig.until(lambda: rig.macros.told)
    assert rig.macros.told[0][0].startswith("It cannot be edited: ")
    editor.window.close()
    assert rig.control.editors == ()


def test_a_change_of_theme_reaches_nothing_of_an_editor_that_was_closed(rig, qtbot):
    rig.keep()
    window = rig.open().window
    window.close()
    rig.until(lambda: not rig.control.editors)
    gone = weakref.ref(window)
    del window
    rig.until(lambda: gone() is None or not isValid(gone()))
    with qtbot.captureExceptions() as raised:
        rig.theme.set_choice("dark")
        QApplication.processEvents()
    assert raised == []


def test_it_opens_whole_on_a_screen_of_its_own_size(rig, monkeypatch):
    class Screen:
        def availableSize(self):  # noqa: N802  # Qt's name
            return QSize(1280, 800)

    monkeypatch.setattr(EditorWindow, "screen", lambda _window: Screen())
    rig.keep()
    window = rig.open().window
    rig.until(window.isVisible)
    assert (window.width(), window.height()) == (1280, 760)
    for part in (window.add_step, window.health, window.rows):
        rig.until(lambda one=part: inside(one, window))


def inside(part, window):
    return window.rect().contains(part.rect().translated(part.mapTo(window, QPoint())))


def test_a_run_from_the_editor_ends_with_it_in_front_and_another_one_does_not(rig, monkeypatch):
    rig.keep()
    editor = rig.open()
    rig.until(editor.window.isVisible)
    raised = []
    monkeypatch.setattr(EditorWindow, "raise_", lambda window: raised.append(window))
    ended = Ended("", Outcome.DONE, "Done.", 1)
    for by, expected in (("window", []), ("editor", [editor.window])):
        rig.macros.ended.emit(PlayRequest(editor.slug, by=by), ended, ())
        done = []
        QTimer.singleShot(0, lambda done=done: done.append(True))
        rig.until(lambda done=done: bool(done))
        assert raised == expected


def test_an_open_editor_shows_a_play_of_another_process(rig):
    rig.keep()
    editor = rig.open()
    assert "Never played" in editor.window.health.accessibleName()
    data = rig.changes.data
    found = StepReport("save", "click", "Orders", "done", "", rung="text", folder=editor.slug)
    report = Report(
        v=1, macro="Orders", digest="", run="r7", started=datetime.now(UTC).isoformat(), outcome="done",
        message="Done.", steps=(found,), counts={"done": 1}, rungs={"text": 1}, folder=editor.slug,
    )  # fmt: skip
    keep_report(data, report)
    keep_health(data, editor.slug, Health().after(report))
    rig.until(lambda: "Last went well just now" in editor.window.health.accessibleName())
    assert editor.window.model.index(0).data(VIEW_ROLE).found_by == "text on screen"


def test_a_run_saves_first_and_what_the_users_own_hand_changed_stays_trusted(rig):
    rig.keep()
    editor = rig.open()
    assert editor.window.toolbar.trust.is_trusted
    rename(editor, "Keep")
    editor.window.requests.play.emit("name", "")
    rig.until(lambda: rig.macros.played)
    (request,) = rig.macros.played
    assert (request.folder, request.from_step, request.to_step) == (editor.slug, "name", "")
    assert (request.by, request.approve, request.breakpoints) == ("editor", "auto", True)
    assert editor.session.is_saved
    assert rig.library.open("Orders").macro.steps[0].target.name == "Keep"
    assert rig.is_trusted()
    editor.window.requests.play.emit("save", "save")
    rig.until(lambda: len(rig.macros.played) == 2)
    assert (rig.macros.played[1].from_step, rig.macros.played[1].to_step) == ("save", "save")


def test_a_quit_right_after_a_save_leaves_the_users_own_macro_trusted(rig, monkeypatch):
    rig.keep()
    editor = rig.open()
    go, read = threading.Event(), []
    rig.worker.do(lambda: go.wait(60), lambda _: None, rig.macros.told.append)
    rename(editor, "Keep")
    editor._save(lambda: None)
    rig.worker.do(lambda: read.append(1), lambda _: None, rig.macros.told.append)
    end = rig.worker._thread.shutdown

    def ends(*, wait):
        go.set()  # once the quit waits for the thread
        end(wait=wait)

    monkeypatch.setattr(rig.worker._thread, "shutdown", ends)
    rig.control.close()
    assert rig.library.open("Orders").macro.steps[0].target.name == "Keep"
    assert rig.is_trusted()
    assert read == []


def test_an_imported_macro_loses_its_trust_by_an_edit_and_is_read_again(rig):
    rig.keep(by="import")
    editor = rig.open()
    assert editor.window.toolbar.trust.is_trusted
    rename(editor, "Keep")
    assert rig.save(editor)
    rig.until(lambda: not editor.window.toolbar.trust.is_trusted)
    assert not rig.is_trusted()
    editor.window.requests.play.emit("", "")
    rig.until(lambda: rig.macros.played)
    assert rig.macros.played[0].approve == "ask"

    editor.window.requests.read.emit()
    rig.until(lambda: editor.trust.dialog is not None)
    assert editor.trust.dialog.view.counts[1] == 3
    editor.trust.dialog.trust_pressed.emit(editor.trust.dialog._reading)
    rig.until(rig.is_trusted)
    rig.until(lambda: editor.window.toolbar.trust.is_trusted)


def test_a_macro_that_was_not_trusted_is_not_by_an_edit(rig):
    rig.keep(is_trusted=False)
    editor = rig.open()
    rename(editor, "Keep")
    editor.window.requests.play.emit("", "")
    rig.until(lambda: rig.macros.played)
    assert rig.macros.played[0].approve == "ask"
    assert not rig.is_trusted()


def test_what_cannot_be_saved_is_said_and_not_played(rig):
    rig.keep()
    editor = rig.open()
    other = rig.library.open("Orders").macro
    rig.library.save(replace(other, about="from elsewhere"), {})
    rename(editor, "Keep")
    editor.window.requests.play.emit("", "")
    rig.until(lambda: not editor.window.notice.isHidden())
    assert rig.macros.played == []
    assert not editor.session.is_saved


def test_the_program_ends_once_every_field_can_be_taken(rig):
    rig.keep()
    editor = rig.open()
    editor.window.params.add.click()
    form = editor.window.params.form
    form.name.setText("Not A Name")
    assert not rig.control.may_end()
    assert editor.window.notice.words.startswith("The program goes on: ")
    form.name.setText("vendor")
    assert rig.control.may_end()
    rig.control.close()
    assert rig.control.editors == ()
    session = EditSession(rig.library, "Orders")
    assert set(session.document.macro.params) == {"secret", "vendor"}
    assert "1 edit was recovered" in session.note
    session.discard()


def test_what_is_recorded_goes_where_it_was_asked_for_under_names_of_its_own(rig):
    rig.keep()
    editor = rig.open()
    editor.window.requests.record.emit(Spot(index=1))
    assert rig.recording.title == "into Orders"
    data = picture()
    target = replace(SAVE.target, image="img/save.png", press=(80, 32))
    steps = (Click(id="save", target=target), Type(id="secret", text="{{secret}}"))
    macro = Macro(deskhand=1, name="Recording", params={"secret": SECRET}, steps=steps)
    assert rig.recording.then(Recording(macro, {"img/save.png": data}, None)) == ""
    document = editor.session.document
    assert editor.session.image(document.step("save-2").target.image) == data
    assert [row.step.id for row in document.rows] == ["save", "save-2", "secret", "name"]
    assert document.step("secret").text == "{{secret_2}}"
    assert set(document.macro.params) == {"secret", "secret_2"}
    document.undo()
    assert [row.step.id for row in document.rows] == ["save", "name"]
    assert set(document.macro.params) == {"secret"}


def test_what_is_recorded_and_cannot_be_put_in_is_told_to_who_can_keep_it(rig):
    rig.keep()
    editor = rig.open()
    editor.window.requests.record.emit(Spot(index=1))
    target = replace(SAVE.target, image="img/save.png", press=(80, 32))
    macro = Macro(deskhand=1, name="Recording", steps=(Click(id="save", target=target),))
    assert rig.recording.then(Recording(macro, {"img/save.png": b"no picture"}, None))
    assert [row.step.id for row in editor.session.document.rows] == ["save", "name"]
    editor.window.close()
    sentence = rig.recording.then(Recording(macro, {"img/save.png": picture()}, None))
    assert sentence == "the editor of “Orders” was closed"
    assert [row.step.id for row in editor.session.document.rows] == ["save", "name"]


def picture():
    out = io.BytesIO()
    pixels = np.arange(64 * 160 * 3, dtype=np.uint8).reshape(64, 160, 3)
    Image.fromarray(pixels).save(out, "PNG")
    return out.getvalue()


def test_what_is_picked_becomes_the_target_of_the_step_that_asked(rig):
    rig.keep()
    editor = rig.open()
    data = picture()
    target = Target(role="button", name="Send", image=image_path(data, "Send"), press=(80, 32))
    rig.picker.picked.emit(Picked(target, data))  # nobody asked
    editor.window.requests.pick.emit("save", "target")
    assert rig.picker.front is editor.window
    rig.picker.left.emit("")
    rig.picker.picked.emit(Picked(target, data))
    assert editor.session.document.step("save") == SAVE
    editor.window.requests.pick.emit("save", "target")
    rig.picker.picked.emit(Picked(target, data))
    found = editor.session.document.step("save").target
    assert (found.name, found.press) == ("Send", (80, 32))
    assert editor.session.image(found.image) == data


def repair():
    pixels = np.zeros((64, 160, 4), np.uint8)
    pixels[10:20, 10:90] = 200
    frame = Frame(pixels, ScreenPoint(0, 0), 0.0)
    found = Found(
        point=ScreenPoint(30, 15), box=Rect(10, 10, 80, 10), rung="model", score=0.9, window_id=1,
        element=None,
    )  # fmt: skip
    target = replace(SAVE.target, name="Keep")
    return Repair("Orders", "save", "target", found, "", target, frame, (30, 15), "orders")


def test_a_repair_is_kept_with_its_picture_only_when_accepted_and_can_be_undone(rig):
    rig.keep()
    editor = rig.open()
    request = PlayRequest(editor.slug)
    ended = Ended("", Outcome.DONE, "Done.", 2)
    rig.macros.ended.emit(request, ended, (repair(),))
    assert editor.session.document.step("save") == SAVE
    editor.window.requests.keep_repair.emit(repair())
    kept = editor.session.document.step("save").target
    assert (kept.name, kept.press) == ("Keep", (30, 15))
    assert Image.open(io.BytesIO(editor.session.image(kept.image))).size == (160, 64)
    editor.session.document.undo()
    assert editor.session.document.step("save") == SAVE


def test_steps_of_this_macro_are_shown_and_those_of_others_are_not(rig):
    rig.keep()
    editor = rig.open()
    for folder, sentence in (("orders", "ours"), ("orders-2", "theirs")):
        report = StepReport("save", "click", "Orders", "done", sentence, folder=folder)
        rig.macros.stepped.emit(object(), report)
    assert editor.window._states.reports["save"].sentence == "ours"


def test_what_is_wanted_is_made_when_it_is_first_wanted(rig, tmp_path):
    rig.keep()
    folders = Folders(tmp_path / "config", tmp_path, tmp_path / "runtime")
    folders.create()
    keeper = type("Keeper", (), {"current": Settings()})()
    making = MacroWindows(Theme("light"), folders, keeper, lambda: "ask", rig.macros, rig.macros)
    rig.macros.editor_wanted.emit("orders")
    rig.until(lambda: making.editors.editors)
    (editor,) = making.editors.editors
    with RunLock(folders.runtime):
        rig.macros.record_wanted.emit("More")
        editor.window.requests.record.emit(Spot())
        editor.window.requests.pick.emit("save", "target")
    assert [is_error for _, is_error in rig.macros.told] == [True, True]
    assert all("another run holds" in text for text, _ in rig.macros.told)
    assert "another run holds" in editor.window.notice.words
    kept = []
    making.kept.connect(kept.append)
    making.recording.kept.emit("More")
    assert kept == ["More"]
    assert len(rig.macros.told) == 2  # what is said in the chat would show its page
    making.close()


def test_a_step_runs_only_once_the_run_has_begun(rig):
    rig.keep()
    editor = rig.open()
    editor.window.requests.play.emit("name", "name")
    rig.until(lambda: rig.macros.played)
    assert editor.window._states.running == ""  # its values may still be asked for
    rig.macros.begun.emit(rig.macros.played[0])
    assert editor.window._states.running == "name"


def test_pasted_steps_of_elsewhere_are_not_trusted_unread(rig):
    rig.keep()
    editor, text = rig.open(), write(Macro(deskhand=1, name="Any", steps=(SAVE,))).decode()
    QGuiApplication.clipboard().setText(text)
    editor.window.commands.paste()
    assert rig.save(editor)
    rig.until(lambda: editor.session.is_saved and editor.trust.is_settled)
    assert not rig.is_trusted()
    assert not editor.trust.is_trusted


def test_steps_that_are_copied_within_a_macro_stay_trusted(rig):
    rig.keep()
    editor = rig.open()
    editor.window.rows.select(["save"])
    editor.window.commands.copy()
    editor.window.commands.paste()
    assert rig.save(editor)
    rig.until(lambda: editor.session.is_saved and editor.trust.is_settled)
    assert rig.is_trusted()


def press(editor, words):
    (button,) = [one for one in editor.window.notice.buttons if one.text() == words]
    button.click()


def in_conflict(rig):
    """Return an editor whose macro was written by somebody else meanwhile, and an edit that is not saved."""
    rig.keep()
    editor = rig.open()
    rename(editor, "Mine")
    other = rig.library.open("orders").macro
    rig.library.save(replace(other, about="from elsewhere"), folder=editor.session.folder)
    assert not rig.save(editor)
    assert "Save this one under another name" in editor.window.notice.words
    return editor


def test_edits_that_cannot_be_saved_go_into_another_macro(rig):
    editor = in_conflict(rig)
    press(editor, "Save as …")
    ask = editor.rescue.ask
    assert (ask.isVisible(), ask.field.text()) == (True, "Orders (2)")
    ask.field.setText("ORDERS")
    assert "called “ORDERS” already" in ask.problem.text()
    ask.field.setText("Kept")
    ask.take.click()
    rig.until(lambda: editor.slug == "kept")
    assert (editor.session.is_saved, ask.isVisible()) == (True, False)
    assert "Kept" in editor.window.windowTitle()
    assert rig.library.open("kept").macro.steps[0].target.name == "Mine"
    first = rig.library.open("orders").macro
    assert (first.about, first.steps[0].target.name) == ("from elsewhere", "Save")
    rig.until(lambda: editor.trust.is_settled)
    assert rig.is_trusted("kept"), "the user's own hand has made it"
    rename(editor, "More")
    assert rig.save(editor)
    assert rig.library.open("kept").macro.steps[0].target.name == "More"


def test_edits_that_are_not_wanted_give_way_to_what_is_on_the_disk(rig):
    editor = in_conflict(rig)
    press(editor, "Discard and open again")
    rig.until(lambda: rig.control.editors)
    (again,) = rig.control.editors
    assert again is not editor
    assert again.session.document.macro.about == "from elsewhere"
    assert again.session.document.step("save") == SAVE
    assert again.session.is_saved
    rig.until(lambda: again.trust.is_settled)


def test_a_conflict_that_is_left_keeps_the_edits(rig):
    editor = in_conflict(rig)
    press(editor, "Not now")
    assert editor.window.notice.isHidden()
    assert editor.session.document.step("save").target.name == "Mine"
    assert not editor.session.is_saved


def test_a_macro_that_gets_another_name_takes_its_editor_along(rig):
    rig.keep()
    editor = rig.open()
    rename(editor, "Mine")
    rig.changes.rename("orders", "Bills")
    rig.macros.changed.emit()
    rig.until(lambda: "Bills" in editor.window.windowTitle())
    assert editor.window.toolbar.name.accessibleName() == "Bills"
    rig.keep()  # another one that is called as this one was
    assert rig.save(editor)
    rig.until(lambda: editor.trust.is_settled)
    kept = rig.library.open("orders").macro
    assert (kept.name, kept.steps[0].target.name) == ("Bills", "Mine")
    assert rig.library.open("orders-2").macro.steps[0] == SAVE
    assert rig.is_trusted("orders")


def test_the_files_of_open_macros_are_not_read_in_the_window(rig, monkeypatch):
    rig.keep()
    rig.open()
    readers, real = [], session.disk_digest

    def digest_of(folder):
        readers.append(threading.current_thread())
        return real(folder)

    monkeypatch.setattr(session, "disk_digest", digest_of)
    rig.macros.changed.emit()
    rig.until(lambda: readers)
    assert threading.main_thread() not in readers


def test_who_removes_a_macro_learns_of_its_edits_and_closes_the_editor(rig):
    rig.keep()
    editor = rig.open()
    control = rig.control
    assert (control.is_open("orders"), control.has_edits("orders")) == (True, False)
    rename(editor, "Mine")
    assert control.has_edits("orders")
    assert not control.is_open("Orders")
    control.let_go("orders")
    assert control.editors == ()
    removed = rig.changes.remove("orders")
    rig.changes.bring_back(removed)
    again = rig.open()
    assert again.session.document.step("save").target.name == "Mine"
    assert "1 edit was recovered" in again.window.notice.words


def test_edits_are_saved_as_another_macro_before_theirs_is_removed(rig):
    rig.keep()
    editor = rig.open()
    rename(editor, "Mine")
    done = []
    rig.control.ask_save_as("orders", lambda: done.append(rig.changes.remove("orders")))
    editor.rescue.ask.take.click()
    rig.until(lambda: done)
    assert [one.name for one in done] == ["Orders"]
    (left,) = rig.library.entries()
    assert (left.name, editor.slug) == ("Orders (2)", left.slug)
    assert rig.library.open_at(editor.session.folder).macro.steps[0].target.name == "Mine"
    rig.until(lambda: editor.trust.is_settled)


def test_a_repair_that_is_kept_in_the_editor_waits_no_more(rig):
    rig.keep()
    editor = rig.open()
    shelf = RepairShelf(rig.changes.data)
    step = StepReport("save", "click", "Orders", "done", "", rung="model", folder="orders")
    report = Report(1, "Orders", "", "r", "", "done", "", (step,), {"done": 1}, {})
    assert shelf.take(report, (repair(),), lambda _folder, _key: SAVE.target)
    editor.window.requests.keep_repair.emit(repair())
    assert shelf.of("orders"), "it was not saved yet"
    assert rig.save(editor)
    rig.until(lambda: shelf.of("orders") == ())
    rig.until(lambda: editor.trust.is_settled)


def test_what_was_left_out_when_it_was_made_is_told_where_no_step_is_chosen(rig):
    rig.keep()
    told = [f"Step {n} was left out." for n in range(9)]
    keep_told(rig.library.at("orders"), told)
    editor = rig.open()
    editor.window.rows.clearSelection()
    shown = editor.window.inspector.page.told.text().splitlines()
    assert shown == [f"• {one}" for one in told]


def test_edits_of_a_macro_that_was_deleted_by_hand_go_into_another_one(rig):
    rig.keep()
    editor = rig.open()
    rename(editor, "Mine")
    shutil.rmtree(editor.session.folder)
    assert not rig.save(editor)
    assert "is not in its folder any more" in editor.window.notice.words
    press(editor, "Save as …")
    editor.rescue.ask.field.setText("Kept")
    editor.rescue.ask.take.click()
    assert editor.rescue.ask.problem.text() == ""
    rig.until(lambda: editor.slug == "kept")
    assert rig.library.open("kept").macro.steps[0].target.name == "Mine"
    rig.until(lambda: editor.trust.is_settled)
