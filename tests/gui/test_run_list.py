"""The runs in the sidebar: under their days, in words that are not cut off where they begin to tell."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF

from app.gui.commands import Commands
from app.gui.window.sidebar import (
    RUN_ROLE,
    WIDTH,
    Heading,
    RunEntry,
    Sidebar,
    beside,
    lines_of,
    look,
    when,
)


@pytest.fixture
def sidebar(qtbot, theme):
    sidebar = Sidebar(theme, Commands())
    qtbot.addWidget(sidebar)
    sidebar.resize(WIDTH, 600)
    sidebar.show()
    qtbot.waitExposed(sidebar)
    return sidebar


def entry(run, task, outcome="done", mode="ask"):
    return RunEntry(run, task, outcome, datetime.now(UTC).isoformat(), mode)


def test_runs_stand_under_their_days_newest_first(sidebar, monkeypatch):
    noon = datetime(2026, 5, 6, 12).astimezone()  # at midnight, now and a moment ago are two days
    monkeypatch.setattr(sidebar._model, "_now", lambda: noon)
    moments = [(noon - timedelta(days=days)).isoformat() for days in (0, 1, 1)]
    tasks = zip(("one", "two", "three"), moments, strict=True)
    sidebar.show_runs([RunEntry(task, task, "done", started) for task, started in tasks])
    model = sidebar.runs.model()
    rows = [model.index(n, 0).data(RUN_ROLE) for n in range(model.rowCount())]
    words = [row.words if isinstance(row, Heading) else row.task for row in rows]
    assert words == ["Today", "one", "Yesterday", "two", "three"]


@pytest.mark.parametrize(
    ("mode", "outcome", "said"),
    [
        ("ask", "done", "Save, done, "),
        ("auto", "done", "Save, done, Auto "),
        ("assist", "stopped", "Save, stopped, Assist "),
        ("dry-run", "done", "Save, only shown, Dry run "),
        ("ask", "failed", "Save, not done, "),
        ("ask", "not_understood", "Save, say it otherwise, "),
        ("ask", "needs_model", "Save, say it otherwise, "),
        ("ask", "not_found", "Save, say it otherwise, "),
        ("ask", "ambiguous", "Save, say it otherwise, "),
    ],
)
def test_a_run_says_how_it_was_approved(sidebar, mode, outcome, said):
    sidebar.show_runs([entry("r", "Save", outcome, mode=mode)])
    index = sidebar.runs.model().index(1)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole).startswith(said)


def test_a_run_that_is_done_says_how_many_effects_were_not_seen(sidebar):
    run = replace(entry("r", "Sign in"), unseen=2)
    sidebar.show_runs([run])
    index = sidebar.runs.model().index(1)
    told = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert told.startswith("Sign in, done, 2 not verified, ")
    assert look(run)[:2] == ("check", "r2")


def test_a_long_title_takes_the_room_of_how_the_run_was_approved(sidebar, theme):
    metrics = QFontMetricsF(theme.font("small"))
    run = entry("r", "Rename the scans", mode="auto")
    both = metrics.horizontalAdvance(run.title) + metrics.horizontalAdvance(when(run))
    assert beside(run, metrics, metrics, both + 1) == when(run)
    assert when(run) == f"Auto {beside(run, metrics, metrics, both - 1)}"


@pytest.mark.parametrize(
    ("title", "room", "lines"),
    [
        ("click Save", "click Save", ("click Save", "")),
        ("click Save, then close it", "click Save,…", ("click Save,", "then close it")),
        ("click Save, then close it", "click Sav…", ("click", "Save, then close it")),
        ("Donaudampfschiff", "Donaudam…", ("Donaudam", "pfschiff")),
    ],
)
def test_a_long_title_goes_on_in_a_second_line(theme, title, room, lines):
    metrics = QFontMetricsF(theme.font("small"))
    width = metrics.horizontalAdvance(room) + 1
    assert lines_of(entry("r", title), metrics, width, 0) == lines


def test_a_title_that_leaves_no_room_for_the_time_goes_on_below(theme):
    metrics, run = QFontMetricsF(theme.font("small")), entry("r", "click the Save button")
    whole = metrics.horizontalAdvance(run.title) + 1
    assert lines_of(run, metrics, whole + 20, 20) == ("click the Save button", "")
    assert lines_of(run, metrics, whole, 20) == ("click the Save", "button")


def test_rows_are_as_high_as_their_words_need(sidebar):
    sidebar.show_runs(
        [entry("a", "Save"), entry("b", "click Save, then type a long text into Note")]
    )
    rows, model = sidebar.runs, sidebar.runs.model()
    one, two = (rows.sizeHintForIndex(model.index(n)).height() for n in (1, 2))
    assert two > one


def test_a_renamed_run_is_told_by_its_name_and_its_task(sidebar):
    sidebar.show_runs([replace(entry("r", "click Save"), name="Invoices")])
    index = sidebar.runs.model().index(1)
    assert index.data(Qt.ItemDataRole.ToolTipRole).startswith("Invoices\nclick Save\nDone")
    assert index.data(Qt.ItemDataRole.AccessibleTextRole).startswith("Invoices, done")
