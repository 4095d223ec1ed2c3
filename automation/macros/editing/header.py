"""The parameters and columns of a macro that is being edited, and the steps that use them."""

from collections.abc import Mapping, Sequence

import msgspec

from automation.core.errors import MacroError
from automation.macros.editing.edits import Header, Part, Swap, Swaps, bare
from automation.macros.editing.tree import Tree
from automation.macros.editing.using import renamed, users
from automation.macros.editing.validity import whole_header
from automation.macros.macro import Macro, Param

_NAMED: int = 5
"""Steps that a refusal names."""


def with_params(header: Macro, params: Mapping[str, Param]) -> tuple[Part, ...]:
    """Return what declares parameters that are not there yet; nothing where all are.

    Raises:
        MacroError: a name or a value cannot be used.
    """
    known = {*header.params, *header.columns}
    fresh = {name: param for name, param in params.items() if name not in known}
    if not fresh:
        return ()
    new = msgspec.structs.replace(header, params={**header.params, **fresh})
    return (Header(header, whole_header(new)),)


def with_param(tree: Tree, name: str, param: Param | None) -> Macro:
    """Return the header with a parameter declared, changed or, with None, taken away.

    Raises:
        MacroError: there is none to take away, steps use it, or a column has its name.
    """
    params = dict(tree.header.params)
    if param is not None:
        if name in tree.header.columns:
            message = f"{name} is a column; give the parameter another name"
            raise MacroError(message)
        params[name] = param
    else:
        _check_known(tree, name, is_known=name in params)
        _check_unused(tree, name)
        del params[name]
    return msgspec.structs.replace(tree.header, params=params)


def columns(tree: Tree, names: Sequence[str]) -> tuple[str, ...]:
    """Return columns that the macro may have.

    Raises:
        MacroError: one stands twice or is a parameter too, or steps use one that is taken away.
    """
    for place, name in enumerate(names):
        if name in names[:place]:
            message = f"the column {name} stands twice; keep one"
            raise MacroError(message)
        if name in tree.header.params:
            message = f"{name} is a parameter; give the column another name"
            raise MacroError(message)
    for name in tree.header.columns:
        if name not in names:
            _check_unused(tree, name)
    return tuple(names)


def renaming(tree: Tree, old: str, new: str) -> tuple[Part, ...]:
    """Return what renames a parameter or column wherever it is used; nothing for the same name.

    Raises:
        MacroError: there is none, or the other name is taken or cannot be used.
    """
    header = tree.header
    _check_known(tree, old, is_known=old in header.params or old in header.columns)
    if old == new:
        return ()
    if new in header.params or new in header.columns:
        message = f"there is a parameter or column called {new} already; take another name"
        raise MacroError(message)
    changed = msgspec.structs.replace(
        header,
        params={new if name == old else name: param for name, param in header.params.items()},
        columns=tuple(new if name == old else name for name in header.columns),
    )
    whole = whole_header(changed)
    try:
        pairs = tuple(
            Swap(bare(step), bare(renamed(step, old, new))) for step in users(tree.steps(), old)
        )
    except msgspec.ValidationError as error:
        message = f"{old} cannot be renamed to {new}: a text would be too long ({error})"
        raise MacroError(message) from error
    return (Header(header, whole), *([Swaps(pairs)] if pairs else []))


def _check_known(tree: Tree, name: str, *, is_known: bool) -> None:
    if not is_known:
        some = ", ".join([*tree.header.params, *tree.header.columns]) or "none"
        message = f"there is no parameter called {name} (there are: {some})"
        raise MacroError(message)


def _check_unused(tree: Tree, name: str) -> None:
    using = users(tree.steps(), name)
    if using:
        some = ", ".join(f"“{step.id}”" for step in using[:_NAMED])
        more = f" and {len(using) - _NAMED:,} more" if len(using) > _NAMED else ""
        message = f"{name} is used by {some}{more}; write something else there first"
        raise MacroError(message)
