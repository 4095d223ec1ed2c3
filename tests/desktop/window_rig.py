"""The real application in the test's own process, over a real form; both are put away whatever comes."""

from contextlib import contextmanager

from app.gui.application import Application
from app.gui.widgets.theme import Theme
from app.settings import Folders
from automation.desktop.windows_x11 import X11Windows
from tests.desktop.command_rig import Form
from tests.kit.waiting import wait_for

WAIT_MS = 120_000


@contextmanager
def shown_form(log):
    """Open the form that writes what is done to it into a log; wait until it is shown."""
    form, windows = Form(log), X11Windows()
    try:
        wait_for(lambda: any(w.title == "Library card" for w in windows.windows()), 60)
        yield form
    finally:
        windows.close()
        form.close()


def folders_in(root):
    """Return the folders of an application of its own."""
    folders = Folders(root / "config", root / "data", root / "run")
    folders.create()
    return folders


@contextmanager
def opened_application(qapp, qtbot, folders, settings):
    """Open the application and wait until it has hands; its executor ends with it."""
    made = Application(qapp, Theme("light"), folders, settings, "")
    qtbot.addWidget(made.window)
    try:
        made.open()
        qtbot.waitUntil(lambda: made._runs.agent is not None, timeout=WAIT_MS)
        yield made
    finally:
        made._close()
        qapp.aboutToQuit.disconnect(made._close)
        made.deleteLater()
