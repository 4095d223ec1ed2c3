"""Forms by Qt and GTK with numbers, dates, sliders, drop-downs and lists with boxes; each logs its state."""

import json
import sys
from functools import partial
from pathlib import Path

TITLE = "Values"
FABRICS = ("Cotton", "Wool", "Silk")
LANDS = [f"Land {n}" for n in range(80)]
GOODS = (("Lamp", False), ("Map", True), ("Rope", False))
ORDERS = (("Harper", False), ("Osei", True), ("Sato", False))
SHOES = [str(n) for n in range(34, 48)]
TAGS = ("red tag", "green tag", "blue tag")
EVERY_MS = 40
LIST_IS_DEAF_MS = 3000


class Log:
    """Writes the state of a form whenever it is another one."""

    def __init__(self, path):
        self._path, self._last = path, ""

    def write(self, **state):
        text = json.dumps(state)
        if text != self._last:
            self._last = text
            new = self._path.with_suffix(".new")
            new.write_text(text)
            new.replace(self._path)
        return True


def qt(log):
    from PySide6 import QtCore, QtWidgets

    application, window = QtWidgets.QApplication(sys.argv), QtWidgets.QWidget()
    window.setWindowTitle(TITLE)
    # For so long a list takes no release where the press that has opened it was.
    application.setDoubleClickInterval(LIST_IS_DEAF_MS)
    rows = QtWidgets.QFormLayout(window)

    def row(name, widget):
        rows.addRow(name, widget)
        return widget

    fabric = row("Fabric", QtWidgets.QComboBox())
    fabric.addItems(FABRICS)
    fabric.setEditable(True)
    amount = row("Amount", QtWidgets.QSpinBox(maximum=99, value=2))
    start = row("Start", QtWidgets.QDateEdit(QtCore.QDate(2026, 3, 4)))
    start.setDisplayFormat("dd.MM.yyyy")
    leave = row("Leave", QtWidgets.QTimeEdit(QtCore.QTime(8, 30)))
    leave.setDisplayFormat("HH:mm")
    volume = row("Volume", QtWidgets.QSlider(QtCore.Qt.Orientation.Horizontal, maximum=100))
    goods, tags = row("Goods", QtWidgets.QListWidget()), row("Tags", QtWidgets.QListWidget())
    checked = QtCore.Qt.CheckState.Checked
    for name, is_on in GOODS:
        item = QtWidgets.QListWidgetItem(name, goods)
        item.setCheckState(checked if is_on else QtCore.Qt.CheckState.Unchecked)
    orders = row("Orders", QtWidgets.QTableWidget(len(ORDERS), 2))
    orders.setHorizontalHeaderLabels(["Customer", "Paid"])
    orders.horizontalHeader().setStretchLastSection(True)
    for at, (name, is_on) in enumerate(ORDERS):
        orders.setItem(at, 0, QtWidgets.QTableWidgetItem(name))
        orders.setItem(at, 1, item := QtWidgets.QTableWidgetItem())
        item.setCheckState(checked if is_on else QtCore.Qt.CheckState.Unchecked)
    tags.addItems(TAGS)
    shoes = row("Shoe size", QtWidgets.QComboBox())
    shoes.addItems(SHOES)
    tags.setSelectionMode(QtWidgets.QAbstractItemView.SelectionMode.ExtendedSelection)

    def tell():
        log.write(
            fabric=fabric.currentText(),
            amount=amount.value(),
            start=start.date().toString("yyyy-MM-dd"),
            leave=leave.time().toString("HH:mm"),
            volume=volume.value(),
            shoes=shoes.currentText(),
            goods=[goods.item(n).text() for n in range(3) if goods.item(n).checkState() == checked],
            tags=[tags.item(n).text() for n in range(3) if tags.item(n).isSelected()],
            paid=[
                name
                for n, (name, _) in enumerate(ORDERS)
                if orders.item(n, 1).checkState() == checked
            ],
        )

    timer = QtCore.QTimer()
    timer.timeout.connect(tell)
    timer.start(EVERY_MS)
    # At the bottom of the screen, where a long list opens over its box and not below it.
    bottom = application.primaryScreen().availableGeometry().bottom()
    window.setGeometry(100, bottom - 630, 520, 620)
    window.show()
    return application.exec()


def gtk(log):
    import gi

    gi.require_version("Gtk", "3.0")
    from gi.repository import GLib, Gtk

    window, grid = Gtk.Window(title=TITLE), Gtk.Grid(column_spacing=12, row_spacing=8)
    window.connect("destroy", Gtk.main_quit)
    window.add(grid)

    def row(name, widget):
        count = len(grid.get_children()) // 2
        grid.attach(Gtk.Label(label=name, xalign=0), 0, count, 1, 1)
        grid.attach(widget, 1, count, 1, 1)
        return widget

    def drop_down(entries, widget):
        for entry in entries:
            widget.append_text(entry)
        widget.set_active(0)
        return widget

    land = row("Country", drop_down(LANDS, Gtk.ComboBoxText()))
    fabric = row("Fabric", drop_down(FABRICS, Gtk.ComboBoxText.new_with_entry()))
    amount = row("Amount", Gtk.SpinButton.new_with_range(0, 99, 1))
    amount.set_value(2)
    volume = row("Volume", Gtk.Scale.new_with_range(0, 0, 100, 1))
    volume.set_hexpand(True)
    radios = [Gtk.RadioButton(label="Small")]
    radios.append(Gtk.RadioButton.new_with_label_from_widget(radios[0], "Large"))
    sizes = row("Size", Gtk.Box(spacing=8))
    for radio in radios:
        sizes.add(radio)
    goods = Gtk.ListStore(bool, str)
    for name, is_on in GOODS:
        goods.append([is_on, name])
    box, words = Gtk.CellRendererToggle(), Gtk.CellRendererText()
    box.connect("toggled", lambda _, at: goods.set_value(goods.get_iter(at), 0, not goods[at][0]))
    listed = row("Goods", Gtk.TreeView(model=goods))
    take = Gtk.TreeViewColumn("Take", box, active=0)
    take.set_expand(True)
    listed.append_column(take)
    listed.append_column(Gtk.TreeViewColumn("Thing", words, text=1))

    def tell():
        return log.write(
            land=land.get_active_text(),
            fabric=fabric.get_active_text(),
            amount=amount.get_value(),
            volume=round(volume.get_value()),
            size=next(radio.get_label() for radio in radios if radio.get_active()),
            goods=[name for is_on, name in goods if is_on],
        )

    GLib.timeout_add(EVERY_MS, tell)
    window.set_default_size(520, 480)
    window.move(100, 60)
    window.show_all()
    Gtk.main()


def main():
    toolkit, path = sys.argv[1], Path(sys.argv[2])
    return {"qt": partial(qt, Log(path)), "gtk": partial(gtk, Log(path))}[toolkit]()


if __name__ == "__main__":
    sys.exit(main())
