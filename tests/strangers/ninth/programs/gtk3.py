"""GTK 3 for the programs made with it: imported before anything of GTK, it chooses the version."""

import gi
from keep import keep

gi.require_version("Gtk", "3.0")


def run(window):
    """Show the window and keep what it holds, until it is closed."""
    from gi.repository import GLib, Gtk

    def again():
        keep()
        return True

    window.connect("destroy", Gtk.main_quit)
    window.show_all()
    GLib.timeout_add(150, again)
    Gtk.main()
