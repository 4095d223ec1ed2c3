"""A window by Qt, Tk or GTK: a long text, and beside it a count of the wheel that is no content."""

import sys

TITLE = "Scrolled window"
LINES = [f"Line {n}: {'word ' * (3 + n * 7 % 11)}and {n * 7919 % 1000}" for n in range(1, 91)]


def qt():
    from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QPlainTextEdit, QWidget

    class Text(QPlainTextEdit):
        def wheelEvent(self, event):
            super().wheelEvent(event)
            count.setText(f"{int(count.text() or 0) + 1:_>12}"[-12:].replace("_", ""))

    application, window = QApplication(sys.argv), QWidget()
    window.setWindowTitle(TITLE)
    row, text, count = QHBoxLayout(window), Text("\n".join(LINES)), QLabel("1000000")
    text.setReadOnly(True)
    row.addWidget(text)
    row.addWidget(count)
    window.setGeometry(100, 100, 620, 420)
    window.show()
    return application.exec()


def tk():
    import tkinter

    root = tkinter.Tk()
    root.title(TITLE)
    root.geometry("620x420+100+100")
    count = tkinter.Label(root, text="1000000")
    count.pack(side="right")
    text = tkinter.Text(root, takefocus=0)
    text.insert("1.0", "\n".join(LINES))
    text.configure(state="disabled")
    text.pack(side="left", fill="both", expand=True)

    def turned(_event):
        count.configure(text=str(int(count["text"]) + 1234567))

    for number in (4, 5):
        text.bind(f"<Button-{number}>", turned, add="+")
    root.mainloop()


def gtk():
    import gi

    gi.require_version("Gtk", "3.0")
    from gi.repository import Gtk

    window = Gtk.Window(title=TITLE)
    window.connect("destroy", Gtk.main_quit)
    row, count = Gtk.Box(spacing=8), Gtk.Label(label="1000000")
    text, pane = Gtk.TextView(editable=False, cursor_visible=False), Gtk.ScrolledWindow()
    text.get_buffer().set_text("\n".join(LINES))
    pane.add(text)

    def turned(*_):
        count.set_text(str(int(count.get_text()) + 1234567))
        return False

    pane.connect("scroll-event", turned)
    row.pack_start(pane, True, True, 0)
    row.pack_start(count, False, False, 0)
    window.add(row)
    window.set_default_size(620, 420)
    window.move(100, 100)
    window.show_all()
    Gtk.main()


if __name__ == "__main__":
    sys.exit({"qt": qt, "tk": tk, "gtk": gtk}[sys.argv[1]]())
