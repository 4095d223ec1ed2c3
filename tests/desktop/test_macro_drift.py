"""Macros replayed on a live window that has drifted; the window itself says what was pressed."""

import pytest

from tests.macros_live import trial
from tests.macros_live.apps import QtApp
from tests.macros_live.drifts import BY_NAME, MEANT_PRESSES, SAVED
from tests.macros_live.replay_desk import ReplayDesk
from tests.macros_live.trial import judged, try_once, wrong_presses

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(400)]

DRIFTS = ("many at once",)
REFUSALS = (
    ("row twice", "ambiguous"),
    ("blocking dialog", "not_found"),
)
"""Of each kind what takes most together; the rest is replayed by `python -m tests.macros_live.run`."""


@pytest.fixture(scope="module")
def live(desktop, tmp_path_factory):
    """The guest book in a Qt window, and a macro for it."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("drift")
        patch.setenv("DESKHAND_HOME", str(folder / "home"))
        patch.setattr(trial, "ARRIVE_S", 60.0)  # what the program tells may be long in coming
        desk = ReplayDesk(desktop, folder)
        app = QtApp(desktop, folder / "app")
        try:
            app.start()
            yield desk, app, desk.written(app)
        finally:
            app.close()
            desk.close()


@pytest.mark.parametrize("name", DRIFTS)
def test_a_drifted_form_is_filled_in_right(live, name):
    desk, app, macro = live
    found = try_once(desk, app, macro, BY_NAME[name], 0)
    assert found.verdict == "right", found
    assert found.presses == MEANT_PRESSES
    assert found.saved == (SAVED,)
    assert found.model_calls == 0


@pytest.mark.parametrize(("name", "outcome"), REFUSALS)
def test_what_cannot_be_told_apart_or_is_blocked_is_not_pressed(live, name, outcome):
    desk, app, macro = live
    found = try_once(desk, app, macro, BY_NAME[name], 0)
    app.open()  # puts away the dialog that stays
    assert found.verdict == "stopped right", found
    assert found.outcome == outcome
    assert found.saved == ()
    assert "Step " in found.message or found.message.endswith("What now?")


@pytest.mark.parametrize(
    ("presses", "sent", "wrong"),
    [
        (MEANT_PRESSES, 4, ()),
        (MEANT_PRESSES[:2], 2, ()),
        (MEANT_PRESSES[1:], 3, ()),
        (MEANT_PRESSES[2:], 2, MEANT_PRESSES[2:]),
        (("name", "edit R-71"), 2, ("edit R-71",)),
        (("name", "name"), 2, ("name",)),
        (("newsletter", "name"), 2, ("name",)),
        (("name",), 3, ("astray", "astray")),
    ],
)
def test_every_press_but_the_next_wanted_one_is_wrong(presses, sent, wrong):
    assert wrong_presses(presses, MEANT_PRESSES, sent) == wrong


@pytest.mark.parametrize(
    ("drift", "is_done", "wrong", "saved", "verdict"),
    [
        ("dark", True, (), (SAVED,), "right"),
        ("dark", True, (), (), "not done"),
        ("dark", True, (), (SAVED | {"name": "Ada"},), "not done"),
        ("dark", False, (), (), "stopped"),
        ("dark", True, ("print",), (SAVED,), "wrong click"),
        ("row gone", False, (), (), "stopped right"),
        ("row gone", True, (), (SAVED,), "went on"),
        ("rows turn late", False, (), (), "stopped right"),
        ("rows turn late", True, (), (SAVED,), "right"),
    ],
)
def test_a_replay_is_judged_by_what_the_program_got(drift, is_done, wrong, saved, verdict):
    assert judged(BY_NAME[drift], is_done=is_done, wrong=wrong, saved=saved) == verdict
