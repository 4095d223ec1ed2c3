"""What the three programs in GTK share: grids, tables, menus, dialogs and the writing of the state."""

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402


def style(text):
    made = Gtk.CssProvider()
    made.load_from_data(text.encode())
    Gtk.StyleContext.add_provider_for_screen(
        Gdk.Screen.get_default(), made, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION
    )


def run(window, top, main, page, keep, reads, size=(960, 620)):
    column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    for each in top:
        column.pack_start(each, False, False, 0)
    column.pack_start(main, True, True, 0)
    window.add(column)
    for name, read in reads.items():
        keep.add(name, read)
    keep.add("Seite", page)
    window.connect("destroy", Gtk.main_quit)
    window.set_default_size(*size)
    window.move(120, 50)
    window.show_all()
    window.present()
    GLib.timeout_add(100, keep.write)
    Gtk.main()


def number(field):
    """Read the number that stands in a field, also before it is left."""

    def read():
        text = field.get_text().strip()
        try:
            return int(text) if text.isdecimal() else float(text.replace(",", "."))
        except ValueError:
            return text

    return read


def money(text):
    """Make a narrow field for an amount, whose fraction stands after a comma."""
    return Gtk.Entry(text=text, width_chars=8, xalign=1, halign=Gtk.Align.START)


def spin(low, high, value, step=1):
    limits = Gtk.Adjustment(value=value, lower=low, upper=high, step_increment=step)
    return Gtk.SpinButton(adjustment=limits)


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


def editable(now, *texts):
    field = Gtk.ComboBoxText.new_with_entry()
    for text in texts:
        field.append_text(text)
    field.get_child().set_text(now)
    return field


def entry(text="", hint=""):
    return Gtk.Entry(text=text, placeholder_text=hint, hexpand=True)


def check(text, on=False):
    return Gtk.CheckButton(label=text, use_underline=True, active=on)


def button(text, then):
    field = Gtk.Button(label=text, use_underline=True)
    field.connect("clicked", lambda _: then())
    return field


def row(*fields):
    box = Gtk.Box(spacing=8)
    for field in fields:
        box.add(Gtk.Label(label=field) if isinstance(field, str) else field)
    return box


def column(*fields, border=12):
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=10, border_width=border)
    for field in fields:
        box.add(field)
    return box


def framed(title, inside):
    frame = Gtk.Frame(label=title)
    frame.add(inside)
    return frame


def switch(text, on=False):
    """Make a switch with its caption before it: the row and the switch."""
    field, label = Gtk.Switch(active=on, valign=Gtk.Align.CENTER), Gtk.Label(label=text)
    label.set_mnemonic_widget(field)
    field.get_accessible().set_name(text)
    return row(label, field), field


def radios(now, *texts, upright=False):
    """Make a row of radio buttons and the function that reads it."""
    buttons = [Gtk.RadioButton.new_with_label(None, texts[0])]
    buttons += [Gtk.RadioButton.new_with_label_from_widget(buttons[0], text) for text in texts[1:]]
    buttons[texts.index(now)].set_active(True)
    box = column(*buttons, border=4) if upright else row(*buttons)
    return box, lambda: next(each.get_label() for each in buttons if each.get_active())


def chips(*pairs):
    """Make words that stay pressed, and their reads."""
    box, reads = Gtk.Box(spacing=6), {}
    for text, on in pairs:
        chip = Gtk.ToggleButton(label=text, active=on)
        chip.get_style_context().add_class("chip")
        box.add(chip)
        reads[text] = chip.get_active
    return box, reads


def counter(low, high, value, unit=""):
    """Make a number between - and +: the row and the function that reads it."""
    shown = Gtk.Label(label=f"{value}{unit}", width_chars=4)

    def read():
        return int(shown.get_text().removesuffix(unit))

    def by(step):
        shown.set_text(f"{min(high, max(low, read() + step))}{unit}")

    return row(button("−", lambda: by(-1)), shown, button("+", lambda: by(1))), read


def grid(*rows, border=12):
    """Lay out pairs of a caption and a field; the caption becomes the mnemonic label of the field."""
    table = Gtk.Grid(row_spacing=10, column_spacing=12, border_width=border)
    for at, (caption, field) in enumerate(rows):
        if caption:
            label = Gtk.Label.new_with_mnemonic(caption)
            label.set_xalign(0)
            label.set_mnemonic_widget(field)
            table.attach(label, 0, at, 1, 1)
        table.attach(field, 1, at, 1, 1)
    return table


def text_area(text=""):
    field = Gtk.TextView(wrap_mode=Gtk.WrapMode.WORD_CHAR, accepts_tab=False)
    field.get_buffer().set_text(text)
    frame = Gtk.Frame()
    frame.add(field)
    field.set_size_request(420, 80)
    return frame, field, lambda: field.get_buffer().get_property("text")


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


def dialog(window, title, caption, done, table, leave="_Abbrechen"):
    """Make a dialog with a button to leave and one that calls `done`."""
    box = Gtk.Dialog(title=title, transient_for=window, modal=True)
    box.add_button(leave, Gtk.ResponseType.CANCEL)
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
            column.set_min_width(120)
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
        return " | ".join(rest + (["ja" if row[self.width] else "nein"] if self.boxes else []))

    def reads(self):
        def one(name):
            return lambda: next((self.text(row) for row in self.store if row[0] == name), "weg")

        reads = {f"{self.kind} {name}": one(name) for name in self.old}
        reads[f"{self.kind} neu"] = lambda: [
            " | ".join([row[0], self.text(row)]) for row in self.store if row[0] not in self.old
        ]
        reads[f"{self.kind} gewählt"] = lambda: self.chosen()[0] if self.chosen() else ""
        return reads
