"""Keys and looks at the tree as a recording gets them, and what is let go as one word."""

from automation.core.geometry import Rect
from automation.core.hand_events import (
    KEY_DOWN,
    KEY_UP,
    PRESS,
    SECRET,
    SECRET_OVER,
    FieldValue,
    HandEvent,
)
from automation.desktop.recording.listen import Look
from tests.fakes.fake_reader import element

FIELD = (Rect(10, 10, 100, 20),)
TAB, ENTER, SHIFT = 0xFF09, 0xFF0D, 0xFFE1
BACKSPACE, LEFT, UP = 0xFF08, 0xFF51, 0xFF52
MS = 1000
USER = element("User", "field")
SEARCH = element("Search", "field", handle=("bus", "/search"))


def key(ms, char):
    """Return a key that goes down: a letter, or a keysym."""
    keysym = char if isinstance(char, int) else ord(char)
    return HandEvent(ms * MS, KEY_DOWN, keycode=keysym % 251, keysym=keysym)


def up(ms, char):
    """Return the same key coming up."""
    return key(ms, char)._replace(kind=KEY_UP)


def look(began, ended, *, secret=False, boxes=FIELD, **more):
    """Return a look from one time to another (ms) at a page that shows a password field."""
    return Look(began * MS, ended * MS, (), secret_boxes=boxes, is_secret=secret, **more)


def blind(began, ended, **more):
    """Return a look that could not tell what has the focus, where no password field is shown."""
    return look(began, ended, **{"boxes": (), "is_told": False, **more})


def typed(discretion, now_ms=10**6, **how):
    """Return what is let go as characters; a secret is `*`, what is untold `?`, the end of one `/`."""
    signs = {SECRET: "*", SECRET_OVER: "/", PRESS: "P"}
    found = [r.event for r in discretion.released(now_ms * MS, **how) if r.event.kind != KEY_UP]
    return "".join(
        "?"
        if e.is_untold
        else signs.get(e.kind) or {TAB: "T", ENTER: "E"}.get(e.keysym, chr(e.keysym))
        for e in found
    )


def holding(value):
    """Return what `USER` held as it was read again after it was left."""
    return (USER.handle, value)


def held(ms, value):
    """Return what `USER` held, read a little after the look began."""
    return FieldValue(USER.handle, value, (ms + 5) * MS, (ms + 8) * MS)


def user_look(began, value, **more):
    """Return a look of 10 ms that found `USER` with the focus and this text in it."""
    told = None if value is None else held(began, value)
    return look(began, began + 10, **{"focused": USER, "held": told, **more})


def search_look(began, value, **more):
    """Return a look of 10 ms that found `SEARCH` with the focus and this text in it."""
    told = FieldValue(SEARCH.handle, value, (began + 5) * MS, (began + 8) * MS)
    return look(began, began + 10, focused=SEARCH, held=told, **more)
