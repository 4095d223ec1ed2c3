"""What the GTK programs of this set have in common: small makers of widgets, and the timer that writes the state."""

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402


def window_of(title):
    window = Gtk.Window(title=title, default_width=900, default_height=640)
    window.connect("destroy", Gtk.main_quit)
    window.set_keep_above(True)
    return window


def combo(*texts, at=0):
    box = Gtk.ComboBoxText()
    for text in texts:
        box.append_text(text)
    box.set_active(at)
    return box


def spin(low, high, value, step=1):
    return Gtk.SpinButton(
        adjustment=Gtk.Adjustment(value, low, high, step, step * 10), numeric=True
    )


def scale(high, value):
    return Gtk.Scale(adjustment=Gtk.Adjustment(value, 0, high, 1, 5), digits=0, hexpand=True)


def check(text, on=False):
    return Gtk.CheckButton(label=text, use_underline=True, active=on)


def form(*rows):
    """Return a grid of labelled fields; a row without a label is a widget alone."""
    grid = Gtk.Grid(column_spacing=10, row_spacing=8, margin=10)
    for at, (text, field) in enumerate(rows):
        if text:
            label = Gtk.Label(label=text, use_underline=True, xalign=0, mnemonic_widget=field)
            grid.attach(label, 0, at, 1, 1)
        if isinstance(field, Gtk.TextView):
            field = Gtk.Frame(width_request=460, child=field)
        grid.attach(field, 1, at, 1, 1)
    return grid


def box(*parts, across=False):
    made = Gtk.Box(orientation=0 if across else 1, spacing=8, border_width=0 if across else 8)
    for part in parts:
        made.pack_start(part, isinstance(part, Gtk.ScrolledWindow | Gtk.Notebook), True, 0)
    return made


def button(text, job):
    made = Gtk.Button(label=text, use_underline=True)
    made.connect("clicked", lambda _: job())
    return made


def notebook(*pages):
    made = Gtk.Notebook()
    for text, page in pages:
        made.append_page(page, Gtk.Label(label=text))
    return made


def table(store, *heads):
    """Return the view of a store of texts, and the scrolled window around it."""
    view = Gtk.TreeView(model=store)
    for at, head in enumerate(heads):
        view.append_column(Gtk.TreeViewColumn(head, Gtk.CellRendererText(), text=at))
        view.get_column(at).set_expand(True)
    return view, Gtk.ScrolledWindow(min_content_height=170, child=view)


def row_of(view):
    """Return the number of the selected row, or -1."""
    model, at = view.get_selection().get_selected()
    return model.get_path(at).get_indices()[0] if at else -1


def menu_bar(*menus):
    """Each menu: its title and entries (text, job) or a check entry made before."""
    bar = Gtk.MenuBar()
    for title, entries in menus:
        menu = Gtk.Menu()
        bar.append(Gtk.MenuItem(label=title, use_underline=True, submenu=menu))
        for entry in entries:
            if isinstance(entry, tuple):
                item = Gtk.MenuItem.new_with_mnemonic(entry[0])
                item.connect("activate", lambda _, job=entry[1]: job())
                entry = item
            menu.append(entry)
    return bar


def dialog_of(window, title, accept, job, content):
    made = Gtk.Dialog(title=title, transient_for=window, modal=True)
    made.add_buttons("Abbrechen", Gtk.ResponseType.CANCEL, accept, Gtk.ResponseType.OK)
    made.get_content_area().add(content)
    content.show_all()
    made.connect(
        "response",
        lambda _, answer: (made.hide(), job() if answer == Gtk.ResponseType.OK else None),
    )
    made.connect("delete-event", lambda *_: made.hide_on_delete())
    return made


def reading(field):
    """Return what reads a field."""
    if isinstance(field, Gtk.ComboBoxText):
        return field.get_active_text
    if isinstance(field, Gtk.SpinButton):
        return lambda: (
            int(text) if (text := field.get_text().strip()).lstrip("-").isdecimal() else text
        )
    if isinstance(field, Gtk.Entry):
        return field.get_text
    if isinstance(field, Gtk.TextView):
        return lambda: field.get_buffer().get_property("text")
    return (lambda: round(field.get_value())) if isinstance(field, Gtk.Scale) else field.get_active


def run(keep, window, book, **fields):
    for key, field in fields.items():
        keep.add(key.replace("_", " "), reading(field) if isinstance(field, Gtk.Widget) else field)
    keep.add("reiter", lambda: book.get_tab_label_text(book.get_nth_page(book.get_current_page())))
    GLib.timeout_add(100, keep.write)
    window.present()
    Gtk.main()
