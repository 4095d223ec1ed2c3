"""What an instruction can mean, before any screen is looked at: targets and clause forms."""

from dataclasses import dataclass
from typing import Final, Literal

from automation.commands.words import told_name
from automation.core.actions import Button, Check, Direction, Modifier
from automation.core.geometry import Rect, ScreenPoint

RelationKind = Literal["in", "near", "left_of", "right_of", "above", "below"]


@dataclass(frozen=True, slots=True)
class Relation:
    """Where a target is: `in`, `near`, `left_of`, ... something else that is named."""

    kind: RelationKind
    anchor: "Phrase"
    anchor_kind: str = ""
    """`row`, `dialog`, `menu`, `section`, `window`, ... when the words say so."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand the words that name a target."""

    label: str
    """The name looked for; empty when only a role or a position is given."""
    role: str = ""
    """A role word of the user's (`button`, `field`, ...); empty when none is given."""
    ordinal: int | None = None
    """1-based in reading order; -1 is the last; None when no position is given."""
    relation: Relation | None = None
    is_literal: bool = False
    """The label was quoted: it is not read in any other way."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """The words that name a target, and the ways to read them, the most literal first."""

    text: str
    """The words as shown to people, without quotes."""
    readings: tuple[Reading, ...]
    point: ScreenPoint | None = None
    """The pixel, when the words are coordinates."""
    ref: str = ""
    """A short name from a look (`e14`), when the words are one; without readings nothing else is meant."""

    @property
    def is_ref_alone(self) -> bool:
        """Tell whether only the short name counts: the text is for people, and is not looked for."""
        return bool(self.ref) and not self.readings

    @property
    def label(self) -> str:
        """The name as it is told to people: without article, and without role word if it can be."""
        is_plain = not any(r.relation or (r.ordinal and not r.label) for r in self.readings)
        named = [r for r in self.readings if r.role and r.label and r.ordinal is None]
        return told_name(self.text, [(r.role, r.label) for r in named] if is_plain else ())


@dataclass(frozen=True, slots=True)
class Point:
    """Click, `repeat` times over, or only hover when `button` is None."""

    target: Phrase
    button: Button | None = "left"
    count: int = 1
    modifiers: tuple[Modifier, ...] = ()
    repeat: int = 1


@dataclass(frozen=True, slots=True)
class Bare:
    """Words without a verb: the name of something visible, to be clicked, or nothing of ours."""

    target: Phrase
    is_sentence: bool = False
    """All of the words say which button: `issue the pass`, `add the fern to the basket`."""


@dataclass(frozen=True, slots=True)
class Type:
    """Type text, into a field if one is named."""

    text: str
    target: Phrase | None = None
    replaces: bool = False
    """The words say that what is there goes away: set, replace, clear."""
    needs_target: bool = False
    """The words read as text plus target (`enter x in Y`): never type them all as text."""
    enters: bool = False
    """Enter follows, unless the next step presses such a key itself: a search, the cell of a sheet."""
    command: str = ""
    """What is typed instead where a terminal has the keyboard: the words after `the command`."""
    may_name: bool = False
    """The text may begin with the name of a field: `enter Surname Novak`."""
    is_title: bool = False
    """It is what something new is called: `call it Dentist`."""
    is_selected: bool = False
    """The step before has selected what the field held."""
    is_deleted: bool = False
    """The step before has deleted what was selected."""


@dataclass(frozen=True, slots=True)
class Once:
    """A step that comes when something is so: `click Book once the light is shown`."""

    wait: "Expect | Rest"
    form: "Form"


@dataclass(frozen=True, slots=True)
class Press:
    """Press keys, or a button that is called so: the screen and the key table decide."""

    text: str
    target: Phrase
    repeat: int = 1
    is_key: bool = False
    """The words say that it is a key: `press the Delete key`."""
    on: Phrase | None = None
    """What is clicked first, because the keys are meant for it: `copy B3 with Ctrl+C`."""


@dataclass(frozen=True, slots=True)
class Hold:
    """Press a key and keep it down, or let it go."""

    key: str
    down: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """Turn the wheel, over a target if one is named; `to_end` goes as far as it goes."""

    direction: Direction
    amount: int = 5
    target: Phrase | None = None
    to_end: bool = False


@dataclass(frozen=True, slots=True)
class TurnUntil:
    """Turn the wheel until a text is visible."""

    text: str
    direction: Direction = "down"


ListPlace = Literal["", "above", "below", "first", "last"]


@dataclass(frozen=True, slots=True)
class Drag:
    """Drag one thing onto another, or by a distance in device pixels."""

    origin: Phrase
    destination: Phrase | None = None
    by: tuple[int, int] = (0, 0)
    edge: Literal["", "wider", "narrower"] = ""
    """The right edge of a column's head is dragged, and no thing."""
    px: int = 60
    """How far the edge is."""
    side: ListPlace = ""
    """Where in its list a thing is put: beside another entry, or at an end."""
    said: str = ""
    """The words for that place."""


@dataclass(frozen=True, slots=True)
class Switch:
    """Turn a box or switch on or off; nothing is clicked when it is so already."""

    target: Phrase
    on: bool


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose an option, in a list or combo box if one is named."""

    option: Phrase
    target: Phrase | None = None
    adds: bool = False
    """It is to be selected together with what the step before selected."""
    through: Phrase | None = None
    """The end of a range of cells that begins with the option."""
    is_listed: bool = False
    """It is in the list that the step before has opened."""
    known: tuple[tuple[str, str] | None, ...] = ()
    """Handles of what was called so before the list was opened, and is none of its entries."""
    is_if_offered: bool = False
    """Only where the field that was typed into offers it."""


@dataclass(frozen=True, slots=True)
class Assign:
    """Give a named field, box or list a value: `set Colour to Blue`."""

    target: Phrase
    value: str
    option: Phrase
    statement: str = ""
    """The words of which it was read, with quotes masked, where they only say what is so: `the title is Tea`."""


@dataclass(frozen=True, slots=True)
class Adjust:
    """Make the number of a slider or of a number's box larger or smaller: `increase Amount by 3`."""

    target: Phrase
    up: bool
    by: float | None = None
    """None for one step of its own."""
    is_percent: bool = False
    times: int = 1
    """How many steps of its own."""


CHOSEN: Final = -1
"""The stage of a drop-down in which something was chosen: it is only read whether it shows that."""


@dataclass(frozen=True, slots=True)
class SetTo:
    """Give a slider, a number's box or a date its value, and read it back. Comes of other forms alone."""

    target: Phrase
    value: str
    is_slider: bool = False
    is_cell: bool = False
    """It is a cell of a table, whose field comes up by a double-click."""
    is_colour: bool = False
    """It is a button that shows a colour, and opens fields for its parts."""
    stage: int = 0
    """How many steps of it were done."""
    last: float | None = None
    """Where a slider stood before the last keys."""
    presses: int = 0
    """How many keys those were, to the right or up; negative for the other way."""


@dataclass(frozen=True, slots=True)
class Tell:
    """Say what a thing shows, or the window in front: `what does the total show?`."""

    where: Phrase | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """Tell or check what the tree or the disk says of a thing: `is Save enabled?`, `check that a.txt is in Downloads`."""

    what: Literal["enabled", "disabled", "active", "inactive", "file", "no_file", "rows"]
    where: Phrase | None = None
    name: str = ""
    """Of the file; of rows the number that there are to be."""
    folder: str = ""
    """Where it is to be; empty for anywhere among the user's files."""
    asks: bool = False
    """The answer is told; a check ends the task where it is not so."""


@dataclass(frozen=True, slots=True)
class Submit:
    """Press the one button that sends the form: `submit it`, `send it off`, `absenden`."""

    said: str = "submit"
    """The word for it, by which a button may be called."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """Put numbers on the things in front, or on the parts of a grid; the one that is chosen is pressed."""

    grid: bool = False
    after: int = 0
    """How many things have been numbered before: only some are at once."""
    cell: Rect | None = None
    """The part of the grid that was chosen last."""


@dataclass(frozen=True, slots=True)
class Sort:
    """Bring the rows of a table into the order of a column: `sort by price, cheapest first`."""

    by: Phrase
    """The column, or what a list of orders calls it."""
    rising: bool | None = None
    """From small to large; None where the words leave it open."""
    said: str = ""
    """The words for the order: `cheapest first`."""
    stage: int = 0
    """How often the head of the column was pressed."""


@dataclass(frozen=True, slots=True)
class Expand:
    """Open or close a tree item or a folding section."""

    target: Phrase
    expand: bool
    is_tried: bool = False
    """The mark before it was pressed: now its picture tells whether it is so."""


@dataclass(frozen=True, slots=True)
class Path:
    """Click through menus, one item after the other; `on` turns the last one on or off."""

    items: tuple[Phrase, ...]
    on: bool | None = None
    said: str = ""
    """The words for the last item with their verb, which may be a part of its name."""
    is_exact: bool = False
    """The items are names that the program lists."""
    names: tuple[str, ...] = ()
    """The whole way by its names, where the program lists it: to read the entry back by."""
    through: str = ""
    """The menu that was opened for what is left of the path."""
    is_hovered: bool = False
    """The pointer is over the first item, and what that opens would be there by now."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Read whether an entry of a closed menu is on by now. Comes of other forms alone."""

    names: tuple[str, ...]
    on: bool
    is_already: bool = False
    """It was so before: that is told, and nothing has been changed."""


@dataclass(frozen=True, slots=True)
class Open:
    """Open something visible, else start the application that is called so."""

    target: Phrase
    only_app: bool = False
    is_listed: bool = False
    """It follows on another one (`open Help, About`): no application is meant."""
    seen: frozenset[str] = frozenset()
    """What the page showed before a first press: where it shows the same, that has only selected it."""


@dataclass(frozen=True, slots=True)
class Focus:
    """Bring a window to the front; `or_tab` also looks for a tab of that name."""

    target: Phrase
    or_tab: bool = True


@dataclass(frozen=True, slots=True)
class Raise:
    """Bring one window to the front by its id; no words lead to it."""

    window_id: int


@dataclass(frozen=True, slots=True)
class WindowOp:
    """Close, minimise or maximise a window; None means the active one."""

    op: Literal["close", "minimise", "maximise"]
    target: Phrase | None = None
    is_new: bool = False
    """Rather the one that the step before has brought up: `Open Bills. Then close it`."""


@dataclass(frozen=True, slots=True)
class Tab:
    """Go to the next or the previous tab, or close the current one."""

    op: Literal["next", "previous", "close", "new"]


EditOp = Literal[
    "copy", "cut", "paste", "undo", "redo", "select_all", "save", "back", "forward", "reload"
]


@dataclass(frozen=True, slots=True)
class Edit:
    """One of the usual commands of editors and browsers: by its chord, or by a button called so."""

    op: EditOp
    called: Phrase | None = None
    """The word itself, where it stands alone: `Refresh` may be a button in sight."""


@dataclass(frozen=True, slots=True)
class Rest:
    """Let time pass."""

    seconds: float
    for_next: Literal["", "there", "ready"] = ""
    """And wait on until the thing that the next step names can be used; `ready` is told by that alone."""


@dataclass(frozen=True, slots=True)
class Expect:
    """Look whether something is so."""

    check: Check
    target: Phrase | None = None
    """The element that the check is about; None when it is about any text or window."""
    contains: bool = False
    """The field only has to contain the value."""
    within_s: float = 0.0
    """How long to look, for checks that do not say so themselves."""


@dataclass(frozen=True, slots=True)
class Inside:
    """Do it in the window that is called so, which comes to the front first."""

    where: Phrase
    form: "Form"
    later: tuple["Form", ...] = ()
    """The steps up to the one whose words name the window, where those of this step do not."""


TextUnit = Literal["word", "line", "sentence", "paragraph", "all", "selection"]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a text: `the word tea`, `line 2`, `the last paragraph`, `all`, `the line Monday`."""

    unit: TextUnit = "all"
    words: str = ""
    """The words themselves; of a line, a sentence and a paragraph, words that it holds."""
    ordinal: int | None = None
    """Which of those that fit, from 1; -1 is the last. None where only one may fit."""
    inside: "Part | None" = None
    """What is searched: `the first word of line 2`."""
    through: "Part | None" = None
    """The end of a longer part that begins with this one: `from Monday to Friday`."""


Side = Literal["start", "end"]


@dataclass(frozen=True, slots=True)
class Mark:
    """Select a part of a text, and read the selection back.

    "select the word tea", "mark line 2", "select all the text in Notes", "highlight the last sentence",
    "select from Monday to Friday".
    """

    part: Part
    where: Phrase | None = None
    """The field or text area; None for the text that has the keyboard, or the only large one."""


@dataclass(frozen=True, slots=True)
class PutCursor:
    """Put the text cursor before (`start`) or after (`end`) a part of a text.

    "put the cursor at the end of line 2", "place the cursor after the word tea", "go to the start of the
    text", "set the caret before Monday", "move the cursor to the end of the Notes field".
    """

    side: Side
    part: Part = Part()
    where: Phrase | None = None


@dataclass(frozen=True, slots=True)
class Insert:
    """Write a text before (`start`) or after (`end`) a part of what is there, or as a line of its own.

    "add 'x' at the end", "append kg to the Weight field", "add a line saying Thursday: Olga", "write Serves
    four as a new first line above Lentil soup", "insert very before the word good".
    """

    text: str
    side: Side = "end"
    part: Part = Part()
    where: Phrase | None = None
    as_line: bool = False
    may_stop: bool = False
    """The instruction ends with a full stop: the text does too, if the line beside it ends with one."""


@dataclass(frozen=True, slots=True)
class Rewrite:
    """Write something else in place of a part of a text; no text deletes the part.

    "replace the word tea with coffee", "replace all Nadia with Olga", "change line 2 to Closed", "delete the
    last line", "find four and replace it with five using search and replace".
    """

    part: Part
    text: str
    where: Phrase | None = None
    every: bool = False
    """All that fit are meant: `everywhere`, `all`."""
    by_dialog: bool = False
    """The sentence asks for the program's own search and replace."""
    may_stop: bool = False
    """The instruction ends with a full stop: the text does too, if what it takes the place of ends with one."""


@dataclass(frozen=True, slots=True)
class Recase:
    """Write a part of a text in capitals, in small letters, or each word with a capital.

    "make the first line upper case", "write the word tea in capitals", "turn the selection into lower
    case", "put all of Notes in capital letters", "capitalise each word of line 2".
    """

    part: Part
    case: Literal["upper", "lower", "title"]
    where: Phrase | None = None


Look = Literal[
    "bold", "italic", "underline", "strike", "left", "centre", "right", "justify", "named"
]


@dataclass(frozen=True, slots=True)
class Style:
    """Give a part of a text, the selection or cells a look by the program's own command.

    "make the first line bold", "underline the word tea", "centre the line Open house", "select A1 to C1 and
    make them italic", "give the first line the style Heading 1".
    """

    look: Look
    part: Part | None = None
    """None for what is selected already."""
    where: Phrase | None = None
    """The text area; without a part, the cell or the beginning of the cells that are clicked first."""
    through: Phrase | None = None
    """The last of the cells."""
    on: bool = True
    name: str = ""
    """The name of a look of the program's own: `Heading 1`."""
    is_pressed: bool = False
    """Its button was pressed; what it shows now is read."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """Copy or cut a field, a cell or a part of a text, and put it somewhere else.

    "copy the text of Name and paste it into Billing name", "copy B2 and paste it into E2", "copy the line
    Tuesday: Piet and paste it at the very end", "cut line 2 and paste it below line 4", "move the last
    sentence to the start".
    """

    part: Part = Part()
    source: Phrase | None = None
    """The field, cell or text area that it comes from."""
    to: Phrase | None = None
    """The field, cell or text area that it goes to; None for the same text."""
    to_part: Part | None = None
    """Beside which part of it; None for the whole field, whose text goes away."""
    side: Side = "end"
    as_line: bool = False
    cuts: bool = False


@dataclass(frozen=True, slots=True)
class Cursor:
    """Bring the text cursor to a place, or select up to another, by keys. Comes of other forms alone."""

    start: int
    end: int
    where: Phrase | None = None
    said: str = ""


@dataclass(frozen=True, slots=True)
class Written:
    """Type at the text cursor, and read the text back. Comes of other forms alone."""

    text: str
    expected: str | None = None
    """What the whole text is to be after it; None where only what is before the cursor can be read."""
    where: Phrase | None = None
    is_typed: bool = False


@dataclass(frozen=True, slots=True)
class SaveAs:
    """Save what is open under a name, in its own folder or in the one of a path.

    "save it as duty.txt", "use Save As to save this as duty.txt", "save a copy called plan.ods", "save the
    file under the name notes", "save this as /tmp/notes.txt".
    """

    name: str


@dataclass(frozen=True, slots=True)
class Visit:
    """Go to an address of the web, or of a folder, in a program that shows such.

    "go to example.org", "open chromium and go to example.org", "type example.org in the address bar", "visit
    https://example.org/news", "open www.example.org in Firefox".
    """

    address: str
    program: Phrase | None = None


@dataclass(frozen=True, slots=True)
class OpenFile:
    """Open a file in a program by the program's own dialog.

    "open letter.txt in Mousepad", "open the file budget.csv with Calc", "load recipe.txt in this editor",
    "open ~/Documents/rota.txt with Geany", "show photo.png in Ristretto".
    """

    file: str
    program: Phrase | None = None


@dataclass(frozen=True, slots=True)
class FileWork:
    """Simple work on files in the file manager in front, or in what has a button or an entry for it.

    "make a new folder called Receipts", "rename rota.txt to desks.txt", "copy recipe.txt into the folder
    Choir", "move budget.csv to Travel", "go up one folder".
    """

    op: Literal["new_folder", "rename", "copy", "move", "paste", "delete", "up"]
    name: str = ""
    """The file or folder that it is done with; of a new folder, its name."""
    to: str = ""
    """The new name, or the folder that it goes into."""


@dataclass(frozen=True, slots=True)
class SheetWork:
    """Work on rows, columns and sheets of a spreadsheet.

    "insert a row above April", "insert an empty column before C", "rename the sheet guests to Season", "add
    a sheet called Costs", "delete row 4", "hide column D".
    """

    op: Literal[
        "insert_row", "insert_column", "delete_row", "delete_column", "hide_row", "hide_column",
        "rename", "add",
    ]  # fmt: skip
    at: Phrase | None = None
    """A cell of the row or column, or the sheet; None for the current one."""
    after: bool = False
    """Below the row, or to the right of the column."""
    name: str = ""
    """The new name of the sheet."""


@dataclass(frozen=True, slots=True)
class FillIn:
    """Fill in the name that a dialog asks for, and see that it was taken. Comes of other forms alone."""

    name: str
    seen_in: Literal["title", "text"] = "title"
    """Where the name is to be seen afterwards: in the title of the window, or as a text in it."""
    is_filled: bool = False
    saves: bool = False
    """A file is saved under the name: where it went is told, if that is seen on the disk."""
    not_in: tuple[str, str] | None = None
    """The handle of what had the keyboard before the step that asks for the name: nothing is filled in there."""
    files: tuple[tuple[str, int], ...] = ()
    """The user's files of that name before it was filled in, each with when it was last changed."""
    is_seen: bool = False
    """It was taken: only where the file went is left to tell."""


TextForm = Mark | PutCursor | Insert | Rewrite | Recase | Style | Transfer | Cursor | Written
FileForm = SaveAs | FillIn | Visit | OpenFile | FileWork | SheetWork
Form = (
    Point
    | Bare
    | Type
    | Press
    | Hold
    | Turn
    | TurnUntil
    | Drag
    | Switch
    | Choose
    | Assign
    | Adjust
    | SetTo
    | Sort
    | Tell
    | Fact
    | Submit
    | Numbers
    | Expand
    | Path
    | Entry
    | Open
    | Focus
    | Raise
    | WindowOp
    | Tab
    | Edit
    | Rest
    | Expect
    | Inside
    | Once
    | TextForm
    | FileForm
)


def phrases_of(form: Form) -> tuple[Phrase, ...]:
    """Return the targets that the form names, the first to be looked for first."""
    match form:
        case Path():
            return form.items
        case Drag():
            return (form.origin, form.destination) if form.destination else (form.origin,)
        case Choose():
            return (form.target, form.option) if form.target else (form.option,)
        case Press(on=Phrase() as on):
            return (on,)
        case Sort():
            return (form.by,)
        case (
            Point()
            | Bare()
            | Press()
            | Switch()
            | Assign()
            | Adjust()
            | Expand()
            | Open()
            | Focus()
        ):
            return (form.target,)
        case Inside() | Once():
            return phrases_of(form.form)
        case (
            Mark()
            | PutCursor()
            | Insert()
            | Rewrite()
            | Recase()
            | Style()
            | Transfer()
            | SheetWork()
            | Tell()
            | Fact()
            | Type()
            | Turn()
            | WindowOp()
            | Expect()
        ):
            return _places_of(form)
        case (
            Hold()
            | TurnUntil()
            | SetTo()
            | Submit()
            | Numbers()
            | Entry()
            | Raise()
            | Tab()
            | Edit()
            | Rest()
            | Cursor()
            | Written()
            | SaveAs()
            | FillIn()
            | Visit()
            | OpenFile()
            | FileWork()
        ):
            return ()


_Placed = (
    Mark
    | PutCursor
    | Insert
    | Rewrite
    | Recase
    | Style
    | Transfer
    | SheetWork
    | Tell
    | Fact
    | Type
    | Turn
    | WindowOp
    | Expect
)
"""Forms that name a place, or none."""


def _places_of(form: _Placed) -> tuple[Phrase, ...]:
    match form:
        case Transfer():
            return tuple(each for each in (form.source, form.to) if each)
        case SheetWork():
            return (form.at,) if form.at else ()
        case Type() | Turn() | WindowOp() | Expect():
            return (form.target,) if form.target else ()
        case _:
            return (form.where,) if form.where else ()
