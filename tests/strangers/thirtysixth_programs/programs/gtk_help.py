"""What the GTK programs of the set share: controls that keep their state."""

import re

import gi
from keep import Keep

gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402

keep = Keep()


def plain(text):
    """Free text as it is kept: in lower case, without a stop at its end."""
    return " ".join(text.split()).strip(" .").lower()


def digits(text):
    return text.replace(" ", "")


def clock(text):
    """A time as it is kept: 04:50 for 4:50 and 4.50."""
    found = re.fullmatch(r"\s*(\d\d?)[:.](\d\d)\s*", text)
    return f"{int(found[1]):02}:{found[2]}" if found else text.strip()


def button(text, name=None, then=None):
    name = name or text.rstrip("…")
    made = Gtk.Button(label=text)
    keep.known(name)

    def pressed(_):
        keep.count(name)
        if then:
            then()

    made.connect("clicked", pressed)
    return made


def check(text, key=None, on=False):
    made = Gtk.CheckButton(label=text, active=on)
    keep.add(key or text, made.get_active)
    return made


def switch(key, on=False):
    made = Gtk.Switch(active=on, halign=Gtk.Align.START, valign=Gtk.Align.CENTER)
    keep.add(key, made.get_active)
    return made


def choice(key, options, now, editable=False):
    made = Gtk.ComboBoxText.new_with_entry() if editable else Gtk.ComboBoxText()
    for option in options:
        made.append_text(option)
    if now in options:
        made.set_active(options.index(now))
    if editable:
        made.get_child().set_text(now)
    keep.add(key, lambda: plain(made.get_child().get_text()) if editable else
             made.get_active_text())  # fmt: skip
    return made


def spin(key, low, high, now, step=1, places=0):
    made = Gtk.SpinButton.new_with_range(low, high, step)
    made.set_digits(places)
    made.set_value(now)

    def read():
        try:
            return f"{float(made.get_text().strip()):.{places}f}"
        except ValueError:
            return made.get_text()

    keep.add(key, read)
    return made


def scale(key, low, high, now, step=1, width=220):
    made = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, low, high, step)
    made.set_value(now)
    made.set_value_pos(Gtk.PositionType.RIGHT)
    made.set_size_request(width, -1)
    keep.add(key, lambda: str(round(made.get_value())))
    return made


def entry(key, text="", read=plain, hint="", width=20):
    made = Gtk.Entry(text=text, placeholder_text=hint, width_chars=width)
    keep.add(key, lambda: read(made.get_text()))
    return made


def area(key, text="", height=80):
    made = Gtk.TextView(wrap_mode=Gtk.WrapMode.WORD, left_margin=6, top_margin=4)
    made.set_accepts_tab(False)
    held = made.get_buffer()
    held.set_text(text)
    keep.add(key, lambda: plain(held.get_text(*held.get_bounds(), True)))
    frame = Gtk.ScrolledWindow(shadow_type=Gtk.ShadowType.IN)
    frame.set_size_request(-1, height)
    frame.add(made)
    return frame


def radios(key, options, now, toggles=False):
    made = []
    for option in options:
        made.append(Gtk.RadioButton.new_with_label_from_widget(made[0] if made else None, option))
        made[-1].set_mode(not toggles)
    made[options.index(now)].set_active(True)
    keep.add(key, lambda: next(one.get_label() for one in made if one.get_active()))
    return made


def counter(key, now):
    """A number between a minus and a plus."""
    shown = Gtk.Label(label=str(now), width_chars=3)
    keep.add(key, shown.get_text)
    box = Gtk.Box(spacing=2)
    less, more = Gtk.Button(label="−"), Gtk.Button(label="+")
    for made, step in ((less, -1), (more, 1)):
        made.connect(
            "clicked",
            lambda _, step=step: shown.set_text(str(max(0, int(shown.get_text()) + step))),
        )
    return put(box, less, shown, more)


def label(text, big=False, dim=False):
    made = Gtk.Label(xalign=0)
    size = f'<span size="x-large" weight="bold">{GLib.markup_escape_text(text)}</span>'
    made.set_markup(size if big else GLib.markup_escape_text(text))
    if dim:
        made.get_style_context().add_class("dim-label")
    return made


def put(box, *things):
    for thing in things:
        if thing is None:
            box.pack_start(Gtk.Label(), True, True, 0)
        elif isinstance(thing, tuple):
            box.pack_start(thing[0], True, True, 0)
        else:
            box.pack_start(label(thing) if isinstance(thing, str) else thing, False, False, 0)
    return box


def across(*things, gap=8):
    return put(Gtk.Box(spacing=gap), *things)


def down(*things, gap=8, margin=0):
    return put(Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=gap, margin=margin), *things)


def form(*rows, gap=10):
    """Labels at the left, controls at the right."""
    grid = Gtk.Grid(row_spacing=gap, column_spacing=12)
    for row, (text, control) in enumerate(rows):
        if text:
            made = label(text)
            made.set_mnemonic_widget(control)
            grid.attach(made, 0, row, 1, 1)
        grid.attach(control, 1, row, 1, 1)
    return grid


def framed(title, inner, margin=10):
    made = Gtk.Frame(label=title)
    inner.set_property("margin", margin)
    made.add(inner)
    return made


def go(inner, title, width, height, window=None):
    window = window or Gtk.Window()
    window.set_title(title)
    window.set_default_size(width, height)
    window.add(inner)
    window.connect("destroy", Gtk.main_quit)
    window.show_all()
    window.move(30, 20)
    GLib.timeout_add(100, keep.write)
    Gtk.main()


__all__ = ["GLib", "Gdk", "Gtk", "keep"]
