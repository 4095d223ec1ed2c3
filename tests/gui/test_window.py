"""The main window: tasks by keyboard only, narrow layout, past runs, every key of the key map."""

import gc
import weakref
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import QBuffer, QIODevice, Qt
from PySide6.QtWidgets import QApplication, QLabel

from app.gui.application import EXAMPLES
from app.gui.chat.model import ROW_ROLE
from app.gui.chat.pages import GOALS
from app.gui.widgets.buttons import Button
from app.gui.widgets.pictures import frame_image
from app.gui.window.main_window import MainWindow
from app.gui.window.sidebar import RUN_ROLE, RunEntry
from app.settings import ModelSettings, ServerSettings, Settings
from automation.core.errors import Damaged
from automation.core.generation import LoadProgress
from automation.core.proposal import Outcome
from automation.records.rows import RunInfo
from tests.gui import sample_models as models
from tests.gui import sample_runs as runs

BOTH = pytest.mark.parametrize("theme", ["light", "dark"], indirect=True)

CTRL = Qt.KeyboardModifier.ControlModifier


def entry(run, task, outcome="done", days=0, mode="ask"):
    started = datetime.now(UTC) - timedelta(days=days)
    return RunEntry(run, task, outcome, started.isoformat(), mode)


def info(outcome=Outcome.DONE):
    started = datetime.now(UTC) - timedelta(minutes=5)
    ended = started + timedelta(seconds=25)
    return RunInfo(
        run="b" * 12,
        task="Rename the scans",
        policy="commands",
        approve="ask",
        started_utc=started.isoformat(),
        ended_utc=ended.isoformat() if outcome else "",
        outcome=outcome,
        message="Done. The names are right." if outcome else "",
        app_version="1",
        lost_pictures=0,
        steps=1,
    )


def png(_address):
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    frame_image(runs.picture()).save(buffer, "PNG")
    return bytes(buffer.data())


def focused():
    return QApplication.focusWidget()


def type_text(qtbot, text):
    qtbot.keyClicks(focused(), text)


@BOTH
def test_it_opens_with_the_question_and_the_caret_in_the_field(window, qtbot):
    qtbot.waitUntil(lambda: focused() is window.idle.composer.focusProxy())
    assert window.page is window.idle


def test_a_task_is_sent_by_keyboard_only(window, qtbot):
    qtbot.waitUntil(lambda: focused() is not None)
    type_text(qtbot, "click Save")
    with qtbot.waitSignal(window.commands.send) as sent:
        qtbot.keyClick(focused(), Qt.Key.Key_Return)
    assert sent.args == ["click Save"]


def test_shift_enter_breaks_the_line_and_sends_nothing(window, qtbot):
    qtbot.waitUntil(lambda: focused() is not None)
    sent = []
    window.commands.send.connect(sent.append)
    type_text(qtbot, "one")
    qtbot.keyClick(focused(), Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    type_text(qtbot, "two")
    assert sent == []
    qtbot.keyClick(focused(), Qt.Key.Key_Return)
    assert sent == ["one\ntwo"]


def test_an_empty_task_is_not_sent(window, qtbot):
    qtbot.waitUntil(lambda: focused() is not None)
    sent = []
    window.commands.send.connect(sent.append)
    type_text(qtbot, "   ")
    qtbot.keyClick(focused(), Qt.Key.Key_Return)
    assert sent == []


def test_no_task_is_taken_while_one_runs(window, qtbot):
    for happening in runs.running():
        window.take(happening)
    sent = []
    window.commands.send.connect(sent.append)
    window.focus_field()
    type_text(qtbot, "another")
    qtbot.keyClick(focused(), Qt.Key.Key_Return)
    assert sent == []


def test_an_example_is_put_into_the_field_and_not_sent(window, qtbot):
    buttons = window.idle.findChildren(Button)
    sent = []
    window.commands.send.connect(sent.append)
    example = next(button for button in buttons if button.text() == EXAMPLES[0])
    qtbot.mouseClick(example, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: focused() is window.idle.composer.focusProxy())
    assert (focused().toPlainText(), sent) == (EXAMPLES[0], [])


def test_a_run_takes_the_page_and_its_title(window):
    for happening in runs.begun():
        window.take(happening)
    assert window.page is window.chat
    assert window.head._title.accessibleName() == runs.TASK


@pytest.mark.parametrize(
    ("key", "name"),
    [(Qt.Key.Key_Comma, "settings"), (Qt.Key.Key_Q, "quit")],
)
def test_shortcuts_ask_for_what_they_say(window, qtbot, key, name):
    with qtbot.waitSignal(getattr(window.commands, name)):
        qtbot.keyClick(window, key, CTRL)


@pytest.mark.parametrize(
    ("happenings", "name"),
    [(runs.running(), "pause"), (runs.paused(), "resume")],
)
def test_one_key_pauses_and_goes_on(window, qtbot, happenings, name):
    for happening in happenings:
        window.take(happening)
    with qtbot.waitSignal(getattr(window.commands, name)):
        qtbot.keyClick(window, Qt.Key.Key_P, CTRL)


def test_ctrl_n_goes_back_to_the_question_after_a_run_and_to_the_chat_during_one(window, qtbot):
    for happening in runs.running():
        window.take(happening)
    qtbot.keyClick(window, Qt.Key.Key_N, CTRL)
    assert window.page is window.chat
    for happening in runs.finished():
        window.take(happening)
    qtbot.keyClick(window, Qt.Key.Key_N, CTRL)
    assert window.page is window.idle
    assert window.chat.model.rowCount() == 0


def test_the_key_map_comes_and_goes_by_keys_and_never_stops_a_run(window, qtbot):
    for happening in runs.running():
        window.take(happening)
    stops = []
    window.commands.stop.connect(lambda: stops.append(1))
    qtbot.keyClick(window, Qt.Key.Key_Slash, CTRL)
    assert window.page not in (window.idle, window.chat)
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert window.page is window.chat
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert stops == []


def test_f6_walks_through_the_parts_of_the_window(window, qtbot):
    window.sidebar.show_runs([entry("a", "one")])
    for happening in runs.finished():
        window.take(happening)
    window.focus_field()
    seen = []
    for _ in range(3):
        qtbot.keyClick(window, Qt.Key.Key_F6)
        seen.append(focused())
    assert seen == [window.sidebar.runs, window.chat.steps, window.chat.composer.focusProxy()]


def test_tab_reaches_every_button_and_never_gets_stuck(window, qtbot):
    window.focus_field()
    seen = set()
    for _ in range(40):
        qtbot.keyClick(focused(), Qt.Key.Key_Tab)
        seen.add(focused())
    expected = {window.sidebar.new, window.sidebar.search, window.sidebar.model}
    assert expected | {window.head._mode_button, window.head.chip} <= seen
    assert all(widget.accessibleName() for widget in seen if widget is not window)


def test_arrow_keys_pass_over_the_days(window, qtbot):
    window.sidebar.show_runs([entry("a", "one"), entry("b", "two", days=1)])
    view = window.sidebar.runs
    view.setFocus()
    view.setCurrentIndex(view.model().index(1, 0))
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert view.currentIndex().data(RUN_ROLE).run == "b"


def test_search_shows_only_tasks_with_these_words(window, qtbot):
    window.sidebar.show_runs([entry("a", "Rename scans"), entry("b", "Export list")])
    qtbot.keyClick(window, Qt.Key.Key_F, CTRL)
    type_text(qtbot, "SCAN")
    assert window.sidebar.runs.model().rowCount() == 2
    type_text(qtbot, "zzz")
    assert window.sidebar._empty.text() == "No task has these words."


def test_a_run_is_chosen_with_enter(window, qtbot):
    window.sidebar.show_runs([entry("a", "one")])
    view = window.sidebar.runs
    view.setFocus()
    view.setCurrentIndex(view.model().index(1, 0))
    with qtbot.waitSignal(window.commands.open_run) as chosen:
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert chosen.args == ["a"]


def test_a_past_run_is_shown_with_its_pictures_and_what_it_touched(window, qtbot):
    window.past.show_run(info(), (runs.record(),), png)
    model = window.past.page.model
    qtbot.waitUntil(lambda: model.crop("1") is not None)
    spoken = [model.index(row).data() for row in range(model.rowCount())]
    assert spoken[0] == "You: Rename the scans"
    assert "Done. The names are right." in spoken
    assert spoken[-1] == f"It touched: “{runs.WINDOW}”."
    assert "1 step done in 0:25, 1 seen, asked once" in spoken


def test_a_past_run_without_its_pictures_is_shown_all_the_same(window, qtbot, caplog):
    asked = []

    def lost(address):
        asked.append(address)
        raise Damaged("the picture is not in the history")

    window.past.show_run(info(), (runs.record(),), lost)
    qtbot.waitUntil(lambda: bool(asked))
    model = window.past.page.model
    assert model.rowCount() == 5
    qtbot.waitUntil(lambda: model.index(1).data(ROW_ROLE).crop_key == "")


def test_a_run_whose_end_was_lost_says_so(window):
    window.past.show_run(info(outcome=None), (), png)
    spoken = window.past.page.model.index(1).data()
    assert spoken == "The end of this run was not recorded."


def test_a_run_goes_on_behind_a_past_one(window):
    for happening in runs.running():
        window.take(happening)
    window.past.show_run(info(), (runs.record(),), png)
    window.take(runs.finished()[-1])
    assert window.page is window.past.page
    window.focus_field()
    assert window.page is window.chat


def test_a_narrow_window_folds_the_sidebar_into_a_drawer(window, qtbot):
    window.resize(700, 700)
    qtbot.waitUntil(lambda: not window.sidebar.isVisible())
    qtbot.mouseClick(window.head.menu, Qt.MouseButton.LeftButton)
    assert window.sidebar.isVisible()
    assert window.sidebar.parent() is window
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert not window.sidebar.isVisible()


def test_a_press_beside_the_drawer_closes_it(window, qtbot):
    window.resize(700, 700)
    qtbot.waitUntil(window.head.menu.isVisible)
    window._drawer.open()
    qtbot.mouseClick(window._drawer._outside, Qt.MouseButton.LeftButton)
    assert not window.sidebar.isVisible()


def test_the_sidebar_comes_back_as_it_was_when_there_is_room(window, qtbot):
    width = window.sidebar.width()
    window.resize(700, 700)
    qtbot.waitUntil(lambda: not window.sidebar.isVisible())
    window.resize(1280, 800)
    qtbot.waitUntil(lambda: window.sidebar.isVisible() and window.sidebar.width() == width)


def test_the_mode_is_chosen_and_kept_while_a_run_lives(window, qtbot):
    with qtbot.waitSignal(window.commands.mode) as chosen:
        window.head._actions["assist"].trigger()
    assert (chosen.args, window.mode) == (["assist"], "assist")
    for happening in runs.running():
        window.take(happening)
    assert not window.head._mode_button.isEnabled()


def test_the_foot_says_what_is_wrong_with_the_stop_key(window):
    window.foot.show_keys(stop="", bar="", problem="The Pause key is taken. Choose another.")
    assert window.foot._stop.accessibleName() == "The Pause key is taken. Choose another."


@BOTH
def test_a_change_of_theme_repaints_without_a_warning(window, theme, qtbot):
    for happening in runs.waiting():
        window.take(happening)
    theme.set_choice("dark" if theme.choice == "light" else "light")
    assert not window.grab().isNull()


def hint_words(window):
    return f"{window.idle.hint._title.text()} {window.idle.hint._rest.text()}"


def example_words(window):
    return [button.text() for button in window.idle.sayings if button.isVisible()]


def test_who_decides_is_chosen_and_kept_while_a_run_lives(window, qtbot):
    with qtbot.waitSignal(window.commands.policy) as chosen:
        window.head.chip.actions_of["commands"].trigger()
    assert (chosen.args, window.policy) == (["commands"], "commands")
    for happening in runs.running():
        window.take(happening)
    assert not window.head.chip.isEnabled()
    assert not window.head.chip.menu.isEnabled()


def test_who_decides_is_in_the_menu_where_the_chip_has_no_room(window, qtbot):
    window.resize(480, 560)
    qtbot.waitUntil(lambda: not window.head.chip.isVisible())
    menus = [action.menu() for action in window.head._more_menu.actions()]
    assert window.head.chip.menu in menus


@pytest.mark.qt_log_ignore("^This plugin does not support grabbing the keyboard", extend=True)
def test_the_chip_opens_its_menu_by_key(window, qtbot):
    window.head.chip.setFocus()
    qtbot.keyClick(window.head.chip, Qt.Key.Key_Space)
    qtbot.waitUntil(window.head.chip.menu.isVisible)
    window.head.chip.menu.close()


def test_settings_say_who_decides_without_telling_back(window):
    told = []
    window.commands.policy.connect(told.append)
    window.set_settings(Settings(model=ModelSettings(policy="holotron", folder="/models/a")))
    assert (window.policy, window.models.folder, told) == ("holotron", "/models/a", [])


@BOTH
def test_what_is_loaded_is_said_everywhere_in_the_window(window):
    window.models.show_status(models.READY)
    assert window.head.chip.accessibleName() == "Decides: Holotron-12B, and commands"
    assert window.sidebar.model.state == "12.0 GB"
    assert not window.idle.hint.isVisible()
    window.models.show_status(models.EMPTY)
    assert window.head.chip.accessibleName() == "Decides: Commands, on this computer"
    assert window.sidebar.model.state == "not loaded"
    assert "No model is loaded." in hint_words(window)


def test_examples_fit_who_decides(window, qtbot):
    assert example_words(window) == list(EXAMPLES)
    window.models.show_status(models.READY)
    qtbot.waitUntil(lambda: example_words(window) == [*GOALS[:2], EXAMPLES[0]])
    window.head.chip.actions_of["commands"].trigger()
    qtbot.waitUntil(lambda: example_words(window) == list(EXAMPLES))
    window.head.chip.actions_of["holotron"].trigger()
    qtbot.waitUntil(lambda: example_words(window) == list(GOALS))


def test_what_can_be_said_of_the_window_in_front_is_done_by_one_press(window, qtbot):
    window.idle.show_front("Orders", ("click Save", "tick Urgent"))
    qtbot.waitUntil(lambda: example_words(window) == ["click Save", "tick Urgent"])
    with qtbot.waitSignal(window.commands.send) as sent:
        qtbot.mouseClick(window.idle.sayings[1], Qt.MouseButton.LeftButton)
    assert sent.args == ["tick Urgent"]
    window.idle.show_front("", ())
    qtbot.waitUntil(lambda: example_words(window) == list(EXAMPLES))
    qtbot.mouseClick(window.idle.sayings[0], Qt.MouseButton.LeftButton)
    assert window.idle.composer._field.toPlainText() == EXAMPLES[0]


def test_loading_is_told_on_the_first_page_and_in_the_sidebar(window, qtbot):
    window.models.show_status(models.LOADING)
    assert "Loading weights, 5.2 of 7.9 GB" in hint_words(window)
    window.models.show_status(models.FAILED)
    assert models.FAILED.problem in hint_words(window)
    assert window.sidebar.model.state == "failed"


def test_progress_is_shown_ten_times_a_second_at_most(window, qtbot):
    window.models.show_status(models.LOADING)
    told = []
    window.models.changed.connect(told.append)
    for done in range(1, 50):
        loading = LoadProgress(done, 100, "Loading weights")
        window.models.show_status(replace(models.LOADING, loading=loading))
    assert told == []
    qtbot.waitUntil(lambda: bool(told))
    assert [status.loading.done_bytes for status in told] == [49]


def test_a_new_state_is_shown_at_once_and_progress_after_it_is_not(window, qtbot):
    window.models.show_status(models.LOADING)
    further = replace(models.LOADING, loading=LoadProgress(1, 100, "Loading weights"))
    window.models.show_status(further)
    window.models.show_status(models.READY)
    told = []
    window.models.changed.connect(told.append)
    assert window.sidebar.model.state == "12.0 GB"
    window.models.show_status(models.EMPTY)
    assert told == [models.EMPTY]


@pytest.mark.parametrize("way", ["key", "sidebar", "menu"])
def test_the_model_page_is_reached_in_every_way(window, qtbot, way):
    if way == "key":
        qtbot.keyClick(window, Qt.Key.Key_4, CTRL)
    elif way == "sidebar":
        qtbot.mouseClick(window.sidebar.model, Qt.MouseButton.LeftButton)
    else:
        window.commands.model.emit()
    assert window.head._title.accessibleName() == "Model"
    assert window.page is window.models._page
    qtbot.keyClick(window, Qt.Key.Key_1, CTRL)
    assert window.page is window.idle


def test_loading_from_the_first_page_begins_at_once_if_the_folder_is_known(window, qtbot):
    told = []
    window.models.wishes.load.connect(told.append)
    button = window.idle.hint.button
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert (told, window.page) == ([], window.models._page)
    window.show_idle()
    window.models.show_folder(models.FOLDER)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert told == [models.FOLDER]


def test_a_model_that_is_being_loaded_is_not_loaded_again(window):
    told = []
    window.models.wishes.load.connect(told.append)
    window.models.show_folder(models.FOLDER)
    window.models.show_status(models.LOADING)
    window.models.want_model()
    assert told == []


def test_the_weights_page_comes_from_the_model_page_and_goes_back(window, qtbot):
    wanted = []
    window.models.wishes.weights.connect(lambda: wanted.append(1))
    window.models.open()
    qtbot.mouseClick(window.page.state.weights, Qt.MouseButton.LeftButton)
    assert (wanted, window.head._title.accessibleName()) == ([1], "Get the weights")
    window.models.show_weights(models.RUNNING)
    assert window.page.progress.words.text().startswith("Getting the weights, 5.2 of 26.3 GB")
    qtbot.mouseClick(window.page.back, Qt.MouseButton.LeftButton)
    assert window.page is window.models._page


def test_a_folder_that_has_a_model_already_is_told_and_shown(window, qtbot):
    window.models.open_weights()
    chosen = []
    window.models.wishes.choose.connect(chosen.append)
    window.page.wishes.existing.emit(models.FOLDER)
    assert (chosen, window.models.folder) == ([models.FOLDER], models.FOLDER)
    assert window.page is window.models._page
    assert window.page.state.load.isVisible()


def test_weights_that_were_fetched_are_loaded_from_their_folder(window):
    window.models.open_weights()
    window.models.show_weights(models.WEIGHTS["done"])
    told = []
    window.models.wishes.load.connect(told.append)
    window.page.load.click()
    assert told == [models.FOLDER]


def test_steps_reach_the_model_page_also_when_it_opens_after_them(window):
    window.models.show_status(models.EMPTY)
    for happening in runs.running():
        window.take(happening)
    window.models.show_status(models.READY)
    window.take(runs.finished()[-2])
    window.models.open()
    assert window.page.steps.switch.isVisible()
    assert window.models._log.stats[0] is models.STATS


def test_a_window_that_is_let_go_is_freed_at_once(theme):
    """One that waits for the garbage collector may lose its parts while it is still painted."""
    gc.disable()
    try:
        window = MainWindow(theme, Settings(), EXAMPLES)
        window.show()
        window.models.open()
        window.models.open_weights()
        for happening in runs.finished():
            window.take(happening)
        seen = weakref.ref(window)
        del window
        assert seen() is None
    finally:
        gc.enable()


def test_a_run_goes_on_behind_the_model_page(window):
    for happening in runs.running():
        window.take(happening)
    window.models.open()
    window.take(runs.finished()[-1])
    assert window.page is window.models._page
    window.focus_field()
    assert window.page is window.chat


def test_the_problem_of_one_folder_is_not_told_of_another(window, qtbot):
    window.models.show_folder("/somewhere/first")
    window.models.show_status(models.FAILED)
    window.models.open()
    state = window.page.state
    assert state.problem.isVisible()
    window.models.show_folder("/somewhere/first")
    assert state.problem.isVisible()
    window.page.wishes.choose.emit("/somewhere/second")
    assert not state.problem.isVisible()
    assert state.load.text() == "Load model"
    assert window.models.status.state == "empty"


@pytest.mark.parametrize("pressed", ["load", "eject", "calibrate"])
def test_a_note_goes_with_the_next_press(window, pressed):
    window.models.show_status(models.READY)
    window.models.open()
    window.models.show_note("No coordinate space fits.", is_error=True)
    page = window.page
    assert page.state.problem.isVisible()
    getattr(page.wishes, pressed).emit(*([models.FOLDER] if pressed == "load" else []))
    assert not page.state.problem.isVisible()


def test_a_note_goes_with_the_model_that_it_is_about(window):
    window.models.show_status(models.READY)
    window.models.open()
    window.models.show_note("No coordinate space fits.", is_error=True)
    window.models.show_status(models.WORKING)
    assert window.page.state.problem.isVisible()
    window.models.show_status(models.LOADING)
    assert not window.page.state.problem.isVisible()


def test_the_smallest_window_cuts_no_words_of_the_first_page(window, qtbot):
    window.idle.notice.say("Some promises are weaker here.", "The screen is shared. " * 4)
    window.resize(480, 500)
    qtbot.waitUntil(lambda: window.height() == 500)

    def whole():
        labels = [one for one in window.idle.findChildren(QLabel) if one.wordWrap()]
        shown = [one for one in labels if one.isVisible()]
        return bool(shown) and all(one.height() >= one.heightForWidth(one.width()) for one in shown)

    qtbot.waitUntil(whole)


def test_the_row_that_leads_to_the_page_that_shows_is_marked(window):
    rows = window.sidebar.macros, window.sidebar.model, window.sidebar.promises
    assert [row.is_current for row in rows] == [False, False, False]
    window.sidebar.model.click()
    assert [row.is_current for row in rows] == [False, True, False]
    assert window.sidebar.model.accessibleDescription() == "Ctrl+4, shown now"
    window.sidebar.promises.click()
    assert [row.is_current for row in rows] == [False, False, True]
    window.sidebar.new.click()
    assert [row.is_current for row in rows] == [False, False, False]


def foot_words(window):
    return " | ".join(label.text() for label in window.foot.findChildren(QLabel))


def test_head_and_foot_name_the_host_that_goals_go_to(window):
    assert "Nothing leaves this computer" in foot_words(window)
    far = ServerSettings("https://gpu-box.example/v1", "big", allowed=("gpu-box.example:443",))
    window.set_settings(Settings(model=ModelSettings(where="server", server=far)))
    assert "Goals go to gpu-box.example" in foot_words(window)
    assert "big" in window.head.chip.accessibleName()
    assert "gpu-box.example" in window.head.chip.accessibleName()
    assert window.sidebar.model.state == "on a server"
    window.head.chip._choose("commands")
    assert "Nothing leaves this computer" in foot_words(window)
    window.head.chip._choose("holotron")
    assert "Goals go to gpu-box.example" in foot_words(window)
    assert window.policy == "remote"
    window.show_model_settings(ModelSettings(policy="holotron"))
    assert "Nothing leaves this computer" in foot_words(window)
    assert window.policy == "holotron"
    window.show_model_settings(ModelSettings(policy="remote", server=far))
    assert "Goals go to gpu-box.example" in foot_words(window)
    window.show_model_settings(ModelSettings(server=far))  # another place was chosen
    assert "Nothing leaves this computer" in foot_words(window)
    assert window.policy == "auto"
    near = ServerSettings("http://127.0.0.1:8080/v1", "tiny")
    window.set_settings(Settings(model=ModelSettings(policy="remote", where="server", server=near)))
    assert "Nothing leaves this computer" in foot_words(window)
    assert window.policy == "remote"
    window.set_settings(Settings(model=ModelSettings(policy="remote", server=far)))
    assert "Goals go to gpu-box.example" in foot_words(window)
    assert window.policy == "remote"
    window.set_settings(Settings(model=ModelSettings(policy="commands")))
    assert "Commands" in window.head.chip.accessibleName()
