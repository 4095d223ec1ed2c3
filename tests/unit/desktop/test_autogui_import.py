"""pyautogui can fail in many ways while it is imported; each must become a sentence."""

import sys

import pytest

from automation.core.errors import InputError, NoDisplay
from automation.desktop.input import backend_pyautogui
from automation.desktop.input.backend_pyautogui import Mac
from automation.desktop.input.backend_x11 import open_backend


@pytest.fixture
def broken_import(monkeypatch, tmp_path):
    """Return a function that puts a module with the given source in pyautogui's place."""

    def put(source):
        (tmp_path / "pyautogui.py").write_text(source)
        monkeypatch.delitem(sys.modules, "pyautogui", raising=False)
        monkeypatch.syspath_prepend(tmp_path)

    monkeypatch.delenv("DESKHAND_NO_INPUT")
    monkeypatch.setattr(backend_pyautogui, "this_system", Mac)
    return put


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("import nosuchmodule", "ModuleNotFoundError.*pip install"),
        ("raise SystemExit('You must install tkinter')", "SystemExit.*python3-tk"),
        ("import os; os.environ['NO_SUCH_DISPLAY']", "KeyError.*choose the x11 backend"),
        ("raise OSError('no authority')", "OSError: no authority.*choose the x11 backend"),
    ],
)
def test_a_failed_import_says_cause_and_remedy(broken_import, source, sentence):
    broken_import(source)
    with pytest.raises(InputError, match=sentence):
        open_backend("pyautogui")


def test_what_it_prints_while_it_is_imported_does_not_reach_our_output(broken_import, capsys):
    broken_import("print('noise'); raise ImportError('x')")
    with pytest.raises(InputError):
        open_backend("pyautogui")
    assert capsys.readouterr().out == ""


def test_no_display_is_told_before_it_is_imported(monkeypatch):
    monkeypatch.delenv("DESKHAND_NO_INPUT")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setitem(sys.modules, "pyautogui", None)
    with pytest.raises(NoDisplay, match="DISPLAY is not set"):
        open_backend("pyautogui")
