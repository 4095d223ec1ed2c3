"""Bookings of a village hall (GTK 3): one booking, the list of bookings, the inventory."""

import json, os, sys
import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk

START = sys.argv[1]
read, S = {}, {}


def save():
    text = json.dumps({**S, **{k: f() for k, f in read.items()}}, ensure_ascii=False)
    if text != save.last:
        save.last = text
        path = os.environ["STRANGERS_STATE"]
        with open(path + ".new", "w") as out:
            out.write(text)
        os.replace(path + ".new", path)
    return True


save.last = None


def labelled(grid, row, text, widget):
    lab = Gtk.Label(label=text, xalign=0, use_underline=True)
    lab.set_mnemonic_widget(widget)
    grid.attach(lab, 0, row, 1, 1)
    widget.set_hexpand(True)
    grid.attach(widget, 1, row, 1, 1)


def booking():
    win = Gtk.Window(title="Village Hall - Booking 77")
    win.set_default_size(760, 560)
    g = Gtk.Grid(row_spacing=8, column_spacing=12, margin=14)
    who = Gtk.Entry(text="Quilting circle")
    labelled(g, 0, "_Group", who)
    read["group"] = who.get_text
    room = Gtk.ComboBoxText()
    for t in ("Great hall", "Small hall", "Kitchen", "Stage", "Cellar"):
        room.append_text(t)
    room.set_active(0)
    labelled(g, 1, "_Room", room)
    read["room"] = room.get_active_text
    use = Gtk.ComboBoxText.new_with_entry()
    for t in ("Meeting", "Dance", "Wedding", "Jumble sale"):
        use.append_text(t)
    labelled(g, 2, "_Purpose", use)
    read["purpose"] = lambda: use.get_child().get_text()
    n = Gtk.SpinButton.new_with_range(0, 300, 5)
    n.set_value(40)
    labelled(g, 3, "Gu_ests", n)
    read["guests"] = n.get_value_as_int
    heat = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 12, 24, 1)
    heat.set_value(18)
    labelled(g, 4, "_Heating (°C)", heat)
    read["heating"] = heat.get_value
    row = Gtk.Box(spacing=12)
    first = None
    pays = {}
    for t in ("Member rate", "Guest rate", "Charity"):
        b = Gtk.RadioButton.new_with_label_from_widget(first, t)
        first = first or b
        pays[t] = b
        row.pack_start(b, False, False, 0)
    labelled(g, 5, "Rate", row)
    read["rate"] = lambda: next(t for t, b in pays.items() if b.get_active())
    for i, (t, on) in enumerate(
        (("Bar open", False), ("Sound system", True), ("Late finish", False))
    ):
        box = Gtk.Box()
        sw = Gtk.Switch(active=on, halign=Gtk.Align.START)
        sw.get_accessible().set_name(t)
        box.pack_start(sw, False, False, 0)
        labelled(g, 6 + i, t, box)
        read[t.lower()] = sw.get_active
    exp = Gtk.Expander(label="Caretaker")
    inner = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=4)
    for t in ("Unlock the side door", "Put out chairs", "Empty the bins afterwards"):
        c = Gtk.CheckButton(label=t)
        inner.pack_start(c, False, False, 0)
        read[t.lower()] = c.get_active
    exp.add(inner)
    read["caretaker open"] = exp.get_expanded
    g.attach(exp, 0, 9, 2, 1)
    cal = Gtk.Calendar()
    cal.select_month(5, 2026)
    cal.select_day(12)
    cal.set_valign(Gtk.Align.START)
    g.attach(cal, 2, 0, 1, 7)
    read["date"] = lambda: "%d-%02d-%02d" % (lambda d: (d[0], d[1] + 1, d[2]))(cal.get_date())
    acts = Gtk.ButtonBox(spacing=6)
    for t in ("Save booking", "Copy to next week"):
        S["clicks " + t.lower()] = 0
        b = Gtk.Button(label=t)
        b.connect(
            "clicked",
            lambda _b, t=t: S.update({"clicks " + t.lower(): S["clicks " + t.lower()] + 1}),
        )
        acts.add(b)
    g.attach(acts, 0, 10, 3, 1)
    win.add(g)
    return win


def bookings():
    win = Gtk.Window(title="Village Hall - All bookings")
    win.set_default_size(820, 520)
    v = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    bar = Gtk.MenuBar()
    S.update({"view": "Month", "printed": "", "menu": ""})

    def menu(title, items, parent):
        m = Gtk.Menu()
        top = Gtk.MenuItem(label=title)
        top.set_submenu(m)
        parent.append(top)
        for it in items:
            if isinstance(it, tuple):
                menu(it[0], it[1], m)
                continue
            name, act = it if isinstance(it, list) else (it, None)
            i = Gtk.MenuItem(label=name)
            i.connect("activate", lambda _i, n=name, a=act: a(n))
            m.append(i)

    setv = lambda n: S.update(view=n)
    prn = lambda n: S.update(printed=n)
    menu(
        "Bookings",
        [
            ["Refresh", lambda n: S.update(menu=n)],
            ("Print", [["Door list", prn], ["Key list", prn], ["Invoice overview", prn]]),
        ],
        bar,
    )
    menu("View", [["Week", setv], ["Month", setv], ["Whole year", setv]], bar)
    v.pack_start(bar, False, False, 0)
    tools = Gtk.Toolbar()
    for icon, tip in (
        ("list-add", "New booking"),
        ("edit-copy", "Duplicate the booking"),
        ("mail-unread", "Unanswered requests"),
        ("view-refresh", "Reload"),
    ):
        b = Gtk.ToolButton(icon_name=icon)
        b.set_tooltip_text(tip)
        S["clicks " + tip.lower()] = 0
        b.connect(
            "clicked",
            lambda _b, tip=tip: S.update({"clicks " + tip.lower(): S["clicks " + tip.lower()] + 1}),
        )
        tools.insert(b, -1)
    v.pack_start(tools, False, False, 0)
    store = Gtk.ListStore(str, str, str, bool, int)
    for r in (
        ("3 June", "Quilting circle", "Small hall", True, 12),
        ("5 June", "Tango evening", "Great hall", False, 60),
        ("9 June", "Parish council", "Stage", False, 25),
        ("14 June", "Wedding Osei", "Great hall", True, 120),
    ):
        store.append(r)
    tree = Gtk.TreeView(model=store)
    tree.append_column(Gtk.TreeViewColumn("Date", Gtk.CellRendererText(), text=0))
    ed = Gtk.CellRendererText(editable=True)
    ed.connect("edited", lambda _c, p, t: store[p].__setitem__(1, t))
    col = Gtk.TreeViewColumn("Group", ed, text=1)
    col.set_sort_column_id(1)
    col.set_expand(True)
    tree.append_column(col)
    tree.append_column(Gtk.TreeViewColumn("Room", Gtk.CellRendererText(), text=2))
    tog = Gtk.CellRendererToggle()
    tog.connect("toggled", lambda _c, p: store[p].__setitem__(3, not store[p][3]))
    tree.append_column(Gtk.TreeViewColumn("Key given", tog, active=3))
    gu = Gtk.TreeViewColumn("Guests", Gtk.CellRendererText(), text=4)
    gu.set_sort_column_id(4)
    tree.append_column(gu)
    for r in ("3 June", "5 June", "9 June", "14 June"):
        get = lambda d=r: next((x for x in store if x[0] == d), None)
        read["key " + r] = lambda get=get: get()[3]
        read["group " + r] = lambda get=get: get()[1]
        read["room " + r] = lambda get=get: get()[2]
    read["order"] = lambda: [x[0] for x in store]
    S["selected"] = ""
    tree.get_selection().connect(
        "changed",
        lambda s: S.update(selected=(lambda m, i: m[i][0] if i else "")(*s.get_selected())),
    )
    S["opened"] = ""

    def press(w, e):
        if e.button != 3:
            return False
        hit = tree.get_path_at_pos(int(e.x), int(e.y))
        if not hit:
            return False
        tree.get_selection().select_path(hit[0])
        m = Gtk.Menu()
        it = store.get_iter(hit[0])

        def add(name, act, to):
            i = Gtk.MenuItem(label=name)
            i.connect("activate", lambda *_: act())
            to.append(i)

        add("Open", lambda: S.update(opened=store[it][0]), m)
        sub = Gtk.Menu()
        top = Gtk.MenuItem(label="Move to room")
        top.set_submenu(sub)
        for r in ("Great hall", "Small hall", "Kitchen", "Cellar"):
            add(r, lambda r=r: store.set_value(it, 2, r), sub)
        m.append(top)
        add("Key has been given", lambda: store.set_value(it, 3, True), m)
        m.show_all()
        m.attach_to_widget(tree, None)
        m.popup_at_pointer(e)
        return True

    tree.connect("button-press-event", press)
    sc = Gtk.ScrolledWindow()
    sc.add(tree)
    v.pack_start(sc, True, True, 0)
    win.add(v)
    return win


def inventory():
    win = Gtk.Window(title="Village Hall - Inventory")
    win.set_default_size(820, 520)
    v = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    info = Gtk.InfoBar(show_close_button=True, message_type=Gtk.MessageType.INFO)
    info.get_content_area().add(Gtk.Label(label="The yearly count is due on 30 June."))
    S["notice"] = "shown"
    info.connect("response", lambda *_: (info.hide(), S.update(notice="closed")))
    v.pack_start(info, False, False, 0)
    nb = Gtk.Notebook()
    read["tab"] = lambda: nb.get_tab_label_text(nb.get_nth_page(nb.get_current_page()))
    p = Gtk.Box(spacing=10, margin=10)
    lb = Gtk.ListBox(selection_mode=Gtk.SelectionMode.MULTIPLE)
    lb.set_activate_on_single_click(False)
    names = [
        "Trestle tables",
        "Folding chairs",
        "Tea urns",
        "Table cloths",
        "Microphones",
        "Fairy lights",
    ]
    rows = []
    for n in names:
        r = Gtk.ListBoxRow()
        b = Gtk.Box(spacing=8, margin=4)
        b.pack_start(Gtk.Label(label=n, xalign=0), True, True, 0)
        s = Gtk.SpinButton.new_with_range(0, 500, 1)
        s.set_value({"Trestle tables": 24, "Folding chairs": 150}.get(n, 6))
        s.get_accessible().set_name(n)
        read["count " + n] = s.get_value_as_int
        b.pack_start(s, False, False, 0)
        r.add(b)
        lb.add(r)
        rows.append(r)
    p.pack_start(lb, True, True, 0)
    side = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
    search = Gtk.SearchEntry(placeholder_text="Find a thing")
    search.connect(
        "search-changed",
        lambda e: [r.set_visible(e.get_text().lower() in n.lower()) for r, n in zip(rows, names)],
    )
    read["search"] = search.get_text
    side.pack_start(search, False, False, 0)
    tv = Gtk.TextView(wrap_mode=Gtk.WrapMode.WORD)
    tv.get_buffer().set_text("Two chairs are broken.\nAsk Mr Lowe for glue.")
    tv.get_accessible().set_name("Remarks")
    read["remarks"] = lambda: tv.get_buffer().get_text(*tv.get_buffer().get_bounds(), True)
    fr = Gtk.Frame(label="Remarks")
    fr.add(tv)
    side.pack_start(fr, True, True, 0)
    p.pack_start(side, True, True, 0)
    nb.append_page(p, Gtk.Label(label="Count"))
    q = Gtk.Grid(row_spacing=8, column_spacing=12, margin=12)
    lvl = Gtk.Entry(text="caretaker@hall.example")
    labelled(q, 0, "Report goes to", lvl)
    read["report to"] = lvl.get_text
    col = Gtk.ComboBoxText()
    for t in ("Every month", "Every quarter", "Once a year"):
        col.append_text(t)
    col.set_active(2)
    labelled(q, 1, "Count", col)
    read["rhythm"] = col.get_active_text
    ck = Gtk.CheckButton(label="Include the garden shed")
    q.attach(ck, 0, 2, 2, 1)
    read["shed"] = ck.get_active
    nb.append_page(q, Gtk.Label(label="Rules"))
    z = Gtk.FlowBox(selection_mode=Gtk.SelectionMode.NONE, margin=10)
    read_tags = ["fragile", "outdoor", "on loan", "to repair"]
    S["tags"] = list(read_tags)
    for t in read_tags:
        b = Gtk.Box()
        b.pack_start(Gtk.Label(label=t), False, False, 4)
        x = Gtk.Button.new_from_icon_name("window-close-symbolic", Gtk.IconSize.MENU)
        x.set_tooltip_text("Take the tag off")
        x.set_relief(Gtk.ReliefStyle.NONE)
        x.connect(
            "clicked",
            lambda _x, t=t, b=b: (
                S.update(tags=[y for y in S["tags"] if y != t]),
                b.get_parent().hide(),
            ),
        )
        b.pack_start(x, False, False, 0)
        z.add(b)
    nb.append_page(z, Gtk.Label(label="Tags"))
    v.pack_start(nb, True, True, 0)
    win.add(v)
    return win


win = {"booking": booking, "bookings": bookings, "inventory": inventory}[START]()
win.connect("destroy", Gtk.main_quit)
win.show_all()
GLib.timeout_add(150, save)
Gtk.main()
