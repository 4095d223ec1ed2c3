"""As much of GTK 3 as the guest book needs, called in its own library: there are no bindings to install."""

import ctypes

_lib = ctypes.CDLL("libgtk-3.so.0")
_gdk = ctypes.CDLL("libgdk-3.so.0")
_glib = ctypes.CDLL("libglib-2.0.so.0")
_gobject = ctypes.CDLL("libgobject-2.0.so.0")

_P, _I, _S, _U = ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint
VERTICAL, HORIZONTAL = 1, 0
_BUTTON_PRESSES = (4, 5, 6)
"""GDK_BUTTON_PRESS and its double and triple."""
_kept = []
"""Callbacks that C holds; Python must not collect them."""


def _function(library, name, result, *arguments):
    found = getattr(library, name)
    found.restype, found.argtypes = result, list(arguments)
    return found


_connect = _function(
    _gobject, "g_signal_connect_data", ctypes.c_ulong, _P, _S, _P, _P, _P, _I
)  # fmt: skip
_idle = _function(_glib, "g_idle_add", _U, _P, _P)
_timeout = _function(_glib, "g_timeout_add", _U, _U, _P, _P)
_set_name = _function(_lib, "gtk_widget_set_name", None, _P, _S)
_get_name = _function(_lib, "gtk_widget_get_name", _S, _P)
_parent = _function(_lib, "gtk_widget_get_parent", _P, _P)
_event_widget = _function(_lib, "gtk_get_event_widget", _P, _P)
_do_event = _function(_lib, "gtk_main_do_event", None, _P)
_event_type = _function(_gdk, "gdk_event_get_event_type", _I, _P)
_set_handler = _function(_gdk, "gdk_event_handler_set", None, _P, _P, _P)
_settings = _function(_lib, "gtk_settings_get_default", _P)
_box = _function(_lib, "gtk_box_new", _P, _I, _I)
_pack = _function(_lib, "gtk_box_pack_start", None, _P, _P, _I, _I, _U)
_grid = _function(_lib, "gtk_grid_new", _P)
_attach = _function(_lib, "gtk_grid_attach", None, _P, _P, _I, _I, _I, _I)
_spacing = _function(_lib, "gtk_grid_set_column_spacing", None, _P, _U)
_label = _function(_lib, "gtk_label_new", _P, _S)
_entry = _function(_lib, "gtk_entry_new", _P)
_button = _function(_lib, "gtk_button_new_with_label", _P, _S)
_check = _function(_lib, "gtk_check_button_new_with_label", _P, _S)
_mnemonic = _function(_lib, "gtk_label_set_mnemonic_widget", None, _P, _P)
_label_text = _function(_lib, "gtk_label_set_text", None, _P, _S)
_label_align = _function(_lib, "gtk_label_set_xalign", None, _P, ctypes.c_float)
_entry_text = _function(_lib, "gtk_entry_get_text", _S, _P)
_is_active = _function(_lib, "gtk_toggle_button_get_active", _I, _P)
_window = _function(_lib, "gtk_window_new", _P, _I)
_title = _function(_lib, "gtk_window_set_title", None, _P, _S)
_size = _function(_lib, "gtk_window_set_default_size", None, _P, _I, _I)
_modal = _function(_lib, "gtk_window_set_modal", None, _P, _I)
_transient = _function(_lib, "gtk_window_set_transient_for", None, _P, _P)
_add = _function(_lib, "gtk_container_add", None, _P, _P)
_border = _function(_lib, "gtk_container_set_border_width", None, _P, _U)
_show = _function(_lib, "gtk_widget_show_all", None, _P)
_destroy = _function(_lib, "gtk_widget_destroy", None, _P)
_reorder = _function(_lib, "gtk_box_reorder_child", None, _P, _P, _I)
_dialog = _function(_lib, "gtk_dialog_new", _P)
_inside = _function(_lib, "gtk_dialog_get_content_area", _P, _P)


def start():
    """Open the display."""
    _lib.gtk_init(None, None)


def run():
    """Serve events until `leave`."""
    _lib.gtk_main()


def leave():
    """End `run`."""
    _lib.gtk_main_quit()


def _once(call):
    def _called(_data):
        call()
        return 0

    made = ctypes.CFUNCTYPE(_I, _P)(_called)
    _kept.append(made)
    return made


def soon(call):
    """Call in the thread of the events; may be asked for in any."""
    _idle(_once(call), None)


def after(seconds, call):
    """Call once, so many seconds later."""
    _timeout(int(1000 * seconds), _once(call), None)


def on(widget, signal, call):
    """Call without arguments when a widget sends a signal."""
    made = ctypes.CFUNCTYPE(None, _P, _P)(lambda _widget, _data: call())
    _kept.append(made)
    _connect(widget, signal.encode(), made, None, None, 0)


def watch_presses(tell):
    """Tell of each press the name of the widget that gets it, or of the nearest named one around."""

    def _handle(event, _data):
        if _event_type(event) == _BUTTON_PRESSES[0]:
            tell(_named_around(_event_widget(event)))
        _do_event(event)

    made = ctypes.CFUNCTYPE(None, _P, _P)(_handle)
    _kept.append(made)
    _set_handler(made, None, None)


def _named_around(widget):
    while widget:
        name = _get_name(widget).decode()
        if name.startswith("id:"):
            return name.removeprefix("id:")
        widget = _parent(widget)
    return "nothing"


def named(widget, what):
    """Give a widget a name that presses are told by."""
    _set_name(widget, f"id:{what}".encode())
    return widget


def look(theme, font_pt):
    """Set theme and font of the whole program."""
    put = _gobject.g_object_set
    put.restype = None
    settings = ctypes.c_void_p(_settings())
    dark = ctypes.c_int(theme == "dark")
    put(settings, b"gtk-application-prefer-dark-theme", dark, None)
    put(settings, b"gtk-font-name", f"Sans {font_pt}".encode(), None)


def column(*children, border=0):
    """Return a box with these, one below the other."""
    return _boxed(VERTICAL, children, border)


def line(*children):
    """Return a box with these side by side."""
    return _boxed(HORIZONTAL, children, 0)


def _boxed(way, children, border):
    box = _box(way, 8)
    for child in children:
        _pack(box, child, 0, 0, 0)
    _border(box, border)
    return box


def put_first(box, child):
    """Put something at the beginning of a box."""
    _pack(box, child, 0, 0, 0)
    _reorder(box, child, 0)
    _show(box)


def table(rows):
    """Return a grid with these rows of widgets."""
    grid = _grid()
    _spacing(grid, 16)
    for n, row in enumerate(rows):
        for column_, child in enumerate(row):
            _attach(grid, child, column_, n, 1, 1)
    return grid


def label(text):
    """Return a text."""
    made = _label(text.encode())
    _label_align(made, 0.0)
    return made


def say(widget, text):
    """Change a text."""
    _label_text(widget, text.encode())


def field(text):
    """Return the name of a field and the field."""
    name, entry = label(text), _entry()
    _mnemonic(name, entry)
    return name, entry


def text_of(entry):
    """Return what a field holds."""
    return _entry_text(entry).decode()


def button(text):
    """Return a button."""
    return _button(text.encode())


def check(text):
    """Return a check box."""
    return _check(text.encode())


def is_on(box):
    """Tell whether a check box is on."""
    return bool(_is_active(box))


def window(title, size):
    """Return a window that is not shown."""
    made = _window(0)
    _title(made, title.encode())
    _size(made, *size)
    return made


def dialog(title, parent, content):
    """Show a modal dialog over a window and return it."""
    made = _dialog()
    _title(made, title.encode())
    _transient(made, parent)
    _modal(made, 1)
    _size(made, 320, 140)
    _pack(_inside(made), content, 1, 1, 0)
    _show(made)
    return made


def show(widget):
    """Show a widget and all that is in it."""
    _show(widget)


def fill(parent, child):
    """Put a widget into a window."""
    _add(parent, child)
    _show(parent)


def put_away(widget):
    """End a widget."""
    _destroy(widget)
