"""An editor of subtitles: the lines of a film with their times."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402
from keep import Keep  # noqa: E402

LINES = [
    [1.0, 3.5, "The harbour was quiet that morning.", False, "Dialogue"],
    [4.0, 6.0, "Nobody had seen the ferry leave.", False, "Dialogue"],
    [7.0, 9.5, "We always sailed before noon.", False, "Dialogue"],
    [10.0, 12.0, "(gulls crying)", True, "Sound"],
    [13.0, 15.5, "Where is my brother?", False, "Dialogue"],
    [16.0, 18.0, "He took the early boat.", False, "Dialogue"],
]


class Window(Gtk.Window):
    def __init__(self, start):
        super().__init__(title="Subtitle Editor - harbour_film")
        self.keep = Keep()
        self.dialog = None
        self.set_default_size(960, 640)
        self.store = Gtk.ListStore(float, float, str, bool, str)
        for values in LINES:
            self.store.append(values)
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        box.pack_start(self.menus(), False, False, 0)
        box.pack_start(self.tools(), False, False, 0)
        box.pack_start(self.table(), True, True, 0)
        box.pack_start(self.editor(), False, False, 0)
        self.add(box)
        self.show_all()
        self.keep.add("dialog", lambda: self.dialog and self.dialog.get_title())
        self.keep.add("texts", lambda: [row[2] for row in self.store])
        self.keep.add("starts", lambda: [round(row[0], 1) for row in self.store])
        self.keep.add("ends", lambda: [round(row[1], 1) for row in self.store])
        self.keep.add("italic", lambda: [row[3] for row in self.store])
        self.keep.add("styles", lambda: [row[4] for row in self.store])
        self.keep.add("selected", lambda: (self.at() or 0) + 1 if self.at() is not None else None)
        if start == "shift":
            self.shift()
        self.connect("destroy", Gtk.main_quit)
        self.keep.write()
        GLib.timeout_add(120, self.keep.write)

    def at(self):
        _, where = self.choice.get_selected()
        return self.store.get_path(where).get_indices()[0] if where else None

    def counted(self, menu, name):
        item = Gtk.MenuItem(label=name)
        item.connect("activate", lambda _i: self.keep.count(name))
        self.keep.known(name)
        menu.append(item)

    def menus(self):
        bar = Gtk.MenuBar()
        menus = {}
        for name in ("File", "Timing", "View"):
            item = Gtk.MenuItem(label=name)
            menus[name] = Gtk.Menu()
            item.set_submenu(menus[name])
            bar.append(item)
        for name in ("Save subtitles", "Check spelling"):
            self.counted(menus["File"], name)
        shift = Gtk.MenuItem(label="Shift times...")
        shift.connect("activate", lambda _i: self.shift())
        menus["Timing"].append(shift)
        lock = Gtk.CheckMenuItem(label="Snap to scene cuts")
        menus["Timing"].append(lock)
        self.keep.add("snap", lock.get_active)
        gaps = Gtk.CheckMenuItem(label="Show gaps")
        menus["View"].append(gaps)
        self.keep.add("gaps", gaps.get_active)
        sizes = Gtk.MenuItem(label="Size of text")
        menus["View"].append(sizes)
        inner = Gtk.Menu()
        sizes.set_submenu(inner)
        radios = []
        for name in ("Small", "Medium", "Large"):
            radio = Gtk.RadioMenuItem(label=name, group=radios[0] if radios else None)
            radio.set_active(name == "Medium")
            radios.append(radio)
            inner.append(radio)
        radios[1].set_active(True)
        self.keep.add("size", lambda: next(r.get_label() for r in radios if r.get_active()))
        return bar

    def tools(self):
        bar = Gtk.Toolbar(toolbar_style=Gtk.ToolbarStyle.ICONS)

        def tool(icon, tip, act):
            button = Gtk.ToolButton(icon_name=icon, label=tip, tooltip_text=tip)
            button.connect("clicked", lambda _b: act())
            bar.insert(button, -1)

        for icon, tip in (
            ("media-playback-start", "Play this line"),
            ("media-skip-forward", "Jump to next line"),
        ):
            tool(icon, tip, lambda tip=tip: self.keep.count(tip))
            self.keep.known(tip)
        bar.insert(Gtk.SeparatorToolItem(), -1)
        tool("list-add", "Add line at the end", self.append)
        tool("edit-delete", "Delete line", self.delete)
        bar.insert(Gtk.SeparatorToolItem(), -1)
        item = Gtk.ToolItem()
        find = Gtk.SearchEntry(placeholder_text="Find in lines", width_chars=24)
        item.add(find)
        bar.insert(item, -1)
        self.keep.add("find", find.get_text)
        return bar

    def append(self):
        self.store.append([self.store[-1][1] + 1, self.store[-1][1] + 3, "", False, "Dialogue"])
        self.choice.select_path(Gtk.TreePath(len(self.store) - 1))

    def delete(self):
        if self.at() is not None:
            self.store.remove(self.store.get_iter(self.at()))

    def twice(self):
        at = self.at()
        if at is not None:
            self.store.insert(at + 1, list(self.store[at]))

    def table(self):
        self.view = Gtk.TreeView(model=self.store)
        number = Gtk.CellRendererText()
        column = Gtk.TreeViewColumn("No.", number)
        column.set_cell_data_func(
            number,
            lambda _c, cell, model, at, *_: cell.set_property(
                "text", str(model.get_path(at).get_indices()[0] + 1)
            ),
        )
        self.view.append_column(column)
        for at, name in ((0, "Start"), (1, "End")):
            cell = Gtk.CellRendererText()
            column = Gtk.TreeViewColumn(name, cell)
            column.set_cell_data_func(
                cell,
                lambda _c, cell, model, where, at: cell.set_property(
                    "text", f"{model[where][at]:.1f}"
                ),
                at,
            )
            column.set_min_width(70)
            self.view.append_column(column)
        text = Gtk.TreeViewColumn("Text", Gtk.CellRendererText(), text=2)
        text.set_expand(True)
        self.view.append_column(text)
        self.view.append_column(Gtk.TreeViewColumn("Style", Gtk.CellRendererText(), text=4))
        self.view.set_enable_search(False)
        self.choice = self.view.get_selection()
        self.choice.connect("changed", lambda _c: self.fill())
        self.popup = Gtk.Menu()
        for name, act in (
            ("Duplicate line", self.twice),
            ("Play this line", lambda: self.keep.count("Play this line")),
        ):
            item = Gtk.MenuItem(label=name)
            item.connect("activate", lambda _i, act=act: act())
            self.popup.append(item)
        self.popup.show_all()
        self.popup.attach_to_widget(self.view, None)

        def pressed(view, event):
            if event.button == 3:
                found = view.get_path_at_pos(int(event.x), int(event.y))
                if found:
                    self.choice.select_path(found[0])
                    self.popup.popup_at_pointer(event)
                return True
            return False

        self.view.connect("button-press-event", pressed)
        frame = Gtk.ScrolledWindow(shadow_type=Gtk.ShadowType.IN)
        frame.add(self.view)
        return frame

    def editor(self):
        grid = Gtk.Grid(row_spacing=8, column_spacing=12, border_width=12)
        self.text = Gtk.TextView(accepts_tab=False, wrap_mode=Gtk.WrapMode.WORD)
        frame = Gtk.ScrolledWindow(shadow_type=Gtk.ShadowType.IN, height_request=80, hexpand=True)
        frame.add(self.text)
        label = Gtk.Label(label="Text of the line", xalign=0)
        label.set_mnemonic_widget(self.text)
        grid.attach(label, 0, 0, 4, 1)
        grid.attach(frame, 0, 1, 4, 1)
        self.slant = Gtk.CheckButton(label="Italic")
        self.style = Gtk.ComboBoxText()
        for name in ("Dialogue", "Narrator", "Sound", "Song"):
            self.style.append_text(name)
        name = Gtk.Label(label="Style of line", xalign=1)
        name.set_mnemonic_widget(self.style)
        self.save = Gtk.CheckButton(label="Forced subtitle")
        grid.attach(self.slant, 0, 2, 1, 1)
        grid.attach(self.save, 1, 2, 1, 1)
        grid.attach(name, 2, 2, 1, 1)
        grid.attach(self.style, 3, 2, 1, 1)
        self.grid = grid
        self.filling = False
        self.keep.add("forced", self.save.get_active)
        text = self.text.get_buffer()
        text.connect(
            "changed",
            lambda b: self.put(2, b.get_text(b.get_start_iter(), b.get_end_iter(), False)),
        )
        self.slant.connect("toggled", lambda b: self.put(3, b.get_active()))
        self.style.connect("changed", lambda b: self.put(4, b.get_active_text()))
        self.fill()
        return grid

    def put(self, at, value):
        if not self.filling and self.at() is not None:
            self.store[self.at()][at] = value

    def fill(self):
        if not hasattr(self, "grid"):
            return
        self.filling = True
        at = self.at()
        self.grid.set_sensitive(at is not None)
        values = self.store[at] if at is not None else [0, 0, "", False, "Dialogue"]
        self.text.get_buffer().set_text(values[2])
        self.slant.set_active(values[3])
        self.style.set_active(["Dialogue", "Narrator", "Sound", "Song"].index(values[4]))
        self.filling = False

    def shift(self):
        dialog = self.dialog = Gtk.Dialog(title="Shift times", transient_for=self, modal=True)
        dialog.add_buttons("Cancel", 0, "Shift", 1)
        grid = Gtk.Grid(row_spacing=10, column_spacing=12, border_width=14)
        seconds = Gtk.SpinButton(
            adjustment=Gtk.Adjustment(value=0, lower=-60, upper=60, step_increment=0.5), digits=1
        )
        label = Gtk.Label(label="Seconds", xalign=0)
        label.set_mnemonic_widget(seconds)
        every = Gtk.RadioButton(label="All lines")
        one = Gtk.RadioButton(label="Selected line only", group=every)
        grid.attach(label, 0, 0, 1, 1)
        grid.attach(seconds, 1, 0, 1, 1)
        grid.attach(every, 0, 1, 2, 1)
        grid.attach(one, 0, 2, 2, 1)
        dialog.get_content_area().add(grid)

        def answered(_dialog, answer):
            if answer == 1:
                seconds.update()
                for at, row in enumerate(self.store):
                    if every.get_active() or at == self.at():
                        row[0] += seconds.get_value()
                        row[1] += seconds.get_value()
            dialog.destroy()
            self.dialog = None

        dialog.connect("response", answered)
        dialog.show_all()


Window(sys.argv[1])
Gtk.main()
