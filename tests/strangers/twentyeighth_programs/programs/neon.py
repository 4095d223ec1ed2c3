"""The desk of a neon sign shop: the sign, its tubes, the enquiries."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402
from gtkbits import Form, button, column_of, line_of, menubar, run, scrolled, selected  # noqa: E402
from keep import Keep  # noqa: E402

SIGN = {
    "wording": "OPEN LATE",
    "client": "Diner 66",
    "script": "Block",
    "gas": "Neon",
    "width": 120,
    "outdoor": False,
    "flashing": False,
    "speed": 3,
    "mount": "Window chain",
    "transformer": "6 kV",
    "brightness": 70,
    "dimmer": False,
    "frame": "Black",
}
TUBES = [
    ["O", "Red", "bent"],
    ["P", "Red", "bent"],
    ["E", "Red", "to bend"],
    ["N", "Red", "to bend"],
    ["Arrow", "Blue", "broken"],
]
STARTS = {
    "design": (SIGN, 0),
    "tubes": (SIGN | {"outdoor": True}, 1),
    "power": (
        SIGN | {"wording": "Jazz", "client": "Blue Room", "gas": "Argon", "flashing": True},
        2,
    ),
}
COLOURS = ["Red", "Blue", "Pink", "Warm white", "Green"]


class Window(Gtk.Window):
    def __init__(self, start, keep):
        super().__init__(title="Neon Workshop")
        self.keep, self.dialog = keep, None
        values, page = STARTS[start]
        self.night = Gtk.CheckMenuItem(label="_Night preview", use_underline=True)
        bar = menubar(
            (
                "_Sign",
                [
                    ("_Add tube...", self.add_tube),
                    ("_Send drawing", lambda: keep.count("send drawing")),
                    ("_Print template", lambda: keep.count("print template")),
                ],
            ),
            ("_View", [self.night]),
        )
        self.book = Gtk.Notebook()
        for made, text in (
            (self.design(values), "Design"),
            (self.tubes(), "Tubes"),
            (self.power(values), "Power"),
        ):
            self.book.append_page(made, Gtk.Label(label=text))
        self.add(column_of(bar, self.book))
        self.book.show_all()
        self.book.set_current_page(page)
        keep.known("send drawing", "print template", "test glow")
        keep.add("tab", lambda: ("Design", "Tubes", "Power")[self.book.get_current_page()])
        keep.add("night preview", self.night.get_active)
        keep.add("dialog", lambda: bool(self.dialog))

    def design(self, start):
        form = Form(self.keep, start)
        form.text("_Wording", "wording")
        form.text("_Client", "client")
        form.choice("_Lettering", "script", ["Block", "Script", "Double line", "Comic"])
        form.radios("Gas", "gas", ["Neon", "Argon", "Krypton"])
        form.number("Width in c_m", "width", 20, 400)
        form.check("For _outdoors", "outdoor")
        form.choice(
            "_Mounting", "mount", ["Window chain", "Wall brackets", "Acrylic panel", "Roof post"]
        )
        form.choice("_Frame", "frame", ["Black", "Chrome", "None"])
        return form

    def tubes(self):
        self.store = Gtk.ListStore(str, str, str)
        for row in TUBES:
            self.store.append(row)
        self.view = Gtk.TreeView(model=self.store)
        for number, title in enumerate(("Tube", "Colour", "State")):
            self.view.append_column(Gtk.TreeViewColumn(title, Gtk.CellRendererText(), text=number))
        self.view.get_selection().unselect_all()
        self.colour = Gtk.ComboBoxText()
        for item in COLOURS:
            self.colour.append_text(item)
        self.colour.set_active(0)
        line = line_of(Gtk.Label(label="Colour"), self.colour, button("Set _colour", self.paint))
        states = line_of(
            button("_Bent", lambda: self.put(2, "bent")),
            button("Bro_ken", lambda: self.put(2, "broken")),
            button("_Add tube...", self.add_tube),
            button("_Scrap tube", self.scrap),
        )
        self.keep.add("tubes", lambda: [" | ".join(row) for row in self.store])
        self.keep.add("tube row", lambda: selected(self.view))
        self.keep.add("colour", self.colour.get_active_text)
        return column_of(scrolled(self.view), line, states)

    def power(self, start):
        form = Form(self.keep, start)
        form.choice("_Transformer", "transformer", ["3 kV", "6 kV", "9 kV", "15 kV"])
        form.slider("_Brightness", "brightness", 0, 100)
        form.switch("_Dimmer", "dimmer")
        form.check("_Flashing", "flashing")
        form.number("Flashes a _minute", "speed", 1, 60)
        form.wide(button("Test _glow", lambda: self.keep.count("test glow")))
        return form

    def put(self, column, text):
        if selected(self.view) >= 0:
            self.store[selected(self.view)][column] = text

    def paint(self):
        self.put(1, self.colour.get_active_text())

    def scrap(self):
        if selected(self.view) >= 0:
            self.store.remove(self.store.get_iter(selected(self.view)))

    def add_tube(self):
        self.dialog = Gtk.Dialog(title="Add tube", transient_for=self, modal=True)
        self.dialog.add_buttons("_Cancel", Gtk.ResponseType.CANCEL, "A_dd", Gtk.ResponseType.OK)
        form = Form(Keep(), {"name": "", "colour": "Red"})
        name = form.text("_Name", "name")
        colour = form.choice("C_olour", "colour", COLOURS)
        self.dialog.get_content_area().add(form)
        self.dialog.connect("response", self.answered, name, colour)
        self.dialog.show_all()

    def answered(self, dialog, answer, name, colour):
        if answer == Gtk.ResponseType.OK:
            self.store.append([name.get_text(), colour.get_active_text(), "to bend"])
        dialog.destroy()
        self.dialog = None


kept = Keep()
run(Window(sys.argv[1], kept), kept)
