"""The control of an embroidery machine."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402
from keep import Keep, number_of  # noqa: E402

DESIGNS = [["Oak leaf", "4 200", "new"], ["Fire brigade crest", "18 900", "new"], ["Hen and chicks", "9 350", "new"],
           ["Anchor", "3 100", "done"], ["Rugby ball", "5 050", "new"]]  # fmt: skip
COLOURS = ["Black", "White", "Scarlet", "Navy", "Gold", "Moss green", "Lilac", "no thread"]
start = sys.argv[1] if len(sys.argv) > 1 else "designs"
keep = Keep()
keep.known("Trace outline", "Cut threads", "Oil the hook")
window = Gtk.Window(title="Stitch Desk", default_width=900, default_height=640)
window.connect("destroy", Gtk.main_quit)
whole, bar, book = Gtk.Box(orientation=Gtk.Orientation.VERTICAL), Gtk.MenuBar(), Gtk.Notebook()
foot = Gtk.Box(spacing=8, border_width=8)
window.add(whole)
for part, grows in ((bar, False), (book, True), (foot, False)):
    whole.pack_start(part, grows, grows, 0)


def page(title):
    grid = Gtk.Grid(row_spacing=8, column_spacing=12, border_width=12)
    book.append_page(grid, Gtk.Label(label=title))
    return grid


def field(grid, y, text, part, x=0):
    label = Gtk.Label(label=text, use_underline=True, mnemonic_widget=part, xalign=0)
    grid.attach(label, x, y, 1, 1)
    grid.attach(part, x + 1, y, 1, 1)
    return part


def choice(texts, now=0):
    box = Gtk.ComboBoxText()
    [box.append_text(text) for text in texts]
    box.set_active(now)
    return box


designs = page("Designs")
store = Gtk.ListStore(str, str, str)
[store.append(row) for row in DESIGNS]
view = Gtk.TreeView(model=store, hexpand=True, vexpand=True)
for x, title in enumerate(("Design", "Stitches", "State")):
    view.append_column(Gtk.TreeViewColumn(title, Gtk.CellRendererText(), text=x))
    view.get_column(x).set_min_width(160)
designs.attach(view, 0, 0, 3, 1)
loaded, frame = (
    Gtk.Label(label="Nothing on the machine", xalign=0),
    ["Hat hoop", "Small hoop", "Jacket hoop"],
)


def act(_, what):
    place = view.get_selection().get_selected()[1]
    if place and what == "load":
        loaded.set_text("On the machine: " + store[place][0])
    elif place and what == "done":
        store[place][2] = "done"
    elif place:
        ask = Gtk.MessageDialog(transient_for=window, modal=True, buttons=Gtk.ButtonsType.YES_NO,
                                text=f"Delete the design “{store[place][0]}”?")  # fmt: skip
        if ask.run() == Gtk.ResponseType.YES:
            store.remove(place)
        ask.destroy()


for x, (text, what) in enumerate(
    (("Put on the machine", "load"), ("Mark as done", "done"), ("Delete…", "delete"))
):
    designs.attach(Gtk.Button(label=text), x, 1, 1, 1)
    designs.get_child_at(x, 1).connect("clicked", act, what)
designs.attach(loaded, 0, 2, 3, 1)

machine = page("Machine")
speed = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 300, 1000, 50)
speed.set_size_request(330, -1)
speed.set_value(700)
field(machine, 0, "_Speed (stitches a minute):", speed)
pull = field(machine, 1, "Thread _tension:", Gtk.SpinButton.new_with_range(1, 9, 1))
pull.set_value(4)
hoops = [Gtk.RadioButton(label=frame[0])]
hoops += [Gtk.RadioButton(label=text, group=hoops[0]) for text in frame[1:]]
[machine.attach(hoop, 0, y, 1, 1) for y, hoop in enumerate(hoops, 2)]
needles = []
for y in range(5):
    needles.append(field(machine, y, f"Needle _{y + 1}:", choice(COLOURS, y), 2))  # noqa: PERF401
back = field(machine, 5, "_Backing:", choice(["tear-away", "cut-away", "wash-away", "none"]))
halt, lamp = (
    Gtk.CheckButton(label="Stop at each colour change"),
    Gtk.CheckButton(label="Work lamp", active=True),
)
machine.attach(halt, 0, 6, 2, 1)
machine.attach(lamp, 2, 6, 2, 1)

words = page("Lettering")
text = field(
    words,
    0,
    "Te_xt:",
    Gtk.Entry(width_chars=32, text="Millbrook RFC" if start == "lettering" else ""),
)
font = field(words, 1, "_Letters:", choice(["Block", "Script", "College", "Tiny"]))
high = field(words, 2, "_Height in mm:", Gtk.SpinButton.new_with_range(5, 80, 1))
high.set_value(20)
bend = field(words, 3, "Sh_ape:", choice(["straight", "arch up", "arch down", "circle"]))
edge = Gtk.CheckButton.new_with_mnemonic("_Outline around the letters")
words.attach(edge, 1, 4, 1, 1)

run = Gtk.ToggleButton(label="Sew")
foot.add(run)
for name in ("Trace outline", "Cut threads"):
    foot.add(Gtk.Button(label=name))
    foot.get_children()[-1].connect("clicked", lambda _, name=name: keep.count(name))
top, menu = Gtk.MenuItem.new_with_mnemonic("_Machine"), Gtk.Menu()
top.set_submenu(menu)
bar.append(top)
menu.append(Gtk.MenuItem.new_with_mnemonic("_Oil the hook"))
menu.get_children()[0].connect("activate", lambda _: keep.count("Oil the hook"))
beep, lock = (
    Gtk.CheckMenuItem.new_with_mnemonic(name) for name in ("_Beep at the end", "_Lock the panel")
)
[menu.append(item) for item in (beep, lock)]
for key, read in {
    "designs": lambda: [f"{row[0]}: {row[2]}" for row in store], "loaded": loaded.get_text, "tension": number_of(pull),
    "speed": lambda: int(speed.get_value()), "hoop": lambda: next(h.get_label() for h in hoops if h.get_active()),
    **{f"needle {y + 1}": box.get_active_text for y, box in enumerate(needles)}, "backing": back.get_active_text,
    "stop at colours": halt.get_active, "lamp": lamp.get_active, "text": text.get_text, "letters": font.get_active_text,
    "height": number_of(high), "shape": bend.get_active_text, "outline": edge.get_active, "sewing": run.get_active,
    "beep": beep.get_active, "lock": lock.get_active,
}.items():  # fmt: skip
    keep.add(key, read)
GLib.timeout_add(100, keep.write)
window.show_all()
book.set_current_page({"designs": 0, "machine": 1, "lettering": 2}[start])
window.present()
Gtk.main()
