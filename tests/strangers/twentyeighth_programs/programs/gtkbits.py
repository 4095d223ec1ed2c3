"""Rows of forms, tables and menus for the programs in GTK."""

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402
from keep import number_of  # noqa: E402


class Form(Gtk.Grid):
    """Fields with their labels, one below the other; each is kept under its key."""

    def __init__(self, keep, start):
        super().__init__(row_spacing=8, column_spacing=12, margin=14)
        self.keep, self.start, self.line = keep, start, 0

    def row(self, label, widget):
        shown = Gtk.Label(label=label, use_underline=True, xalign=0)
        shown.set_mnemonic_widget(widget)
        self.attach(shown, 0, self.line, 1, 1)
        self.wide(widget, 1)

    def wide(self, widget, column=0):
        self.attach(widget, column, self.line, 2 - column, 1)
        self.line += 1

    def text(self, label, key):
        field = Gtk.Entry(text=self.start[key], hexpand=True)
        self.row(label, field)
        self.keep.add(key, field.get_text)
        return field

    def number(self, label, key, low, high):
        field = Gtk.SpinButton.new_with_range(low, high, 1)
        field.set_value(self.start[key])
        self.row(label, field)
        self.keep.add(key, number_of(field))

    def choice(self, label, key, items):
        field = Gtk.ComboBoxText()
        for item in items:
            field.append_text(item)
        field.set_active(items.index(self.start[key]))
        self.row(label, field)
        self.keep.add(key, field.get_active_text)
        return field

    def check(self, label, key):
        field = Gtk.CheckButton(label=label, use_underline=True, active=self.start[key])
        self.wide(field)
        self.keep.add(key, field.get_active)

    def switch(self, label, key):
        field = Gtk.Switch(active=self.start[key], halign=Gtk.Align.START)
        self.row(label, field)
        self.keep.add(key, field.get_active)

    def slider(self, label, key, low, high):
        field = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, low, high, 1)
        field.set_value(self.start[key])
        self.row(label, field)
        self.keep.add(key, lambda: int(field.get_value()))

    def radios(self, label, key, items):
        line, buttons = Gtk.Box(spacing=10), []
        for item in items:
            buttons.append(
                Gtk.RadioButton.new_with_label_from_widget(buttons[0] if buttons else None, item)
            )
            line.pack_start(buttons[-1], False, False, 0)
        buttons[items.index(self.start[key])].set_active(True)
        self.row(label, line)
        self.keep.add(
            key, lambda: next((button.get_label() for button in buttons if button.get_active()), "")
        )


def button(label, do):
    made = Gtk.Button(label=label, use_underline=True)
    made.connect("clicked", lambda _: do())
    return made


def column_of(*widgets):
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8, margin=8)
    for widget in widgets:
        box.pack_start(
            widget, isinstance(widget, (Gtk.ScrolledWindow, Gtk.Notebook, Gtk.Paned)), True, 0
        )
    return box


def line_of(*widgets):
    box = Gtk.Box(spacing=8)
    for widget in widgets:
        box.pack_start(widget, False, True, 0)
    return box


def scrolled(widget):
    made = Gtk.ScrolledWindow(min_content_height=180)
    made.add(widget)
    return made


def selected(view):
    """Return the number of the selected row, or -1."""
    model, found = view.get_selection().get_selected()
    return model.get_path(found).get_indices()[0] if found else -1


def menubar(*menus):
    """Make a menu bar of (title, [(text, what to do) or a ready item])."""
    bar = Gtk.MenuBar()
    for title, items in menus:
        top, below = Gtk.MenuItem(label=title, use_underline=True), Gtk.Menu()
        for item in items:
            if isinstance(item, tuple):
                made = Gtk.MenuItem(label=item[0], use_underline=True)
                made.connect("activate", lambda _, do=item[1]: do())
                item = made
            below.append(item)
        top.set_submenu(below)
        bar.append(top)
    return bar


def run(window, keep):
    window.set_default_size(900, 640)
    window.set_keep_above(True)
    window.connect("destroy", Gtk.main_quit)
    window.show_all()
    window.present()
    GLib.timeout_add(100, keep.write)
    Gtk.main()
