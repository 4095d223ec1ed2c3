"""What tests on the private desktop share."""

import pytest

from automation.desktop.windows_x11 import X11Windows
from tests.desktop.drawn_windows import drawn_windows
from tests.desktop.elements_rig import Rig
from tests.desktop.screen_rig import Eyes


@pytest.fixture
def drawn(desktop):
    """Windows of the test's own process: to the executor they are the assistant's."""
    with drawn_windows(desktop) as windows:
        yield windows


@pytest.fixture
def windows(desktop):
    """Return the desktop's windows as a program of its own sees them."""
    system = X11Windows(desktop.display)
    yield system
    system.close()


@pytest.fixture
def eyes(desktop):
    """Return what makes eyes for this desktop, or for another one."""
    made = []

    def make(on=desktop, **options):
        made.append(Eyes(on, **options))
        return made[-1]

    yield make
    for each in made:
        each.close()


@pytest.fixture(scope="module")
def rig(desktop):
    rig = Rig(desktop)
    yield rig
    rig.close()
