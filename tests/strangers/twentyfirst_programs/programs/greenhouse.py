"""The climate of the greenhouses of a plant nursery."""

import parts
from keep import number_of
from parts import Gtk, keep

START = parts.START
HOUSES = ["Tomatoes", "Orchids", "Seedlings"]
MIST = ["Off", "Every 10 minutes", "Every 30 minutes", "Every hour"]
PAGE = {"calm": "Tomatoes", "heat": "Orchids", "alarms": "Seedlings"}[START]
ALARMS = {
    "calm": [],
    "heat": [["11:40", "Too hot", "Orchids"], ["12:05", "Tank low", "Tomatoes"]],
    "alarms": [
        ["02:10", "Too cold", "Seedlings"],
        ["03:00", "Lamp broken", "Orchids"],
        ["04:25", "Tank low", "Seedlings"],
    ],
}[START]
PLAN = {
    "calm": [["06:00", "15 min", "Orchids"]],
    "heat": [["05:30", "20 min", "Tomatoes"], ["19:00", "10 min", "Seedlings"]],
    "alarms": [],
}[START]


def house_page(name):
    """Make the page of one house, and keep what stands in it."""
    hot = START == "heat"
    form = parts.grid()
    day = parts.put(
        form, 0, "_Day temperature °C", parts.spin(5, 40, 24 if name == "Tomatoes" else 22)
    )
    night = parts.put(form, 1, "_Night temperature °C", parts.spin(5, 40, 17))
    vents = parts.put(form, 2, "_Roof vents open %", parts.scale(0, 100, 40 if hot else 10, 5))
    mist = parts.put(
        form, 3, "_Misting", parts.combo(MIST, "Every hour" if name == "Orchids" else "Off")
    )
    water = parts.radios(
        ["Drip", "Sprinkler", "By hand"], "By hand" if name == "Seedlings" else "Drip"
    )
    parts.put(form, 4, "Watering", parts.row(*water))
    lamps = parts.check("Grow _lamps", name == "Seedlings")
    screen = Gtk.Switch(active=False, halign=Gtk.Align.START)
    form.attach(lamps, 1, 5, 1, 1)
    parts.put(form, 6, "_Shade screen", screen)
    fans = parts.check("_Fans running", hot)
    form.attach(fans, 1, 7, 1, 1)
    form.attach(parts.row(parts.button("_Water now", parts.counter("water " + name))), 1, 8, 1, 1)
    keep.add(name + " day", number_of(day))
    keep.add(name + " night", number_of(night))
    keep.add(name + " vents", parts.level(vents))
    keep.add(name + " misting", mist.get_active_text)
    keep.add(name + " watering", parts.marked(water))
    keep.add(name + " lamps", lamps.get_active)
    keep.add(name + " screen", screen.get_active)
    keep.add(name + " fans", fans.get_active)
    return form


def drop(view):
    place = parts.chosen(view)
    if place >= 0:
        view.get_model().remove(view.get_model().get_iter(place))
        view.get_selection().unselect_all()


def plan_watering():
    form = parts.grid()
    house = parts.put(form, 0, "_House", parts.combo(HOUSES, "Tomatoes"))
    time = parts.put(form, 1, "_Start at", Gtk.Entry(text="07:00"))
    minutes = parts.put(form, 2, "_Minutes", parts.spin(1, 60, 10))
    if parts.ask(window, "Plan watering", "_Save", form):
        plan.get_model().append(
            [time.get_text(), f"{number_of(minutes)()} min", house.get_active_text()]
        )


def lines(view):
    return lambda: [", ".join(line) for line in view.get_model()]


alarms = parts.table(["Time", "Alarm", "House"], ALARMS)
plan = parts.table(["Start", "Length", "House"], PLAN)
pages = {name: house_page(name) for name in HOUSES}
planned = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8, border_width=12)
planned.pack_start(plan, True, True, 0)
planned.pack_start(
    parts.row(
        parts.button("_Plan watering…", plan_watering),
        parts.button("_Remove entry", lambda: drop(plan)),
    ),
    False,
    False,
    0,
)
pages["Watering plan"] = planned
email = Gtk.Entry(text="office@thornby.example", width_chars=30)
phone = parts.check("_Call the night phone too", START == "alarms")
alert = parts.grid()
parts.put(alert, 0, "_E-mail alarms to", email)
alert.attach(phone, 1, 1, 1, 1)
delay = parts.put(alert, 2, "Wait _minutes before the alarm", parts.spin(0, 60, 5))
pages["Alerts"] = alert

below = Gtk.Frame(label="Alarms", border_width=8)
box = Gtk.Box(spacing=8, border_width=6)
box.pack_start(alarms, True, True, 0)
alarms.set_size_request(-1, 120)
quiet = Gtk.ToggleButton(label="Mute horn")
box.pack_start(
    parts.row(
        parts.button("_Acknowledge", lambda: drop(alarms)),
        parts.button("Acknowledge a_ll", lambda: alarms.get_model().clear()),
        quiet,
        vertical=True,
    ),
    False,
    False,
    0,
)
below.add(box)

keep.add("alarms", lines(alarms))
keep.add("plan", lines(plan))
keep.add("muted", quiet.get_active)
keep.add("selected", lambda: [parts.chosen(alarms), parts.chosen(plan)])
keep.add("email", email.get_text)
keep.add("night phone", phone.get_active)
keep.add("delay", number_of(delay))
bar = parts.menus(
    Station=[
        ("_Print report", parts.counter("print report")),
        ("_Test horn", parts.counter("test horn")),
    ],
    Water=[("_Plan watering…", plan_watering), ("_Flush pipes", parts.counter("flush pipes"))],
)
window = parts.show("Thornby Nursery Climate", bar, pages, PAGE, below)
for view in (alarms, plan):
    view.get_selection().unselect_all()
Gtk.main()
