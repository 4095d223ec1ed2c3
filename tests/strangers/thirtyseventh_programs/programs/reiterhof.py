"""The lessons and the stable book of a riding school, in German."""

import datetime
import re
import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402
from keep import Keep  # noqa: E402

START = sys.argv[1] if len(sys.argv) > 1 else "reitstunden"
HORSES = ["Fritz", "Wanda", "Merlin", "Luna", "Caspar", "Hexe", "Pünktchen"]
keep = Keep()


def label(text, **more):
    made = Gtk.Label(label=text, xalign=0, **more)
    return made


def heading(text):
    made = label("")
    made.set_markup("<b>" + text + "</b>")
    return made


def box(vertical=True, gap=6, *kids):
    made = Gtk.Box(
        orientation=Gtk.Orientation.VERTICAL if vertical else Gtk.Orientation.HORIZONTAL,
        spacing=gap,
    )
    for kid in kids:
        made.pack_start(kid, False, False, 0)
    return made


def combo(options, active=0):
    made = Gtk.ComboBoxText()
    for option in options:
        made.append_text(option)
    made.set_active(active)
    return made


def choose(made, options, value):
    made.set_active(options.index(value) if value in options else -1)


def counted(text, name=None, then=None):
    made = Gtk.Button(label=text)
    name = name or text
    keep.known(name)

    def press(_):
        keep.count(name)
        if then:
            then()

    made.connect("clicked", press)
    return made


def counted_item(menu, text, name, then=None):
    item = Gtk.MenuItem(label=text)
    keep.known(name)

    def press(_):
        keep.count(name)
        if then:
            then()

    item.connect("activate", press)
    menu.append(item)


def clock(text):
    found = re.fullmatch(r"(\d{1,2})(?:[:.](\d{2}))?(?: *Uhr)?", text.strip())
    if not found:
        return text.strip()
    return f"{int(found[1]):02}:{found[2] or '00'}"


def iso(text):
    try:
        return datetime.datetime.strptime(text.strip(), "%d.%m.%Y").date().isoformat()
    except ValueError:
        return text.strip()


def buffer_text(view):
    made = view.get_buffer()
    return made.get_text(made.get_start_iter(), made.get_end_iter(), False).strip()


# ---------------------------------------------------------------- lessons

TEACHERS = ["Petra Vogt", "Jan Kröger", "Sabine Ott", "Mirko Thal"]
PLACES = ["Halle", "Springplatz", "Viereck", "Gelände"]
DAYS = {"2025-06-13": "Fr 13.6.", "2025-06-14": "Sa 14.6.", "2025-06-15": "So 15.6."}
LESSONS = {
    "Abteilung Abend": ["2025-06-13", "18:00", "Sabine Ott", "Viereck", 60, 6, ["Ida Menke"]],
    "Longe Anfänger": ["2025-06-14", "08:30", "Petra Vogt", "Halle", 30, 2, ["Nele Pohl"]],
    "Springgruppe": [
        "2025-06-14",
        "10:00",
        "Jan Kröger",
        "Springplatz",
        60,
        6,
        ["Lina Brandt", "Jonas Frey", "Emma Wulf", "Paul Sievers"],
    ],
    "Ponyspiele": [
        "2025-06-14",
        "11:30",
        "Petra Vogt",
        "Halle",
        45,
        8,
        ["Tilda Ruge", "Ben Ahlers", "Carla Nissen"],
    ],
    "Dressur L": [
        "2025-06-14",
        "15:00",
        "Sabine Ott",
        "Viereck",
        60,
        4,
        ["Vera Lüdke", "Holger Kamp"],
    ],
    "Ausritt Moor": [
        "2025-06-14",
        "17:00",
        "Jan Kröger",
        "Gelände",
        90,
        5,
        ["Svea Timm", "Rolf Asmus"],
    ],
    "Frühritt": ["2025-06-15", "07:00", "Mirko Thal", "Gelände", 90, 6, ["Rolf Asmus"]],
    "Familienrunde": ["2025-06-15", "13:00", "Petra Vogt", "Halle", 45, 10, ["Tilda Ruge"]],
}
RIDES = {
    "Ida Menke": "Wanda",
    "Nele Pohl": "Hexe",
    "Lina Brandt": "Caspar",
    "Jonas Frey": "Fritz",
    "Emma Wulf": "Luna",
    "Paul Sievers": "Merlin",
    "Tilda Ruge": "Hexe",
    "Ben Ahlers": "Pünktchen",
    "Carla Nissen": "Fritz",
    "Vera Lüdke": "Wanda",
    "Holger Kamp": "Merlin",
    "Svea Timm": "Luna",
    "Rolf Asmus": "Caspar",
    "Mia Sommer": "",
    "Oskar Reents": "",
    "Frieda Holm": "",
}
PAID = {"Emma Wulf", "Vera Lüdke", "Tilda Ruge"}
NO_HORSE = "ohne Pferd"


class Lessons:
    def __init__(self, window):
        self.window = window
        self.loading = False
        self.day = "2025-06-14"
        self.current = "Springgruppe"
        self.rides = dict(RIDES)
        self.paid = {name: name in PAID for name in RIDES}
        self.new = []
        self.data = {}
        for name, (day, begin, teacher, place, long, most, riders) in LESSONS.items():
            self.data[name] = {
                "day": day,
                "Beginn": begin,
                "Lehrkraft": teacher,
                "Platz": place,
                "Dauer": str(long),
                "Plätze": str(most),
                "Bei Regen in die Halle": False,
                "Bemerkung": "",
                "abgesagt": False,
                "riders": list(riders),
            }
        for name in LESSONS:
            one = self.data[name]
            for key in one:
                if key not in ("day", "riders"):
                    keep.add(f"{name} {key}", lambda one=one, key=key: one[key])
            keep.add(f"{name} Reiter", lambda one=one: "; ".join(one["riders"]))
        for name in RIDES:
            keep.add("Pferd " + name, lambda name=name: self.rides[name])
            keep.add("bezahlt " + name, lambda name=name: self.paid[name])
            keep.known("Abmelden " + name)
        keep.add("Neue Stunden", lambda: "; ".join(self.new))
        keep.add("Tag", lambda: self.day)
        keep.add("Stunde", lambda: self.current)
        self.draft = {"Titel": "", "Beginn": "", "Lehrkraft": ""}
        for key in self.draft:
            keep.add("Dialog " + key, lambda key=key: self.draft[key])
        keep.known("Anlegen", "Abbrechen", "Ja, absagen", "Nein")

        page = box(True, 0, self.menus())
        split = Gtk.Paned(orientation=Gtk.Orientation.HORIZONTAL)
        split.set_position(330)
        split.pack1(self.left(), False, False)
        split.pack2(self.right(), True, False)
        page.pack_start(split, True, True, 0)
        window.add(page)
        self.fill_list()
        self.load()

    def menus(self):
        bar = Gtk.MenuBar()

        def top(text):
            menu = Gtk.Menu()
            item = Gtk.MenuItem(label=text)
            item.set_submenu(menu)
            bar.append(item)
            return menu

        menu = top("Datei")
        counted_item(menu, "Tagesplan drucken", "Tagesplan drucken")
        counted_item(menu, "Als PDF sichern", "Als PDF sichern")
        menu = top("Stunde")
        counted_item(menu, "Teilnehmerliste mailen", "Teilnehmerliste mailen")
        counted_item(menu, "Stunde absagen …", "Stunde absagen", self.cancel)
        menu = top("Ansicht")
        for text, on in (("Pferde zeigen", True), ("Preise zeigen", False)):
            item = Gtk.CheckMenuItem(label=text)
            item.set_active(on)
            menu.append(item)
            keep.add(text, item.get_active)
        return bar

    def left(self):
        made = box(True, 8)
        made.set_border_width(10)
        days = box(False, 0)
        days.get_style_context().add_class("linked")
        group = None
        for day, text in DAYS.items():
            button = Gtk.RadioButton.new_with_label_from_widget(group, text)
            button.set_mode(False)
            group = group or button
            button.set_active(day == self.day)
            button.connect("toggled", self.pick_day, day)
            days.pack_start(button, True, True, 0)
        made.pack_start(days, False, False, 0)
        find = Gtk.SearchEntry(placeholder_text="Stunde suchen")
        find.connect("search-changed", lambda _: self.rows.invalidate_filter())
        keep.add("Stunde suchen", lambda: find.get_text().strip())
        made.pack_start(find, False, False, 0)
        self.rows = Gtk.ListBox()
        self.rows.set_filter_func(lambda row: find.get_text().strip().lower() in row.name.lower())
        self.rows.connect("row-selected", self.pick)
        scroll = Gtk.ScrolledWindow(shadow_type=Gtk.ShadowType.IN)
        scroll.add(self.rows)
        made.pack_start(scroll, True, True, 0)
        made.pack_start(counted("Neue Stunde", then=self.ask_new), False, False, 0)
        return made

    def right(self):
        made = box(True, 10)
        made.set_border_width(12)
        self.title = label("")
        made.pack_start(self.title, False, False, 0)
        grid = Gtk.Grid(column_spacing=12, row_spacing=8)
        made.pack_start(grid, False, False, 0)

        self.begin = Gtk.ComboBoxText.new_with_entry()
        for minutes in range(7 * 60, 20 * 60, 30):
            self.begin.append_text(f"{minutes // 60:02}:{minutes % 60:02}")
        self.begin.get_child().set_width_chars(7)
        self.begin.connect(
            "changed", lambda w: self.store("Beginn", clock(w.get_child().get_text()))
        )
        self.long = Gtk.SpinButton.new_with_range(15, 180, 15)
        self.long.connect("changed", lambda w: self.store("Dauer", w.get_text().strip()))
        self.teacher = combo(TEACHERS)
        self.teacher.connect("changed", lambda w: self.store("Lehrkraft", w.get_active_text()))
        self.most = label("6", width_chars=3)
        self.most.set_xalign(0.5)
        less, more = Gtk.Button(label="−"), Gtk.Button(label="+")
        less.get_accessible().set_name("Ein Platz weniger")
        more.get_accessible().set_name("Ein Platz mehr")
        less.connect("clicked", lambda _: self.step(-1))
        more.connect("clicked", lambda _: self.step(1))
        counter = box(False, 4, less, self.most, more)
        places = box(False, 10)
        self.places = {}
        group = None
        for place in PLACES:
            radio = Gtk.RadioButton.new_with_label_from_widget(group, place)
            group = group or radio
            radio.connect("toggled", lambda w, p=place: w.get_active() and self.store("Platz", p))
            self.places[place] = radio
            places.pack_start(radio, False, False, 0)
        self.rain = Gtk.Switch(halign=Gtk.Align.START, valign=Gtk.Align.CENTER)
        self.rain.connect(
            "notify::active", lambda w, _: self.store("Bei Regen in die Halle", w.get_active())
        )
        fields = [
            ("Beginn", self.begin, 0, 0),
            ("Dauer (Min.)", self.long, 2, 0),
            ("Lehrkraft", self.teacher, 0, 1),
            ("Plätze", counter, 2, 1),
        ]
        for text, field, x, y in fields:
            name = label(text)
            name.set_mnemonic_widget(field)
            grid.attach(name, x, y, 1, 1)
            grid.attach(field, x + 1, y, 1, 1)
        grid.attach(label("Platz"), 0, 2, 1, 1)
        grid.attach(places, 1, 2, 3, 1)
        name = label("Bei Regen in die Halle")
        name.set_mnemonic_widget(self.rain)
        grid.attach(box(False, 10, name, self.rain), 0, 3, 4, 1)

        made.pack_start(heading("Reiterinnen und Reiter"), False, False, 0)
        self.table = Gtk.Grid(column_spacing=14, row_spacing=4)
        self.table.set_border_width(6)
        scroll = Gtk.ScrolledWindow(shadow_type=Gtk.ShadowType.IN)
        scroll.add(self.table)
        made.pack_start(scroll, True, True, 0)

        self.who = Gtk.ComboBoxText.new_with_entry()
        for person in RIDES:
            if person != "Frieda Holm":
                self.who.append_text(person)
        self.who.get_child().set_placeholder_text("Name")
        self.on = combo([NO_HORSE, *HORSES])
        first, second = label("Dazu kommt"), label("auf")
        first.set_mnemonic_widget(self.who)
        second.set_mnemonic_widget(self.on)
        keep.add("Dazu Name", lambda: self.who.get_child().get_text().strip())
        keep.add("Dazu Pferd", self.on.get_active_text)
        add = counted("Eintragen", then=self.enter)
        made.pack_start(box(False, 8, first, self.who, second, self.on, add), False, False, 0)

        self.note = Gtk.TextView(wrap_mode=Gtk.WrapMode.WORD, left_margin=6, top_margin=4)
        self.note.get_buffer().connect(
            "changed", lambda _: self.store("Bemerkung", buffer_text(self.note))
        )
        name = label("Bemerkung")
        name.set_mnemonic_widget(self.note)
        scroll = Gtk.ScrolledWindow(shadow_type=Gtk.ShadowType.IN)
        scroll.set_size_request(-1, 62)
        scroll.add(self.note)
        made.pack_start(name, False, False, 0)
        made.pack_start(scroll, False, False, 0)
        return made

    def fill_list(self):
        self.loading = True
        for row in self.rows.get_children():
            self.rows.remove(row)
        chosen = None
        for name, one in self.data.items():
            if one["day"] != self.day:
                continue
            row = Gtk.ListBoxRow()
            row.name = name
            head = label("")
            head.set_markup(
                f"<b>{one['Beginn']}</b>  {name}" + ("  <i>abgesagt</i>" if one["abgesagt"] else "")
            )
            under = label(one["Lehrkraft"] + " · " + one["Platz"])
            under.get_style_context().add_class("dim-label")
            inner = box(True, 2, head, under)
            inner.set_border_width(7)
            row.add(inner)
            self.rows.add(row)
            if name == self.current:
                chosen = row
        for text in self.new:
            if self.day == "2025-06-14":
                row = Gtk.ListBoxRow(selectable=False)
                row.name = text
                inner = box(True, 2, label(text))
                inner.set_border_width(7)
                row.add(inner)
                self.rows.add(row)
        self.rows.show_all()
        if chosen:
            self.rows.select_row(chosen)
        self.loading = False

    def pick_day(self, button, day):
        if button.get_active() and day != self.day:
            self.day = day
            self.current = next(n for n, one in self.data.items() if one["day"] == day)
            self.fill_list()
            self.load()

    def pick(self, _, row):
        if row and not self.loading:
            self.current = row.name
            self.load()

    def load(self):
        self.loading = True
        one = self.data[self.current]
        self.title.set_markup(
            f"<span size='x-large' weight='bold'>{self.current}</span>"
            + ("   <span foreground='#b00020'>abgesagt</span>" if one["abgesagt"] else "")
        )
        self.begin.get_child().set_text(one["Beginn"])
        self.long.set_text(one["Dauer"])
        self.long.update()
        choose(self.teacher, TEACHERS, one["Lehrkraft"])
        self.places[one["Platz"]].set_active(True)
        self.most.set_text(one["Plätze"])
        self.rain.set_active(one["Bei Regen in die Halle"])
        self.note.get_buffer().set_text(one["Bemerkung"])
        self.fill_table()
        self.loading = False

    def fill_table(self):
        for kid in self.table.get_children():
            self.table.remove(kid)
        for x, text in enumerate(("Name", "Pferd", "Bezahlt", "")):
            head = label(text)
            head.get_style_context().add_class("dim-label")
            self.table.attach(head, x, 0, 1, 1)
        for y, name in enumerate(self.data[self.current]["riders"], 1):
            who = label(name, width_chars=22)
            horse = combo([NO_HORSE, *HORSES])
            choose(horse, HORSES, None)
            horse.set_active((["", *HORSES]).index(self.rides.get(name, "")))
            horse.connect("changed", self.ride, name)
            horse.get_accessible().set_name("Pferd von " + name)
            paid = Gtk.CheckButton(halign=Gtk.Align.CENTER)
            paid.get_accessible().set_name("Bezahlt " + name)
            paid.set_active(self.paid.get(name, False))
            paid.connect("toggled", lambda w, n=name: self.paid.__setitem__(n, w.get_active()))
            off = counted("Abmelden", "Abmelden " + name, lambda n=name: self.sign_off(n))
            for x, kid in enumerate((who, horse, paid, off)):
                self.table.attach(kid, x, y, 1, 1)
        self.table.show_all()

    def ride(self, widget, name):
        self.rides[name] = (["", *HORSES])[widget.get_active()]

    def sign_off(self, name):
        self.data[self.current]["riders"].remove(name)
        self.fill_table()

    def enter(self):
        name = self.who.get_child().get_text().strip()
        riders = self.data[self.current]["riders"]
        if not name or name in riders:
            return
        riders.append(name)
        self.rides[name] = (["", *HORSES])[self.on.get_active()]
        self.paid.setdefault(name, False)
        self.who.get_child().set_text("")
        self.on.set_active(0)
        self.fill_table()

    def store(self, key, value):
        if self.loading:
            return
        self.data[self.current][key] = value
        if key in ("Beginn", "Lehrkraft", "Platz"):
            GLib.idle_add(self.fill_list)

    def step(self, by):
        one = self.data[self.current]
        one["Plätze"] = str(max(1, int(one["Plätze"]) + by))
        self.most.set_text(one["Plätze"])

    def cancel(self):
        ask = Gtk.MessageDialog(
            transient_for=self.window,
            modal=True,
            message_type=Gtk.MessageType.QUESTION,
            text=f"{self.current} wirklich absagen?",
        )
        ask.format_secondary_text("Alle Angemeldeten bekommen eine Nachricht.")
        ask.add_button("Nein", 0)
        ask.add_button("Ja, absagen", 1)

        def answer(_, what):
            if what == 1:
                keep.count("Ja, absagen")
                self.data[self.current]["abgesagt"] = True
                self.fill_list()
                self.load()
            elif what == 0:
                keep.count("Nein")
            ask.destroy()

        ask.connect("response", answer)
        ask.show()

    def ask_new(self):
        ask = Gtk.Dialog(
            title="Neue Stunde am " + DAYS["2025-06-14"], transient_for=self.window, modal=True
        )
        grid = Gtk.Grid(column_spacing=12, row_spacing=10)
        grid.set_border_width(14)
        title = Gtk.Entry(width_chars=26)
        begin = Gtk.Entry(placeholder_text="SS:MM")
        teacher = combo(["bitte wählen", *TEACHERS])
        title.connect("changed", lambda w: self.draft.update(Titel=w.get_text().strip()))
        begin.connect("changed", lambda w: self.draft.update(Beginn=clock(w.get_text())))
        teacher.connect(
            "changed",
            lambda w: self.draft.update(Lehrkraft=w.get_active_text() if w.get_active() else ""),
        )
        for y, (text, field) in enumerate(
            (("Titel", title), ("Beginn", begin), ("Lehrkraft", teacher))
        ):
            name = label(text)
            name.set_mnemonic_widget(field)
            grid.attach(name, 0, y, 1, 1)
            grid.attach(field, 1, y, 1, 1)
        ask.get_content_area().add(grid)
        ask.add_button("Abbrechen", 0)
        ask.add_button("Anlegen", 1)

        def answer(_, what):
            if what == 1:
                keep.count("Anlegen")
                if not self.draft["Titel"]:
                    return
                self.new.append(" ".join(self.draft[k] for k in ("Beginn", "Titel", "Lehrkraft")))
            elif what == 0:
                keep.count("Abbrechen")
            for key in self.draft:
                self.draft[key] = ""
            ask.destroy()
            self.fill_list()

        ask.connect("response", answer)
        ask.show_all()


# ---------------------------------------------------------------- stable book

WEEK = ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"]
STATES = ["gesund", "unter Beobachtung", "krank"]
LITTER = ["Stroh", "Späne", "Leinstroh", "Pellets"]
RUGS = ["keine", "Regendecke", "Winterdecke", "Fliegendecke"]
TREE = {
    "Nordgasse": {"Fritz": "Box 1", "Wanda": "Box 2", "Merlin": "Box 3"},
    "Südgasse": {"Luna": "Box 4", "Caspar": "Box 5"},
    "Offenstall": {"Hexe": "links", "Pünktchen": "rechts"},
}
FACTS = {
    "Fritz": [9, "2.0", 3, "Di Do", "37.6", "gesund", "2025-06-20", "Späne", "keine"],
    "Wanda": [8, "1.5", 2, "Mo Mi Fr", "37.8", "gesund", "2025-07-03", "Stroh", "keine"],
    "Merlin": [7, "1.0", 1, "Mo Di Mi", "37.5", "gesund", "2025-07-03", "Stroh", "keine"],
    "Luna": [6, "0.5", 2, "Do Fr", "37.7", "gesund", "2025-06-27", "Pellets", "keine"],
    "Caspar": [10, "2.5", 0, "Sa So", "38.2", "krank", "2025-06-20", "Späne", "Regendecke"],
    "Hexe": [4, "0.0", 1, "Mo Di Mi Do Fr", "37.9", "gesund", "2025-08-01", "Stroh", "keine"],
    "Pünktchen": [4, "0.0", 1, "Mo Di Mi Do Fr", "37.6", "gesund", "2025-08-01", "Stroh", "keine"],
}


class Stable:
    def __init__(self, window):
        self.loading = False
        self.current = "Wanda"
        self.data = {}
        names = (
            "Heu",
            "Hafer",
            "Möhren",
            "Weide",
            "Temperatur",
            "Zustand",
            "Hufschmied",
            "Einstreu",
            "Decke",
        )
        for horse, facts in FACTS.items():
            one = dict(zip(names, facts, strict=True))
            one["Heu"], one["Möhren"] = str(one["Heu"]), str(one["Möhren"])
            one |= {"Befund": "", "Paddock": False}
            self.data[horse] = one
            for key in one:
                keep.add(f"{horse} {key}", lambda one=one, key=key: one[key])
        page = box(True, 0, self.tools())
        middle = box(False, 0)
        middle.pack_start(self.tree(), False, False, 0)
        middle.pack_start(self.sheets(), True, True, 0)
        middle.pack_start(self.today(), False, False, 0)
        page.pack_start(middle, True, True, 0)
        page.pack_start(Gtk.Separator(), False, False, 0)
        page.pack_start(self.foot(), False, False, 0)
        window.add(page)
        self.load()

    def tools(self):
        bar = Gtk.Toolbar(toolbar_style=Gtk.ToolbarStyle.BOTH_HORIZ)

        def tool(text, icon):
            button = Gtk.ToolButton(label=text, icon_name=icon, is_important=True)
            keep.known(text)
            button.connect("clicked", lambda _: keep.count(text))
            bar.insert(button, -1)

        tool("Pferd aufnehmen", "list-add")
        tool("Boxenschild drucken", "document-print")
        bar.insert(Gtk.SeparatorToolItem(), -1)
        only = Gtk.ToggleToolButton(
            label="Nur Kranke", icon_name="dialog-warning", is_important=True
        )
        keep.add("Nur Kranke", only.get_active)
        only.connect("toggled", lambda _: self.shown.refilter())
        self.only = only
        bar.insert(only, -1)
        menu = Gtk.Menu()
        for text in ("Futterliste drucken", "Futterliste mailen", "Putzplan drucken"):
            counted_item(menu, text, text)
        menu.show_all()
        more = Gtk.MenuButton(label="Listen ▾", popup=menu, relief=Gtk.ReliefStyle.NONE)
        item = Gtk.ToolItem()
        item.add(more)
        bar.insert(item, -1)
        return bar

    def tree(self):
        made = box(True, 8)
        made.set_border_width(8)
        made.set_size_request(230, -1)
        self.find = Gtk.SearchEntry(placeholder_text="Pferd suchen")
        self.find.connect("search-changed", lambda _: self.shown.refilter())
        keep.add("Pferd suchen", lambda: self.find.get_text().strip())
        made.pack_start(self.find, False, False, 0)
        store = Gtk.TreeStore(str, str)
        for group, horses in TREE.items():
            parent = store.append(None, [group, ""])
            for horse, where in horses.items():
                store.append(parent, [horse, where])
        self.shown = store.filter_new()
        self.shown.set_visible_func(self.visible)
        view = Gtk.TreeView(model=self.shown)
        view.append_column(Gtk.TreeViewColumn("Pferd", Gtk.CellRendererText(), text=0))
        view.append_column(Gtk.TreeViewColumn("Platz", Gtk.CellRendererText(), text=1))
        view.get_column(0).set_expand(True)
        view.set_enable_search(False)
        view.expand_row(Gtk.TreePath("0"), False)
        view.expand_row(Gtk.TreePath("2"), False)
        view.get_selection().select_path(Gtk.TreePath("0:1"))
        view.get_selection().connect("changed", self.pick)
        self.row = "Wanda"
        keep.add("Zeile", lambda: self.row)
        keep.add(
            "aufgeklappt",
            lambda: " ".join(
                row[0] for row in self.shown if row[1] == "" and view.row_expanded(row.path)
            ),
        )
        scroll = Gtk.ScrolledWindow(shadow_type=Gtk.ShadowType.IN)
        scroll.add(view)
        made.pack_start(scroll, True, True, 0)
        return made

    def visible(self, store, place, _):
        name = store[place][0]
        if name in TREE:
            return True
        if self.only.get_active() and self.data[name]["Zustand"] != "krank":
            return False
        return self.find.get_text().strip().lower() in name.lower()

    def pick(self, selection):
        model, place = selection.get_selected()
        if place:
            self.row = model[place][0]
            if self.row in self.data:
                self.current = self.row
                self.load()

    def sheets(self):
        made = box(True, 8)
        made.set_border_width(10)
        self.title = label("")
        made.pack_start(self.title, False, False, 0)
        book = Gtk.Notebook()
        texts = ["Futter", "Gesundheit", "Box"]
        for text, page in zip(texts, (self.food(), self.health(), self.stall()), strict=True):
            page.set_border_width(14)
            book.append_page(page, Gtk.Label(label=text))
        keep.add("Blatt", lambda: texts[book.get_current_page()])
        made.pack_start(book, True, True, 0)
        return made

    def food(self):
        made = Gtk.Grid(column_spacing=14, row_spacing=16)
        self.hay = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 15, 1)
        self.hay.set_hexpand(True)
        self.hay.set_value_pos(Gtk.PositionType.RIGHT)
        self.hay.set_round_digits(0)
        self.hay.connect("value-changed", lambda w: self.store("Heu", f"{w.get_value():.0f}"))
        self.oats = Gtk.SpinButton.new_with_range(0, 6, 0.5)
        self.oats.set_digits(1)
        self.oats.set_numeric(False)
        self.oats.set_halign(Gtk.Align.START)
        self.oats.connect("changed", lambda w: self.store("Hafer", self.decimal(w)))
        self.carrots = label("2", width_chars=3)
        self.carrots.set_xalign(0.5)
        less, more = Gtk.Button(label="−"), Gtk.Button(label="+")
        less.connect("clicked", lambda _: self.step(-1))
        more.connect("clicked", lambda _: self.step(1))
        days = box(False, 6)
        self.days = {}
        for day in WEEK:
            chip = Gtk.ToggleButton(label=day)
            chip.connect(
                "toggled",
                lambda _: self.store(
                    "Weide", " ".join(d for d in WEEK if self.days[d].get_active())
                ),
            )
            self.days[day] = chip
            days.pack_start(chip, False, False, 0)
        fields = (
            ("Heu (kg am Tag)", self.hay),
            ("Hafer (kg am Tag)", self.oats),
            ("Möhren", box(False, 4, less, self.carrots, more)),
            ("Weidetage", days),
        )
        self.lay(made, fields)
        return made

    def lay(self, grid, fields):
        for y, (text, field) in enumerate(fields):
            name = label(text)
            if not isinstance(field, Gtk.Box):
                name.set_mnemonic_widget(field)
            grid.attach(name, 0, y, 1, 1)
            grid.attach(field, 1, y, 1, 1)

    def health(self):
        made = Gtk.Grid(column_spacing=14, row_spacing=16)
        self.warm = Gtk.SpinButton.new_with_range(35, 42, 0.1)
        self.warm.set_digits(1)
        self.warm.set_numeric(False)
        self.warm.set_halign(Gtk.Align.START)
        self.warm.connect("changed", lambda w: self.store("Temperatur", self.decimal(w)))
        states = box(True, 4)
        self.states = {}
        group = None
        for text in STATES:
            radio = Gtk.RadioButton.new_with_label_from_widget(group, text)
            group = group or radio
            radio.connect("toggled", lambda w, t=text: w.get_active() and self.store("Zustand", t))
            self.states[text] = radio
            states.pack_start(radio, False, False, 0)
        self.smith = Gtk.Entry(
            placeholder_text="TT.MM.JJJJ", width_chars=12, halign=Gtk.Align.START
        )
        self.smith.connect("changed", lambda w: self.store("Hufschmied", iso(w.get_text())))
        self.found = Gtk.Entry(hexpand=True)
        self.found.connect("changed", lambda w: self.store("Befund", w.get_text().strip()))
        self.lay(
            made,
            (
                ("Temperatur (°C)", self.warm),
                ("Zustand", states),
                ("Nächster Hufschmied", self.smith),
                ("Befund", self.found),
            ),
        )
        return made

    def stall(self):
        made = Gtk.Grid(column_spacing=14, row_spacing=16)
        self.litter, self.rug = combo(LITTER), combo(RUGS)
        self.litter.connect("changed", lambda w: self.store("Einstreu", w.get_active_text()))
        self.rug.connect("changed", lambda w: self.store("Decke", w.get_active_text()))
        self.paddock = Gtk.CheckButton(label="Paddock offen")
        self.paddock.connect("toggled", lambda w: self.store("Paddock", w.get_active()))
        self.lay(made, (("Einstreu", self.litter), ("Decke", self.rug)))
        made.attach(self.paddock, 1, 2, 1, 1)
        return made

    def today(self):
        made = box(True, 8)
        made.set_border_width(10)
        made.set_size_request(270, -1)
        made.pack_start(heading("Heute zu tun"), False, False, 0)
        tasks = (
            ("Ausmisten", False),
            ("Tränken prüfen", False),
            ("Heunetze füllen", True),
            ("Gasse fegen", False),
            ("Mist abfahren", False),
            ("Sattelkammer abschließen", False),
        )
        for text, on in tasks:
            check = Gtk.CheckButton(label=text)
            check.set_active(on)
            keep.add("zu tun " + text, check.get_active)
            made.pack_start(check, False, False, 0)
        made.pack_start(Gtk.Separator(), False, False, 4)
        grid = Gtk.Grid(column_spacing=10, row_spacing=6)
        for y, (text, number) in enumerate(
            (("Heu", "42 Ballen"), ("Stroh", "5 Ballen"), ("Späne", "3 Sack"), ("Hafer", "9 Sack"))
        ):
            grid.attach(label(text, hexpand=True), 0, y, 1, 1)
            grid.attach(label(number), 1, y, 1, 1)
            grid.attach(counted("Bestellen", "Bestellen " + text), 2, y, 1, 1)
        store = Gtk.Expander(label="Lager")
        store.add(grid)
        keep.add("Lager offen", store.get_expanded)
        made.pack_start(store, False, False, 0)
        return made

    def foot(self):
        made = box(False, 12)
        made.set_border_width(8)
        for text, on in (("Licht Stallgasse", False), ("Radio", True)):
            switch = Gtk.Switch(valign=Gtk.Align.CENTER)
            switch.set_active(on)
            name = label(text)
            name.set_mnemonic_widget(switch)
            keep.add(text, switch.get_active)
            made.pack_start(name, False, False, 0)
            made.pack_start(switch, False, False, 0)
        air = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 100, 5)
        air.set_value(20)
        air.set_size_request(260, -1)
        air.set_value_pos(Gtk.PositionType.RIGHT)
        air.set_round_digits(0)
        air.connect("value-changed", lambda w: w.set_value(round(w.get_value() / 5) * 5))
        keep.add("Lüftung", lambda: f"{air.get_value():.0f}")
        name = label("Lüftung (%)")
        name.set_mnemonic_widget(air)
        made.pack_start(name, False, False, 0)
        made.pack_start(air, False, False, 0)
        return made

    @staticmethod
    def decimal(field):
        if "," in field.get_text():
            place = field.get_position()
            field.set_text(field.get_text().replace(",", "."))
            field.set_position(place)
        text = field.get_text().strip()
        try:
            return f"{float(text):.1f}"
        except ValueError:
            return text

    def store(self, key, value):
        if not self.loading:
            self.data[self.current][key] = value

    def step(self, by):
        one = self.data[self.current]
        one["Möhren"] = str(max(0, int(one["Möhren"]) + by))
        self.carrots.set_text(one["Möhren"])

    def load(self):
        self.loading = True
        one = self.data[self.current]
        where = next(f"{g}, {h[self.current]}" for g, h in TREE.items() if self.current in h)
        self.title.set_markup(f"<span size='x-large' weight='bold'>{self.current}</span>   {where}")
        self.hay.set_value(int(one["Heu"]))
        self.oats.set_value(float(one["Hafer"]))
        self.carrots.set_text(one["Möhren"])
        chosen = one["Weide"].split()
        for day, chip in self.days.items():
            chip.set_active(day in chosen)
        self.warm.set_value(float(one["Temperatur"]))
        self.states[one["Zustand"]].set_active(True)
        try:
            day = datetime.date.fromisoformat(one["Hufschmied"]).strftime("%d.%m.%Y")
        except ValueError:
            day = one["Hufschmied"]
        self.smith.set_text(day)
        self.found.set_text(one["Befund"])
        choose(self.litter, LITTER, one["Einstreu"])
        choose(self.rug, RUGS, one["Decke"])
        self.paddock.set_active(one["Paddock"])
        self.loading = False


def main():
    stable = START == "stallbuch"
    window = Gtk.Window(title="Reiterhof Birkenau – " + ("Stallbuch" if stable else "Reitstunden"))
    window.set_default_size(1200, 690)
    window.connect("destroy", Gtk.main_quit)
    (Stable if stable else Lessons)(window)
    window.show_all()
    keep.write()
    GLib.timeout_add(100, keep.write)
    Gtk.main()


main()
