"""Programs that ask: a Qt question over a Qt window; `tk` asks by Tk, which shows no tree. Each says what came."""

import sys


def say(what):
    sys.stdout.write(what + "\n")
    sys.stdout.flush()


def qt(*more):
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication, QListWidget, QMainWindow, QMessageBox

    app = QApplication([])
    window = QMainWindow()
    window.setWindowTitle("Takers")
    things = QListWidget()
    things.addItems(["apple", "yew", "zebra"])
    things.currentTextChanged.connect(say)
    window.setCentralWidget(things)
    window.resize(500, 300)
    window.show()

    def ask():
        buttons = QMessageBox.StandardButton
        box = QMessageBox(QMessageBox.Icon.Question, "Really", "Delete it all?", parent=window)
        yes, no = (box.addButton(one) for one in (buttons.Yes, buttons.No))
        yes.setText("&Yes")
        no.setText("&No")
        box.setDefaultButton(no)
        box.open()
        box.finished.connect(lambda _: say(box.clickedButton().text().strip("&")))

    if "ask" in more:
        QTimer.singleShot(0, ask)
    app.exec()


def tk():
    import tkinter

    root = tkinter.Tk()
    root.title("Bare notes")
    root.geometry("400x120+200+200")
    entry = tkinter.Entry(root, width=30)
    entry.pack(pady=30)
    entry.bind("<KeyRelease>", lambda _: say(entry.get()))
    root.bind("<Key>", lambda event: None if event.widget is entry else say("key " + event.keysym))
    root.mainloop()


if __name__ == "__main__":
    tk() if sys.argv[1] == "tk" else qt(*sys.argv[2:])
