"""The guest book as a GTK window: `python -m tests.macros_live.gtk_app LOG`, books on standard input."""

import sys

from tests.macros_live import gtk
from tests.macros_live import guest_book as book
from tests.macros_live.told import Log, Orders

PAINTED_S = 0.12


class Book:
    """One open book."""

    def __init__(self, log, flags):
        self._log, self._flags = log, flags
        self._edited = []
        name, self._name = gtk.field(book.NAME)
        city, self._city = gtk.field(book.CITY)
        gtk.on(self._name, "changed", lambda: log.tell(name=gtk.text_of(self._name)))
        self._newsletter = gtk.named(gtk.check(book.NEWSLETTER), "newsletter")
        gtk.on(
            self._newsletter, "toggled", lambda: log.tell(newsletter=gtk.is_on(self._newsletter))
        )
        self._status = gtk.label(book.NOTHING_SAVED)
        form = gtk.table(
            ((name, gtk.named(self._name, "name")), (city, gtk.named(self._city, "city")))
        )
        self._table = gtk.column(self._rows(book.rows_of(flags)))
        notice = (_notice(),) if flags.has_notice else ()
        self.widget = gtk.column(
            *notice, gtk.label(book.HEADING), form, self._newsletter, self._buttons(),
            self._status, self._table, border=12,
        )  # fmt: skip

    def _rows(self, rows):
        grid = gtk.table(
            [
                (
                    *(gtk.label(text) for text in row),
                    self._row_button(book.EDIT, "edit", row[0]),
                    self._row_button(book.SHOW, "show", row[0]),
                )
                for row in rows
            ]
        )
        self._grid = gtk.named(grid, "table")
        return self._grid

    def _row_button(self, name, what, number):
        made = gtk.named(gtk.button(name), f"{what} {number}")
        gtk.on(made, "clicked", lambda: self._took(f"{what} {number}"))
        return made

    def _took(self, what):
        self._edited.append(what)
        gtk.say(self._status, book.CHOSEN + what)
        self._log.tell(row=what)

    def _buttons(self):
        made = []
        for what, name in book.buttons_of(self._flags):
            one = gtk.named(gtk.button(name), what)
            gtk.on(one, "clicked", lambda w=what: self._clicked(w))
            made.append(one)
        return gtk.line(*made)

    def _clicked(self, what):
        if what != "save":
            self._log.tell(clicked=what)
        elif self._flags.save_s:
            gtk.after(self._flags.save_s, self._save)
        else:
            self._save()

    def _save(self):
        name = gtk.text_of(self._name)
        gtk.say(self._status, book.SAVED + name)
        self._log.tell(
            saved={
                "name": name, "city": gtk.text_of(self._city),
                "newsletter": gtk.is_on(self._newsletter), "rows": self._edited,
            }
        )  # fmt: skip

    def late(self, what):
        """Let something come while somebody works."""
        if what == "notice":
            gtk.put_first(self.widget, _notice())
        elif what == "sorted":
            gtk.put_away(self._grid)
            gtk.put_first(self._table, self._rows(tuple(reversed(book.rows_of(self._flags)))))
        self._log.tell(late=what)


def _notice():
    return gtk.named(gtk.column(gtk.label(book.NOTICE), border=10), "notice")


class Window:
    """The window; opens the books that it is ordered to."""

    def __init__(self, log):
        self._log = log
        self._window = gtk.window(book.TITLE, (860, 640))
        self._shown = self._page = self._dialog = None
        self._opened = 0
        self._orders = Orders(lambda: gtk.soon(self._obey))
        gtk.show(self._window)

    def _obey(self):
        for order in self._orders.all():
            if order is None:
                gtk.leave()
                return
            self._open(*order)

    def _open(self, number, flags):
        self._put_dialog_away(self._dialog)
        self._log.book = self._opened = number
        gtk.look(flags.theme, flags.font_pt)
        self._put(gtk.label(book.LOADING))
        if flags.slow_s:
            gtk.after(flags.slow_s, lambda: self._fill(number, flags))
        else:
            self._fill(number, flags)
        gtk.after(PAINTED_S, lambda: self._opened == number and self._log.tell(shown=True))

    def _put(self, widget):
        if self._shown is not None:
            gtk.put_away(self._shown)
        self._shown = widget
        gtk.fill(self._window, widget)

    def _fill(self, number, flags):
        if self._opened != number:
            return
        self._page = Book(self._log, flags)
        self._put(self._page.widget)
        if flags.dialog:
            self._show_dialog(flags.dialog)
        if flags.late:
            gtk.after(flags.late_s, lambda: self._late(flags.late, number))

    def _late(self, what, number):
        if self._opened != number:
            return
        if what == "dialog":
            self._show_dialog("stays")
            self._log.tell(late=what)
        else:
            self._page.late(what)

    def _show_dialog(self, how):
        text = gtk.label(book.DIALOG_TEXT)
        later = gtk.named(gtk.button(book.DIALOG_BUTTON), "not now")
        content = gtk.column(text, *((later,) if how == "once" else ()), border=16)
        dialog = gtk.named(gtk.dialog(book.DIALOG, self._window, content), "dialog")
        self._dialog = dialog
        gtk.on(later, "clicked", lambda: self._put_dialog_away(dialog))
        if how == "goes":
            gtk.after(book.GOES_S, lambda: self._put_dialog_away(dialog))

    def _put_dialog_away(self, dialog):
        if dialog is not None and dialog == self._dialog:
            self._dialog = None
            gtk.put_away(dialog)


def main(path):
    """Serve until standard input ends."""
    gtk.start()
    log = Log(path)
    gtk.watch_presses(log.pressed)
    Window(log)
    gtk.run()


if __name__ == "__main__":
    main(sys.argv[1])
