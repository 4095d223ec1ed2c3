"""A GTK window with boxes for numbers of many widths below a field; run by the system's Python."""

TITLE = "Numbers of GTK"
WIDTHS = range(1, 15)
"""In letters."""


def main():
    import gi

    gi.require_version("Gtk", "3.0")
    from gi.repository import Gtk

    window, grid = Gtk.Window(title=TITLE), Gtk.Grid(column_spacing=12, row_spacing=2)
    window.connect("destroy", Gtk.main_quit)
    window.add(grid)

    def row(name, widget):
        at = len(grid.get_children()) // 2
        grid.attach(Gtk.Label(label=name), 0, at, 1, 1)
        grid.attach(widget, 1, at, 1, 1)

    row("Template", Gtk.Entry(text="as it was"))
    for width in WIDTHS:
        number = Gtk.SpinButton.new_with_range(0, 1000, 1)
        number.set_width_chars(width)
        number.set_halign(Gtk.Align.START)
        row(f"Number {width}", number)
    window.move(100, 20)
    window.show_all()
    Gtk.main()


if __name__ == "__main__":
    main()
