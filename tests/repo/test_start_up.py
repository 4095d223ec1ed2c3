"""What a shown window has loaded: nothing heavy; the command line: no Qt. In fresh processes."""

import os
import subprocess
import sys

from tests.repo import tree

HEAVY = ("torch", "transformers", "onnxruntime", "rapidocr", "cv2", "pyautogui")
WINDOW = """
import sys
from PySide6.QtWidgets import QApplication
from app.settings import Settings
from app.gui.widgets.theme import Theme
from app.gui.window.main_window import MainWindow

qt = QApplication([])
theme = Theme("light")
theme.apply(qt)
import app.gui.application
window = MainWindow(theme, Settings(), app.gui.application.EXAMPLES)
window.show()
qt.processEvents()
assert window.isVisible()
print(*sys.modules)
"""
ASKING = """
import sys
import app.main
from app.cli.parser import parser
from app.hand_over import handed_over

task = parser(only="do").parse_args(["do", "--approve", "auto", "click Save"])
assert handed_over(task) is None
print(*sys.modules)
"""
COMMAND = """
import sys
from app.cli.parser import run

run(["do", "--help"])
print(*sys.modules, file=sys.stderr)
"""


def _printed(code, home):
    result = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tree.ROOT,
        env={
            "PATH": os.environ["PATH"],
            "DESKHAND_HOME": str(home),
            "QT_QPA_PLATFORM": "offscreen",
            "PYTHONPATH": os.pathsep.join(sys.path),
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert result.returncode == 0, result.stderr
    return set((result.stdout + result.stderr).split())


def _packages(modules):
    return {name.partition(".")[0] for name in modules}


def test_a_shown_window_has_loaded_nothing_heavy_and_no_page_that_nobody_asked_for(tmp_path):
    modules = _printed(WINDOW, tmp_path)
    loaded = _packages(modules)
    assert "PySide6" in loaded
    assert loaded.isdisjoint({*HEAVY, "numpy", "yaml"})
    assert "app.gui.window.main_window" in modules
    assert modules.isdisjoint({"app.gui.window.help", "app.gui.window.key_map"})
    # What works on the desktop, on macros and on the history is loaded beside the window that is shown.
    later = {"app.desk", "app.macros.library", "app.macros.play", "automation.records.store"}
    assert modules.isdisjoint(later)


def test_the_command_line_loads_no_qt(tmp_path):
    loaded = _packages(_printed(COMMAND, tmp_path))
    assert "argparse" in loaded
    assert loaded.isdisjoint({"PySide6", "shiboken6", *HEAVY})


def test_who_asks_the_window_for_a_run_has_loaded_almost_nothing(tmp_path):
    modules = _printed(ASKING, tmp_path)
    ours = {name for name in modules if name.startswith(("app.", "automation.", "model."))}
    assert ours == {
        "app.cli", "app.cli.parser", "app.hand_over", "app.main", "app.task_text",
        "automation.core", "automation.core.errors", "automation.core.process",
        "automation.desktop", "automation.desktop.input", "automation.desktop.input.stop_socket",
    }  # fmt: skip
    theirs = {"msgspec", "xcffib", "numpy", "platformdirs", "yaml", "asyncio", "importlib.metadata"}
    assert modules.isdisjoint(theirs)
