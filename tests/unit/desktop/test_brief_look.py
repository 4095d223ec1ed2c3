"""How long a look waits for a still screen, and that a brief one says so."""

import pytest

from automation.core.timing import StopToken
from automation.desktop import screen as screen_module
from automation.desktop.screen import BRIEF_STILL_S, DEFAULT_PACE, DesktopScreen, Pace, Settled
from tests.fakes.fake_screen import observation


class Still:
    """A desktop on which nothing happens."""

    def __init__(self):
        self._seen = observation()

    def grab(self, region=None):
        return self._seen.frame

    def reopen(self):
        """Nothing to learn."""

    def seen(self):
        return ()

    def listed(self):
        return (), ()

    def monitors(self):
        return self._seen.monitors

    def pointer(self):
        return self._seen.pointer


@pytest.fixture
def look(monkeypatch):
    """Return a function that looks and returns the stillness waited for, and the observation."""
    paces = []

    def settle(grab, stop, *, pace):
        paces.append(pace)
        return Settled(grab(), settled=True, waited_ms=0.0)

    monkeypatch.setattr(screen_module, "settle", settle)

    def looked(pace=DEFAULT_PACE, **how):
        seen = DesktopScreen(Still(), Still(), pace=pace).observe(StopToken(), **how)
        return paces.pop().still_s, seen

    return looked


def test_a_brief_look_waits_less_and_says_so(look):
    still_s, seen = look(is_brief=True)
    assert still_s == BRIEF_STILL_S < DEFAULT_PACE.still_s
    assert seen.is_brief


def test_any_other_look_waits_until_the_screen_is_settled(look):
    still_s, seen = look()
    assert still_s == DEFAULT_PACE.still_s
    assert not seen.is_brief


def test_a_brief_look_never_waits_longer_than_another(look):
    assert look(Pace(still_s=0.01), is_brief=True)[0] == 0.01
