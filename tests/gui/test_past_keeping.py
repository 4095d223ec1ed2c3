"""A past run becomes a macro on its page, by the card and the code of a run that has just ended."""

import threading
from dataclasses import replace
from datetime import UTC, datetime

import msgspec
import pytest
from PySide6.QtCore import Qt

import app.gui.macros.keep_run as saving
from app.gui.chat.delegate import KeepCard
from app.gui.chat.model import ROW_ROLE
from app.gui.chat.pages import PastPanel
from app.gui.chat.rows import KeepRow, OfferRow
from app.gui.chat.step_list import Offer
from app.gui.macros.keep_run import MacroSaver
from app.gui.window.main_window import MainWindow
from app.gui.wiring import MacroParts, PastRuns
from app.macros.compile import DRY, NOTHING, OWN_MACRO, OWN_SCRIPT, OWN_UNKNOWN
from app.macros.library import library_of, trust_of
from app.settings import Settings
from automation.core.events import Task
from automation.core.proposal import Outcome
from automation.macros.trust import digest
from automation.records.store import Store
from tests.fakes.run_records import painted
from tests.gui import sample_runs as runs
from tests.unit.macros.compile.sample_run import click, write

WAIT_MS = 60_000
NOW = datetime.now(UTC).isoformat()


class Keeper:
    current = msgspec.structs.replace(Settings(), use_ocr=False)


@pytest.fixture
def store(tmp_path):
    opened = Store(tmp_path)
    yield opened
    opened.close()


def ran(store, task="pay Acme", *, outcome=Outcome.DONE, steps=True, **terms):
    """Keep a run that typed and pressed; return its id."""
    log = store.new_run(Task(task, **terms))
    address = log.picture(painted(3))
    for record in (write(1, "Acme"), click(2, sentence="Click Save")) if steps else ():
        log.intend(record.n, record.proposal, record.action, record.risk)
        log.append(replace(record, pictures=replace(record.pictures, before=address)))
    log.end(outcome, "Done.")
    return log.run


@pytest.fixture
def past(qtbot, theme):
    past = PastPanel(theme)
    past.resize(720, 640)
    qtbot.addWidget(past)
    past.show()
    yield past
    past.close_pictures()


class Lost:
    """Takes what a user would be told whose window is gone."""

    def __init__(self):
        self.told = []

    def __call__(self, title, text):
        self.told.append((title, text))


@pytest.fixture
def lost():
    return Lost()


@pytest.fixture
def saver(past, store, tmp_path, panel, lost):
    made = MacroSaver(panel.model, tmp_path, Keeper(), None, lost)
    made.use(store)
    made.show_in(past.model)
    past.opened.connect(made.judge)
    past.commands.keep_run.connect(made.save)
    made.judged.connect(past.show_keepable)
    yield made
    made.close()


def show(past, store, run):
    past.show_run(store.run(run), store.steps(run), store.picture, "Today")


def judged(past, qtbot):
    qtbot.waitUntil(lambda: "Looking" not in past.keep.toolTip(), timeout=WAIT_MS)
    return past.keep.toolTip()


def last_row(past):
    return past.model.index(past.model.rowCount() - 1).data(ROW_ROLE)


def test_a_past_run_is_kept_from_its_page_and_opens_in_the_editor(
    past, saver, store, qtbot, tmp_path
):
    run = ran(store)
    show(past, store, run)
    assert not past.keep.isEnabled()
    assert judged(past, qtbot) == "Keep what was done as a macro that replays without a model"
    qtbot.mouseClick(past.keep, Qt.MouseButton.LeftButton)
    row = last_row(past)
    assert (row.name, [(text.name, text.text) for text in row.texts]) == (
        "Pay Acme",
        [("vendor", "Acme")],
    )
    (card,) = (card for card in past.findChildren(KeepCard) if card.isVisible())
    assert past.focusWidget() is card.name
    with qtbot.waitSignal(saver.kept, timeout=WAIT_MS):
        card.save.click()
    opened = library_of(tmp_path).open("Pay Acme")
    assert list(opened.macro.params) == ["vendor"]
    assert trust_of(tmp_path).is_trusted(digest(opened.macro, opened.image))
    assert last_row(past) == OfferRow("Edit", "pay-acme")
    (offer,) = (offer for offer in past.findChildren(Offer) if offer.isVisible())
    with qtbot.waitSignal(past.commands.edit_macro, timeout=WAIT_MS) as pressed:
        offer.button.click()
    assert pressed.args == ["pay-acme"]
    qtbot.waitUntil(lambda: past._offered.name == "Pay Acme 2", timeout=WAIT_MS)


def test_a_run_that_did_not_end_well_can_be_kept_when_that_is_wanted(past, saver, store, qtbot):
    show(past, store, ran(store, outcome=Outcome.STOPPED))
    judged(past, qtbot)
    past.keep.click()
    assert isinstance(last_row(past), KeepRow)


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ({"policy": "macro"}, OWN_MACRO),
        ({"policy": "macro", "task": "Run the script “a.py”"}, OWN_SCRIPT),
        ({"policy": "macro", "keep": "nothing", "steps": False}, OWN_UNKNOWN),
        ({"approve": "dry-run"}, DRY),
        ({"steps": False}, NOTHING),
        ({"keep": "nothing", "steps": False}, "was kept; do it again without --keep nothing."),
    ],
    ids=[
        "a macro's own",
        "a script's own",
        "a macro's or a script's, not kept",
        "dry",
        "nothing done",
        "nothing kept",
    ],
)
def test_what_no_macro_can_be_made_of_says_why(past, saver, store, qtbot, how, why):
    show(past, store, ran(store, **how))
    assert judged(past, qtbot).endswith(why)
    assert past.keep.accessibleDescription() == past.keep.toolTip()
    assert not past.keep.isEnabled()
    before = past.model.rowCount()
    past.keep.click()
    assert past.model.rowCount() == before


@pytest.mark.parametrize("policy", ["macro", "commands"])
def test_run_again_plays_a_macro_and_sends_any_other_task(past, saver, store, qtbot, policy):
    run = ran(store, policy=policy)
    show(past, store, run)
    heard = []
    past.commands.play_again.connect(lambda run: heard.append(("play", run)))
    past.commands.send.connect(lambda task: heard.append(("task", task)))
    past.again.click()
    assert heard == [("play", run) if policy == "macro" else ("task", "pay Acme")]


def test_what_nobody_can_run_again_is_not_offered_to(past, saver, store, qtbot):
    script = ran(store, "Run the script “a.py”", policy="macro")
    unkept = [ran(store, keep="nothing", steps=False, policy=one) for one in ("auto", "macro")]
    for run, is_offered in (
        (script, False),
        (ran(store, policy="macro"), True),
        (unkept[0], False),
        (ran(store), True),
        (unkept[1], False),
        (ran(store, asked_by="Agent"), False),
    ):
        show(past, store, run)
        assert past.again.isVisible() == is_offered


def test_what_can_be_asked_for_again_is_no_run_of_a_script(qtbot, theme, store):
    window = MainWindow(theme, Settings(), ())
    qtbot.addWidget(window)
    past = PastRuns(window, window)
    past.use(store)
    for task, policy in (("pay", "auto"), ("Run the script “a.py”", "macro"), ("Play", "macro")):
        ran(store, task, policy=policy)
    ran(store, "unkept", keep="nothing", steps=False)
    ran(store, "look at Firefox", steps=False, asked_by="Agent")
    assert past.tasks() == ["Play", "pay"]
    window.close_pictures()


def test_run_again_under_a_play_that_has_just_ended_plays_it(panel):
    first, *others = runs.finished()
    heard = []
    panel.commands.play_again.connect(heard.append)
    panel.commands.send.connect(heard.append)
    panel.take(replace(first, task=Task("Play the macro “A”", policy="macro")))
    for happening in others:
        panel.take(happening)
    panel.status._again.click()
    assert heard == [first.run]


def test_what_another_program_asked_for_is_not_offered_to_be_run_again_or_kept(panel, saver):
    first, *others = runs.finished()
    first = replace(first, task=Task("click Save", asked_by="Agent"))
    for happening in (first, *others):
        panel.take(happening)
        saver.take(happening)
    assert panel.status._again.isHidden()
    assert not saver._is_own
    for happening in runs.finished():
        panel.take(happening)
    assert not panel.status._again.isHidden()


def test_what_is_found_out_of_another_run_changes_nothing(past, saver, store, qtbot):
    show(past, store, ran(store, policy="macro"))
    assert judged(past, qtbot) == OWN_MACRO
    past.show_keepable("another", KeepRow("another", "Name"))
    assert not past.keep.isEnabled()


def test_a_taken_name_is_told_on_the_card(past, saver, store, qtbot):
    run = ran(store)
    with qtbot.waitSignal(saver.kept, timeout=WAIT_MS):
        saver.save(run, "Pay Acme", frozenset())
    show(past, store, run)
    judged(past, qtbot)
    past.keep.click()
    (card,) = (card for card in past.findChildren(KeepCard) if card.isVisible())
    assert card.name.text() == "Pay Acme 2"
    card.name.setText("pay acme")
    card.save.click()
    qtbot.waitUntil(lambda: "another name" in last_row(past).problem, timeout=WAIT_MS)


def held(monkeypatch):
    """Hold up whoever reads the pictures of a run; return what lets them go on."""
    import app.macros.compile as keeping

    go_on, begun = threading.Event(), threading.Event()
    compiled_run = keeping.compiled_run

    def slow(*arguments, **terms):
        if terms.get("has_pictures", True):
            begun.set()
            assert go_on.wait(60)
        return compiled_run(*arguments, **terms)

    monkeypatch.setattr(keeping, "compiled_run", slow)
    return go_on, begun


def test_a_quit_gives_up_what_takes_too_long_and_tells_it(
    saver, store, lost, monkeypatch, tmp_path
):
    go_on, begun = held(monkeypatch)
    monkeypatch.setattr(saving, "CLOSE_S", 0.1)
    saver.save(ran(store), "Pay Acme", frozenset())
    assert begun.wait(60)
    saver.close()
    ((title, text),) = lost.told
    assert title == "Not kept as a macro"
    assert text.startswith("“Pay Acme” was still being made when deskhand ended. The run is in the")
    go_on.set()
    saver._background.join()
    assert library_of(tmp_path).entries() == ()
    assert trust_of(tmp_path).entries() == ()


def test_a_quit_waits_for_what_is_nearly_kept(saver, store, lost, monkeypatch, tmp_path):
    go_on, begun = held(monkeypatch)
    monkeypatch.setattr(saving, "CLOSE_S", 60.0)
    saver.save(ran(store), "Pay Acme", frozenset())
    assert begun.wait(60)
    later = threading.Timer(0.05, go_on.set)
    later.start()
    saver.close()
    later.join()
    assert lost.told == []
    assert [entry.name for entry in library_of(tmp_path).entries()] == ["Pay Acme"]


def test_the_window_joins_the_page_of_past_runs(qtbot, theme, tmp_path, store):
    from app.gui.runs import RunStarter
    from app.settings import Folders

    folders = Folders(tmp_path, tmp_path, tmp_path / "runtime")
    window = MainWindow(theme, Settings(), ())
    qtbot.addWidget(window)
    runs = RunStarter(folders.runtime, lambda: None, window)
    parts = MacroParts(window, folders, runs, Keeper(), window)
    parts.saver.use(store)
    opened = []
    parts.control.editor_wanted.connect(opened.append)
    run = ran(store)
    window.past.show_run(store.run(run), store.steps(run), store.picture)
    past = window.past.page
    judged(past, qtbot)
    past.keep.click()
    with qtbot.waitSignal(parts.saver.kept, timeout=WAIT_MS):
        past.commands.keep_run.emit(run, "Pay", frozenset())
    past.commands.edit_macro.emit("pay")
    assert opened == ["pay"]
    window.close_pictures()
    parts.close()
