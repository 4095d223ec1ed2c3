"""pyautogui for tests that fail on any warning: its parts leave pipes and sockets open."""

import contextlib
import gc
import subprocess
import sys
import warnings

_PARTS = {"pyautogui", "pyscreeze", "mouseinfo", "pymsgbox", "pytweening", "pygetwindow", "Xlib"}


@contextlib.contextmanager
def quiet_pyautogui():
    """Import pyautogui without its warnings; close what it opened and forget it afterwards."""
    with _quiet():
        import pyautogui  # noqa: F401 - for its effect

        gc.collect()
    yield
    with _quiet():
        modules = {name: m for name, m in sys.modules.items() if name.partition(".")[0] in _PARTS}
        for name, module in modules.items():
            _close_what_is_open(module)
            del sys.modules[name]


def _close_what_is_open(module):
    for value in list(vars(module).values()):
        if isinstance(value, subprocess.Popen):
            value.communicate()
        if type(value).__name__ == "Display" and hasattr(value, "close"):
            value.close()


@contextlib.contextmanager
def _quiet():
    with warnings.catch_warnings(), contextlib.redirect_stdout(sys.stderr):
        warnings.simplefilter("ignore")
        yield
