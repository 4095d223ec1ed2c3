"""The widgets that the three GTK programs are put together from, each kept under its name."""

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402, F401
from keep import Keep, number_of  # noqa: E402

keep = Keep()
window = Gtk.Window()


def grid():
    return Gtk.Grid(row_spacing=10, column_spacing=10, margin=12)


def row(form, text, field):
    """Add a labelled field as the next line of a grid."""
    label = Gtk.Label(label=text, use_underline=True, xalign=0)
    label.set_mnemonic_widget(field)
    form.line = getattr(form, "line", 0) + 1
    form.attach(label, 0, form.line, 1, 1)
    form.attach(field, 1, form.line, 1, 1)
    return field


def wide(form, field):
    form.line = getattr(form, "line", 0) + 1
    form.attach(field, 0, form.line, 2, 1)
    return field


def entry(name, text=""):
    field = Gtk.Entry(text=text, width_chars=28)
    keep.add(name, field.get_text)
    return field


def combo(items, name, first=0):
    box = Gtk.ComboBoxText()
    for item in items:
        box.append_text(item)
    box.set_active(first)
    keep.add(name, box.get_active_text)
    return box


def spin(low, high, value, name, digits=0):
    box = Gtk.SpinButton.new_with_range(low, high, 0.1 if digits else 1)
    box.set_digits(digits)
    box.set_value(value)
    keep.add(name, box.get_text if digits else number_of(box))
    return box


def scale(low, high, value, name):
    knob = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, low, high, 1)
    knob.set_value(value)
    knob.set_hexpand(True)
    keep.add(name, lambda: int(knob.get_value()))
    return knob


def check(text, name, on=False):
    box = Gtk.CheckButton(label=text, use_underline=True, active=on)
    keep.add(name, box.get_active)
    return box


def switch(name, on=False):
    knob = Gtk.Switch(active=on, halign=Gtk.Align.START)
    keep.add(name, knob.get_active)
    return knob


def radios(texts, name, first=0):
    line, buttons = Gtk.Box(spacing=10), []
    for text in texts:
        buttons.append(
            Gtk.RadioButton.new_with_label_from_widget(buttons[0] if buttons else None, text)
        )
        line.add(buttons[-1])
    buttons[first].set_active(True)
    keep.add(name, lambda: next(button.get_label() for button in buttons if button.get_active()))
    line.buttons = buttons
    return line


def push(text, act, line):
    button = Gtk.Button(label=text, use_underline=True)
    button.connect("clicked", lambda _button: act())
    line.add(button)


def counted(text, line):
    keep.known(text)
    push(text, lambda: keep.count(text), line)


def listing(store, titles, toggles=()):
    """A table of the store; the columns in toggles, (number, what to do with the row), are boxes to tick."""
    view, acts = Gtk.TreeView(model=store), dict(toggles)
    for number, title in enumerate(titles):
        cell = Gtk.CellRendererToggle() if number in acts else Gtk.CellRendererText()
        if number in acts:
            cell.connect("toggled", lambda _cell, path, act=acts[number]: act(path))
        shown = {"active": number} if number in acts else {"text": number}
        column = Gtk.TreeViewColumn(title, cell, **shown)
        column.set_min_width(110)
        view.append_column(column)
    view.get_selection().unselect_all()
    return view


def menus(**titles):
    """A menu bar of the menus: each a list of (text, what it does) or (text, on or off)."""
    bar = Gtk.MenuBar()
    for title, items in titles.items():
        head, menu = Gtk.MenuItem(label=title), Gtk.Menu()
        head.set_submenu(menu)
        bar.append(head)
        for text, act in items:
            item = (
                Gtk.CheckMenuItem(label=text) if isinstance(act, bool) else Gtk.MenuItem(label=text)
            )
            menu.append(item)
            if isinstance(act, bool):
                item.set_active(act)
                keep.add(text.lower(), item.get_active)
            else:
                item.connect("activate", lambda _item, act=act: act())
    return bar
