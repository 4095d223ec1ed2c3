"""A model on a server that sees pictures, in the loop on a real desktop: its point is met to the pixel."""

import io

import pytest
from PIL import Image

from app.desk import Desk
from app.settings import key_chord
from automation.core.actions import Click
from automation.core.events import Ended, Proposed, Stepped, Task
from automation.core.geometry import ScreenPoint
from automation.core.proposal import Outcome
from automation.records.store import Store
from model.families.known import family
from model.families.resize import fixed_point, sent_as
from model.remote import RemoteManner, RemotePolicy
from tests.desktop.event_window import event_window
from tests.desktop.overlay_rig import SETTINGS
from tests.desktop.run_rig import WHOLE, RunRig
from tests.desktop.window_rig import folders_in
from tests.fakes.fake_server import FakeServer
from tests.unit.model.families.wires import code, hermes, tars, venus, xml

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(400)]

AT = ScreenPoint(412, 303)
WIRES = {
    "qwen2.5-vl": lambda x, y: hermes(action="left_click", coordinate=[x, y]),
    "qwen3.5": lambda x, y: xml(action="left_click", coordinate=[x, y]),
    "ui-tars-1.5": lambda x, y: tars(f"click(start_box='({x},{y})')"),
    "ui-venus-2": lambda x, y: venus(f"Click(box=({x}, {y}))"),
    "opencua": lambda x, y: code(f"pyautogui.click(x={x}, y={y})"),
}


class RemoteDesk(Desk):
    """Asks a model that answers from this process."""

    family = family("plain")
    server = FakeServer([])

    def _remote(self, reader, voice):
        manner = RemoteManner(self.family, is_calibrated=True)
        return RemotePolicy(self.server, manner, reader, read_key=key_chord, voice=voice)


@pytest.fixture
def rig(desktop, qtbot, tmp_path):
    folders = folders_in(tmp_path)
    with event_window(desktop, WHOLE) as window:
        made = RunRig(
            desktop, qtbot, SETTINGS, RemoteDesk(folders, SETTINGS, Store(folders.data)), window
        )
        yield made
        made.close()


@pytest.mark.parametrize("name", WIRES)
def test_the_point_of_a_model_is_met_once_the_user_agreed(rig, name):
    one = family(name)
    plan = sent_as(WHOLE, fixed_point(one.rule, WHOLE.w, WHOLE.h))
    point = plan.in_space(AT, one.space)
    rig.desk.family, rig.desk.server = one, FakeServer(lambda _: WIRES[name](*point))
    rig.agent.start(Task("click there", policy="remote", approve="ask", max_steps=1))
    rig.until(lambda: rig.session is not None and rig.session.card.isVisible())
    assert rig.window.of("button down") == []
    [proposed] = rig.all(Proposed)
    assert proposed.proposal.intent.at.point.distance(AT) <= 1
    rig.until(rig.session.card.accept_button.isEnabled)
    middle = rig.session.card.accept_button.mapToGlobal(
        rig.session.card.accept_button.rect().center()
    )
    rig.user.move(middle.x(), middle.y())
    rig.user.click()
    rig.until(lambda: bool(rig.all(Ended)))
    [stepped], [ended] = rig.all(Stepped), rig.all(Ended)
    assert ended.outcome is Outcome.LIMIT
    assert isinstance(stepped.record.action, Click)
    rig.until(lambda: bool(rig.window.of("button down")))
    met = stepped.record.action.at.point
    assert (met.x, met.y) in rig.window.of("motion")
    (picture,) = [one for turn in rig.desk.server.asked[0].turns for one in turn.pictures]
    assert (picture.width, picture.height) == plan.canvas
    assert Image.open(io.BytesIO(picture.png)).size == plan.canvas
