"""What the GTK programs of this set share."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402
from keep import Keep  # noqa: E402

START = sys.argv[1]
keep = Keep()
shown = {"dialog": ""}
keep.add("dialog", lambda: shown["dialog"])


def grid():
    return Gtk.Grid(row_spacing=8, column_spacing=10, border_width=12)


def put(table, row, label, widget, column=0):
    """Put a field with its label in a row of the grid."""
    text = Gtk.Label(label=label, use_underline=True, xalign=0)
    text.set_mnemonic_widget(widget)
    table.attach(text, column, row, 1, 1)
    table.attach(widget, column + 1, row, 1, 1)
    return widget


def combo(values, chosen):
    box = Gtk.ComboBoxText()
    for value in values:
        box.append_text(value)
    box.set_active(values.index(chosen))
    return box


def spin(low, high, value, step=1):
    field = Gtk.SpinButton.new_with_range(low, high, step)
    field.set_value(value)
    return field


def scale(low, high, value, step=1):
    field = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, low, high, step)
    field.set_value(value)
    field.set_size_request(220, -1)
    field.set_value_pos(Gtk.PositionType.RIGHT)
    return field


def level(field):
    return lambda: round(field.get_value())


def check(label, on):
    return Gtk.CheckButton(label=label, use_underline=True, active=on)


def radios(labels, chosen):
    made = []
    for label in labels:
        made.append(Gtk.RadioButton.new_with_label_from_widget(made[0] if made else None, label))
    made[labels.index(chosen)].set_active(True)
    return made


def marked(buttons):
    return lambda: next(button.get_label() for button in buttons if button.get_active())


def button(label, action):
    made = Gtk.Button(label=label, use_underline=True)
    made.connect("clicked", lambda _: action())
    return made


def counter(name):
    keep.known(name)
    return lambda: keep.count(name)


def row(*widgets, vertical=False):
    way = Gtk.Orientation.VERTICAL if vertical else Gtk.Orientation.HORIZONTAL
    box = Gtk.Box(orientation=way, spacing=8)
    for widget in widgets:
        box.pack_start(widget, False, False, 0)
    return box


def table(titles, rows):
    """Make a table of texts; returns the view, whose model is a ListStore."""
    store = Gtk.ListStore(*[str] * len(titles))
    for line in rows:
        store.append(line)
    view = Gtk.TreeView(model=store)
    for number, title in enumerate(titles):
        column = Gtk.TreeViewColumn(title, Gtk.CellRendererText(xpad=6, ypad=4), text=number)
        column.set_expand(number == 1)
        view.append_column(column)
    return view


def chosen(view):
    """Return the place of the selected row, or -1."""
    store, found = view.get_selection().get_selected()
    return store.get_path(found).get_indices()[0] if found else -1


def menus(**entries):
    bar = Gtk.MenuBar()
    for title, items in entries.items():
        head, menu = Gtk.MenuItem(label="_" + title, use_underline=True), Gtk.Menu()
        head.set_submenu(menu)
        bar.append(head)
        for label, action in items:
            item = Gtk.MenuItem(label=label, use_underline=True)
            item.connect("activate", lambda _, action=action: action())
            menu.append(item)
    return bar


def ask(window, title, yes, body):
    """Show a dialog; true where the person agreed."""
    dialog = Gtk.Dialog(title=title, transient_for=window, modal=True)
    dialog.add_buttons("_Cancel", Gtk.ResponseType.CANCEL, yes, Gtk.ResponseType.OK)
    dialog.set_default_response(Gtk.ResponseType.OK)
    dialog.get_content_area().add(body)
    dialog.show_all()
    shown["dialog"] = title
    answer = dialog.run()
    shown["dialog"] = ""
    dialog.get_content_area().remove(body)  # its fields are read after the dialog
    dialog.destroy()
    return answer == Gtk.ResponseType.OK


def show(title, bar, pages, page, below=None):
    """Return the window with its menu bar, its tabs and what stands below them."""
    window = Gtk.Window(title=title, default_width=900, default_height=640)
    book = Gtk.Notebook()
    for name, body in pages.items():
        book.append_page(body, Gtk.Label(label=name))
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    box.pack_start(bar, False, False, 0)
    box.pack_start(book, True, True, 0)
    if below:
        box.pack_start(below, False, False, 0)
    window.add(box)
    window.connect("destroy", Gtk.main_quit)
    window.show_all()
    book.set_current_page(list(pages).index(page))
    keep.add("tab", lambda: list(pages)[max(book.get_current_page(), 0)])
    window.present()
    GLib.timeout_add(100, keep.write)
    return window
