"""A Qt text field that writes what it holds to the file named on the command line.

F2 empties it. The raw text is written: `toPlainText` would turn a no-break space into a space.
"""

import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPlainTextEdit

BLOCK, LINE = "\u2029", "\u2028"


class Field(QPlainTextEdit):
    def keyPressEvent(self, event):
        if event.key() == Qt.Key.Key_F2:
            self.clear()
        else:
            super().keyPressEvent(event)


def main():
    target = Path(sys.argv[1])
    application = QApplication(sys.argv)
    field = Field()
    field.setWindowTitle("deskhand-qt-field")
    field.resize(500, 300)

    def write():
        part = target.with_suffix(".part")
        raw = field.document().toRawText().replace(BLOCK, "\n").replace(LINE, "\n")
        part.write_text(raw, encoding="utf-8", errors="surrogatepass")
        part.replace(target)

    field.textChanged.connect(write)
    write()
    field.show()
    application.exec()


main()
