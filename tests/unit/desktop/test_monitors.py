"""The desktop's scale from the text of the X resources.

Modal windows are asked for on one connection, which is made anew when it was lost.
"""

import gc
from types import SimpleNamespace

import pytest
import xcffib

from automation.core.errors import NoDisplay
from automation.desktop import monitors
from automation.desktop.monitors import ModalWindows, scale_of

STATE, MODAL = 1, 2


class Servers:
    """Stands for the X server: `lost` are connections that answer no more."""

    def __init__(self):
        self.made, self.closed, self.lost, self.is_there = [], [], set(), True

    def connect(self, _display):
        if not self.is_there:
            raise NoDisplay
        one = SimpleNamespace(connection=None, number=len(self.made))
        one.close = lambda number=one.number: self.closed.append(number)
        one.ask_property = lambda window, _name: (one.number, window)
        one.numbers = self.numbers
        self.made.append(one.number)
        return one

    def numbers(self, cookie):
        if cookie[0] in self.lost:
            raise xcffib.ConnectionException(1)
        return (MODAL,) if cookie[1] == 7 else ()


@pytest.fixture
def servers(monkeypatch):
    made = Servers()
    monkeypatch.setattr(monitors, "X11Server", made.connect)
    atoms = {"_NET_WM_STATE": STATE, "_NET_WM_STATE_MODAL": MODAL}
    monkeypatch.setattr(monitors.x11, "atom", lambda _connection, name: atoms[name])
    return made


def test_one_connection_serves_every_question(servers):
    asked = ModalWindows()
    assert servers.made == []
    assert [asked([6, 7]), asked([6])] == [{7}, set()]
    assert (servers.made, servers.closed) == ([0], [])


def test_a_connection_that_was_lost_is_made_anew(servers):
    asked = ModalWindows()
    asked([7])
    servers.lost.add(0)
    assert asked([7]) == {7}
    assert (servers.made, servers.closed) == ([0, 1], [0])


def test_nothing_is_modal_where_nobody_answers(servers):
    asked = ModalWindows()
    asked([7])
    servers.lost.add(0)
    servers.is_there = False
    assert asked([7]) == asked([7]) == set()
    servers.is_there = True
    assert asked([7]) == {7}


def test_the_connection_goes_with_who_asked(servers):
    asked = ModalWindows()
    asked([7])
    del asked
    gc.collect()
    assert servers.closed == [0]


@pytest.mark.parametrize(
    ("resources", "scale"),
    [
        ("", 1.0),
        ("Xft.dpi:\t96\n", 1.0),
        ("Xcursor.size: 24\nXft.dpi:\t192\n", 2.0),
        ("Xft.dpi: 120.0", 1.25),
        ("*Xft.dpi: 192", 1.0),
        ("Xft.dpi: much", 1.0),
        ("Xft.dpi: 0", 1.0),
        ("Xft.dpi: nan", 1.0),
        ("Xft.dpi: 96000", 1.0),
    ],
)
def test_scale_is_the_resource_over_96_where_it_makes_sense(resources, scale):
    assert scale_of(resources) == scale
