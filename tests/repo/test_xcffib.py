"""Every extension of xcffib is registered before the first connection."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_no_module_registers_an_extension_after_xserver_did():
    code = (
        "import xcffib\n"
        "import automation.desktop.xserver\n"
        "before = set(xcffib.extensions)\n"
        "import app.composition, automation.desktop.input.executor, app.overlay.stacking\n"
        "import automation.desktop.input.backends.x11\n"
        "print(sorted(str(key) for key in set(xcffib.extensions) - before))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.strip() == "[]"
