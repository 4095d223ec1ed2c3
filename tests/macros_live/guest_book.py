"""The guest book that every program of the drift suite shows: its words, its rows, and how they drift."""

from dataclasses import asdict, dataclass, fields

TITLE = "Guest list"
"""Nothing here reads like something to pay or to call off: what is hard to undo has to keep its name."""
NAME, CITY, NEWSLETTER = "Name", "City", "Newsletter"
CLEAR, SAVE, PRINT, EDIT, SHOW = "Clear", "Save card", "Print card", "Edit", "Show"
RENAMED, DANGER = "Update card", "Delete card"
HEADING = "Guests of the house"
NOTICE = "The house is closed for repairs on Sunday."
DIALOG, DIALOG_TEXT, DIALOG_BUTTON = "What is new", "There is a second page.", "Not now"
NOTHING_SAVED, SAVED, CHOSEN = "Nothing saved", "Saved: ", "Chosen: "
LOADING = "One moment"

ROWS = (
    ("R-11", "Ostsee", "Ada"),
    ("R-17", "Harz", "Bo"),
    ("R-71", "Harz", "Bo"),
    ("R-18", "Eifel", "Bo"),
)
MEANT = "R-17"
_OTHERS = {
    "sorted": tuple(reversed(ROWS)),
    "grown": (("R-117", "Harz", "Bo"), ROWS[0], ("R-7", "Harz", "Bo"), *ROWS[1:]),
    "grown and sorted": (ROWS[3], ("R-107", "Harz", "Bo"), ROWS[2], ROWS[1], ROWS[0]),
    "gone": tuple(row for row in ROWS if row[0] != MEANT),
    "twins": (*ROWS, ROWS[1]),
    "one left": (ROWS[2],),
    "named elsewhere": (ROWS[0], ("R-71", MEANT, "Bo"), ROWS[3]),
    "empty": (),
}


@dataclass(frozen=True)
class Flags:
    """How the book is shown; each field is one drift, its default is how it was recorded."""

    theme: str = "light"
    font_pt: int = 10
    rows: str = "as recorded"
    is_renamed: bool = False
    is_removed: bool = False
    has_danger: bool = False
    """In the place of the button that is meant stands one that does harm."""
    has_twin: bool = False
    has_notice: bool = False
    dialog: str = ""
    """`once`: closed by its button; `goes`: by itself after a while; `stays`: by nothing."""
    slow_s: float = 0.0
    """So long after it is opened the book shows its content."""
    save_s: float = 0.0
    """So long after the press it says that it has saved."""
    late: str = ""
    """What comes while somebody works: `notice`, `sorted`, `dialog`."""
    late_s: float = 0.0
    late_on: str = ""
    """Counted from when the pointer comes to this button, in the page alone; else from the start."""

    def plain(self):
        """Return it as JSON can hold it."""
        return asdict(self)


GOES_S = 1.5
"""A dialog that goes by itself is there so long."""


def flags_of(plain):
    """Return the flags that `plain` wrote."""
    known = {field.name for field in fields(Flags)}
    return Flags(**{name: value for name, value in plain.items() if name in known})


def rows_of(flags):
    """Return the rows that the table shows."""
    return _OTHERS.get(flags.rows, ROWS)


def buttons_of(flags):
    """Return id and name of the buttons below the form, from left to right."""
    found = [("clear", CLEAR)]
    if flags.has_danger:
        found.append(("delete", DANGER))
    elif not flags.is_removed:
        found.append(("save", RENAMED if flags.is_renamed else SAVE))
    if flags.has_twin:
        found.append(("save too", SAVE))
    return [*found, ("print", PRINT)]
