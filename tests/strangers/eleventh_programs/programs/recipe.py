"""A recipe card with its ingredients, steps and keeping."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402
from keep import Keep, number_of  # noqa: E402

PAGES = ["Ingredients", "Method", "Keeping"]
INGREDIENTS = [
    ("250 g", "Plain flour"),
    ("120 g", "Butter"),
    ("3", "Eggs"),
    ("80 g", "Brown sugar"),
    ("1 tsp", "Cinnamon"),
    ("4", "Apples"),
]
METHOD = "Rub the butter into the flour.\nSlice the apples.\nBake for 40 minutes."


class Card(Gtk.Window):
    """One recipe."""

    def __init__(self, start):
        super().__init__(title="Recipe Card - Apple crumble")
        self.set_default_size(1120, 660)
        self.keep = Keep()
        self.tags = {}
        self.saved = ""
        outer = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        outer.pack_start(self.menu(), False, False, 0)
        self.info = Gtk.InfoBar(show_close_button=True, message_type=Gtk.MessageType.INFO)
        self.info.get_content_area().add(Gtk.Label(label="The photo of this recipe is missing."))
        self.info.connect("response", lambda bar, _answer: bar.hide())
        self.keep.add("notice", self.info.get_visible)
        outer.pack_start(self.info, False, False, 0)
        halves = Gtk.Box(spacing=18, border_width=14)
        halves.pack_start(self.left(), False, False, 0)
        halves.pack_start(self.right(), True, True, 0)
        outer.pack_start(halves, True, True, 0)
        outer.pack_start(self.bottom(), False, False, 0)
        self.add(outer)
        self.connect("destroy", Gtk.main_quit)
        self.keep.add("tags", lambda: list(self.tags))
        self.keep.add("saved", lambda: self.saved)
        self.keep.add("page", lambda: PAGES[self.book.get_current_page()])
        self.keep.add(
            "ingredients", lambda: [f"{amount} {name}" for amount, name in map(tuple, self.rows)]
        )
        self.keep.add("row", self.chosen)
        self.show_all()
        if start in PAGES:
            self.book.set_current_page(PAGES.index(start))
        GLib.timeout_add(120, self.keep.write)
        self.keep.write()

    def menu(self):
        bar = Gtk.MenuBar()
        for title, items in (
            ("_Recipe", ["_Print…", "_Duplicate", "-", "_Quit"]),
            ("_Show", ["?_Large print", "?_Metric units"]),
        ):
            top = Gtk.MenuItem.new_with_mnemonic(title)
            menu = Gtk.Menu()
            for text in items:
                if text == "-":
                    menu.append(Gtk.SeparatorMenuItem())
                    continue
                plain = text.strip("?").replace("_", "").strip("…")
                if text.startswith("?"):
                    item = Gtk.CheckMenuItem.new_with_mnemonic(text[1:])
                    item.set_active(plain == "Metric units")
                    self.keep.add(plain.lower(), item.get_active)
                else:
                    item = Gtk.MenuItem.new_with_mnemonic(text)
                    self.keep.known(plain)
                    item.connect("activate", lambda _item, name=plain: self.keep.count(name))
                menu.append(item)
            top.set_submenu(menu)
            bar.append(top)
        return bar

    def line(self, grid, text, widget):
        row = self.at
        self.at += 1
        label = Gtk.Label.new_with_mnemonic(text)
        label.set_halign(Gtk.Align.START)
        label.set_mnemonic_widget(widget)
        grid.attach(label, 0, row, 1, 1)
        grid.attach(widget, 1, row, 1, 1)

    def left(self):
        grid = Gtk.Grid(row_spacing=9, column_spacing=10)
        self.at = 0
        title = Gtk.Entry(text="Apple crumble", width_chars=28)
        self.keep.add("title", title.get_text)
        self.line(grid, "_Title", title)
        course = Gtk.ComboBoxText()
        for name in ("Starter", "Main course", "Dessert", "Baking", "Drink"):
            course.append_text(name)
        course.set_active(2)
        self.keep.add("course", course.get_active_text)
        self.line(grid, "_Course", course)
        serves = Gtk.SpinButton.new_with_range(1, 40, 1)
        serves.set_value(4)
        self.keep.add("serves", number_of(serves))
        self.line(grid, "_Serves", serves)
        minutes = Gtk.SpinButton.new_with_range(5, 600, 5)
        minutes.set_value(55)
        self.keep.add("minutes", number_of(minutes))
        self.line(grid, "_Minutes in all", minutes)
        hard = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 1, 5, 1)
        hard.set_value(2)
        hard.set_value_pos(Gtk.PositionType.RIGHT)
        self.keep.add("difficulty", lambda: int(hard.get_value()))
        self.line(grid, "_Difficulty", hard)
        veg = Gtk.Switch(halign=Gtk.Align.START)
        self.keep.add("vegetarian", veg.get_active)
        self.line(grid, "_Vegetarian", veg)
        holds = Gtk.Box(spacing=8)
        for name, on in (("Nuts", False), ("Gluten", True), ("Milk", True), ("Eggs", False)):
            box = Gtk.CheckButton(label=name, active=on)
            self.keep.add("contains " + name, box.get_active)
            holds.pack_start(box, False, False, 0)
        self.line(grid, "Contains", holds)
        entry = Gtk.Entry(placeholder_text="Type a tag and press Enter")
        entry.connect("activate", self.tag)
        self.keep.add("tag field", entry.get_text)
        self.line(grid, "T_ags", entry)
        self.flow = Gtk.Box(spacing=6)
        grid.attach(self.flow, 1, self.at, 1, 1)
        for name in ("autumn", "family", "oven"):
            self.put_tag(name)
        return grid

    def tag(self, entry):
        name = entry.get_text().strip()
        if name and name not in self.tags:
            self.put_tag(name)
        entry.set_text("")

    def put_tag(self, name):
        chip = Gtk.Box()
        chip.pack_start(Gtk.Label(label=name), False, False, 2)
        cross = Gtk.Button.new_from_icon_name("window-close-symbolic", Gtk.IconSize.MENU)
        cross.set_relief(Gtk.ReliefStyle.NONE)
        cross.set_tooltip_text(f"Remove {name}")
        cross.get_accessible().set_name(f"Remove {name}")
        cross.connect("clicked", lambda _b: self.tags.pop(name).destroy())
        chip.pack_start(cross, False, False, 0)
        self.tags[name] = chip
        self.flow.pack_start(chip, False, False, 0)
        chip.show_all()

    def right(self):
        self.book = Gtk.Notebook()
        page = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6, border_width=8)
        self.rows = Gtk.ListStore(str, str)
        for one in INGREDIENTS:
            self.rows.append(one)
        self.view = Gtk.TreeView(model=self.rows, reorderable=True)
        for column, name in enumerate(("Amount", "Ingredient")):
            cell = Gtk.CellRendererText(editable=True)
            cell.connect("edited", self.edited, column)
            one = Gtk.TreeViewColumn(name, cell, text=column)
            one.set_min_width(140)
            self.view.append_column(one)
        frame = Gtk.ScrolledWindow(shadow_type=Gtk.ShadowType.IN)
        frame.add(self.view)
        page.pack_start(frame, True, True, 0)
        line = Gtk.Box(spacing=6)
        for name, icon, act in (
            ("Add ingredient", "list-add-symbolic", self.add_row),
            ("Remove ingredient", "list-remove-symbolic", self.remove_row),
            ("Move up", "go-up-symbolic", lambda _b: self.move(-1)),
            ("Move down", "go-down-symbolic", lambda _b: self.move(1)),
        ):
            button = Gtk.Button.new_from_icon_name(icon, Gtk.IconSize.BUTTON)
            button.set_tooltip_text(name)
            button.get_accessible().set_name(name)
            button.connect("clicked", act)
            line.pack_start(button, False, False, 0)
        page.pack_start(line, False, False, 0)
        self.book.append_page(page, Gtk.Label(label=PAGES[0]))

        words = Gtk.TextView(wrap_mode=Gtk.WrapMode.WORD, left_margin=6, top_margin=6)
        words.get_accessible().set_name("Method")
        text = words.get_buffer()
        text.set_text(METHOD)
        self.keep.add("method", lambda: text.get_text(*text.get_bounds(), True))
        self.book.append_page(words, Gtk.Label(label=PAGES[1]))

        page = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8, border_width=12)
        page.pack_start(Gtk.Label(label="Keep it in the", xalign=0), False, False, 0)
        first = None
        places = {}
        for name in ("Fridge", "Freezer", "Larder"):
            first_or = Gtk.RadioButton.new_with_label_from_widget(first, name)
            first = first or first_or
            places[name] = first_or
            page.pack_start(first_or, False, False, 0)
        self.keep.add(
            "place", lambda: next((n for n, radio in places.items() if radio.get_active()), "")
        )
        line = Gtk.Box(spacing=10)
        days = Gtk.SpinButton.new_with_range(0, 90, 1)
        days.set_value(3)
        self.keep.add("days", number_of(days))
        label = Gtk.Label.new_with_mnemonic("Keeps for (da_ys)")
        label.set_mnemonic_widget(days)
        line.pack_start(label, False, False, 0)
        line.pack_start(days, False, False, 0)
        page.pack_start(line, False, False, 0)
        heat = Gtk.CheckButton(label="Can be reheated")
        self.keep.add("reheat", heat.get_active)
        page.pack_start(heat, False, False, 0)
        fold = Gtk.Expander(label="Serving suggestions")
        inner = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6, margin_start=18)
        for name in ("Custard", "Vanilla ice cream", "Whipped cream"):
            box = Gtk.CheckButton(label=name)
            self.keep.add("serve " + name, box.get_active)
            inner.pack_start(box, False, False, 0)
        fold.add(inner)
        self.keep.add("suggestions open", fold.get_expanded)
        page.pack_start(fold, False, False, 0)
        self.book.append_page(page, Gtk.Label(label=PAGES[2]))
        return self.book

    def chosen(self):
        model, at = self.view.get_selection().get_selected()
        return model[at][1] if at else ""

    def edited(self, _cell, path, text, column):
        self.rows[path][column] = text

    def add_row(self, _button):
        at = self.rows.append(("", "New ingredient"))
        self.view.get_selection().select_iter(at)

    def remove_row(self, _button):
        model, at = self.view.get_selection().get_selected()
        if at:
            model.remove(at)

    def move(self, step):
        model, at = self.view.get_selection().get_selected()
        if at:
            other = model.iter_next(at) if step > 0 else model.iter_previous(at)
            if other:
                model.swap(at, other)

    def bottom(self):
        line = Gtk.Box(spacing=8, border_width=10)
        self.word = Gtk.Label(label="", xalign=0)
        line.pack_start(self.word, True, True, 0)
        star = Gtk.ToggleButton(label="Favourite")
        self.keep.add("favourite", star.get_active)
        line.pack_start(star, False, False, 0)
        self.keep.known("Share")
        share = Gtk.Button.new_with_mnemonic("S_hare")
        share.connect("clicked", lambda _b: self.keep.count("Share"))
        line.pack_start(share, False, False, 0)
        save = Gtk.Button.new_with_mnemonic("Sa_ve card")
        save.connect("clicked", self.save)
        line.pack_start(save, False, False, 0)
        return line

    def save(self, _button):
        self.saved = self.keep.reads["title"]()
        self.word.set_text(f"Saved “{self.saved}”.")


if __name__ == "__main__":
    Card(sys.argv[1] if len(sys.argv) > 1 else "")
    Gtk.main()
