"""A model in the loop on a real desktop: its action is shown, corrected, carried out, recorded."""

from dataclasses import replace

import pytest

from app.desk import Desk
from app.settings import ModelSettings, Settings
from automation.core.actions import Click
from automation.core.events import Drafted, Ended, Proposed, Started, Stepped, Streamed, Task
from automation.core.generation import StepStats
from automation.core.geometry import ScreenPoint
from automation.core.proposal import Outcome
from automation.records.store import Store
from model.checkpoint.tiny import write_tiny_checkpoint
from model.policy import HolotronPolicy, Manner
from model.prompt.tools import ClickDesktop
from tests.desktop.event_window import event_window
from tests.desktop.overlay_rig import SETTINGS
from tests.desktop.run_rig import WHOLE, RunRig
from tests.desktop.window_rig import folders_in

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(400)]


class ClickingDesk(Desk):
    """Offers the model nothing but clicks, so that what it does at random can be corrected."""

    def _model(self, task, reader, voice, stop):
        ready = self.models.ready(stop, voice.loading)
        profile = replace(ready.profile, tools=(ClickDesktop,))
        manner = Manner(profile, ready.spec.image, thinking=ready.thinking)
        return HolotronPolicy(ready.engine, manner, reader, read_key=lambda name: None, voice=voice)


class ModelRig(RunRig):
    """A run by a tiny model."""

    def __init__(self, desktop, qtbot, folders, window):
        settings = replace_model(SETTINGS, folders.data / "tiny")
        desk = ClickingDesk(folders, settings, Store(folders.data))
        super().__init__(desktop, qtbot, settings, desk, window)

    @property
    def card(self):
        return self.session.card

    def click_on(self, widget):
        middle = widget.mapToGlobal(widget.rect().center())
        self.user.move(middle.x(), middle.y())
        self.user.click()


def replace_model(settings, folder):
    model = ModelSettings(folder=str(folder), device="cpu")
    return Settings(approval=settings.approval, mark=settings.mark, model=model)


@pytest.fixture
def rig(desktop, qtbot, tmp_path):
    folders = folders_in(tmp_path)
    write_tiny_checkpoint(folders.data / "tiny")
    with event_window(desktop, WHOLE) as window:
        made = ModelRig(desktop, qtbot, folders, window)
        yield made
        made.close()


def test_a_models_click_is_shown_corrected_carried_out_and_recorded(rig):
    rig.agent.start(Task("tidy up", policy="holotron", approve="ask", max_steps=1))
    rig.until(lambda: rig.session is not None and rig.card.isVisible())
    [proposed] = rig.all(Proposed)
    aimed = proposed.proposal.intent.at.point
    assert WHOLE.contains(aimed)
    assert rig.all(Streamed), "the model's words are shown while it writes"
    first, last = rig.all(Drafted)[0], rig.all(Drafted)[-1]
    assert first.draft.point == aimed, "and so is the place, as soon as it stands there"
    assert last.draft is None, "until the step is decided"

    rig.until(rig.card.accept_button.isEnabled)
    rig.click_on(rig.card.change_button)
    rig.until(lambda: rig.card.isActiveWindow())
    way, step = ("left", -1) if aimed.x > WHOLE.w // 2 else ("right", 1)
    rig.user.tap(way, way)
    moved = ScreenPoint(aimed.x + 2 * step, aimed.y)
    rig.until(lambda: rig.session.editor.action.at.point == moved)
    rig.until(lambda: rig.session.machine.may_use(rig.session._now()))
    rig.user.tap("enter")

    rig.until(lambda: bool(rig.all(Ended)))
    [ended], [stepped], [started] = rig.all(Ended), rig.all(Stepped), rig.all(Started)
    assert ended.outcome is Outcome.LIMIT
    record = stepped.record
    assert isinstance(record.action, Click)
    assert (record.confirmation.verdict, record.action.at.point) == ("edited", moved)
    assert record.execution.events_sent > 0
    rig.until(lambda: bool(rig.window.of("button down")))  # its program tells of it in its own time
    assert (moved.x, moved.y) in rig.window.of("motion")
    assert rig.window.of("button down") == [1]
    [kept] = rig.desk.store.steps(started.run)
    assert kept.action.at.point == moved
    assert kept.confirmation.verdict == "edited"
    assert rig.desk.store.run(started.run).policy == "holotron"


def test_a_stop_while_the_model_writes_ends_the_run_and_leaves_it_loaded(rig):
    rig.agent.start(Task("tidy up", policy="holotron", approve="ask", max_steps=1))
    rig.until(lambda: bool(rig.all(Streamed)) or rig.session is not None)
    rig.agent.stop()
    rig.until(lambda: bool(rig.all(Ended)))
    [ended] = rig.all(Ended)
    assert ended.outcome is Outcome.STOPPED
    assert rig.all(Stepped) == []
    assert rig.window.of("button down") == []
    rig.until(lambda: rig.desk.models.status.state == "ready")
    assert isinstance(rig.desk.models.status.last, StepStats | None)
