"""Which function does which form."""

from typing import assert_never

from automation.commands import (
    filling,
    keyboard,
    looking,
    menus,
    pointing,
    reaching,
    setting,
    windowing,
)
from automation.commands.context import Context, Instead, Result
from automation.commands.forms import (
    Adjust,
    Assign,
    Bare,
    Choose,
    Drag,
    Edit,
    Entry,
    Expand,
    Expect,
    Focus,
    Form,
    Hold,
    Inside,
    Once,
    Open,
    Path,
    Point,
    Press,
    Raise,
    Rest,
    SetTo,
    Switch,
    Tab,
    Turn,
    TurnUntil,
    Type,
    WindowOp,
)


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
        case Press():
            return keyboard.press(form, ctx)
        case Hold():
            return keyboard.hold(form, ctx)
        case Edit():
            return keyboard.edit(form, ctx)
        case Open():
            return windowing.open_thing(form, ctx)
        case Focus():
            return windowing.focus(form, ctx)
        case Raise():
            return windowing.raise_window(form, ctx)
        case WindowOp():
            return windowing.window_op(form, ctx)
        case Tab():
            return windowing.tab(form, ctx)
        case Rest():
            return looking.rest(form, ctx)
        case Expect():
            return looking.expect(form, ctx)
        case TurnUntil():
            return looking.turn_until(form, ctx)
        case Inside():
            return reaching.inside(form, ctx)
        case Once():
            return Instead((form.wait, form.form))
        case _:
            assert_never(form)


def _pointing(
    form: Point | Bare | Path | Switch | Choose | Expand | Turn | Drag, ctx: Context
) -> Result:
    match form:
        case Point():
            return pointing.point(form, ctx)
        case Bare():
            return pointing.bare(form, ctx)
        case Path():
            return pointing.path(form, ctx)
        case Switch():
            return pointing.switch(form, ctx)
        case Choose():
            return pointing.choose(form, ctx)
        case Expand():
            return pointing.expand(form, ctx)
        case Turn():
            return pointing.turn(form, ctx)
        case Drag():
            return pointing.drag(form, ctx)
