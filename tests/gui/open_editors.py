"""Editors over a library of their own, without hands: what tests of open macros share."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from app.gui.background import Worker
from app.gui.macros.editor.control import EditorControl, EditorTools
from app.gui.widgets.theme import Theme
from app.macros.changes import Changes
from automation.macros.macro import Click, Macro, Made, Param, Target, Type
from automation.macros.trust import digest
from tests.gui.editor_rig import save

SAVE = Click(id="save", target=Target(window="Form", role="button", name="Save"))
NAME = Type(id="name", text="{{secret}}", target=Target(role="password", name="Password"))
SECRET = Param(type="secret", ask="Password")


class Macros(QObject):
    """What the application has for macros, without hands."""

    changed = Signal()
    said = Signal(str, bool)
    begun = Signal(object)
    stepped = Signal(object, object)
    ended = Signal(object, object, object)
    editor_wanted = Signal(str)
    record_wanted = Signal(str)

    def __init__(self, library, book):
        super().__init__()
        self.library, self.book = library, book
        self.editors = None
        self.played, self.told, self.others = [], [], []
        self.said.connect(lambda text, is_error: self.told.append((text, is_error)))

    def is_busy(self):
        return bool(self.business())

    def business(self):
        return next(filter(None, (other() for other in self.others)), "")

    def heed(self, other):
        self.others.append(other)

    def play(self, request):
        self.played.append(request)


class Recordings:
    is_recording = False

    def begin_for(self, title, then):
        self.title, self.then = title, then


class Picks(QObject):
    picked = Signal(object)
    left = Signal(str)
    is_picking = False

    def begin(self, front):
        self.front = front


class Rig:
    def __init__(self, qtbot, data):
        self.qtbot = qtbot
        self.changes = Changes.at(data)
        self.library, self.book = self.changes.library, self.changes.book
        self.macros = Macros(Changes.at(data).library, self.book)
        self.recording, self.picker = Recordings(), Picks()
        self.worker = Worker()
        self.theme = Theme("light")
        tools = EditorTools(
            self.theme, self.macros, self.recording, self.picker, self.worker, self.changes,
            lambda: "auto",
        )  # fmt: skip
        self.control = EditorControl(tools, data)

    def keep(self, name="Orders", by="recording", *, is_trusted=True):
        macro = Macro(
            deskhand=1, name=name, made=Made(by=by), params={"secret": SECRET}, steps=(SAVE, NAME)
        )
        self.library.save(macro, {}, new=True)
        if is_trusted:
            self.book.trust(digest(macro, {}.__getitem__), name, "you")

    def open(self, slug="orders"):
        self.control.open(slug)
        self.until(lambda: self.control.editors)
        (editor,) = self.control.editors
        self.until(lambda: editor.window.isVisible())
        self.until(lambda: editor.trust.is_settled)
        return editor

    def save(self, editor):
        """Save as the key does, wait for the end of it, and tell whether it was saved."""
        return save(self.qtbot, editor.window)

    def is_trusted(self, name="Orders"):
        kept = self.library.open(name)
        return self.book.is_trusted(digest(kept.macro, kept.image))

    def until(self, condition):
        self.qtbot.waitUntil(lambda: bool(condition()), timeout=60_000)


@pytest.fixture
def rig(qtbot, tmp_path):
    rig = Rig(qtbot, tmp_path)
    yield rig
    for editor in rig.control.editors:
        editor.window.let_go(keep=False)
        editor.window.close()
    rig.control.close()


def rename(editor, name):
    step = editor.session.document.step("save")
    editor.session.document.change(replace(step, target=replace(step.target, name=name)))
