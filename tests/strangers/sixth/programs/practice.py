"""A GTK 3 appointment book: a stack, a calendar, switches, an editable list, a popover."""

import json
import os
import sys
from pathlib import Path

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402

VISITS = (
    (False, "09:00", "Mrs Abel", "Check-up"),
    (True, "09:45", "Mr Corey", "X-ray"),
    (False, "11:15", "Ms Duval", "Cleaning"),
    (False, "14:30", "Mr Emre", "Check-up"),
)
ROOMS = ("Room 1", "Room 2", "Laboratory", "Waiting room")


class Book(Gtk.Window):
    """The book, with a header bar and three pages."""

    def __init__(self, start):
        super().__init__(title="Practice Book")
        self.set_default_size(820, 560)
        self.fields = {}
        self.clicks = {}
        self.last = None
        bar = Gtk.HeaderBar(title="Practice Book", show_close_button=False)
        self.set_titlebar(bar)
        self.stack = Gtk.Stack()
        switcher = Gtk.StackSwitcher(stack=self.stack)
        bar.pack_start(switcher)
        bar.pack_end(self._menu())
        toggle = Gtk.ToggleButton(label="Do not disturb")
        self.fields["Do not disturb"] = toggle.get_active
        bar.pack_end(toggle)
        outer = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        outer.pack_start(self._notice(), False, False, 0)
        outer.pack_start(self.stack, True, True, 0)
        self.add(outer)
        self.stack.add_titled(self._today(), "Today", "Today")
        self.stack.add_titled(self._entry(), "New visit", "New visit")
        self.stack.add_titled(self._options(), "Options", "Options")
        self.connect("destroy", Gtk.main_quit)
        self.show_all()
        self.stack.set_visible_child_name(start or "Today")
        GLib.timeout_add(120, self.write)

    def count(self, name):
        self.clicks[name] = self.clicks.get(name, 0) + 1

    def _notice(self):
        self.bar = Gtk.InfoBar(message_type=Gtk.MessageType.INFO, show_close_button=True)
        self.bar.get_content_area().add(Gtk.Label(label="The lift is out of order today."))
        self.bar.add_button("Tell patients", 7)
        self.notice = True
        self.bar.connect("response", self._noticed)
        self.fields["notice"] = lambda: self.notice
        return self.bar

    def _noticed(self, _bar, answer):
        if answer == 7:
            self.count("Tell patients")
        else:
            self.notice = False
            self.bar.hide()

    def _menu(self):
        button = Gtk.MenuButton(label="Sheets")
        pop = Gtk.Popover()
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, margin=8)
        for name in ("Day sheet", "Week sheet", "Phone list"):
            item = Gtk.ModelButton(text=name)
            item.connect("clicked", lambda _b, name=name: self.count(name))
            box.add(item)
        box.show_all()
        pop.add(box)
        button.set_popover(pop)
        return button

    def _today(self):
        page = Gtk.Paned(orientation=Gtk.Orientation.HORIZONTAL, position=560)
        store = Gtk.ListStore(bool, str, str, str)
        for row in VISITS:
            store.append(row)
        view = Gtk.TreeView(model=store)
        tick = Gtk.CellRendererToggle()
        tick.connect("toggled", lambda _c, path: self._flip(store, path))
        view.append_column(Gtk.TreeViewColumn("Arrived", tick, active=0))
        for number, head in ((1, "Time"), (2, "Patient"), (3, "Reason")):
            cell = Gtk.CellRendererText(editable=number == 3)
            cell.connect("edited", lambda _c, p, t, n=number: store[p].__setitem__(n, t))
            column = Gtk.TreeViewColumn(head, cell, text=number)
            column.set_sort_column_id(number)
            column.set_resizable(True)
            column.set_min_width(110)
            view.append_column(column)
        self.fields["visits"] = lambda: [
            f"{'x' if r[0] else '-'} {r[1]} {r[2]}: {r[3]}" for r in store
        ]
        choice = view.get_selection()

        def chosen():
            model, at = choice.get_selected()
            return model[at][2] if at else ""

        GLib.idle_add(choice.unselect_all)
        self.fields["row"] = chosen
        scroll = Gtk.ScrolledWindow()
        scroll.add(view)
        page.pack1(scroll, True, False)
        side = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8, margin=10)
        side.add(Gtk.Label(label="Free rooms", xalign=0))
        rooms = Gtk.ListBox(selection_mode=Gtk.SelectionMode.MULTIPLE)
        rooms.set_activate_on_single_click(False)
        for name in ROOMS:
            rooms.add(Gtk.Label(label=name, xalign=0, margin=6))
        self.fields["rooms"] = lambda: [r.get_child().get_text() for r in rooms.get_selected_rows()]
        side.add(rooms)
        for name in ("Call next patient", "Take a break"):
            button = Gtk.Button(label=name)
            button.connect("clicked", lambda _b, name=name: self.count(name))
            side.add(button)
        page.pack2(side, False, False)
        return page

    def _flip(self, store, path):
        store[path][0] = not store[path][0]

    def _entry(self):
        grid = Gtk.Grid(row_spacing=8, column_spacing=12, margin=14)
        line = 0

        def put(label, widget):
            nonlocal line
            text = Gtk.Label(label=label, xalign=0)
            text.set_mnemonic_widget(widget)
            grid.attach(text, 0, line, 1, 1)
            grid.attach(widget, 1, line, 1, 1)
            line += 1

        name = Gtk.Entry(placeholder_text="Surname, first name")
        self.fields["Patient"] = name.get_text
        put("Patient", name)
        reason = Gtk.ComboBoxText.new_with_entry()
        for text in ("Check-up", "X-ray", "Cleaning"):
            reason.append_text(text)
        self.fields["Reason"] = reason.get_active_text
        put("Reason", reason)
        doctor = Gtk.ComboBoxText()
        for text in ("Dr Hahn", "Dr Iqbal", "Dr Jones"):
            doctor.append_text(text)
        doctor.set_active(0)
        self.fields["Doctor"] = doctor.get_active_text
        put("Doctor", doctor)
        day = Gtk.Calendar(year=2026, month=2, day=3)
        self.fields["date"] = lambda: (
            f"{day.props.year}-{day.props.month + 1:02}-{day.props.day:02}"
        )
        put("Date", day)
        minutes = Gtk.SpinButton.new_with_range(5, 120, 5)
        minutes.set_value(20)
        self.fields["Minutes"] = minutes.get_value_as_int
        put("Minutes", minutes)
        remark = Gtk.TextView(wrap_mode=Gtk.WrapMode.WORD)
        remark.set_size_request(260, 60)
        buffer = remark.get_buffer()
        buffer.set_text("Allergic to latex. Speaks Dutch.")
        self.fields["Remark"] = lambda: buffer.get_text(*buffer.get_bounds(), False)
        self.fields["marked"] = lambda: (
            buffer.get_text(*buffer.get_selection_bounds(), False)
            if buffer.get_has_selection()
            else ""
        )
        put("Remark", remark)
        return grid

    def _options(self):
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=10, margin=16)
        for name, on in (("Text reminders", True), ("Online booking", False)):
            row = Gtk.Box(spacing=12)
            switch = Gtk.Switch(active=on)
            switch.get_accessible().set_name(name)
            self.fields[name] = switch.get_active
            row.pack_start(Gtk.Label(label=name, xalign=0), True, True, 0)
            row.pack_start(switch, False, False, 0)
            box.add(row)
        scale = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 60, 5)
        scale.set_value(30)
        scale.get_accessible().set_name("Break in minutes")
        self.fields["Break"] = scale.get_value
        box.add(Gtk.Label(label="Break in minutes", xalign=0))
        box.add(scale)
        group = None
        line = Gtk.Box(spacing=10)
        line.add(Gtk.Label(label="Start of week"))
        for name in ("Saturday", "Sunday", "Monday"):
            group = Gtk.RadioButton.new_with_label_from_widget(group, name)
            group.set_active(name == "Monday")
            self.fields[name] = group.get_active
            line.add(group)
        box.add(line)
        fold = Gtk.Expander(label="Printing")
        self.fields["Printing open"] = fold.get_expanded
        inner = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        for name in ("Print the logo", "Print in grey"):
            check = Gtk.CheckButton(label=name)
            self.fields[name] = check.get_active
            inner.add(check)
        fold.add(inner)
        box.add(fold)
        return box

    def write(self):
        state = {name: read() for name, read in self.fields.items()}
        state |= {"clicks " + name: number for name, number in self.clicks.items()}
        state["page"] = self.stack.get_visible_child_name()
        text = json.dumps(state)
        if text != self.last:
            path = Path(os.environ["STRANGERS_STATE"])
            path.with_suffix(".new").write_text(text)
            path.with_suffix(".new").replace(path)
            self.last = text
        return True


if __name__ == "__main__":
    Book("".join(sys.argv[1:]))
    Gtk.main()
