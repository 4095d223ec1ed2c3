"""The tanks of somebody who keeps fish: water, animals, chores. With a header bar."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402
from keep import Keep, number_of  # noqa: E402

TANKS = {
    "Living room 240 l": [25, 9, True, "Canister"],
    "Breeding tank 60 l": [27, 8, True, "Sponge"],
    "Shrimp cube 30 l": [22, 7, False, "Sponge"],
    "Quarantine 40 l": [26, 6, True, "Hang-on"],
}
FILTERS = ["Sponge", "Canister", "Hang-on", "Gravel"]
ANIMALS = [
    ("Neon tetra", 24, "Living room"),
    ("Angelfish", 2, "Living room"),
    ("Cherry shrimp", 40, "Shrimp cube"),
    ("Panda cory", 8, "Breeding tank"),
    ("Dwarf gourami", 1, "Quarantine"),
]
CHORES = [("Rinse the filter", False), ("Trim the plants", False), ("Test the nitrate", True),
          ("Order frozen food", False)]  # fmt: skip


def row_of(title, widget):
    line = Gtk.Box(spacing=12)
    label = Gtk.Label(label=title, xalign=0, use_underline=True, mnemonic_widget=widget)
    label.set_size_request(150, -1)
    line.pack_start(label, False, False, 0)
    line.pack_start(widget, isinstance(widget, (Gtk.Entry, Gtk.Scale)), True, 0)
    return line


def upright():
    return Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=10, border_width=14)


class Keeper(Gtk.Window):
    def __init__(self, start):
        super().__init__(title="Tank Keeper")
        self.set_default_size(1000, 640)
        self.keep = Keep()
        self.keep.known("log reading", "feed now", "print tank card")
        self.stack = Gtk.Stack()
        bar = Gtk.HeaderBar(title="Tank Keeper", show_close_button=True)
        bar.set_custom_title(Gtk.StackSwitcher(stack=self.stack))
        card = Gtk.Button(label="Print tank card")
        card.connect("clicked", lambda _: self.keep.count("print tank card"))
        bar.pack_start(card)
        bar.pack_end(self.menu())
        self.set_titlebar(bar)
        self.stack.add_titled(self.water(), "water", "Water")
        self.stack.add_titled(self.animals(), "animals", "Animals")
        self.stack.add_titled(self.chores(), "chores", "Chores")
        self.add(self.stack)
        self.make_dialog()
        self.keep.add("page", self.stack.get_visible_child_name)
        self.keep.add("dialog", lambda: "add animals" if self.dialog.get_visible() else "")
        self.show_all()
        self.list.select_row(self.list.get_row_at_index(0))
        self.stack.set_visible_child_name("water" if start == "water" else "animals")
        if start == "animals":
            self.table.set_cursor(Gtk.TreePath(2))
        elif start == "add":
            self.dialog.show_all()

    def menu(self):
        menu = Gtk.Menu()
        for name, on in (("Fahrenheit", False), ("Sound on alarm", True)):
            item = Gtk.CheckMenuItem(label=name, active=on)
            menu.append(item)
            self.keep.add(name.lower(), item.get_active)
        export = Gtk.MenuItem(label="Export logbook")
        self.keep.known("export logbook")
        export.connect("activate", lambda _: self.keep.count("export logbook"))
        menu.append(Gtk.SeparatorMenuItem())
        menu.append(export)
        menu.show_all()
        return Gtk.MenuButton(label="Options", popup=menu)

    def water(self):
        page = Gtk.Box(spacing=6)
        self.list = Gtk.ListBox()
        self.list.set_size_request(230, -1)
        for name in TANKS:
            label = Gtk.Label(label=name, xalign=0, margin=12)
            self.list.add(label)
        self.list.connect("row-selected", self.tank_chosen)
        page.pack_start(self.list, False, False, 0)
        page.pack_start(Gtk.Separator(orientation=Gtk.Orientation.VERTICAL), False, False, 0)
        side = upright()
        self.head = Gtk.Label(xalign=0)
        side.pack_start(self.head, False, False, 0)
        self.warmth = Gtk.SpinButton.new_with_range(15, 34, 1)
        self.light = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 16, 1)
        self.light.set_value_pos(Gtk.PositionType.RIGHT)
        self.heater = Gtk.Switch(halign=Gtk.Align.START)
        self.filter = Gtk.ComboBoxText()
        for name in FILTERS:
            self.filter.append_text(name)
        for title, field in (
            ("_Temperature °C", self.warmth), ("_Hours of light", self.light),
            ("Hea_ter", self.heater), ("_Filter", self.filter),
        ):  # fmt: skip
            side.pack_start(row_of(title, field), False, False, 0)
        self.warmth.connect("changed", lambda _: self.note(0, number_of(self.warmth)()))
        self.light.connect("value-changed", lambda _: self.note(1, int(self.light.get_value())))
        self.heater.connect("notify::active", lambda *_: self.note(2, self.heater.get_active()))
        self.filter.connect("changed", lambda _: self.note(3, self.filter.get_active_text()))
        change = Gtk.Entry(text="21.04.2026")
        side.pack_start(row_of("Next _water change", change), False, False, 0)
        self.keep.add("next water change", change.get_text)
        across = Gtk.Box(spacing=8)
        for name in ("Log reading", "Feed now"):
            button = Gtk.Button(label=name)
            button.connect("clicked", lambda _, n=name: self.keep.count(n.lower()))
            across.pack_start(button, False, False, 0)
        side.pack_start(across, False, False, 0)
        page.pack_start(side, True, True, 0)
        self.tank, self.filling = "", False
        self.keep.add("tank", lambda: self.tank)
        for name, values in TANKS.items():
            short = name.rsplit(" ", 2)[0]
            for at, key in enumerate(("temperature", "light", "heater", "filter")):
                self.keep.add(f"{short} {key}", lambda v=values, a=at: v[a])
        return page

    def tank_chosen(self, _list, row):
        if row is None:
            return
        self.filling = True
        self.tank = row.get_child().get_text()
        values = TANKS[self.tank]
        self.head.set_markup(f"<big><b>{self.tank}</b></big>")
        self.warmth.set_value(values[0])
        self.light.set_value(values[1])
        self.heater.set_active(values[2])
        self.filter.set_active(FILTERS.index(values[3]))
        self.filling = False

    def note(self, at, value):
        if self.tank and not self.filling:
            TANKS[self.tank][at] = value

    def animals(self):
        page = upright()
        self.store = Gtk.ListStore(str, int, str)
        for animal in ANIMALS:
            self.store.append(animal)
        self.table = Gtk.TreeView(model=self.store)
        for at, name in enumerate(("Species", "Number", "Tank")):
            column = Gtk.TreeViewColumn(name, Gtk.CellRendererText(), text=at)
            column.set_min_width(200)
            self.table.append_column(column)
        scroll = Gtk.ScrolledWindow()
        scroll.add(self.table)
        page.pack_start(scroll, True, True, 0)
        across = Gtk.Box(spacing=8)
        add = Gtk.Button(label="Add animals...")
        add.connect("clicked", lambda _: self.dialog.show_all())
        across.pack_start(add, False, False, 0)
        own = []
        for name, does in (("One more", self.more), ("One less", self.less), ("Remove", self.away)):
            button = Gtk.Button(label=name, sensitive=False)
            button.connect("clicked", lambda _, d=does: d(*self.picked.get_selected()))
            across.pack_start(button, False, False, 0)
            own.append(button)
        page.pack_start(across, False, False, 0)
        self.picked = self.table.get_selection()
        self.picked.connect(
            "changed",
            lambda p: [b.set_sensitive(p.count_selected_rows() > 0) for b in own],
        )

        def row():
            model, at = self.picked.get_selected()
            return model[at][0] if at else ""

        self.keep.add("animals", lambda: [f"{r[0]} {r[1]} {r[2]}" for r in self.store])
        self.keep.add("animal row", row)
        return page

    def more(self, model, at):
        model[at][1] += 1

    def less(self, model, at):
        model[at][1] = max(0, model[at][1] - 1)

    def away(self, model, at):
        model.remove(at)
        self.picked.unselect_all()

    def chores(self):
        page = upright()
        boxes = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=4)
        made = []

        def put(name, on=False):
            box = Gtk.CheckButton(label=name, active=on)
            made.append(box)
            boxes.pack_start(box, False, False, 0)
            box.show()

        for name, on in CHORES:
            put(name, on)
        page.pack_start(boxes, False, False, 0)
        entry, add = Gtk.Entry(), Gtk.Button(label="Add chore", sensitive=False)
        entry.connect("changed", lambda _: add.set_sensitive(bool(entry.get_text().strip())))

        def added(_):
            put(entry.get_text().strip())
            entry.set_text("")

        add.connect("clicked", added)
        page.pack_start(row_of("_New chore", entry), False, False, 0)
        often, first = Gtk.Box(spacing=12), None
        radios = []
        for name in ("Every day", "Every week", "Every month"):
            radio = Gtk.RadioButton.new_with_label_from_widget(first, name)
            first = first or radio
            radios.append(radio)
            often.pack_start(radio, False, False, 0)
        page.pack_start(row_of("Remind me", often), False, False, 0)
        page.pack_start(add, False, False, 0)
        self.keep.add("chores", lambda: [b.get_label() for b in made])
        self.keep.add("done", lambda: [b.get_label() for b in made if b.get_active()])
        self.keep.add("new chore", entry.get_text)
        self.keep.add("remind", lambda: next(r.get_label() for r in radios if r.get_active()))
        return page

    def make_dialog(self):
        self.dialog = dialog = Gtk.Dialog(title="Add animals", transient_for=self, modal=True)
        dialog.add_buttons("Cancel", Gtk.ResponseType.CANCEL, "OK", Gtk.ResponseType.OK)
        dialog.set_response_sensitive(Gtk.ResponseType.OK, False)
        dialog.set_default_size(420, -1)
        species, number = Gtk.Entry(), Gtk.SpinButton.new_with_range(1, 200, 1)
        tank, apart = Gtk.ComboBoxText(), Gtk.CheckButton(label="Keep apart for two weeks")
        for name in TANKS:
            tank.append_text(name.rsplit(" ", 2)[0])
        tank.set_active(0)
        box = upright()
        for title, field in (("_Species", species), ("_How many", number), ("_Into tank", tank)):
            box.pack_start(row_of(title, field), False, False, 0)
        box.pack_start(apart, False, False, 0)
        dialog.get_content_area().add(box)
        species.connect("changed", lambda _: dialog.set_response_sensitive(
            Gtk.ResponseType.OK, bool(species.get_text().strip())))  # fmt: skip

        def answered(_dialog, answer):
            if answer == Gtk.ResponseType.OK:
                number.update()
                name = species.get_text().strip()
                self.store.append((name, number.get_value_as_int(), tank.get_active_text()))
            dialog.hide()
            species.set_text("")

        dialog.connect("response", answered)
        dialog.connect("delete-event", lambda *_: dialog.hide_on_delete())
        reads = {"species": species.get_text, "how many": number_of(number),
                 "into": tank.get_active_text, "apart": apart.get_active}  # fmt: skip
        for key, read in reads.items():
            self.keep.add("add " + key, lambda r=read: r() if dialog.get_visible() else None)


window = Keeper(sys.argv[1] if len(sys.argv) > 1 else "water")
window.connect("destroy", Gtk.main_quit)
GLib.timeout_add(150, window.keep.write)
Gtk.main()
