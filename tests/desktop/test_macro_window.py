"""Macros in the window, from a finished task to a replay: the real application on a real desktop."""

import subprocess
import time

import pytest
from PySide6.QtWidgets import QApplication

from app.gui.chat.delegate import KeepCard
from app.gui.chat.model import ROW_ROLE
from app.gui.chat.rows import KeepRow, OfferRow, StepRow, UserRow
from app.gui.overlay.approval import ChoiceSession
from app.macros.library import library_of, trust_of
from app.macros.play_request import PlayRequest
from app.run_lock import ask
from app.settings import Approval, Settings
from automation.core.proposal import Outcome
from automation.desktop.windows_x11 import X11Windows
from automation.macros.codec import read
from automation.macros.play import mismatch
from automation.macros.play.health import read_health
from automation.macros.play.report import read_report, report_file
from automation.macros.trust import digest
from tests.desktop.application_rig import PATIENCE_S
from tests.desktop.other_user import OtherUser
from tests.desktop.window_rig import WAIT_MS, folders_in, opened_application, shown_form

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(400)]

ACCEPT = "ctrl+shift+Return"
SHOW = "ctrl+shift+2"
LOST = """\
deskhand: 1
name: Lost
steps:
  - {id: keep, do: click, target: {window: Library card, role: button, name: Keep the card}}
"""
TASK = 'type "Ada" into Name, click Save card, click Clear form'


@pytest.fixture
def form(desktop, tmp_path):
    with shown_form(tmp_path / "form.jsonl") as form:
        yield form


@pytest.fixture
def application(form, qtbot, qapp, tmp_path):
    folders = folders_in(tmp_path)
    settings = Settings(
        mark="amber-kite:paper kite", approval=Approval(arming_s=0.3, expiry_s=300.0)
    )
    with opened_application(qapp, qtbot, folders, settings) as made:
        yield made


def rows_of(application):
    model = application.window.chat.model
    return [model.index(at).data(ROW_ROLE) for at in range(model.rowCount())]


def offer_in(application):
    """Return the offer to keep the run; None while there is none."""
    return next((row for row in rows_of(application) if isinstance(row, KeepRow)), None)


def accept_until(application, qtbot, is_true):
    """Press Accept on every card of the overlay once it is armed, by the keys that a person presses.

    Returns:
        How many cards there were.
    """
    pressed_s = {}
    deadline_s = time.monotonic() + WAIT_MS / 1000
    while not is_true():
        assert time.monotonic() < deadline_s, rows_of(application)
        session = application._overlay.director.session
        assert not isinstance(session, ChoiceSession), rows_of(application)[-1]
        if session is not None and session.card.accept_button.isEnabled():
            now_s = time.monotonic()
            # Once: a second key as the assistant acts is the user who takes over.
            if now_s - pressed_s.get(session, -PATIENCE_S) >= PATIENCE_S:
                subprocess.run(["xdotool", "key", ACCEPT], check=True)
                pressed_s[session] = time.monotonic()
        qtbot.wait(100)
    return len(pressed_s)


def test_a_task_becomes_a_macro_and_the_macro_is_played_as_any_run(
    application, form, qtbot, tmp_path
):
    control, store = application.macros.control, application._desk.store
    application.start(TASK, "auto")
    qtbot.waitUntil(lambda: offer_in(application) is not None, timeout=WAIT_MS)
    assert form.said("saved") == ["Ada, Harbour, normal print"]

    qtbot.waitUntil(lambda: bool(application.window.findChildren(KeepCard)), timeout=WAIT_MS)
    card = application.window.findChildren(KeepCard)[-1]
    card.name.setText("New card")
    with qtbot.waitSignal(control.changed, timeout=WAIT_MS):
        card.save.click()
    assert rows_of(application)[-1] == OfferRow("Edit", "new-card")

    told, ended = [], []
    control.stepped.connect(lambda request, step: told.append(step))
    control.ended.connect(lambda *end: ended.append(end))
    request = PlayRequest("new-card", {"name": "Bo"}, approve="ask")
    control.play(request)
    asked = accept_until(application, qtbot, lambda: bool(ended))
    ((played, end, repairs),) = ended
    assert (played, end.outcome, repairs) == (request, Outcome.DONE, ()), end.message
    assert form.said("saved")[1:] == ["Bo, Harbour, normal print"]
    assert asked >= 3
    assert [step.state for step in told] == ["done"] * len(told)

    rows = rows_of(application)
    at = rows.index(UserRow("Play the macro “New card”"))
    assert sum(isinstance(row, StepRow) for row in rows[at:]) >= 3
    assert offer_in(application) is None
    run = store.runs(1)[0]
    assert (run.run, run.policy, run.approve) == (end.run, "macro", "ask")
    report = read_report(report_file(tmp_path / "data", end.run))
    assert report.is_green
    assert read_health(tmp_path / "data", "new-card").green == 1


class Pointing:
    """The user of a play in which a target is not found."""

    def __init__(self, application, qtbot, desktop):
        self._application, self._qtbot = application, qtbot
        self._windows = X11Windows(desktop.display)

    def until(self, condition):
        self._qtbot.waitUntil(lambda: bool(condition()), timeout=WAIT_MS)

    @property
    def picker(self):
        return self._application._making._pointer.picker

    def asked(self):
        """Return the card of the question, once it takes an answer."""
        session = self._application._overlay.director.session
        is_up = isinstance(session, ChoiceSession) and session.is_armed()
        return session.card if is_up else None

    def show(self):
        """Answer that the target is to be shown; return what is pointed on."""
        self.until(self.asked)
        subprocess.run(["xdotool", "key", SHOW], check=True)
        self.until(lambda: self.picker.surfaces and self._has_keys(self.picker.surfaces[0]))
        return self.picker.surfaces[0]

    def _has_keys(self, surface):
        """Tell whether the user's keys go there: Qt calls a window active before the display does."""
        focus = self._windows.focus()
        return surface.isActiveWindow() and focus is not None and focus.window_id == surface.winId()

    def close(self):
        self._windows.close()

    def is_over(self):
        """Tell whether nothing is pointed on any more."""
        return not self.picker.is_picking and not self.picker.surfaces


def test_a_target_that_is_not_found_is_shown_on_the_frozen_screen(
    application, form, desktop, qtbot, monkeypatch, tmp_path
):
    monkeypatch.setattr(mismatch, "TARGET_WAIT_S", 0.5)
    macro, data = read(LOST.encode()), tmp_path / "data"
    library_of(data).save(macro)
    trust_of(data).trust(digest(macro, lambda path: b""), macro.name, "you")
    user, hand, ended = OtherUser(desktop), Pointing(application, qtbot, desktop), []
    control = application.macros.control
    control.ended.connect(lambda *end: ended.append(end))
    try:
        control.play(PlayRequest("lost", approve="ask"))
        hand.until(hand.asked)
        names = [row.accessibleName() for row in hand.asked().rows]
        assert names[1] == "2: Show where it is"
        assert "odel" not in hand.asked().title.text()  # none is loaded
        surface = hand.show()
        assert hand.picker._seen.observation.masked == ()  # none of our windows was in the way
        assert application._overlay.director.pill is None
        assert [w for w in QApplication.topLevelWidgets() if w.isActiveWindow()] == [surface]

        user.tap("esc")
        hand.until(hand.is_over)
        surface = hand.show()
        save = next(e for e in hand.picker._seen.elements if e.name == "Save card").box.center

        def is_pointed_at():
            if surface.thing is None or surface.thing.point != save:
                user.move(save.x - 9, save.y)  # a hand goes on until the mark is there
                user.move(save.x, save.y)
            return surface.thing is not None and surface.thing.point == save

        hand.until(is_pointed_at)
        user.click()
        hand.until(hand.is_over)
        assert form.said("saved") == []
        accept_until(application, qtbot, lambda: bool(ended))
        ((_request, end, (repair,)),) = ended
        assert end.outcome is Outcome.DONE, end.message
        assert len(form.said("saved")) == 1
        assert (repair.found.rung, repair.target.name, repair.found.point) == (
            "user", "Save card", save,
        )  # fmt: skip
        assert library_of(data).open_at(library_of(data).at("lost")).macro == macro

        hand.until(lambda: not control.is_busy())
        control.play(PlayRequest("lost", approve="ask"))
        hand.show()
        assert ask(tmp_path / "run", "stop")["running"]
        hand.until(lambda: len(ended) == 2)
        hand.until(hand.is_over)
        assert ended[1][1].outcome is Outcome.STOPPED
        assert len(form.said("saved")) == 1
    finally:
        hand.close()
        user.close()
