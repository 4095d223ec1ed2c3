# ruff: noqa: PLR0915
"""The front desk of a doctor's practice, its rooms and the form of a new patient (GTK 3)."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402
from keep import keep  # noqa: E402

TODAY = [
    (False, "08:15", "Elsie Thornton", "Dr Amin", "Blood test"),
    (True, "08:40", "Marek Dudek", "Dr Fells", "Check-up"),
    (False, "09:05", "Joan Pettifer", "Dr Amin", "Vaccination"),
    (False, "09:30", "Callum Reid", "Nurse Bo", "Dressing"),
    (False, "10:10", "Aisha Karim", "Dr Fells", "Results"),
]
STOCK = {
    "Dressings": ["Gauze", "Plasters"],
    "Gloves": ["Small", "Medium", "Large"],
    "Paper": ["Couch rolls"],
}


def label(text):
    return Gtk.Label(label=text, xalign=0)


class Desk(Gtk.Window):
    def __init__(self):
        super().__init__(title="Elm Road Practice - Today")
        self.set_default_size(940, 560)
        self.called = self.printed = 0
        self.sub = "Everyone"
        self.notes = {}
        bar = Gtk.HeaderBar(
            title="Elm Road Practice", subtitle="Friday's appointments", show_close_button=True
        )
        self.set_titlebar(bar)
        for icon, tip, name in (
            ("view-refresh-symbolic", "Fetch new bookings", "fetched"),
            ("printer-symbolic", "Print the day sheet", "printed"),
        ):
            button = Gtk.Button.new_from_icon_name(icon, Gtk.IconSize.BUTTON)
            button.set_tooltip_text(tip)
            button.get_accessible().set_name(tip)
            setattr(self, name, 0)
            button.connect("clicked", lambda _b, n=name: setattr(self, n, getattr(self, n) + 1))
            bar.pack_start(button)
        more = Gtk.MenuButton()
        more.set_image(Gtk.Image.new_from_icon_name("open-menu-symbolic", Gtk.IconSize.BUTTON))
        more.set_tooltip_text("More")
        more.get_accessible().set_name("More")
        menu = Gtk.Menu()
        self.quiet = Gtk.CheckMenuItem(label="Mute the waiting room bell")
        self.large = Gtk.CheckMenuItem(label="Large names on the wall screen")
        menu.append(self.quiet)
        menu.append(self.large)
        group = Gtk.MenuItem(label="Colour the rows by")
        inner = Gtk.Menu()
        self.colour = []
        for text in ("Nothing", "Doctor", "Reason"):
            item = Gtk.RadioMenuItem(label=text, group=self.colour[0] if self.colour else None)
            self.colour.append(item)
            inner.append(item)
        group.set_submenu(inner)
        menu.append(group)
        menu.show_all()
        more.set_popup(menu)
        bar.pack_end(more)

        column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        self.info = Gtk.InfoBar(message_type=Gtk.MessageType.WARNING, show_close_button=True)
        self.info.get_content_area().add(label("Room 3 has no hot water until noon."))
        self.info.connect("response", lambda *_: self.info.hide())
        column.pack_start(self.info, False, False, 0)
        self.store = Gtk.ListStore(bool, str, str, str, str)
        for row in TODAY:
            self.store.append(row)
        self.view = Gtk.TreeView(model=self.store)
        tick = Gtk.CellRendererToggle()
        tick.connect("toggled", self.toggle)
        self.view.append_column(Gtk.TreeViewColumn("Here", tick, active=0))
        for number, name in enumerate(("Time", "Patient", "With", "Reason"), 1):
            cell = Gtk.CellRendererText()
            if name == "Reason":
                cell.set_property("editable", True)
                cell.connect("edited", lambda _c, path, text: self.store[path].__setitem__(4, text))
            tree_column = Gtk.TreeViewColumn(name, cell, text=number)
            tree_column.set_min_width(130)
            self.view.append_column(tree_column)
        self.view.connect("button-press-event", self.press)
        scroll = Gtk.ScrolledWindow()
        scroll.add(self.view)
        column.pack_start(scroll, True, True, 0)
        bottom = Gtk.Box(spacing=10, margin=10)
        self.call = Gtk.Button(label="Call next patient")
        self.call.connect("clicked", self.next)
        bottom.pack_start(self.call, False, False, 0)
        self.said = label("")
        bottom.pack_start(self.said, True, True, 0)
        bottom.pack_end(
            Gtk.LinkButton.new_with_label("about:blank", "House rules"), False, False, 0
        )
        self.rules = 0
        bottom.get_children()[-1].connect("activate-link", self.link)
        column.pack_start(bottom, False, False, 0)
        self.add(column)

    def link(self, _button):
        self.rules += 1
        return True

    def toggle(self, _cell, path):
        self.store[path][0] = not self.store[path][0]

    def next(self, _button):
        self.called += 1
        self.said.set_text("Elsie Thornton, please, room 2")

    def press(self, _view, event):
        if event.button != 3:
            return False
        found = self.view.get_path_at_pos(int(event.x), int(event.y))
        if not found:
            return False
        self.view.set_cursor(found[0])
        who = self.store[found[0]][2]
        self.popup = Gtk.Menu()
        for text in ("Open the record", "Move to tomorrow", "Did not come"):
            item = Gtk.MenuItem(label=text)
            item.connect("activate", lambda _i, t=text: self.notes.__setitem__(who, t))
            self.popup.append(item)
        self.popup.show_all()
        self.popup.popup_at_pointer(event)
        return True

    def state(self):
        model, at = self.view.get_selection().get_selected()
        return {
            **{"here " + row[2]: row[0] for row in self.store},
            **{"reason " + row[2]: row[4] for row in self.store},
            **{"note " + row[2]: self.notes.get(row[2], "") for row in TODAY},
            "called": self.called,
            "fetched": self.fetched,
            "printed": self.printed,
            "rules": self.rules,
            "info": self.info.get_visible(),
            "quiet": self.quiet.get_active(),
            "large": self.large.get_active(),
            "colour": next(i.get_label() for i in self.colour if i.get_active()),
            "selected": model[at][2] if at else "",
        }


class Patient(Gtk.Window):
    def __init__(self):
        super().__init__(title="Elm Road Practice - New patient")
        self.set_default_size(620, 640)
        self.kept = 0
        grid = Gtk.Grid(row_spacing=8, column_spacing=12, margin=14)
        scroll = Gtk.ScrolledWindow()
        scroll.add(grid)
        self.add(scroll)

        def line(row, text, widget):
            name = Gtk.Label(label=text, xalign=0)
            name.set_mnemonic_widget(widget)
            widget.set_hexpand(True)
            grid.attach(name, 0, row, 1, 1)
            grid.attach(widget, 1, row, 1, 1)

        self.first, self.last = Gtk.Entry(), Gtk.Entry()
        line(0, "First name", self.first)
        line(1, "Surname", self.last)
        self.street = Gtk.SearchEntry(placeholder_text="Street, start typing")
        names = Gtk.ListStore(str)
        for text in ("Elm Road", "Elm Grove", "Elmwood Close", "Station Road", "Station Hill"):
            names.append([text])
        done = Gtk.EntryCompletion(model=names, text_column=0, minimum_key_length=2)
        self.street.set_completion(done)
        line(2, "Street", self.street)
        self.doctor = Gtk.ComboBoxText()
        for text in ("Dr Amin", "Dr Fells", "Dr Okonjo", "No preference"):
            self.doctor.append_text(text)
        self.doctor.set_active(3)
        line(3, "Usual doctor", self.doctor)
        self.insurer = Gtk.ComboBoxText.new_with_entry()
        for text in ("Public scheme", "Northern Mutual", "Self-paying"):
            self.insurer.append_text(text)
        line(4, "Insurer", self.insurer)
        self.height = Gtk.SpinButton.new_with_range(40, 220, 1)
        self.height.set_value(170)
        line(5, "Height in cm", self.height)
        self.pain = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 10, 1)
        self.pain.set_value(2)
        line(6, "Pain today", self.pain)
        sex = Gtk.Box(spacing=12)
        self.sex = []
        for text in ("Woman", "Man", "Other", "Rather not say"):
            radio = Gtk.RadioButton.new_with_label_from_widget(
                self.sex[0] if self.sex else None, text
            )
            self.sex.append(radio)
            sex.add(radio)
        line(7, "Sex", sex)
        self.sex[3].set_active(True)
        switch = Gtk.Box()
        self.text = Gtk.Switch()
        switch.add(self.text)
        line(8, "Text message reminders", switch)
        grid.get_child_at(0, 8).set_mnemonic_widget(self.text)
        self.fold = Gtk.Expander(label="Allergies")
        inner = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, margin_start=20)
        self.allergies = {}
        for text in ("Penicillin", "Latex", "Nuts", "Bee stings"):
            box = Gtk.CheckButton(label=text)
            self.allergies[text] = box
            inner.add(box)
        self.fold.add(inner)
        grid.attach(self.fold, 0, 9, 2, 1)
        self.remarks = Gtk.TextView(wrap_mode=Gtk.WrapMode.WORD)
        self.remarks.set_size_request(-1, 70)
        self.remarks.get_buffer().set_text("Walks with a stick.")
        frame = Gtk.Frame()
        frame.add(self.remarks)
        line(10, "Remarks", frame)
        grid.get_child_at(0, 10).set_mnemonic_widget(self.remarks)
        buttons = Gtk.Box(spacing=8)
        keep_it = Gtk.Button(label="Keep as draft")
        keep_it.connect("clicked", self.draft)
        clear = Gtk.Button(label="Start over")
        buttons.add(keep_it)
        buttons.add(clear)
        self.says = Gtk.Label()
        buttons.add(self.says)
        grid.attach(buttons, 1, 11, 1, 1)

    def draft(self, _button):
        self.kept += 1
        self.says.set_text("Draft kept.")

    def state(self):
        buffer = self.remarks.get_buffer()
        return {
            "first": self.first.get_text(),
            "last": self.last.get_text(),
            "street": self.street.get_text(),
            "doctor": self.doctor.get_active_text(),
            "insurer": self.insurer.get_active_text() or "",
            "height": self.height.get_value_as_int(),
            "pain": self.pain.get_value(),
            "sex": next(r.get_label() for r in self.sex if r.get_active()),
            "text": self.text.get_active(),
            "fold": self.fold.get_expanded(),
            **{"allergy " + k: v.get_active() for k, v in self.allergies.items()},
            "remarks": buffer.get_text(buffer.get_start_iter(), buffer.get_end_iter(), False),
            "kept": self.kept,
        }


class Rooms(Gtk.Window):
    def __init__(self):
        super().__init__(title="Elm Road Practice - Rooms and stock")
        self.set_default_size(820, 520)
        book = Gtk.Notebook()
        self.book = book
        rooms = Gtk.ListBox(selection_mode=Gtk.SelectionMode.NONE)
        self.rooms = {}
        for text, on in (
            ("Room 1", True),
            ("Room 2", True),
            ("Room 3", False),
            ("Laboratory", True),
        ):
            row = Gtk.Box(spacing=12, margin=10)
            row.pack_start(label(text), True, True, 0)
            level = Gtk.SpinButton.new_with_range(15, 26, 1)
            level.set_value(20)
            level.get_accessible().set_name(f"{text} degrees")
            row.pack_start(level, False, False, 0)
            row.pack_start(label("°C"), False, False, 0)
            switch = Gtk.Switch(active=on, valign=Gtk.Align.CENTER)
            switch.get_accessible().set_name(f"{text} in use")
            row.pack_start(switch, False, False, 0)
            rooms.add(row)
            self.rooms[text] = (level, switch)
        book.append_page(rooms, Gtk.Label(label="Rooms"))
        pane = Gtk.Paned(position=260)
        self.store = Gtk.TreeStore(str, int)
        for name, parts in STOCK.items():
            top = self.store.append(None, [name, 0])
            for number, part in enumerate(parts, 3):
                self.store.append(top, [part, number])
        self.tree = Gtk.TreeView(model=self.store)
        self.tree.append_column(Gtk.TreeViewColumn("Shelf", Gtk.CellRendererText(), text=0))
        pane.add1(self.tree)
        right = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8, margin=12)
        self.what = Gtk.Label(label="Choose something on the left", xalign=0)
        right.add(self.what)
        self.count = Gtk.SpinButton.new_with_range(0, 99, 1)
        self.count.get_accessible().set_name("Boxes left")
        row = Gtk.Box(spacing=8)
        row.add(Gtk.Label(label="Boxes left"))
        row.add(self.count)
        right.add(row)
        self.low = Gtk.ToggleButton(label="Running low")
        right.add(self.low)
        pane.add2(right)
        self.tree.get_selection().connect("changed", self.chosen)
        book.append_page(pane, Gtk.Label(label="Stock"))
        calendar = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8, margin=12)
        calendar.add(label("The practice is closed on"))
        self.calendar = Gtk.Calendar(year=2026, month=11, day=1)
        calendar.add(self.calendar)
        book.append_page(calendar, Gtk.Label(label="Closing day"))
        self.add(book)

    def chosen(self, selection):
        model, at = selection.get_selected()
        if at:
            self.what.set_text(model[at][0])

    def state(self):
        model, at = self.tree.get_selection().get_selected()
        tops = {row[0]: self.tree.row_expanded(row.path) for row in self.store}
        year, month, day = self.calendar.get_date()
        return {
            "tab": self.book.get_tab_label_text(
                self.book.get_nth_page(self.book.get_current_page())
            ),
            **{"degrees " + k: v[0].get_value_as_int() for k, v in self.rooms.items()},
            **{"in use " + k: v[1].get_active() for k, v in self.rooms.items()},
            **{"open " + k: v for k, v in tops.items()},
            "item": model[at][0] if at else "",
            "boxes": self.count.get_value_as_int(),
            "low": self.low.get_active(),
            "closed on": f"{year}-{month + 1:02}-{day:02}",
        }


window = {"today": Desk, "patient": Patient, "rooms": Rooms}[sys.argv[1]]()
window.connect("destroy", Gtk.main_quit)
window.show_all()


def tell():
    keep(window.state())
    return True


GLib.timeout_add(150, tell)
Gtk.main()
