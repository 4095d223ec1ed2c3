"""What the three programs in GTK share: grids of labelled fields, menus, dialogs and the writing of the state."""

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402


def number(field):
    """Read the number that stands in a spin button, also before it is left."""

    def read():
        text = field.get_text().strip()
        try:
            return float(text) if "." in text else int(text)
        except ValueError:
            return text

    return read


def spin(low, high, value, step=1, digits=0):
    limits = Gtk.Adjustment(value=value, lower=low, upper=high, step_increment=step)
    return Gtk.SpinButton(adjustment=limits, digits=digits)


def scale(low, high, value):
    field = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, low, high, 1)
    field.set_value(value)
    field.set_property("value-pos", Gtk.PositionType.RIGHT)
    field.set_hexpand(True)
    return field


def drop(now, *texts):
    field = Gtk.ComboBoxText()
    for text in texts:
        field.append_text(text)
    field.set_active(texts.index(now))
    return field


def check(text, on=False):
    return Gtk.CheckButton(label=text, use_underline=True, active=on)


def button(text, then):
    field = Gtk.Button(label=text, use_underline=True)
    field.connect("clicked", lambda _: then())
    return field


def row(*fields):
    box = Gtk.Box(spacing=8)
    for field in fields:
        box.add(field)
    return box


def radios(now, *texts):
    """Make a row of radio buttons and the function that reads it."""
    buttons = [Gtk.RadioButton.new_with_label(None, texts[0])]
    buttons += [Gtk.RadioButton.new_with_label_from_widget(buttons[0], text) for text in texts[1:]]
    buttons[texts.index(now)].set_active(True)
    return row(*buttons), lambda: next(each.get_label() for each in buttons if each.get_active())


def grid(*rows):
    """Lay out pairs of a caption and a field; the caption becomes the mnemonic label of the field."""
    table = Gtk.Grid(row_spacing=10, column_spacing=12, border_width=12)
    for at, (caption, field) in enumerate(rows):
        if caption:
            label = Gtk.Label.new_with_mnemonic(caption)
            label.set_xalign(0)
            label.set_mnemonic_widget(field)
            table.attach(label, 0, at, 1, 1)
        table.attach(field, 1, at, 1, 1)
    return table


def menu(bar, title, *items):
    """Add a menu; an item is a caption with a function, or a check item that is made already."""
    top, inside = Gtk.MenuItem.new_with_mnemonic(title), Gtk.Menu()
    for item in items:
        if isinstance(item, tuple):
            caption, then = item
            item = Gtk.MenuItem.new_with_mnemonic(caption)
            item.connect("activate", lambda _, then=then: then())
        inside.append(item)
    top.set_submenu(inside)
    bar.append(top)


def dialog(window, title, caption, done, table):
    """Make a dialog with Cancel and one button that calls `done`."""
    box = Gtk.Dialog(title=title, transient_for=window, modal=True)
    box.add_button("_Cancel", Gtk.ResponseType.CANCEL)
    box.add_button(caption, Gtk.ResponseType.OK)
    box.get_content_area().add(table)
    table.show_all()

    def answered(_, answer):
        box.hide()
        if answer == Gtk.ResponseType.OK:
            done()

    box.connect("response", answered)
    box.connect("delete-event", lambda *_: True)
    return box


class Table:
    """A table whose cells are texts or boxes; its rows are read under their first cell."""

    def __init__(self, heads, rows, high=220):
        kinds = [type(cell) for cell in rows[0]]
        self.store = Gtk.ListStore(*kinds)
        for each in rows:
            self.store.append(each)
        self.first = [each[0] for each in rows]
        self.wanted = ""
        self.shown = self.store.filter_new()
        self.shown.set_visible_func(self.fits)
        self.view = Gtk.TreeView(model=self.shown)
        self.view.set_enable_search(False)
        for at, (head, kind) in enumerate(zip(heads, kinds, strict=True)):
            if kind is bool:
                cell = Gtk.CellRendererToggle()
                cell.connect("toggled", self.turn, at)
                column = Gtk.TreeViewColumn(head, cell, active=at)
            else:
                column = Gtk.TreeViewColumn(head, Gtk.CellRendererText(), text=at)
                column.set_expand(True)
            self.view.append_column(column)
        self.field = Gtk.ScrolledWindow(hexpand=True, vexpand=True)
        self.field.set_size_request(760, high)
        self.field.add(self.view)
        self.view.get_selection().unselect_all()

    def fits(self, model, at, _):
        cells = " ".join(str(cell) for cell in model[at])
        return self.wanted.lower() in cells.lower()

    def narrow(self, text):
        self.wanted = text
        self.shown.refilter()

    def turn(self, _, path, at):
        inner = self.shown.convert_path_to_child_path(Gtk.TreePath(path))
        self.store[inner][at] = not self.store[inner][at]

    def at(self):
        _, at = self.view.get_selection().get_selected()
        return at and self.shown.convert_iter_to_child_iter(at)

    def put(self, column, text):
        if at := self.at():
            self.store[at][column] = text

    def take(self):
        if at := self.at():
            self.store.remove(at)

    def picked(self):
        at = self.at()
        return self.store[at][0] if at else ""

    def records(self, name):
        """Read each row of the start under its first cell, and those that came later in one list."""
        words = {True: "yes", False: "no"}
        rows = [[words[c] if isinstance(c, bool) else c for c in each] for each in self.store]
        found = {
            f"{name} {each[0]}": " | ".join(each[1:]) for each in rows if each[0] in self.first
        }
        late = [" | ".join(each) for each in rows if each[0] not in self.first]
        return found | {f"added {name}": late}


def search(table, hint):
    field = Gtk.SearchEntry(placeholder_text=hint, hexpand=True)
    field.connect("search-changed", lambda _: table.narrow(field.get_text()))
    return field


def free(now, *texts):
    """Make a combo box into which other texts can be typed."""
    field = Gtk.ComboBoxText.new_with_entry()
    for text in texts:
        field.append_text(text)
    field.get_child().set_text(now)
    return field


def area(text):
    """Make a text area and the function that reads it."""
    view = Gtk.TextView(wrap_mode=Gtk.WrapMode.WORD)
    view.get_buffer().set_text(text)
    view.set_accepts_tab(False)
    frame = Gtk.ScrolledWindow(hexpand=True)
    frame.set_shadow_type(Gtk.ShadowType.IN)
    frame.set_size_request(420, 90)
    frame.add(view)
    hold = view.get_buffer()
    return frame, view, lambda: hold.get_text(*hold.get_bounds(), False).strip()


def column(*fields):
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=10, border_width=12)
    for field in fields:
        box.pack_start(field, False, True, 0)
    return box


def book(*pages):
    field = Gtk.Notebook()
    for caption, page in pages:
        field.append_page(page, Gtk.Label(label=caption))
    return field


def run(window, bar, book, keep, reads, page=0, first=None, more=dict):
    column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    column.pack_start(bar, False, False, 0)
    column.pack_end(book, True, True, 0)
    window.add(column)
    for name, read in reads.items():
        keep.add(name, read)
    keep.add("tab", lambda: book.get_tab_label_text(book.get_nth_page(book.get_current_page())))
    window.connect("destroy", Gtk.main_quit)
    window.set_default_size(900, 640)
    window.move(120, 60)
    window.show_all()
    book.set_current_page(page)
    window.present()
    GLib.timeout_add(100, lambda: keep.write(**more()))
    if first:
        first.present()
    Gtk.main()
