"""A plain window by Qt or Tk that says nothing of being a dialog: a sentence and two answers."""

import sys
from functools import partial

TITLE = "Plain window"


def qt(said, answers, told):
    from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QVBoxLayout, QWidget

    application, window = QApplication(sys.argv), QWidget()
    window.setWindowTitle(TITLE)
    column = QVBoxLayout(window)
    column.addWidget(QLabel(said))
    for name in answers:
        button = QPushButton(name)
        button.clicked.connect(partial(told, name))
        column.addWidget(button)
    window.setGeometry(120, 90, 420, 200)
    window.show()
    return application.exec()


def tk(said, answers, told):
    import tkinter

    root = tkinter.Tk()
    root.title(TITLE)
    root.geometry("420x200+120+90")
    tkinter.Label(root, text=said, font=("DejaVu Sans", 12)).pack(pady=16)
    for name in answers:
        font = ("DejaVu Sans", 12)
        tkinter.Button(root, text=name, font=font, command=partial(told, name)).pack(pady=6)
    root.mainloop()


def main():
    toolkit, said, *answers = sys.argv[1:]
    return {"qt": qt, "tk": tk}[toolkit](said, answers, lambda name, *_: print(name, flush=True))  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
