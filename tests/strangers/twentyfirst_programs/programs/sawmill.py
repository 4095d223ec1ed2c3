"""The orders of a small sawmill."""

import parts
from keep import number_of
from parts import Gtk, keep

START = parts.START
WOODS = ["Oak", "Ash", "Larch", "Spruce", "Douglas fir"]
THICK = ["20 mm", "27 mm", "40 mm", "60 mm"]
PAGE = {"empty": "Order", "half": "Order", "loading": "Delivery"}[START]
LINES = {
    "empty": [],
    "half": [
        ["Oak", "300 x 20, 40 mm", "6", "Rough"],
        ["Larch", "400 x 15, 27 mm", "40", "Planed"],
        ["Ash", "200 x 12, 20 mm", "10", "Rough"],
    ],
    "loading": [
        ["Spruce", "500 x 18, 60 mm", "25", "Rough"],
        ["Oak", "250 x 30, 40 mm", "4", "Planed"],
    ],
}[START]

order = parts.table(["Wood", "Size", "Pieces", "Surface"], LINES)
store = order.get_model()
form = parts.grid()
wood = parts.put(form, 0, "_Wood", parts.combo(WOODS, "Spruce"))
thick = parts.put(form, 1, "_Thickness", parts.combo(THICK, "27 mm"))
length = parts.put(form, 2, "_Length (cm)", parts.spin(50, 800, 300, 10))
width = parts.put(form, 3, "Wi_dth (cm)", parts.spin(5, 60, 15))
pieces = parts.put(form, 4, "_Pieces", parts.spin(1, 500, 1))
planed = parts.check("Pla_ned", False)
form.attach(planed, 1, 5, 1, 1)


def add_line():
    size = f"{number_of(length)()} x {number_of(width)()}, {thick.get_active_text()}"
    store.append(
        [
            wood.get_active_text(),
            size,
            str(number_of(pieces)()),
            "Planed" if planed.get_active() else "Rough",
        ]
    )


def with_line(action):
    def act():
        place = parts.chosen(order)
        if place >= 0:
            action(place)

    return act


def remove(place):
    store.remove(store.get_iter(place))
    order.get_selection().unselect_all()


def first(place):
    store.move_after(store.get_iter(place), None)


def turn(place):
    store[place][3] = "Rough" if store[place][3] == "Planed" else "Planed"


def change(place):
    body = parts.grid()
    number = parts.put(body, 0, "New _number of pieces", parts.spin(1, 500, int(store[place][2])))
    if parts.ask(window, "Change pieces", "_OK", body):
        store[place][2] = str(number_of(number)())


form.attach(parts.button("_Add to order", add_line), 1, 6, 1, 1)
side = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8, border_width=10)
side.pack_start(order, True, True, 0)
side.pack_start(
    parts.row(
        parts.button("_Remove line", with_line(remove)),
        parts.button("Move to _top", with_line(first)),
        parts.button("Change p_ieces…", with_line(change)),
        parts.button("Planed / rou_gh", with_line(turn)),
    ),
    False,
    False,
    0,
)
cut = parts.row(form)
cut.pack_start(side, True, True, 0)

trip = parts.grid()
customer = parts.put(
    trip, 0, "_Customer", Gtk.Entry(width_chars=28, text="" if START == "empty" else "Holm Joinery")
)
phone = parts.put(
    trip, 1, "_Phone", Gtk.Entry(width_chars=28, text="01632 960 118" if START == "loading" else "")
)
way = parts.radios(
    ["Customer collects", "Our lorry", "Forwarder"],
    "Our lorry" if START == "loading" else "Customer collects",
)
parts.put(trip, 2, "How it leaves", parts.row(*way))
days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
day = parts.put(trip, 3, "_Day", parts.combo(days, "Tuesday"))
crane = parts.check("Unload with c_rane", False)
straps = parts.check("_Bundle with straps", True)
offcuts = parts.check("Customer wants the _offcuts", False)
trip.attach(parts.row(crane, straps, offcuts, vertical=True), 1, 4, 1, 1)
where = parts.put(trip, 5, "Dri_ver's note", Gtk.Entry(width_chars=40))
trip.attach(
    parts.row(parts.button("Print delivery _slip", parts.counter("print slip"))), 1, 6, 1, 1
)

saw = parts.grid()
blade = parts.put(saw, 0, "_Blade", parts.combo(["Narrow", "Wide", "Frozen wood"], "Wide"))
speed = parts.put(saw, 1, "_Feed speed (m/min)", parts.scale(0, 60, 20))
cool = parts.put(
    saw, 2, "_Cooling water", Gtk.Switch(active=START != "empty", halign=Gtk.Align.START)
)
belt = parts.put(saw, 3, "Sawdust b_elt", Gtk.Switch(active=True, halign=Gtk.Align.START))
saw.attach(
    parts.row(
        parts.button("_Sharpening due", parts.counter("sharpening")),
        parts.button("Sto_p saw", parts.counter("stop saw")),
    ),
    1,
    4,
    1,
    1,
)

reads = {
    "order": lambda: [", ".join(line) for line in store],
    "selected": lambda: parts.chosen(order),
    "wood": wood.get_active_text,
    "thickness": thick.get_active_text,
    "length": number_of(length),
    "width": number_of(width),
    "pieces": number_of(pieces),
    "planed": planed.get_active,
    "customer": customer.get_text,
    "phone": phone.get_text,
    "leaves": parts.marked(way),
    "day": day.get_active_text,
    "crane": crane.get_active,
    "straps": straps.get_active,
    "offcuts": offcuts.get_active,
    "note": where.get_text,
    "blade": blade.get_active_text,
    "speed": parts.level(speed),
    "cooling": cool.get_active,
    "belt": belt.get_active,
}
for name, read in reads.items():
    keep.add(name, read)
bar = parts.menus(
    Order=[("_Send to saw", parts.counter("send to saw")), ("_Clear order", store.clear)],
    Print=[("_Price list", parts.counter("price list")), ("_Labels", parts.counter("labels"))],
)
window = parts.show(
    "Brack and Sons Sawmill", bar, {"Order": cut, "Delivery": trip, "Saw": saw}, PAGE
)
order.get_selection().unselect_all()
Gtk.main()
