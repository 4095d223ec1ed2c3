"""A card decides only while it stands as it was shown: another client changes its window, then it is pressed."""

import pytest
import xcffib
import xcffib.shape
import xcffib.xproto
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication

from app.gui.overlay.card_state import Engagement
from app.gui.overlay.x11 import Standing, X11WindowServer
from automation.core.geometry import Rect
from automation.core.proposal import RiskLevel
from automation.desktop.x11 import atom
from tests.desktop.drawn_windows import DrawnWindows
from tests.desktop.overlay_rig import AMBER, overlay_rig
from tests.kit.waiting import wait_for

pytestmark = pytest.mark.desktop


class Vandal(DrawnWindows):
    """A client that changes somebody else's window."""

    def unmap(self, window):
        self.core.UnmapWindow(window)

    def destroy_it(self, window):
        self.core.DestroyWindow(window)

    def move_off(self, window):
        self._configure(window, X=-4000, Y=-4000)

    def move_a_little(self, window):
        place = self.core.GetGeometry(window).reply()
        self._configure(window, X=place.x + 40, Y=place.y)

    def shrink(self, window):
        self._configure(window, Width=40, Height=40)

    def take_into_another(self, window):
        self.core.ReparentWindow(window, self.create(Rect(0, 0, 50, 50), unmanaged=True), 0, 0)

    def cut_to_nothing(self, window):
        self._cut(window, xcffib.shape.SK.Bounding)

    def clip_to_nothing(self, window):
        self._cut(window, xcffib.shape.SK.Clip)

    def let_clicks_through(self, window):
        self._cut(window, xcffib.shape.SK.Input)

    def make_translucent(self, window):
        self.set_number(window, "_NET_WM_WINDOW_OPACITY", 0)

    def put_a_window_into_it(self, window):
        inner = self.create(Rect(0, 0, 400, 400), is_mapped=False)
        self.core.ReparentWindow(inner, window, 0, 0)
        self.core.MapWindow(inner)

    def _configure(self, window, **values):
        mask = sum(getattr(xcffib.xproto.ConfigWindow, name) for name in values)
        self.core.ConfigureWindow(window, mask, list(values.values()))

    def _cut(self, window, kind):
        set_it, unsorted = xcffib.shape.SO.Set, xcffib.xproto.ClipOrdering.Unsorted
        self.shape.Rectangles(set_it, kind, unsorted, window, 0, 0, 0, [])


ACTS = (
    "unmap", "destroy_it", "move_off", "move_a_little", "shrink", "take_into_another",
    "cut_to_nothing", "clip_to_nothing", "let_clicks_through", "make_translucent",
    "put_a_window_into_it",
)  # fmt: skip


@pytest.fixture
def rig(desktop, qtbot):
    with overlay_rig(desktop, qtbot) as made:
        yield made


@pytest.fixture
def vandal(desktop):
    made = Vandal(desktop)
    yield made
    made.close()


def change(vandal, act, card):
    """Change the card's window, for the X server, before Qt has heard of it."""
    getattr(vandal, act)(int(card.winId()))
    vandal.core.GetInputFocus().reply()


def is_shown_anew(rig, old):
    """Tell whether another window of the card is on the screen, armed."""
    session = rig.session
    is_new = session is not None and session.card is not old and session.card.isVisible()
    return is_new and rig.card.accept_button.isEnabled() and rig.shows(AMBER, rig.card_rect())


@pytest.mark.parametrize("act", ACTS)
def test_the_chord_accepts_no_card_that_was_changed_and_accepts_the_one_that_is_shown_anew(
    rig, vandal, act
):
    rig.ask()
    rig.arm()
    old = rig.card
    change(vandal, act, old)
    rig.session.on_chord("accept")
    assert not rig.answers
    rig.until(lambda: is_shown_anew(rig, old))
    rig.session.on_chord("accept")
    assert rig.answer().verdict == "accepted"


@pytest.mark.parametrize("act", ["unmap", "cut_to_nothing", "put_a_window_into_it"])
def test_a_hold_ends_in_nothing_on_a_card_that_is_changed_in_its_middle(rig, vandal, act):
    rig.ask(level=RiskLevel.R3)
    rig.arm()
    session, machine = rig.session, rig.session.machine
    machine.hold(session._now())
    session._shown._stage._raise_timer.stop()  # nobody looks but the decision itself
    rig.until(lambda: machine.hold_fraction(session._now()) > 0)
    change(vandal, act, session.card)
    rig.until(lambda: rig.session is not session or machine.is_covered)
    assert not rig.answers


@pytest.mark.parametrize("act", ["unmap", "move_off", "let_clicks_through"])
def test_enter_in_change_uses_nothing_on_a_card_that_was_changed(rig, vandal, act):
    rig.ask()
    rig.arm()
    session = rig.session
    session.on_chord("change")
    rig.until(lambda: session.machine.engagement is Engagement.CHANGING)
    rig.until(lambda: session.machine.may_use(session._now()))
    change(vandal, act, session.card)
    session.card.change_panel.use_pressed.emit()
    session.on_chord("accept")
    assert not rig.answers


def test_nothing_is_accepted_while_everything_is_off_the_screen_for_a_picture(rig):
    rig.ask()
    rig.arm()
    rig.director.stage.suspend()
    rig.session.on_chord("accept")
    assert not rig.answers
    rig.director.stage.resume()
    rig.until(rig.director.stage.stands)
    rig.session.on_chord("accept")
    assert rig.answer().verdict == "accepted"


def test_a_window_manager_cannot_close_a_card(rig, vandal):
    rig.ask()
    rig.arm()
    window = int(rig.card.winId())
    message = xcffib.xproto.ClientMessageEvent.synthetic(
        32,
        window,
        atom(vandal.connection, "WM_PROTOCOLS"),
        xcffib.xproto.ClientMessageData.synthetic(
            [atom(vandal.connection, "WM_DELETE_WINDOW"), 0, 0, 0, 0], "I" * 5
        ),
    )
    vandal.core.SendEvent(False, window, 0, message.pack())
    vandal.core.GetInputFocus().reply()
    QCursor.pos()  # an answer of the server on Qt's connection: the message has come before it
    QApplication.processEvents()
    assert rig.card.isVisible()
    assert rig.director.stage.stands()


def test_a_window_that_is_unmapped_or_that_nobody_has_is_lost(vandal):
    server = X11WindowServer()
    window = vandal.create(Rect(200, 200, 300, 200), unmanaged=True)
    part = Rect(200, 200, 300, 200)
    server.take_clicks_in(window, [Rect(0, 0, 300, 200)])
    wait_for(lambda: server.standing(window, part, part, ()) is Standing.WHOLE)
    vandal.unmap(window)
    vandal.core.GetInputFocus().reply()
    assert server.standing(window, part, part, ()) is Standing.LOST
    assert server.standing(0x3FFFFF, part, part, ()) is Standing.LOST
