"""What the Qt programs of this set have in common: small makers of widgets, and the timer that writes the state."""

from PySide6 import QtCore
from PySide6 import QtWidgets as W


def window_of(title):
    window = W.QMainWindow(windowTitle=title)
    window.setWindowFlag(QtCore.Qt.WindowStaysOnTopHint)
    tabs = W.QTabWidget()
    window.setCentralWidget(tabs)
    return window, tabs


def combo(*texts, at=0):
    box = W.QComboBox()
    box.addItems(texts)
    box.setCurrentIndex(at)
    return box


def form(parent, *rows):
    layout = W.QFormLayout(parent)
    for row in rows:
        layout.addRow(*row)
    return layout


def column(parent, *parts):
    layout = W.QVBoxLayout(parent)
    for part in parts:
        layout.addLayout(part) if isinstance(part, W.QLayout) else layout.addWidget(part)
    return layout


def buttons(*pairs):
    """Return a line of buttons, each with its job."""
    line = W.QHBoxLayout()
    for text, job in pairs:
        button = W.QPushButton(text)
        button.clicked.connect(lambda _=False, job=job: job())
        line.addWidget(button)
    line.addStretch()
    return line


def menu(window, title, *pairs):
    """Add a menu: each entry has a job, or (job None) is a check entry. Return the check entries."""
    made, checks = window.menuBar().addMenu(title), []
    for text, job in pairs:
        action = made.addAction(text)
        if job:
            action.triggered.connect(lambda _=False, job=job: job())
        else:
            action.setCheckable(True)
            checks.append(action)
    return checks


def grid(*heads):
    table = W.QTableWidget(0, len(heads), editTriggers=W.QTableWidget.NoEditTriggers)
    table.setHorizontalHeaderLabels(heads)
    table.setSelectionBehavior(W.QTableWidget.SelectRows)
    table.setSelectionMode(W.QTableWidget.SingleSelection)
    table.horizontalHeader().setSectionResizeMode(W.QHeaderView.Stretch)
    table.verticalHeader().hide()
    return table


def fill(table, rows):
    table.setRowCount(len(rows))
    for row, cells in enumerate(rows):
        for at, text in enumerate(cells):
            table.setItem(row, at, W.QTableWidgetItem(str(text)))


def dialog_of(window, title, accept, job, *rows):
    dialog = W.QDialog(window, windowTitle=title)
    answer = W.QDialogButtonBox()
    answer.addButton(accept, W.QDialogButtonBox.AcceptRole)
    answer.addButton("Abbrechen", W.QDialogButtonBox.RejectRole)
    answer.accepted.connect(dialog.accept)
    answer.rejected.connect(dialog.reject)
    dialog.accepted.connect(job)
    form(dialog, *rows, (answer,))
    return dialog


def reading(field):
    """Return what reads a field."""
    if isinstance(field, W.QComboBox):
        return field.currentText
    if isinstance(field, W.QLineEdit | W.QTimeEdit | W.QDateEdit):
        return field.text
    if isinstance(field, W.QPlainTextEdit):
        return field.toPlainText
    return (
        field.value
        if isinstance(field, W.QSlider | W.QSpinBox | W.QDoubleSpinBox)
        else field.isChecked
    )


def run(app, keep, window, tabs, **fields):
    for key, field in fields.items():
        keep.add(
            key.replace("_", " "), reading(field) if isinstance(field, QtCore.QObject) else field
        )
    keep.add("reiter", lambda: tabs.tabText(tabs.currentIndex()))
    window.resize(900, 640)
    window.move(60, 40)
    window.show()
    window.raise_()
    window.activateWindow()
    timer = QtCore.QTimer()
    timer.timeout.connect(keep.write)
    timer.start(100)
    app.exec()
