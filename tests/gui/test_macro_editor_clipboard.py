"""What a copy says of pictures that cannot be read, what it holds, and what is left of it at the end."""

import gc
import weakref

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtWidgets import QApplication

from app.gui.macros.editor import clipboard as step_clip
from app.gui.macros.editor.actions import StepCommands
from app.gui.macros.editor.clipboard import CopiedSteps, settle
from automation.macros.codec import read
from automation.macros.edit.session import EditSession
from tests.gui import editor_rig as rig

theme, library, window, document = rig.theme, rig.library, rig.window, rig.document


@pytest.fixture(autouse=True)
def clipboard(qapp):
    yield QApplication.clipboard()
    QApplication.clipboard().setText("nothing of these tests")


class Rows:
    """A list in which some steps are selected."""

    def __init__(self, *ids):
        self.ids = ids

    def selected(self):
        return self.ids


class Foreign(QMimeData):
    """What another program has on the clipboard: each question goes across to it."""

    def __init__(self):
        super().__init__()
        self.asked = []

    def formats(self):
        self.asked.append("formats")
        return ["text/plain", step_clip._MARK]

    def hasFormat(self, mimetype):  # noqa: N802  # Qt's name
        self.asked.append(mimetype)
        return True

    def retrieveData(self, mimetype, _type):  # noqa: N802  # Qt's name
        self.asked.append(mimetype)
        return "text"


def lose_picture(window, step_id):
    path = window.document.step(step_id).target.image
    (window._session.folder / path).unlink()
    return path


def test_steps_whose_picture_cannot_be_read_are_not_cut_and_that_is_told(window, document):
    path = lose_picture(window, "vendor")
    window.rows.select(["vendor", "save"])
    window.commands.cut()
    assert document.has("vendor")
    assert document.has("save")
    assert window.notice.words.startswith(f"Not cut: the picture {path} is missing")


def test_steps_are_cut_with_pictures_that_can_be_read(window, document):
    lose_picture(window, "number")
    window.rows.select(["vendor"])
    window.commands.cut()
    assert not document.has("vendor")
    assert not window.notice.words
    window.commands.paste()
    assert document.has("vendor")


def test_a_copy_tells_which_and_how_many_pictures_cannot_be_read(window, qtbot):
    first = min(lose_picture(window, "vendor"), lose_picture(window, "number"))
    window.rows.select(["vendor", "number", "save"])
    window.commands.copy()
    qtbot.waitUntil(lambda: window.notice.words != "", timeout=60_000)
    assert f"the picture {first} is missing" in window.notice.words
    assert window.notice.words.endswith("(2 pictures in all cannot be read)")


@pytest.mark.parametrize("is_whole", [True, False], ids=["whole", "a picture is lost"])
def test_a_copy_holds_nothing_of_the_closed_macro_but_its_steps(library, clipboard, is_whole):
    session = EditSession(library, "File an invoice")
    step = session.document.step("vendor")
    if not is_whole:
        (session.folder / step.target.image).unlink()
    commands = StepCommands(session, Rows("vendor"), print, lambda: None)
    commands.copy()
    settle()
    session.discard()
    left = weakref.ref(session)
    del session, commands
    gc.collect()
    assert left() is None
    assert read(clipboard.text().encode()).steps == (step,)


def test_no_other_program_is_asked_for_its_clipboard_at_the_end(window, clipboard):
    window.rows.select(["vendor"])
    window.commands.copy()
    clipboard.setMimeData(foreign := Foreign())
    foreign.asked.clear()
    step_clip._leave_plain_text()
    assert foreign.asked == []


def test_copied_steps_stay_on_the_clipboard_as_text_at_the_end(window, clipboard):
    window.rows.select(["vendor"])
    window.commands.copy()
    text = clipboard.text()
    step_clip._leave_plain_text()
    assert not isinstance(clipboard.mimeData(), CopiedSteps)
    assert clipboard.text() == text
    assert text.startswith("deskhand: 1")
