"""Macros in the window, from a finished task to a replay: the real application on a real desktop."""

import subprocess
import time

import pytest

from app.chat.keep_card import KeepCard
from app.chat.model import ROW_ROLE
from app.chat.rows import KeepRow, OfferRow, StepRow, UserRow
from app.macro_request import PlayRequest
from app.overlay.choice_session import ChoiceSession
from app.settings import Approval, Settings
from automation.core.proposal import Outcome
from automation.macros.player.health import read_health
from automation.macros.player.report import read_report, report_file
from tests.desktop.application_rig import PATIENCE_S
from tests.desktop.window_rig import WAIT_MS, folders_in, opened_application, shown_form

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(400)]

ACCEPT = "ctrl+shift+Return"
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
