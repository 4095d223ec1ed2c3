"""Allotment society: the plots, their tenants and the waiting list. GTK 3."""

import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402
from keep import Keep, number_of  # noqa: E402

PLOTS = [
    ["1A", "Mrs Kaminski", "120", "Paid"],
    ["1B", "The Oduyas", "90", "Owing"],
    ["2A", "Mr Fenn", "150", "Paid"],
    ["2B", "", "75", "Free"],
    ["3", "Scout group", "240", "Owing"],
]
WAITING = ["Berit Lund", "Carlo Neri", "Dee Watts", "Ewan Ross"]
keep = Keep()


def labelled(grid, row, text, widget):
    label = Gtk.Label(label=text, xalign=0)
    label.set_mnemonic_widget(widget)
    grid.attach(label, 0, row, 1, 1)
    widget.set_hexpand(True)
    grid.attach(widget, 1, row, 1, 1)


def page():
    return Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=10, margin=14)


class Window(Gtk.Window):
    def __init__(self, start):
        super().__init__(title="Allotment society")
        self.set_default_size(1120, 680)
        self.connect("destroy", Gtk.main_quit)
        bar = Gtk.HeaderBar(
            title="Allotment society", subtitle="Brook Meadow", show_close_button=True
        )
        self.set_titlebar(bar)
        add = Gtk.Button.new_from_icon_name("list-add-symbolic", Gtk.IconSize.BUTTON)
        add.set_tooltip_text("New member")
        add.connect("clicked", self.new_member)
        bar.pack_start(add)
        bar.pack_end(self.menu())
        stack = Gtk.Stack()
        switcher = Gtk.StackSwitcher(stack=stack)
        bar.set_custom_title(switcher)
        stack.add_titled(self.plots(), "plots", "Plots")
        stack.add_titled(self.waiting(), "waiting", "Waiting list")
        stack.add_titled(self.rules(), "rules", "Site")
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        self.info = Gtk.InfoBar(
            message_type=Gtk.MessageType.INFO, show_close_button=True, no_show_all=True
        )
        self.message = Gtk.Label(visible=True)
        self.info.get_content_area().add(self.message)
        self.info.connect("response", lambda *_: self.info.hide())
        box.pack_start(self.info, False, False, 0)
        box.pack_start(stack, True, True, 0)
        self.add(box)
        self.show_all()
        stack.set_visible_child_name(start)
        keep.add("page", stack.get_visible_child_name)
        keep.add("message", lambda: self.message.get_text() if self.info.get_visible() else "")

    def say(self, text):
        self.message.set_text(text)
        self.info.show()

    def menu(self):
        button = Gtk.MenuButton(tooltip_text="Menu")
        button.set_image(Gtk.Image.new_from_icon_name("open-menu-symbolic", Gtk.IconSize.BUTTON))
        menu = Gtk.Menu()
        for name in ("Show free plots only", "Large print"):
            item = Gtk.CheckMenuItem(label=name)
            keep.add(name, item.get_active)
            menu.append(item)
            if name == "Show free plots only":
                item.connect("toggled", lambda _: self.filter.refilter())
                self.free_only = item
        menu.append(Gtk.SeparatorMenuItem())
        for name in ("Print the site plan", "Rent reminders"):
            item = Gtk.MenuItem(label=name)
            keep.known(name)
            item.connect("activate", lambda _, name=name: keep.count(name))
            menu.append(item)
        menu.show_all()
        button.set_popup(menu)
        return button

    def plots(self):
        self.store = Gtk.ListStore(str, str, str, str)
        for one in PLOTS:
            self.store.append(one)
        self.filter = self.store.filter_new()
        self.filter.set_visible_func(
            lambda model, at, _: not self.free_only.get_active() or model[at][3] == "Free"
        )
        view = Gtk.TreeView(model=self.filter)
        self.view = view
        for number, name in enumerate(("Plot", "Tenant", "Size in m²", "Rent")):
            column = Gtk.TreeViewColumn(name, Gtk.CellRendererText(), text=number)
            column.set_min_width(90 if number != 1 else 190)
            column.set_resizable(True)
            view.append_column(column)
        view.get_selection().connect("changed", self.picked)
        keep.add("plots", lambda: [" | ".join(row) for row in self.store])

        grid = Gtk.Grid(row_spacing=10, column_spacing=12, margin=12)
        self.title = Gtk.Label(label="Choose a plot", xalign=0)
        grid.attach(self.title, 0, 0, 2, 1)
        self.tenant = Gtk.Entry()
        self.rent = Gtk.ComboBoxText()
        for name in ("Paid", "Owing", "Free"):
            self.rent.append_text(name)
        self.shed = Gtk.Switch(halign=Gtk.Align.START)
        self.water = Gtk.SpinButton.new_with_range(0, 6, 1)
        self.grows = [Gtk.RadioButton.new_with_label_from_widget(None, "Vegetables")]
        for name in ("Flowers", "Fruit"):
            self.grows.append(Gtk.RadioButton.new_with_label_from_widget(self.grows[0], name))
        grows = Gtk.Box(spacing=10)
        for one in self.grows:
            grows.add(one)
        labelled(grid, 1, "Tenant", self.tenant)
        labelled(grid, 2, "Rent", self.rent)
        labelled(grid, 3, "Has a shed", self.shed)
        labelled(grid, 4, "Water butts", self.water)
        labelled(grid, 5, "Grows mainly", grows)
        save = Gtk.Button(label="Save plot")
        save.connect("clicked", self.save)
        grid.attach(save, 1, 6, 1, 1)
        more = Gtk.Expander(label="Key and gate code")
        inside = Gtk.Grid(row_spacing=8, column_spacing=12, margin=8)
        self.key = Gtk.Entry()
        self.code = Gtk.Entry()
        labelled(inside, 0, "Key number", self.key)
        labelled(inside, 1, "Gate code", self.code)
        more.add(inside)
        grid.attach(more, 0, 7, 2, 1)
        keep.add("chosen", lambda: self.chosen)
        self.chosen = ""
        keep.add("tenant", self.tenant.get_text)
        keep.add("rent", lambda: self.rent.get_active_text() or "")
        keep.add("shed", self.shed.get_active)
        keep.add("water", number_of(self.water))
        keep.add("grows", lambda: next(o.get_label() for o in self.grows if o.get_active()))
        keep.add("key", self.key.get_text)
        keep.add("code", self.code.get_text)
        keep.add("key fold", more.get_expanded)
        box = Gtk.Box(spacing=12, margin=12)
        scroll = Gtk.ScrolledWindow(shadow_type=Gtk.ShadowType.IN)
        scroll.add(view)
        box.pack_start(scroll, True, True, 0)
        frame = Gtk.Frame()
        frame.set_size_request(430, -1)
        frame.set_hexpand(False)
        frame.add(grid)
        box.pack_start(frame, False, False, 0)
        return box

    def picked(self, selection):
        model, at = selection.get_selected()
        if at is None:
            return
        self.chosen = model[at][0]
        self.title.set_text(f"Plot {self.chosen}")
        self.tenant.set_text(model[at][1])
        self.rent.set_active(["Paid", "Owing", "Free"].index(model[at][3]))

    def save(self, _button):
        for row in self.store:
            if row[0] == self.chosen:
                row[1] = self.tenant.get_text()
                row[3] = self.rent.get_active_text()
                self.say(f"Plot {self.chosen} saved")

    def waiting(self):
        box = page()
        box.add(Gtk.Label(label="Next in line first", xalign=0))
        self.lines = Gtk.ListBox(selection_mode=Gtk.SelectionMode.NONE)
        self.people = list(WAITING)
        frame = Gtk.Frame()
        frame.add(self.lines)
        box.add(frame)
        self.list()
        low = Gtk.Box(spacing=8)
        self.name = Gtk.Entry(placeholder_text="Name")
        join = Gtk.Button(label="Add to list")
        join.connect("clicked", self.join)
        low.add(self.name)
        low.add(join)
        box.add(low)
        keep.add("waiting", lambda: list(self.people))
        keep.add("name", self.name.get_text)
        keep.add("offered", lambda: list(self.offered))
        self.offered = []
        return box

    def list(self):
        for child in self.lines.get_children():
            self.lines.remove(child)
        for name in self.people:
            line = Gtk.Box(spacing=8, margin=6)
            line.pack_start(Gtk.Label(label=name, xalign=0), True, True, 0)
            for text, icon, doing in (
                ("Move up", "go-up-symbolic", self.up),
                ("Move down", "go-down-symbolic", self.down),
            ):
                button = Gtk.Button.new_from_icon_name(icon, Gtk.IconSize.BUTTON)
                button.set_tooltip_text(text)
                button.get_accessible().set_name(f"{text} {name}")
                button.connect("clicked", lambda _, name=name, doing=doing: doing(name))
                line.add(button)
            for text, doing in (("Offer plot", self.offer), ("Remove", self.remove)):
                button = Gtk.Button(label=text)
                button.connect("clicked", lambda _, name=name, doing=doing: doing(name))
                line.add(button)
            self.lines.add(line)
        self.lines.show_all()

    def shift(self, name, step):
        at = self.people.index(name)
        to = min(max(at + step, 0), len(self.people) - 1)
        self.people.insert(to, self.people.pop(at))
        self.list()

    def up(self, name):
        self.shift(name, -1)

    def down(self, name):
        self.shift(name, 1)

    def offer(self, name):
        self.offered.append(name)
        self.say(f"Plot offered to {name}")

    def remove(self, name):
        asked = Gtk.MessageDialog(
            transient_for=self,
            modal=True,
            message_type=Gtk.MessageType.QUESTION,
            text=f"Take {name} off the waiting list?",
        )
        asked.add_buttons("Keep", Gtk.ResponseType.CANCEL, "Take off", Gtk.ResponseType.OK)
        if asked.run() == Gtk.ResponseType.OK:
            self.people.remove(name)
            self.list()
        asked.destroy()

    def join(self, _button):
        name = self.name.get_text().strip()
        if name:
            self.people.append(name)
            self.name.set_text("")
            self.list()

    def rules(self):
        box = page()
        grid = Gtk.Grid(row_spacing=12, column_spacing=12)
        bonfire = Gtk.ComboBoxText()
        for name in ("Never", "Weekends only", "November only", "Any day"):
            bonfire.append_text(name)
        bonfire.set_active(0)
        height = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 50, 250, 10)
        height.set_value(120)
        open_at = Gtk.SpinButton.new_with_range(5, 12, 1)
        open_at.set_value(7)
        labelled(grid, 0, "Bonfires", bonfire)
        labelled(grid, 1, "Hedge height in cm", height)
        labelled(grid, 2, "Gate opens at", open_at)
        box.add(grid)
        for name, on in (
            ("Dogs allowed on a lead", True),
            ("Hosepipes allowed", False),
            ("Hens allowed", False),
        ):
            check = Gtk.CheckButton(label=name, active=on)
            box.add(check)
            keep.add(name, check.get_active)
        box.add(Gtk.Label(label="Notice at the gate", xalign=0))
        text = Gtk.TextView(wrap_mode=Gtk.WrapMode.WORD, left_margin=6, top_margin=6)
        text.get_accessible().set_name("Notice at the gate")
        notice = text.get_buffer()
        scroll = Gtk.ScrolledWindow(shadow_type=Gtk.ShadowType.IN, min_content_height=110)
        scroll.add(text)
        box.add(scroll)
        put = Gtk.Button(label="Put up notice", halign=Gtk.Align.START)
        put.connect("clicked", lambda _: self.put_up(notice))
        box.add(put)
        self.posted = ""
        keep.add("bonfires", bonfire.get_active_text)
        keep.add("hedge", lambda: int(height.get_value()))
        keep.add("opens", number_of(open_at))
        keep.add("notice", lambda: notice.get_text(*notice.get_bounds(), True))
        keep.add("posted", lambda: self.posted)
        return box

    def put_up(self, notice):
        self.posted = notice.get_text(*notice.get_bounds(), True)
        self.say("The notice is up")

    def new_member(self, _button):
        dialog = Gtk.Dialog(title="New member", transient_for=self, modal=True)
        dialog.add_buttons("Cancel", Gtk.ResponseType.CANCEL, "Add member", Gtk.ResponseType.OK)
        grid = Gtk.Grid(row_spacing=8, column_spacing=10, margin=12)
        name, phone = Gtk.Entry(), Gtk.Entry()
        labelled(grid, 0, "Full name", name)
        labelled(grid, 1, "Phone", phone)
        dialog.get_content_area().add(grid)
        dialog.show_all()
        if dialog.run() == Gtk.ResponseType.OK:
            self.members.append(f"{name.get_text()} / {phone.get_text()}")
        dialog.destroy()

    members = []  # noqa: RUF012


def main():
    Gdk.set_program_class("plots")
    window = Window(sys.argv[1])
    keep.add("members", lambda: list(window.members))
    keep.write()
    GLib.timeout_add(120, keep.write)
    Gtk.main()


main()
