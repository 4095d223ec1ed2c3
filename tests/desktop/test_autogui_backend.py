import subprocess
import sys

import pytest

from automation.core.errors import InputError, UnknownKey
from automation.core.geometry import ScreenPoint
from automation.desktop.input.backend_x11 import open_backend
from automation.desktop.input.plan import ButtonEvent, KeyEvent, MoveEvent, Remap
from tests.desktop.typing_apps import QtField, send_all
from tests.desktop.x_client import XClient
from tests.quiet_pyautogui import quiet_pyautogui

pytestmark = pytest.mark.desktop

CAPS = 0x02


@pytest.fixture
def client(desktop):
    client = XClient(desktop)
    yield client
    client.lock(0xFF, 0)
    client.close()
    subprocess.run(["setxkbmap", "us"], check=True)


@pytest.fixture(scope="module", autouse=True)
def imported(desktop):
    with quiet_pyautogui():
        yield


@pytest.fixture
def backend(desktop):
    backend = open_backend("pyautogui")
    yield backend
    backend.close()


def test_it_is_not_imported_before_it_is_chosen(desktop):
    script = (
        "import sys; from automation.desktop.input.backend_x11 import open_backend;"
        "open_backend('x11').close(); sys.exit('pyautogui' in sys.modules or 'Xlib' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


@pytest.mark.parametrize(
    ("number", "arrives"), [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7)]
)
def test_every_button_and_wheel_direction_arrives_once(client, backend, number, arrives):
    backend.send(MoveEvent(ScreenPoint(50, 60)))
    backend.send(ButtonEvent(number, True))
    backend.send(ButtonEvent(number, False))
    assert client.next_events(2) == [("button down", arrives), ("button up", arrives)]
    assert [event for event in client.events() if event[0] != "move"] == []


@pytest.mark.parametrize("number", [8, 9])
def test_side_buttons_are_refused(backend, number):
    with pytest.raises(InputError, match="has left, middle and right"):
        backend.send(ButtonEvent(number, True))


@pytest.mark.parametrize("point", [ScreenPoint(0, 0), ScreenPoint(1919, 1079)])
def test_a_target_in_a_corner_does_not_end_the_task(backend, point):
    backend.send(MoveEvent(point))
    backend.send(MoveEvent(ScreenPoint(10, 10)))
    backend.send(MoveEvent(point))
    assert backend.pointer() == point


@pytest.mark.parametrize("name", ["F13", "volumeup", "playpause", "Undo"])
def test_a_key_for_which_it_would_press_nothing_is_refused(backend, name):
    with pytest.raises(UnknownKey, match="pyautogui has no"):
        backend.key_code(name)


def test_a_sign_for_which_it_would_add_shift_is_no_shortcut_key(backend):
    with pytest.raises(UnknownKey, match="would press Shift too"):
        backend.key_code("?")


def test_the_keyboard_map_is_not_its_business(backend):
    with pytest.raises(InputError, match="choose the x11 backend"):
        backend.send(Remap(((149, 0x61),)))


@pytest.mark.parametrize("code", ["nosuchkey", 38, "volumeup"])
def test_a_key_it_does_not_know_is_refused_and_not_dropped(backend, code):
    with pytest.raises(InputError, match="has no key"):
        backend.send(KeyEvent(code, True))


@pytest.mark.parametrize("text", ["caf\u00e9", "1 \u20ac", "\U0001f642", "a\u0301"])
def test_a_character_it_would_leave_out_is_refused_and_paste_is_offered(backend, text):
    with pytest.raises(InputError, match=r"would leave it out; .* Paste the text instead"):
        backend.plan_text(text)


def test_a_character_that_it_would_type_as_another_one_is_refused(client, backend):
    with pytest.raises(InputError, match=r"character 3 .*U\+003C.* would type “>” for it"):
        backend.plan_text("a <")


@pytest.mark.parametrize(("layout", "char"), [("de", "@"), ("fr", "1"), ("ru", "a"), ("de", "/")])
def test_a_character_that_the_layout_has_elsewhere_is_refused(client, backend, layout, char):
    subprocess.run(["setxkbmap", layout], check=True)
    with pytest.raises(InputError, match="cannot be typed with pyautogui"):
        backend.plan_text(char)


def test_letters_are_refused_while_caps_lock_is_on(client, backend):
    client.lock(CAPS, CAPS)
    with pytest.raises(InputError, match="would type “A” for it"):
        backend.plan_text("a")


def test_what_it_does_not_refuse_arrives_exactly(desktop, backend, tmp_path):
    field = QtField(desktop, tmp_path).start()
    text = 'The quick (brown) fox, #7: "jumps"\n\tover_the-lazy+dog! {}[]|\\~`^&*%$@=;\'/?>.'
    field.focus(backend)
    send_all(backend, backend.plan_text(text))
    assert field.read_back(backend, text) == text
    field.close()


def test_modifiers_that_somebody_else_holds_are_seen(client, backend):
    other = open_backend("x11")
    other.send(KeyEvent(other.key_code("ctrl"), True))
    other.pointer()  # a round trip: the server has taken the press
    assert backend.held_modifiers() == {"ctrl"}
    other.send(KeyEvent(other.key_code("ctrl"), False))
    other.pointer()
    assert backend.held_modifiers() == frozenset()
    other.close()


def test_another_display_than_its_own_is_refused(desktop):
    with pytest.raises(InputError, match="':99' was asked for"):
        open_backend("pyautogui", ":99")
