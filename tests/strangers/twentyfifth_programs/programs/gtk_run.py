"""The dialog, the tabs and the start of the GTK programs."""

from parts_gtk import GLib, Gtk, keep, window


def dialog(title, yes, form, act):
    """A dialog with the form in it; act is called when it is answered with yes."""
    made = Gtk.Dialog(title=title, transient_for=window, modal=True)
    made.add_buttons("_Cancel", Gtk.ResponseType.CANCEL, yes, Gtk.ResponseType.OK)
    made.get_content_area().add(form)
    made.set_keep_above(True)

    def answered(_dialog, answer):
        made.hide()
        if answer == Gtk.ResponseType.OK:
            act()

    made.connect("response", answered)
    made.connect("delete-event", lambda *_: made.hide_on_delete())
    keep.add(title.lower() + " shown", made.get_visible)
    return made


def notebook(**pages):
    book = Gtk.Notebook(vexpand=True)
    for title, page in pages.items():
        book.append_page(page, Gtk.Label(label=title))
    keep.add("tab", lambda: book.get_tab_label_text(book.get_nth_page(book.get_current_page())))
    return book


def run(title, *parts, more=dict, page=0, shown=None):
    """Show the window with its parts below each other, the last of them a notebook; shown is a dialog to open."""
    whole = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    for part in parts:
        whole.add(part)
    window.add(whole)
    window.set_title(title)
    window.set_default_size(900, 640)
    window.set_keep_above(True)
    window.connect("destroy", Gtk.main_quit)
    window.show_all()
    parts[-1].set_current_page(page)
    if shown:
        shown.show_all()
    GLib.timeout_add(100, lambda: keep.write(**more()))
    Gtk.main()
