"""Starting a real application by its menu entry."""

import os
import signal

import pytest

from automation.desktop.launcher import Launcher, Likeness
from automation.desktop.windows_x11 import X11Windows
from tests.kit.waiting import wait_for

pytestmark = pytest.mark.desktop


def test_installed_application_is_found_by_name_and_opens_its_window(desktop):
    launcher, windows = Launcher(desktop.env), X11Windows(desktop.display)
    best = launcher.find("Galculator")[0]
    assert best.likeness is Likeness.SAME_NAME
    pid = launcher.launch(best.entry.desktop_id)
    opened = wait_for(lambda: next((w for w in windows.windows() if w.pid == pid), None))
    assert opened.app == "galculator"
    os.kill(pid, signal.SIGTERM)
    wait_for(lambda: launcher.has_ended(pid))
    windows.close()
