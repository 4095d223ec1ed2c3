"""A program whose name holds a word of danger, by GTK or Qt: a form, an About box. Says what it took."""

import sys

TITLE = "Order Desk"


def say(word):
    print(word, flush=True)  # noqa: T201


def gtk():
    import gi

    gi.require_version("Gtk", "3.0")
    from gi.repository import Gtk

    window = Gtk.Window(title=TITLE)
    column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8)
    column.pack_start(Gtk.Label(label="Customer"), False, False, 0)
    column.pack_start(Gtk.Entry(), False, False, 0)
    box = Gtk.CheckButton(label="Send newsletter")
    box.connect("toggled", lambda one: say(f"box {one.get_active()}"))
    loner = Gtk.RadioButton.new_with_label(None, "Home")
    office = Gtk.RadioButton.new_with_label_from_widget(loner, "Public office")
    office.connect("toggled", lambda one: say(f"office {one.get_active()}"))
    about = Gtk.Button(label=f"About {TITLE}")
    about.connect("clicked", lambda _: shown())
    save = Gtk.Button(label="Save")
    save.connect("clicked", lambda _: say("saved"))
    for one in (box, loner, office, about, save):
        column.pack_start(one, False, False, 0)

    def shown():
        told = Gtk.AboutDialog(
            transient_for=window, program_name=TITLE, version="1.2", title=f"About {TITLE}"
        )
        told.set_comments("Takes orders and sends them")
        told.connect("response", lambda one, _: (one.destroy(), say("about closed")))
        told.show()

    window.add(column)
    window.set_default_size(420, 320)
    window.connect("destroy", Gtk.main_quit)
    window.show_all()
    Gtk.main()


def qt():
    from PySide6.QtWidgets import (
        QApplication,
        QCheckBox,
        QLineEdit,
        QMessageBox,
        QPushButton,
        QRadioButton,
        QVBoxLayout,
        QWidget,
    )

    application, window = QApplication(sys.argv), QWidget()
    window.setWindowTitle(TITLE)
    column, box, office = (
        QVBoxLayout(window),
        QCheckBox("Send newsletter"),
        QRadioButton("Public office"),
    )
    about, save = QPushButton(f"About {TITLE}"), QPushButton("Save")
    box.toggled.connect(lambda on: say(f"box {on}"))
    office.toggled.connect(lambda on: say(f"office {on}"))
    save.clicked.connect(lambda: say("saved"))
    told = QMessageBox(
        QMessageBox.Icon.Information, f"About {TITLE}", "Takes orders and sends them", parent=window
    )
    told.addButton("Close", QMessageBox.ButtonRole.AcceptRole)
    told.finished.connect(lambda _: say("about closed"))
    about.clicked.connect(told.open)
    for one in (QLineEdit(), box, office, about, save):
        column.addWidget(one)
    window.setGeometry(120, 90, 420, 320)
    window.show()
    return application.exec()


if __name__ == "__main__":
    sys.exit({"gtk": gtk, "qt": qt}[sys.argv[1]]())
