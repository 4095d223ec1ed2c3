"""The plant room of a public pool: readings, machines, alarms (GTK)."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402
from keep import Keep  # noqa: E402

TABS = ["readings", "machines", "alarms"]
ALARMS = [("Filter 2", "pressure high"), ("Chlorine room", "door open"), ("Slide", "flow low"), ("Boiler", "flame out"),
          ("Filter 1", "backwash due"), ("Wave machine", "oil low"), ("Paddling pool", "pH high")]  # fmt: skip
EACH = 4


class Pool:
    """The window."""

    def __init__(self, start):
        self.keep = keep = Keep()
        window = Gtk.Window(title="Riverside Baths – Plant room")
        self.window = window
        window.set_default_size(940, 580)
        window.connect("destroy", Gtk.main_quit)
        box = Gtk.Box(orientation=1)
        tools = Gtk.Toolbar()
        for icon, name in (
            ("view-refresh", "Read the probes"),
            ("document-print", "Print the day sheet"),
            ("mail-send", "Send to the council"),
        ):
            tool = Gtk.ToolButton(icon_name=icon, tooltip_text=name)
            tool.set_label(name)
            keep.known(name)
            tool.connect("clicked", lambda _b, name=name: self.say(name))
            tools.insert(tool, -1)
        box.pack_start(tools, False, False, 0)
        self.book = Gtk.Notebook(tab_pos=0)
        for name, page in (
            ("Readings", self.readings()),
            ("Machines", self.machines()),
            ("Alarms", self.alarms()),
        ):
            page.set_border_width(12)
            self.book.append_page(page, Gtk.Label(label=name))
        box.pack_start(self.book, True, True, 0)
        self.status = Gtk.Label(label="Last reading 07:40", xalign=0, margin=4)
        box.pack_start(self.status, False, False, 0)
        window.add(box)
        window.show_all()
        self.book.set_current_page(TABS.index(start))
        keep.add("tab", lambda: TABS[self.book.get_current_page()])
        keep.write()
        GLib.timeout_add(120, keep.write)

    def say(self, name):
        self.keep.count(name)
        self.status.set_text(name + ": done")

    def readings(self):
        keep, grid = self.keep, Gtk.Grid(row_spacing=10, column_spacing=14)

        def line(at, text, field):
            label = Gtk.Label(label=text, xalign=1)
            label.set_mnemonic_widget(field)
            grid.attach(label, 0, at, 1, 1)
            field.set_halign(1)
            grid.attach(field, 1, at, 1, 1)

        basin, by = Gtk.ComboBoxText(), Gtk.Entry(width_chars=24)
        for text in ("Main pool", "Teaching pool", "Diving pit", "Hot tub"):
            basin.append_text(text)
        basin.set_active(0)
        line(0, "Basin", basin)
        line(1, "Taken by", by)
        keep.add("basin", basin.get_active_text)
        keep.add("taken by", by.get_text)
        for at, (text, low, high, step, digits, value) in enumerate(
            (
                ("pH", 6, 9, 0.1, 1, 7.4),
                ("Free chlorine (mg/l)", 0, 5, 0.1, 1, 1.2),
                ("Water temperature (°C)", 15, 40, 0.5, 1, 28),
            )
        ):
            spin = Gtk.SpinButton.new_with_range(low, high, step)
            spin.set_digits(digits)
            spin.set_value(value)
            line(2 + at, text, spin)
            keep.add(text, spin.get_text)
        clear, first = Gtk.Box(spacing=10), None
        for text in ("Clear", "Slightly cloudy", "Cloudy"):
            first = one = Gtk.RadioButton.new_with_label_from_widget(first, text)
            clear.add(one)
            keep.add("water " + text, one.get_active)
        line(5, "Water looks", clear)
        day = Gtk.Entry(text="03/06/2026")
        line(6, "Day", day)
        keep.add("day", day.get_text)
        self.window_menu = Gtk.MenuButton(label="Bathers so far")
        pop, inner = Gtk.Popover(), Gtk.Grid(row_spacing=8, column_spacing=8, margin=12)
        for at, text in enumerate(("Adults", "Children")):
            label, spin = Gtk.Label(label=text), Gtk.SpinButton.new_with_range(0, 500, 1)
            label.set_mnemonic_widget(spin)
            spin.set_value(12)
            inner.attach(label, 0, at, 1, 1)
            inner.attach(spin, 1, at, 1, 1)
            keep.add(text, spin.get_text)
        inner.show_all()
        pop.add(inner)
        self.window_menu.set_popover(pop)
        grid.attach(self.window_menu, 1, 7, 1, 1)
        self.window_menu.set_halign(1)
        ok = Gtk.CheckButton(label="Tested with the photometer")
        grid.attach(ok, 1, 8, 1, 1)
        keep.add("photometer", ok.get_active)
        row = Gtk.Box(spacing=8)
        self.saved = []

        def save(_b):
            self.saved.append(f"{basin.get_active_text()} by {by.get_text()}")

        for text, run in (
            ("Save reading", save),
            ("Clear form", lambda _b: keep.count("Clear form")),
        ):
            press = Gtk.Button(label=text)
            press.connect("clicked", run)
            row.add(press)
        keep.known("Clear form")
        keep.add("saved", lambda: list(self.saved))
        grid.attach(row, 1, 9, 1, 1)
        return grid

    def machines(self):
        keep, box = self.keep, Gtk.Box(orientation=1, spacing=8)
        rows = Gtk.ListBox(selection_mode=0)
        for name, on in (
            ("Circulation pump", True),
            ("Wave machine", False),
            ("Water slide", True),
            ("Underwater lights", False),
            ("Bubble bench", False),
        ):
            row = Gtk.Box(spacing=10, margin=6)
            row.pack_start(Gtk.Label(label=name, xalign=0), True, True, 0)
            switch = Gtk.Switch(active=on)
            switch.get_accessible().set_name(name)
            row.pack_start(switch, False, False, 0)
            keep.add(name, switch.get_active)
            rows.add(row)
        frame = Gtk.Frame()
        frame.add(rows)
        box.pack_start(frame, False, False, 0)
        for text, value in (("Pump speed (%)", 60), ("Light level (%)", 30)):
            row, scale = Gtk.Box(spacing=10), Gtk.Scale.new_with_range(0, 0, 100, 5)
            scale.set_value(value)
            label = Gtk.Label(label=text, xalign=0, width_chars=16)
            label.set_mnemonic_widget(scale)
            row.pack_start(label, False, False, 0)
            row.pack_start(scale, True, True, 0)
            box.pack_start(row, False, False, 0)
            keep.add(text, lambda scale=scale: round(scale.get_value()))
        row, mode = Gtk.Box(), None
        for text in ("By hand", "Timetable", "Night"):
            mode = one = Gtk.RadioButton.new_with_label_from_widget(mode, text)
            one.set_mode(False)
            row.add(one)
            keep.add("mode " + text, one.get_active)
        row.get_style_context().add_class("linked")
        box.pack_start(row, False, False, 0)
        stop = Gtk.Button(label="Stop everything…")
        stop.set_halign(1)
        stop.connect("clicked", self.stop)
        self.stopped = False
        keep.add("stopped", lambda: self.stopped)
        box.pack_start(stop, False, False, 0)
        return box

    def stop(self, _b):
        ask = Gtk.MessageDialog(
            transient_for=self.window,
            modal=True,
            message_type=Gtk.MessageType.WARNING,
            text="Stop all machines now?",
        )
        ask.format_secondary_text("The pool has to be cleared first.")
        ask.add_button("Leave running", 0)
        ask.add_button("Stop all", 1)

        def done(_d, what):
            self.stopped = what == 1
            ask.destroy()

        ask.connect("response", done)
        ask.show()

    def alarms(self):
        keep, box = self.keep, Gtk.Box(orientation=1, spacing=8)
        self.state = {place: "new" for place, _ in ALARMS}
        self.page = 0
        self.list = Gtk.ListBox(selection_mode=0)
        frame = Gtk.Frame()
        frame.add(self.list)
        box.pack_start(frame, False, False, 0)
        row = Gtk.Box(spacing=8)
        self.newer, self.older, self.where = (
            Gtk.Button(label="Newer"),
            Gtk.Button(label="Older"),
            Gtk.Label(),
        )
        self.newer.connect("clicked", lambda _b: self.turn(-1))
        self.older.connect("clicked", lambda _b: self.turn(1))
        for part in (self.newer, self.where, self.older):
            row.add(part)
        box.pack_start(row, False, False, 0)
        note = Gtk.TextView(wrap_mode=2)
        note.get_accessible().set_name("Note for the next shift")
        box.pack_start(Gtk.Label(label="Note for the next shift", xalign=0), False, False, 0)
        frame = Gtk.ScrolledWindow(shadow_type=1, min_content_height=80)
        frame.add(note)
        box.pack_start(frame, False, False, 0)
        beep = Gtk.CheckButton(label="Beep for every alarm", active=True)
        box.pack_start(beep, False, False, 0)
        buffer = note.get_buffer()
        keep.add("note", lambda: buffer.get_text(*buffer.get_bounds(), True))
        keep.add("beep", beep.get_active)
        keep.add("alarm page", lambda: self.page + 1)
        for place, _ in ALARMS:
            keep.add("alarm " + place, lambda place=place: self.state[place])
        self.turn(0)
        return box

    def turn(self, way):
        self.page += way
        for row in self.list.get_children():
            row.destroy()
        for place, what in ALARMS[self.page * EACH : (self.page + 1) * EACH]:
            row, label = Gtk.Box(spacing=8, margin=6), Gtk.Label(xalign=0)
            label.set_text(f"{place}: {what}")
            row.pack_start(label, True, True, 0)
            said = Gtk.Label(label=self.state[place])
            row.pack_start(said, False, False, 0)
            for text, word in (("Acknowledge", "acknowledged"), ("Mute", "muted")):
                press = Gtk.Button(label=text)
                press.connect(
                    "clicked",
                    lambda _b, place=place, word=word, said=said: (
                        self.state.__setitem__(place, word),
                        said.set_text(word),
                    ),
                )
                row.pack_start(press, False, False, 0)
            self.list.add(row)
        self.list.show_all()
        self.where.set_text(f"Page {self.page + 1} of 2")
        self.newer.set_sensitive(self.page > 0)
        self.older.set_sensitive(self.page < 1)


Pool(sys.argv[1])
Gtk.main()
