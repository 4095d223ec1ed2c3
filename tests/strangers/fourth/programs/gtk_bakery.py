"""A bakery planner in GTK 3: a stack, switches, a list with ticks, a popover, an expander, a bar."""

import json
import os
import sys
from pathlib import Path

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402

LOAVES = [
    (False, "Rye loaf", 24, "Anna"),
    (True, "Baguette", 60, "Piet"),
    (False, "Seed roll", 120, "Anna"),
    (False, "Plaited bun", 18, "Joao"),
    (False, "Pretzel", 75, "Piet"),
]


class Window(Gtk.Window):
    """The planner: three pages behind a row of switcher buttons."""

    def __init__(self, start):
        super().__init__(title="Bakery Planner", default_width=820, default_height=560)
        self.fields = {}
        self.state = {"chosen": []}
        self.last = None
        outer = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6, margin=8)
        self.add(outer)
        self.stack = Gtk.Stack()
        switcher = Gtk.StackSwitcher(stack=self.stack)
        top = Gtk.Box(spacing=8)
        top.pack_start(switcher, False, False, 0)
        top.pack_end(self._menu(), False, False, 0)
        outer.pack_start(top, False, False, 0)
        outer.pack_start(self._notice(), False, False, 0)
        outer.pack_start(self.stack, True, True, 0)
        for name, make in (("Today", self._today), ("Oven", self._oven), ("Order", self._order)):
            self.stack.add_titled(make(), name, name)
        self.fields["page"] = self.stack.get_visible_child_name
        self.connect("destroy", Gtk.main_quit)
        self.show_all()
        self.stack.set_visible_child_name(start or "Today")
        GLib.timeout_add(120, self.write)

    def count(self, name):
        key = "clicks " + name
        self.state[key] = self.state.get(key, 0) + 1

    def _button(self, text):
        button = Gtk.Button(label=text)
        button.connect("clicked", lambda _b: self.count(text))
        return button

    def _menu(self):
        button = Gtk.MenuButton(label="More")
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, margin=8, spacing=4)
        popover = Gtk.Popover()
        for text in ("Print the plan", "Copy to tomorrow", "About the bakery"):
            entry = Gtk.ModelButton(text=text)
            entry.connect("clicked", lambda _b, text=text: self.state["chosen"].append(text))
            box.add(entry)
        box.show_all()
        popover.add(box)
        button.set_popover(popover)
        return button

    def _notice(self):
        bar = Gtk.InfoBar(message_type=Gtk.MessageType.WARNING, show_close_button=True)
        bar.get_content_area().add(Gtk.Label(label="The flour delivery comes one hour later."))
        bar.connect("response", lambda b, _r: b.hide())
        self.fields["notice"] = bar.get_visible
        return bar

    def _today(self):
        store = Gtk.ListStore(bool, str, int, str)
        for loaf in LOAVES:
            store.append(loaf)
        view = Gtk.TreeView(model=store)
        tick = Gtk.CellRendererToggle()

        def toggle(_cell, path):
            store[path][0] = not store[path][0]

        tick.connect("toggled", toggle)
        view.append_column(Gtk.TreeViewColumn("Baked", tick, active=0))
        for number, title in ((1, "Kind"), (2, "Pieces"), (3, "Baker")):
            cell = Gtk.CellRendererText(editable=number != 1)

            def edited(_cell, path, text, number=number):
                if number != 2 or text.isdigit():
                    store[path][number] = int(text) if number == 2 else text

            cell.connect("edited", edited)
            column = Gtk.TreeViewColumn(title, cell, text=number)
            column.set_sort_column_id(number)
            column.set_min_width(140)
            view.append_column(column)
        view.get_selection().unselect_all()
        self.fields["baked"] = lambda: sorted(row[1] for row in store if row[0])
        self.fields["pieces"] = lambda: sorted(f"{row[1]} {row[2]}" for row in store)
        self.fields["bakers"] = lambda: sorted(f"{row[1]} {row[3]}" for row in store)
        self.fields["list order"] = lambda: [row[1] for row in store]
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
        scrolled = Gtk.ScrolledWindow()
        scrolled.add(view)
        box.pack_start(scrolled, True, True, 0)
        row = Gtk.Box(spacing=6)
        for text in ("Start the day", "Show the shelf"):
            row.add(self._button(text))
        box.pack_start(row, False, False, 0)
        return box

    def _oven(self):
        grid = Gtk.Grid(row_spacing=10, column_spacing=14, margin=10)
        for row, name in enumerate(("Steam", "Fan", "Light")):
            switch = Gtk.Switch(active=name == "Fan", halign=Gtk.Align.START)
            label = Gtk.Label(label=name, xalign=0)
            switch.get_accessible().set_name(name)
            grid.attach(label, 0, row, 1, 1)
            grid.attach(switch, 1, row, 1, 1)
            self.fields[name] = switch.get_active
        heat = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 100, 280, 5)
        heat.set_value(180)
        heat.set_size_request(320, -1)
        heat.get_accessible().set_name("Heat")
        grid.attach(Gtk.Label(label="Heat", xalign=0), 0, 3, 1, 1)
        grid.attach(heat, 1, 3, 1, 1)
        self.fields["Heat"] = heat.get_value
        minutes = Gtk.SpinButton.new_with_range(1, 240, 1)
        minutes.set_value(35)
        label = Gtk.Label(label="Minutes", xalign=0)
        label.set_mnemonic_widget(minutes)
        grid.attach(label, 0, 4, 1, 1)
        grid.attach(minutes, 1, 4, 1, 1)
        self.fields["Minutes"] = minutes.get_value_as_int
        program = Gtk.ComboBoxText()
        for text in ("White bread", "Dark bread", "Pastry", "Pizza"):
            program.append_text(text)
        program.set_active(0)
        label = Gtk.Label(label="Programme", xalign=0)
        label.set_mnemonic_widget(program)
        grid.attach(label, 0, 5, 1, 1)
        grid.attach(program, 1, 5, 1, 1)
        self.fields["Programme"] = program.get_active_text
        expander = Gtk.Expander(label="Expert settings")
        inner = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        for text in ("Preheat by itself", "Cool down slowly"):
            check = Gtk.CheckButton(label=text)
            inner.add(check)
            self.fields[text] = check.get_active
        expander.add(inner)
        self.fields["expert"] = expander.get_expanded
        grid.attach(expander, 0, 6, 2, 1)
        grid.attach(self._button("Start oven"), 0, 7, 2, 1)
        return grid

    def _order(self):
        paned = Gtk.Paned(position=330)
        left = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
        calendar = Gtk.Calendar(year=2025, month=10, day=3)

        def day():
            year, month, date = calendar.get_date()
            return f"{year}-{month + 1}-{date}"

        self.fields["day"] = day
        left.pack_start(Gtk.Label(label="To be fetched on", xalign=0), False, False, 0)
        left.pack_start(calendar, False, False, 0)
        group = None
        for text in ("In the shop", "At the back door", "By bicycle"):
            radio = Gtk.RadioButton.new_with_label_from_widget(group, text)
            group = group or radio
            self.fields[text] = radio.get_active
            left.pack_start(radio, False, False, 0)
        paned.pack1(left, False, False)
        right = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
        for name, value in (
            ("Customer", ""),
            ("Phone", "0171 22"),
            ("Cake text", "Happy birthday"),
        ):
            label = Gtk.Label(label=name, xalign=0)
            entry = Gtk.Entry(text=value)
            label.set_mnemonic_widget(entry)
            right.pack_start(label, False, False, 0)
            right.pack_start(entry, False, False, 0)
            self.fields[name] = entry.get_text
        listbox = Gtk.ListBox(selection_mode=Gtk.SelectionMode.SINGLE)
        for text in ("Cheese cake", "Poppy cake", "Nut crown"):
            label = Gtk.Label(label=text, xalign=0, margin=6)
            listbox.add(label)

        def chosen():
            row = listbox.get_selected_row()
            return row.get_child().get_text() if row else ""

        self.fields["cake"] = chosen
        right.pack_start(listbox, False, False, 0)
        right.pack_start(self._button("Note the order"), False, False, 0)
        paned.pack2(right, True, False)
        return paned

    def write(self):
        text = json.dumps({name: read() for name, read in self.fields.items()} | self.state)
        if text != self.last:
            path = Path(os.environ["STRANGERS_STATE"])
            path.with_suffix(".new").write_text(text)
            path.with_suffix(".new").replace(path)
            self.last = text
        return True


if __name__ == "__main__":
    window = Window("".join(sys.argv[1:]))
    Gtk.main()
