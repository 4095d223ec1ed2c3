"""Every extension of xcffib is registered before the first connection."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_no_module_registers_an_extension_after_xserver_did():
    code = (
        "import xcffib\n"
        "import automation.desktop.x11\n"
        "before = set(xcffib.extensions)\n"
        "import app.desk, automation.desktop.input.executor, app.gui.overlay.x11\n"
        "import automation.desktop.input.backend_x11\n"
        "print(sorted(str(key) for key in set(xcffib.extensions) - before))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.strip() == "[]"
