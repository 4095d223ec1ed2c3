"""Recording through the panel, by somebody else's hands: the panel takes no focus and is no step."""

import pytest
from msgspec.structs import replace

from app.gui.macros.recording.control import Parts, RecordingControl
from app.gui.widgets.theme import Theme
from app.macros.library import library_of, trust_of
from app.run_lock import DesktopBusy, RunLock
from app.settings import Folders, Settings
from automation.core.geometry import ScreenPoint
from automation.desktop.elements.reader import DesktopReader
from automation.desktop.windows_x11 import X11Windows
from automation.macros.macro import CheckThat, Click, Shows, Type
from automation.macros.trust import digest
from tests.desktop.command_rig import Command, Form
from tests.desktop.other_user import OtherUser

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(240)]

TITLE = "Library card"
LONG_MS = 60_000


class PanelRig:
    """The application's recording, the form that is worked, and the user who works it."""

    def __init__(self, desktop, qtbot, rig, home, form):
        self.qtbot, self.form = qtbot, form
        self.folders = Folders(home / "config", home / "data", home / "runtime")
        self.folders.create()
        self.library = library_of(self.folders.data)
        self.book = trust_of(self.folders.data)
        self.settings = replace(Settings(), use_ocr=False)
        parts = Parts(
            Theme("light"), self.folders, lambda: self.settings, self.library, self.book,
            lambda: "",
        )  # fmt: skip
        self.control = RecordingControl(parts)
        self.said, self.kept = [], []
        self.control.said.connect(lambda text, is_error: self.said.append(text))
        self.control.kept.connect(self.kept.append)
        self.user = OtherUser(desktop)
        self.windows = X11Windows()
        reader = DesktopReader()
        try:
            rig.raise_window(TITLE)
            rig.find(reader, "Save card")
            self.boxes = {e.name: e.box for e in reader.tree(rig.look()) if e.name}
        finally:
            reader.close()

    @property
    def panel(self):
        return self.control._panel

    def until(self, condition):
        self.qtbot.waitUntil(lambda: bool(condition()), timeout=LONG_MS)

    def begin(self, name=""):
        self.control.begin(name)
        self.until(lambda: self.panel is not None and self.panel.foot.finish.isEnabled())

    def rest(self, seconds):
        """Do nothing, as a user does who looks at the screen; the panel goes on living."""
        self.qtbot.wait(round(seconds * 1000))

    def click(self, name):
        """Press a thing of the form, as slowly as a hand does: pictures are made meanwhile."""
        at = self.boxes[name].center
        self.user.move(at.x, at.y)
        self.rest(0.3)
        self.user.click()
        self.rest(0.3)

    def heard(self):
        """Wait until all that was done so far was heard: a movement comes after it."""
        ears, there = self.control._thread._live._recorder.hands, ScreenPoint(1900, 1060)
        self.user.move(there.x - 10, there.y)
        self.user.move(there.x, there.y)
        self.until(lambda: ears._at == there)

    def enter(self, name, text):
        """Click a field, wait as people do until it shows the cursor, and type into it."""
        self.click(name)
        scout = self.control._thread._live._recorder._scout

        def is_told():
            look = scout.latest
            focused = look.focused if look is not None else None
            is_there = focused is not None and focused.name == name and look.is_told
            return is_there and look.held is not None and look.held.handle == focused.handle

        self.until(is_told)
        self.type(text)
        self.until(lambda: f"“{text}”" in self.last_words())

    def press(self, button):
        """Press a button of the panel with the pointer."""
        at = button.mapToGlobal(button.rect().center())
        self.user.move(at.x(), at.y())
        self.user.click()

    def type(self, text):
        for char in text:
            self.user.tap(char)
            self.rest(0.03)

    def focused(self):
        focus = self.windows.focus()
        return focus.title if focus is not None else ""

    def last_words(self):
        rows = self.panel.rows
        return str(rows.index(rows.rowCount() - 1).data()) if rows.rowCount() else ""

    def journals(self):
        root = self.folders.data / "recordings"
        return [path.name for path in root.iterdir()] if root.exists() else []

    def close(self):
        self.user.close()
        self.control.close()
        self.control.deleteLater()
        if self.panel is not None:
            self.panel.deleteLater()
        self.windows.close()


@pytest.fixture
def hands(desktop, qtbot, rig, fresh_home, tmp_path):
    form = Form(tmp_path / "form.jsonl")
    try:
        qtbot.waitUntil(lambda: rig.window(TITLE) is not None, timeout=LONG_MS)
        found = PanelRig(desktop, qtbot, rig, fresh_home, form)
        try:
            yield found
        finally:
            found.close()
    finally:
        form.close()


def test_a_form_is_recorded_corrected_kept_and_played(hands):
    hands.begin("Card")
    hands.enter("Name", "xy")
    assert hands.panel.rows.count == 2
    assert hands.focused() == TITLE

    hands.press(hands.panel.head.undo)
    hands.until(lambda: hands.panel.rows.count == 1)
    assert hands.focused() == TITLE

    hands.press(hands.panel.inserts.buttons["check"])
    hands.until(lambda: hands.panel.entry.field.hasFocus())
    hands.type("branch")
    hands.until(lambda: hands.panel.entry.field.text() == "branch")
    hands.user.tap("enter")
    hands.until(lambda: hands.panel.rows.count == 2)
    hands.until(lambda: hands.focused() == TITLE)
    hands.until(lambda: not hands.control._thread._is_held_off.is_set())

    hands.enter("E-mail", "ab")
    hands.press(hands.panel.foot.finish)
    hands.until(lambda: hands.panel.name.field.hasFocus())
    assert hands.panel.name.field.text() == "Card"
    assert "4 steps" in hands.panel.name.summary.text()
    hands.user.tap("enter")
    hands.until(lambda: hands.kept == ["Card"])
    hands.until(lambda: hands.focused() == TITLE)

    kept = hands.library.open("Card")
    field, check, mail, typed = kept.macro.steps
    assert isinstance(field, Click)
    assert (field.target.label or field.target.name) == "Name"
    assert isinstance(check, CheckThat)
    assert check.condition == Shows(text="branch")
    assert (mail.target.label or mail.target.name) == "E-mail"
    assert (typed.text, typed.replace) == ("ab", True)
    assert hands.book.is_trusted(digest(kept.macro, kept.image))
    assert hands.journals() == []
    assert not hands.panel.isVisible()

    assert hands.form.said("mail").count("ab") == 1
    played = Command("macro", "play", "Card", "--approve", "auto", "--json")
    try:
        end = played.until("end")
        assert (end["outcome"], end["steps"]) == ("done", 4), end["message"]
    finally:
        played.process.kill()
        played.process.communicate()
    assert hands.form.said("mail")[-1] == "ab"
    assert hands.form.said("mail").count("ab") == 2
    assert hands.form.said("name")[-1] == "xy"


def test_nothing_else_works_the_desktop_meanwhile_and_what_is_discarded_is_gone(hands):
    hands.begin()
    with pytest.raises(DesktopBusy), RunLock(hands.folders.runtime):
        pass
    hands.control.begin("Second")
    assert hands.said == ["A recording is under way. Finish it first."]
    hands.click("Save card")
    hands.until(lambda: hands.panel.rows.count == 1)
    hands.press(hands.panel.foot.pause)
    hands.until(lambda: hands.panel.head.title.accessibleName().startswith("Paused"))
    hands.click("Save card")
    hands.heard()
    hands.press(hands.panel.foot.pause)
    hands.until(lambda: hands.panel.head.title.accessibleName() == "Recording")
    hands.user.tap("esc", "esc")
    hands.until(lambda: hands.panel.name.field.hasFocus())
    assert "1 step recorded" in hands.panel.name.summary.text()
    with RunLock(hands.folders.runtime):
        pass  # the desktop is free while the name is asked for
    hands.press(hands.panel.name.discard)
    hands.until(lambda: hands.panel.name._asks.yes.isEnabled())
    hands.press(hands.panel.name._asks.yes)
    hands.until(lambda: not hands.panel.isVisible())
    assert hands.library.entries() == ()
    assert hands.journals() == []
    assert hands.kept == []


def test_steps_for_an_editor_are_handed_over_and_kept_nowhere(hands):
    got = []
    hands.control.begin_for("into Card", got.append)
    hands.until(lambda: hands.panel is not None and hands.panel.foot.finish.isEnabled())
    hands.enter("Name", "ab")
    hands.press(hands.panel.inserts.buttons["value"])
    hands.until(lambda: hands.panel.entry.field.hasFocus())
    hands.user.tap("1", "enter")
    hands.until(lambda: hands.panel.entry.problem.text())
    assert "is no name for a parameter" in hands.panel.entry.problem.text()
    hands.user.tap("backspace")
    hands.type("guest")
    hands.user.tap("enter")
    hands.until(lambda: hands.panel.rows.count == 3)
    hands.press(hands.panel.foot.finish)
    hands.until(lambda: got)
    (recording,) = got
    assert [type(step) for step in recording.macro.steps] == [Click, Type, Type]
    assert [s.text for s in recording.macro.steps[1:]] == ["ab", "{{guest}}"]
    assert set(recording.macro.params) == {"guest"}
    field = recording.macro.steps[0].target
    assert (field.role, field.label or field.name) == ("field", "Name")
    assert hands.library.entries() == ()
    assert hands.journals() == []


def test_the_panel_has_the_keyboard_again_when_it_is_pressed_after_another_window(hands):
    hands.begin()
    hands.click("Name")
    hands.until(lambda: hands.panel.rows.count == 1)
    hands.press(hands.panel.inserts.buttons["check"])
    hands.until(lambda: hands.panel.entry.field.hasFocus())
    hands.type("bra")
    hands.until(lambda: hands.panel.entry.field.text() == "bra")
    hands.click("E-mail")
    hands.until(lambda: hands.focused() == TITLE and not hands.panel.isActiveWindow())
    hands.press(hands.panel.entry.field)
    hands.until(lambda: hands.panel.entry.field.hasFocus())
    hands.type("nch")
    hands.until(lambda: hands.panel.entry.field.text() == "branch")
    hands.user.tap("enter")
    hands.until(lambda: hands.panel.rows.count == 2)
    hands.until(lambda: hands.focused() == TITLE)

    hands.press(hands.panel.foot.finish)
    hands.until(lambda: hands.panel.name.field.hasFocus())
    hands.click("E-mail")
    hands.until(lambda: hands.focused() == TITLE and not hands.panel.isActiveWindow())
    hands.press(hands.panel.name.save)
    hands.until(lambda: hands.panel.name.problem.text() == "Give the macro a name.")
    hands.until(lambda: hands.panel.name.field.hasFocus())
    hands.type("ca")
    hands.until(lambda: hands.panel.name.field.text() == "ca")
    hands.click("E-mail")
    hands.until(lambda: hands.focused() == TITLE and not hands.panel.isActiveWindow())
    hands.type("q")
    hands.until(lambda: hands.form.said("mail")[-1:] == ["q"])
    hands.press(hands.panel.name.field)
    hands.until(lambda: hands.panel.name.field.hasFocus())
    hands.type("rd")
    hands.until(lambda: hands.panel.name.field.text() == "card")
    hands.user.tap("enter")
    hands.until(lambda: hands.kept == ["card"])
    hands.until(lambda: hands.focused() == TITLE)
    hands.type("z")
    hands.until(lambda: hands.form.said("mail")[-1:] == ["qz"])
    assert not any(hands.form.said("name"))
