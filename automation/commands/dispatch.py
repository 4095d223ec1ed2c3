"""Which function does which form."""

from typing import Final, assert_never

from automation.commands import talk
from automation.commands.do import (
    choosing,
    editing,
    files,
    filling,
    menus,
    pointing,
    setting,
    sorting,
    windows,
)
from automation.commands.do.context import Context, Instead, Result
from automation.commands.forms import (
    Adjust,
    Assign,
    Bare,
    Choose,
    Cursor,
    Drag,
    Edit,
    Entry,
    Expand,
    Expect,
    Fact,
    FileWork,
    FillIn,
    Focus,
    Form,
    Hold,
    Insert,
    Inside,
    Mark,
    Numbers,
    Once,
    Open,
    OpenFile,
    Path,
    Point,
    Press,
    PutCursor,
    Raise,
    Recase,
    Rest,
    Rewrite,
    SaveAs,
    SetTo,
    SheetWork,
    Sort,
    Style,
    Submit,
    Switch,
    Tab,
    Tell,
    Transfer,
    Turn,
    TurnUntil,
    Type,
    Visit,
    WindowOp,
    Written,
)
from automation.commands.read.menu_paths import path_of
from automation.core.proposal import Finish, Outcome, Question

NO_READING: Final = frozenset({Outcome.NOT_FOUND, Outcome.NEEDS_MODEL})
"""Ends of a reading after which another one of the same words may be what is meant."""


def run(form: Form, ctx: Context) -> Result:  # noqa: C901 - one line per form
    """Return what the form comes to on this screen."""
    match form:
        case Point() | Bare() | Path() | Switch() | Choose() | Expand() | Turn() | Drag():
            return _pointing(form, ctx)
        case Entry():
            return menus.read_back(form, ctx)
        case Type():
            return filling.type_text(form, ctx)
        case Assign():
            return setting.assign(form, ctx)
        case SetTo():
            return setting.set_to(form, ctx)
        case Adjust():
            return setting.adjust(form, ctx)
        case Submit():
            return pointing.submit(form, ctx)
        case Numbers():
            return pointing.numbers(form, ctx)
        case Tell():
            return talk.tell(form, ctx)
        case Fact():
            return talk.fact(form, ctx)
        case Sort():
            return sorting.sort(form, ctx)
        case Press():
            return filling.press(form, ctx)
        case Hold():
            return filling.hold(form, ctx)
        case Edit():
            return filling.edit(form, ctx)
        case Open():
            return windows.open_thing(form, ctx)
        case Focus():
            return windows.focus(form, ctx)
        case Raise():
            return windows.raise_window(form, ctx)
        case WindowOp():
            return windows.window_op(form, ctx)
        case Tab():
            return windows.tab(form, ctx)
        case Rest():
            return windows.rest(form, ctx)
        case Expect():
            return windows.expect(form, ctx)
        case TurnUntil():
            return windows.turn_until(form, ctx)
        case Inside():
            return windows.inside(form, ctx)
        case Once():
            return Instead((form.wait, form.form))
        case Mark() | PutCursor() | Insert() | Rewrite() | Recase() | Style() | Transfer():
            return _texts(form, ctx)
        case Cursor():
            return editing.cursor(form, ctx)
        case Written():
            return editing.written(form, ctx)
        case SaveAs() | FillIn() | Visit() | OpenFile() | FileWork() | SheetWork():
            return _files(form, ctx)
        case _:
            assert_never(form)


def _files(form: SaveAs | FillIn | Visit | OpenFile | FileWork | SheetWork, ctx: Context) -> Result:
    match form:
        case SaveAs():
            return files.save_as(form, ctx)
        case FillIn():
            return files.fill_in(form, ctx)
        case Visit():
            return files.visit(form, ctx)
        case OpenFile():
            return files.open_file(form, ctx)
        case FileWork():
            return files.file_work(form, ctx)
        case SheetWork():
            return editing.sheet_work(form, ctx)


def _texts(
    form: Mark | PutCursor | Insert | Rewrite | Recase | Style | Transfer, ctx: Context
) -> Result:
    match form:
        case Mark():
            return editing.mark(form, ctx)
        case PutCursor():
            return editing.put_cursor(form, ctx)
        case Insert():
            return editing.insert(form, ctx)
        case Rewrite():
            return editing.rewrite(form, ctx)
        case Recase():
            return editing.recase(form, ctx)
        case Style():
            return editing.style(form, ctx)
        case Transfer():
            return editing.transfer(form, ctx)


def _pointing(
    form: Point | Bare | Path | Switch | Choose | Expand | Turn | Drag, ctx: Context
) -> Result:
    match form:
        case Point() | Choose():
            return choosing.on_calendar(form, ctx)
        case Bare():
            return pointing.bare(form, ctx)
        case Path():
            return pointing.path(form, ctx)
        case Switch():
            return pointing.switch(form, ctx)
        case Expand():
            return pointing.expand(form, ctx)
        case Turn():
            return pointing.turn(form, ctx)
        case Drag(edge=str(edge)) if edge:
            return sorting.resize(form, ctx)
        case Drag():
            return setting.drag(form, ctx)


def comes_to_nothing(form: Form, context: Context, *, or_asks: bool = False) -> bool:
    """Tell whether what a form names is not there either, or nothing can be done with it.

    Args:
        or_asks: or it may be several things.
    """
    result = run(form, context)
    while isinstance(result, Instead) and len(result.forms) == 1:
        result = run(result.forms[0], context)
    if isinstance(form, Switch) and path_of("", (form,), context.scene) is not None:
        return False  # an entry of a closed menu
    is_end = isinstance(result, Finish) and result.outcome in NO_READING | {Outcome.FAILED}
    return is_end or (or_asks and isinstance(result, Question))
