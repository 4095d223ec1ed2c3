"""The overlay on a real X server: what goes through it, what stays on it, and what it leaves."""

import contextlib

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, Qt

from app.gui.overlay.card_state import Engagement
from app.gui.widgets.buttons import KeyCaps
from automation.core.actions import Write
from automation.core.geometry import Rect, ScreenPoint
from automation.core.proposal import Proposal, RiskLevel
from automation.core.timing import StopToken
from automation.desktop import capture
from automation.desktop.capture import wait_until_gone
from automation.desktop.input.client import ExecutorClient, ExecutorOptions
from automation.desktop.input.protocol import ChordPressed
from tests.desktop.drawn_windows import DrawnWindows
from tests.desktop.overlay_rig import (
    AMBER,
    PLACE,
    POINT,
    TARGET,
    compositor,
    in_thread,
    overlay_rig,
)
from tests.kit.waiting import wait_for

pytestmark = pytest.mark.desktop

R2_INK = (0xA5, 0x60, 0x00)
CASING = (0xFF, 0xFF, 0xFF)


@pytest.fixture(params=["composed", "plain"])
def rig(request, desktop, qtbot):
    with contextlib.ExitStack() as stack:
        if request.param == "composed":
            stack.enter_context(compositor(desktop))
        yield stack.enter_context(overlay_rig(desktop, qtbot))


@pytest.fixture
def plain_rig(desktop, qtbot):
    with overlay_rig(desktop, qtbot) as made:
        yield made


@pytest.fixture
def drawn(desktop):
    windows = DrawnWindows(desktop)
    yield windows
    windows.close()


def test_clicks_on_the_pixel_on_the_frame_and_far_away_reach_the_application(rig):
    rig.ask()
    places = ((POINT.x, POINT.y), (TARGET.x - 5, TARGET.y + 10), (120, 650))
    for count, (x, y) in enumerate(places, 1):
        rig.click(x, y)
        rig.window.wait_for("button up", count)  # the window manager loses clicks in a hurry


def test_a_click_on_accept_approves_and_does_not_reach_the_application(rig):
    rig.ask()
    rig.arm()
    rig.click(*rig.place_of(rig.card.accept_button))
    assert rig.answer().verdict == "accepted"
    assert rig.window.of("button down") == []


def test_the_application_keeps_the_keyboard_while_the_card_is_up_and_clicked(rig):
    rig.ask()
    card = rig.card_rect()
    rig.click(card.x + 200, card.y + 20)
    rig.user.tap("a")
    assert rig.window.wait_for("key down") == [rig.user.code("a")]
    assert rig.has_focus()


def test_the_dot_is_on_the_exact_pixel(rig):
    rig.ask()
    rig.until(lambda: rig.pixel(POINT.x, POINT.y) == R2_INK)

    def is_even():
        around = rig.pixels(Rect(POINT.x - 2, POINT.y - 2, 5, 5))
        return np.array_equal(around, around[::-1, ::-1])

    rig.until(is_even)


def test_what_is_not_marked_looks_as_before(rig):
    rig.ask()
    rig.until(lambda: rig.pixel(POINT.x, POINT.y) == R2_INK)
    rect = Rect(120, 500, 300, 150)
    assert np.array_equal(rig.pixels(rect), rig.clean.crop(rect).pixels[:, :, :3])


def test_the_card_stands_away_from_the_target(rig):
    rig.ask()
    assert rig.card_rect().intersection(TARGET.grown(96)).area == 0


@pytest.fixture
def patient(monkeypatch):
    """Wait for windows to go as long as a busy machine takes, and not as long as a user would."""
    monkeypatch.setattr(capture, "GONE_WITHIN_S", 60.0)


@pytest.mark.usefixtures("patient")
def test_after_the_answer_nothing_of_ours_is_left_on_the_screen(rig):
    rig.ask()
    rig.arm()
    markers = rig.confirmer.veil.markers()
    rig.click(*rig.place_of(rig.card.accept_button))
    rig.answer()
    rig.user.move(5, 5)
    wait_until_gone(rig.grabber.grab, markers, StopToken())
    rig.until(
        lambda: np.array_equal(rig.grabber.grab().pixels[:, :, :3], rig.clean.pixels[:, :, :3])
    )


@pytest.mark.usefixtures("patient")
def test_the_veil_leaves_a_clean_picture_without_the_secret_mark(rig):
    rig.ask()
    rig.until(lambda: rig.shows(AMBER, rig.card_rect()))
    markers = rig.confirmer.veil.markers()
    assert markers
    hidden = in_thread(rig.confirmer.veil.hide)
    rig.until(lambda: not hidden.is_alive())
    wait_until_gone(rig.grabber.grab, markers, StopToken())
    rig.until(
        lambda: np.array_equal(rig.grabber.grab().pixels[:, :, :3], rig.clean.pixels[:, :, :3])
    )
    assert not rig.shows(AMBER)
    rig.confirmer.veil.show()
    rig.until(lambda: rig.shows(AMBER))


@pytest.mark.parametrize("colour", [0xFFFFFF, 0x2D6A9F])
def test_nobody_sees_the_marker_on_what_comes_to_lie_below_it(rig, drawn, colour):
    rig.ask()
    (marker,) = rig.confirmer.veil.markers()
    corner = Rect(marker.top_left.x, marker.top_left.y, 12, 12)
    ground = rig.clean.crop(corner).pixels[:, :, :3]

    def is_there_and_not_seen():
        found = rig.grabber.grab(corner)
        levels = np.abs(found.pixels[:, :, :3].astype(int) - ground)
        return capture.shows(found, marker) and levels.max() <= 2

    rig.until(is_there_and_not_seen)
    drawn.create(corner.grown(50), colour=colour, unmanaged=True)
    ground = np.array([colour & 255, colour >> 8 & 255, colour >> 16])
    rig.until(is_there_and_not_seen)


def test_a_popup_that_opens_over_the_card_disarms_it_and_ends_up_below(rig, drawn):
    rig.ask()
    rig.arm()
    card, seen = rig.card_rect(), Changes(rig.card.accept_button)
    drawn.create(card.grown(5), colour=0x00FF00, unmanaged=True)
    rig.until(lambda: False in seen.enabled)  # it is not for long
    rig.until(lambda: rig.shows(AMBER, card))
    rig.arm()
    assert not rig.answers


def test_a_cover_that_nobody_sees_takes_the_approval_away(plain_rig, drawn):
    plain_rig.ask()
    plain_rig.arm()
    drawn.create(plain_rig.card_rect(), unmanaged=True, input_only=True)
    wait_for(lambda: not plain_rig.director.stage.stands())
    plain_rig.session.on_chord("accept")
    assert plain_rig.session.machine.is_covered
    assert not plain_rig.answers


def test_marks_stay_above_a_window_that_opens_later(rig, drawn):
    rig.ask()
    window = drawn.create(Rect(200, 200, 400, 300), colour=0x224422)
    rig.until(lambda: rig.pixel(250, 450) == (0x22, 0x44, 0x22))
    rig.until(lambda: rig.pixel(POINT.x, POINT.y) == R2_INK)
    drawn.destroy(window)


def test_changing_takes_the_keyboard_and_gives_it_back(rig):
    rig.ask()
    rig.arm()
    rig.click(*rig.place_of(rig.card.change_button))
    rig.until(lambda: rig.card.isActiveWindow())
    rig.user.tap("right", "right", "down")
    moved = ScreenPoint(POINT.x + 2, POINT.y + 1)
    rig.until(lambda: rig.session.editor.action.at.point == moved)
    rig.until(lambda: rig.session.machine.may_use(rig.session._now()))
    rig.user.tap("enter")
    answer = rig.answer()
    assert (answer.verdict, answer.action.at.point) == ("edited", moved)
    assert rig.has_focus()
    assert rig.window.of("key down") == []
    rig.user.tap("b")
    assert rig.window.wait_for("key down") == [rig.user.code("b")]


def test_typing_in_change_edits_the_text(plain_rig):
    plain_rig.ask(Proposal(Write("old")), RiskLevel.R1)
    plain_rig.arm()
    plain_rig.click(*plain_rig.place_of(plain_rig.card.change_button))
    editor = plain_rig.card.change_panel.editor
    plain_rig.until(editor.hasFocus)
    plain_rig.user.tap("n", "e", "w")
    plain_rig.until(lambda: editor.toPlainText() == "new")
    plain_rig.until(lambda: plain_rig.session.machine.may_use(plain_rig.session._now()))
    plain_rig.user.tap("enter")
    assert plain_rig.answer().action.text == "new"


def test_the_mark_follows_the_handle_that_is_dragged(rig):
    rig.ask()
    rig.arm()
    rig.click(*rig.place_of(rig.card.change_button))
    rig.until(lambda: bool(rig.session.editor.handles))
    (handle,) = rig.session.editor.handles
    x, y = rig.place_of(handle)
    rig.user.move(x + 27, y)
    rig.user.hold_button()
    rig.user.move(x + 60, y + 20)
    rig.user.release_button()
    moved = ScreenPoint(POINT.x + 33, POINT.y + 20)
    rig.until(lambda: rig.session.editor.action.at.point == moved)
    rig.until(lambda: rig.pixel(moved.x, moved.y) == R2_INK)


def test_a_press_anywhere_in_the_ring_reaches_no_program_and_its_pixel_is_seen(rig):
    rig.ask()
    rig.arm()
    rig.click(*rig.place_of(rig.card.change_button))
    rig.until(lambda: bool(rig.session.editor.handles) and rig.card.isActiveWindow())
    rig.until(lambda: rig.pixel(POINT.x, POINT.y) == R2_INK)
    for dx, dy in ((0, 0), (3, -3), (-12, 5), (0, 20), (24, 0), (-17, -17), (27, 0), (0, -30)):
        rig.click(POINT.x + dx, POINT.y + dy)
    rig.user.tap("escape")
    rig.until(lambda: rig.session.machine.engagement is Engagement.READING)
    rig.click(POINT.x, POINT.y)  # without the ring it gets there, so the others did not
    rig.window.wait_for("button down")
    assert len(rig.window.of("button down")) == 1
    assert rig.window.of("key down") == []


def test_the_card_names_enter_only_while_the_keyboard_is_there(plain_rig):
    rig = plain_rig
    rig.ask()
    rig.arm()
    rig.click(*rig.place_of(rig.card.change_button))

    def names_enter():
        caps = rig.card.findChildren(KeyCaps)
        return any(cap.isVisible() and cap.accessibleName() == "Enter" for cap in caps)

    rig.until(rig.card.isActiveWindow)
    rig.until(names_enter)
    rig.click(PLACE.x + 20, PLACE.y + PLACE.h - 20)  # the program has it again
    rig.until(lambda: not rig.card.isActiveWindow())
    rig.until(lambda: not names_enter())
    card = rig.card_rect()
    rig.click(card.x + 200, card.y + 20)
    rig.until(lambda: rig.card.isActiveWindow() and names_enter())


def test_rejecting_by_mouse_needs_no_keyboard(rig):
    rig.ask()
    rig.click(*rig.place_of(rig.card.reject_button))
    rig.until(lambda: rig.session.machine.engagement is Engagement.REJECTING)
    chip = rig.card.reject_panel.chips[0]
    rig.until(chip.isVisible)
    rig.click(*rig.place_of(chip))
    answer = rig.answer()
    assert (answer.verdict, answer.reason) == ("rejected", "Wrong place")
    assert rig.has_focus()


def test_clicks_go_through_the_shadow_of_the_card(desktop, qtbot):
    with compositor(desktop), overlay_rig(desktop, qtbot) as rig:
        rig.ask()
        card = rig.card_rect()
        spot = Rect(card.x - 40, card.y - 40, card.w + 80, card.h + 80)
        behind = DrawnWindows(desktop)
        window = behind.create(spot, unmanaged=True)
        rig.until(lambda: rig.shows(AMBER, card))
        rig.user.move(card.x - 10, card.y + 50)
        reply = behind.core.QueryPointer(behind.root).reply()
        behind.close()
        assert reply.child == window


def test_a_compositor_that_comes_while_the_card_is_up_leaves_nothing_black(desktop, qtbot):
    with overlay_rig(desktop, qtbot) as rig:
        rig.ask()
        with compositor(desktop):
            rig.until(lambda: not rig.director.stage.is_solid)
            rig.until(lambda: rig.session is not None and rig.card.isVisible())
            rig.until(lambda: rig.pixel(120, 650) == (0x33, 0x66, 0x99))
            rig.until(lambda: rig.pixel(POINT.x, POINT.y) == R2_INK)
        rig.until(lambda: rig.director.stage.is_solid)
        rig.until(lambda: rig.pixel(120, 650) == (0x33, 0x66, 0x99))
        rig.until(lambda: rig.pixel(POINT.x, POINT.y) == R2_INK)


class Changes(QObject):
    """Notes each time that a button is enabled or disabled."""

    def __init__(self, button):
        super().__init__(button)
        self.enabled = []
        button.installEventFilter(self)

    def eventFilter(self, button, event):
        if event.type() == QEvent.Type.EnabledChange:
            self.enabled.append(button.isEnabled())
        return False


class ClientChords:
    """Chords through a real executor process, as the application wires them."""

    def __init__(self, folder):
        self.on_chord = lambda name: None
        self.client = ExecutorClient(ExecutorOptions(folder), on_event=self._hear)
        self.client.start()

    def grab_chords(self, chords):
        return " ".join(conflict.message for conflict in self.client.grab(chords))

    def ungrab_chords(self, *names):
        self.client.ungrab(*names)

    def _hear(self, event):
        if isinstance(event, ChordPressed):
            self.on_chord(event.name)


@pytest.fixture
def chorded(desktop, qtbot, tmp_path):
    chords = ClientChords(tmp_path)
    with overlay_rig(desktop, qtbot, chords) as made:
        chords.on_chord = made.confirmer.on_chord
        yield made
    chords.client.close()


def test_the_accept_chord_approves_and_the_application_never_hears_it(chorded):
    chorded.ask()
    chorded.arm()
    chorded.user.chord("ctrl", "shift", "enter")
    assert chorded.answer().verdict == "accepted"
    assert chorded.user.code("enter") not in chorded.window.of("key down")


def test_the_chord_for_what_is_hard_to_undo_must_be_held(chorded):
    chorded.ask(level=RiskLevel.R3)
    chorded.arm()
    chorded.user.chord("ctrl", "shift", "y")
    chorded.until(lambda: chorded.session.machine.hold_fraction(chorded.session._now()) == 0)
    assert not chorded.answers
    with chorded.user.holding("ctrl", "shift", "y"):
        assert chorded.answer().verdict == "accepted"


def test_keys_that_were_down_before_the_card_approve_nothing(plain_rig):
    with plain_rig.user.holding("ctrl", "shift", "y"):  # as an action may have left them
        plain_rig.ask(level=RiskLevel.R3)
        plain_rig.arm()
        plain_rig.confirmer.on_chord("card.hold")  # the user taps it, on a keyboard of their own
        plain_rig.qtbot.wait(50)
        assert plain_rig.session.machine.hold_fraction(plain_rig.session._now()) == 0
    plain_rig.until(lambda: not plain_rig.user.keys_down())
    plain_rig.qtbot.wait(300)  # two looks of the card
    with plain_rig.user.holding("ctrl", "shift", "y"):
        plain_rig.confirmer.on_chord("card.hold")
        assert plain_rig.answer().verdict == "accepted"


def test_keys_of_the_card_belong_to_the_application_again_after_the_answer(chorded):
    chorded.ask()
    chorded.arm()
    chorded.user.chord("ctrl", "shift", "enter")
    chorded.answer()
    chorded.user.chord("ctrl", "shift", "e")
    wait_for(lambda: chorded.user.code("e") in chorded.window.of("key down"))


def test_the_card_never_accepts_focus_by_itself(plain_rig):
    plain_rig.ask()
    flags = plain_rig.card.windowHandle().flags()
    assert flags & Qt.WindowType.WindowDoesNotAcceptFocus
    assert PLACE.contains(POINT)
