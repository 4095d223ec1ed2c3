"""A mark that may still move: when it is shown, when it goes, and that nothing can be done with it."""

import math

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton

from app.gui.overlay.approval import approval_chords, card_keys
from app.gui.overlay.draft import PACE_S
from app.gui.overlay.shapes import Circle, Fill, Stroke, Tag
from app.settings import Settings
from automation.core.events import Draft, Drafted, Ended, Started, Task, Working
from automation.core.geometry import ScreenPoint
from automation.core.proposal import Outcome
from tests.fakes import overlay_scenes as scenes
from tests.gui.overlay_rig import QUICK, FakeChords, Rig

RUN = "r"
PLACE = ScreenPoint(612, 609)


def draft(point=PLACE):
    return Draft(f"Click {point.x}, {point.y}", point, scenes.observation())


class DraftRig(Rig):
    """A run whose model is writing."""

    def __init__(self, qtbot, settings=QUICK, chords=None):
        super().__init__(qtbot, settings, chords or FakeChords())
        self.stops = []
        self.confirmer.stop_pressed.connect(lambda: self.stops.append(True))
        self.tell(Started(RUN, Task("x"), scenes.observation().monitors))

    def tell(self, happening):
        self.confirmer.show_progress(happening)

    def show(self, point=PLACE):
        self.tell(Drafted(RUN, draft(point)))

    def shapes(self, kind):
        marks = self.director.stage.shown_marks().values()
        return [shape for shapes in marks for shape in shapes if isinstance(shape, kind)]

    @property
    def dashed(self):
        return [stroke for stroke in self.shapes(Stroke) if stroke.is_turning]

    @property
    def draft_card(self):
        return self.director.draft.card

    @property
    def is_shown(self):
        return bool(self.dashed) and self.draft_card is not None and self.draft_card.isVisible()

    @property
    def is_gone(self):
        return not self.dashed and self.draft_card is None

    @property
    def ring(self):
        [stroke] = self.dashed
        return stroke.outline


@pytest.fixture
def rig(qtbot):
    made = DraftRig(qtbot)
    yield made
    made.stop.stop()
    made.director.take_away()


def test_a_draft_is_a_dashed_hollow_ring_that_says_it_may_move(rig):
    rig.show()
    assert rig.is_shown
    assert isinstance(rig.ring, Circle)
    assert (rig.ring.center.x, rig.ring.center.y) == (PLACE.x + 0.5, PLACE.y + 0.5)
    [stroke] = rig.dashed
    assert stroke.dashes == (6.0, 6.0)
    assert rig.shapes(Fill) == []
    assert [tag.text for tag in rig.shapes(Tag)] == ["may move"]


def test_its_card_has_no_button_and_takes_no_focus(rig):
    rig.show()
    assert rig.draft_card.findChildren(QAbstractButton) == []
    assert rig.draft_card.windowFlags() & Qt.WindowType.WindowDoesNotAcceptFocus
    assert not rig.draft_card.isActiveWindow()
    assert rig.draft_card._sentence.text() == "Click 612, 609"


def test_no_chord_key_or_press_does_anything_with_a_draft(rig):
    rig.show()
    assert rig.chords.held == {}
    names = {*approval_chords(card_keys(Settings().keys), is_danger=True)}
    names |= {*approval_chords(card_keys(Settings().keys), is_danger=False), "card.pick.1"}
    for name in names:
        rig.confirmer.on_chord(name)
        rig.director.on_chord(name.removeprefix("card."))
    card = rig.draft_card
    for x in range(4, card.width(), 40):
        for y in range(4, card.height(), 20):
            QTest.mouseClick(card, Qt.MouseButton.LeftButton, pos=QPoint(x, y))
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_E):
        QTest.keyClick(card, key)
    rig.qtbot.wait(50)
    assert rig.session is None
    assert rig.draft_card is card
    assert rig.is_shown
    assert rig.stops == []
    assert rig.director.picture() is None


def test_the_pictures_of_a_step_show_no_draft(rig):
    rig.show()
    asked = rig.ask(level=1)
    rig.passed_s += 1.0
    rig.qtbot.waitUntil(rig.card.accept_button.isEnabled)
    rig.press(rig.card.accept_button)
    rig.answer(asked)
    marks = rig.director.picture().marks.values()
    assert not any(getattr(shape, "is_turning", False) for shapes in marks for shape in shapes)


def give_up(rig):
    rig.tell(Ended(RUN, Outcome.STOPPED, "Stopped.", 0))


def take_back(rig):
    rig.tell(Drafted(RUN, None))


def press_stop(rig):
    rig.press(rig.director.pill.stop_button)


def ask_for_approval(rig):
    rig.ask(level=1)


def ask_for_a_choice(rig):
    rig.choose()


def take_away(rig):
    rig.director.take_away()


ENDS = (give_up, take_back, press_stop, ask_for_approval, ask_for_a_choice, take_away)


@pytest.mark.parametrize("end", ENDS, ids=lambda end: end.__name__)
@pytest.mark.parametrize("is_held_back", [False, True])
def test_a_draft_is_gone_with(rig, end, is_held_back):
    rig.show()
    if is_held_back:
        rig.show(ScreenPoint(300, 300))
    assert rig.is_shown
    end(rig)
    assert rig.is_gone
    rig.passed_s += 10.0
    rig.qtbot.wait(round(PACE_S * 1000) + 50)
    assert rig.is_gone, "and none that was held back comes after it"


def test_no_draft_is_shown_while_a_card_is_up_or_after_the_run(rig):
    asked = rig.ask(level=1)
    rig.show()
    assert rig.is_gone
    rig.stop.stop()
    rig.qtbot.waitUntil(lambda: asked.is_done and rig.session is None)
    give_up(rig)
    rig.show()
    assert rig.is_gone
    assert rig.director.stage.markers() == ()


def test_the_next_draft_waits_until_the_mark_may_jump_again(rig):
    rig.show()
    for x in range(300, 400, 10):
        rig.show(ScreenPoint(x, 300))
    assert rig.ring.center.x == PLACE.x + 0.5
    rig.passed_s += PACE_S
    rig.qtbot.waitUntil(lambda: rig.ring.center.x == 390.5)
    assert rig.draft_card._sentence.text() == "Click 390, 300", "the last one counts"


def test_a_mark_jumps_four_times_a_second_at_most(rig):
    jumps, last = 0, None
    for n in range(200):
        rig.passed_s = n / 100
        rig.show(ScreenPoint(200 + n, 300))
        jumps, last = jumps + (rig.ring.center != last), rig.ring.center
    assert jumps == math.ceil(2.0 / PACE_S)


def test_the_veil_takes_a_draft_off_and_one_told_meanwhile_is_not_shown_under_it(rig):
    rig.show()
    card = rig.draft_card
    rig.director.stage.suspend()
    assert not card.isVisible()
    take_back(rig)
    rig.passed_s += 1.0
    rig.show(ScreenPoint(300, 300))
    assert not rig.draft_card.isVisible()
    rig.director.stage.resume()
    assert rig.draft_card.isVisible()


def test_a_reply_that_is_read_on_leaves_the_draft_where_it_is(rig):
    rig.show()
    rig.tell(Working(RUN, "deciding", "Reading the screen, 5 of 10 tokens"))
    assert rig.is_shown


def test_dashes_run_unless_motion_is_reduced(qtbot):
    still = DraftRig(qtbot, Settings(mark=QUICK.mark, reduced_motion=True))
    moving = DraftRig(qtbot)
    for rig in (still, moving):
        rig.show()
    assert moving.director.stage._turn_timer.isActive()
    assert not still.director.stage._turn_timer.isActive()
    moving.confirmer.set_settings(Settings(mark=QUICK.mark, reduced_motion=True))
    assert not moving.director.stage._turn_timer.isActive()
    still.confirmer.set_settings(Settings(mark=QUICK.mark))
    still.passed_s += 1.0
    still.show(ScreenPoint(300, 300))
    assert still.director.stage._turn_timer.isActive()
    for rig in (still, moving):
        rig.director.take_away()
        assert not rig.director.stage._turn_timer.isActive()
