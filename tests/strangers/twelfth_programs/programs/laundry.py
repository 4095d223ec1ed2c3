"""The counter of a dry cleaner: an order, its garments, how it goes back."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402
from keep import Keep  # noqa: E402


def labelled(grid, row, text, widget):
    label = Gtk.Label(label=text, xalign=0, use_underline=True, mnemonic_widget=widget)
    grid.attach(label, 0, row, 1, 1)
    widget.set_hexpand(True)
    grid.attach(widget, 1, row, 1, 1)
    return widget


def combo(names, chosen):
    box = Gtk.ComboBoxText()
    for name in names:
        box.append_text(name)
    box.set_active(names.index(chosen) if chosen else -1)
    return box


class Window(Gtk.Window):
    def __init__(self, start):
        super().__init__(title="Dry Cleaning Counter - Order 5583")
        self.keep = Keep()
        self.dialog = None
        self.order = "open"
        self.rows = {}
        self.set_default_size(860, 620)
        self.stack = Gtk.Stack()
        for page, name in (
            (self.order_page(), "Order"),
            (self.garments_page(), "Garments"),
            (self.return_page(), "Return"),
        ):
            page.set_border_width(16)
            self.stack.add_titled(page, name, name)
        switcher = Gtk.StackSwitcher(stack=self.stack, halign=Gtk.Align.CENTER, margin=10)
        bottom = Gtk.Box(spacing=8, border_width=12)
        for name in ("Save order", "Print ticket"):
            button = Gtk.Button(label=name)
            button.connect("clicked", lambda _b, name=name: self.keep.count(name))
            self.keep.known(name)
            bottom.pack_start(button, False, False, 0)
        cancel = Gtk.Button(label="Cancel order...")
        cancel.get_style_context().add_class("destructive-action")
        cancel.connect("clicked", self.ask)
        bottom.pack_end(cancel, False, False, 0)
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        box.pack_start(switcher, False, False, 0)
        box.pack_start(self.stack, True, True, 0)
        box.pack_start(Gtk.Separator(), False, False, 0)
        box.pack_start(bottom, False, False, 0)
        self.add(box)
        self.show_all()
        self.stack.set_visible_child_name(start)
        self.keep.add("page", self.stack.get_visible_child_name)
        self.keep.add("dialog", lambda: bool(self.dialog))
        self.keep.add("order", lambda: self.order)
        self.connect("destroy", Gtk.main_quit)
        self.keep.write()
        GLib.timeout_add(120, self.keep.write)

    def ask(self, _button):
        self.dialog = Gtk.MessageDialog(
            transient_for=self, modal=True, message_type=Gtk.MessageType.QUESTION,
            text="Cancel order 5583?", secondary_text="The customer gets a message.",
        )  # fmt: skip
        self.dialog.set_title("Cancel order")
        self.dialog.add_buttons("Keep it", 0, "Yes, cancel it", 1)

        def answered(dialog, answer):
            if answer == 1:
                self.order = "cancelled"
            dialog.destroy()
            self.dialog = None

        self.dialog.connect("response", answered)
        self.dialog.show_all()

    def order_page(self):
        grid = Gtk.Grid(row_spacing=10, column_spacing=14)
        customer = labelled(grid, 0, "Customer", Gtk.Entry(text="Mr Ferris"))
        phone = labelled(grid, 1, "Phone", Gtk.Entry())
        express = Gtk.Switch(halign=Gtk.Align.START)
        labelled(grid, 2, "Express service", express)
        starch = Gtk.Box(spacing=12)
        radios = []
        for name in ("None", "Light", "Heavy"):
            radio = Gtk.RadioButton(label=name, group=radios[0] if radios else None)
            radios.append(radio)
            starch.add(radio)
        grid.attach(Gtk.Label(label="Starch", xalign=0), 0, 3, 1, 1)
        grid.attach(starch, 1, 3, 1, 1)
        discount = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 50, 5)
        discount.set_value_pos(Gtk.PositionType.RIGHT)
        labelled(grid, 4, "Discount in %", discount)
        label = Gtk.Label(label="Notes", xalign=0, yalign=0)
        view = Gtk.TextView(wrap_mode=Gtk.WrapMode.WORD, accepts_tab=False)
        label.set_mnemonic_widget(view)
        frame = Gtk.ScrolledWindow(shadow_type=Gtk.ShadowType.IN, height_request=130, vexpand=True)
        frame.add(view)
        grid.attach(label, 0, 5, 1, 1)
        grid.attach(frame, 1, 5, 1, 1)
        text = view.get_buffer()
        self.keep.add("customer", customer.get_text)
        self.keep.add("phone", phone.get_text)
        self.keep.add("express", express.get_active)
        self.keep.add("starch", lambda: next(r.get_label() for r in radios if r.get_active()))
        self.keep.add("discount", lambda: round(discount.get_value()))
        self.keep.add(
            "notes", lambda: text.get_text(text.get_start_iter(), text.get_end_iter(), False)
        )
        return grid

    def garments_page(self):
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=12)
        self.list = Gtk.ListBox(selection_mode=Gtk.SelectionMode.NONE)
        frame = Gtk.Frame()
        frame.add(self.list)
        kinds = ["Coat", "Curtains", "Duvet", "Evening dress", "Rug", "Shirts", "Trousers"]
        choice = combo(kinds, "Coat")
        add = Gtk.Button(label="Add")
        add.connect("clicked", lambda _b: self.add_row(choice.get_active_text(), 1))
        line = Gtk.Box(spacing=10)
        label = Gtk.Label(label="Add a garment:")
        label.set_mnemonic_widget(choice)
        line.add(label)
        line.add(choice)
        line.add(add)
        hang = Gtk.CheckButton(label="All on hangers")
        hang.set_active(True)
        box.pack_start(frame, False, False, 0)
        box.pack_start(line, False, False, 0)
        box.pack_start(hang, False, False, 0)
        for name, count in (("Shirts", 2), ("Trousers", 1), ("Curtains", 3)):
            self.add_row(name, count)
        self.keep.add("new garment", choice.get_active_text)
        self.keep.add("hangers", hang.get_active)
        self.keep.add("garments", lambda: list(self.rows))
        for name in kinds:
            self.keep.add(
                "count " + name,
                lambda name=name: self.rows[name].get_text() if name in self.rows else None,
            )
        return box

    def add_row(self, name, count):
        if name in self.rows:
            return
        line = Gtk.Box(spacing=10, border_width=6)
        label = Gtk.Label(label=name, xalign=0)
        number = Gtk.SpinButton.new_with_range(1, 40, 1)
        number.set_value(count)
        label.set_mnemonic_widget(number)
        bin_ = Gtk.Button.new_from_icon_name("user-trash-symbolic", Gtk.IconSize.BUTTON)
        bin_.set_tooltip_text("Remove " + name)
        line.pack_start(label, True, True, 4)
        line.pack_start(number, False, False, 0)
        line.pack_start(bin_, False, False, 0)
        row = Gtk.ListBoxRow(activatable=False)
        row.add(line)
        self.list.add(row)
        row.show_all()
        self.rows[name] = number

        def remove(_button):
            del self.rows[name]
            row.destroy()

        bin_.connect("clicked", remove)

    def return_page(self):
        grid = Gtk.Grid(row_spacing=12, column_spacing=14)
        here = Gtk.RadioButton(label="Collected at the counter")
        there = Gtk.RadioButton(label="Delivered to an address", group=here)
        grid.attach(here, 0, 0, 2, 1)
        grid.attach(there, 0, 1, 2, 1)
        address = labelled(grid, 2, "Address", Gtk.Entry(sensitive=False))
        there.connect("toggled", lambda radio: address.set_sensitive(radio.get_active()))
        days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
        day = labelled(grid, 3, "Ready on", combo(days, "Monday"))
        hours = ["8 to 10", "10 to 12", "14 to 16", "16 to 18"]
        hour = labelled(grid, 4, "Time", combo(hours, "8 to 10"))
        ring = Gtk.CheckButton(label="Ring before coming")
        grid.attach(ring, 0, 5, 2, 1)
        fold = Gtk.Expander(label="Wrapping")
        inner = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=4, margin_start=18)
        for name in ("Paper covers", "Fold instead of hang", "Moth strips"):
            check = Gtk.CheckButton(label=name)
            inner.add(check)
            self.keep.add(name, check.get_active)
        fold.add(inner)
        grid.attach(fold, 0, 6, 2, 1)
        self.keep.add("return", lambda: "counter" if here.get_active() else "address")
        self.keep.add("address", address.get_text)
        self.keep.add("ready on", day.get_active_text)
        self.keep.add("time", hour.get_active_text)
        self.keep.add("ring", ring.get_active)
        self.keep.add("wrapping open", fold.get_expanded)
        return grid


Window(sys.argv[1])
Gtk.main()
