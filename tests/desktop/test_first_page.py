"""The first page of the real program: it says what can be done with the window that was in front."""

from contextlib import closing

import pytest

from app.front import front_window
from app.gui.demo import FORM_TASK
from app.gui.preferences.keeper import SettingsKeeper
from app.gui.widgets.theme import Theme
from app.gui.window.main_window import MainWindow
from app.gui.wiring import FrontControl
from app.settings import Settings, SettingsFile
from automation.commands.policy import CommandsPolicy
from tests.desktop.command_rig import Form
from tests.kit.waiting import wait_for

pytestmark = pytest.mark.desktop


def test_what_can_be_said_of_a_real_window_is_by_its_own_names(desktop, tmp_path):
    with closing(Form(tmp_path / "form.jsonl")):
        # A program tells its controls a moment after its window is there.
        found = wait_for(lambda: (w := front_window(Settings(), "en")) and len(w.sayings) > 2 and w)
    assert found.title == "Library card"
    assert any("type hello into Name" in said for said in found.sayings)
    assert any(said in found.sayings for said in ("click Save card", "click Clear form"))
    assert all(CommandsPolicy.preview(said) for said in found.sayings)


def test_the_demo_opens_its_form_and_gives_its_task(desktop, qtbot, qapp, tmp_path):
    theme = Theme("light")
    window = MainWindow(theme, Settings(), ("click Save",))
    qtbot.addWidget(window)
    keeper = SettingsKeeper(theme, SettingsFile(tmp_path / "s.toml"), Settings(), window, tmp_path)
    control = FrontControl(window, keeper, window)
    with qtbot.waitSignal(window.commands.send, timeout=60_000) as sent:
        window.commands.demo.emit()
    form = control._demo
    assert sent.args == [FORM_TASK]
    assert form.poll() is None
    control.close()
    assert form.poll() is not None
