"""Samples, results and instruments of a laboratory for drinking water."""

import sys

from gtk_help import (
    Gtk,
    button,
    check,
    dialog,
    drop,
    grid,
    menu,
    number,
    radios,
    row,
    run,
    scale,
    spin,
)
from keep import Keep

SAMPLES = [
    ("W-201", "Mill Lane school", "Adeyemi", "New", False),
    ("W-202", "Castle fountain", "Lund", "New", True),
    ("W-203", "Hospital kitchen", "Adeyemi", "New", False),
    ("W-204", "Reed farm well", "Costa", "New", False),
    ("W-205", "Lido", "Costa", "Accepted", False),
    ("W-206", "Fire station", "Lund", "Accepted", False),
    ("W-207", "Bus depot", "Costa", "Rejected", False),
]
start, keep = sys.argv[1], Keep()
window, bar, book = Gtk.Window(title="Water Laboratory"), Gtk.MenuBar(), Gtk.Notebook()
registered = []

store = Gtk.ListStore(str, str, str, str, bool)
view = Gtk.TreeView(model=store)
for at, title in enumerate(("Sample", "Place", "Taken by", "Status")):
    each = Gtk.TreeViewColumn(title, Gtk.CellRendererText(), text=at)
    each.set_expand(True)
    view.append_column(each)
toggle = Gtk.CellRendererToggle()
toggle.connect("toggled", lambda _, path: store[path].__setitem__(4, not store[path][4]))
view.append_column(Gtk.TreeViewColumn("Urgent", toggle, active=4))
for sample in SAMPLES:
    line = store[store.append(sample)]
    keep.add("status " + sample[0], lambda line=line: line[3])
    keep.add("urgent " + sample[0], lambda line=line: line[4])
view.get_selection().select_path(0)


def selected():
    model, at = view.get_selection().get_selected()
    return model[at] if at else None


def set_status(status):
    if selected():
        selected()[3] = status


place, source, taker = Gtk.Entry(), drop("Tap", "Tap", "Well", "Tank", "Pool"), Gtk.Entry()
bottles, first_urgent = spin(1, 12, 1), check("_Urgent")


def register():
    registered.append(f"{place.get_text()}, {source.get_active_text()}, {taker.get_text()}")
    store.append(
        [
            f"W-{208 + len(registered) - 1}",
            place.get_text(),
            taker.get_text(),
            "New",
            first_urgent.get_active(),
        ]
    )


new = dialog(
    window,
    "Register Sample",
    "_Register",
    register,
    grid(
        ("_Place:", place),
        ("_Source:", source),
        ("_Taken by:", taker),
        ("_Bottles:", bottles),
        ("", first_urgent),
    ),
)
page = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8, border_width=8)
page.pack_start(view, True, True, 0)
page.pack_start(
    row(
        button("_Accept", lambda: set_status("Accepted")),
        button("_Reject", lambda: set_status("Rejected")),
        button("Re_test", lambda: set_status("Retest")),
        button("Register _Sample...", new.present),
    ),
    False,
    False,
    0,
)
book.append_page(page, Gtk.Label(label="Samples"))

ph, chlorine, cloudy = spin(0, 14, 7.2, 0.1, 1), spin(0, 5, 0.3, 0.1, 1), scale(0, 10, 1)
verdict = drop("Pending", "Pending", "Fit to drink", "Unfit")
methods, method = radios("Standard", "Standard", "Rapid", "Outside laboratory")
boil, second = check("Issue _boil notice"), check("Second _analyst has checked")
remark = Gtk.Entry(hexpand=True)
sign = button("S_ign Result", lambda: keep.count("Sign Result"))
book.append_page(
    grid(
        ("Sample:", Gtk.Label(label="W-203 Hospital kitchen", xalign=0)),
        ("_pH:", ph),
        ("_Chlorine (mg/l):", chlorine),
        ("C_loudiness:", cloudy),
        ("Method:", methods),
        ("_Verdict:", verdict),
        ("", boil),
        ("", second),
        ("Re_mark:", remark),
        ("", row(sign)),
    ),
    Gtk.Label(label="Result"),
)

incubator, heat = Gtk.Switch(active=True, halign=Gtk.Align.START), spin(20, 60, 36)
lamp, printer = (
    check("_UV lamp", True),
    drop("Label printer", "Label printer", "Office printer", "No printer"),
)
clean = button("_Clean Electrodes", lambda: keep.count("Clean Electrodes"))
book.append_page(
    grid(
        ("_Incubator:", incubator),
        ("Incubator _temperature (°C):", heat),
        ("", lamp),
        ("_Printer:", printer),
        ("", row(clean)),
    ),
    Gtk.Label(label="Instruments"),
)
takers = Gtk.CheckMenuItem.new_with_mnemonic("Column _Taken By")
takers.set_active(True)
takers.connect("toggled", lambda on: view.get_column(2).set_visible(on.get_active()))
menu(bar, "_Laboratory", ("Register _Sample...", new.present), ("_Quit", Gtk.main_quit))
menu(bar, "_View", takers)
keep.known("Sign Result", "Clean Electrodes")
run(
    window,
    bar,
    book,
    keep,
    {
        "sample": lambda: selected()[0] if selected() else "",
        "registered": lambda: list(registered),
        "ph": number(ph),
        "chlorine": number(chlorine),
        "cloudiness": lambda: round(cloudy.get_value()),
        "verdict": verdict.get_active_text,
        "method": method,
        "boil notice": boil.get_active,
        "second analyst": second.get_active,
        "remark": remark.get_text,
        "incubator on": incubator.get_active,
        "incubator": number(heat),
        "uv lamp": lamp.get_active,
        "printer": printer.get_active_text,
        "taken by column": takers.get_active,
        "shown register": new.get_visible,
        "register place": place.get_text,
        "register source": source.get_active_text,
        "register taken by": taker.get_text,
        "register bottles": number(bottles),
        "register urgent": first_urgent.get_active,
    },
    1 if start == "result" else 0,
    new if start == "register" else None,
)
