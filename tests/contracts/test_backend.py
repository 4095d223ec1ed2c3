"""What every backend promises, on the fake and on the real X server."""

import pytest

from automation.core.errors import InputError, UnknownKey
from automation.core.geometry import ScreenPoint
from automation.desktop.input.backend_x11 import open_backend
from automation.desktop.input.plan import ButtonEvent, KeyEvent, MoveEvent, Pause, Typed
from tests.fakes.fake_backend import FakeBackend
from tests.quiet_pyautogui import quiet_pyautogui


@pytest.fixture
def fake():
    return FakeBackend()


@pytest.fixture
def x11():
    return open_backend("x11")


@pytest.fixture(scope="module")
def imported_pyautogui():
    with quiet_pyautogui():
        yield


@pytest.fixture
def pyautogui(imported_pyautogui):
    return open_backend("pyautogui")


@pytest.fixture(
    params=[
        "fake",
        pytest.param("x11", marks=pytest.mark.desktop),
        pytest.param("pyautogui", marks=pytest.mark.desktop),
    ]
)
def backend(request):
    backend = request.getfixturevalue(request.param)
    yield backend
    backend.close()


def test_the_pointer_is_where_it_was_sent(backend):
    backend.send(MoveEvent(ScreenPoint(123, 456)))
    assert backend.pointer() == ScreenPoint(123, 456)


def test_a_point_off_the_screen_is_refused(backend):
    with pytest.raises(InputError, match="off the screen"):
        backend.send(MoveEvent(ScreenPoint(-1, 0)))


def test_a_pressed_key_is_held_until_it_is_released(backend):
    code = backend.key_code("shift")
    backend.send(KeyEvent(code, True))
    assert backend.held() == ({code}, set())
    assert backend.held_modifiers() == {"shift"}
    backend.send(KeyEvent(code, False))
    assert backend.held() == (set(), set())
    assert backend.held_modifiers() == set()


def test_a_pressed_button_is_held_until_it_is_released(backend):
    backend.send(MoveEvent(ScreenPoint(1000, 700)))
    backend.send(ButtonEvent(2, True))
    assert backend.held() == (set(), {2})
    backend.send(ButtonEvent(2, False))
    assert backend.held() == (set(), set())


def test_releasing_what_is_up_does_nothing(backend):
    backend.send(KeyEvent(backend.key_code("a"), False))
    backend.send(ButtonEvent(1, False))
    assert backend.held() == (set(), set())


def test_a_name_that_is_no_key_is_unknown(backend):
    with pytest.raises(UnknownKey, match="did you mean"):
        backend.key_code("entr")


def test_spellings_of_a_key_have_the_same_code(backend):
    assert backend.key_code("Return") == backend.key_code("enter")


def test_a_text_is_planned_without_sending_anything(backend):
    before = backend.pointer(), backend.held()
    plan = list(backend.plan_text("Ab"))
    assert (backend.pointer(), backend.held()) == before
    assert [p.index for p in plan if isinstance(p, Typed)] == [0, 1]


def test_every_key_of_a_planned_text_comes_up_again(backend):
    down = set()
    for primitive in backend.plan_text("Hello, World!\n"):
        if isinstance(primitive, KeyEvent):
            (down.add if primitive.is_down else down.discard)(primitive.code)
    assert down == set()


def test_a_text_that_cannot_be_typed_is_refused_when_it_is_planned(backend):
    with pytest.raises(InputError, match="character 2"):
        backend.plan_text("a\x00")


def test_marks_and_pauses_are_not_sent(backend):
    before = backend.pointer(), backend.held()
    backend.send(Pause(1000.0))
    backend.send(Typed(0))
    assert (backend.pointer(), backend.held()) == before
