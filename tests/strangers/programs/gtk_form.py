"""A GTK 3 booking form; it writes what its widgets hold to a file."""

import json
import os
import sys
from pathlib import Path

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402

FIELDS = {}
CLICKS = {}
LAST = [None]


def count(name):
    CLICKS[name] = CLICKS.get(name, 0) + 1


def write(window, book):
    state = {name: read() for name, read in FIELDS.items()}
    state |= {"clicks " + name: number for name, number in CLICKS.items()}
    state["tab"] = book.get_tab_label_text(book.get_nth_page(book.get_current_page()))
    tops = [t.get_title() for t in Gtk.Window.list_toplevels() if t.get_visible() and t != window]
    state["dialog"] = sorted(t for t in tops if t)
    text = json.dumps(state)
    if text != LAST[0]:
        path = Path(os.environ["STRANGERS_STATE"])
        path.with_suffix(".new").write_text(text)
        path.with_suffix(".new").replace(path)
        LAST[0] = text
    return True


def labelled(grid, row, text, widget):
    label = Gtk.Label(label=text, xalign=0)
    label.set_mnemonic_widget(widget)
    grid.attach(label, 0, row, 1, 1)
    grid.attach(widget, 1, row, 1, 1)


def guest(window):
    grid = Gtk.Grid(row_spacing=8, column_spacing=12, margin=12)
    for row, name in enumerate(("Guest name", "Street", "Postcode")):
        entry = Gtk.Entry()
        FIELDS[name] = entry.get_text
        labelled(grid, row, name, entry)
    country = Gtk.ComboBoxText()
    for name in ("Austria", "Belgium", "Denmark", "Italy"):
        country.append_text(name)
    country.set_active(0)
    FIELDS["Country"] = country.get_active_text
    labelled(grid, 3, "Country", country)
    nights = Gtk.SpinButton.new_with_range(1, 30, 1)
    FIELDS["Nights"] = nights.get_value_as_int
    labelled(grid, 4, "Nights", nights)
    for row, (name, on) in enumerate((("Breakfast", True), ("Parking space", False)), 5):
        check = Gtk.CheckButton(label=name, active=on)
        FIELDS[name] = check.get_active
        grid.attach(check, 0, row, 2, 1)
    group = None
    for row, name in enumerate(("Single room", "Double room", "Suite"), 7):
        radio = Gtk.RadioButton.new_with_label_from_widget(group, name)
        group = group or radio
        FIELDS[name] = radio.get_active
        grid.attach(radio, 0, row, 2, 1)
    quiet = Gtk.Switch(halign=Gtk.Align.START)
    quiet.get_accessible().set_name("Quiet floor")
    FIELDS["Quiet floor"] = quiet.get_active
    labelled(grid, 10, "Quiet floor", quiet)
    book = Gtk.Button(label="Book")
    book.connect("clicked", lambda _b: (count("Book"), confirm(window)))
    reset = Gtk.Button(label="Reset")
    reset.connect("clicked", lambda _b: count("Reset"))
    grid.attach(book, 0, 11, 1, 1)
    grid.attach(reset, 1, 11, 1, 1)
    return grid


def answered(dialog, response):
    count("answer yes" if response == Gtk.ResponseType.YES else "answer no")
    dialog.destroy()


def confirm(window):
    box = Gtk.MessageDialog(
        transient_for=window, modal=True, buttons=Gtk.ButtonsType.YES_NO, text="Send the booking?"
    )
    box.set_title("Send")
    box.connect("response", answered)
    box.show_all()


def remarks():
    view = Gtk.TextView(margin=12)
    buffer = view.get_buffer()
    FIELDS["Remarks"] = lambda: buffer.get_text(*buffer.get_bounds(), True)
    return view


def rooms():
    store = Gtk.ListStore(str, str)
    for row in (("101", "free"), ("102", "taken"), ("201", "free"), ("202", "free")):
        store.append(row)
    tree = Gtk.TreeView(model=store)
    for index, title in enumerate(("Room", "State")):
        tree.append_column(Gtk.TreeViewColumn(title, Gtk.CellRendererText(), text=index))
    tree.get_selection().set_mode(Gtk.SelectionMode.MULTIPLE)
    tree.connect("row-activated", lambda t, path, c: count("double " + store[path][0]))
    FIELDS["Rooms"] = lambda: [store[p][0] for p in tree.get_selection().get_selected_rows()[1]]
    return tree


def menus():
    bar = Gtk.MenuBar()
    for title, names in (
        ("_File", ["_New booking", "_Save", "_Quit later"]),
        ("_Tools", ["_Export list", "_Check in"]),
        ("_Help", ["_Handbook"]),
    ):
        item = Gtk.MenuItem.new_with_mnemonic(title)
        menu = Gtk.Menu()
        for name in names:
            entry = Gtk.MenuItem.new_with_mnemonic(name)
            entry.connect("activate", lambda _e, name=name: count("menu " + name.replace("_", "")))
            menu.append(entry)
        item.set_submenu(menu)
        bar.append(item)
    return bar


def main():
    window = Gtk.Window(title="Guest House")
    window.set_default_size(640, 560)
    window.connect("destroy", Gtk.main_quit)
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    box.pack_start(menus(), False, False, 0)
    book = Gtk.Notebook()
    for title, page in (("Guest", guest(window)), ("Remarks", remarks()), ("Rooms", rooms())):
        book.append_page(page, Gtk.Label(label=title))
    box.pack_start(book, True, True, 0)
    window.add(box)
    window.show_all()
    names = [book.get_tab_label_text(page) for page in book.get_children()]
    start = "".join(sys.argv[1:])
    book.set_current_page(names.index(start) if start in names else 0)
    GLib.timeout_add(120, write, window, book)
    Gtk.main()


if __name__ == "__main__":
    main()
