"""The book of a snail farm: enclosures, harvest, dispatch, and a dialog that enters a feeding."""

import sys

import gtk_parts as parts
from gi.repository import Gtk
from keep import Keep

pens = {  # name: kind, number, moisture, irrigated, net
    "Gehege Nord": ["Weinbergschnecke", 4200, 80, False, True],
    "Gehege Süd": ["Gefleckte", 3100, 65, True, True],
    "Kinderstube": ["Weinbergschnecke", 900, 90, True, False],
    "Winterlager": ["Gefleckte", 1500, 40, False, True],
}
keep = Keep()
keep.known("Lieferschein drucken", "Waage nullen")
window = parts.window_of("Schneckenhof Weinviertel - Gehegebuch")
loading = []
fed = []


def chosen():
    return list(pens)[parts.row_of(view)] if parts.row_of(view) >= 0 else ""


def load(*_):
    if chosen():
        loading.append(1)
        kind.set_active(["Weinbergschnecke", "Gefleckte", "Achatschnecke"].index(pens[chosen()][0]))
        number.set_value(pens[chosen()][1])
        moist.set_value(pens[chosen()][2])
        water.set_active(pens[chosen()][3])
        net.set_active(pens[chosen()][4])
        loading.clear()


def save(*_):
    if chosen() and not loading:
        values = [kind.get_active_text(), parts.reading(number)(), parts.reading(moist)()]
        pens[chosen()][:] = [*values, water.get_active(), net.get_active()]
        show()


def show():
    for row, (name, pen) in zip(store, pens.items(), strict=True):
        row[:] = [name, pen[0], str(pen[1]), f"{pen[2]} %", "an" if pen[3] else "aus"]


def feed():
    fed.append(
        f"{where.get_active_text()}: {fodder.get_active_text()}, {parts.reading(grams)()} kg"
    )
    book_label.set_text("Zuletzt gefüttert: " + fed[-1])


def add_order():
    if customer.get_text().strip():
        orders.append(
            [customer.get_text().strip(), goods.get_active_text(), str(parts.reading(dozen)())]
        )
        customer.set_text("")


def drop_order():
    if parts.row_of(order_view) >= 0:
        orders.remove(orders[parts.row_of(order_view)].iter)


store = Gtk.ListStore(str, str, str, str, str)
for _ in pens:
    store.append([""] * 5)
view, around = parts.table(store, "Gehege", "Art", "Tiere", "Feuchte", "Beregnung")
kind, number = (
    parts.combo("Weinbergschnecke", "Gefleckte", "Achatschnecke"),
    parts.spin(0, 20000, 0, 50),
)
moist = parts.scale(100, 50)
water, net = parts.check("_Beregnung eingeschaltet"), parts.check("Schutz_netz gespannt")
where, fodder = parts.combo(*pens), parts.combo("Karotten", "Salat", "Kalkmehl", "Mischfutter")
grams, book_label = parts.spin(1, 50, 5), Gtk.Label(label="Heute noch nicht gefüttert", xalign=0)
dialog = parts.dialog_of(
    window,
    "Fütterung eintragen",
    "Eintragen",
    feed,
    parts.form(("_Gehege:", where), ("_Futter:", fodder), ("_Menge in kg:", grams)),
)
first = parts.box(
    around,
    parts.form(("_Art:", kind), ("_Tiere:", number), ("_Feuchte:", moist), ("", water), ("", net)),
    parts.box(parts.button("Fütterung _eintragen …", dialog.present), book_label, across=True),
)

reaper, crates, size = Gtk.Entry(text="Gerti"), parts.spin(0, 99, 12), parts.scale(50, 30)
sorts = [Gtk.RadioButton.new_with_label_from_widget(None, "Klein")]
sorts += [Gtk.RadioButton.new_with_label_from_widget(sorts[0], text) for text in ("Mittel", "Groß")]
rinse, starve = (
    parts.check("Vor dem Wiegen _waschen", True),
    parts.check("Drei Tage _hungern lassen"),
)
second = parts.form(
    ("_Erntehelferin:", reaper),
    ("_Kisten:", crates),
    ("Mindest_größe in mm:", size),
    ("", parts.box(*sorts, across=True)),
    ("", rinse),
    ("", starve),
    ("", parts.button("Waage _nullen", lambda: keep.count("Waage nullen"))),
)

orders = Gtk.ListStore(str, str, str)
for row in (
    ["Gasthaus Zur Rebe", "Schneckenkaviar", "2"],
    ["Feinkost Böhm", "Schnecken in Kräuterbutter", "10"],
    ["Hotel Donaublick", "Lebende Schnecken", "25"],
):
    orders.append(row)
order_view, order_around = parts.table(orders, "Kunde", "Ware", "Dutzend")
customer, dozen = Gtk.Entry(placeholder_text="Name des Kunden"), parts.spin(1, 99, 1)
goods = parts.combo("Lebende Schnecken", "Schnecken in Kräuterbutter", "Schneckenkaviar")
cool, post = (
    parts.check("_Kühlbox beilegen"),
    parts.combo("Eigener Fahrer", "Post Express", "Selbstabholung"),
)
third = parts.box(
    order_around,
    parts.form(("_Kunde:", customer), ("_Ware:", goods), ("_Dutzend:", dozen)),
    parts.box(
        parts.button("Bestellung _hinzufügen", add_order),
        parts.button("_Stornieren", drop_order),
        across=True,
    ),
    parts.form(("_Versandart:", post), ("", cool)),
)

book = parts.notebook(("Gehege", first), ("Ernte", second), ("Versand", third))
season = Gtk.CheckMenuItem.new_with_mnemonic("_Winterruhe")
bar = parts.menu_bar(
    ("_Hof", [("_Lieferschein drucken", lambda: keep.count("Lieferschein drucken")), season])
)
window.add(parts.box(bar, book))
for field in (kind, number, moist, water, net):
    field.connect(
        {kind: "changed", number: "changed", moist: "value-changed"}.get(field, "toggled"), save
    )
view.get_selection().connect("changed", load)
show()
view.get_selection().select_path(0 if sys.argv[1] != "ernte" else 2)
load()
window.show_all()
book.set_current_page(["gehege", "ernte", "versand"].index(sys.argv[1]))
for at, word in enumerate(("art", "tiere", "feuchte", "beregnung", "netz")):
    for name in pens:
        keep.add(f"{name} {word}", lambda name=name, at=at: pens[name][at])
parts.run(
    keep,
    window,
    book,
    gewählt=chosen,
    fütterungen=lambda: list(fed),
    gehege=where,
    futter=fodder,
    menge=grams,
    helferin=reaper,
    kisten=crates,
    größe=size,
    waschen=rinse,
    hungern=starve,
    winterruhe=season,
    kunde=customer,
    sorte=lambda: next(r.get_label() for r in sorts if r.get_active()),
    kühlbox=cool,
    versand=post,
    ware=goods,
    dutzend=dozen,
    dialog=dialog.get_visible,
    bestellungen=lambda: [" | ".join(row) for row in orders],
    bestellung=lambda: orders[parts.row_of(order_view)][0] if parts.row_of(order_view) >= 0 else "",
)
