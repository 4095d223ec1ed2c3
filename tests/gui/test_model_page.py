"""The model page: every state paints, every press is told, nothing is cut at any size of text."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QTableView

from app.gui.commands import ModelWishes
from app.gui.model_page.page import FigureCard, ModelPage
from app.gui.model_page.steps import StepChart, grid_step_s
from app.gui.widgets.buttons import Button
from app.gui.widgets.theme import Theme
from automation.core.generation import LoadProgress
from tests.gui import sample_models as models

SHOWN = {
    "empty": {"Load model", "Get the weights", "Choose folder"},
    "failed": {"Try again", "Get the weights", "Choose folder"},
    "loading": {"Cancel"},
    "ready": {"Calibrate", "Eject", "As a table"},
    "working": {"Calibrate", "Eject", "As a table"},
    "calibrating": {"Calibrate", "Eject", "As a table", "Cancel"},
}
PRESSES = [
    ("empty", "Load model", "load", [models.FOLDER]),
    ("failed", "Try again", "load", [models.FOLDER]),
    ("empty", "Get the weights", "weights", []),
    ("loading", "Cancel", "cancel", []),
    ("calibrating", "Cancel", "cancel", []),
    ("ready", "Eject", "eject", []),
    ("ready", "Calibrate", "calibrate", []),
]
BOTH = pytest.mark.parametrize("theme", ["light", "dark"], indirect=True)
TEXTS = {"100": (1.0, 100), "150": (1.5, 100), "200": (2.0, 100), "german": (1.0, 135)}


@pytest.fixture(params=TEXTS)
def text(request, qapp):
    """Give text of another size, or a third wider, as German is."""
    factor, stretch = TEXTS[request.param]
    before, font = qapp.font(), qapp.font()
    font.setPointSizeF(10.5 * factor)
    font.setStretch(stretch)
    qapp.setFont(font)
    theme = Theme("light")
    theme.apply(qapp)
    yield theme
    qapp.setFont(before)


@pytest.fixture
def show(qtbot):
    def made(theme, state, size=(1040, 760), folder=models.FOLDER):
        page = ModelPage(theme, ModelWishes())
        qtbot.addWidget(page)
        page.resize(*size)
        page.show_folder(folder)
        page.show_status(models.STATES[state])
        if state not in ("empty", "loading", "failed"):
            page.show_log(models.log())
        page.show()
        qtbot.waitExposed(page)
        return page

    return made


def visible(page, kind=Button):
    return [widget for widget in page.findChildren(kind) if widget.isVisible()]


def button(page, text):
    return next(found for found in visible(page) if found.text() == text)


def words(page):
    return " | ".join(label.text() for label in visible(page, QLabel))


@BOTH
@pytest.mark.parametrize("state", models.STATES)
def test_every_state_paints_and_shows_what_can_be_done(show, theme, state):
    page = show(theme, state)
    assert not page.grab().isNull()
    assert {found.text() for found in visible(page)} == SHOWN[state]


@pytest.mark.parametrize(("state", "text", "name", "args"), PRESSES)
def test_a_press_is_told(show, theme, qtbot, state, text, name, args):
    page = show(theme, state)
    with qtbot.waitSignal(getattr(page.wishes, name)) as told:
        qtbot.mouseClick(button(page, text), Qt.MouseButton.LeftButton)
    assert told.args == args


def test_without_a_folder_the_weights_come_first(show, theme):
    page = show(theme, "empty", folder="")
    assert {found.text() for found in visible(page)} == {"Get the weights", "Choose folder"}
    assert page.focusProxy().focusProxy() is page.state.weights


def test_a_model_at_work_is_not_taken_away(show, theme):
    page = show(theme, "working")
    assert not page.state.eject.isEnabled()
    assert not page.state.calibrate.isEnabled()


def test_loading_says_how_far_it_is(show, theme):
    page = show(theme, "loading")
    assert page.state.progress.words.text() == "Loading weights, 5.2 of 7.9 GB"
    assert 650 < page.state.progress.bar.value() < 670
    page.show_status(replace(models.LOADING, loading=LoadProgress(0, 0, "Warming up")))
    assert page.state.progress.words.text() == "Warming up"
    assert not page.state.progress.bar.isVisible()


def test_a_failure_is_told_in_its_sentence(show, theme):
    page = show(theme, "failed")
    assert models.FAILED.problem in words(page)
    page.show_status(models.READY)
    assert models.FAILED.problem not in words(page)


def test_a_loaded_model_says_what_it_takes_and_how_it_runs(show, theme):
    said = words(show(theme, "ready"))
    for expected in (
        "Holotron-12B is loaded",
        "13.0 of 24.0 GB used",
        "53 tokens/s",
        "93 % of the prompt reused",
        "0 bytes",
        "portable path",
        "Slower: mamba-ssm is not installed",
        "0..1000, calibrated",
    ):
        assert expected in said


@BOTH
def test_the_memory_bar_is_filled_in_its_proportions(show, theme):
    page = show(theme, "ready")
    bar = page.state._memory._bar
    image = bar.grab().toImage()
    middle = image.height() // 2
    accent, sunken = theme.color("phaseThink").rgb(), theme.color("sunken").rgb()
    row = [image.pixel(x, middle) for x in range(image.width())]
    assert row.count(accent) / image.width() == pytest.approx(8 / 24, abs=0.02)
    assert row.count(sunken) / image.width() == pytest.approx(11 / 24, abs=0.02)


@pytest.mark.parametrize(("width", "columns"), [(1040, 4), (720, 2), (360, 1)])
def test_figures_stand_side_by_side_where_there_is_room(show, theme, qtbot, width, columns):
    page = show(theme, "ready", (width, 760))
    cards = page.findChildren(FigureCard)
    qtbot.waitUntil(lambda: len({card.x() for card in cards}) == columns)


def test_the_chart_is_read_as_a_table(show, theme, qtbot):
    page = show(theme, "ready")
    table = page.findChild(QTableView)
    assert not table.isVisible()
    page.steps.switch.setFocus()
    qtbot.keyClick(page.steps.switch, Qt.Key.Key_Space)
    assert table.isVisible()
    rows = [[table.model().index(0, c).data() for c in range(9)]]
    expected = "1 | 0.10 s | 0.05 s | 0.00 s | 0.00 s | 0.10 s | 0.25 s | 0.50 s | 2.00 s"
    assert rows == [expected.split(" | ")]
    qtbot.keyClick(page.steps.switch, Qt.Key.Key_Space)
    assert page.findChild(StepChart).isVisible()


def test_the_table_keeps_the_rules_of_models(show, theme):
    page = show(theme, "ready")
    fatal = QAbstractItemModelTester.FailureReportingMode.Fatal
    tester = QAbstractItemModelTester(page.findChild(QTableView).model(), fatal)
    page.show_log(models.log(3))
    assert tester.model().rowCount() == 3


@BOTH
def test_every_phase_is_seen_in_the_chart(show, theme):
    page = show(theme, "ready")
    image = page.findChild(StepChart).grab().toImage()
    seen = {image.pixel(x, y) for x in range(40, 90) for y in range(image.height())}
    for phase in ("Capture", "Read", "Act", "Settle"):
        assert theme.color(f"phase{phase}").rgb() in seen


@pytest.mark.parametrize(("most_s", "step_s"), [(0.2, 0.1), (2.7, 1), (3.4, 1.5), (400, 180)])
def test_the_longest_bar_fits_under_the_last_line(most_s, step_s):
    assert grid_step_s(most_s) == step_s


def test_charts_and_bars_are_read_aloud(show, theme):
    page = show(theme, "ready")
    for widget, said in (
        (page.state._memory._bar, "13.0 of 24.0 GB used"),
        (page.findChild(StepChart), "Last 20 steps"),
    ):
        spoken = QAccessible.queryAccessibleInterface(widget)
        assert said in spoken.text(QAccessible.Text.Name)
    assert "Step 20: 0.5 s. " in page.findChild(StepChart).accessibleDescription()


def test_a_folder_is_chosen_without_stopping_anything(show, theme, qtbot, tmp_path):
    page = show(theme, "empty")
    qtbot.mouseClick(page.state.choose, Qt.MouseButton.LeftButton)
    dialog = page.findChild(QFileDialog)
    assert not dialog.isModal()
    with qtbot.waitSignal(page.wishes.choose) as chosen:
        dialog.selectFile(str(tmp_path))
        dialog.accept()
    assert chosen.args == [str(tmp_path)]


def test_the_page_is_walked_with_the_tab_key(show, theme, qtbot):
    page = show(theme, "ready")
    page.setFocus()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is not None)
    seen = []
    for _ in range(6):
        focused = QApplication.focusWidget()
        seen.append(focused)
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
    assert {page.state.calibrate, page.state.eject, page.steps.switch} <= set(seen)
    assert all(widget.accessibleName() for widget in seen)


def test_the_focus_stays_on_the_page_when_its_buttons_go(show, theme, qtbot):
    page = show(theme, "empty")
    page.setFocus()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is not None)
    page.show_status(models.LOADING)
    assert QApplication.focusWidget() is page.state.progress.cancel


@pytest.mark.parametrize("before", ["loading", "calibrating", "failed"])
def test_the_focus_stays_on_the_page_when_the_model_is_there(show, theme, qtbot, before):
    page = show(theme, before)
    page.setFocus()
    page.show_status(models.READY)
    assert page.window().focusWidget() is page.state.calibrate


def test_the_focus_stays_on_the_page_while_nothing_on_it_can_be_pressed(show, theme, qtbot):
    page = show(theme, "ready")
    page.state.eject.setFocus()
    page.show_status(models.WORKING)
    assert page.window().focusWidget() is page.state._title
    assert page.state._title.text() == "Holotron-12B is at work"
    page.show_status(models.READY)
    assert page.window().focusWidget() is page.state.calibrate


def test_the_focus_is_not_taken_from_elsewhere(show, theme, qtbot):
    page = show(theme, "loading")
    page.show_log(models.log())
    page.steps.switch.setFocus()
    page.show_status(models.READY)
    assert page.window().focusWidget() is page.steps.switch


def test_a_note_is_told_in_its_sentence_and_goes(show, theme):
    page = show(theme, "ready")
    page.state.show_note("Places are told in 0..1000.", is_error=False)
    assert page.state.note.text() == "Places are told in 0..1000."
    assert page.state.note.isVisible()
    assert not page.state.problem.isVisible()
    page.state.show_note("No coordinate space fits.", is_error=True)
    assert page.state.problem.words == "No coordinate space fits."
    assert not page.state.note.isVisible()
    page.state.show_note("", is_error=False)
    assert not page.state.problem.isVisible()
    assert not page.state.note.isVisible()


def settle():
    """Let everything be laid out and painted that is still on its way."""
    for _ in range(10):
        QApplication.sendPostedEvents()
        QApplication.processEvents()


class Paints(QObject):
    """Counts what is painted."""

    def __init__(self):
        super().__init__()
        self.count = 0

    def eventFilter(self, _watched, event):
        self.count += event.type() == QEvent.Type.Paint
        return False


@pytest.mark.parametrize("state", models.STATES)
def test_a_page_that_is_told_the_same_again_paints_nothing(show, theme, state):
    page = show(theme, state)
    settle()
    paints = Paints()
    for widget in page.findChildren(QObject):
        widget.installEventFilter(paints)
    page.show_status(replace(models.STATES[state]))
    page.show_folder(models.FOLDER)
    settle()
    assert paints.count == 0


def test_progress_paints_only_itself(show, theme):
    page = show(theme, "loading")
    settle()
    paints = Paints()
    for widget in page.state.findChildren(QLabel):
        if not page.state.progress.isAncestorOf(widget):
            widget.installEventFilter(paints)
    further = LoadProgress(6_000_000_000, 7_900_000_000, "Loading weights")
    page.show_status(replace(models.LOADING, loading=further))
    settle()
    assert page.state.progress.words.text() == "Loading weights, 6.0 of 7.9 GB"
    assert paints.count == 0


@pytest.mark.parametrize("size", [(1040, 760), (480, 500)], ids=str)
@pytest.mark.parametrize("state", ["empty", "calibrating", "failed"])
def test_nothing_is_cut_at_any_size(show, text, qtbot, state, size):
    page = show(text, state, size)
    page.grab()
    cut = [b.text() for b in visible(page) if b.width() < b.sizeHint().width()]
    assert cut == []
    column = page.findChildren(QLabel)
    assert max(w.mapTo(page, w.rect().topRight()).x() for w in column if w.isVisible()) < size[0]
