"""The log of a pottery: firings, glazes, members. Menus, a toolbar and tabs as of old."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402
from keep import Keep, number_of  # noqa: E402

FIRINGS = [
    ("Big Bertha", "Bisque", "Miriam", "waiting"),
    ("Small kiln", "Glaze", "Oskar", "running"),
    ("Raku drum", "Raku", "Yuki", "waiting"),
    ("Big Bertha", "Glaze", "Fatima", "finished"),
]
GLAZES = {
    "Blues": [("Cobalt deep", "4 kg"), ("Sea foam", "1 kg")],
    "Greens": [("Celadon", "6 kg"), ("Moss matt", "2 kg")],
    "Reds and browns": [("Ox blood", "1 kg"), ("Tenmoku", "3 kg")],
}
FIRST = ["Ox blood, 2 bags", "Sea foam, 1 bags"]


def upright(border=10):
    return Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8, border_width=border)


def grid_of(*rows):
    grid = Gtk.Grid(row_spacing=8, column_spacing=12, border_width=8)
    for at, (title, field) in enumerate(rows):
        label = Gtk.Label(label=title, xalign=0)
        label.set_mnemonic_widget(field)
        grid.attach(label, 0, at, 1, 1)
        field.set_hexpand(not isinstance(field, Gtk.SpinButton))
        grid.attach(field, 1, at, 1, 1)
    return grid


def table_of(store, heads):
    table = Gtk.TreeView(model=store)
    for at, name in enumerate(heads):
        column = Gtk.TreeViewColumn(name, Gtk.CellRendererText(), text=at)
        column.set_min_width(165)
        table.append_column(column)
    return table


def radios_of(names):
    box, made = Gtk.Box(spacing=12), []
    for name in names:
        made.append(Gtk.RadioButton.new_with_label_from_widget(made[0] if made else None, name))
        box.pack_start(made[-1], False, False, 0)
    return box, lambda: next(radio.get_label() for radio in made if radio.get_active())


def combo_of(names):
    combo = Gtk.ComboBoxText()
    for name in names:
        combo.append_text(name)
    combo.set_active(0)
    return combo


class Log(Gtk.Window):
    def __init__(self, start):
        super().__init__(title="Kiln Log - Riverside Pottery")
        self.set_default_size(1000, 640)
        self.keep = Keep()
        self.keep.known("save log", "print label", "about")
        down, self.need_row, self.book = upright(0), [], Gtk.Notebook()
        for page, title in (
            (self.firings, "Firings"),
            (self.glazes, "Glazes"),
            (self.members, "Members"),
        ):
            self.book.append_page(page(), Gtk.Label(label=title))
        self.make_dialog()
        down.pack_start(self.menus(), False, False, 0)
        down.pack_start(self.toolbar(), False, False, 0)
        down.pack_start(self.book, True, True, 0)
        self.add(down)
        self.keep.add(
            "tab", lambda: self.book.get_tab_label_text(self.book.get_nth_page(
                self.book.get_current_page())))  # fmt: skip
        self.keep.add("dialog", self.dialog.get_visible)
        self.picked.connect("changed", lambda _: self.allow())
        self.show_all()
        self.allow()
        self.book.set_current_page({"glazes": 1, "members": 2}.get(start, 0))
        self.picked.unselect_all()

    def allow(self):
        for part in self.need_row:
            part.set_sensitive(self.picked.count_selected_rows() > 0)

    def menus(self):
        bar = Gtk.MenuBar()

        def menu(title):
            top, inner = Gtk.MenuItem(label=title), Gtk.Menu()
            top.set_submenu(inner)
            bar.append(top)
            return inner

        def item(inner, name, does):
            made = Gtk.MenuItem(label=name)
            made.connect("activate", lambda _: does())
            inner.append(made)

        kiln = menu("Kiln")
        item(kiln, "New firing...", self.dialog.show_all)
        item(kiln, "Save log", lambda: self.keep.count("save log"))
        item(kiln, "Close", self.destroy)
        view = menu("View")
        for name, on in (("Show toolbar", True), ("Colour the states", False)):
            check = Gtk.CheckMenuItem(label=name, active=on)
            view.append(check)
            self.keep.add(name.lower(), check.get_active)
            if on:
                check.connect("toggled", lambda c: self.bar.set_visible(c.get_active()))
        units, inner = Gtk.MenuItem(label="Units"), Gtk.Menu()
        units.set_submenu(inner)
        view.append(units)
        made = []
        for name in ("Celsius", "Fahrenheit", "Cones"):
            made.append(Gtk.RadioMenuItem(label=name, group=made[0] if made else None))
            inner.append(made[-1])
        made[0].set_active(True)
        self.keep.add("units", lambda: next(r.get_label() for r in made if r.get_active()))
        item(menu("Help"), "About", lambda: self.keep.count("about"))
        return bar

    def toolbar(self):
        self.bar = Gtk.Toolbar(toolbar_style=Gtk.ToolbarStyle.BOTH)
        for name, icon, does, row in (
            ("New firing", "document-new", self.dialog.show_all, False),
            ("Start", "media-playback-start", lambda: self.become("running"), True),
            ("Stop", "media-playback-stop", lambda: self.become("finished"), True),
            ("Delete", "edit-delete", self.away, True),
            ("Print label", "document-print", lambda: self.keep.count("print label"), True),
        ):
            button = Gtk.ToolButton(label=name, icon_name=icon)
            button.connect("clicked", lambda _, d=does: d())
            self.bar.insert(button, -1)
            if row:
                self.need_row.append(button)
        return self.bar

    def firings(self):
        page = upright()
        self.store = Gtk.ListStore(str, str, str, str)
        for firing in FIRINGS:
            self.store.append(firing)
        table = table_of(self.store, ("Kiln", "Kind", "Potter", "State"))
        self.picked = table.get_selection()
        scroll = Gtk.ScrolledWindow(shadow_type=Gtk.ShadowType.IN)
        scroll.add(table)
        page.pack_start(scroll, True, True, 0)
        frame = Gtk.Frame(label="Schedule for the next firing")
        top, hold = Gtk.SpinButton.new_with_range(600, 1300, 5), Gtk.SpinButton()
        hold.configure(Gtk.Adjustment(value=20, lower=0, upper=120, step_increment=5), 1, 0)
        top.set_value(1060)
        ramp = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 50, 300, 10)
        ramp.set_value(120)
        cool, cooling = radios_of(("Natural", "Fast", "Controlled"))
        night = Gtk.CheckButton(label="Use night tariff")
        frame.add(grid_of(("Top temperature", top), ("Hold for minutes", hold),
                          ("Degrees per hour", ramp), ("Cooling", cool), ("", night)))  # fmt: skip
        page.pack_start(frame, False, False, 0)

        def row():
            model, at = self.picked.get_selected()
            return model[at][2] if at else ""

        add = self.keep.add
        add("firings", lambda: [", ".join(line) for line in self.store])
        add("firing row", row)
        add("top temperature", number_of(top))
        add("hold", number_of(hold))
        add("ramp", lambda: int(ramp.get_value()))
        add("cooling", cooling)
        add("night tariff", night.get_active)
        return page

    def become(self, state):
        model, at = self.picked.get_selected()
        model[at][3] = state

    def away(self):
        model, at = self.picked.get_selected()
        model.remove(at)
        self.picked.unselect_all()

    def glazes(self):
        page = Gtk.Box(spacing=10, border_width=10, homogeneous=True)
        store = Gtk.TreeStore(str, str)
        for family, glazes in GLAZES.items():
            top = store.append(None, (family, ""))
            for glaze in glazes:
                store.append(top, glaze)
        tree = table_of(store, ("Glaze", "In stock"))
        tree.expand_all()
        page.pack_start(tree, True, True, 0)
        side = upright(0)
        supplier, bags = combo_of(("Clayhouse", "Potter's Barn", "Terra Nova")), Gtk.SpinButton()
        bags.configure(Gtk.Adjustment(value=1, lower=1, upper=40, step_increment=1), 1, 0)
        fast = Gtk.CheckButton(label="Express delivery")
        side.pack_start(
            grid_of(("Supplier", supplier), ("Bags", bags), ("", fast)), False, False, 0
        )
        put = Gtk.Button(label="Put on order list", sensitive=False)
        empty, orders = Gtk.Button(label="Empty the list"), Gtk.ListStore(str)
        for line in FIRST:
            orders.append((line,))
        shown = table_of(orders, ("Order list",))
        chosen = tree.get_selection()

        def glaze():
            model, at = chosen.get_selected()
            return model[at][0] if at and model.iter_parent(at) else ""

        def ordered(_):
            bags.update()
            orders.append((f"{glaze()}, {bags.get_value_as_int()} bags",))

        chosen.connect("changed", lambda _: put.set_sensitive(bool(glaze())))
        put.connect("clicked", ordered)
        empty.connect("clicked", lambda _: orders.clear())
        for part in (put, empty, shown):
            side.pack_start(part, part is shown, True, 0)
        page.pack_start(side, True, True, 0)
        add = self.keep.add
        add("glaze", glaze)
        add("supplier", supplier.get_active_text)
        add("bags", number_of(bags))
        add("express", fast.get_active)
        add("orders", lambda: [line[0] for line in orders])
        return page

    def members(self):
        page = upright()
        name, phone = Gtk.Entry(), Gtk.Entry()
        sort = combo_of(("Day guest", "Monthly", "Yearly"))
        key, news = Gtk.CheckButton(label="Has a key"), Gtk.CheckButton(label="Gets the newsletter")
        remarks = Gtk.TextView(accepts_tab=False, wrap_mode=Gtk.WrapMode.WORD)
        remarks.set_size_request(-1, 90)
        edge = Gtk.Frame()
        edge.add(remarks)
        grid = grid_of(("Name", name), ("Phone", phone), ("Membership", sort), ("", key),
                       ("", news), ("Remarks", edge))  # fmt: skip
        grid.get_child_at(0, 5).set_mnemonic_widget(remarks)
        page.pack_start(grid, False, False, 0)
        save, clear = (Gtk.Button(label=text) for text in ("Save member", "Clear form"))
        save.set_sensitive(False)
        people = ["Miriam", "Oskar", "Yuki", "Fatima"]
        says = Gtk.Label(label="Members: " + ", ".join(people), xalign=0)
        text = remarks.get_buffer()

        def cleared(_):
            for entry in (name, phone):
                entry.set_text("")
            text.set_text("")

        def saved(_):
            people.append(name.get_text().strip())
            says.set_text("Members: " + ", ".join(people))

        name.connect("changed", lambda _: save.set_sensitive(bool(name.get_text().strip())))
        save.connect("clicked", saved)
        clear.connect("clicked", cleared)
        for part in (save, clear, says):
            page.pack_start(part, False, False, 0)
        add = self.keep.add
        add("members", lambda: list(people))
        add("name", name.get_text)
        add("phone", phone.get_text)
        add("membership", sort.get_active_text)
        add("key", key.get_active)
        add("newsletter", news.get_active)
        add("remarks", lambda: text.get_text(*text.get_bounds(), False))
        return page

    def make_dialog(self):
        self.dialog = dialog = Gtk.Dialog(title="New firing", transient_for=self, modal=True)
        dialog.add_buttons("Cancel", Gtk.ResponseType.CANCEL, "OK", Gtk.ResponseType.OK)
        potter, kiln = Gtk.Entry(), combo_of(("Big Bertha", "Small kiln", "Raku drum"))
        box, kind = radios_of(("Bisque", "Glaze", "Raku"))
        dialog.get_content_area().add(grid_of(("Potter", potter), ("Kiln", kiln), ("Kind", box)))

        def answered(_dialog, answer):
            if answer == Gtk.ResponseType.OK:
                self.store.append((kiln.get_active_text(), kind(), potter.get_text(), "waiting"))
            dialog.hide()

        dialog.connect("response", answered)
        dialog.connect("delete-event", lambda *_: dialog.hide_on_delete())
        reads = {"potter": potter.get_text, "kiln": kiln.get_active_text, "kind": kind}
        for key, read in reads.items():
            self.keep.add("new " + key, lambda r=read: r() if dialog.get_visible() else None)


window = Log(sys.argv[1] if len(sys.argv) > 1 else "firings")
window.connect("destroy", Gtk.main_quit)
GLib.timeout_add(150, window.keep.write)
Gtk.main()
