"""A Qt window with one of each control; its password field holds the text given on the command line."""

import sys

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMainWindow,
    QPushButton,
    QSlider,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QWidget,
)


def table():
    rows = [("Alice", "12A"), ("Bob", "14C")]
    widget = QTableWidget(len(rows), 2)
    widget.setHorizontalHeaderLabels(["Guest", "Seat"])
    for row, texts in enumerate(rows):
        for column, text in enumerate(texts):
            widget.setItem(row, column, QTableWidgetItem(text))
    return widget


def form(secret):
    page = QWidget()
    layout = QFormLayout(page)
    layout.addRow("&Name", QLineEdit("Ada"))
    password = QLineEdit(secret)
    password.setEchoMode(QLineEdit.EchoMode.Password)
    layout.addRow("Pass&word", password)
    city = QHBoxLayout()
    city.addWidget(QLabel("City"))
    city.addWidget(QLineEdit())
    layout.addRow(city)
    colour = QComboBox()
    colour.addItems(["Red", "Green", "Blue"])
    layout.addRow("Colour", colour)
    layout.addRow(QCheckBox("Remember me"))
    level = QSlider(Qt.Orientation.Horizontal)
    level.setValue(30)
    layout.addRow("Level", level)
    tabs = QTabWidget()
    tabs.addTab(QLabel("first page"), "One")
    tabs.addTab(QLabel("second page"), "Two")
    layout.addRow(tabs)
    layout.addRow(table())
    layout.addRow(QPushButton("&Send"))
    locked = QPushButton("Locked")
    locked.setEnabled(False)
    layout.addRow(locked)
    return page


def main():
    application = QApplication(sys.argv)
    window = QMainWindow()
    window.setWindowTitle("deskhand-qt-form")
    window.menuBar().addMenu("&File").addAction("&Open")
    window.setCentralWidget(form(sys.argv[1]))
    window.setGeometry(60, 60, 480, 620)
    window.show()
    application.exec()


main()
