"""Windows and tasks under managers of each kind: plain frames, unmanaged frames, tiles."""

import pytest

from automation.core.geometry import ScreenPoint
from automation.core.observation import open_menus
from tests.desktop.manager_window import SECOND, TITLE
from tests.desktop.managers_rig import MANAGERS, ORDINARY, managed_desk
from tests.kit.waiting import wait_for
from tests.proof.managers import trial
from tests.slow import slow

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(600)]

TASKS = ("click", "menu path", "dialog")
"""The rest is counted by `./test --proof managers`."""


@pytest.fixture(params=ORDINARY, scope="module")
def desk(request, desktop, tmp_path_factory):
    with managed_desk(request.param, tmp_path_factory.mktemp(request.param)) as desk:
        desk.bring(TITLE)
        yield desk


def test_a_hit_on_a_frame_or_in_it_names_the_client(desk):
    window = desk.window(TITLE)
    top = ScreenPoint(window.rect.center.x, (window.frame.y + window.rect.y) // 2)
    assert window.frame.y < window.rect.y
    assert desk.windows.top_at(window.rect.center).window_id == window.window_id
    assert desk.windows.top_at(top).window_id == window.window_id
    assert not desk.windows.top_at(top).is_popup


def test_frames_are_not_listed_and_nothing_lies_over_the_window_in_front(desk):
    listed = desk.windows.windows()
    assert [w.title for w in listed if not w.is_popup].index(TITLE) == 0
    assert {w.title for w in listed if not w.is_popup} == {TITLE, SECOND}
    assert all(w.is_bar for w in listed if w.is_popup), listed
    assert desk.windows.over(desk.window(TITLE)) == frozenset()


def test_no_frame_passes_for_what_a_screen_locker_puts_over_all(desk):
    desk.windows.maximise(desk.window(TITLE).window_id)
    assert desk.windows.large_popups(400, 300) == ()


def test_a_taskbar_is_no_open_menu_and_a_menu_is_one(desk):
    assert open_menus(desk.windows.windows()) == ()
    desk.do("open the File menu")
    wait_for(lambda: len(open_menus(desk.windows.windows())) == 1)
    menu = open_menus(desk.windows.windows())[0]
    assert desk.windows.top_at(menu.rect.center).window_id == menu.window_id
    desk.do("press Escape")
    wait_for(lambda: open_menus(desk.windows.windows()) == ())


@pytest.mark.parametrize("name", ["openbox", *slow("i3", "icewm")])
def test_tasks_are_done_and_said_to_be(name, desktop, tmp_path):
    """What a manager does not know is not said to be done."""
    lacks = tuple(MANAGERS[name].lacks)
    found = trial(name, tmp_path, (*TASKS, *lacks))
    assert found == {"manager": name, "done": list(TASKS), "lacking": list(lacks), "failed": {}}
