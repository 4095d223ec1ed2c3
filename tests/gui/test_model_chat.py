"""A model in the chat: words as they stream, the plan, what it costs, and the way to load one."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel

from app.gui.chat.paint import LIVE_LINES, TailLines
from app.gui.chat.panel import STREAM_MS
from app.gui.chat.rows import StepRow, WordsRow, end_row
from app.gui.chat.step_list import Offer
from app.gui.widgets.labels import layout_runs
from automation.core.actions import Goal
from automation.core.events import Ended, Planned, Started, Stepped, Streamed, Task, Working
from automation.core.proposal import Outcome
from tests.gui import sample_models as models
from tests.gui import sample_runs as runs

BOTH = pytest.mark.parametrize("theme", ["light", "dark"], indirect=True)
TEXT = "The form is open. I look for the field called “Amount”.\nIt is below the vendor 😀. "
PLAN = Planned(
    runs.RUN,
    (
        Goal("Open a new invoice", "done"),
        Goal("Fill in number and amount", "current"),
        Goal("Attach the PDF"),
        Goal("Tell Anna", "dropped"),
    ),
    "The number is 2026-0318.",
)
NEEDS = Ended(runs.RUN, Outcome.NEEDS_MODEL, "That needs the main model.", 0)


@pytest.fixture
def stream(panel, qtbot):
    def write(text, kind="thinking"):
        panel.take(Streamed("", text, kind))
        qtbot.waitUntil(lambda: not panel._timer.isActive())

    return write


def play(panel, happenings):
    for happening in happenings:
        panel.take(happening)


def rows(panel):
    return panel.model._transcript.rows


def last(panel):
    return panel.model.index(panel.model.rowCount() - 1)


def shown_words(widget):
    return [label.text() for label in widget.findChildren(QLabel) if label.isVisible()]


def test_words_are_joined_until_the_next_frame(panel, qtbot):
    play(panel, runs.begun())
    changes = []
    panel.model.dataChanged.connect(lambda: changes.append(1))
    for letter in TEXT:
        panel.take(Streamed("", letter, "thinking"))
    assert changes == []
    qtbot.waitUntil(lambda: rows(panel)[-1] == WordsRow(thinking=TEXT))
    assert len(changes) == 1


def test_words_are_shown_at_most_thirty_times_a_second():
    assert 1000 / STREAM_MS <= 30


def test_no_word_is_lost_when_something_else_happens(panel):
    play(panel, runs.begun())
    panel.take(Streamed("", "Save it.", "thinking"))
    panel.take(runs.proposed(1))
    assert rows(panel)[-1].words == "Save it."


def test_streaming_lays_nothing_out_however_long_it_grows(panel, stream, monkeypatch):
    play(panel, runs.begun())
    stream("First.")
    panel.steps.doItemsLayout()
    QApplication.processEvents()  # on a busy machine a layout of before is still to come
    height = panel.steps.contentsSize().height()
    laid_out = []
    monkeypatch.setattr(panel.steps, "updateGeometries", lambda: laid_out.append(1))
    panel.model.rowsInserted.connect(lambda: laid_out.append(1))
    for _ in range(6):
        stream(TEXT * 4)
    stream(' {"thought": "Now', "answer")
    assert laid_out == []
    assert panel.steps.contentsSize().height() == height


def test_a_thousand_rows_do_not_slow_a_word_down(panel, stream):
    panel.model.show([StepRow(n, "finished", "Click “Save”") for n in range(1000)])
    play(panel, [Working(runs.RUN, "deciding")])
    panel.steps.doItemsLayout()
    heights = len(panel.steps._painter._heights)
    for _ in range(5):
        stream(TEXT)
    assert len(panel.steps._painter._heights) <= heights + 1


@BOTH
@pytest.mark.parametrize(
    ("text", "kind"), [(TEXT * 3, "thinking"), ('{"thought": "Next the amount', "answer")]
)
def test_live_words_paint(panel, theme, stream, text, kind):
    play(panel, runs.begun())
    stream(text, kind)
    panel.steps.doItemsLayout()
    area = panel.steps.visualRect(last(panel))
    image = panel.steps.viewport().grab(area).toImage()
    colors = {image.pixel(x, y) for x in range(image.width()) for y in range(image.height())}
    assert theme.color("accent").rgb() in colors  # the caret
    assert len(colors) > 20


def test_markup_of_a_model_is_shown_as_it_is(panel, stream):
    play(panel, runs.begun())
    stream("<b>bold</b> **x** <img src='y'>", "answer")
    assert last(panel).data() == "The model writes: <b>bold</b> **x** <img src='y'>"


def test_words_are_folded_by_keys_and_by_a_press(panel, stream, qtbot):
    play(panel, runs.begun())
    stream(TEXT)
    panel.steps.doItemsLayout()
    panel.steps.setFocus()
    panel.steps.setCurrentIndex(last(panel))
    qtbot.keyClick(panel.steps, Qt.Key.Key_Left)
    assert not rows(panel)[-1].is_open
    qtbot.keyClick(panel.steps, Qt.Key.Key_Left)
    qtbot.keyClick(panel.steps, Qt.Key.Key_Right)
    assert rows(panel)[-1].is_open
    panel.steps.doItemsLayout()
    head = panel.steps.visualRect(last(panel)).topLeft() + QPoint(40, 12)
    qtbot.mouseClick(panel.steps.viewport(), Qt.MouseButton.LeftButton, pos=head)
    assert not rows(panel)[-1].is_open


@BOTH
def test_the_words_of_a_step_unfold_under_it(panel, stream, qtbot):
    play(panel, runs.begun())
    stream(TEXT)
    play(panel, [*runs.running()[3:], Stepped(runs.RUN, runs.record())])
    steps = panel.steps
    steps.doItemsLayout()
    closed = steps.visualRect(last(panel))
    press = closed.topRight() + QPoint(-30, 44)
    assert steps._painter.fold_area(last(panel), closed.toRectF()).contains(press.toPointF())
    qtbot.mouseClick(steps.viewport(), Qt.MouseButton.LeftButton, pos=press)
    assert rows(panel)[-1].is_open
    qtbot.waitUntil(lambda: steps.visualRect(last(panel)).height() > closed.height() + 30)
    assert "The model wrote: The form is open." in last(panel).data()
    assert not steps.viewport().grab().isNull()


def test_a_press_elsewhere_on_a_step_folds_nothing(panel, stream, qtbot):
    play(panel, runs.begun())
    stream(TEXT)
    play(panel, [*runs.running()[3:], Stepped(runs.RUN, runs.record())])
    panel.steps.doItemsLayout()
    middle = panel.steps.visualRect(last(panel)).center()
    qtbot.mouseClick(panel.steps.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert not rows(panel)[-1].is_open


@pytest.mark.parametrize("width", [120.0, 333.0])
@pytest.mark.parametrize(
    "text", [TEXT * 6, "a" * 500, "one\n\ntwo\n" * 9, "😀" * 200], ids=range(4)
)
def test_lines_broken_bit_by_bit_are_those_of_the_whole(theme, text, width):
    tail = TailLines(theme)
    for end in range(0, len(text) + 1, 7):
        tail.lines(text[:end], width)
    whole = layout_runs(theme, [(text.replace("\n", "\u2028"), False)], width, "small", "small")
    units = text.encode("utf-16-le")
    lines = [whole.lineAt(at) for at in range(whole.lineCount())]
    spans = [(2 * line.textStart(), 2 * (line.textStart() + line.textLength())) for line in lines]
    expected = [units[a:b].decode("utf-16-le").rstrip() for a, b in spans][-LIVE_LINES:]
    assert list(tail.lines(text, width)) == expected


def test_the_plan_stands_beside_a_wide_chat_and_above_a_narrow_one(panel, qtbot):
    panel.resize(1000, 640)
    play(panel, [*runs.begun(), PLAN])
    assert (panel.plan.aside.isVisible(), panel.plan.bar.isVisible()) == (True, False)
    panel.resize(700, 640)
    qtbot.waitUntil(lambda: panel.plan.bar.isVisible() and not panel.plan.aside.isVisible())


@BOTH
@pytest.mark.parametrize("width", [1040, 480])
def test_a_plan_paints_with_its_notes(panel, width, qtbot):
    panel.resize(width, 640)
    play(panel, [*runs.begun(), PLAN])
    place = panel.plan.aside if width > 860 else panel.plan.bar
    qtbot.waitUntil(place.isVisible)
    if width < 860:
        qtbot.mouseClick(panel.plan.bar.unfold, Qt.MouseButton.LeftButton)
    said = shown_words(place)
    assert "1 of 3" in said
    assert "The number is 2026-0318." in said
    assert not place.grab().isNull()


def test_a_plan_is_read_aloud(panel):
    play(panel, [*runs.begun(), PLAN])
    spoken = panel.plan.aside._body.goals.accessibleDescription()
    assert spoken.startswith("Open a new invoice: done. Fill in number and amount: under way.")


def test_notes_are_kept_when_the_plan_is_told_again_and_go_with_the_run(panel):
    play(
        panel, [*runs.begun(), PLAN, Planned(runs.RUN, (), "Anna is away."), replace(PLAN, note="")]
    )
    panel.resize(1000, 640)
    said = shown_words(panel.plan.aside)
    assert said.index("Anna is away.") < said.index("The number is 2026-0318.")
    play(panel, [Started(runs.RUN, Task("again"), ())])
    assert not panel.plan.aside.isVisible()
    assert not panel.plan.bar.isVisible()


def test_a_plan_of_markup_is_shown_as_it_is(panel):
    panel.resize(1000, 640)
    play(panel, [*runs.begun(), Planned(runs.RUN, (), "<b>bold</b>")])
    notes = [label for label in panel.plan.aside.findChildren(QLabel) if label.isVisible()]
    assert {label.textFormat() for label in notes} == {Qt.TextFormat.PlainText}


def test_the_status_line_says_how_the_model_runs(panel, qtbot):
    play(panel, runs.running())
    panel.show_engine(models.READY)
    facts = panel.status._facts
    assert facts.isVisible()
    expected = "portable path · 3,180 tokens reused, 232 read · 13.0 of 24.0 GB"
    assert facts.accessibleName() == expected
    assert panel.status._stop.isVisible()
    panel.show_engine(models.EMPTY)
    assert not facts.isVisible()


def test_a_task_that_needs_a_model_offers_to_load_it(panel, qtbot):
    play(panel, [*runs.begun(), NEEDS])
    offer = panel.steps.viewport().findChild(Offer)
    panel.steps.doItemsLayout()
    with qtbot.waitSignal(panel.commands.load_model):
        qtbot.keyClick(offer.button, Qt.Key.Key_Space)
    assert panel.steps.visualRect(last(panel)).contains(offer.geometry())
    assert last(panel).data() == "Load model"


def test_streamed_words_of_two_kinds_keep_their_order(panel, qtbot):
    play(panel, runs.begun())
    play(
        panel,
        [Streamed(runs.RUN, word, kind) for word, kind in (("a", "thinking"), ("b", "answer"))],
    )
    play(panel, [Streamed(runs.RUN, "c", "answer")])
    qtbot.waitUntil(lambda: rows(panel)[-1] == WordsRow(answer="bc", thinking="a"))


def test_what_the_model_does_after_a_run_changes_nothing_in_it(panel):
    panel.show_engine(models.READY)
    panel.take(Started(runs.RUN, Task("Enter the invoice"), ()))
    facts = panel.status._facts.accessibleName()
    assert "3,180 tokens reused" in facts
    panel.take(Ended(runs.RUN, Outcome.DONE, "Done.", 1))
    panel.show_engine(replace(models.READY, last=replace(models.STATS, tokens_reused=7)))
    assert panel.status._facts.accessibleName() == facts
    panel.take(Started(runs.RUN, Task("Enter another"), ()))
    assert "7 tokens reused" in panel.status._facts.accessibleName()


def test_the_end_of_a_run_gives_no_order(panel):
    panel.take(Started(runs.RUN, Task("click Save"), ()))
    panel.take(Ended(runs.RUN, Outcome.STOPPED, "Stopped.", 1))
    assert "hands off" not in panel.status._rest.accessibleName()


def test_a_german_answer_has_one_head():
    row = end_row(Outcome.DONE, "Fertig. Es zeigt „84“.", steps=1)
    assert (row.head, row.text) == ("Done.", "Es zeigt „84“.")
