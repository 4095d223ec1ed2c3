"""The checkpoint of a sled dog race: teams on the left, the check on the right."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402
from gtkbits import Form, button, column_of, line_of, menubar, run, scrolled, selected  # noqa: E402
from keep import Keep  # noqa: E402

TEAMS = [
    ["11", "Aila Nystad", "On trail"],
    ["14", "Pete Kowalski", "Resting"],
    ["17", "Joon Park", "On trail"],
    ["22", "Marit Lie", "Resting"],
    ["30", "Sam Redbird", "Scratched"],
]
CAMP = {
    "checkpoint": "Wolf Lake",
    "trail": "Good",
    "snow": 40,
    "straw": 25,
    "water": True,
    "heater": False,
    "speaker": 30,
    "message": "",
}
CHECK = {
    "bib": "",
    "dogs": 10,
    "vet": "Not seen",
    "booties": True,
    "bag": "Dropped",
    "stay": "Four hours",
}
STARTS = {
    "quiet": (CAMP, CHECK, 0),
    "busy": (CAMP | {"trail": "Drifting", "straw": 8}, CHECK | {"bib": "14", "dogs": 9}, 0),
    "camp": (CAMP | {"message": "Cabin closed", "heater": True}, CHECK, 1),
}


class Window(Gtk.Window):
    def __init__(self, start, keep):
        super().__init__(title="Sled Race Checkpoint")
        self.keep, self.dialog = keep, None
        camp, check, page = STARTS[start]
        self.clock = Gtk.CheckMenuItem(label="_24-hour clock", use_underline=True, active=True)
        self.names = Gtk.CheckMenuItem(label="_Large print", use_underline=True)
        bar = menubar(
            (
                "_Race",
                [
                    ("_Late entry...", self.late),
                    ("_Send times", lambda: keep.count("send times")),
                    ("_Print board", lambda: keep.count("print board")),
                ],
            ),
            ("_View", [self.clock, self.names]),
        )
        self.pages = Gtk.Notebook()
        self.pages.append_page(self.check(check), Gtk.Label(label="Team check"))
        self.pages.append_page(self.camp(camp), Gtk.Label(label="Camp"))
        split = Gtk.Paned(position=380)
        split.pack1(self.teams(), False, False)
        split.pack2(self.pages, True, False)
        self.add(column_of(bar, split))
        split.show_all()
        self.pages.set_current_page(page)
        keep.known("send times", "print board", "call vet", "announce")
        keep.add("tab", lambda: ("Team check", "Camp")[self.pages.get_current_page()])
        keep.add("24-hour clock", self.clock.get_active)
        keep.add("large print", self.names.get_active)
        keep.add("dialog", lambda: bool(self.dialog))

    def teams(self):
        self.store = Gtk.ListStore(str, str, str)
        for row in TEAMS:
            self.store.append(row)
        self.view = Gtk.TreeView(model=self.store)
        for number, title in enumerate(("Bib", "Musher", "Status")):
            self.view.append_column(Gtk.TreeViewColumn(title, Gtk.CellRendererText(), text=number))
        buttons = line_of(
            *(
                button(text, lambda state=state: self.put(state))
                for text, state in (
                    ("_In", "Resting"),
                    ("_Out", "On trail"),
                    ("Scra_tched", "Scratched"),
                )
            ),
            button("_Late entry...", self.late),
        )
        self.keep.add("teams", lambda: [" | ".join(row) for row in self.store])
        self.keep.add("team row", lambda: selected(self.view))
        return column_of(Gtk.Label(label="Teams", xalign=0), scrolled(self.view), buttons)

    def check(self, start):
        form = Form(self.keep, start)
        form.text("_Bib number", "bib")
        form.number("_Dogs in harness", "dogs", 5, 16)
        form.radios("Vet", "vet", ["Not seen", "Fit", "Watch"])
        form.check("Boo_ties on all dogs", "booties")
        form.choice("Dro_p bag", "bag", ["Dropped", "Collected", "Missing"])
        form.choice(
            "Planned s_tay", "stay", ["Passing through", "Four hours", "Eight hours", "Overnight"]
        )
        form.wide(button("Call the _vet", lambda: self.keep.count("call vet")))
        return form

    def camp(self, start):
        form = Form(self.keep, start)
        form.text("Check_point", "checkpoint")
        form.choice("Trail _condition", "trail", ["Good", "Soft", "Drifting", "Closed"])
        form.number("Sno_w depth (cm)", "snow", 0, 300)
        form.number("Bales of stra_w", "straw", 0, 99)
        form.check("_Hot water ready", "water")
        form.switch("Cabin h_eater", "heater")
        form.slider("Lou_dspeaker", "speaker", 0, 100)
        form.text("_Message", "message")
        form.wide(button("_Announce", lambda: self.keep.count("announce")))
        return form

    def put(self, state):
        if selected(self.view) >= 0:
            self.store[selected(self.view)][2] = state

    def late(self):
        self.dialog = Gtk.Dialog(title="Late entry", transient_for=self, modal=True)
        self.dialog.add_buttons(
            "_Cancel", Gtk.ResponseType.CANCEL, "_Enter team", Gtk.ResponseType.OK
        )
        form = Form(Keep(), {"bib": "", "name": ""})
        bib, name = form.text("_Bib", "bib"), form.text("_Musher", "name")
        self.dialog.get_content_area().add(form)
        self.dialog.connect("response", self.answered, bib, name)
        self.dialog.show_all()

    def answered(self, dialog, answer, bib, name):
        if answer == Gtk.ResponseType.OK:
            self.store.append([bib.get_text(), name.get_text(), "On trail"])
        dialog.destroy()
        self.dialog = None


kept = Keep()
run(Window(sys.argv[1], kept), kept)
