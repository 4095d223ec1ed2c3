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


def run(window, bar, book, keep, reads, page=0, first=None):
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
    GLib.timeout_add(100, keep.write)
    if first:
        first.present()
    Gtk.main()


def text_area(text=""):
    field = Gtk.TextView(wrap_mode=Gtk.WrapMode.WORD_CHAR, accepts_tab=False)
    field.get_buffer().set_text(text)
    frame = Gtk.Frame()
    frame.add(field)
    field.set_size_request(420, 90)
    return frame, field, lambda: field.get_buffer().get_property("text")


def editable(now, *texts):
    field = Gtk.ComboBoxText.new_with_entry()
    for text in texts:
        field.append_text(text)
    field.get_child().set_text(now)
    return field


def column(*fields, border=12):
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=10, border_width=border)
    for field in fields:
        box.add(field)
    return box


class Table:
    """Rows of texts with a choice of one; the state has a key for each first row and a list of the new ones."""

    def __init__(self, kind, headers, rows, boxes=False):
        self.kind, self.width, self.boxes = kind, len(headers) - boxes, boxes
        self.store = Gtk.ListStore(*([str] * self.width), bool)
        self.old = [row[0] for row in rows]
        for row in rows:
            self.store.append([*row[: self.width], row[-1] if boxes else False])
        self.view = Gtk.TreeView(model=self.store, enable_search=False)
        for at in range(self.width):
            column = Gtk.TreeViewColumn(headers[at], Gtk.CellRendererText(), text=at)
            column.set_min_width(110)
            self.view.append_column(column)
        if boxes:
            box = Gtk.CellRendererToggle()
            box.connect("toggled", self.toggle)
            self.view.append_column(Gtk.TreeViewColumn(headers[-1], box, active=self.width))
        self.frame = Gtk.Frame()
        self.frame.add(self.view)
        self.view.get_selection().unselect_all()

    def toggle(self, _, path):
        self.store[path][self.width] = not self.store[path][self.width]

    def chosen(self):
        model, at = self.view.get_selection().get_selected()
        return model[at] if at else None

    def put(self, at, text):
        if self.chosen():
            self.chosen()[at] = text

    def remove(self):
        model, at = self.view.get_selection().get_selected()
        if at:
            model.remove(at)

    def add(self, *texts, on=False):
        self.store.append([*texts, on])

    def text(self, row):
        rest = [*row][1 : self.width]
        return " | ".join(rest + (["yes" if row[self.width] else "no"] if self.boxes else []))

    def reads(self):
        def one(name):
            return lambda: next((self.text(row) for row in self.store if row[0] == name), "gone")

        reads = {f"{self.kind} {name}": one(name) for name in self.old}
        reads[f"{self.kind} new"] = lambda: [
            " | ".join([row[0], self.text(row)]) for row in self.store if row[0] not in self.old
        ]
        reads[f"{self.kind} chosen"] = lambda: self.chosen()[0] if self.chosen() else ""
        return reads


def entry(text="", hint=""):
    return Gtk.Entry(text=text, placeholder_text=hint, hexpand=True)


def toolbar(*pairs):
    bar = Gtk.Toolbar(toolbar_style=Gtk.ToolbarStyle.TEXT)
    for caption, then in pairs:
        item = Gtk.ToolButton(label=caption)
        item.connect("clicked", lambda _, then=then: then())
        bar.insert(item, -1)
    return bar


class Tree:
    """Groups with rows under them; the state has a key for each row."""

    def __init__(self, kind, headers, groups):
        self.kind, self.width = kind, len(headers)
        self.store = Gtk.TreeStore(*([str] * self.width))
        for group, rows in groups.items():
            top = self.store.append(None, [group] + [""] * (self.width - 1))
            for each in rows:
                self.store.append(top, list(each))
        self.view = Gtk.TreeView(model=self.store, enable_search=False)
        for at, title in enumerate(headers):
            column = Gtk.TreeViewColumn(title, Gtk.CellRendererText(), text=at)
            column.set_min_width(160)
            self.view.append_column(column)
        self.view.expand_all()
        self.view.get_selection().unselect_all()
        self.frame = Gtk.Frame()
        self.frame.add(self.view)

    def chosen(self):
        model, at = self.view.get_selection().get_selected()
        return model[at] if at and model.iter_parent(at) else None

    def put(self, at, text):
        if self.chosen():
            self.chosen()[at] = text

    def reads(self):
        reads = {}
        for top in self.store:
            for each in top.iterchildren():
                where = each.path.to_string()
                reads[f"{self.kind} {each[0]}"] = lambda where=where: " | ".join(
                    [*self.store[where]][1:]
                )
        reads[f"{self.kind} chosen"] = lambda: self.chosen()[0] if self.chosen() else ""
        return reads
