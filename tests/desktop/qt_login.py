"""A Qt window with a name, a password and a plain field; what they hold goes to a file as JSON.

The file is written to a folder of the test's own: it is what the other side received.
"""

import json
import sys
from pathlib import Path

from PySide6.QtWidgets import QApplication, QFormLayout, QLineEdit, QWidget


def main():
    target = Path(sys.argv[1])
    title = sys.argv[2] if len(sys.argv) > 2 else "deskhand-qt-login"
    application = QApplication(sys.argv)
    window = QWidget()
    window.setWindowTitle(title)
    form = QFormLayout(window)
    fields = {}
    for name in ("User", "Password", "Plain"):
        field = fields[name] = QLineEdit()
        field.setAccessibleName(name)
        form.addRow(name, field)
    fields["Password"].setEchoMode(QLineEdit.EchoMode.Password)
    if len(sys.argv) > 3:
        fields["Password"].setText(sys.argv[3])

    def write():
        part = target.with_suffix(".part")
        part.write_text(json.dumps({n: f.text() for n, f in fields.items()}), encoding="utf-8")
        part.replace(target)

    for field in fields.values():
        field.textChanged.connect(write)
    window.resize(420, 160)
    window.move(300, 200)
    window.show()
    write()
    application.exec()


main()
