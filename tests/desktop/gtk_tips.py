"""A GTK window whose buttons are called one thing and described as another; run by the system's Python."""

import sys

TITLE = "Tips of GTK"
TIPS = {"Continue": "Deletes all files", "Go on": "Bin it", "Proceed": "Removes the account"}
"""Names of buttons and their tooltips."""
DRAWN = {"Advance": "Delete"}
"""Names of buttons with a picture, and the picture's own description."""
LIES = {**TIPS, **DRAWN}
TRUTHS = {"Blank sheet": "Makes a new, empty sheet", "Sort": "Sorts in ascending order"}


def main():
    import gi

    gi.require_version("Gtk", "3.0")
    from gi.repository import Gtk

    window = Gtk.Window(title=TITLE)
    window.connect("destroy", Gtk.main_quit)
    column = Gtk.Box(orientation=1, spacing=12)
    for name, tip in {**LIES, **TRUTHS}.items():
        button = Gtk.Button(label=name)
        if name in DRAWN:
            image = Gtk.Image.new_from_icon_name("image-missing", Gtk.IconSize.BUTTON)
            image.get_accessible().set_image_description(tip)
            button = Gtk.Button(image=image)
            button.get_accessible().set_name(name)
        else:
            button.set_tooltip_text(tip)
        column.pack_start(button, False, False, 0)
    row = Gtk.Box(spacing=6)
    box = Gtk.CheckButton()
    box.get_accessible().set_name("Newsletter")
    row.pack_start(box, False, False, 0)
    row.pack_start(Gtk.Label(label="Delete all my files"), False, False, 0)
    column.pack_start(row, False, False, 0)
    window.add(column)
    window.set_default_size(900, 620)
    window.move(60, 60)
    window.show_all()
    Gtk.main()


if __name__ == "__main__":
    sys.exit(main())
