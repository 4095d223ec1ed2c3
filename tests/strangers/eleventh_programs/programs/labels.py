"""Prints labels for parcels, folders and jars."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402
from keep import Keep, number_of  # noqa: E402

PAGES = ["design", "queue"]
QUEUE = [
    ("Archive 2019", "Zebra front desk", 24, "Waiting"),
    ("Fragile stickers", "Zebra front desk", 60, "Waiting"),
    ("Jam jars", "Brother kitchen", 12, "Waiting"),
    ("Visitor badges", "Dymo reception", 8, "Printing"),
]


def labelled(text, widget, grid, row):
    label = Gtk.Label.new_with_mnemonic(text)
    label.set_halign(Gtk.Align.START)
    label.set_mnemonic_widget(widget)
    grid.attach(label, 0, row, 1, 1)
    grid.attach(widget, 1, row, 1, 1)


class Maker(Gtk.Window):
    """A page to design a label and a page with what waits."""

    def __init__(self, start):
        super().__init__(title="Label Maker")
        self.set_default_size(1100, 650)
        self.keep = Keep()
        self.asked = None
        bar = Gtk.HeaderBar(title="Label Maker", show_close_button=True)
        self.set_titlebar(bar)
        self.stack = Gtk.Stack()
        self.stack.add_titled(self.design(), "design", "Design")
        self.stack.add_titled(self.queue(), "queue", "Print queue")
        switcher = Gtk.StackSwitcher(stack=self.stack)
        bar.set_custom_title(switcher)
        bar.pack_start(self.layouts())
        bar.pack_end(self.menu())
        self.add(self.stack)
        self.connect("destroy", Gtk.main_quit)
        self.keep.add("page", self.stack.get_visible_child_name)
        self.keep.add("asked", lambda: bool(self.asked))
        self.keep.add("jobs", lambda: [" | ".join(map(str, tuple(row))) for row in self.jobs])
        self.keep.add("job", self.chosen)
        self.show_all()
        if start in PAGES:
            self.stack.set_visible_child_name(start)
        GLib.timeout_add(120, self.keep.write)
        self.keep.write()

    def layouts(self):
        button = Gtk.MenuButton(label="Layout")
        menu = Gtk.Menu()
        first = None
        radios = {}
        for name in ("Address", "Folder spine", "Jar", "Name badge"):
            item = Gtk.RadioMenuItem.new_with_label_from_widget(first, name)
            first = first or item
            radios[name] = item
            menu.append(item)
        menu.show_all()
        button.set_popup(menu)
        self.keep.add(
            "layout", lambda: next((n for n, item in radios.items() if item.get_active()), "")
        )
        return button

    def menu(self):
        button = Gtk.MenuButton()
        button.add(Gtk.Image.new_from_icon_name("open-menu-symbolic", Gtk.IconSize.BUTTON))
        button.set_tooltip_text("Main menu")
        button.get_accessible().set_name("Main menu")
        menu = Gtk.Menu()
        for name in ("Calibrate printer", "Order new rolls", "About Label Maker"):
            self.keep.known(name)
            item = Gtk.MenuItem(label=name)
            item.connect("activate", lambda _item, name=name: self.keep.count(name))
            menu.append(item)
        menu.show_all()
        button.set_popup(menu)
        return button

    def combo(self, name, texts, at):
        one = Gtk.ComboBoxText()
        for text in texts:
            one.append_text(text)
        one.set_active(at)
        self.keep.add(name, one.get_active_text)
        return one

    def design(self):
        outer = Gtk.Box(spacing=24, border_width=16)
        grid = Gtk.Grid(row_spacing=9, column_spacing=12)
        for row, (text, value) in enumerate(
            (
                ("Line _1", "Harbour Street Pottery"),
                ("Line _2", "14 Harbour Street"),
                ("Line _3", ""),
            )
        ):
            entry = Gtk.Entry(text=value, width_chars=30)
            self.keep.add(text.replace("_", "").lower(), entry.get_text)
            labelled(text, entry, grid, row)
        printers = ("Zebra front desk", "Dymo reception", "Brother kitchen")
        labelled("_Printer", self.combo("printer", printers, 0), grid, 3)
        sizes = ("36 x 89 mm", "50 x 80 mm", "62 x 100 mm", "Round 40 mm")
        labelled("Label _size", self.combo("size", sizes, 0), grid, 4)
        copies = Gtk.SpinButton.new_with_range(1, 500, 1)
        copies.set_value(1)
        self.keep.add("copies", number_of(copies))
        labelled("_Copies", copies, grid, 5)
        letters = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 6, 48, 1)
        letters.set_value(14)
        letters.set_value_pos(Gtk.PositionType.RIGHT)
        self.keep.add("letters", lambda: int(letters.get_value()))
        labelled("Letter s_ize", letters, grid, 6)
        turn = Gtk.Box(spacing=10)
        first = None
        ways = {}
        for name in ("Upright", "Sideways"):
            radio = Gtk.RadioButton.new_with_label_from_widget(first, name)
            first = first or radio
            ways[name] = radio
            turn.pack_start(radio, False, False, 0)
        self.keep.add("turn", lambda: next(n for n, radio in ways.items() if radio.get_active()))
        labelled("Direction", turn, grid, 7)
        outer.pack_start(grid, False, False, 0)

        right = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=10)
        frame = Gtk.Frame(label="Extras")
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6, border_width=10)
        for name, on in (("Border", True), ("Barcode", False), ("Logo", False), ("Date", False)):
            tick = Gtk.CheckButton(label=name, active=on)
            self.keep.add(name.lower(), tick.get_active)
            box.pack_start(tick, False, False, 0)
        frame.add(box)
        right.pack_start(frame, False, False, 0)
        fold = Gtk.Expander(label="Paper and ink")
        self.keep.add("paper open", fold.get_expanded)
        inner = Gtk.Grid(row_spacing=8, column_spacing=10, margin_start=18, margin_top=8)
        dark = Gtk.SpinButton.new_with_range(1, 15, 1)
        dark.set_value(8)
        self.keep.add("darkness", number_of(dark))
        labelled("_Darkness", dark, inner, 0)
        kinds = ("Paper", "Plastic", "Fabric")
        labelled("_Material", self.combo("material", kinds, 0), inner, 1)
        cut = Gtk.Switch(halign=Gtk.Align.START, active=True)
        self.keep.add("cut", cut.get_active)
        labelled("Cut _after each", cut, inner, 2)
        fold.add(inner)
        right.pack_start(fold, False, False, 0)
        line = Gtk.Box(spacing=8)
        clear = Gtk.Button.new_with_mnemonic("Clear _text")
        clear.connect("clicked", self.clear)
        line.pack_start(clear, False, False, 0)
        add = Gtk.Button.new_with_mnemonic("_Add to queue")
        add.connect("clicked", self.add_job)
        line.pack_start(add, False, False, 0)
        right.pack_start(line, False, False, 0)
        self.grid = grid
        outer.pack_start(right, True, True, 0)
        return outer

    def clear(self, _button):
        for child in self.grid.get_children():
            if isinstance(child, Gtk.Entry) and not isinstance(child, Gtk.SpinButton):
                child.set_text("")

    def add_job(self, _button):
        reads = self.keep.reads
        self.jobs.append((reads["line 1"](), reads["printer"](), reads["copies"](), "Waiting"))

    def queue(self):
        page = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8, border_width=16)
        self.jobs = Gtk.ListStore(str, str, int, str)
        for job in QUEUE:
            self.jobs.append(job)
        self.view = Gtk.TreeView(model=self.jobs)
        for number, name in enumerate(("Label", "Printer", "Copies", "State")):
            column = Gtk.TreeViewColumn(name, Gtk.CellRendererText(), text=number)
            column.set_sort_column_id(number)
            column.set_min_width(180)
            self.view.append_column(column)
        self.view.connect("button-press-event", self.pressed)
        frame = Gtk.ScrolledWindow(shadow_type=Gtk.ShadowType.IN)
        frame.add(self.view)
        page.pack_start(frame, True, True, 0)
        line = Gtk.Box(spacing=8)
        for name, act in (
            ("_Pause", lambda _b: self.state_of("Paused")),
            ("_Resume", lambda _b: self.state_of("Waiting")),
            ("_Cancel job", self.cancel),
        ):
            button = Gtk.Button.new_with_mnemonic(name)
            button.connect("clicked", act)
            line.pack_start(button, False, False, 0)
        sound = Gtk.CheckButton(label="Play a sound when a job is done")
        self.keep.add("sound", sound.get_active)
        line.pack_end(sound, False, False, 0)
        page.pack_start(line, False, False, 0)
        return page

    def chosen(self):
        model, at = self.view.get_selection().get_selected()
        return model[at][0] if at else ""

    def pressed(self, view, event):
        if event.button != 3:
            return False
        found = view.get_path_at_pos(int(event.x), int(event.y))
        if not found:
            return False
        view.get_selection().select_path(found[0])
        menu = Gtk.Menu()
        for name, act in (
            ("Print first", self.first),
            ("Pause job", lambda _i: self.state_of("Paused")),
            ("Show details", lambda _i: self.keep.count("Show details")),
        ):
            item = Gtk.MenuItem(label=name)
            item.connect("activate", act)
            menu.append(item)
        menu.attach_to_widget(view)
        menu.show_all()
        menu.popup_at_pointer(event)
        return True

    def first(self, _item):
        model, at = self.view.get_selection().get_selected()
        if at:
            model.move_after(at, None)

    def state_of(self, state):
        model, at = self.view.get_selection().get_selected()
        if at:
            model[at][3] = state

    def cancel(self, _button):
        model, at = self.view.get_selection().get_selected()
        if not at:
            return
        ask = Gtk.MessageDialog(
            transient_for=self,
            modal=True,
            message_type=Gtk.MessageType.QUESTION,
            text=f"Cancel the job “{model[at][0]}”?",
        )
        ask.add_buttons("Keep it", Gtk.ResponseType.NO, "Yes, cancel", Gtk.ResponseType.YES)

        def answered(_dialog, answer):
            if answer == Gtk.ResponseType.YES:
                model.remove(at)
            ask.destroy()
            self.asked = None

        ask.connect("response", answered)
        self.asked = ask
        ask.show_all()


if __name__ == "__main__":
    Maker(sys.argv[1] if len(sys.argv) > 1 else "")
    Gtk.main()
