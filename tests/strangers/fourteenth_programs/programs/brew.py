"""A brewing day of a home brewer (GTK)."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402
from keep import Keep, number_of  # noqa: E402

TABS = ["mash", "hops", "bottling"]
HOPS = [
    ("Fuggle", 25, 60, True),
    ("Goldings", 20, 15, False),
    ("Cascade", 40, 5, False),
    ("Styrian", 15, 0, True),
]


class Brew:
    """The window."""

    def __init__(self, start):
        self.keep = keep = Keep()
        self.window = window = Gtk.Window(title="Batch 31 – Brew day")
        window.set_default_size(900, 600)
        window.connect("destroy", Gtk.main_quit)
        head = Gtk.HeaderBar(title="Batch 31 – Brew day", show_close_button=True)
        self.timer_button = Gtk.ToggleButton(label="Boil timer")
        head.pack_start(self.timer_button)
        keep.add("timer", self.timer_button.get_active)
        menu = Gtk.MenuButton(
            tooltip_text="More", image=Gtk.Image.new_from_icon_name("open-menu-symbolic", 1)
        )
        menu.set_popup(self.menu())
        head.pack_end(menu)
        window.set_titlebar(head)
        box = Gtk.Box(orientation=1)
        self.bar = Gtk.InfoBar(message_type=Gtk.MessageType.WARNING, show_close_button=True)
        self.bar.get_content_area().add(
            Gtk.Label(label="The fermenter has not been rinsed since batch 30.")
        )
        rinse = self.bar.add_button("It is rinsed", 1)
        rinse.set_valign(3)
        self.rinsed = "no"
        self.bar.connect("response", self.answer)
        keep.add("warning", lambda: self.rinsed)
        box.pack_start(self.bar, False, False, 0)
        self.book = Gtk.Notebook()
        for name, page in (
            ("Mash", self.mash()),
            ("Hops", self.hops()),
            ("Bottling", self.bottling()),
        ):
            page.set_border_width(12)
            self.book.append_page(page, Gtk.Label(label=name))
        box.pack_start(self.book, True, True, 0)
        window.add(box)
        window.show_all()
        self.book.set_current_page(TABS.index(start))
        keep.add("tab", lambda: TABS[self.book.get_current_page()])
        keep.write()
        GLib.timeout_add(120, keep.write)

    def answer(self, bar, what):
        self.rinsed = "rinsed" if what == 1 else "closed"
        bar.hide()

    def menu(self):
        menu = Gtk.Menu()
        for name in ("Share the batch", "Print labels"):
            item = Gtk.MenuItem(label=name)
            self.keep.known(name)
            item.connect("activate", lambda _i, name=name: self.keep.count(name))
            menu.append(item)
        menu.append(Gtk.SeparatorMenuItem())
        for name in ("Metric units", "Keep the screen on"):
            item = Gtk.CheckMenuItem(label=name, active=name == "Metric units")
            self.keep.add(name, item.get_active)
            menu.append(item)
        menu.show_all()
        return menu

    def line(self, grid, at, text, field):
        label = Gtk.Label(label=text, xalign=1)
        label.set_mnemonic_widget(field)
        grid.attach(label, 0, at, 1, 1)
        field.set_halign(1)
        grid.attach(field, 1, at, 1, 1)

    def mash(self):
        keep, grid = self.keep, Gtk.Grid(row_spacing=10, column_spacing=14)
        name, style = Gtk.Entry(text="Autumn bitter", width_chars=26), Gtk.ComboBoxText()
        for text in ("Bitter", "Mild", "Stout", "Porter", "Pale ale"):
            style.append_text(text)
        style.set_active(0)
        self.line(grid, 0, "Beer", name)
        self.line(grid, 1, "Style", style)
        size = Gtk.Scale.new_with_range(0, 5, 40, 1)
        size.set_value(20)
        size.set_size_request(300, -1)
        self.line(grid, 2, "Batch size (litres)", size)
        heat, mash = (
            Gtk.SpinButton.new_with_range(40, 80, 1),
            Gtk.SpinButton.new_with_range(15, 120, 5),
        )
        heat.set_value(66)
        mash.set_value(60)
        self.line(grid, 3, "Mash temperature", heat)
        self.line(grid, 4, "Mash time (min)", mash)
        pump, lid = Gtk.Switch(active=False), Gtk.Switch(active=True)
        self.line(grid, 5, "Pump", pump)
        self.line(grid, 6, "Heating element", lid)
        fold = Gtk.Expander(label="Water treatment")
        inner = Gtk.Grid(row_spacing=8, column_spacing=14, margin=8)
        gypsum, salt, camp = (
            Gtk.Entry(text="4"),
            Gtk.Entry(text="1"),
            Gtk.CheckButton(label="Campden tablet"),
        )
        self.line(inner, 0, "Gypsum (g)", gypsum)
        self.line(inner, 1, "Table salt (g)", salt)
        inner.attach(camp, 1, 2, 1, 1)
        fold.add(inner)
        grid.attach(fold, 0, 7, 2, 1)
        row = Gtk.Box(spacing=8)
        for text in ("Start mash", "Iodine test passed"):
            press = Gtk.Button(label=text)
            keep.known(text)
            press.connect("clicked", lambda _b, text=text: keep.count(text))
            row.add(press)
        grid.attach(row, 0, 8, 2, 1)
        keep.add("beer", name.get_text)
        keep.add("style", style.get_active_text)
        keep.add("size", lambda: round(size.get_value()))
        keep.add("mash temperature", number_of(heat))
        keep.add("mash time", number_of(mash))
        keep.add("pump", pump.get_active)
        keep.add("element", lid.get_active)
        keep.add("water open", fold.get_expanded)
        keep.add("gypsum", gypsum.get_text)
        keep.add("salt", salt.get_text)
        keep.add("campden", camp.get_active)
        return grid

    def hops(self):
        keep, box = self.keep, Gtk.Box(orientation=1, spacing=8)
        self.store = store = Gtk.ListStore(str, str, str, bool)
        for name, grams, minutes, weighed in HOPS:
            store.append([name, str(grams), str(minutes), weighed])
        view = Gtk.TreeView(model=store)
        for at, title in enumerate(("Hop", "Grams", "Minutes left")):
            cell = Gtk.CellRendererText(editable=at > 0)
            cell.connect("edited", lambda _c, path, text, at=at: store[path].__setitem__(at, text))
            column = Gtk.TreeViewColumn(title, cell, text=at)
            column.set_min_width(150)
            view.append_column(column)
        tick = Gtk.CellRendererToggle()
        tick.connect("toggled", lambda _c, path: store[path].__setitem__(3, not store[path][3]))
        view.append_column(Gtk.TreeViewColumn("Weighed", tick, active=3))
        scroll = Gtk.ScrolledWindow()
        scroll.add(view)
        box.pack_start(scroll, True, True, 0)
        chosen = view.get_selection()
        chosen.set_mode(Gtk.SelectionMode.SINGLE)
        row = Gtk.Box(spacing=8)
        new, grams = Gtk.Entry(placeholder_text="New hop"), Gtk.SpinButton.new_with_range(0, 200, 5)
        grams.set_value(10)

        def add(_):
            if new.get_text():
                store.append([new.get_text(), str(number_of(grams)()), "0", False])
                new.set_text("")

        def away(_):
            _, at = chosen.get_selected()
            if at:
                store.remove(at)
                chosen.unselect_all()

        row.add(new)
        row.add(Gtk.Label(label="Grams"))
        row.add(grams)
        for text, run in (("Add", add), ("Remove hop", away)):
            press = Gtk.Button(label=text)
            press.connect("clicked", run)
            row.add(press)
        box.pack_start(row, False, False, 0)
        dry = Gtk.CheckButton(label="Dry hop after five days")
        box.pack_start(dry, False, False, 0)
        keep.add("new hop", new.get_text)
        keep.add("new grams", number_of(grams))
        keep.add("dry", dry.get_active)
        keep.add(
            "hops",
            lambda: [f"{r[0]} {r[1]} g, {r[2]} min" + (", weighed" if r[3] else "") for r in store],
        )

        def picked():
            _, at = chosen.get_selected()
            return store[at][0] if at else ""

        keep.add("selected hop", picked)
        return box

    def bottling(self):
        keep, box = self.keep, Gtk.Box(spacing=20)
        left = Gtk.Box(orientation=1, spacing=8)
        left.add(Gtk.Label(label="Bottling day", xalign=0))
        days = Gtk.Calendar(year=2026, month=9, day=12)
        left.add(days)
        first = None
        for text in ("Bottles 0.5 l", "Swing tops", "Keg"):
            first = one = Gtk.RadioButton.new_with_label_from_widget(first, text)
            left.add(one)
            keep.add(text, one.get_active)
        box.pack_start(left, False, False, 0)
        right = Gtk.Box(orientation=1, spacing=8)
        right.add(Gtk.Label(label="Tasting notes", xalign=0))
        notes = Gtk.TextView(wrap_mode=2)
        notes.get_accessible().set_name("Tasting notes")
        notes.get_buffer().set_text("Clear, a little thin.")
        frame = Gtk.ScrolledWindow(shadow_type=1)
        frame.add(notes)
        right.pack_start(frame, True, True, 0)
        sugar = Gtk.SpinButton.new_with_range(0, 12, 0.5)
        sugar.set_digits(1)
        sugar.set_value(6)
        row = Gtk.Box(spacing=8)
        label = Gtk.Label(label="Priming sugar (g per litre)")
        label.set_mnemonic_widget(sugar)
        row.add(label)
        row.add(sugar)
        right.pack_start(row, False, False, 0)
        finish = Gtk.Button(label="Finish batch…")
        finish.connect("clicked", self.finish)
        right.pack_start(finish, False, False, 0)
        box.pack_start(right, True, True, 0)
        self.finished = "no"
        keep.add(
            "bottling day",
            lambda: f"{days.get_date()[0]}-{days.get_date()[1] + 1:02}-{days.get_date()[2]:02}",
        )
        buffer = notes.get_buffer()
        keep.add("notes", lambda: buffer.get_text(*buffer.get_bounds(), True))
        keep.add("sugar", sugar.get_text)
        keep.add("finished", lambda: self.finished)
        return box

    def finish(self, _):
        ask = Gtk.Dialog(title="Finish batch", transient_for=self.window, modal=True)
        stars = Gtk.ComboBoxText()
        for text in ("not rated", "one star", "two stars", "three stars"):
            stars.append_text(text)
        stars.set_active(0)
        again = Gtk.CheckButton(label="Brew it again")
        area = ask.get_content_area()
        area.set_spacing(10)
        area.set_border_width(12)
        row = Gtk.Box(spacing=8)
        label = Gtk.Label(label="Rating")
        label.set_mnemonic_widget(stars)
        row.add(label)
        row.add(stars)
        area.add(row)
        area.add(again)
        ask.add_button("Not yet", 0)
        ask.add_button("Finish", 1)

        def done(_d, what):
            if what == 1:
                self.finished = stars.get_active_text() + (", again" if again.get_active() else "")
            ask.destroy()

        ask.connect("response", done)
        ask.show_all()


Brew(sys.argv[1])
Gtk.main()
