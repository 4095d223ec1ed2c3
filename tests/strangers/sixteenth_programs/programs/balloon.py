"""The flight sheet of a balloon company: guests of the basket, weather, gear."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402
from keep import Keep, number_of  # noqa: E402

keep = Keep()
ABOARD = [("Ines Calloway", 64), ("Tomas Berg", 88), ("Priya Nair", 59), ("Walter Koch", 97)]
WAITING = ["Lena Fuchs", "Omar Said", "Grace Oduya"]
GEAR = ["Burner tested", "Two full gas bottles", "Fire blanket", "Map and radio", "Landing gloves"]


def labelled(box, text, widget):
    line = Gtk.Box(spacing=10)
    label = Gtk.Label(label=text, xalign=0)
    label.set_size_request(130, -1)
    label.set_mnemonic_widget(widget)
    line.pack_start(label, False, False, 0)
    line.pack_start(widget, True, True, 0)
    box.pack_start(line, False, False, 0)


def column():
    return Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=10, border_width=14)


def picture_button(icon, tip, act):
    button = Gtk.Button.new_from_icon_name(icon, Gtk.IconSize.BUTTON)
    button.set_tooltip_text(tip)
    button.get_accessible().set_name(tip)
    button.connect("clicked", act)
    return button


class Guests(Gtk.Box):
    def __init__(self):
        super().__init__(spacing=12)
        left = column()
        frame = Gtk.Frame(label="Another guest", label_xalign=0.02)
        form = column()
        self.name = Gtk.Entry()
        self.weight = Gtk.SpinButton.new_with_range(0, 160, 1)
        self.meet = Gtk.ComboBoxText()
        for place in ("Airfield gate", "Castle inn", "Railway station", "Meadow car park"):
            self.meet.append_text(place)
        self.meet.set_active(0)
        self.voucher = Gtk.CheckButton(label="Pays with a voucher")
        labelled(form, "Guest", self.name)
        labelled(form, "Weight (kg)", self.weight)
        labelled(form, "Meeting point", self.meet)
        form.add(self.voucher)
        put = Gtk.Button(label="Take aboard")
        put.connect("clicked", self.put)
        form.add(put)
        frame.add(form)
        left.add(frame)
        left.add(Gtk.Label(label="Waiting list", xalign=0))
        self.waiting = Gtk.ListBox()
        for name in WAITING:
            row = Gtk.ListBoxRow()
            row.add(Gtk.Label(label=name, xalign=0, margin=6))
            self.waiting.add(row)
        holder = Gtk.Frame()
        holder.add(self.waiting)
        left.add(holder)
        call = Gtk.Button(label="Ring this guest")
        call.connect("clicked", self.ring)
        left.add(call)
        right = column()
        self.store = Gtk.ListStore(str, int, bool)
        for name, weight in ABOARD:
            self.store.append([name, weight, False])
        self.view = Gtk.TreeView(model=self.store)
        cell = Gtk.CellRendererText(ypad=6)
        first = Gtk.TreeViewColumn("Aboard", cell, text=0)
        first.set_expand(True)
        self.view.append_column(first)
        self.view.append_column(Gtk.TreeViewColumn("Weight", Gtk.CellRendererText(), text=1))
        tick = Gtk.CellRendererToggle()
        tick.connect("toggled", self.brief)
        self.view.append_column(Gtk.TreeViewColumn("Briefed", tick, active=2))
        bar = Gtk.Box(spacing=6)
        bar.add(picture_button("go-up", "Move up", lambda _b: self.move(-1)))
        bar.add(picture_button("go-down", "Move down", lambda _b: self.move(1)))
        bar.add(picture_button("list-remove", "Leave behind", self.leave))
        scrolled = Gtk.ScrolledWindow(vexpand=True)
        scrolled.add(self.view)
        right.add(bar)
        right.add(scrolled)
        self.pack_start(left, False, False, 0)
        self.pack_start(right, True, True, 0)
        self.rung = ""
        keep.add("guest", self.name.get_text)
        keep.add("weight", number_of(self.weight))
        keep.add("meeting point", self.meet.get_active_text)
        keep.add("voucher", self.voucher.get_active)
        keep.add("aboard", lambda: [f"{row[0]}, {row[1]} kg" for row in self.store])
        keep.add("briefed", lambda: sorted(row[0] for row in self.store if row[2]))
        keep.add("guest row", self.chosen)
        keep.add("waiting row", self.waiter)
        keep.add("rung", lambda: self.rung)

    def waiter(self):
        row = self.waiting.get_selected_row()
        return row.get_child().get_text() if row else ""

    def ring(self, _button):
        self.rung = self.waiter()

    def chosen(self):
        model, at = self.view.get_selection().get_selected()
        return model[at][0] if at else ""

    def put(self, _button):
        self.weight.update()
        self.store.append([self.name.get_text(), self.weight.get_value_as_int(), False])
        self.name.set_text("")
        self.weight.set_value(0)

    def brief(self, _cell, path):
        self.store[path][2] = not self.store[path][2]

    def move(self, step):
        model, at = self.view.get_selection().get_selected()
        if not at:
            return
        other = model.iter_next(at) if step > 0 else model.iter_previous(at)
        if other:
            model.swap(at, other)

    def leave(self, _button):
        model, at = self.view.get_selection().get_selected()
        if at:
            model.remove(at)
            self.view.get_selection().unselect_all()


class Weather(Gtk.Box):
    def __init__(self):
        super().__init__(spacing=20)
        left = column()
        self.wind = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 30, 1)
        self.wind.set_value(8)
        self.wind.set_size_request(330, -1)
        labelled(left, "Wind (km/h)", self.wind)
        self.sky = Gtk.ComboBoxText()
        for name in ("Clear", "High clouds", "Overcast", "Morning fog"):
            self.sky.append_text(name)
        self.sky.set_active(0)
        labelled(left, "Sky", self.sky)
        self.start = Gtk.Entry(text="06:30", max_length=5)
        labelled(left, "Take-off", self.start)
        choice = Gtk.ButtonBox(layout_style=Gtk.ButtonBoxStyle.EXPAND)
        self.verdicts = []
        first = None
        for name in ("We fly", "Wait", "No flight"):
            first = button = Gtk.RadioButton(label=name, group=first, draw_indicator=False)
            self.verdicts.append(button)
            choice.add(button)
        self.verdicts[1].set_active(True)
        labelled(left, "Decision", choice)
        self.tell = Gtk.Switch(halign=Gtk.Align.START)
        labelled(left, "Text all guests", self.tell)
        left.add(Gtk.Label(label="Pilot's remarks", xalign=0))
        self.text = Gtk.TextView(wrap_mode=Gtk.WrapMode.WORD)
        self.text.get_accessible().set_name("Pilot's remarks")
        scrolled = Gtk.ScrolledWindow(shadow_type=Gtk.ShadowType.IN)
        scrolled.set_size_request(-1, 140)
        scrolled.add(self.text)
        left.add(scrolled)
        right = column()
        right.add(Gtk.Label(label="Day of the flight", xalign=0))
        self.day = Gtk.Calendar(year=2026, month=5, day=12)
        right.add(self.day)
        self.pack_start(left, False, False, 0)
        self.pack_start(right, False, False, 0)
        buffer = self.text.get_buffer()
        keep.add("wind", lambda: int(self.wind.get_value()))
        keep.add("sky", self.sky.get_active_text)
        keep.add("take-off", self.start.get_text)
        keep.add("decision", self.verdict)
        keep.add("text guests", self.tell.get_active)
        keep.add("remarks", lambda: buffer.get_text(*buffer.get_bounds(), False))
        keep.add("day", lambda: "{}-{}-{}".format(*self.date()))

    def date(self):
        year, month, day = self.day.get_date()
        return year, month + 1, day

    def verdict(self):
        return next(b.get_label() for b in self.verdicts if b.get_active())


class Gear(Gtk.Box):
    def __init__(self):
        super().__init__(orientation=Gtk.Orientation.VERTICAL)
        self.bar = Gtk.InfoBar(message_type=Gtk.MessageType.WARNING, no_show_all=True)
        self.bar.set_show_close_button(True)
        text = Gtk.Label(label="The gas in bottle 3 is low.")
        text.show()
        self.bar.get_content_area().add(text)
        self.bar.add_button("Order a refill", Gtk.ResponseType.YES)
        self.bar.connect("response", self.answer)
        self.add(self.bar)
        self.bar.show()
        inner = column()
        inner.add(Gtk.Label(label="Before every take-off", xalign=0))
        for name in GEAR:
            box = Gtk.CheckButton(label=name)
            inner.add(box)
            keep.add("gear " + name, box.get_active)
        self.more = Gtk.Expander(label="Chase car")
        car = column()
        self.plate = Gtk.Entry(width_chars=24)
        self.driver = Gtk.Entry()
        labelled(car, "Number plate", self.plate)
        labelled(car, "Driver", self.driver)
        self.more.add(car)
        inner.add(self.more)
        self.balloon = Gtk.MenuButton(label="Balloon: Red Kite", halign=Gtk.Align.START)
        menu = Gtk.Menu()
        for name in ("Red Kite", "Old Lady", "Bluebell"):
            item = Gtk.MenuItem(label=name)
            item.connect("activate", lambda _i, n=name: self.balloon.set_label("Balloon: " + n))
            menu.append(item)
        menu.show_all()
        self.balloon.set_popup(menu)
        inner.add(self.balloon)
        self.add(inner)
        self.bar_said = "shown"
        keep.add("warning", lambda: self.bar_said)
        keep.add("chase car open", self.more.get_expanded)
        keep.add("plate", self.plate.get_text)
        keep.add("car driver", self.driver.get_text)
        keep.add("balloon", self.balloon.get_label)

    def answer(self, _bar, response):
        self.bar_said = "refill" if response == Gtk.ResponseType.YES else "closed"
        self.bar.hide()


class Window(Gtk.Window):
    def __init__(self, start):
        super().__init__(title="Flight Sheet – Skylark Balloons")
        self.set_default_size(1040, 650)
        head = Gtk.Box(spacing=8, border_width=8)
        for name in ("Send sheet to pilot", "Print sheet", "Call off flight"):
            keep.known(name)
            button = Gtk.Button(label=name)
            button.connect("clicked", lambda _b, name=name: keep.count(name))
            head.add(button)
        book = Gtk.Notebook()
        for name, page in (("Guests", Guests()), ("Weather", Weather()), ("Gear", Gear())):
            book.append_page(page, Gtk.Label(label=name))
        whole = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        whole.add(head)
        whole.pack_start(book, True, True, 0)
        self.add(whole)
        self.connect("destroy", Gtk.main_quit)
        self.show_all()
        book.set_current_page(["guests", "weather", "gear"].index(start))
        keep.add(
            "page", lambda: book.get_tab_label_text(book.get_nth_page(book.get_current_page()))
        )


Window(sys.argv[1])
GLib.timeout_add(120, keep.write)
Gtk.main()
