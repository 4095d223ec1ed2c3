"""A locker that is known by its window, of a program that is really called so."""

import pytest

from automation.core.actions import Hotkey
from automation.core.errors import Refused
from automation.core.geometry import Rect
from tests.desktop.event_window import event_window
from tests.desktop.executor_rig import accepted, executor_rig
from tests.desktop.fake_lockers import i3lock
from tests.kit.waiting import wait_for

pytestmark = pytest.mark.desktop

CENTRE = Rect(600, 380, 800, 400)
"""Holds the middle of a desktop of 1280 x 800 and of 1920 x 1080."""


@pytest.fixture
def rig(desktop, tmp_path):
    # What is prepared before the lock is still good when it is up: only the lock refuses it.
    with executor_rig(desktop, tmp_path / "state", nonce_s=600.0) as rig:
        yield rig


def test_no_chord_goes_to_a_locker_under_a_volume_display(desktop, rig, tmp_path):
    nonce = rig.client.prepare(Hotkey(("ctrl", "q"))).nonce
    with (
        i3lock(desktop, tmp_path, is_listed=False),
        event_window(desktop, CENTRE, "volume", "cover"),
    ):
        wait_for(lambda: rig.windows.large_popups(640, 400))
        with pytest.raises(Refused) as late:
            rig.client.execute(nonce, accepted(), rig.stop, lambda done, total: None)
        with pytest.raises(Refused) as early:
            rig.client.prepare(Hotkey(("ctrl", "q")))
    assert late.value.reason in ("locked", "secure_input")  # the keyboard is taken as well
    assert early.value.reason == "locked"
    rig.nothing_held()
