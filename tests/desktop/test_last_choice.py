"""What was chosen last time for the same words in the same window stands first in the question."""

import subprocess
import sys
from contextlib import closing

import pytest

from automation.desktop.elements.reader import DesktopReader
from tests.desktop.command_rig import Command, command
from tests.desktop.elements_rig import Rig

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(180)]

ROWS = """
import sys
from PySide6.QtWidgets import QApplication, QGridLayout, QLabel, QPushButton, QWidget
application = QApplication(sys.argv)
page, told = QWidget(), QLabel("none yet")
page.setWindowTitle("Rooms")
grid = QGridLayout(page)
for n, name in enumerate(("Harz", "Eifel", "Ostsee")):
    button = QPushButton("Edit")
    button.clicked.connect(lambda _=False, name=name: told.setText(f"edits {name}"))
    grid.addWidget(QLabel(name), n, 0)
    grid.addWidget(button, n, 1)
grid.addWidget(told, 3, 0)
page.resize(420, 320)
page.show()
application.exec()
"""


def test_the_last_choice_stands_first_and_keeps_its_number(desktop, fresh_home):
    rig = Rig(desktop)
    with rig.running([sys.executable, "-c", ROWS], "Rooms"), closing(DesktopReader()) as reader:
        rig.raise_window("Rooms")
        rig.find(reader, "Edit", "button")
        first = Command("do", "click Edit", "--json", "--approve", "ask", stdin=subprocess.PIPE)
        asked = first.until("question")["candidates"]
        assert [one["n"] for one in asked] == [1, 2, 3]
        first.tell(pick=3)
        first.tell(n=first.until("proposal")["n"], decision="accept")
        assert first.end()[0] == 0
        status, lines, _ = command("do", "click Edit", "--json", "--approve", "auto")
        assert status == 4
        again = next(line for line in lines if line["event"] == "question")["candidates"]
        assert [one["n"] for one in again] == [3, 1, 2]
        assert again[0]["name"] == f"{asked[2]['name']}, as last time"
        assert command("do", "click Edit", "--json", "--approve", "auto", "--pick", "3")[0] == 0
        rig.find(reader, "edits Ostsee", "label")
