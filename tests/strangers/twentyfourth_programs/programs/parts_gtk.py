"""The parts that the three programs of GTK have in common."""

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402


def frame(title):
    """Return the window with its menu bar and its notebook."""
    window = Gtk.Window(title=title, default_width=900, default_height=640)
    window.connect("destroy", Gtk.main_quit)
    outer, bar, tabs = Gtk.VBox(), Gtk.MenuBar(), Gtk.Notebook()
    outer.pack_start(bar, False, False, 0)
    outer.pack_start(tabs, True, True, 0)
    window.add(outer)
    return window, bar, tabs


def menu(bar, name, *items):
    made = Gtk.Menu()
    for item in items:
        made.append(item)
    top = Gtk.MenuItem(label=name)
    top.set_submenu(made)
    bar.append(top)


def action(name, todo):
    made = Gtk.MenuItem(label=name)
    made.connect("activate", lambda *_: todo())
    return made


def combo(*items):
    made = Gtk.ComboBoxText()
    for item in items:
        made.append_text(item)
    made.set_active(0)
    return made


def spin(low, high, value):
    made = Gtk.SpinButton.new_with_range(low, high, 1)
    made.set_value(value)
    return made


def scale(low, high, value):
    made = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, low, high, 1)
    made.set_value(value)
    made.set_size_request(300, -1)
    return made


def tick(name):
    return Gtk.CheckButton.new_with_mnemonic(name)


def button(name, todo):
    made = Gtk.Button.new_with_mnemonic(name)
    made.connect("clicked", lambda *_: todo())
    return made


def grid(*rows):
    made = Gtk.Grid(row_spacing=10, column_spacing=12, border_width=12)
    for at, (name, widget) in enumerate(rows):
        if name:
            label = Gtk.Label.new_with_mnemonic(name)
            label.set_mnemonic_widget(widget)
            label.set_xalign(0)
            made.attach(label, 0, at, 1, 1)
        made.attach(widget, 1, at, 1, 1)
    return made


def across(*widgets):
    made = Gtk.HBox(spacing=8)
    for widget in widgets:
        made.pack_start(widget, False, False, 0)
    return made


def table(store, *names):
    view = Gtk.TreeView(model=store)
    for at, name in enumerate(names):
        view.append_column(Gtk.TreeViewColumn(name, Gtk.CellRendererText(), text=at))
    return view


def page_of(view, *below):
    made = Gtk.VBox(border_width=8, spacing=8)
    made.pack_start(view, True, True, 0)
    for row in below:
        made.pack_start(row, False, False, 0)
    return made


def ask(window, title, yes, content, todo):
    """Return a dialog that stays hidden until it is shown."""
    made = Gtk.Dialog(title=title, transient_for=window, modal=True)
    made.add_buttons("_Cancel", 0, yes, 1)
    made.get_content_area().add(content)
    made.connect("response", lambda _, code: (code == 1 and todo(), made.hide()))
    made.connect("delete-event", lambda *_: made.hide_on_delete())
    return made


def go(window, keep, tabs, page):
    window.show_all()
    tabs.set_current_page(page)
    GLib.timeout_add(100, keep.write)
    Gtk.main()
