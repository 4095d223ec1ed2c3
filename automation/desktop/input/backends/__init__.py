"""Chooses the backend that sends input; the one place that names them."""

import os
import sys

from automation.core.errors import InputError
from automation.desktop.input.backend import Backend


def open_backend(name: str = "auto", display: str | None = None) -> Backend:
    """Open a backend; the caller owns it and closes it.

    Args:
        name: `auto` takes XTest on X11 and pyautogui on Windows and macOS.
        display: X display such as `:1`; None takes `DISPLAY`.

    Raises:
        InputError: this session offers no way to send input; says why and what to do.
        NoDisplay: there is no X display, or it does not answer.
    """
    if os.environ.get("DESKHAND_NO_INPUT") == "1":
        message = "sending input is switched off: DESKHAND_NO_INPUT=1 is set; unset it to allow it"
        raise InputError(message)
    uses_x11 = sys.platform not in ("win32", "darwin")
    if name == "x11" or (name == "auto" and uses_x11):
        if not uses_x11:
            message = f"the x11 backend needs an X server, this is {sys.platform}; choose pyautogui"
            raise InputError(message)
        from automation.desktop.input.backends.x11 import X11Backend  # noqa: PLC0415 - Linux only

        return X11Backend(display)
    if name in ("auto", "pyautogui"):
        from automation.desktop.input.backends.autogui import open_autogui  # noqa: PLC0415 - heavy

        return open_autogui(display)
    message = f"there is no input backend called {name!r}; choose auto, x11 or pyautogui"
    raise InputError(message)
