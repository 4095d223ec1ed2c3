"""Whose window it is, against clients that lie about it, and whose title bar was hit."""

import os
from pathlib import Path

import pytest

from automation.core.actions import Aim, Click
from automation.core.geometry import Monitor, Rect, ScreenPoint
from automation.core.observation import Observation
from automation.core.proposal import Risk, RiskLevel
from automation.safety.evidence import windows_of
from automation.safety.rules import Grants, Permission, Rules, program_key, rule
from tests.fakes.fake_screen import picture
from tests.kit.waiting import wait_for

pytestmark = pytest.mark.desktop

PLACE = Rect(300, 200, 400, 300)
SELF = str(Path("/proc/self/exe").readlink())


def shown(windows, window):
    def found():
        info = next((w for w in windows.windows() if w.window_id == window), None)
        return info if info and not info.is_minimised else None

    return wait_for(found)


def seen(windows):
    monitors = (Monitor(1, Rect(0, 0, 1280, 800), 1.0),)
    return Observation(picture(), monitors, windows.windows(), ScreenPoint(0, 0))


def test_a_window_that_claims_name_class_and_process_of_another_gets_none_of_its_permissions(
    windows, drawn, desktop
):
    victim = desktop.spawn(["xterm", "-T", "a terminal"])
    try:
        real = wait_for(lambda: next((w for w in windows.windows() if w.pid == victim.pid), None))
        liar = drawn.create(PLACE, title=real.title)
        drawn.set_text(liar, "WM_CLASS", "xterm\0XTerm\0")
        drawn.set_number(liar, "_NET_WM_PID", victim.pid)
        found = shown(windows, liar)
        assert (found.pid, found.executable) == (os.getpid(), SELF)
        rules = Rules({real.executable: Permission.ALLOW_R2})
        assert rules.permission(real) is Permission.ALLOW_R2
        assert rules.permission(found) is None
        assert program_key(found) != program_key(real)
        easy = Risk(RiskLevel.R1)
        grants = Grants().with_windows((real,))
        assert rule("assist", easy, (real,), rules, grants).decision == "run"
        assert rule("assist", easy, (found,), rules, grants).decision == "ask"
    finally:
        victim.kill()
        victim.wait()


def test_a_press_on_a_title_bar_reaches_the_framed_window_for_the_rules_as_for_the_hands(
    windows, drawn
):
    window = drawn.create(PLACE, title="framed")
    found = wait_for(lambda: (w := shown(windows, window)) and w.frame and w)
    assert found.frame.y < found.rect.y
    title_bar = ScreenPoint(found.rect.center.x, found.rect.y - 3)
    assert windows.top_at(title_bar).window_id == window
    reached = windows_of(Click(Aim(title_bar)), seen(windows))
    assert [w.window_id for w in reached] == [window]
    refused = Rules({SELF: Permission.NEVER_TOUCH})
    told = rule("auto", Risk(RiskLevel.R1), reached, refused, Grants())
    assert told.decision == "block"
