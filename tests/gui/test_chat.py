"""The chat: rows of every kind paint, the status line says the state, keys answer what waits."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QAccessible, QGuiApplication, QImage, QPainter
from PySide6.QtTest import QAbstractItemModelTester

from app.gui.chat import step_list
from app.gui.chat.model import ROW_ROLE
from app.gui.chat.step_list import Choices, StepActions
from app.gui.widgets.own_application import ReadByName
from automation.core.actions import Hotkey
from automation.core.events import Ended, Proposed, Working
from automation.core.proposal import Outcome, Proposal, Risk, RiskLevel
from tests.gui import sample_runs as runs

BOTH = pytest.mark.parametrize("theme", ["light", "dark"], indirect=True)
STATES = {
    "Looking": runs.begun(),
    "Waiting for you": runs.waiting(),
    "Working": runs.running(),
    "Paused": runs.paused(),
    "Done": runs.finished(),
    "Stopped": runs.finished(Outcome.STOPPED, "Stopped. Nothing is held down."),
    "Rejected": runs.ended_with("rejected", Outcome.REJECTED),
    "Failed": runs.finished(Outcome.FAILED, "Failed. The button was gone."),
    "Not possible": runs.finished(Outcome.ENVIRONMENT, "There is no display."),
    "Say it otherwise": runs.finished(Outcome.NEEDS_MODEL, "I do not know that as a step."),
    "Not seen": runs.finished(Outcome.UNVERIFIED, "Not seen."),
    "Partly done": runs.finished(Outcome.PARTIAL, "Partly done."),
}


@pytest.fixture
def play(panel, qtbot):
    def show(happenings):
        for happening in happenings:
            panel.take(happening)
        qtbot.waitUntil(lambda: panel.status.isVisible() and is_laid_out(panel.steps))

    return show


def is_laid_out(steps):
    """Tell whether the rows stand where they stay: the layout runs after the events of the moment."""
    steps.doItemsLayout()
    whole = steps.contentsSize().height()
    return whole > 0 and (steps.height() == whole or (steps.y() == 0 and steps.height() < whole))


def last(panel):
    return panel.model.index(panel.model.rowCount() - 1)


def grabbed(widget):
    return widget.grab().toImage()


def colors_in(image, rect):
    area = image.copy(rect)
    return {area.pixel(x, y) for x in range(area.width()) for y in range(area.height())}


@pytest.mark.parametrize("word", STATES)
def test_the_status_line_says_the_state_in_words(panel, play, word):
    play(STATES[word])
    assert panel.status._word.accessibleName() == word


@pytest.mark.parametrize(
    ("state", "shown"),
    [
        ("Looking", {"Pause", "Stop"}),
        ("Waiting for you", {"Show on screen", "Stop"}),
        ("Paused", {"Go on", "Stop"}),
        ("Done", {"Run again"}),
    ],
)
def test_only_buttons_that_do_something_in_a_state_are_shown(panel, play, state, shown):
    play(STATES[state])
    status = panel.status
    buttons = (status._show, status._pause, status._go_on, status._again, status._stop)
    assert {button.text() for button in buttons if button.isVisible()} == shown


def test_the_buttons_of_the_status_line_ask_for_what_they_say(panel, play, qtbot):
    play(runs.paused())
    with qtbot.waitSignal(panel.commands.resume):
        qtbot.mouseClick(panel.status._go_on, Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(panel.commands.stop):
        qtbot.keyClick(panel.status._stop, Qt.Key.Key_Space)


def test_running_again_sends_the_same_task(panel, play, qtbot):
    play(runs.finished())
    with qtbot.waitSignal(panel.commands.send) as sent:
        qtbot.mouseClick(panel.status._again, Qt.MouseButton.LeftButton)
    assert sent.args == [runs.TASK]


@BOTH
@pytest.mark.parametrize(
    "happenings",
    [
        *STATES.values(),
        runs.asking(),
        runs.waiting(RiskLevel.R3, claim="All fields are filled."),
        runs.ended_with("blocked", Outcome.BLOCKED),
        runs.ended_with("rejected", Outcome.REJECTED),
        runs.ended_with("dry_run", Outcome.DONE),
        runs.ended_with("expired", Outcome.STOPPED),
    ],
)
def test_rows_of_every_kind_paint(panel, play, happenings):
    play(happenings)
    viewport = panel.steps.viewport()
    row = panel.steps.visualRect(last(panel)).intersected(viewport.rect())
    assert row.height() > 20
    assert len(colors_in(grabbed(viewport), row)) > 4


def test_the_model_keeps_the_rules_of_models(panel, play):
    fatal = QAbstractItemModelTester.FailureReportingMode.Fatal
    tester = QAbstractItemModelTester(panel.model, fatal)
    play(runs.finished())
    play(runs.asking())
    panel.model.answer(1)
    panel.clear()
    assert tester.model() is panel.model


@BOTH
def test_a_crop_is_drawn_from_the_picture_of_the_step(panel, play):
    play(runs.finished())
    step = panel.model.index(1)
    shown = colors_in(grabbed(panel.steps.viewport()), panel.steps.visualRect(step))
    blue = QImage(1, 1, QImage.Format.Format_RGB32)
    blue.fill(0xFF2F64D0)
    assert blue.pixel(0, 0) in shown


def test_a_step_that_is_aimed_at_nothing_has_no_empty_box_for_a_picture(panel, play):
    keys = Proposal(Hotkey(("tab",)), sentence="Press Tab")
    play([*runs.begun(), Proposed(runs.RUN, 1, keys, Risk(RiskLevel.R1), runs.picture())])
    assert panel.model.index(1).data(ROW_ROLE).crop_key == ""


def test_a_step_of_several_tells_which_it_is_and_what_comes_next(panel, play):
    happening = runs.proposed()
    step = replace(happening.proposal, upcoming=("Click “OK”", "Press Enter"), total=3)
    play([*runs.begun(), replace(happening, proposal=step)])
    assert panel.status._rest.accessibleName() == "· step 1 of 3 · nothing moves till then"
    row = panel.model.index(1).data(ROW_ROLE)
    assert row.detail == "button, found by its name · Then: click “OK”, press Enter"


def test_the_waiting_row_is_higher_and_has_real_buttons(panel, play):
    play(runs.waiting())
    actions = panel.steps.viewport().findChild(StepActions)
    assert panel.steps.visualRect(last(panel)).height() > 150
    assert actions.isVisible()
    assert panel.steps.visualRect(last(panel)).contains(actions.geometry())


def test_the_list_is_laid_out_anew_when_a_row_grows_in_its_place(panel, play, qtbot):
    play(runs.begun())
    looking = panel.steps.contentsSize().height()
    panel.take(runs.waiting()[-1])
    qtbot.waitUntil(lambda: panel.steps.contentsSize().height() > looking + 60)


def pressed(panel):
    presses = []
    panel.commands.accept.connect(lambda: presses.append(1))
    return presses


def test_accept_is_dead_at_first(panel, play, qtbot, monkeypatch):
    # It arms late, so that a slow machine still presses early.
    monkeypatch.setattr(step_list, "ARMING_MS", 3_600_000)
    play(runs.waiting())
    presses = pressed(panel)
    accept = panel.steps.viewport().findChild(StepActions).accept
    qtbot.mouseClick(accept, Qt.MouseButton.LeftButton)
    panel.steps.setFocus()
    qtbot.keyClick(panel.steps, Qt.Key.Key_Return)
    assert presses == []


def test_accept_that_is_awake_asks_the_card(panel, play, qtbot):
    play(runs.waiting())
    presses = pressed(panel)
    accept = panel.steps.viewport().findChild(StepActions).accept
    qtbot.waitUntil(accept.isEnabled)
    panel.steps.setFocus()
    qtbot.keyClick(panel.steps, Qt.Key.Key_Return)
    assert presses == [1]


def test_what_is_hard_to_undo_cannot_be_accepted_in_the_list(panel, play, qtbot):
    play(runs.waiting(RiskLevel.R3))
    actions = panel.steps.viewport().findChild(StepActions)
    presses = []
    panel.commands.accept.connect(lambda: presses.append(1))
    panel.steps.setFocus()
    qtbot.keyClick(panel.steps, Qt.Key.Key_Return)
    assert not actions.accept.isVisible()
    assert presses == []


def test_delete_rejects_what_waits(panel, play, qtbot):
    play(runs.waiting())
    with qtbot.waitSignal(panel.commands.reject):
        qtbot.keyClick(panel.steps, Qt.Key.Key_Delete)


def test_the_buttons_go_when_the_step_goes_on(panel, play, qtbot):
    play(runs.running())
    qtbot.waitUntil(lambda: panel.steps.viewport().findChild(StepActions) is None)


@pytest.mark.parametrize("way", ["mouse", "key"])
def test_a_question_is_answered_by_number_and_the_answer_stays(panel, play, qtbot, way):
    play(runs.asking())
    choices = panel.steps.viewport().findChild(Choices)
    with qtbot.waitSignal(panel.commands.choose) as made:
        if way == "mouse":
            qtbot.mouseClick(choices.buttons[1], Qt.MouseButton.LeftButton)
        else:
            qtbot.keyClick(panel.steps, "2")
    assert made.args == [2]
    assert last(panel).data() == "You: 2  Edit 2, button"


def test_arrow_keys_walk_the_rows_and_copy_takes_the_sentence(panel, play, qtbot):
    play(runs.finished())
    panel.steps.setFocus()
    qtbot.keyClick(panel.steps, Qt.Key.Key_Home)
    assert panel.steps.currentIndex().row() == 0
    qtbot.keyClick(panel.steps, Qt.Key.Key_Down)
    qtbot.keyClick(panel.steps, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert (
        QGuiApplication.clipboard().text() == "Step 1: Click Save. Effect seen. the window closed."
    )
    qtbot.keyClick(panel.steps, Qt.Key.Key_End)
    assert panel.steps.currentIndex() == last(panel)


def test_rows_read_as_sentences_to_screen_readers(panel, play):
    play(runs.finished())
    spoken = ReadByName(panel.steps, QAccessible.Role.List)
    rows = spoken.text(QAccessible.Text.Description).split("\n")
    assert "Step 1: Click Save. Effect seen. the window closed." in rows
    assert rows[0] == f"You: {runs.TASK}"


def test_the_list_follows_new_rows_only_while_it_is_at_its_end(panel, play, qtbot):
    for _ in range(12):
        play(runs.finished())
    bar = panel.steps.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 200 and bar.value() == bar.maximum())
    bar.setValue(100)
    play(runs.finished())
    qtbot.waitUntil(lambda: bar.maximum() > 400)
    assert bar.value() == 100


def test_rows_are_as_wide_with_the_scroll_bar_as_without(panel, play, qtbot):
    play(runs.finished())
    before = panel.steps.viewport().width()
    for _ in range(12):
        play(runs.finished())
    bar = panel.steps.verticalScrollBar()
    qtbot.waitUntil(bar.isVisible)
    qtbot.waitUntil(lambda: panel.steps.viewport().width() == before)


def test_what_streams_changes_the_last_row_and_lays_nothing_out(panel, play, qtbot):
    play(runs.running())
    laid_out = []
    panel.model.layoutChanged.connect(lambda: laid_out.append(1))
    panel.model.rowsInserted.connect(lambda: laid_out.append(1))
    for done in range(1, 9):
        panel.take(Working(runs.RUN, "executing", f"{done} of 8"))
    qtbot.waitUntil(lambda: "8 of 8" in last(panel).data())
    assert laid_out == []


def test_a_long_task_wraps_inside_its_bubble(panel, play):
    panel.model.say("word " * 200)
    panel.steps.doItemsLayout()
    assert panel.steps.visualRect(last(panel)).height() > 100
    assert panel.steps.visualRect(last(panel)).width() <= panel.steps.viewport().width()


@BOTH
def test_a_row_paints_sharp_on_a_scaled_screen(panel, play):
    play(runs.finished())
    image = QImage(panel.size() * 1.5, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(1.5)
    with QPainter(image) as painter:
        panel.render(painter, QPoint(0, 0))
    assert len(colors_in(image, image.rect())) > 20


def test_the_focus_ring_of_a_task_is_round_its_words_alone(panel, play):
    play(runs.finished())
    body = QRectF(0, 0, 700, 40)
    task, said = panel.model.index(0).data(ROW_ROLE), last(panel).data(ROW_ROLE)
    ring = panel.steps.itemDelegate().ring(task, body)
    assert ring.right() > 690
    assert ring.width() < 500
    assert panel.steps.itemDelegate().ring(said, body).width() > 690


def test_what_can_be_said_instead_is_a_button_each_and_pressing_one_says_it(panel, play, qtbot):
    end = Ended(
        runs.RUN, Outcome.NOT_FOUND, "“Boo” is not in this window.", 0, ("click Book", "open File")
    )
    play([*runs.begun(), end])
    steps = panel.steps
    qtbot.waitUntil(lambda: steps._controls is not None and steps._controls[2].isVisible())
    offer = steps._controls[2]
    assert [button.text() for button in offer.sayings] == ["click Book", "open File"]
    assert not offer.button.isVisible()
    assert not last(panel).data(ROW_ROLE).text
    with qtbot.waitSignal(panel.commands.send) as sent:
        qtbot.mouseClick(offer.sayings[0], Qt.MouseButton.LeftButton)
    assert sent.args == ["click Book"]
