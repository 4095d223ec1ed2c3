"""What the three GTK programs of this set share: the window, its tables and how their state is kept."""

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402
from keep import number_of  # noqa: E402


class Table(Gtk.ScrolledWindow):
    """A table of texts; the first column names the row."""

    def __init__(self, keep, key, heads, rows, height=190):
        super().__init__()
        self.set_min_content_height(height)
        self.store = Gtk.ListStore(*[str] * len(heads))
        for row in rows:
            self.store.append(row)
        self.view = Gtk.TreeView(model=self.store)
        for number, head in enumerate(heads):
            column = Gtk.TreeViewColumn(head, Gtk.CellRendererText(), text=number)
            column.set_expand(True)
            self.view.append_column(column)
        self.view.get_accessible().set_name(key)
        self.add(self.view)
        keep.add(key, self.texts)
        keep.add(key + " gewählt", self.name)

    def texts(self):
        return [" | ".join(row) for row in self.store]

    def chosen(self):
        return self.view.get_selection().get_selected()[1]

    def name(self):
        row = self.chosen()
        return "" if row is None else self.store[row][0]

    def put(self, column, text):
        row = self.chosen()
        if row is not None:
            self.store[row][column] = text

    def drop(self):
        row = self.chosen()
        if row is not None:
            self.store.remove(row)

    def enter(self, *row):
        self.store.append(row)


class House(Gtk.Window):
    """The window with its menus and tabs."""

    def __init__(self, title, keep):
        super().__init__(title=title, default_width=900, default_height=640)
        self.keep = keep
        self.bar = Gtk.MenuBar()
        self.book = Gtk.Notebook()
        column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        column.pack_start(self.bar, False, False, 0)
        column.pack_start(self.book, True, True, 0)
        self.add(column)
        self.connect("destroy", Gtk.main_quit)
        keep.add("tab", self.tab)

    def tab(self):
        return self.book.get_tab_label_text(self.book.get_nth_page(self.book.get_current_page()))

    def combo(self, key, options, now=0):
        box = Gtk.ComboBoxText()
        for option in options:
            box.append_text(option)
        box.set_active(now)
        self.keep.add(key, box.get_active_text)
        return box

    def spin(self, key, low, high, now):
        field = Gtk.SpinButton.new_with_range(low, high, 1)
        field.set_value(now)
        self.keep.add(key, number_of(field))
        return field

    def scale(self, key, low, high, now):
        bar = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, low, high, 1)
        bar.set_value(now)
        bar.set_value_pos(Gtk.PositionType.RIGHT)
        bar.set_size_request(320, -1)

        def read():
            return round(bar.get_value())

        self.keep.add(key, read)
        return bar

    def entry(self, key, text=""):
        field = Gtk.Entry(text=text)
        self.keep.add(key, field.get_text)
        return field

    def tick(self, key, label, on=False):
        box = Gtk.CheckButton.new_with_mnemonic(label)
        box.set_active(on)
        self.keep.add(key, box.get_active)
        return box

    def choice(self, key, options, now):
        """Return a titled frame of radio buttons."""
        frame, line, first = Gtk.Frame(label=key), Gtk.Box(spacing=16, border_width=6), None
        for option in options:
            radio = Gtk.RadioButton.new_with_label_from_widget(first, option)
            first = first or radio
            radio.set_active(option == now)
            line.add(radio)

        def read():
            return next(
                (radio.get_label() for radio in line.get_children() if radio.get_active()), ""
            )

        self.keep.add(key, read)
        frame.add(line)
        return frame

    def signal(self, text):
        """Return what counts the presses of a button."""
        self.keep.known(text)

        def act():
            self.keep.count(text)

        return act

    def menu(self, title, *entries):
        """Add a menu; an entry is (text, what it does), or (key, True or False) for one with a tick."""
        top, menu = Gtk.MenuItem.new_with_mnemonic(title), Gtk.Menu()
        top.set_submenu(menu)
        for text, act in entries:
            if isinstance(act, bool):
                item = Gtk.CheckMenuItem.new_with_mnemonic(text)
                item.set_active(act)
                self.keep.add(text.replace("_", ""), item.get_active)
            else:
                item = Gtk.MenuItem.new_with_mnemonic(text)
                item.connect("activate", pressed, act)
            menu.append(item)
        self.bar.append(top)

    def page(self, title, *parts):
        column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=10, border_width=12)
        for part in parts:
            column.pack_start(part, False, False, 0)
        self.book.append_page(column, Gtk.Label(label=title))

    def go(self, tab):
        self.show_all()
        self.book.set_current_page(tab)
        self.present()


class Sheet:
    """The dialog: a form with two buttons; its fields are as before when it is gone."""

    def __init__(self, house, title, yes, done, rows):
        self.house, self.title, self.done, self.rows = house, title, done, rows
        self.box = Gtk.Dialog(title=title, transient_for=house, modal=True)
        self.box.add_buttons("_Abbrechen", Gtk.ResponseType.CANCEL, yes, Gtk.ResponseType.OK)
        self.box.get_content_area().add(form(*rows))
        self.box.get_content_area().show_all()
        self.box.connect("response", self.answer)
        self.box.connect("delete-event", self.keep_it)
        self.before = [(write, read()) for write, read in map(ways, (widget for _, widget in rows))]
        house.keep.add("Fenster " + title, self.box.get_visible)

    def open(self):
        self.box.present()

    def keep_it(self, *_):
        return True

    def answer(self, _, response):
        if response == Gtk.ResponseType.OK:
            self.done()
        self.box.hide()
        for write, value in self.before:
            write(value)


def ways(widget):
    """Return how the value of a field is set and read."""
    if isinstance(widget, Gtk.SpinButton):
        return widget.set_value, widget.get_value
    if isinstance(widget, Gtk.Entry):
        return widget.set_text, widget.get_text
    return widget.set_active, widget.get_active


def pressed(_, act):
    act()


def presses(*pairs):
    """Return a line of buttons, each (text, what it does)."""
    line = Gtk.Box(spacing=8)
    for text, act in pairs:
        button = Gtk.Button.new_with_mnemonic(text)
        button.connect("clicked", pressed, act)
        line.add(button)
    return line


def form(*rows):
    """Return a form of (label with its mnemonic, widget)."""
    grid = Gtk.Grid(row_spacing=8, column_spacing=12, border_width=6)
    for number, (text, widget) in enumerate(rows):
        if text:
            label = Gtk.Label(label=text, use_underline=True, xalign=0)
            label.set_mnemonic_widget(widget)
            grid.attach(label, 0, number, 1, 1)
        grid.attach(widget, 1, number, 1, 1)
    return grid


def side(*widgets):
    line = Gtk.Box(spacing=18)
    for widget in widgets:
        line.add(widget)
    return line
