import time
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from app.gui.overlay.approval import ApprovalSession, height_limit
from app.gui.overlay.card import ApprovalCard, CardKeys
from app.gui.overlay.card_content import JUDGED_THEN, card_content
from app.gui.overlay.card_state import Engagement
from app.gui.overlay.secret_mark import SecretMark, mark_from, new_mark
from app.gui.overlay.x11 import Standing, WindowServer
from app.gui.widgets.theme import Theme
from app.settings import Approval, Settings
from automation.core.actions import Aim, Click, Drag, Hotkey
from automation.core.errors import Stopped
from automation.core.events import Ended, Proposed, Started, Streamed, Task, Working
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import WindowInfo
from automation.core.proposal import Outcome, Proposal
from tests.fakes import overlay_scenes as scenes
from tests.gui.overlay_rig import QUICK, Asked, FakeChords, Rig


@pytest.fixture
def rig(qtbot):
    made = Rig(qtbot, QUICK, FakeChords())
    yield made
    made.stop.stop()
    made.director.take_away()


def test_accept_gives_the_users_approval_and_takes_everything_away(rig):
    asked = rig.ask()
    rig.arm()
    rig.press(rig.card.accept_button)
    answer = rig.answer(asked)
    assert (answer.verdict, answer.by, answer.action) == ("accepted", "user", None)
    assert not answer.allow_rest_in_app
    assert rig.session is None
    assert rig.director.stage.markers() == ()


def test_a_press_before_the_card_is_armed_approves_nothing(rig):
    asked = rig.ask()
    rig.press(rig.card.accept_button)
    rig.session.on_chord("accept")
    assert not asked.is_done
    assert rig.session is not None
    rig.stop.stop()
    rig.qtbot.waitUntil(lambda: asked.is_done)


def test_the_rest_of_the_task_is_accepted_with_it_when_ticked(rig):
    asked = rig.ask()
    rig.arm()
    rig.press(rig.card.body.rest_box)
    rig.press(rig.card.accept_button)
    assert rig.answer(asked).allow_rest_in_app


def test_the_accept_chord_counts_like_the_button(rig):
    asked = rig.ask()
    rig.arm()
    rig.confirmer.on_chord("card.accept")
    assert rig.answer(asked).verdict == "accepted"


def test_a_card_says_when_it_was_pressed(rig):
    asked = rig.ask()
    rig.arm()
    before_s = time.monotonic()
    rig.press(rig.card.accept_button)
    pressed_s = time.monotonic()
    assert before_s <= rig.answer(asked).decided_s <= pressed_s


def test_chords_of_others_are_ignored(rig):
    asked = rig.ask()
    rig.arm()
    rig.confirmer.on_chord("command_bar")
    rig.confirmer.on_chord("card.hold")
    rig.qtbot.wait(50)
    assert not asked.is_done


def test_chords_are_held_only_while_the_card_is_up(rig):
    asked = rig.ask()
    assert rig.chords.held["card.accept"] == "Ctrl+Shift+Return"
    rig.arm()
    rig.press(rig.card.accept_button)
    rig.answer(asked)
    assert rig.chords.held == {}


def test_a_taken_chord_is_said_on_the_card(qtbot):
    rig = Rig(qtbot, QUICK, FakeChords("Ctrl+Shift+E is taken."))
    rig.ask()
    assert rig.card.content.warning == "Ctrl+Shift+E is taken."
    rig.stop.stop()
    rig.director.take_away()


def test_reject_gives_the_reason(rig):
    asked = rig.ask()
    rig.press(rig.card.reject_button)
    rig.key(rig.card.reject_panel.line, Qt.Key.Key_X)
    rig.key(rig.card.reject_panel.line, Qt.Key.Key_Return)
    answer = rig.answer(asked)
    assert (answer.verdict, answer.reason) == ("rejected", "x")


def test_a_second_reject_chord_skips_the_reason(rig):
    asked = rig.ask()
    rig.session.on_chord("reject")
    rig.session.on_chord("reject")
    answer = rig.answer(asked)
    assert (answer.verdict, answer.reason) == ("rejected", "")


def test_esc_leaves_the_line_for_a_reason_and_the_card_arms_again(rig):
    asked = rig.ask()
    rig.arm()
    rig.press(rig.card.reject_button)
    rig.key(rig.card.reject_panel, Qt.Key.Key_Escape)
    rig.qtbot.waitUntil(lambda: rig.session.machine.engagement is Engagement.READING)
    assert not rig.card.accept_button.isEnabled()
    rig.arm()
    assert not asked.is_done


def test_arrow_keys_move_the_target_by_one_and_with_shift_by_ten_pixels(rig):
    asked = rig.ask()
    rig.press(rig.card.change_button)
    rig.key(rig.card, Qt.Key.Key_Right)
    rig.key(rig.card, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    rig.passed_s += 1.0
    rig.key(rig.card, Qt.Key.Key_Return)
    answer = rig.answer(asked)
    assert answer.verdict == "edited"
    assert answer.action.at.point == ScreenPoint(scenes.POINT.x + 1, scenes.POINT.y + 10)


def test_esc_gives_the_old_target_back(rig):
    asked = rig.ask()
    rig.press(rig.card.change_button)
    rig.key(rig.card, Qt.Key.Key_Right)
    rig.key(rig.card, Qt.Key.Key_Escape)
    rig.arm()
    rig.press(rig.card.accept_button)
    answer = rig.answer(asked)
    assert (answer.verdict, answer.action) == ("accepted", None)


def test_a_change_to_the_same_action_is_an_acceptance(rig):
    asked = rig.ask()
    rig.press(rig.card.change_button)
    rig.key(rig.card, Qt.Key.Key_Right)
    rig.key(rig.card, Qt.Key.Key_Left)
    rig.passed_s += 1.0
    rig.key(rig.card, Qt.Key.Key_Return)
    assert rig.answer(asked).verdict == "accepted"


class SlowKeeper:
    """A window manager that takes its time."""

    def __init__(self):
        self.said = []
        self.is_back = False

    def save(self):
        self.said.append("save")

    def restore(self):
        self.said.append("restore")

    def is_restored(self):
        return self.is_back


@pytest.mark.parametrize("is_answered", [False, True], ids=["changing", "answered"])
def test_a_stop_while_the_card_has_the_keyboard_gives_it_back_and_leaves_no_card(rig, is_answered):
    rig.director._keeper = keeper = SlowKeeper()
    asked = rig.ask()
    card, session = rig.card, rig.session
    rig.arm()
    session.on_chord("change")
    rig.passed_s += 1.0
    if is_answered:
        session.on_chord("accept")
    rig.stop.stop()
    rig.qtbot.waitUntil(lambda: asked.is_done and rig.session is None)
    assert isinstance(asked.error, Stopped)
    assert keeper.said == ["save", "restore"]
    stage = rig.director.stage
    assert card not in stage._windows
    stage.suspend()
    stage.resume()
    assert not any(window.isVisible() for window in stage._windows)


def test_a_card_that_is_read_again_waits_for_the_focus_before_it_answers(rig):
    rig.director._keeper = keeper = SlowKeeper()
    asked = rig.ask()
    session = rig.session
    rig.arm()
    session.on_chord("change")
    rig.passed_s += 1.0
    session._back()
    session.stop()
    assert not asked.is_done
    assert rig.session is session, "the answer waits until the keys go where they went before"
    keeper.is_back = True
    assert rig.answer(asked).verdict == "stopped"


def test_tab_moves_the_other_end_of_a_drag(rig):
    asked = rig.ask(scenes.drag())
    rig.press(rig.card.change_button)
    rig.key(rig.card, Qt.Key.Key_Tab)
    rig.key(rig.card, Qt.Key.Key_Left)
    rig.passed_s += 1.0
    rig.key(rig.card, Qt.Key.Key_Return)
    path = rig.answer(asked).action.path
    assert (path[0], path[-1]) == (ScreenPoint(300, 200), ScreenPoint(599, 420))


def test_dragging_a_handle_moves_the_target(rig):
    asked = rig.ask()
    rig.press(rig.card.change_button)
    (handle,) = rig.session.editor.handles
    handle.moved.emit(ScreenPoint(100, 200))
    rig.passed_s += 1.0
    rig.key(rig.card, Qt.Key.Key_Return)
    action = rig.answer(asked).action
    assert action.at == Aim(ScreenPoint(100, 200))


def test_the_text_is_edited_and_shift_enter_breaks_the_line(rig):
    asked = rig.ask(scenes.write("old"), level=1)
    rig.press(rig.card.change_button)
    editor = rig.card.change_panel.editor
    QTest.keyClicks(editor, "a")
    rig.key(editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClicks(editor, "b")
    rig.passed_s += 1.0
    rig.key(editor, Qt.Key.Key_Return)
    assert rig.answer(asked).action.text == "a\nb"


def test_keys_cannot_be_changed_so_no_change_is_offered(rig):
    rig.ask(Proposal(Hotkey(("ctrl", "s"))))
    assert rig.card.change_button.isHidden()
    rig.session.on_chord("change")
    assert rig.session.machine.engagement is Engagement.READING


def test_what_is_hard_to_undo_takes_no_click_no_enter_and_no_accept_chord(rig):
    asked = rig.ask(scenes.click("Delete"), level=3)
    rig.arm()
    rig.press(rig.card.accept_button)
    rig.key(rig.card.accept_button, Qt.Key.Key_Space)
    rig.key(rig.card, Qt.Key.Key_Return)
    rig.confirmer.on_chord("card.accept")
    rig.qtbot.wait(50)
    assert not asked.is_done
    assert "card.accept" not in rig.chords.held


def test_holding_the_button_accepts_what_is_hard_to_undo(rig):
    asked = rig.ask(scenes.click("Delete"), level=3)
    rig.arm()
    QTest.mousePress(rig.card.accept_button, Qt.MouseButton.LeftButton)
    rig.passed_s += 1.0
    assert rig.answer(asked).verdict == "accepted"


def test_a_changed_action_that_is_hard_to_undo_must_still_be_held(rig):
    asked = rig.ask(scenes.click("Delete"), level=3)
    rig.press(rig.card.change_button)
    rig.key(rig.card, Qt.Key.Key_Right)
    rig.passed_s += 1.0
    rig.key(rig.card, Qt.Key.Key_Return)
    rig.arm()
    assert not asked.is_done
    QTest.mousePress(rig.card.accept_button, Qt.MouseButton.LeftButton)
    rig.passed_s += 1.0
    assert rig.answer(asked).verdict == "edited"


def test_a_hidden_card_cannot_be_accepted(rig):
    asked = rig.ask()
    rig.arm()
    rig.session.on_chord("show")
    rig.session.on_chord("accept")
    assert not rig.card.isVisible()
    assert not asked.is_done
    rig.session.on_chord("show")
    assert rig.card.isVisible()


def test_the_card_expires(qtbot):
    settings = Settings(approval=Approval(arming_s=0.3, expiry_s=5.0))
    rig = Rig(qtbot, settings, FakeChords())
    asked = rig.ask()
    rig.passed_s = 5.0
    assert rig.answer(asked).verdict == "expired"


def test_a_countdown_accepts_what_is_easy_to_undo(qtbot):
    settings = Settings(approval=Approval(arming_s=0.3, countdown_s=1.0))
    rig = Rig(qtbot, settings, FakeChords())
    asked = rig.ask(level=1)
    rig.passed_s = 1.4
    assert rig.answer(asked).verdict == "accepted"


def test_a_stop_of_the_run_takes_the_card_away(rig):
    asked = rig.ask()
    rig.stop.stop("kill_key")
    rig.qtbot.waitUntil(lambda: asked.is_done)
    assert asked.error.cause == "kill_key"
    rig.qtbot.waitUntil(lambda: rig.session is None)
    assert rig.director.stage.markers() == ()


def test_stop_on_the_pill_ends_the_card_and_is_told(rig):
    rig.confirmer.show_progress(Started("r", Task("x"), scenes.observation().monitors))
    asked = rig.ask()
    with rig.qtbot.waitSignal(rig.confirmer.stop_pressed):
        rig.press(rig.director.pill.stop_button)
    assert rig.answer(asked).verdict == "stopped"


def test_the_pill_follows_the_run_and_goes_with_it(rig):
    rig.confirmer.show_progress(Started("r", Task("x"), scenes.observation().monitors))
    rig.confirmer.show_progress(Working("r", "executing"))
    assert rig.director.pill.status.state == "Working"
    rig.confirmer.show_progress(Ended("r", Outcome.DONE, "", 1))
    assert rig.director.pill is None
    assert rig.director.stage.markers() == ()


def click_at(x, y):
    return Proposal(Click(Aim(ScreenPoint(x, y))))


def drag_past(x, y):
    return Proposal(Drag((ScreenPoint(x - 500, y), ScreenPoint(x + 500, y))))


@pytest.mark.parametrize("make", [click_at, drag_past], ids=["click", "drag"])
def test_the_pill_leaves_a_target_that_no_card_is_shown_for(rig, make):
    rig.confirmer.show_progress(Started("r", Task("x"), scenes.observation().monitors))
    frame = rig.director.pill.geometry()
    x, y = frame.center().x(), frame.center().y()
    rig.confirmer.show_progress(Proposed("r", 1, make(x, y), scenes.risk(1)))
    assert not rig.director.pill.geometry().contains(x, y)
    rig.confirmer.show_progress(Working("r", "executing"))
    assert not rig.director.pill.geometry().contains(x, y)


def test_the_pill_says_that_it_waits_while_a_card_is_up(rig):
    rig.confirmer.show_progress(Started("r", Task("x"), scenes.observation().monitors))
    rig.ask()
    assert rig.director.pill.status.state == "Waiting for you"


def streaming(rig, kind, *texts):
    rig.confirmer.show_progress(Started("r", Task("x"), scenes.observation().monitors))
    rig.confirmer.show_progress(Working("r", "deciding"))
    for text in texts:
        rig.confirmer.show_progress(Streamed("r", text, kind))
    return rig.director.pill


@pytest.mark.parametrize(
    ("kind", "texts", "words"),
    [
        ("thinking", ["I look for the\n", "green button"], "“I look for the green button”"),
        ("answer", ['{"note": "Two rows.", "thou', 'ght": "The sec'], "“Two rows. The sec”"),
        ("thinking", ["yes \u202eon"], "“yes [right-to-left override]on”"),
    ],
)
def test_the_pill_shows_what_the_model_says(rig, kind, texts, words):
    pill = streaming(rig, kind, *texts)
    width = pill.width()
    rig.qtbot.waitUntil(lambda: pill.words.accessibleName() == words, timeout=60_000)
    assert pill.width() > width
    assert pill._note.text() == pill.status.note == "step 1"
    assert pill.status.state == "Deciding"


@pytest.mark.parametrize("state", ["observing", "confirming", "executing"])
def test_words_go_from_the_pill_with_the_deciding(rig, state):
    pill = streaming(rig, "thinking", "the green one")
    rig.qtbot.waitUntil(lambda: pill.words.accessibleName() != "", timeout=60_000)
    rig.confirmer.show_progress(Working("r", state))
    assert pill.words.accessibleName() == ""


def test_a_card_takes_the_words_off_the_pill(rig):
    pill = streaming(rig, "thinking", "the green one")
    rig.qtbot.waitUntil(lambda: pill.words.accessibleName() != "", timeout=60_000)
    rig.ask()
    assert (pill.words.accessibleName(), pill.status.state) == ("", "Waiting for you")
    rig.director.set_words("“late”")
    assert pill.words.accessibleName() == ""


def test_choosing_by_number_gives_the_candidate(rig):
    asked = rig.choose()
    rig.passed_s += 1.0
    rig.confirmer.on_chord("card.pick.3")
    assert rig.answer(asked) == 3


def test_a_question_waits_as_long_as_the_user_likes(qtbot):
    rig = Rig(qtbot, Settings(approval=Approval(arming_s=0.3, expiry_s=5.0)), FakeChords())
    asked = rig.choose()
    rig.passed_s = 86_400.0
    rig.session.on_chord("pick.2")
    assert rig.answer(asked) == 2


def test_choosing_by_a_click_on_the_row(rig):
    asked = rig.choose()
    rig.passed_s += 1.0
    rig.press(rig.card.rows[1])
    assert rig.answer(asked) == 2


def test_a_number_that_is_not_there_chooses_nothing(rig):
    asked = rig.choose(2)
    rig.passed_s += 1.0
    rig.session.on_chord("pick.9")
    assert not asked.is_done


def test_none_of_these_chooses_nobody(rig):
    asked = rig.choose()
    rig.press(rig.card.none_button)
    assert rig.answer(asked) is None


def test_the_picture_shows_marks_and_card_but_never_the_secret_mark(rig):
    asked = rig.ask()
    rig.arm()
    session = rig.session
    rig.press(rig.card.accept_button)
    rig.answer(asked)
    picture = rig.confirmer.overlay_picture()
    assert picture.rect == scenes.observation().frame.rect
    rgb = picture.pixels[:, :, [2, 1, 0]]
    amber = np.array([0xE7, 0xB9, 0x3C])
    assert not (rgb == amber).all(axis=2).any()
    assert (rgb == np.array([0xA5, 0x60, 0x00])).all(axis=2).any()
    assert isinstance(session, ApprovalSession)


def test_there_is_no_picture_before_the_first_card(rig):
    assert rig.confirmer.overlay_picture() is None


def test_the_veil_takes_everything_off_and_puts_it_back(rig):
    rig.confirmer.show_progress(Started("r", Task("x"), scenes.observation().monitors))
    (marker,) = rig.confirmer.veil.markers()
    assert marker.top_left == ScreenPoint(0, 0)
    hidden = Asked(rig.confirmer.veil.hide)
    rig.qtbot.waitUntil(lambda: hidden.is_done)
    assert not rig.director.pill.isVisible()
    rig.confirmer.veil.show()
    rig.qtbot.waitUntil(lambda: rig.director.pill.isVisible())


class CoveringServer(WindowServer):
    """A window system in which something may lie in front of the card."""

    is_covering = False

    def standing(self, window, place, part, ours):
        return Standing.COVERED if self.is_covering else Standing.WHOLE


def test_a_covered_card_says_so_and_takes_no_approval(rig):
    server = CoveringServer()
    rig.director.stage.server = server
    asked = rig.ask()
    rig.arm()
    server.is_covering = True
    rig.press(rig.card.accept_button)
    assert rig.session.machine.is_covered
    assert not rig.card.accept_button.isEnabled()
    assert not asked.is_done
    server.is_covering = False
    rig.director.stage.keep_on_top()
    rig.arm()
    rig.press(rig.card.accept_button)
    assert rig.answer(asked).verdict == "accepted"


def test_a_mark_survives_the_settings():
    made = new_mark()
    assert mark_from(made.text) == made


@pytest.mark.parametrize("text", ["", "nonsense", "amber-kite:", "pink-kite:paper kite"])
def test_a_mark_that_is_not_ours_is_refused(text):
    assert mark_from(text) is None


def test_a_mark_is_a_picture_and_two_words():
    assert len(new_mark().words.split()) == 2
    assert SecretMark("amber", "kite", "paper kite").text == "amber-kite:paper kite"


def test_a_click_that_was_corrected_keeps_button_and_count(rig):
    action = Click(Aim(scenes.POINT), button="right", count=2)
    asked = rig.ask(Proposal(action, scenes.element()))
    rig.press(rig.card.change_button)
    rig.key(rig.card, Qt.Key.Key_Up)
    rig.passed_s += 1.0
    rig.key(rig.card, Qt.Key.Key_Return)
    answer = rig.answer(asked)
    assert (answer.action.button, answer.action.count) == ("right", 2)


@pytest.mark.parametrize("level", [2, 3])
def test_a_mark_that_is_moved_off_takes_the_reasons_of_its_old_place_away(rig, level):
    rig.ask(level=level)
    rig.arm()
    body = rig.card.body

    def words():
        return " ".join(label.text() for label in body.findChildren(QLabel) if not label.isHidden())

    assert "it has an effect" in words()
    rig.session.on_chord("change")
    rig.session.editor.nudge(-400, 0)
    assert "it has an effect" not in words()
    assert "found by its name" not in words()
    assert JUDGED_THEN in words()
    rig.session.editor.nudge(400, 0)
    assert "it has an effect" in words()
    assert JUDGED_THEN not in words()


@pytest.mark.parametrize("monitor", [540, 600, 720, 1080])
@pytest.mark.parametrize("level", [1, 2, 3])
def test_all_of_a_card_is_seen_on_a_low_monitor(qapp, qtbot, monitor, level):
    """A full HD monitor has 540 pixels of height at 200 %."""
    content = card_content(scenes.click(), scenes.risk(level, "a", "b"), scenes.observation())
    card = ApprovalCard(
        Theme("light"), content, mark_from("amber-kite:paper kite"), CardKeys(), is_solid=True,
        height_limit=height_limit(monitor), can_change=True,
    )  # fmt: skip
    qtbot.addWidget(card)
    assert card.measured().height() <= monitor - 32
    assert card.body.height() <= card.body.parentWidget().parentWidget().height()


def test_over_an_open_menu_the_buttons_look_dead_and_the_key_that_is_named_accepts(rig):
    seen = scenes.observation()
    menu = WindowInfo(9, "", "ledger", 1, Rect(80, 100, 120, 200), is_popup=True, is_menu=True)
    over = replace(seen, windows=(menu, *seen.windows))
    risk = scenes.risk(2, "it has an effect")
    asked = Asked(lambda: rig.confirmer.confirm(scenes.click(), risk, over, rig.stop))
    rig.qtbot.waitUntil(lambda: rig.session is not None and rig.card.isVisible())
    card = rig.card
    buttons = (card.accept_button, card.change_button, card.reject_button, card.body.rest_box)
    rig.passed_s += 10
    rig.qtbot.wait(300)
    assert [button.isEnabled() for button in buttons if button is not None] == [False] * 4
    assert "use the keys below" in card.content.warning
    for button in buttons:
        rig.press(button)
    assert not asked.is_done
    rig.confirmer.on_chord("card.accept")
    assert rig.answer(asked).verdict == "accepted"


def test_in_change_the_reasons_are_those_of_where_the_mark_is_now(rig):
    judged = []

    def judge(action):
        judged.append(action.at.point)
        return scenes.risk(3, "it can delete something")

    rig.confirmer.judge_with(judge)
    asked = rig.ask()
    rig.arm()
    rig.press(rig.card.change_button)
    assert "it has an effect" in rig.card.content.why
    for _ in range(8):
        rig.key(rig.card, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    rig.qtbot.waitUntil(lambda: "it can delete something" in rig.card.content.why)
    assert rig.card.content.why.startswith("Hard to undo here: ")
    assert rig.card.content.why.endswith("you are asked again.")
    rig.qtbot.waitUntil(lambda: judged[-1] == scenes.POINT.offset(80, 0))
    rig.key(rig.card, Qt.Key.Key_Right)
    assert rig.card.content.why == JUDGED_THEN
    rig.qtbot.waitUntil(lambda: "it can delete something" in rig.card.content.why)
    rig.key(rig.card, Qt.Key.Key_Escape)
    assert "it has an effect" in rig.card.content.why
    assert not asked.is_done


def test_a_card_of_a_step_of_several_shows_which_it_is_and_what_comes_next(rig):
    step = replace(scenes.click(), upcoming=("Press Enter",), total=2)
    risk = scenes.risk(2, "it has an effect")
    asked = Asked(lambda: rig.confirmer.confirm(step, risk, scenes.observation(), rig.stop))
    rig.qtbot.waitUntil(lambda: rig.session is not None and rig.card.isVisible())
    said = "Step 1 of 2. Then: press Enter."
    (line,) = (w for w in rig.card.findChildren(QLabel) if w.text() == said)
    assert line.isVisible()
    rig.arm()
    rig.press(rig.card.reject_button)
    assert not asked.is_done
