"""A painter ends with the block that paints, also by an error: Qt ends the process of one that outlives its device."""

import ast
import os
import subprocess
import sys

from tests.repo.tree import ROOT, python_files

FAILING = """
import gc, sys
from PySide6.QtWidgets import QApplication
from app.gui.overlay.secret_mark import new_mark
from app.gui.preferences import pages as mark

class Failed(Exception):
    pass

def fail(*given):
    raise Failed

application = QApplication([])
kept = []  # as a log, a test or a debugger keeps an error, and with it what was being painted on
sys.excepthook = lambda kind, error, trace: kept.append(error)
mark.paint_mark = fail
for _ in range(20):
    picture = mark.MarkPicture(new_mark())
    picture.show()
    try:
        picture.grab()
    except Failed as error:
        kept.append(error)
    picture.deleteLater()
    application.processEvents()
assert kept, "nothing was painted"
del picture
kept.clear()
gc.collect()
"""


def test_an_error_within_a_painting_leaves_the_process_alive():
    done = subprocess.run(
        [sys.executable, "-c", FAILING], cwd=ROOT, capture_output=True, text=True, timeout=120,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"}, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    assert "active painter" not in done.stderr
    assert "being painted" not in done.stderr


def test_each_painter_stands_in_a_with_statement():
    paths = [path for path in python_files() if path.parts[0] in ("app", "tests")]
    loose = [f"{path}:{line}" for path in paths for line in _loose_painters(path)]
    assert loose == []


def _loose_painters(path):
    text = (ROOT / path).read_text(encoding="utf-8")
    nodes = list(ast.walk(ast.parse(text))) if "Painter(" in text else []
    items = [item for node in nodes if isinstance(node, ast.With) for item in node.items]
    kept = {id(item.context_expr) for item in items}
    calls = (n for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Name))
    painters = (n for n in calls if n.func.id in ("QPainter", "QStylePainter"))
    return [node.lineno for node in painters if id(node) not in kept]
