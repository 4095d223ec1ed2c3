"""Buttons by Qt, Tk and GTK: one that answers, one that only logs, a greyed one. Logs what they took."""

import sys
import time
from functools import partial
from pathlib import Path

TITLE = "Pressed form"
NAMES = ("Live", "Silent", "Greyed")
MENU = ("Import", "Export")
"""What the menu File holds; Export is greyed."""
NOTHING_YET = "Nothing yet."


def _answer():
    return f"Pressed, and here comes a long line of text, number {time.monotonic_ns()}"


def qt(told):
    from PySide6.QtWidgets import (
        QApplication,
        QHBoxLayout,
        QLabel,
        QMenuBar,
        QPushButton,
        QVBoxLayout,
        QWidget,
    )

    application, window = QApplication(sys.argv), QWidget()
    window.setWindowTitle(TITLE)
    column, row, said = QVBoxLayout(window), QHBoxLayout(), QLabel(NOTHING_YET)
    for name in NAMES:
        button = QPushButton(name)
        button.clicked.connect(partial(told, name))
        button.setEnabled(name != "Greyed")
        row.addWidget(button)
        if name == "Live":
            button.clicked.connect(lambda: said.setText(_answer()))
    bar = QMenuBar()
    menu = bar.addMenu("File")
    for name in MENU:
        entry = menu.addAction(name)
        entry.triggered.connect(partial(told, name))
        entry.setEnabled(name != "Export")
    column.setMenuBar(bar)
    row.setSpacing(20)
    column.addLayout(row)
    column.addWidget(said)
    window.setGeometry(100, 100, 560, 320)
    window.show()
    return application.exec()


def tk(told):
    import tkinter

    root = tkinter.Tk()
    root.title(TITLE)
    root.geometry("560x320+100+100")
    said = tkinter.Label(root, text=NOTHING_YET)

    def press(name):
        told(name)
        if name == "Live":
            said.configure(text=_answer())

    bar = tkinter.Menu(root)
    menu = tkinter.Menu(bar, tearoff=0)
    for name in MENU:
        state = "disabled" if name == "Export" else "normal"
        menu.add_command(label=name, command=partial(told, name), state=state)
    bar.add_cascade(label="File", menu=menu)
    root.configure(menu=bar)
    for at, name in enumerate(NAMES):
        state = "disabled" if name == "Greyed" else "normal"
        call = partial(press, name)
        button = tkinter.Button(root, text=name, command=call, state=state, takefocus=1)
        button.grid(row=0, column=at, padx=20, pady=30)
    said.grid(row=1, column=0, columnspan=3)
    root.mainloop()


def gtk(told):
    import gi

    gi.require_version("Gtk", "3.0")
    from gi.repository import Gtk

    window = Gtk.Window(title=TITLE)
    window.connect("destroy", Gtk.main_quit)
    column, row = Gtk.Box(orientation=1, spacing=20), Gtk.Box(spacing=20)
    said = Gtk.Label(label=NOTHING_YET)

    def press(name):
        told(name)
        if name == "Live":
            said.set_text(_answer())

    for name in NAMES:
        button = Gtk.Button(label=name)
        button.connect("clicked", lambda _, name=name: press(name))
        button.set_sensitive(name != "Greyed")
        row.pack_start(button, False, False, 20)
    bar, top, menu = Gtk.MenuBar(), Gtk.MenuItem(label="File"), Gtk.Menu()
    for name in MENU:
        entry = Gtk.MenuItem(label=name)
        entry.connect("activate", lambda _, name=name: told(name))
        entry.set_sensitive(name != "Export")
        menu.append(entry)
    top.set_submenu(menu)
    bar.append(top)
    column.pack_start(bar, False, False, 0)
    column.pack_start(row, False, False, 30)
    column.pack_start(said, False, False, 0)
    window.add(column)
    window.set_default_size(560, 320)
    window.move(100, 100)
    window.show_all()
    Gtk.main()


def main():
    toolkit, log = sys.argv[1], Path(sys.argv[2])

    def told(name, *_):
        with log.open("a") as file:
            file.write(f"{name}\n")

    return {"qt": qt, "tk": tk, "gtk": gtk}[toolkit](told)


if __name__ == "__main__":
    sys.exit(main())
