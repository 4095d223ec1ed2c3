"""The card that keeps a finished run as a macro: what it offers, what is kept, and what it says."""

from dataclasses import replace

import msgspec
import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

from app.gui.chat.delegate import KeepCard
from app.gui.chat.model import ROW_ROLE
from app.gui.chat.rows import KeepRow, KeepText, OfferRow, SayRow
from app.gui.chat.step_list import Offer
from app.gui.macros.keep_run import MacroSaver
from app.gui.widgets.labels import Label
from app.gui.window.main_window import MainWindow
from app.macros.compile import free_name
from app.macros.library import library_of, trust_of
from app.settings import Settings
from automation.core.events import Ended, Task
from automation.core.proposal import Outcome
from automation.macros.trust import digest
from automation.records.store import Store
from tests.fakes.run_records import painted
from tests.gui import sample_runs as runs
from tests.unit.macros.compile.sample_run import click, write

BOTH = pytest.mark.parametrize("theme", ["light", "dark"], indirect=True)
WAIT_MS = 60_000
TEXTS = (KeepText("vendor", "Acme"), KeepText("amount", "12"))
ROW = KeepRow(runs.RUN, "Pay Acme", TEXTS)


class Keeper:
    current = msgspec.structs.replace(Settings(), use_ocr=False)


@pytest.fixture
def offered(panel, qtbot):
    for happening in runs.finished():
        panel.take(happening)
    panel.model.offer_to_keep(ROW)
    return card_of(panel, qtbot)


def card_of(panel, qtbot):
    """Return the card as it stands; it is made anew when its row changes."""

    def shown():
        cards = [card for card in panel.findChildren(KeepCard) if card.isVisible()]
        return bool(cards) and cards[-1].name.isVisible()

    qtbot.waitUntil(shown, timeout=WAIT_MS)
    return next(card for card in reversed(panel.findChildren(KeepCard)) if card.isVisible())


def last_row(panel):
    return panel.model.index(panel.model.rowCount() - 1).data(ROW_ROLE)


def test_a_press_tells_the_name_and_the_texts_that_are_asked_for(panel, offered, qtbot):
    qtbot.mouseClick(offered.chips[1], Qt.MouseButton.LeftButton)
    offered.name.setText("  Pay somebody ")
    with qtbot.waitSignal(panel.commands.keep_run, timeout=WAIT_MS) as pressed:
        qtbot.mouseClick(offered.save, Qt.MouseButton.LeftButton)
    assert pressed.args == [runs.RUN, "Pay somebody", frozenset({"vendor"})]
    busy = last_row(panel)
    assert (busy.is_busy, busy.name) == (True, "Pay somebody")
    assert [text.is_asked for text in busy.texts] == [True, False]
    assert not card_of(panel, qtbot).save.isEnabled()


def test_enter_in_the_name_keeps_it_and_an_empty_name_does_not(panel, offered, qtbot):
    offered.name.setText("  ")
    assert not offered.save.isEnabled()
    qtbot.keyClick(offered.name, Qt.Key.Key_Return)
    assert not last_row(panel).is_busy
    offered.name.setText("Pay")
    with qtbot.waitSignal(panel.commands.keep_run, timeout=WAIT_MS):
        qtbot.keyClick(offered.name, Qt.Key.Key_Return)


def test_s_in_the_list_of_steps_keeps_it(panel, offered, qtbot):
    with qtbot.waitSignal(panel.commands.keep_run, timeout=WAIT_MS):
        qtbot.keyClick(panel.steps, Qt.Key.Key_S)


def test_why_it_was_not_kept_stands_on_the_card_which_can_be_used_again(panel, offered, qtbot):
    offered.save.click()
    assert panel.model.not_kept(runs.RUN, "Not kept: the disk is full")
    again = card_of(panel, qtbot)
    assert again.save.isEnabled()
    assert "Not kept: the disk is full" in [label.text() for label in again.findChildren(Label)]


def test_what_was_kept_takes_the_cards_place_and_can_be_edited(panel, offered, qtbot):
    assert panel.model.kept(
        runs.RUN, SayRow("It is in your macros.", "Kept."), OfferRow("Edit", "Pay")
    )
    offer = next(o for o in panel.steps.findChildren(Offer) if o.isVisible())
    with qtbot.waitSignal(panel.commands.edit_macro, timeout=WAIT_MS) as pressed:
        offer.button.click()
    assert pressed.args == ["Pay"]


def test_the_focus_goes_to_the_steps_when_the_card_gives_way(theme, qtbot):
    window = MainWindow(theme, Settings(), ())
    qtbot.addWidget(window)
    window.show()
    for happening in runs.finished():
        window.take(happening)
    window.chat.model.offer_to_keep(ROW)
    card = card_of(window.chat, qtbot)
    card.save.setFocus()
    qtbot.keyClick(card.save, Qt.Key.Key_Return)
    assert last_row(window.chat).is_busy
    assert window.focusWidget() is window.chat.steps
    window.chat.model.kept(runs.RUN, SayRow("is in your macros"), OfferRow("Edit", "pay"))
    assert window.focusWidget() is window.chat.steps


def test_a_key_that_is_held_on_answers_nothing_in_the_list_that_got_the_focus(panel, qtbot):
    for happening in runs.waiting():
        panel.take(happening)
    qtbot.waitUntil(lambda: panel.steps._controls[2].accept.isEnabled(), timeout=WAIT_MS)
    told = []
    panel.commands.accept.connect(lambda: told.append(1))
    for is_repeat in (True, False):
        press = QKeyEvent(
            QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "", is_repeat
        )
        panel.steps.keyPressEvent(press)
        assert told == ([] if is_repeat else [1])


def test_the_card_goes_when_the_next_run_begins(panel, offered):
    panel.take(runs.begun()[0])
    rows = [panel.model.index(at).data(ROW_ROLE) for at in range(panel.model.rowCount())]
    assert not any(isinstance(row, KeepRow) for row in rows)
    assert not panel.model.not_kept(runs.RUN, "late")


def test_what_is_said_meanwhile_stands_above_the_card(panel, offered, qtbot):
    panel.model.say("The history was wiped.")
    assert last_row(panel) == ROW
    panel.steps.doItemsLayout()
    place = panel.steps.visualRect(panel.model.index(panel.model.rowCount() - 1))
    qtbot.waitUntil(lambda: abs(card_of(panel, qtbot).y() - place.y()) <= 1, timeout=WAIT_MS)


@BOTH
@pytest.mark.parametrize("width", [480, 720, 1100])
def test_the_row_is_as_high_as_its_card_needs(panel, qtbot, width):
    panel.resize(width, 640)
    for happening in runs.finished():
        panel.take(happening)
    many = tuple(KeepText(f"field_{n}", "some text that is long") for n in range(12))
    panel.model.offer_to_keep(replace(ROW, texts=many, problem="Not kept: " + "long words " * 12))
    card = card_of(panel, qtbot)
    qtbot.waitUntil(lambda: card.height() >= card.height_at(card.width()), timeout=WAIT_MS)
    inside = card.contentsRect()
    for chip in card.chips:
        assert inside.contains(chip.geometry().translated(chip.parentWidget().pos()))


def test_every_control_of_the_card_has_a_name(offered):
    for control in (offered, offered.name, offered.save, *offered.chips):
        assert control.accessibleName()


@pytest.mark.parametrize(
    ("task", "taken", "name"),
    [
        ("click Save", [], "Click Save"),
        ("click Save.", ["click save", "Click Save 2"], "Click Save 3"),
        (" \n\x07 ", [], "Macro"),
        ("word " * 40, [], ("word " * 40)[:59].rstrip().replace("w", "W", 1)),
        ("x" * 300, [], "X" + "x" * 59),
    ],
)
def test_a_name_is_the_beginning_of_the_task_and_is_free(task, taken, name):
    assert free_name(task, taken) == name


@pytest.fixture
def kept_run(tmp_path):
    """Return a store and a finished run of it that typed and pressed."""
    store = Store(tmp_path)
    log = store.new_run(Task("pay Acme"))
    address = log.picture(painted(3))
    for record in (write(1, "Acme"), click(2, sentence="Click Save")):
        log.intend(record.n, record.proposal, record.action, record.risk)
        log.append(replace(record, pictures=replace(record.pictures, before=address)))
    log.end(Outcome.DONE, "Done.")
    yield store, log.run
    store.close()


@pytest.fixture
def saver(panel, kept_run, tmp_path):
    made = MacroSaver(panel.model, tmp_path, Keeper(), None)
    made.use(kept_run[0])
    yield made
    made.close()


def finish(panel, saver, run, task=None, outcome=Outcome.DONE, steps=2):
    """Let a run begin and end before panel and saver."""
    first, *others, _last = runs.finished()
    told = (replace(first, run=run, task=task or Task("pay Acme")), *others)
    for happening in (*told, Ended(run, outcome, "Done.", steps)):
        panel.take(happening)
        saver.take(happening)


def test_a_finished_run_is_offered_kept_trusted_and_told(panel, saver, kept_run, qtbot, tmp_path):
    _store, run = kept_run
    panel.commands.keep_run.connect(saver.save)
    finish(panel, saver, run)
    card = card_of(panel, qtbot)
    assert card.name.text() == "Pay Acme"
    assert [(chip.text_of.name, chip.text_of.text) for chip in card.chips] == [("vendor", "Acme")]
    with qtbot.waitSignal(saver.kept, timeout=WAIT_MS) as kept:
        card.save.click()
    assert kept.args == ["Pay Acme"]
    opened = library_of(tmp_path).open("Pay Acme")
    assert list(opened.macro.params) == ["vendor"]
    assert opened.macro.steps[1].target.image is not None, "the run's pictures are used"
    assert trust_of(tmp_path).entry(digest(opened.macro, opened.image)).by == "made"
    assert last_row(panel) == OfferRow("Edit", "pay-acme")


def test_a_text_that_is_not_asked_for_stays_as_it_was_typed(
    panel, saver, kept_run, qtbot, tmp_path
):
    _store, run = kept_run
    with qtbot.waitSignal(saver.kept, timeout=WAIT_MS):
        saver.save(run, "Pay", frozenset())
    macro = library_of(tmp_path).open("Pay").macro
    assert (dict(macro.params), macro.steps[0].text) == ({}, "Acme")


def test_a_taken_name_is_told_on_the_card(panel, saver, kept_run, qtbot):
    _store, run = kept_run
    panel.commands.keep_run.connect(saver.save)
    with qtbot.waitSignal(saver.kept, timeout=WAIT_MS):
        saver.save(run, "Pay Acme", frozenset())
    finish(panel, saver, run)
    card = card_of(panel, qtbot)
    assert card.name.text() == "Pay Acme 2"
    card.name.setText("pay acme")
    card.save.click()
    qtbot.waitUntil(lambda: "another name" in last_row(panel).problem, timeout=WAIT_MS)


def everything_is_told(saver, qtbot):
    """Wait until what the saver's threads have said has come to the UI thread."""
    saver._background.join()
    told = []
    saver._background.run_on_main(lambda: told.append("last"))  # behind what the threads have said
    qtbot.waitUntil(lambda: "last" in told, timeout=WAIT_MS)


@pytest.mark.parametrize(
    "how",
    [
        {"task": Task("Play the macro “A”", policy="macro")},
        {"task": Task("pay Acme", approve="dry-run")},
        {"outcome": Outcome.FAILED},
        {"steps": 0},
    ],
    ids=["a macro's own", "dry", "failed", "nothing done"],
)
def test_what_is_not_worth_keeping_is_not_offered(panel, saver, kept_run, qtbot, how):
    finish(panel, saver, kept_run[1], **how)
    everything_is_told(saver, qtbot)
    assert not isinstance(last_row(panel), KeepRow)


def test_a_run_that_was_kept_as_nothing_is_not_offered(panel, saver, kept_run, qtbot):
    store, _run = kept_run
    log = store.new_run(Task("pay Acme", keep="nothing"))
    log.end(Outcome.DONE, "Done.")
    finish(panel, saver, log.run)
    everything_is_told(saver, qtbot)
    assert not isinstance(last_row(panel), KeepRow)


def test_an_offer_that_comes_late_is_not_shown_under_another_run(panel, saver, kept_run, qtbot):
    _store, run = kept_run
    finish(panel, saver, run)
    saver._background.join()
    finish(panel, saver, "another", outcome=Outcome.FAILED)
    everything_is_told(saver, qtbot)
    assert not isinstance(last_row(panel), KeepRow)
