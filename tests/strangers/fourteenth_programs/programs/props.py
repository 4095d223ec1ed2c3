"""The properties of a play: acts, things, running order (GTK)."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402
from keep import Keep, number_of  # noqa: E402

ACTS = {
    "Act one": [
        ("Silver teapot", "table left", True),
        ("Riding crop", "umbrella stand", False),
        ("Sealed letter", "mantelpiece", True),
    ],
    "Act two": [
        ("Oil lamp", "desk", False),
        ("Revolver", "desk drawer", False),
        ("Bunch of lilac", "vase", True),
    ],
    "Act three": [("Trunk", "centre stage", False), ("Train ticket", "her glove", False)],
}
JOBS = [
    "Check the blanks",
    "Fill the decanter",
    "Wind the clock",
    "Light the lamp",
    "Lock the cabinet",
]


class Props:
    """The window."""

    def __init__(self, start):
        self.keep = keep = Keep()
        self.window = window = Gtk.Window(title="The Lilac House – Props")
        window.set_default_size(980, 600)
        window.connect("destroy", Gtk.main_quit)
        outer = Gtk.Box(orientation=1)
        bar = Gtk.MenuBar()
        for title, names in (
            ("Show", ["Print props list", "Mail to stage manager"]),
            ("View", ["*Show places", "*Large type"]),
        ):
            top, menu = Gtk.MenuItem(label=title), Gtk.Menu()
            for name in names:
                if name[0] == "*":
                    item = Gtk.CheckMenuItem(label=name[1:], active=name == "*Show places")
                    keep.add(name[1:], item.get_active)
                    if name == "*Show places":
                        item.connect("toggled", lambda i: self.places.set_visible(i.get_active()))
                else:
                    item = Gtk.MenuItem(label=name)
                    keep.known(name)
                    item.connect("activate", lambda _i, name=name: keep.count(name))
                menu.append(item)
            top.set_submenu(menu)
            bar.append(top)
        outer.pack_start(bar, False, False, 0)
        switcher, self.stack = Gtk.StackSwitcher(halign=3, margin=6), Gtk.Stack()
        switcher.set_stack(self.stack)
        outer.pack_start(switcher, False, False, 0)
        self.stack.add_titled(self.table(), "things", "Things")
        self.stack.add_titled(self.running(), "running", "Before curtain up")
        self.stack.add_titled(self.loans(), "loans", "Loans")
        outer.pack_start(self.stack, True, True, 0)
        window.add(outer)
        window.show_all()
        self.stack.set_visible_child_name(start)
        keep.add("view", self.stack.get_visible_child_name)
        keep.write()
        GLib.timeout_add(120, keep.write)

    def table(self):
        keep, box = self.keep, Gtk.Box(orientation=1, spacing=6, margin=8)
        row = Gtk.Box(spacing=6)
        self.store = store = Gtk.TreeStore(str, str, bool, bool)
        self.find = Gtk.SearchEntry(placeholder_text="Search the props")
        row.pack_start(self.find, True, True, 0)
        self.view = view = Gtk.TreeView(model=store)
        chosen = view.get_selection()
        for name, icon, run in (
            ("Open all acts", "go-down", lambda _b: view.expand_all()),
            ("Close all acts", "go-up", lambda _b: view.collapse_all()),
            ("Delete the selected prop", "edit-delete", self.delete),
        ):
            press = Gtk.Button(tooltip_text=name, image=Gtk.Image.new_from_icon_name(icon, 1))
            press.connect("clicked", run)
            row.pack_start(press, False, False, 0)
        box.pack_start(row, False, False, 0)
        column = Gtk.TreeViewColumn("Prop", Gtk.CellRendererText(), text=0)
        column.set_min_width(300)
        view.append_column(column)
        self.places = Gtk.TreeViewColumn("Place", Gtk.CellRendererText(), text=1)
        self.places.set_min_width(220)
        view.append_column(self.places)
        tick = Gtk.CellRendererToggle()
        tick.connect("toggled", lambda _c, path: store[path].__setitem__(2, not store[path][2]))
        view.append_column(Gtk.TreeViewColumn("Set", tick, active=2, visible=3))
        for act, things in ACTS.items():
            at = store.append(None, [act, "", False, False])
            for name, place, done in things:
                store.append(at, [name, place, done, True])
        view.expand_row(Gtk.TreePath(0), False)
        scroll = Gtk.ScrolledWindow(shadow_type=1)
        scroll.add(view)
        box.pack_start(scroll, True, True, 0)
        form = Gtk.Box(spacing=6)
        name, place, act = (
            Gtk.Entry(placeholder_text="Prop"),
            Gtk.Entry(placeholder_text="Place"),
            Gtk.ComboBoxText(),
        )
        for text in ACTS:
            act.append_text(text)
        act.set_active(0)

        def add(_b):
            if name.get_text():
                store.append(
                    store[act.get_active()].iter, [name.get_text(), place.get_text(), False, True]
                )
                name.set_text("")
                place.set_text("")

        press = Gtk.Button(label="Add prop")
        press.connect("clicked", add)
        for part in (name, place, act, press):
            form.pack_start(part, part in (name, place), part in (name, place), 0)
        box.pack_start(form, False, False, 0)
        view.connect("button-press-event", self.context)
        keep.add("search", self.find.get_text)
        keep.add("new prop", name.get_text)
        keep.add("new place", place.get_text)
        keep.add("new act", act.get_active_text)
        for i, text in enumerate(ACTS):
            keep.add(
                "things " + text,
                lambda i=i: [
                    f"{r[0]} @ {r[1]}" + (" (set)" if r[2] else "") for r in store[i].iterchildren()
                ],
            )
            keep.add("open " + text, lambda i=i: view.row_expanded(Gtk.TreePath(i)))

        def picked():
            _, at = chosen.get_selected()
            return store[at][0] if at else ""

        keep.add("selected prop", picked)
        self.last = {}
        for text in ("Find a stand-in", "Report it broken"):
            keep.known(text)
            keep.add("last for " + text, lambda text=text: self.last.get(text, ""))
        return box

    def delete(self, _b):
        _, at = self.view.get_selection().get_selected()
        if at and self.store.iter_parent(at):
            self.store.remove(at)
            self.view.get_selection().unselect_all()

    def context(self, view, event):
        if event.button != 3:
            return False
        hit = view.get_path_at_pos(int(event.x), int(event.y))
        if not hit:
            return False
        view.get_selection().select_path(hit[0])
        self.popup = menu = Gtk.Menu()
        name = self.store[hit[0]][0]
        for text in ("Find a stand-in", "Report it broken"):
            item = Gtk.MenuItem(label=text)
            item.connect("activate", lambda _i, text=text: self.broken(text, name))
            menu.append(item)
        menu.show_all()
        menu.popup_at_pointer(event)
        return True

    def broken(self, text, name):
        self.keep.count(text)
        self.last[text] = name

    def running(self):
        keep, box = self.keep, Gtk.Box(orientation=1, spacing=8, margin=8)
        box.add(Gtk.Label(label="Jobs in the order they are done (drag to change)", xalign=0))
        store = Gtk.ListStore(str)
        for job in JOBS:
            store.append([job])
        view = Gtk.TreeView(model=store, reorderable=True, headers_visible=False)
        view.append_column(Gtk.TreeViewColumn("Job", Gtk.CellRendererText(ypad=6), text=0))
        frame = Gtk.ScrolledWindow(shadow_type=1)
        frame.add(view)
        box.pack_start(frame, True, True, 0)
        row = Gtk.Box(spacing=10)
        early = Gtk.SpinButton.new_with_range(10, 120, 5)
        early.set_value(45)
        label = Gtk.Label(label="Minutes before curtain up")
        label.set_mnemonic_widget(early)
        row.add(label)
        row.add(early)
        box.add(row)
        who = Gtk.ComboBoxText.new_with_entry()
        for name in ("Ines", "Bartek", "Odile"):
            who.append_text(name)
        who.get_child().set_text("Ines")
        row = Gtk.Box(spacing=10)
        label = Gtk.Label(label="Done by")
        label.set_mnemonic_widget(who)
        row.add(label)
        row.add(who)
        box.add(row)
        for text, on in (
            ("Ring the house bell", True),
            ("Weapons signed out", False),
            ("Fire extinguisher in the wings", False),
        ):
            tick = Gtk.CheckButton(label=text, active=on)
            box.add(tick)
            keep.add(text, tick.get_active)
        keep.add("jobs", lambda: [r[0] for r in store])
        keep.add("early", number_of(early))
        keep.add("done by", who.get_child().get_text)
        return box

    def loans(self):
        keep, box = self.keep, Gtk.Box(orientation=1, spacing=8, margin=8)
        rows = Gtk.ListBox(selection_mode=0)
        self.loan = {}
        for name, owner in (
            ("Gramophone", "Mrs Whitlock"),
            ("Fox fur", "Opera store"),
            ("Grandfather clock", "Town hall"),
            ("Wicker chair", "Café Rosa"),
        ):
            row = Gtk.Box(spacing=10, margin=6)
            label = Gtk.Label(label=f"{name}  –  {owner}", xalign=0)
            row.pack_start(label, True, True, 0)
            insured = Gtk.Switch(active=name == "Fox fur", valign=3)
            insured.get_accessible().set_name("Insured: " + name)
            row.pack_start(Gtk.Label(label="Insured"), False, False, 0)
            row.pack_start(insured, False, False, 0)
            keep.add("insured " + name, insured.get_active)
            self.loan[name] = "here"
            for text, word in (("Give back", "given back"), ("Keep longer", "kept longer")):
                press = Gtk.Button(label=text)
                press.connect(
                    "clicked", lambda _b, name=name, word=word: self.loan.__setitem__(name, word)
                )
                row.pack_start(press, False, False, 0)
            keep.add("loan " + name, lambda name=name: self.loan[name])
            rows.add(row)
        box.pack_start(rows, False, False, 0)
        value = Gtk.Scale.new_with_range(0, 0, 2000, 50)
        value.set_value(500)
        value.set_hexpand(True)
        row = Gtk.Box(spacing=10)
        label = Gtk.Label(label="Deposit (€)")
        label.set_mnemonic_widget(value)
        row.add(label)
        row.pack_start(value, True, True, 0)
        box.pack_start(row, False, False, 0)
        thanks = Gtk.TextView()
        thanks.get_accessible().set_name("Thanks in the programme")
        box.add(Gtk.Label(label="Thanks in the programme", xalign=0))
        frame = Gtk.ScrolledWindow(shadow_type=1, min_content_height=90)
        frame.add(thanks)
        box.pack_start(frame, False, False, 0)
        keep.add("deposit", lambda: round(value.get_value()))
        buffer = thanks.get_buffer()
        keep.add("thanks", lambda: buffer.get_text(*buffer.get_bounds(), True))
        return box


Props(sys.argv[1])
Gtk.main()
