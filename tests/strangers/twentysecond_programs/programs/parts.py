"""What the GTK programs share: widgets whose state is kept."""

import sys

import gi

gi.require_version("Gtk", "3.0")

from gi.repository import GLib, Gtk  # noqa: E402
from keep import Keep, number_of  # noqa: E402

START = sys.argv[1] if len(sys.argv) > 1 else ""


def box(*parts, down=True, gap=8, edge=0):
    """Put widgets below or beside each other; None is the space between them."""
    way = Gtk.Orientation.VERTICAL if down else Gtk.Orientation.HORIZONTAL
    filled = Gtk.Box(orientation=way, spacing=gap, border_width=edge)
    for part in parts:
        filled.pack_start(Gtk.Label() if part is None else part, part is None, True, 0)
    return filled


def form(*rows):
    """Put each widget beside its label, which has a mnemonic for it."""
    grid = Gtk.Grid(row_spacing=8, column_spacing=12, border_width=10)
    for at, (text, widget) in enumerate(rows):
        label = Gtk.Label.new_with_mnemonic(text)
        label.set_xalign(0)
        label.set_mnemonic_widget(widget)
        grid.attach(label, 0, at, 1, 1)
        widget.set_hexpand(True)
        grid.attach(widget, 1, at, 1, 1)
    return grid


def framed(title, inner):
    frame = Gtk.Frame(label=title)
    inner.set_border_width(10)
    frame.add(inner)
    return frame


class Desk:
    """One window and what is kept of it."""

    def __init__(self, title):
        self.keep = Keep()
        self.window = Gtk.Window(title=title, default_width=900, default_height=640)
        self.window.set_position(Gtk.WindowPosition.CENTER)
        self.window.connect("destroy", Gtk.main_quit)
        self.bar = Gtk.MenuBar()

    def line(self, key, text="", hint=""):
        field = Gtk.Entry(text=text, placeholder_text=hint)
        self.keep.add(key, field.get_text)
        return field

    def choice(self, key, items, now=None):
        combo = Gtk.ComboBoxText()
        for item in items:
            combo.append_text(item)
        combo.set_active(items.index(now) if now else 0)
        self.keep.add(key, combo.get_active_text)
        return combo

    def check(self, key, text, on=False):
        button = Gtk.CheckButton.new_with_mnemonic(text)
        button.set_active(on)
        self.keep.add(key, button.get_active)
        return button

    def switch(self, key, on=False):
        switch = Gtk.Switch(active=on, halign=Gtk.Align.START)
        self.keep.add(key, switch.get_active)
        return switch

    def radios(self, key, names, now):
        first = None
        buttons = []
        for name in names:
            button = Gtk.RadioButton.new_with_label_from_widget(first, name)
            first = first or button
            buttons.append(button)
        buttons[names.index(now)].set_active(True)
        self.keep.add(key, lambda: next(b.get_label() for b in buttons if b.get_active()))
        return buttons

    def spin(self, key, low, high, now, step=1):
        field = Gtk.SpinButton.new_with_range(low, high, step)
        field.set_value(now)
        self.keep.add(key, number_of(field))
        return field

    def scale(self, key, low, high, now, step=1):
        scale = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, low, high, step)
        scale.set_value(now)
        scale.set_size_request(220, -1)
        self.keep.add(key, lambda: int(scale.get_value()))
        return scale

    def button(self, text, act=None):
        """Return a button that acts, or whose presses are counted."""
        button = Gtk.Button.new_with_mnemonic(text)
        plain = text.replace("_", "").rstrip("…")
        if act is None:
            self.keep.known(plain)
        button.connect("clicked", lambda *_: act() if act else self.keep.count(plain))
        return button

    def menu(self, name, *entries):
        """Fill a menu with (text, act), or (text, key, on) for one that is ticked."""
        top = Gtk.MenuItem.new_with_mnemonic(name)
        menu = Gtk.Menu()
        for text, act, *on in entries:
            if on:
                entry = Gtk.CheckMenuItem.new_with_mnemonic(text)
                entry.set_active(on[0])
                self.keep.add(act, entry.get_active)
            else:
                entry = Gtk.MenuItem.new_with_mnemonic(text)
                plain = text.replace("_", "").rstrip("…")
                if act is None:
                    self.keep.known(plain)
                entry.connect(
                    "activate",
                    lambda *_, act=act, plain=plain: act() if act else self.keep.count(plain),
                )
            menu.append(entry)
        top.set_submenu(menu)
        self.bar.append(top)

    def ask(self, text, more=""):
        """Ask with Cancel and OK and tell whether it was OK."""
        dialog = Gtk.MessageDialog(
            transient_for=self.window,
            modal=True,
            message_type=Gtk.MessageType.QUESTION,
            buttons=Gtk.ButtonsType.YES_NO,
            text=text,
            secondary_text=more,
        )
        answer = dialog.run()
        dialog.destroy()
        return answer == Gtk.ResponseType.YES

    def fill_in(self, title, inner, name):
        """Show a dialog with fields and tell whether its named button was pressed."""
        dialog = Gtk.Dialog(title=title, transient_for=self.window, modal=True)
        dialog.add_button("_Cancel", Gtk.ResponseType.CANCEL)
        dialog.add_button(name, Gtk.ResponseType.OK)
        dialog.set_default_size(420, -1)
        dialog.get_content_area().add(inner)
        dialog.show_all()
        answer = dialog.run()
        dialog.get_content_area().remove(inner)
        dialog.destroy()
        return answer == Gtk.ResponseType.OK

    def run(self, body, tabs=None, now=0, then=None):
        self.window.add(box(self.bar, gap=0))
        self.window.get_child().pack_start(body, True, True, 0)
        self.window.show_all()
        if tabs:
            tabs.set_current_page(now)
            self.keep.add(
                "tab", lambda: tabs.get_tab_label_text(tabs.get_nth_page(tabs.get_current_page()))
            )
        self.window.present()
        GLib.timeout_add(100, self.keep.write)
        if then:
            GLib.timeout_add(200, lambda: then() and False)
        Gtk.main()


class Table(Gtk.TreeView):
    """Rows by the name in the first column; a true or false is a box to tick."""

    def __init__(self, desk, kind, columns, rows, editable=()):
        self.store = Gtk.ListStore(*[type(value) for value in rows[0]])
        super().__init__(model=self.store)
        for values in rows:
            self.store.append(values)
        for place, (title, value) in enumerate(zip(columns, rows[0], strict=True)):
            if isinstance(value, bool):
                cell = Gtk.CellRendererToggle(activatable=True)
                cell.connect("toggled", self.toggle, place)
                shown = Gtk.TreeViewColumn(title, cell, active=place)
            else:
                cell = Gtk.CellRendererText(editable=place in editable)
                cell.connect("edited", self.edit, place)
                shown = Gtk.TreeViewColumn(title, cell, text=place)
            shown.set_resizable(True)
            shown.set_min_width(90)
            self.append_column(shown)
        first = [values[0] for values in rows]
        for name in first:
            desk.keep.add(f"{kind} {name}", lambda name=name: self.texts().get(name, ""))
        desk.keep.add(
            f"{kind} added",
            lambda: [f"{n} | {text}" for n, text in self.texts().items() if n not in first],
        )
        desk.keep.add(f"{kind} selected", self.chosen)

    def toggle(self, _cell, path, place):
        self.store[path][place] = not self.store[path][place]

    def edit(self, _cell, path, text, place):
        self.store[path][place] = text

    def texts(self):
        said = {True: "yes", False: "no"}
        return {
            line[0]: " | ".join(said[v] if isinstance(v, bool) else v for v in list(line)[1:])
            for line in self.store
        }

    def at(self):
        return self.get_selection().get_selected()[1]

    def chosen(self):
        return self.store[self.at()][0] if self.at() else ""

    def change(self, place, value):
        if self.at():
            self.store[self.at()][place] = value

    def drop(self):
        if self.at():
            at = self.at()
            self.get_selection().unselect_all()
            self.store.remove(at)

    def scrolled(self):
        around = Gtk.ScrolledWindow(shadow_type=Gtk.ShadowType.IN)
        around.set_vexpand(True)
        around.set_hexpand(True)
        around.add(self)
        return around
