import pytest

from automation.core.errors import InputError
from automation.desktop.input.backend_x11 import open_backend


def test_real_input_is_refused_outside_desktop_tests():
    with pytest.raises(InputError, match="DESKHAND_NO_INPUT"):
        open_backend()


def test_an_unknown_backend_is_refused_by_name(monkeypatch):
    monkeypatch.delenv("DESKHAND_NO_INPUT")
    with pytest.raises(InputError, match="called 'evdev'; choose auto, x11 or pyautogui"):
        open_backend("evdev")


def test_the_x11_backend_needs_an_x_server(monkeypatch):
    monkeypatch.delenv("DESKHAND_NO_INPUT")
    monkeypatch.setattr("sys.platform", "darwin")
    with pytest.raises(InputError, match="choose pyautogui"):
        open_backend("x11")
