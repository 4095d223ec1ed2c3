"""The guest book as a Qt window: `python -m tests.macros_live.qt_app LOG`, books on standard input."""

import sys

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QDialog,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMainWindow,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from tests.macros_live import guest_book as book
from tests.macros_live.told import Log, Orders

_DARK = (
    "QWidget{background:#23262b;color:#dfe3e8}"
    "QPushButton,QLineEdit{border:1px solid #667;padding:3px}"
)


class Presses(QObject):
    """Writes down on which widget each press lands."""

    def __init__(self, log):
        super().__init__()
        self._log = log
        self._last = None

    def eventFilter(self, watched, event):
        is_press = event.type() in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)
        if is_press and isinstance(watched, QWidget):
            # A press that a widget leaves alone is shown to those around it too.
            mark = (event.timestamp(), event.globalPosition().toTuple())
            if mark != self._last:
                self._last = mark
                self._log.pressed(_id_of(watched))
        return False


def _id_of(widget):
    while widget is not None:
        if widget.objectName().startswith("id:"):
            return widget.objectName().removeprefix("id:")
        widget = widget.parentWidget()
    return "nothing"


class Book(QWidget):
    """One open book."""

    def __init__(self, log, flags):
        super().__init__()
        self._log, self._flags = log, flags
        self._edited = []
        self._layout = QVBoxLayout(self)
        if flags.has_notice:
            self._layout.addWidget(_notice())
        self._layout.addWidget(QLabel(book.HEADING))
        form = QFormLayout()
        self.name, self.city = _named(QLineEdit(), "name"), _named(QLineEdit(), "city")
        self.name.textChanged.connect(lambda text: log.tell(name=text))
        form.addRow(book.NAME, self.name)
        form.addRow(book.CITY, self.city)
        self._layout.addLayout(form)
        self.newsletter = _named(QCheckBox(book.NEWSLETTER), "newsletter")
        self.newsletter.toggled.connect(lambda on: log.tell(newsletter=on))
        self._layout.addWidget(self.newsletter)
        self._layout.addLayout(self._buttons())
        self.status = QLabel(book.NOTHING_SAVED)
        self._layout.addWidget(self.status)
        self.table = None
        self._layout.addStretch(1)
        self.fill(book.rows_of(flags))

    def fill(self, rows):
        """Show these rows."""
        table = _named(QWidget(), "table")
        grid = QGridLayout(table)
        for n, row in enumerate(rows):
            for column, text in enumerate(row):
                grid.addWidget(QLabel(text), n, column)
            grid.addWidget(self._row_button(book.EDIT, "edit", row[0]), n, 3)
            grid.addWidget(self._row_button(book.SHOW, "show", row[0]), n, 4)
        if self.table is not None:
            self._layout.replaceWidget(self.table, table)
            self.table.deleteLater()
        else:
            self._layout.insertWidget(self._layout.count() - 1, table)
        self.table = table

    def _row_button(self, name, what, number):
        made = _named(QPushButton(name), f"{what} {number}")
        made.clicked.connect(lambda: self._took(what, number))
        return made

    def _took(self, what, number):
        self._edited.append(f"{what} {number}")
        self.status.setText(f"{book.CHOSEN}{what} {number}")
        self._log.tell(row=f"{what} {number}")

    def _buttons(self):
        row = QHBoxLayout()
        for what, name in book.buttons_of(self._flags):
            made = _named(QPushButton(name), what)
            made.clicked.connect(lambda _=False, w=what: self._clicked(w))
            row.addWidget(made)
        return row

    def _clicked(self, what):
        if what != "save":
            self._log.tell(clicked=what)
            return
        QTimer.singleShot(int(1000 * self._flags.save_s), self._save)

    def _save(self):
        self.status.setText(book.SAVED + self.name.text())
        self._log.tell(
            saved={
                "name": self.name.text(), "city": self.city.text(),
                "newsletter": self.newsletter.isChecked(), "rows": self._edited,
            }
        )  # fmt: skip

    def late(self, what):
        """Let something come while somebody works."""
        if what == "notice":
            self._layout.insertWidget(0, _notice())
        elif what == "sorted":
            self.fill(tuple(reversed(book.rows_of(self._flags))))
        self._log.tell(late=what)


def _notice():
    notice = _named(QLabel(book.NOTICE), "notice")
    notice.setStyleSheet("background:#fe9;color:#222;padding:12px")
    return notice


def _named(widget, what):
    widget.setObjectName(f"id:{what}")
    return widget


class Window(QMainWindow):
    """The window; opens the books that it is ordered to."""

    woken = Signal()

    def __init__(self, log):
        super().__init__()
        self.setWindowTitle(book.TITLE)
        self._log = log
        self._dialog = None
        self._page = None
        self._opened = object()
        self.woken.connect(self._obey, Qt.ConnectionType.QueuedConnection)
        self._orders = Orders(self.woken.emit)

    def _obey(self):
        for order in self._orders.all():
            if order is None:
                QApplication.quit()
                return
            self._open(*order)

    def _open(self, number, flags):
        if self._dialog is not None:
            self._dialog.done(0)
            self._dialog = None
        self._log.book = number
        self._opened = opened = object()
        application = QApplication.instance()
        application.setStyleSheet(_DARK if flags.theme == "dark" else "")
        font = application.font()
        font.setPointSize(flags.font_pt)
        application.setFont(font)
        self._page = None
        self.setCentralWidget(QLabel(book.LOADING))

        def show():
            if self._opened is opened:
                self._fill(flags, opened)

        QTimer.singleShot(int(1000 * flags.slow_s), show)
        if flags.slow_s:
            self._told_when_painted(opened)

    def _fill(self, flags, opened):
        self._page = Book(self._log, flags)
        self.setCentralWidget(self._page)
        if flags.dialog:
            self._show_dialog(flags.dialog)
        if flags.late:
            QTimer.singleShot(int(1000 * flags.late_s), lambda: self._late(flags.late, opened))
        if not flags.slow_s:
            self._told_when_painted(opened)

    def _told_when_painted(self, opened):
        # Two turns of the event loop later the layout is done and painted.
        def tell():
            if self._opened is opened:
                self._log.tell(shown=True)

        QTimer.singleShot(0, lambda: QTimer.singleShot(60, tell))

    def _late(self, what, opened):
        if self._opened is not opened:
            return
        if what == "dialog":
            self._show_dialog("stays")
            self._log.tell(late=what)
        else:
            self._page.late(what)

    def _show_dialog(self, how):
        dialog = self._dialog = _named(QDialog(self), "dialog")
        dialog.setWindowTitle(book.DIALOG)
        dialog.setModal(True)
        layout = QVBoxLayout(dialog)
        layout.addWidget(QLabel(book.DIALOG_TEXT))
        if how == "once":
            later = _named(QPushButton(book.DIALOG_BUTTON), "not now")
            later.clicked.connect(dialog.accept)
            layout.addWidget(later)
        dialog.resize(320, 140)
        dialog.show()
        if how == "goes":
            QTimer.singleShot(int(1000 * book.GOES_S), lambda: dialog.done(0))


def main(path):
    """Serve until standard input ends."""
    application = QApplication(sys.argv[:1])
    application.setStyle("Fusion")
    log = Log(path)
    presses = Presses(log)
    application.installEventFilter(presses)
    window = Window(log)
    window.resize(860, 640)
    window.show()
    application.exec()


if __name__ == "__main__":
    main(sys.argv[1])
