"""What a field made of a text is told: put its own way, or not taken."""

import json
import sys
from contextlib import closing

import pytest

from automation.desktop.elements.reader import DesktopReader
from tests.desktop.command_rig import command
from tests.desktop.elements_rig import Rig
from tests.kit.web import chromium
from tests.slow import slow

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(300)]

TITLE = "Formatted fields"
QT = """
import sys
from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import QApplication, QFormLayout, QLineEdit, QWidget
application, window = QApplication(sys.argv), QWidget()
window.setWindowTitle("Formatted fields")
form, phone, number, bare = QFormLayout(window), QLineEdit(), QLineEdit(), QLineEdit()
def regroup(text):
    bare = "".join(c for c in text if c.isdigit())
    phone.setText(" ".join(bare[at:at + 3] for at in range(0, len(bare), 3)))
phone.textEdited.connect(regroup)
number.setValidator(QIntValidator(0, 9999))
for name, field in (("Phone", phone), ("Number", number), ("Plain", bare)):
    form.addRow(name, field)
window.setGeometry(100, 100, 420, 200)
window.show()
application.exec()
"""
PAGE = """<!doctype html><title>Formatted fields</title>
<p><label>Phone <input id=phone oninput="const d = this.value.replace(/\\\\D/g, '');
  this.value = d.replace(/(\\\\d{3})(?=\\\\d)/g, '$1 ')"></label>
<p><label>Number <input type=number></label><p><label>Plain <input></label>"""
CASES = [
    ("Phone", "5551234567", "landed", "rewritten"),
    ("Number", "abc", "denied", "as_it_was"),
    ("Plain", "abc", "effect_seen", "exact"),
]


@pytest.mark.parametrize("kind", ["qt", *slow("chromium")])
def test_what_a_field_made_of_a_text_is_told(desktop, tmp_path, monkeypatch, kind):
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path / "home"))
    for name, value in desktop.env.items():
        monkeypatch.setenv(name, value)
    page = tmp_path / "fields.html"
    page.write_text(PAGE.replace("\\\\", "\\"))
    argv = {
        "qt": [sys.executable, "-c", QT],
        "chromium": chromium(tmp_path, f"--app={page.as_uri()}"),
    }[kind]
    rig, found = Rig(desktop), {}
    with rig.running(argv, TITLE), closing(DesktopReader()) as reader:
        reader.warm_up()
        rig.raise_window(TITLE)
        for name, text, *_ in CASES:
            rig.find(reader, name)
            found[name] = command("do", f'type "{text}" into {name}', "--approve", "auto", "--json")
    for name, _, *expected in CASES:
        status, lines, err = found[name]
        told = [line["receipt"] for line in lines if line["event"] == "step"]
        assert [told[-1]["kind"], told[-1]["code"]] == expected, (name, json.dumps(lines), err)
        assert status == (10 if expected[0] == "denied" else 0), (name, lines[-1])
