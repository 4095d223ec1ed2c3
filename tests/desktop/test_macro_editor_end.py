"""The end of the program while a macro is edited: it ends at once, and the edits are there the next time."""

from contextlib import closing

import pytest

from automation.macros.edit.session import EditSession
from automation.macros.library import Library
from tests.desktop.application_rig import Application
from tests.fakes.macro_shelves import a_macro, keep
from tests.kit.waiting import wait_for

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(400)]

EDITOR, EDITED = "Orders - deskhand macro editor", "Orders* - deskhand macro editor"
READY_S = 120.0


def until_pressed(application, keys, title):
    """Press keys until a window of this title is there: on a busy machine the first may be early."""

    def is_there():
        if application.window(title) is None:
            application.press(*keys)
        return application._within(8.0, lambda: application.window(title))

    wait_for(is_there, READY_S)


def test_a_signal_ends_the_program_and_keeps_the_edits(desktop, fresh_home):
    keep(fresh_home / "data", a_macro("Orders"))
    with closing(Application(fresh_home)) as application:
        wait_for(application.is_ready, READY_S)
        until_pressed(application, ["ctrl+2", "e"], EDITOR)
        wait_for(lambda: application.window(EDITOR).is_active, READY_S)
        # Again only where no edit came: a second one would switch the step on again.
        until_pressed(application, ["Down", "space"], EDITED)
        status, complaints = application.close()
    assert (status, complaints) == (0, "")
    session = EditSession(Library(fresh_home / "data" / "macros"), "Orders")
    assert "edit was recovered that had not been saved" in session.note
    assert session.document.macro.steps[0].off
    session.discard()
