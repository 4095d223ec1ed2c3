"""What importing does, and does not, bring in; checked in fresh processes."""

import re
import subprocess
import sys

import pytest

from tests.repo import tree

_HEAVY = ("torch", "transformers", "onnxruntime", "rapidocr", "cv2", "pyautogui")


def _run(code, **env):
    result = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tree.ROOT,
        env={"PATH": "/usr/bin:/bin", **env},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


def _loaded_by(module, candidates):
    code = f"import sys, {module}; print([m for m in {candidates!r} if m in sys.modules])"
    return _run(code).strip()


def test_the_packaging_library_is_not_hidden_by_our_folder():
    assert _run("import packaging.version as v; print(v.Version('1.2'))").strip() == "1.2"


def test_the_command_line_loads_neither_qt_nor_anything_heavy():
    assert _loaded_by("app.cli.parser", ("PySide6", *_HEAVY)) == "[]"


@pytest.mark.parametrize("module", ["app.main", "automation.desktop.screen"])
def test_nothing_heavy_is_loaded_at_start(module):
    assert _loaded_by(module, _HEAVY) == "[]"


def test_qt_does_not_lose_references_to_none():
    """PySide6 6.12 on Python 3.11 takes one away per call and ends the process; hence the bound."""
    _run(
        """
from PySide6.QtWidgets import QApplication, QLabel
application = QApplication([])
label = QLabel()
for number in range(20_000):
    label.setText(str(number))
    application.processEvents()
""",
        QT_QPA_PLATFORM="offscreen",
    )


def test_every_process_of_ours_with_windows_takes_orders_from_devices_alone():
    made = re.compile(r"\bQApplication\(")
    ours = (path for path in tree.python_files() if path.parts[0] == "app")
    plain = {path.name for path in ours if made.search((tree.ROOT / path).read_text())}
    # A form that is worked on, a try in a child process without a display, and where it is made.
    assert plain - {"demo_form.py", "checks.py", "own_application.py"} == set()
