"""The control sheet of a sea salt works: pans, rakers, sacks."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402
from gtkbits import Form, button, column_of, line_of, menubar, run, scrolled, selected  # noqa: E402
from keep import Keep  # noqa: E402

PANS = [
    ["Pan A", False, False, "Filling"],
    ["Pan B", True, False, "Settling"],
    ["Pan C", False, True, "Crystals"],
    ["Pan D", False, False, "Crystals"],
    ["Pan E", True, True, "Empty"],
]
DAY = {
    "brine": 18,
    "wind": "Light",
    "rain": False,
    "pump": True,
    "foreman": "Iria",
    "rakers": 4,
    "sun": 6,
}
SACKS = {
    "salt": "Coarse",
    "weight": "25 kg",
    "count": 40,
    "mark": "",
    "organic": True,
    "store": "Shed 1",
}
STARTS = {
    "pans": (DAY, SACKS, 0),
    "sacks": (DAY | {"wind": "Strong"}, SACKS | {"mark": "Lot 7"}, 1),
    "rain": (DAY | {"rain": True, "pump": False, "sun": 1}, SACKS, 0),
}


class Window(Gtk.Window):
    def __init__(self, start, keep):
        super().__init__(title="Salt Pans - Day Sheet")
        self.keep, self.dialog = keep, None
        day, sacks, page = STARTS[start]
        bar = menubar(
            (
                "_Day",
                [
                    ("_Close all sluices", self.close_all),
                    ("_Save", lambda: keep.count("save")),
                    ("_Empty store list...", self.ask),
                ],
            ),
            (
                "_Report",
                [
                    ("To the _office", lambda: keep.count("to the office")),
                    ("To the _harbour", lambda: keep.count("to the harbour")),
                ],
            ),
        )
        self.book = Gtk.Notebook()
        self.book.append_page(self.pans(day), Gtk.Label(label="Pans"))
        self.book.append_page(self.sacks(sacks), Gtk.Label(label="Sacks"))
        self.add(column_of(bar, self.book))
        self.book.show_all()
        self.book.set_current_page(page)
        keep.known("save", "to the office", "to the harbour")
        keep.add("tab", lambda: ("Pans", "Sacks")[self.book.get_current_page()])
        keep.add("dialog", lambda: bool(self.dialog))

    def pans(self, start):
        self.store = Gtk.ListStore(str, bool, bool, str)
        for row in PANS:
            self.store.append(row)
        self.view = Gtk.TreeView(model=self.store)
        self.view.append_column(Gtk.TreeViewColumn("Pan", Gtk.CellRendererText(), text=0))
        for number, title in ((1, "Sluice open"), (2, "Covered")):
            cell = Gtk.CellRendererToggle()
            cell.connect("toggled", self.toggled, number)
            self.view.append_column(Gtk.TreeViewColumn(title, cell, active=number))
        self.view.append_column(Gtk.TreeViewColumn("Stage", Gtk.CellRendererText(), text=3))
        stages = line_of(
            Gtk.Label(label="Selected pan:"),
            *(
                button(text, lambda stage=stage: self.stage(stage))
                for text, stage in (
                    ("_Fill", "Filling"),
                    ("Se_ttle", "Settling"),
                    ("Ra_ked", "Empty"),
                )
            ),
        )
        form = Form(self.keep, start)
        form.slider("_Brine strength", "brine", 3, 30)
        form.choice("_Wind", "wind", ["Calm", "Light", "Strong", "Gale"])
        form.number("Hours of _sun", "sun", 0, 16)
        form.text("Fore_man", "foreman")
        form.number("Ra_kers today", "rakers", 0, 20)
        form.check("Rain e_xpected", "rain")
        form.switch("Sea _pump", "pump")
        self.keep.add("open", lambda: [row[0] for row in self.store if row[1]])
        self.keep.add("covered", lambda: [row[0] for row in self.store if row[2]])
        self.keep.add("stages", lambda: [f"{row[0]}: {row[3]}" for row in self.store])
        self.keep.add("pan row", lambda: selected(self.view))
        return column_of(scrolled(self.view), stages, form)

    def sacks(self, start):
        form = Form(self.keep, start)
        form.radios("Salt", "salt", ["Coarse", "Fine", "Flower of salt"])
        form.choice("_Sack", "weight", ["1 kg", "5 kg", "25 kg", "Big bag"])
        form.number("_How many", "count", 1, 500)
        form.text("_Mark on the sack", "mark")
        form.check("Or_ganic seal", "organic")
        form.choice("S_tore", "store", ["Shed 1", "Shed 2", "Quay"])
        self.fields = self.keep.reads
        self.sheds = Gtk.ListStore(str)
        for text in (
            "30 x 25 kg Coarse in Shed 1",
            "12 x 1 kg Flower of salt in Shed 2",
            "2 x Big bag Fine in Quay",
        ):
            self.sheds.append([text])
        self.list = Gtk.TreeView(model=self.sheds)
        self.list.append_column(Gtk.TreeViewColumn("In store", Gtk.CellRendererText(), text=0))
        self.keep.add("in store", lambda: [row[0] for row in self.sheds])
        self.keep.add("store row", lambda: selected(self.list))
        return column_of(
            form,
            line_of(button("_Put in store", self.put), button("Ship_ped", self.shipped)),
            scrolled(self.list),
        )

    def toggled(self, _, path, number):
        self.store[path][number] = not self.store[path][number]

    def stage(self, text):
        if selected(self.view) >= 0:
            self.store[selected(self.view)][3] = text

    def close_all(self):
        for row in self.store:
            row[1] = False

    def put(self):
        value = {key: self.fields[key]() for key in SACKS}
        self.sheds.append(
            [f"{value['count']} x {value['weight']} {value['salt']} in {value['store']}"]
        )

    def shipped(self):
        if selected(self.list) >= 0:
            self.sheds.remove(self.sheds.get_iter(selected(self.list)))

    def ask(self):
        self.dialog = Gtk.MessageDialog(
            transient_for=self,
            modal=True,
            message_type=Gtk.MessageType.QUESTION,
            buttons=Gtk.ButtonsType.YES_NO,
            text="Remove everything from the store list?",
        )
        self.dialog.connect("response", self.answered)
        self.dialog.show_all()

    def answered(self, dialog, answer):
        if answer == Gtk.ResponseType.YES:
            self.sheds.clear()
        dialog.destroy()
        self.dialog = None


kept = Keep()
run(Window(sys.argv[1], kept), kept)
