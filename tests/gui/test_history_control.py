"""The window's side of keeping: limits, the wipe that asks once more, and what is said of it."""

import threading

import pytest

from app.gui.preferences.editor import NumberBox, Switch
from app.gui.preferences.pages import WIPE_SENTENCE, WipeButton, WipeResult
from app.gui.preferences.window import PreferencesWindow
from app.gui.runs import HistoryControl
from app.macros.request import FILE, Filled, LastValues
from app.settings import Keeping, Settings, limits_of
from automation.core.events import Task
from automation.core.proposal import Outcome
from automation.records.removal import Limits
from automation.records.store import Store
from tests.fakes.crashed_runs import crash


@pytest.fixture
def store(tmp_path):
    opened = Store(tmp_path / "data")
    log = opened.new_run(Task("one"))
    log.end(Outcome.DONE, "Done.")
    yield opened
    opened.close()


@pytest.fixture
def control(qapp, store, tmp_path):
    made = HistoryControl(Keeping(), tmp_path / "data")
    yield made
    made.close()


def test_the_settings_are_the_limits():
    keeping = Keeping(picture_days=3, picture_gb=0.5, text_days=30)
    assert limits_of(keeping) == Limits(3, 500_000_000, 30)


def test_a_wipe_takes_every_run_and_says_so(qtbot, control, store):
    control.use(store)
    control.close()
    listed = []
    control.changed.connect(lambda: listed.append(store.runs()))
    with qtbot.waitSignal(control.said) as said:
        control.wipe_all()
    assert listed == [()]
    words, is_error = said.args
    assert "1 run" in words
    assert not is_error


def test_a_wipe_takes_what_was_filled_in_for_macros(qtbot, control, store, tmp_path):
    values = LastValues(tmp_path / "data" / FILE)
    values.put("orders", Filled({"number": "4711"}))
    control.use(store)
    control.close()
    with qtbot.waitSignal(control.said) as said:
        control.wipe_all()
    assert "1 macro's last values" in said.args[0]
    assert values.count == 0


def test_a_sweep_takes_reports_whose_runs_are_gone(control, store, tmp_path):
    reports = tmp_path / "data" / "macro-runs"
    reports.mkdir()
    known = store.runs()[0].run
    for run in (known, "gone"):
        (reports / f"{run}.json").write_text("{}")
    control.use(store)
    control.close()
    assert [file.stem for file in reports.iterdir()] == [known]


def test_a_wipe_during_a_run_is_refused_in_a_sentence(qtbot, control, store):
    control.use(store)
    control.close()
    log = store.new_run(Task("live"))
    with qtbot.waitSignal(control.said) as said:
        control.wipe_all()
    assert said.args == [
        "Not wiped: a run is going on; wait for its end or stop it, then try again.", True,
    ]  # fmt: skip
    assert len(store.runs()) == 2
    log.end(Outcome.DONE, "")


def test_a_wipe_before_there_is_a_history_is_said(qtbot, control):
    with qtbot.waitSignal(control.said) as said:
        control.wipe_all()
    assert said.args[1]


def test_what_was_found_amiss_at_the_start_is_said(qtbot, control, tmp_path):
    home = tmp_path / "harmed"
    home.mkdir(mode=0o700)
    (home / "history.db").write_bytes(b"no database" * 500)
    harmed = Store(home)
    with qtbot.waitSignal(control.said) as said:
        control.use(harmed)
    assert "is kept as history.db.corrupt-" in said.args[0]
    control.close()
    harmed.close()


def test_a_run_that_a_crash_cut_off_is_told_at_the_start(qtbot, control, tmp_path):
    crash(tmp_path / "home", "file the invoice", done=2)
    crashed = Store(tmp_path / "home")
    with qtbot.waitSignal(control.said) as said:
        control.use(crashed)
    assert said.args == [
        "“file the invoice” was cut off: deskhand closed unexpectedly. "
        "2 steps were done; nothing is held down. See the list of runs.", True,
    ]  # fmt: skip
    control.close()
    crashed.close()


def test_where_nothing_was_cut_off_nothing_is_said(control, store):
    told = []
    control.said.connect(lambda *said: told.append(said))
    control.use(store)
    control.close()
    assert told == []


def test_one_press_does_not_wipe(qtbot, theme):
    button = WipeButton(theme)
    qtbot.addWidget(button)
    button.show()
    pressed = []
    button.confirmed.connect(lambda: pressed.append(1))
    button.ask.click()
    assert not pressed
    assert button.no.isVisible()
    button.no.click()
    assert not pressed
    button.ask.click()
    button.yes.click()
    assert not pressed
    qtbot.waitUntil(button.yes.isEnabled)
    button.yes.click()
    assert pressed == [1]
    assert button.ask.isVisible()


def test_the_page_changes_the_settings_and_hands_the_wipe_on(qtbot, theme):
    window = PreferencesWindow(theme, Settings(), lambda chord: "")
    qtbot.addWidget(window)
    window.show()
    names = [window.categories.item(n).text() for n in range(window.categories.count())]
    window.categories.setCurrentRow(names.index("History"))
    (button,) = window.findChildren(WipeButton)
    button.ask.click()
    qtbot.waitUntil(button.yes.isEnabled)
    with qtbot.waitSignal(window.wipe_wanted):
        button.yes.click()
    days = next(
        box for box in window.findChildren(NumberBox) if box.accessibleName() == "Pictures stay"
    )
    with qtbot.waitSignal(window.changed) as changed:
        days.setValue(30)
    assert changed.args[0].keeping == Keeping(picture_days=30)
    keeps = next(
        box for box in window.findChildren(Switch) if box.accessibleName() == "Keep what runs do"
    )
    with qtbot.waitSignal(window.changed) as changed:
        keeps.click()
    assert changed.args[0].keeping == Keeping(picture_days=30, runs="nothing")


def test_a_wipe_waits_for_a_sweep_and_is_done_once(qtbot, control, store, monkeypatch):
    may_go_on = threading.Event()
    swept = store.sweep

    def slow(limits):
        assert may_go_on.wait(60)
        return swept(limits)

    monkeypatch.setattr(store, "sweep", slow)
    told = []
    control.said.connect(lambda *said: told.append(said))
    control.use(store)
    control.wipe_all()
    control.wipe_all()
    may_go_on.set()
    qtbot.waitUntil(lambda: bool(told), timeout=60_000)
    control.close()
    assert [(words.startswith("Wiped: 1 run,"), is_error) for words, is_error in told] == [
        (True, False)
    ]


def test_how_the_wipe_went_comes_into_view_in_a_small_window(qtbot, theme):
    window = PreferencesWindow(theme, Settings(), lambda chord: "")
    qtbot.addWidget(window)
    window.resize(700, 500)
    window.show()
    names = [window.categories.item(n).text() for n in range(window.categories.count())]
    window.categories.setCurrentRow(names.index("History"))
    (result,) = window.findChildren(WipeResult)
    window.wiped.emit(
        "Wiped: 59 runs, 128 pictures. " + "Old blocks may stay on a flash disk. " * 3
    )
    whole = result.heightForWidth(result.width())

    def seen():
        return result.visibleRegion().boundingRect().height()

    qtbot.waitUntil(lambda: result.height() == whole == seen())


def test_the_words_before_a_wipe_say_that_pinned_runs_go_too():
    assert "pinned ones too" in WIPE_SENTENCE
