"""What the three GTK programs of this set are put together from."""

import gi
from keep import Keep

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402

keep = Keep()


class Desk:
    """The window with its menu bar and its tabs."""

    def __init__(self, title):
        self.window = Gtk.Window(title=title)
        self.window.set_default_size(900, 640)
        self.window.set_keep_above(True)
        self.window.connect("destroy", Gtk.main_quit)
        self.book, self.bar = Gtk.Notebook(), Gtk.MenuBar()
        whole = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        whole.pack_start(self.bar, False, False, 0)
        whole.pack_start(self.book, True, True, 0)
        self.window.add(whole)
        keep.add(
            "tab",
            lambda: self.book.get_tab_label_text(
                self.book.get_nth_page(self.book.get_current_page())
            ),
        )

    def menu(self, title, *items):
        top, inner = Gtk.MenuItem.new_with_mnemonic(title), Gtk.Menu()
        top.set_submenu(inner)
        for item, do in items:
            if isinstance(item, str):
                item = Gtk.MenuItem.new_with_mnemonic(item)
            item.connect("activate", lambda _, do=do: do())
            inner.append(item)
        self.bar.append(top)

    def page(self, title, rows):
        self.book.append_page(form(rows), Gtk.Label(label=title))

    def run(self, tab):
        self.window.show_all()
        self.book.set_current_page(tab)
        GLib.timeout_add(100, keep.write)
        Gtk.main()


def form(rows):
    grid = Gtk.Grid(row_spacing=8, column_spacing=12, border_width=10)
    for row, (text, widget) in enumerate(rows):
        if text:
            label = Gtk.Label.new_with_mnemonic(text)
            label.set_mnemonic_widget(widget)
            label.set_xalign(0)
            grid.attach(label, 0, row, 1, 1)
        widget.set_hexpand(True)
        grid.attach(widget, 1 if text else 0, row, 1 if text else 2, 1)
    return grid


def combo(*texts, at=0):
    made = Gtk.ComboBoxText()
    for text in texts:
        made.append_text(text)
    made.set_active(at)
    return made


def spin(low, high, value):
    made = Gtk.SpinButton.new_with_range(low, high, 1)
    made.set_value(value)
    return made


def scale(value):
    made = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 100, 5)
    made.set_value(value)
    return made


def press(text, do):
    made = Gtk.Button.new_with_mnemonic(text)
    made.connect("clicked", lambda *_: do())
    return made


def check(text, on=False):
    made = Gtk.CheckButton.new_with_mnemonic(text)
    made.set_active(on)
    return made


def radios(*texts, at=0):
    first, made = None, []
    for text in texts:
        first = Gtk.RadioButton.new_with_mnemonic_from_widget(first, text)
        made.append(first)
    made[at].set_active(True)
    return made, lambda: next(one.get_label() for one in made if one.get_active())


def box(*widgets):
    made = Gtk.Box(spacing=6)
    for widget in widgets:
        made.pack_start(widget, True, True, 0)
    return made


def table(titles, rows):
    """Give the tree view and its store."""
    store = Gtk.ListStore(*[str] * len(titles))
    for row in rows:
        store.append(row)
    view = Gtk.TreeView(model=store, vexpand=True)
    for number, title in enumerate(titles):
        column = Gtk.TreeViewColumn(title, Gtk.CellRendererText(), text=number)
        column.set_resizable(True)
        view.append_column(column)
    view.get_selection().unselect_all()
    return view, store


def row_of(view):
    model, place = view.get_selection().get_selected()
    return model[place] if place else None
