import subprocess

import pytest
import xcffib.xproto

from automation.core.errors import InputError, NoDisplay, UnknownKey
from automation.core.geometry import ScreenPoint
from automation.desktop.input.backend_x11 import X11Backend, open_backend
from automation.desktop.input.keyboard_x11 import LENT_PROPERTY, Keyboard
from automation.desktop.input.plan import ButtonEvent, KeyEvent, MoveEvent, Remap, Tap
from automation.desktop.x11 import atom
from tests.desktop.x_client import XClient, xtest_keyboard
from tests.kit.waiting import wait_for

pytestmark = pytest.mark.desktop

CAPS, NUM = 0x02, 0x10
SNOWMAN = 0x01002603


def set_layout(*arguments):
    subprocess.run(["setxkbmap", *arguments], check=True)


def xkb_dump(desktop):
    return subprocess.run(
        ["xkbcomp", "-w0", "-xkb", desktop.display, "-"], check=True, capture_output=True
    ).stdout


@pytest.fixture
def client(desktop):
    client = XClient(desktop)
    yield client
    client.lock(0xFF, 0)
    client.lock_group(0)
    client.close()
    set_layout("us", "-option", "")


@pytest.fixture
def backend(desktop):
    backend = X11Backend()
    yield backend
    backend.close()


@pytest.mark.parametrize("number", range(1, 10))
def test_every_button_arrives_under_its_number(client, backend, number):
    backend.send(MoveEvent(ScreenPoint(50, 60)))
    backend.send(ButtonEvent(number, True))
    backend.send(ButtonEvent(number, False))
    assert client.next_events(2) == [("button down", number), ("button up", number)]


def test_a_tap_waits_for_its_release_so_that_a_late_one_cannot_make_the_key_repeat(client, backend):
    backend.send(Tap(38))
    assert client.events() == []
    backend.send(KeyEvent(38, False))
    assert client.next_events(2) == [("key down", 38), ("key up", 38)]


def test_held_names_all_keys_and_buttons_even_the_side_ones(client, backend):
    backend.send(MoveEvent(ScreenPoint(50, 60)))
    codes = [backend.key_code(name) for name in ("shift", "a")]
    events = [*(KeyEvent(code, True) for code in codes), ButtonEvent(1, True), ButtonEvent(9, True)]
    for event in events:
        backend.send(event)
    assert backend.held() == (frozenset(codes), frozenset({1, 9}))
    for event in [
        *(KeyEvent(c, False) for c in codes),
        ButtonEvent(1, False),
        ButtonEvent(9, False),
    ]:
        backend.send(event)
    assert backend.held() == (frozenset(), frozenset())


def test_the_pointer_goes_to_the_very_pixel(client, backend):
    backend.send(MoveEvent(ScreenPoint(1919, 1079)))
    assert backend.pointer() == ScreenPoint(1919, 1079)


@pytest.mark.parametrize(
    "point", [ScreenPoint(1920, 0), ScreenPoint(-1, 5), ScreenPoint(10**12, 0)]
)
def test_a_point_off_the_screen_is_refused_and_the_pointer_stays(backend, point):
    backend.send(MoveEvent(ScreenPoint(10, 10)))
    with pytest.raises(InputError, match="off the screen, which is 1920 x 1080"):
        backend.send(MoveEvent(point))
    assert backend.pointer() == ScreenPoint(10, 10)


@pytest.mark.parametrize(
    ("name", "modifier"),
    [("ctrl", "ctrl"), ("shift", "shift"), ("alt", "alt"), ("super", "super"), ("altgr", "altgr")],
)
def test_held_modifiers_are_told_by_name(client, backend, name, modifier):
    backend.send(KeyEvent(backend.key_code(name), True))
    assert backend.held_modifiers() == {modifier}
    backend.send(KeyEvent(backend.key_code(name), False))
    assert backend.held_modifiers() == frozenset()


def test_locks_are_no_held_modifiers(client, backend):
    client.lock(CAPS | NUM, CAPS | NUM)
    assert backend.held_modifiers() == frozenset()


def press(backend, name):
    code = backend.key_code(name)
    backend.send(KeyEvent(code, True))
    backend.send(KeyEvent(code, False))
    return code


@pytest.mark.parametrize("layout", ["us", "de", "fr", "ru"])
@pytest.mark.parametrize("name", ["c", "1", "?", "+", "F13", "enter", "/", "<", "y"])
def test_a_pressed_key_gives_its_keysym_without_shift_on_every_layout(
    client, backend, layout, name
):
    set_layout(layout)
    code = press(backend, name)
    assert client.next_events(2) == [("key down", code), ("key up", code)]
    wanted = {"F13": 0xFFCA, "enter": 0xFF0D}.get(name) or ord(name)
    assert client.keysyms(code)[0] == wanted


def test_a_shortcut_on_two_layouts_uses_the_key_and_lends_nothing(client, backend):
    set_layout("us,ru")
    client.lock_group(1)
    assert backend.key_code("c") == 54


def test_asking_for_a_key_changes_nothing(desktop, client, backend):
    before = xkb_dump(desktop)
    backend.key_code("F13")
    assert xkb_dump(desktop) == before


def test_a_shortcut_key_is_given_back_when_the_backend_closes(client):
    backend = X11Backend()
    code = press(backend, "F13")
    assert client.keysyms(code) != []
    backend.close()
    assert client.keysyms(code) == []


def test_a_layout_that_takes_a_promised_keycode_is_not_pressed_by_mistake(client, backend):
    code = backend.key_code("F13")
    other = Keyboard(client.connection)
    other.lend([(code, 0x61)])
    with pytest.raises(InputError, match="try again"):
        backend.send(KeyEvent(code, True))
    other.take_back()


def test_a_modifier_that_the_keyboard_lacks_is_unknown(client, backend):
    set_layout("us", "-option", "compose:rwin")
    with pytest.raises(UnknownKey, match="no Right Super key"):
        backend.key_code("superright")


@pytest.mark.parametrize(
    "primitive",
    [ButtonEvent(0, True), ButtonEvent(10, True), KeyEvent(7, True), KeyEvent("a", True)],
)
def test_a_button_or_keycode_that_does_not_exist_is_refused(backend, primitive):
    with pytest.raises(InputError, match="expected"):
        backend.send(primitive)


def test_lending_and_taking_back_leaves_the_keyboard_map_as_it_was(desktop, client, backend):
    set_layout("us,de,ru", "-option", "grp:alt_shift_toggle,compose:ralt")
    before = xkb_dump(desktop)
    spare = Keyboard(client.connection).read().spare
    backend.send(Remap(tuple((code, SNOWMAN + n) for n, code in enumerate(spare))))
    assert client.keysyms(spare[0]) != []
    backend.send(Remap(tuple((code, 0) for code in spare)))
    assert xkb_dump(desktop) == before


def test_lending_many_keycodes_tells_other_programs_once(desktop, client, backend):
    spare = Keyboard(client.connection).read().spare
    other = desktop.connect()
    backend.send(Remap(tuple((code, SNOWMAN) for code in spare)))
    assert (len(spare) > 5, map_notices(other)) == (True, 1)
    backend.send(Remap(tuple((code, 0) for code in spare)))
    assert map_notices(other) == 1
    other.disconnect()


def map_notices(connection):
    connection.core.GetInputFocus().reply()
    count = 0
    while (event := connection.poll_for_event()) is not None:
        count += isinstance(event, xcffib.xproto.MappingNotifyEvent)
    return count


def test_a_keycode_of_the_layout_is_never_lent(client, backend):
    with pytest.raises(InputError, match="in use by the keyboard layout"):
        backend.send(Remap(((38, SNOWMAN),)))
    assert client.keysyms(38)[0] == ord("a")


def started_anew(condition):
    """Start a backend until the server has noticed that the crashed one is gone."""

    def start():
        X11Backend().close()
        return condition()

    return wait_for(start, 60, "the next start to clean up")


def test_what_a_killed_run_lent_is_given_back_at_the_next_start(desktop, client):
    crashed = desktop.connect()
    keyboard = Keyboard(crashed)
    spare = keyboard.read().spare[:3]
    client.lock(CAPS, CAPS)
    keyboard.lend([(code, SNOWMAN) for code in spare])
    crashed.disconnect()
    assert client.locked_modifiers() & CAPS == 0
    assert started_anew(lambda: not any(client.keysyms(code) for code in spare))
    assert client.locked_modifiers() & CAPS == CAPS


def test_a_second_backend_leaves_what_a_running_one_lent(client, backend):
    code = Keyboard(client.connection).read().spare[0]
    backend.send(Remap(((code, SNOWMAN),)))
    X11Backend().close()
    assert SNOWMAN in client.keysyms(code)
    backend.send(Remap(((code, 0),)))
    assert client.keysyms(code) == []


def test_a_keycode_that_somebody_else_has_changed_since_is_left_to_them(desktop, client):
    crashed = desktop.connect()
    keyboard = Keyboard(crashed)
    changed, untouched = keyboard.read().spare[:2]
    keyboard.lend([(changed, SNOWMAN), (untouched, SNOWMAN)])
    crashed.disconnect()
    client.core.ChangeKeyboardMapping(1, changed, 2, [0x61, 0x41], is_checked=True).check()
    assert started_anew(lambda: client.keysyms(untouched) == [])
    assert client.keysyms(changed)[:2] == [0x61, 0x41]
    client.core.ChangeKeyboardMapping(1, changed, 2, [0, 0], is_checked=True).check()


def test_a_keycode_that_another_program_lent_is_not_taken_from_it(client):
    code = Keyboard(client.connection).read().spare[0]
    client.core.ChangeKeyboardMapping(1, code, 2, [SNOWMAN, SNOWMAN], is_checked=True).check()
    X11Backend().close()
    assert SNOWMAN in client.keysyms(code)
    client.core.ChangeKeyboardMapping(1, code, 2, [0, 0], is_checked=True).check()


def test_caps_lock_is_off_while_keycodes_are_lent_and_on_again_after(client, backend):
    client.lock(CAPS, CAPS)
    code = Keyboard(client.connection).read().spare[0]
    backend.send(Remap(((code, SNOWMAN),)))
    assert client.locked_modifiers() & CAPS == 0
    backend.send(Remap(((code, 0),)))
    assert client.locked_modifiers() & CAPS == CAPS


def test_what_was_sent_last_arrives_when_the_backend_closes_at_once(client):
    for _ in range(30):
        backend = X11Backend()
        backend.send(KeyEvent(38, True))
        backend.send(KeyEvent(38, False))
        backend.close()
        assert client.next_events(2) == [("key down", 38), ("key up", 38)]


def test_nothing_is_noted_on_the_root_window_when_nothing_is_lent(client, backend):
    code = Keyboard(client.connection).read().spare[0]
    name = atom(client.connection, LENT_PROPERTY)
    backend.send(Remap(((code, SNOWMAN),)))
    assert client.core.GetProperty(False, client.root, name, 0, 0, 10).reply().value_len == 4
    backend.send(Remap(((code, 0),)))
    assert client.core.GetProperty(False, client.root, name, 0, 0, 10).reply().value_len == 0


def test_the_layout_of_the_keyboard_that_our_keys_come_from_counts(desktop, client, backend):
    assert backend.key_code("z") == 52
    set_layout("-device", str(xtest_keyboard(client.connection)), "de")
    assert backend.key_code("z") == 29


def test_no_display_is_told_with_a_remedy(monkeypatch):
    monkeypatch.delenv("DISPLAY")
    with pytest.raises(NoDisplay, match="deskhand demo"):
        X11Backend()


def test_a_display_that_has_gone_is_an_input_error(desktop):
    backend = X11Backend()
    backend._connection.disconnect()
    with pytest.raises(InputError, match="is it still up"):
        backend.send(MoveEvent(ScreenPoint(1, 1)))


def test_the_factory_takes_xtest_on_x11(desktop):
    backend = open_backend()
    assert backend.name == "x11"
    backend.close()
