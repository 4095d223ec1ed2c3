"""A vet's practice: the waiting room, a consultation, the medicine store."""

import sys

from gtk_help import (
    GLib,
    Gtk,
    across,
    area,
    button,
    check,
    choice,
    digits,
    down,
    entry,
    form,
    framed,
    go,
    keep,
    label,
    plain,
    radios,
    scale,
    spin,
    switch,
)

TITLE = "Marsh Lane Vets"
PATIENTS = [
    ("Pepper", "Cat, 9 years", "Mrs Lund", "01632 960114", "Not eating"),
    ("Biscuit", "Spaniel, 4 years", "Amir Shah", "01632 960720", "Limping"),
    ("Rollo", "Rabbit, 2 years", "Kate Dunne", "01632 960345", "Nail clip"),
    ("Mango", "Parrot, 17 years", "Phil Archer", "01632 960861", "Feather loss"),
    ("Duchess", "Greyhound, 6 years", "Nell Forde", "01632 960408", "Booster"),
]
STOCK = [
    ("Amoxicillin", "A2", 14, False),
    ("Worming tablets", "A5", 43, False),
    ("Gauze swabs", "B1", 6, False),
    ("Syringes 5 ml", "B2", 12, False),
    ("Eye drops", "Fridge", 9, True),
    ("Rabies vaccine", "Fridge", 22, False),
    ("Recovery diet", "C3", 31, False),
]


def waiting():
    rows, stack = Gtk.ListBox(), Gtk.Stack()
    for name, kind, owner, phone, reason in PATIENTS:
        call = button("Call in", f"Call in {name}")
        call.set_valign(Gtk.Align.CENTER)
        row = across(down(label(name), label(kind, dim=True), gap=2), None, call, gap=30)
        row.set_property("margin", 10)
        rows.add(row)
        vets = ["Dr Adeyemi", "Dr Foss", "Nurse"]
        page = down(
            label(f"{name} – {owner}", big=True),
            form(
                ("Phone", entry(f"{name}: phone", phone, digits)),
                ("Reason", entry(f"{name}: reason", reason, width=28)),
                ("Priority", choice(f"{name}: priority", ["Routine", "Soon", "Urgent"], "Routine")),
                ("Room", choice(f"{name}: room", ["None yet", "1", "2", "3"], "None yet")),
                ("Seen by", across(*radios(f"{name}: seen by", vets, "Dr Adeyemi"))),
                ("Has fasted", switch(f"{name}: has fasted")),
            ),
            check("Consent form signed", f"{name}: consent form signed"),
            check("Needs a muzzle", f"{name}: needs a muzzle"),
            None,
            across(button("Print label", f"Print label {name}"), None,
                   button("Take off the list", f"Take off the list {name}")),
            gap=14,
        )  # fmt: skip
        stack.add_named(page, name)
    rows.connect(
        "row-selected",
        lambda _, row: row and stack.set_visible_child_name(PATIENTS[row.get_index()][0]),
    )
    GLib.idle_add(lambda: rows.select_row(rows.get_row_at_index(0)) and False)
    keep.add("Row", lambda: stack.get_visible_child_name())
    left = framed("Waiting room", rows, 2)
    inner = across(left, (stack,), gap=20)
    inner.set_property("margin", 14)
    go(inner, f"{TITLE} – Waiting room", 920, 500)


def consult():
    book = Gtk.Notebook()
    found = Gtk.Grid(row_spacing=6, column_spacing=24)
    names = [
        "Heart murmur",
        "Dental tartar",
        "Painful abdomen",
        "Fleas",
        "Itchy ears",
        "Cloudy eye",
    ]
    for place, name in enumerate(names):
        found.attach(check(name, on=name == "Painful abdomen"), place % 3, place // 3, 1, 1)
    exam = down(
        form(
            ("Weight (kg)", spin("Weight", 0, 120, 11.8, 0.1, 1)),
            ("Temperature (°C)", spin("Temperature", 34, 43, 38.5, 0.1, 1)),
            ("Pulse per minute", spin("Pulse", 20, 300, 96)),
            ("Body condition (1 thin, 9 fat)", scale("Body condition", 1, 9, 5)),
        ),
        framed("Findings", found),
        "Notes",
        area("Notes", "", 90),
        gap=12,
        margin=14,
    )
    drugs = ["Meloxicam", "Amoxicillin", "Maropitant", "Ear cleaner"]
    prescribe = down(
        form(
            ("Medicine", choice("Medicine", drugs, "", editable=True)),
            ("Tablets a day", spin("Tablets a day", 1, 6, 1)),
            ("For how many days", spin("Days", 1, 60, 7)),
            ("Given", across(*radios("Given", ["With food", "Before food", "At night"],
                                     "With food"))),
        ),
        check("Owner was shown how to give it"),
        across(button("Add to invoice"), button("Print leaflet")),
        gap=14, margin=14,
    )  # fmt: skip
    after = down(
        form(
            ("See again in", choice("See again in", ["Not needed", "3 days", "1 week", "2 weeks",
                                                     "1 month"], "Not needed")),
            ("Keep indoors", switch("Keep indoors")),
            ("Send reminder by", choice("Send reminder by", ["Text", "Email", "Post"], "Text")),
        ),
        "Advice for the owner", area("Advice", "", 100), gap=14, margin=14,
    )  # fmt: skip
    tabs = ["Exam", "Prescribe", "Aftercare"]
    for page, name in zip((exam, prescribe, after), tabs, strict=True):
        book.append_page(page, label(name))
    keep.add("Tab", lambda: tabs[book.get_current_page()])
    end = across(button("Take X-ray"), None, button("Pause"), button("Finish visit"))
    top = label("Bruno, beagle, 5 years – owner Mr Castellane", big=True)
    go(down(top, (book,), end, gap=10, margin=12), f"{TITLE} – Consultation", 700, 560)


def stock():
    window = Gtk.Window()
    store = Gtk.ListStore(str, str, str, bool)
    for name, shelf, number, again in STOCK:
        store.append([name, shelf, str(number), again])
    view = Gtk.TreeView(model=store)
    many, again = Gtk.CellRendererText(editable=True), Gtk.CellRendererToggle()
    many.connect("edited", lambda _, path, text: store[path].__setitem__(2, text.strip()))
    again.connect("toggled", lambda _, path: store[path].__setitem__(3, not store[path][3]))
    for column, (title, cell, kind) in enumerate((
        ("Item", Gtk.CellRendererText(), "text"), ("Shelf", Gtk.CellRendererText(), "text"),
        ("In stock", many, "text"), ("Running low", again, "active"),
    )):  # fmt: skip
        cell.set_padding(8, 7)
        made = Gtk.TreeViewColumn(title, cell, **{kind: column})
        made.set_min_width((240, 120, 120, 130)[column])
        view.append_column(made)
    for row, (name, *_) in enumerate(STOCK):
        keep.add(f"{name}: in stock", lambda row=row: store[row][2])
        keep.add(f"{name}: running low", lambda row=row: store[row][3])

    def chosen():
        model, here = view.get_selection().get_selected()
        return model[here][0] if here else ""

    keep.add("Row", chosen)
    view.get_selection().select_path(0)
    seen, orders = {"open": False}, []
    keep.add("Dialog", lambda: seen["open"])
    keep.add("Ordered", lambda: "; ".join(orders))

    def order(_):
        seen["open"] = True
        asked = Gtk.Dialog(title="Place an order", transient_for=window, modal=True)
        asked.add_buttons("Cancel", Gtk.ResponseType.CANCEL, "Place order", Gtk.ResponseType.OK)
        number = Gtk.SpinButton.new_with_range(1, 200, 1)
        number.set_value(10)
        firm = Gtk.ComboBoxText()
        for text in ("Vetlink", "Norvet Supplies", "Animed"):
            firm.append_text(text)
        firm.set_active(0)
        fast = Gtk.CheckButton(label="Next-day delivery")
        inner = down(
            label(chosen(), big=True), form(("Quantity", number), ("Supplier", firm), ("", fast)),
            gap=14, margin=16,
        )  # fmt: skip
        asked.get_content_area().add(inner)
        asked.show_all()
        if asked.run() == Gtk.ResponseType.OK:
            number.update()
            speed = "next day" if fast.get_active() else "normal"
            orders.append(
                f"{chosen()}, {number.get_value_as_int()}, {firm.get_active_text()}, {speed}"
            )
        asked.destroy()
        seen["open"] = False

    open_it = Gtk.Button(label="Order…")
    open_it.connect("clicked", order)
    hunt = Gtk.SearchEntry(placeholder_text="Search the store")
    keep.add("Search", lambda: plain(hunt.get_text()))
    hunt.connect("search-changed", lambda _: [
        view.get_selection().select_path(row) for row, item in reversed(list(enumerate(STOCK)))
        if hunt.get_text() and hunt.get_text().lower() in item[0].lower()
    ])  # fmt: skip
    top = across(open_it, button("Bin expired"), button("Print shelf labels"), None, hunt)
    end = across(
        "Counted by", choice("Counted by", ["Jo", "Priya", "Tomasz"], "Jo"),
        check("Lock the drugs cabinet", on=True), None, "7 items",
    )  # fmt: skip
    frame = Gtk.ScrolledWindow(shadow_type=Gtk.ShadowType.IN)
    frame.add(view)
    go(down(top, (frame,), end, margin=12), f"{TITLE} – Medicine store", 760, 480, window)


{"waiting": waiting, "consult": consult, "stock": stock}[sys.argv[1]]()
