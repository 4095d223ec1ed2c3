"""The keeper of an aquarium: the tanks, the feeding, the water log."""

import sys

import gi
from keep import Keep, number_of

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402

TANKS = {
    "Reef hall": ("Clownfish", "Blue tang", "Cleaner shrimp"),
    "River room": ("Angelfish", "Neon tetra"),
    "Jelly ring": ("Moon jelly",),
}
FEEDING = (
    (True, "08:00", "Clownfish", "Brine shrimp"),
    (False, "09:30", "Moon jelly", "Plankton"),
    (False, "11:00", "Blue tang", "Seaweed"),
    (False, "14:00", "Angelfish", "Flakes"),
    (False, "16:30", "Neon tetra", "Flakes"),
)


class Window(Gtk.Window):
    def __init__(self, start):
        super().__init__(title="Aquarium Keeper")
        self.set_default_size(1200, 740)
        self.keep = Keep()
        self.keep.known("Sound the bell", "Test water now")
        self.book = Gtk.Notebook()
        for name, page in (
            ("Tank", self.tank()),
            ("Feeding", self.feeding()),
            ("Water log", self.log()),
        ):
            self.book.append_page(page, Gtk.Label(label=name))
        names = ["Tank", "Feeding", "Water log"]
        tools = Gtk.Toolbar()
        tools.set_style(Gtk.ToolbarStyle.ICONS)
        for icon, name in (
            ("audio-volume-high-symbolic", "Sound the bell"),
            ("view-refresh-symbolic", "Test water now"),
        ):
            button = Gtk.ToolButton(icon_name=icon, label=name, tooltip_text=name)
            button.connect("clicked", lambda _b, name=name: self.keep.count(name))
            tools.insert(button, -1)
        self.night = Gtk.ToggleToolButton(
            icon_name="weather-clear-night-symbolic",
            label="Night watch",
            tooltip_text="Night watch",
        )
        tools.insert(self.night, -1)
        self.keep.add("night watch", self.night.get_active)
        self.keep.add("page", lambda: names[self.book.get_current_page()])
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        box.pack_start(tools, False, False, 0)
        box.pack_start(self.book, True, True, 0)
        self.add(box)
        self.connect("destroy", Gtk.main_quit)
        self.show_all()
        self.book.set_current_page(["tank", "feeding", "log"].index(start))
        GLib.timeout_add(120, self.keep.write)
        self.keep.write()

    def tank(self):
        keep = self.keep
        panes = Gtk.Paned(position=300)
        self.kinds = Gtk.TreeStore(str)
        for tank, animals in TANKS.items():
            top = self.kinds.append(None, [tank])
            for animal in animals:
                self.kinds.append(top, [animal])
        self.tree = Gtk.TreeView(model=self.kinds)
        self.tree.append_column(
            Gtk.TreeViewColumn("Tanks and animals", Gtk.CellRendererText(), text=0)
        )
        for number, tank in enumerate(TANKS):
            path = Gtk.TreePath(number)
            keep.add("open " + tank, lambda path=path: self.tree.row_expanded(path))
        self.tree.get_selection().set_mode(Gtk.SelectionMode.SINGLE)
        keep.add("chosen", self.chosen)
        scroll = Gtk.ScrolledWindow()
        scroll.add(self.tree)
        panes.add1(scroll)
        grid = Gtk.Grid(row_spacing=12, column_spacing=16, margin=24)
        at = 0

        def line(label, child):
            nonlocal at
            text = Gtk.Label(label=label, xalign=0)
            text.set_mnemonic_widget(child)
            grid.attach(text, 0, at, 1, 1)
            grid.attach(child, 1, at, 1, 1)
            at += 1

        for name, on in (
            ("Pump", True),
            ("Lamp", True),
            ("Bubble wall", False),
            ("Wave machine", False),
        ):
            switch = Gtk.Switch(active=on, halign=Gtk.Align.START)
            line(name, switch)
            keep.add(name.lower(), switch.get_active)
        self.warm = Gtk.SpinButton.new_with_range(15, 30, 0.5)
        self.warm.set_digits(1)
        self.warm.set_value(25)
        line("Temperature in °C", self.warm)
        keep.add("temperature", self.warm.get_text)
        self.light = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 100, 5)
        self.light.set_value(70)
        self.light.set_size_request(360, -1)
        line("Brightness", self.light)
        keep.add("brightness", lambda: int(self.light.get_value()))
        self.ground = Gtk.ComboBoxText()
        for name in ("Coral sand", "Fine gravel", "Lava rock", "Bare glass"):
            self.ground.append_text(name)
        self.ground.set_active(1)
        line("Ground", self.ground)
        keep.add("ground", self.ground.get_active_text)
        radios = Gtk.Box(spacing=12)
        self.waters, first = [], None
        for name in ("Salt water", "Brackish", "Fresh water"):
            first = Gtk.RadioButton.new_with_label_from_widget(first, name)
            self.waters.append(first)
            radios.add(first)
        line("Water", radios)
        keep.add("water", lambda: next(r.get_label() for r in self.waters if r.get_active()))
        self.sign = Gtk.Entry(text="Please do not tap the glass", width_chars=44)
        line("Sign at the tank", self.sign)
        keep.add("sign", self.sign.get_text)
        panes.add2(grid)
        return panes

    def chosen(self):
        model, at = self.tree.get_selection().get_selected()
        return model[at][0] if at else ""

    def feeding(self):
        keep = self.keep
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=10, margin=16)
        self.meals = Gtk.ListStore(bool, str, str, str)
        for one in FEEDING:
            self.meals.append(one)
        self.list = Gtk.TreeView(model=self.meals)
        tick = Gtk.CellRendererToggle()
        tick.connect("toggled", self.fed)
        self.list.append_column(Gtk.TreeViewColumn("Fed", tick, active=0))
        for number, name in ((1, "Time"), (2, "Animal"), (3, "Food")):
            cell = Gtk.CellRendererText(editable=number == 3)
            if number == 3:
                cell.connect("edited", lambda _c, path, text: self.meals[path].__setitem__(3, text))
            column = Gtk.TreeViewColumn(name, cell, text=number)
            column.set_min_width(220)
            column.set_sort_column_id(number)
            self.list.append_column(column)
        self.list.connect("button-press-event", self.pressed)
        scroll = Gtk.ScrolledWindow(vexpand=True)
        scroll.add(self.list)
        box.add(scroll)
        keep.add("fed", lambda: [r[2] for r in self.meals if r[0]])
        keep.add("meals", lambda: [f"{r[1]} {r[2]}: {r[3]}" for r in self.meals])
        row = Gtk.Box(spacing=8)
        for name, act in (
            ("Add meal…", self.add_meal),
            ("Skip meal", self.skip),
            ("All fed", self.all_fed),
        ):
            button = Gtk.Button(label=name)
            button.connect("clicked", act)
            row.add(button)
        box.add(row)
        return box

    def fed(self, _cell, path):
        self.meals[path][0] = not self.meals[path][0]

    def pressed(self, view, event):
        if event.button == 3:
            hit = view.get_path_at_pos(int(event.x), int(event.y))
            if hit:
                view.get_selection().select_path(hit[0])
                self.menu = Gtk.Menu()
                for name, act in (("Double portion", self.double), ("Skip meal", self.skip)):
                    item = Gtk.MenuItem(label=name)
                    item.connect("activate", act)
                    self.menu.append(item)
                self.menu.show_all()
                self.menu.popup_at_pointer(event)
                return True
        return False

    def double(self, _item):
        model, at = self.list.get_selection().get_selected()
        if at:
            model[at][3] += " x 2"

    def skip(self, _button):
        model, at = self.list.get_selection().get_selected()
        if at:
            model.remove(at)

    def all_fed(self, _button):
        for one in self.meals:
            one[0] = True

    def add_meal(self, _button):
        ask = Gtk.Dialog(title="Add meal", transient_for=self, modal=True)
        ask.add_buttons("Cancel", Gtk.ResponseType.CANCEL, "Add", Gtk.ResponseType.OK)
        grid = Gtk.Grid(row_spacing=8, column_spacing=12, margin=16)
        when, animal, food = Gtk.Entry(text="12:00"), Gtk.ComboBoxText(), Gtk.Entry()
        for name in (
            "Clownfish",
            "Blue tang",
            "Cleaner shrimp",
            "Angelfish",
            "Neon tetra",
            "Moon jelly",
        ):
            animal.append_text(name)
        animal.set_active(0)
        for number, (name, child) in enumerate(
            (("Time", when), ("Animal", animal), ("Food", food))
        ):
            label = Gtk.Label(label=name, xalign=0)
            label.set_mnemonic_widget(child)
            grid.attach(label, 0, number, 1, 1)
            grid.attach(child, 1, number, 1, 1)
        ask.get_content_area().add(grid)
        ask.show_all()
        if ask.run() == Gtk.ResponseType.OK:
            self.meals.append((False, when.get_text(), animal.get_active_text(), food.get_text()))
        ask.destroy()

    def log(self):
        keep = self.keep
        box = Gtk.Box(spacing=24, margin=24)
        self.day = Gtk.Calendar()
        self.day.select_month(5, 2027)
        self.day.select_day(9)
        box.pack_start(self.day, False, False, 0)
        keep.add(
            "day",
            lambda: "{}-{}-{}".format(*[v + (n == 1) for n, v in enumerate(self.day.get_date())]),
        )
        grid = Gtk.Grid(row_spacing=10, column_spacing=14)
        for number, (name, value) in enumerate(
            (("pH value", "8.1"), ("Nitrate", ""), ("Salinity", "35"))
        ):
            field = Gtk.Entry(text=value)
            label = Gtk.Label(label=name, xalign=0)
            label.set_mnemonic_widget(field)
            grid.attach(label, 0, number, 1, 1)
            grid.attach(field, 1, number, 1, 1)
            keep.add(name.lower(), field.get_text)
        self.clear = Gtk.CheckButton(label="Water is clear", active=True)
        grid.attach(self.clear, 1, 3, 1, 1)
        keep.add("water is clear", self.clear.get_active)
        self.litres = Gtk.SpinButton.new_with_range(0, 900, 10)
        label = Gtk.Label(label="Litres changed", xalign=0)
        label.set_mnemonic_widget(self.litres)
        grid.attach(label, 0, 4, 1, 1)
        grid.attach(self.litres, 1, 4, 1, 1)
        keep.add("litres changed", number_of(self.litres))
        grid.attach(Gtk.Label(label="What I saw", xalign=0), 0, 5, 1, 1)
        self.saw = Gtk.TextView(width_request=380, height_request=140, wrap_mode=Gtk.WrapMode.WORD)
        grid.get_child_at(0, 5).set_mnemonic_widget(self.saw)
        frame = Gtk.Frame()
        frame.add(self.saw)
        grid.attach(frame, 1, 5, 1, 1)
        text = self.saw.get_buffer()
        keep.add("what i saw", lambda: text.get_text(*text.get_bounds(), True))
        self.saved = []
        save = Gtk.Button(label="Save entry", halign=Gtk.Align.START)
        save.connect("clicked", lambda _b: self.saved.append(self.day.get_date()[2]))
        grid.attach(save, 1, 6, 1, 1)
        keep.add("entries saved", lambda: len(self.saved))
        box.add(grid)
        return box


Window(sys.argv[1])
Gtk.main()
