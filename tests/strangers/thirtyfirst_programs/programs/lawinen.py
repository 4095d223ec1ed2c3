"""The desk of an avalanche service: the report, the gauges and the closed routes."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402
from gtk_help import (  # noqa: E402
    Table,
    button,
    check,
    column,
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
    text_area,
)
from keep import Keep  # noqa: E402

start, keep = sys.argv[1], Keep()
window = Gtk.Window(title="Lawinenwarndienst Silbertal")
book, bar = Gtk.Notebook(), Gtk.MenuBar()
keep.known("veröffentlichen", "sms")

level, level_read = radios("mäßig", "gering", "mäßig", "erheblich", "groß", "sehr groß")
height, snow = spin(1000, 3500, 2200, 50), spin(0, 200, 15)
side = drop("Nord", "Nord", "Ost", "Süd", "West")
trend = drop("gleichbleibend", "fallend", "gleichbleibend", "steigend")
sure = scale(0, 100, 70)
slab, wet, glide = check("Triebschnee", True), check("Nassschnee"), check("Gleitschnee")
frame, _, report = text_area("Die Lage bleibt ruhig.")
writer = Gtk.Entry(text="M. Tschofen")
book.append_page(
    grid(
        ("Gefahrenstufe:", level),
        ("Ab Höhe (m):", height),
        ("Hangrichtung:", side),
        ("Neuschnee (cm):", snow),
        ("Tendenz:", trend),
        ("Sicherheit der Prognose (%):", sure),
        ("Probleme:", row(slab, wet, glide)),
        ("Text:", frame),
        ("Verfasser:", writer),
        ("", row(button("Veröffentlichen", lambda: keep.count("veröffentlichen")))),
    ),
    Gtk.Label(label="Lagebericht"),
)

posts = Gtk.TreeStore(str, str, bool)
for valley, inside in {
    "Vorderes Tal": [("Kapellalpe", "64 cm", True), ("Sonnenkopf", "112 cm", True)],
    "Hinteres Tal": [("Wasserstuba", "95 cm", False), ("Gaflunajoch", "148 cm", True)],
    "Kristbergkamm": [("Falla", "71 cm", False)],
}.items():
    top = posts.append(None, [valley, "", False])
    for each in inside:
        posts.append(top, each)
tree = Gtk.TreeView(model=posts, enable_search=False)
for at, caption in enumerate(("Messstelle", "Schneehöhe")):
    part = Gtk.TreeViewColumn(caption, Gtk.CellRendererText(), text=at)
    part.set_min_width(180)
    tree.append_column(part)
box = Gtk.CellRendererToggle()
part = Gtk.TreeViewColumn("Sendet", box, active=2)
part.set_cell_data_func(
    box, lambda _, cell, model, at, __: cell.set_visible(model.iter_depth(at) > 0)
)
tree.append_column(part)
box.connect("toggled", lambda _, path: posts[path].__setitem__(2, not posts[path][2]))
tree.expand_all()


def find(name):
    return lambda at: next(
        each[at] for top in posts for each in top.iterchildren() if each[0] == name
    )


reads = {}
for each in ("Kapellalpe", "Sonnenkopf", "Wasserstuba", "Gaflunajoch", "Falla"):
    reads[f"höhe {each}"] = lambda got=find(each): got(1)  # noqa: B008
    reads[f"sendet {each}"] = lambda got=find(each): got(2)  # noqa: B008


def picked():
    model, at = tree.get_selection().get_selected()
    return model[at] if at else None


depth = spin(0, 600, 100)


def depth_put():
    if picked() and picked().parent:
        picked()[1] = f"{number(depth)()} cm"


tree_frame = Gtk.Frame()
tree_frame.add(tree)
book.append_page(
    column(
        tree_frame,
        row(Gtk.Label(label="Neue Schneehöhe (cm):"), depth, button("Übernehmen", depth_put)),
    ),
    Gtk.Label(label="Messstellen"),
)

ways = Table(
    "weg",
    ["Strecke", "Grund", "Stand"],
    [
        ["Rodelbahn Kristberg", "Schneebrett", "gesperrt"],
        ["Winterwanderweg Gafluna", "", "offen"],
        ["Skiroute Sonnenkopf", "", "offen"],
        ["Landesstraße L 95", "Sprengung", "gesperrt"],
    ],
)
route, cause = (
    Gtk.Entry(),
    drop("Lawinengefahr", "Lawinengefahr", "Schneebrett", "Sprengung", "Schneebruch"),
)
new = dialog(
    window,
    "Neue Sperre",
    "_Sperren",
    lambda: ways.add(route.get_text(), cause.get_active_text(), "gesperrt"),
    grid(("Strecke:", route), ("Grund:", cause)),
)


def free():
    ways.put(1, "")
    ways.put(2, "offen")


def shut():
    ways.put(1, "Lawinengefahr")
    ways.put(2, "gesperrt")


book.append_page(
    column(
        ways.frame,
        row(
            button("Freigeben", free),
            button("Wegen Lawinengefahr sperren", shut),
            button("Neu…", new.present),
        ),
    ),
    Gtk.Label(label="Sperren"),
)
beacon = Gtk.CheckMenuItem(label="Warnleuchten", active=False)
mails = Gtk.CheckMenuItem(label="E-Mail an Bergrettung", active=True)
menu(
    bar,
    "_Bericht",
    ("_Veröffentlichen", lambda: keep.count("veröffentlichen")),
    ("_SMS an Gemeinden", lambda: keep.count("sms")),
)
menu(bar, "_Alarmierung", beacon, mails)

run(
    window,
    bar,
    book,
    keep,
    {
        "stufe": level_read,
        "ab höhe": number(height),
        "richtung": side.get_active_text,
        "neuschnee": number(snow),
        "tendenz": trend.get_active_text,
        "sicherheit": lambda: int(sure.get_value()),
        "triebschnee": slab.get_active,
        "nassschnee": wet.get_active,
        "gleitschnee": glide.get_active,
        "text": report,
        "verfasser": writer.get_text,
        "warnleuchten": beacon.get_active,
        "bergrettung": mails.get_active,
        "stelle gewählt": lambda: picked()[0] if picked() else "",
        "neue höhe": number(depth),
        "dialog": new.get_visible,
        "dialog strecke": route.get_text,
        "dialog grund": cause.get_active_text,
    }
    | reads
    | ways.reads(),
    {"bericht": 0, "messstellen": 1, "sperren": 2}[start],
)
