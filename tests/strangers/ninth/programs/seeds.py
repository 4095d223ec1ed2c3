"""A seed library (GTK 3): the catalogue, one variety, the settings."""

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


def head(win, title, sub=""):
    hb = Gtk.HeaderBar(title=title, subtitle=sub, show_close_button=True)
    win.set_titlebar(hb)
    win.set_title(title)
    return hb


def icon(name, tip, act):
    b = Gtk.Button.new_from_icon_name(name, Gtk.IconSize.BUTTON)
    b.set_tooltip_text(tip)
    b.connect("clicked", lambda *_: act())
    return b


def catalogue():
    win = Gtk.Window()
    win.set_default_size(860, 560)
    hb = head(win, "Seed Library", "Catalogue")
    S.update({"basket": [], "layout": "list", "clicks add variety": 0, "shown": "everything"})
    hb.pack_start(
        icon(
            "list-add-symbolic",
            "Add a variety",
            lambda: S.update({"clicks add variety": S["clicks add variety"] + 1}),
        )
    )
    hb.pack_start(icon("view-grid-symbolic", "Show as grid", lambda: S.update(layout="grid")))
    mb = Gtk.MenuButton()
    mb.set_image(Gtk.Image.new_from_icon_name("open-menu-symbolic", Gtk.IconSize.BUTTON))
    mb.set_tooltip_text("Menu")
    pop = Gtk.Popover()
    pv = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, margin=8)
    for t in ("everything", "only in stock", "only my own"):
        b = Gtk.ModelButton(text="Show " + t)
        b.connect("clicked", lambda _b, t=t: S.update(shown=t))
        pv.pack_start(b, False, False, 0)
    pv.show_all()
    pop.add(pv)
    mb.set_popover(pop)
    hb.pack_end(mb)
    pan = Gtk.Paned(position=430)
    store = Gtk.TreeStore(str, str, bool)
    for fam, kids in (
        ("Beans", (("Greenhorn", "2024"), ("Blue Lake", "2022"), ("Borlotti", "2025"))),
        ("Tomatoes", (("Black Krim", "2023"), ("Roma", "2025"))),
        ("Squash", (("Hokkaido", "2024"), ("Butternut", "2021"))),
    ):
        it = store.append(None, (fam, "", False))
        for k in kids:
            store.append(it, (*k, False))
    tree = Gtk.TreeView(model=store)
    c = Gtk.TreeViewColumn("Variety", Gtk.CellRendererText(), text=0)
    c.set_expand(True)
    tree.append_column(c)
    tree.append_column(Gtk.TreeViewColumn("Harvest", Gtk.CellRendererText(), text=1))
    rt = Gtk.CellRendererToggle()
    rt.connect("toggled", lambda _c, p: store[p].__setitem__(2, not store[p][2]))
    tc = Gtk.TreeViewColumn("Wanted", rt, active=2)
    tc.set_cell_data_func(
        rt, lambda _c, r, m, i, _d: r.set_property("visible", m.iter_parent(i) is not None)
    )
    tree.append_column(tc)
    S["chosen"] = ""
    tree.get_selection().connect(
        "changed", lambda s: S.update(chosen=(lambda m, i: m[i][0] if i else "")(*s.get_selected()))
    )
    read["unfolded"] = lambda: [r[0] for r in store if tree.row_expanded(r.path)]
    read["wanted"] = lambda: [k[0] for r in store for k in r.iterchildren() if k[2]]
    sc = Gtk.ScrolledWindow()
    sc.add(tree)
    pan.add1(sc)
    side = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8, margin=10)
    comp = Gtk.Entry()
    gl = Gtk.Label(label="Give to member", xalign=0)
    gl.set_mnemonic_widget(comp)
    side.pack_start(gl, False, False, 0)
    ls = Gtk.ListStore(str)
    for n in ("Martha Kline", "Martin Owusu", "Marlene Voss", "Tobias Lind"):
        ls.append((n,))
    ec = Gtk.EntryCompletion(model=ls, text_column=0)
    comp.set_completion(ec)
    comp.get_accessible().set_name("Give to member")
    read["member"] = comp.get_text
    side.pack_start(comp, False, False, 0)
    gram = Gtk.SpinButton.new_with_range(0, 100, 0.5)
    gram.set_digits(1)
    gram.set_value(2)
    gb = Gtk.Box(spacing=8)
    gl = Gtk.Label(label="Grams")
    gl.set_mnemonic_widget(gram)
    gb.pack_start(gl, False, False, 0)
    gb.pack_start(gram, True, True, 0)
    read["grams"] = gram.get_value
    side.pack_start(gb, False, False, 0)
    b = Gtk.Button(label="Put in the bag")
    bag = Gtk.Label(label="The bag is empty.", xalign=0)

    def put():
        S["basket"] = [*S["basket"], f"{S['chosen']} {gram.get_value():.1f}"]
        bag.set_text("\n".join(S["basket"]))

    b.connect("clicked", lambda *_: put() if S["chosen"] else None)
    side.pack_start(b, False, False, 0)
    side.pack_start(bag, False, False, 0)
    sw = Gtk.Button(label="Look up sowing dates")
    lab = Gtk.Box()
    S.update({"sowing": "", "noted": False})

    def found():
        S["sowing"] = "found"
        k = Gtk.Button(label="Note in my calendar")
        k.connect("clicked", lambda *_: S.update(noted=True))
        lab.pack_start(k, True, True, 0)
        k.show()
        return False

    sw.connect(
        "clicked",
        lambda *_: (
            (S.update(sowing="asked"), GLib.timeout_add(2500, found)) if not S["sowing"] else None
        ),
    )
    side.pack_start(sw, False, False, 0)
    side.pack_start(lab, False, False, 0)
    pan.add2(side)
    win.add(pan)
    return win


def variety():
    win = Gtk.Window()
    win.set_default_size(760, 580)
    hb = head(win, "Seed Library - Black Krim")
    S.update({"clicks save": 0, "favourite": False, "stars": 0})
    sv = Gtk.Button(label="Save")
    sv.connect("clicked", lambda *_: S.update({"clicks save": S["clicks save"] + 1}))
    hb.pack_end(sv)
    fav = Gtk.ToggleButton()
    fav.set_image(Gtk.Image.new_from_icon_name("starred-symbolic", Gtk.IconSize.BUTTON))
    fav.set_tooltip_text("Favourite")
    fav.connect("toggled", lambda b: S.update(favourite=b.get_active()))
    hb.pack_start(fav)
    g = Gtk.Grid(row_spacing=9, column_spacing=12, margin=14)

    def lab(r, text, w):
        l = Gtk.Label(label=text, xalign=0)
        l.set_mnemonic_widget(w)
        g.attach(l, 0, r, 1, 1)
        w.set_hexpand(True)
        g.attach(w, 1, r, 1, 1)

    nm = Gtk.Entry(text="Black Krim")
    lab(0, "Name", nm)
    read["name"] = nm.get_text
    lat = Gtk.Entry()
    lab(1, "Botanical name", lat)
    read["botanical"] = lat.get_text
    fam = Gtk.ComboBoxText()
    for t in ("Bean", "Cabbage", "Gourd", "Nightshade", "Onion"):
        fam.append_text(t)
    lab(2, "Family", fam)
    read["family"] = lambda: fam.get_active_text() or ""
    col = Gtk.ColorButton.new_with_rgba(Gdk.RGBA(0.4, 0.1, 0.2, 1))
    lab(3, "Colour of the fruit", col)
    read["colour"] = lambda: col.get_rgba().to_string()
    germ = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 100, 5)
    germ.set_value(60)
    lab(4, "Germination %", germ)
    read["germination"] = germ.get_value
    mon = Gtk.Box(spacing=4)
    for t in ("Feb", "Mar", "Apr", "May", "Jun"):
        b = Gtk.ToggleButton(label=t)
        mon.pack_start(b, False, False, 0)
        read["sow " + t] = b.get_active
    lab(5, "Sow in", mon)
    st = Gtk.Box()
    stars = []
    for i in range(1, 6):
        b = Gtk.Button(label="☆")
        b.set_tooltip_text(f"{i} of 5")
        b.set_relief(Gtk.ReliefStyle.NONE)

        def rate(_b, i=i):
            S["stars"] = i
            for j, s in enumerate(stars, 1):
                s.set_label("★" if j <= i else "☆")

        b.connect("clicked", rate)
        stars.append(b)
        st.pack_start(b, False, False, 0)
    lab(6, "Taste", st)
    row = Gtk.Box(spacing=10)
    first = None
    heights = {}
    for t in ("bush", "climbing", "trailing"):
        b = Gtk.RadioButton.new_with_label_from_widget(first, t)
        first = first or b
        heights[t] = b
        row.pack_start(b, False, False, 0)
    lab(7, "Growth", row)
    read["growth"] = lambda: next(t for t, b in heights.items() if b.get_active())
    for i, (t, on) in enumerate((("Needs a greenhouse", False), ("Open-pollinated", True))):
        c = Gtk.CheckButton(label=t, active=on)
        g.attach(c, 0, 8 + i, 2, 1)
        read[t.lower()] = c.get_active
    tv = Gtk.TextView(height_request=90)
    tv.get_buffer().set_text("Came from Crimea.\nCracks in wet summers.\nSweet and smoky.")
    tv.get_accessible().set_name("Story")
    fr = Gtk.Frame(label="Story")
    fr.add(tv)
    g.attach(fr, 0, 10, 2, 1)
    read["story"] = lambda: tv.get_buffer().get_text(*tv.get_buffer().get_bounds(), True)
    win.add(g)
    return win


def settings():
    win = Gtk.Window()
    win.set_default_size(760, 500)
    head(win, "Seed Library - Settings")
    box = Gtk.Box()
    stack = Gtk.Stack()
    sb = Gtk.StackSidebar(stack=stack)
    box.pack_start(sb, False, False, 0)
    read["page"] = stack.get_visible_child_name

    def rows(name, title, items):
        lb = Gtk.ListBox(selection_mode=Gtk.SelectionMode.NONE, margin=12)
        for label, w in items:
            r = Gtk.ListBoxRow(activatable=False)
            b = Gtk.Box(spacing=12, margin=8)
            l = Gtk.Label(label=label, xalign=0)
            l.set_mnemonic_widget(w)
            b.pack_start(l, True, True, 0)
            w.set_valign(Gtk.Align.CENTER)
            b.pack_end(w, False, False, 0)
            r.add(b)
            lb.add(r)
        stack.add_titled(lb, name, title)

    def sw(key, on):
        s = Gtk.Switch(active=on)
        read[key] = s.get_active
        return s

    def cb(key, items, at):
        c = Gtk.ComboBoxText()
        for t in items:
            c.append_text(t)
        c.set_active(at)
        read[key] = c.get_active_text
        return c

    sp = Gtk.SpinButton.new_with_range(1, 60, 1)
    sp.set_value(14)
    read["lend days"] = sp.get_value_as_int
    rows(
        "lending",
        "Lending",
        [
            ("Lend for (days)", sp),
            ("Remind members", sw("remind", True)),
            ("Allow lending to guests", sw("guests", False)),
        ],
    )
    rows(
        "labels",
        "Labels",
        [
            ("Paper", cb("paper", ("Rolls", "Sheets of 12", "Sheets of 24"), 0)),
            ("Print the harvest year", sw("year", True)),
            ("Print a picture", sw("picture", False)),
        ],
    )
    vol = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 1, 10, 1)
    vol.set_value(3)
    vol.set_size_request(180, -1)
    read["chill"] = vol.get_value
    rows(
        "store",
        "Cold store",
        [
            ("Temperature", vol),
            ("Alarm when the door is open", sw("alarm", False)),
            ("Unit", cb("unit", ("Celsius", "Fahrenheit", "Kelvin"), 0)),
        ],
    )
    box.pack_start(stack, True, True, 0)
    win.add(box)
    return win


win = {"catalogue": catalogue, "variety": variety, "settings": settings}[START]()
win.connect("destroy", Gtk.main_quit)
win.show_all()
GLib.timeout_add(150, save)
Gtk.main()
