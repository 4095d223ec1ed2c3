"""Typing into real applications; `tests/benchmarks/typing_exactness.py` has the full figure."""

import os
import signal
import subprocess
import threading
import time
from pathlib import Path

import pytest

from automation.core.errors import InputError
from automation.desktop.input import keyboard_x11
from automation.desktop.input.backend_x11 import X11Backend
from automation.desktop.input.plan import KeyEvent, Remap, Tap
from tests.desktop.typing_apps import APPS, Mousepad, QtField, send_all, tap
from tests.desktop.x_client import XClient, xtest_keyboard

pytestmark = pytest.mark.desktop

CAPS, NUM = 0x02, 0x10
ANSWER_S = keyboard_x11._ANSWER_S
TEXTS = (
    "Az 09 {}[]@~|\\<>^`\u00b4'\"#$%&*+-=_?!/;:.,()",
    "\u00e4\u00d6\u00df \u00e9\u00c7 \u20ac\u00f1 \u0416\u044f \u03b1\u03a9 \u65e5\u672c \ud55c \u05e9 \u0645 \u0e01",
    "e\u0301 \U0001f468\u200d\U0001f469\u200d\U0001f467 \U0001f1e9\U0001f1ea\u2764\ufe0f \u200fa\u00a0b\u200b\tc\nd",
)
LAYOUTS = {
    "us": ("us",),
    "de": ("de",),
    "fr": ("fr",),
    "ru": ("ru",),
    "dead keys": ("us", "-variant", "intl"),
    "second of two": ("us,ru",),
}


def set_layout(*arguments):
    subprocess.run(["setxkbmap", *arguments], check=True)


@pytest.fixture(scope="module", params=list(APPS))
def app(request, desktop, tmp_path_factory):
    app = APPS[request.param](desktop, tmp_path_factory.mktemp(request.param)).start()
    yield app
    app.close()


@pytest.fixture
def keyboard(desktop):
    """Return an X client that sets locks and groups; the keyboard is as before afterwards."""
    client = XClient(desktop, has_keyboard=False)
    yield client
    client.lock(0xFF, 0)
    client.lock_group(0)
    client.close()
    set_layout("us", "-option", "")


class UntilIdle:
    """Time in which a program that cannot be asked has worked off what it was sent."""

    monotonic = staticmethod(time.monotonic)

    def __init__(self, pid):
        self._stat = Path(f"/proc/{pid}/stat")

    def sleep(self, seconds):
        """Sleep so long, and until the program does as well: it has nothing left to read.

        It also sleeps for a moment each time that it asks the server something, so one look is not enough.
        """
        time.sleep(seconds)
        looks = []
        while looks[-5:] != ["S"] * 5:
            time.sleep(0.005)
            looks.append(self._stat.read_text().rpartition(")")[2].split()[0])


@pytest.fixture
def backend(desktop, monkeypatch, request):
    """Return hands with the patience that an application on a busy machine needs."""
    monkeypatch.setattr(keyboard_x11, "_ANSWER_S", 60.0)
    if "app" in request.fixturenames:
        pid = request.getfixturevalue("app").process.pid
        monkeypatch.setattr(keyboard_x11, "time", UntilIdle(pid))
    backend = X11Backend()
    yield backend
    backend.close()


@pytest.fixture
def field(desktop, tmp_path):
    field = QtField(desktop, tmp_path).start()
    yield field
    field.close()


def typed(app, backend, text):
    app.focus(backend)
    app.clear(backend)
    send_all(backend, backend.plan_text(text))
    return app.read_back(backend, text)


@pytest.mark.parametrize("layout", list(LAYOUTS))
def test_text_arrives_exactly_on_every_layout(app, backend, keyboard, layout):
    set_layout(*LAYOUTS[layout])
    keyboard.lock_group(1 if layout == "second of two" else 0)
    assert [typed(app, backend, text) for text in TEXTS] == list(TEXTS)


def test_caps_lock_and_num_lock_change_nothing(app, backend, keyboard):
    keyboard.lock(CAPS | NUM, CAPS | NUM)
    text = "aB \u00e9\u00c9 \u0436\u0416 7+\u00df"
    assert typed(app, backend, text) == text
    assert keyboard.locked_modifiers() & (CAPS | NUM) == CAPS | NUM


def test_a_longer_text_than_there_are_keycodes_arrives_exactly(app, backend):
    text = "".join(chr(0x4E00 + 7 * n) for n in range(40))
    assert typed(app, backend, text) == text


def test_a_layout_that_only_the_synthetic_keyboard_has_is_the_one_that_counts(
    field, backend, keyboard
):
    set_layout("-device", str(xtest_keyboard(keyboard.connection)), "de")
    assert typed(field, backend, "zy@{}") == "zy@{}"


def test_an_application_that_is_busy_for_a_moment_gets_the_right_text(field, backend):
    text = "".join(chr(0x4E00 + 7 * n) for n in range(30))
    field.focus(backend)
    os.kill(field.process.pid, signal.SIGSTOP)
    timer = threading.Timer(0.35, os.kill, (field.process.pid, signal.SIGCONT))
    timer.start()
    send_all(backend, backend.plan_text(text))
    timer.join()
    assert field.read_back(backend, text) == text


def test_an_application_that_hangs_is_reported_and_the_keyboard_given_back(
    field, backend, keyboard, monkeypatch
):
    monkeypatch.setattr(keyboard_x11, "_ANSWER_S", ANSWER_S)
    field.focus(backend)
    plan = tuple(backend.plan_text("\u65e5\u672c"))
    lent = next(p.codes for p in plan if isinstance(p, Remap))
    os.kill(field.process.pid, signal.SIGSTOP)
    try:
        with pytest.raises(InputError, match="did not take the keys within 1 s"):
            send_all(backend, plan)
    finally:
        os.kill(field.process.pid, signal.SIGCONT)
    assert [keyboard.keysyms(code) for code, _ in lent] == [[], []]


def test_a_window_that_opens_right_after_typing_elsewhere_takes_text(desktop, backend, tmp_path):
    editor = Mousepad(desktop, tmp_path).start()
    text = "".join(chr(0x4E00 + 7 * n) for n in range(40))
    assert typed(editor, backend, text) == text
    field = QtField(desktop, tmp_path).start()
    assert typed(field, backend, "qt " + text) == "qt " + text
    field.close()
    editor.close()


def test_a_text_that_is_stopped_half_way_leaves_no_keycode_lent(field, backend, keyboard):
    field.focus(backend)
    plan = tuple(backend.plan_text("\u65e5\u672c\u8a9e"))
    pressed = [index for index, p in enumerate(plan) if isinstance(p, Tap)]
    send_all(backend, plan[: pressed[1] + 1])
    send_all(backend, [KeyEvent(plan[pressed[1]].code, False)])
    lent = next(p.codes for p in plan if isinstance(p, Remap))
    send_all(backend, [Remap(tuple((code, 0) for code, _ in lent))])
    assert [keyboard.keysyms(code) for code, _ in lent] == [[], [], []]
    assert backend.held() == (frozenset(), frozenset())


def test_a_shortcut_with_a_latin_letter_works_on_a_russian_layout(
    desktop, backend, keyboard, tmp_path
):
    set_layout("ru")
    editor = Mousepad(desktop, tmp_path).start()
    assert typed(editor, backend, "first") == "first"
    tap(backend, "ctrl", "a")
    send_all(backend, backend.plan_text("second"))
    assert editor.read_back(backend, "second") == "second"
    editor.close()
