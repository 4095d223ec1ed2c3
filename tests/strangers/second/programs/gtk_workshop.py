"""A GTK 3 order desk of a bicycle workshop; it writes what its widgets hold to a file."""

import json
import os
import sys
from pathlib import Path

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402

FIELDS = {}
CLICKS = {}
LAST = [None]
PARTS = (("Chain", "18.50"), ("Brake pads", "9.00"), ("Saddle", "32.00"), ("Bell", "6.20"))


def count(name):
    CLICKS[name] = CLICKS.get(name, 0) + 1


def write(window):
    state = {name: read() for name, read in FIELDS.items()}
    state |= {"clicks " + name: number for name, number in CLICKS.items()}
    tops = [t.get_title() for t in Gtk.Window.list_toplevels() if t.get_visible() and t != window]
    state["dialog"] = sorted(t for t in tops if t)
    text = json.dumps(state)
    if text != LAST[0]:
        path = Path(os.environ["STRANGERS_STATE"])
        path.with_suffix(".new").write_text(text)
        path.with_suffix(".new").replace(path)
        LAST[0] = text
    return True


def button(text, then=None):
    made = Gtk.Button(label=text)
    made.connect("clicked", lambda _b: (count(text), then() if then else None))
    return made


def above(box, text, widget):
    """The widget under its label, as many forms have it."""
    label = Gtk.Label(label=text, xalign=0)
    label.set_mnemonic_widget(widget)
    box.pack_start(label, False, False, 0)
    box.pack_start(widget, False, False, 0)


def column():
    return Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=4, margin=10)


def repair():
    page = Gtk.Box(spacing=20)
    left, right = column(), column()
    for name in ("Owner", "Telephone", "Frame number"):
        entry = Gtk.Entry(width_chars=26)
        FIELDS[name] = entry.get_text
        above(left, name, entry)
    kind = Gtk.ComboBoxText()
    for name in ("City bike", "Race bike", "Cargo bike", "Tandem"):
        kind.append_text(name)
    kind.set_active(0)
    FIELDS["Type of bike"] = kind.get_active_text
    above(left, "Type of bike", kind)
    hours = Gtk.SpinButton.new_with_range(0, 40, 1)
    FIELDS["Working hours"] = hours.get_value_as_int
    above(left, "Working hours", hours)
    view = Gtk.TextView(wrap_mode=Gtk.WrapMode.WORD)
    view.set_size_request(-1, 70)
    FIELDS["What is wrong"] = lambda: view.get_buffer().get_text(
        *view.get_buffer().get_bounds(), True
    )
    frame = Gtk.Frame()
    frame.add(view)
    label = Gtk.Label(label="What is wrong", xalign=0)
    label.set_mnemonic_widget(view)
    left.pack_start(label, False, False, 0)
    left.pack_start(frame, False, False, 0)
    for name, on in (("Wash it", False), ("Lend a spare bike", False), ("Ring when ready", True)):
        check = Gtk.CheckButton(label=name, active=on)
        FIELDS[name] = check.get_active
        right.pack_start(check, False, False, 0)
    group = None
    right.pack_start(Gtk.Label(label="How urgent", xalign=0), False, False, 0)
    for name in ("This week", "Tomorrow", "While you wait"):
        radio = Gtk.RadioButton.new_with_label_from_widget(group, name)
        group = group or radio
        FIELDS[name] = radio.get_active
        right.pack_start(radio, False, False, 0)
    pressure = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 10, 1)
    pressure.set_value(4)
    FIELDS["Tyre pressure"] = pressure.get_value
    above(right, "Tyre pressure", pressure)
    guarantee = Gtk.ToggleButton(label="Under guarantee")
    FIELDS["Under guarantee"] = guarantee.get_active
    right.pack_start(guarantee, False, False, 0)
    fold = Gtk.Expander(label="Insurance")
    policy = Gtk.Entry(placeholder_text="Policy number")
    FIELDS["Policy number"] = policy.get_text
    FIELDS["Insurance open"] = fold.get_expanded
    fold.add(policy)
    right.pack_start(fold, False, False, 0)
    page.pack_start(left, True, True, 0)
    page.pack_start(right, True, True, 0)
    return page


def parts():
    page = column()
    search = Gtk.SearchEntry(placeholder_text="Search parts")
    FIELDS["Search parts"] = search.get_text
    page.pack_start(search, False, False, 0)
    store = Gtk.ListStore(bool, str, str)
    for name, price in PARTS:
        store.append((name == "Bell", name, price))
    tree = Gtk.TreeView(model=store)
    tick = Gtk.CellRendererToggle()
    tick.connect("toggled", lambda _c, path: store[path].__setitem__(0, not store[path][0]))
    tree.append_column(Gtk.TreeViewColumn("Needed", tick, active=0))
    for index, title in ((1, "Part"), (2, "Price")):
        tree.append_column(Gtk.TreeViewColumn(title, Gtk.CellRendererText(), text=index))
    tree.connect("row-activated", lambda _t, path, _c: count("double " + store[path][1]))
    FIELDS["Needed"] = lambda: [row[1] for row in store if row[0]]
    FIELDS["Part"] = lambda: [store[p][1] for p in tree.get_selection().get_selected_rows()[1]]
    tree.get_selection().unselect_all()
    page.pack_start(tree, True, True, 0)
    page.pack_start(button("Add to the job"), False, False, 0)
    return page


def ask(window):
    box = Gtk.Dialog(title="Collect", transient_for=window, modal=True)
    box.add_buttons("Not yet", Gtk.ResponseType.CANCEL, "Collected", Gtk.ResponseType.OK)
    entry = Gtk.Entry(placeholder_text="Name of the person")
    FIELDS["Person"] = entry.get_text
    box.get_content_area().pack_start(Gtk.Label(label="Who takes the bike?"), False, False, 6)
    box.get_content_area().pack_start(entry, False, False, 6)

    def done(dialog, answer):
        count("collected" if answer == Gtk.ResponseType.OK else "not yet")
        text = entry.get_text()
        FIELDS["Person"] = lambda: text
        dialog.destroy()

    box.connect("response", done)
    box.show_all()


def heading(window, stack):
    bar = Gtk.HeaderBar(title="Bicycle Workshop", show_close_button=True)
    bar.pack_start(button("New job"))
    bar.set_custom_title(Gtk.StackSwitcher(stack=stack))
    menu = Gtk.Menu()
    for name in ("Opening times", "Price list", "Spare keys"):
        item = Gtk.MenuItem(label=name)
        item.connect("activate", lambda _i, name=name: count("menu " + name))
        menu.append(item)
    menu.show_all()
    more = Gtk.MenuButton(label="More", popup=menu)
    bar.pack_end(more)
    bar.pack_end(button("Collect", lambda: ask(window)))
    window.set_titlebar(bar)


def main():
    window = Gtk.Window(title="Bicycle Workshop")
    window.set_default_size(760, 520)
    window.connect("destroy", Gtk.main_quit)
    FIELDS["Person"] = lambda: ""
    stack = Gtk.Stack()
    stack.add_titled(repair(), "Repair", "Repair")
    stack.add_titled(parts(), "Parts", "Parts")
    FIELDS["page"] = stack.get_visible_child_name
    heading(window, stack)
    box = column()
    box.pack_start(stack, True, True, 0)
    row = Gtk.Box(spacing=8)
    for name in ("Write ticket", "Hang up ticket"):
        row.pack_end(button(name), False, False, 0)
    box.pack_end(row, False, False, 0)
    window.add(box)
    window.show_all()
    if sys.argv[1:] and sys.argv[1]:
        stack.set_visible_child_name(sys.argv[1])
    GLib.timeout_add(120, write, window)
    Gtk.main()


if __name__ == "__main__":
    main()
