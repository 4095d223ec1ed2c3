"""The keyboard changes while a text is typed: no letter comes out as another one, and the cause is told."""

import pytest

from automation.core.actions import Write
from tests.desktop.executor_rig import executor_rig
from tests.quiet_pyautogui import quiet_pyautogui

pytestmark = pytest.mark.desktop

TEXT = "zy" * 60
CAPS = 0x02


@pytest.fixture(scope="module", params=["x11", "pyautogui"])
def rig(desktop, request, tmp_path_factory):
    with (
        quiet_pyautogui(),
        executor_rig(desktop, tmp_path_factory.mktemp("rig"), backend=request.param) as rig,
    ):
        rig.backend = request.param
        yield rig


@pytest.fixture
def xkb(desktop, rig):
    """Set the layout; put back at the end."""
    rig.reset()

    def layout(*names):
        desktop.spawn(["setxkbmap", *names]).wait(60)

    yield layout
    lock(rig, 0, 0)
    layout("us")
    rig.reset()


def lock(rig, caps, group):
    import xcffib.xkb

    xkb = rig.user.connection(xcffib.xkb.key)
    xkb.UseExtension(1, 0).reply()
    xkb.LatchLockState(0x100, CAPS, caps, True, group, 0, False, 0, is_checked=True).check()


def stopped(rig, change):
    """Type, change the keyboard after some letters; return the note and what keys arrived wrong."""
    result = rig.begin(Write(TEXT))
    rig.window.wait_for("key down", 8)
    change()
    execution = result()
    downs = rig.window.settled("key down")
    assert execution.completed is False
    assert 0 < execution.text_sent_chars < len(TEXT)
    return execution, downs == execution.text_sent_chars


@pytest.mark.parametrize(
    ("change", "cause"),
    [
        (lambda rig, layout: layout("de"), "the keyboard layout was changed"),
        (lambda rig, layout: lock(rig, CAPS, 0), "Caps Lock"),
        (lambda rig, layout: lock(rig, 0, 1), "the keyboard layout was"),
    ],
    ids=["another layout", "caps lock", "another group"],
)
def test_a_text_ends_before_the_first_letter_that_would_be_another_one(rig, xkb, change, cause):
    xkb("us,de")
    rig.reset()
    execution, is_all = stopped(rig, lambda: change(rig, xkb))
    assert execution.cause == "changed"
    assert cause in execution.note
    assert is_all


def test_a_change_that_leaves_the_letters_alone_ends_nothing(rig, xkb):
    result = rig.begin(Write("abc" * 60))
    rig.window.wait_for("key down", 8)
    xkb("us,ru")
    assert result().completed
