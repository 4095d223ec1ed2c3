"""Steps that came from elsewhere: nobody trusts them but by a reading that shows them."""

import pytest
from PySide6.QtGui import QGuiApplication

from automation.macros.codec import write
from automation.macros.edit.session import EditSession
from automation.macros.macro import Click, Macro, Target
from tests.gui import open_editors
from tests.gui.open_editors import rename

rig = open_editors.rig
EVIL = Click(id="evil", target=Target(window="Bank", role="button", name="Pay"))


def paste(editor):
    text = write(Macro(deskhand=1, name="Any", steps=(EVIL,))).decode()
    QGuiApplication.clipboard().setText(text)
    editor.window.commands.paste()
    assert holds(editor.session.document.macro)


def holds(macro):
    return any(getattr(step, "target", None) == EVIL.target for step in macro.steps)


def save(rig, editor):
    assert rig.save(editor)
    rig.until(lambda: editor.session.is_saved and editor.trust.is_settled)


def is_on_disk(rig):
    return holds(rig.library.open("Orders").macro)


def read(rig, editor):
    editor.window.requests.read.emit()
    rig.until(lambda: editor.trust.dialog is not None)
    return editor.trust.dialog


def press_trust(rig, editor):
    said = editor.window.notice.words
    dialog = editor.trust.dialog
    dialog.trust_pressed.emit(dialog._reading)
    rig.until(lambda: editor.window.notice.words != said and editor.trust.is_settled)
    dialog.close()
    rig.until(lambda: editor.trust.dialog is None)


def test_pasted_steps_that_come_back_by_redo_are_not_trusted(rig):
    rig.keep()
    editor = rig.open()
    paste(editor)
    save(rig, editor)
    assert not rig.is_trusted()
    editor.session.document.undo()
    save(rig, editor)
    assert rig.is_trusted(), "as it was before"
    editor.session.document.redo()
    save(rig, editor)
    assert is_on_disk(rig)
    assert not rig.is_trusted()
    assert not editor.trust.is_trusted


def test_edits_that_were_brought_back_are_not_trusted_by_undo_and_redo(rig):
    rig.keep()
    session = EditSession(rig.library, "Orders")
    session.insert((EVIL,), {}, session.document.end())
    session.close()
    editor = rig.open()
    assert holds(editor.session.document.macro)
    save(rig, editor)
    editor.session.document.undo()
    save(rig, editor)
    editor.session.document.redo()
    save(rig, editor)
    assert is_on_disk(rig)
    assert not rig.is_trusted()


def test_what_is_pasted_while_the_macro_is_read_is_not_trusted_by_that_reading(rig):
    rig.keep()
    editor = rig.open()
    read(rig, editor)
    paste(editor)
    press_trust(rig, editor)
    save(rig, editor)
    assert is_on_disk(rig)
    assert not rig.is_trusted()


def test_what_is_pasted_before_a_save_is_answered_is_not_trusted_by_the_next_one(rig):
    rig.keep()
    editor = rig.open()
    rename(editor, "Keep")
    assert rig.save(editor)
    paste(editor)  # the answer to the save waits in the queue of events
    rig.until(lambda: editor.trust.is_settled)
    save(rig, editor)
    assert is_on_disk(rig)
    assert not rig.is_trusted()


def test_a_reading_that_shows_the_pasted_steps_lets_own_edits_be_trusted_again(rig):
    rig.keep()
    editor = rig.open()
    paste(editor)
    save(rig, editor)
    read(rig, editor)
    press_trust(rig, editor)
    assert rig.is_trusted()
    rename(editor, "Keep")
    save(rig, editor)
    assert is_on_disk(rig)
    assert rig.is_trusted()


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_reading_without_the_pasted_steps_trusts_them_not(rig, when):
    rig.keep()
    editor = rig.open()
    paste(editor)
    editor.session.document.undo()
    if when == "before":
        read(rig, editor)
    else:
        save(rig, editor)
        read(rig, editor)
    press_trust(rig, editor)
    assert rig.is_trusted()
    editor.session.document.redo()
    save(rig, editor)
    assert is_on_disk(rig)
    assert not rig.is_trusted()


def test_an_unread_form_of_read_steps_is_not_trusted_when_undo_brings_it(rig):
    rig.keep()
    editor = rig.open()
    paste(editor)
    document = editor.session.document
    evil = next(row.id for row in document.rows if row.step.target == EVIL.target)
    document.set_off([evil], off=True)
    save(rig, editor)
    read(rig, editor)
    press_trust(rig, editor)
    document.undo()
    save(rig, editor)
    assert not rig.is_trusted()


def evil_of(editor):
    rows = editor.session.document.rows
    return [row.id for row in rows if getattr(row.step, "target", None) == EVIL.target]


def copy_evil(editor):
    editor.window.rows.select(evil_of(editor)[:1])
    editor.window.commands.copy()


def cut_evil(editor):
    editor.window.rows.select(evil_of(editor))
    editor.window.commands.cut()
    assert not holds(editor.session.document.macro)


def close(rig, editor):
    editor.window.discard_and_close()
    rig.until(lambda: not rig.control.editors)


def paste_again(rig, editor):
    editor.window.commands.paste()
    assert holds(editor.session.document.macro)
    save(rig, editor)
    assert is_on_disk(rig)


def test_pasted_steps_that_are_copied_here_and_pasted_after_a_discard_are_not_trusted(rig):
    rig.keep()
    editor = rig.open()
    paste(editor)
    copy_evil(editor)
    close(rig, editor)
    editor = rig.open()
    assert editor.trust.is_trusted
    paste_again(rig, editor)
    assert not rig.is_trusted()
    assert not editor.trust.is_trusted


def test_pasted_steps_that_are_cut_before_the_reading_are_not_trusted_when_they_come_back(rig):
    rig.keep()
    editor = rig.open()
    paste(editor)
    cut_evil(editor)
    save(rig, editor)
    read(rig, editor)
    press_trust(rig, editor)
    assert rig.is_trusted()
    paste_again(rig, editor)
    assert not rig.is_trusted()


def keep_unread(rig):
    """Save foreign steps into an own macro, and open it anew: it is not trusted."""
    rig.keep()
    editor = rig.open()
    paste(editor)
    save(rig, editor)
    close(rig, editor)
    editor = rig.open()
    assert not editor.trust.is_trusted
    return editor


def test_unread_steps_of_the_disk_that_are_cut_before_the_reading_are_not_trusted(rig):
    editor = keep_unread(rig)
    cut_evil(editor)
    save(rig, editor)
    read(rig, editor)
    press_trust(rig, editor)
    assert rig.is_trusted()
    paste_again(rig, editor)
    assert not rig.is_trusted()


def test_unread_steps_of_the_disk_are_not_trusted_when_an_undo_brings_them_back(rig):
    editor = keep_unread(rig)
    editor.session.document.remove(evil_of(editor))
    save(rig, editor)
    read(rig, editor)
    press_trust(rig, editor)
    assert rig.is_trusted()
    editor.session.document.undo()
    save(rig, editor)
    assert is_on_disk(rig)
    assert not rig.is_trusted()


def test_own_steps_that_were_copied_before_an_earlier_editor_was_closed_are_read_anew(rig):
    rig.keep()
    editor = rig.open()
    rename(editor, "Another")
    editor.window.rows.select(["save"])
    editor.window.commands.copy()
    close(rig, editor)
    editor = rig.open()
    editor.window.commands.paste()
    save(rig, editor)
    assert not rig.is_trusted(), "who changed them is not known any more"


def test_own_steps_stay_own_when_they_are_pasted_after_a_save_as(rig):
    rig.keep()
    editor = rig.open()
    editor.window.rows.select(["name"])
    editor.window.commands.copy()
    assert editor.rescue._save_as("Others", lambda: None) == ""
    rig.until(lambda: editor.slug == "others" and editor.trust.is_settled)
    assert rig.is_trusted("Others")
    editor.window.commands.paste()
    assert "secret_2" not in editor.session.document.macro.params
    save(rig, editor)
    assert rig.is_trusted("Others")
