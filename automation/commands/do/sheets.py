"""Work on the rows, columns and sheets of a spreadsheet, by the program's own menu entries.

The row or column is the one of a cell, which is clicked first; which entries do it is data of the language files.
A table that has no such entry may have a button in each row, which takes that row away.
"""

from automation.commands import phrases
from automation.commands.do.context import Context, Instead, Result
from automation.commands.do.editing import button_of_row, cell_at, offered_entry
from automation.commands.forms import FillIn, Form, Phrase, Point, Press, SheetWork
from automation.commands.matching import Found
from automation.commands.targets import literal


def sheet_work(form: SheetWork, ctx: Context) -> Result:
    """Insert, hide or delete a row or a column, add or rename a sheet."""
    entry = offered_entry(f"{form.op}_after" if form.after else form.op, ctx)
    beside: tuple[Form, ...] = ()
    if entry is None and form.after:  # the row below is the one above the next
        entry = offered_entry(form.op, ctx)
        key = "Down" if form.op == "insert_row" else "Right"
        beside = (Press(key, literal(key), is_key=True),)
    if entry is None and form.op == "delete_row" and form.at is not None:
        button = button_of_row(form.at.text, ctx)
        if button is not None:
            return Instead((Point(button),))
    if entry is None:
        return ctx.not_found(ctx.say("no_menu_entry", name=phrases.sentence(form)))
    at = (Point(_cell_at(form, form.at)),) if form.at is not None else ()
    if form.op == "rename" and form.at is not None and _is_only_tab(form.at, ctx):
        at = ()
    name = (FillIn(form.name, "text"),) if form.name and form.op in ("rename", "add") else ()
    return Instead((*at, *beside, entry, *name))


def _is_only_tab(sheet: Phrase, ctx: Context) -> bool:
    """Tell whether the sheet is the one that is shown: a press on its tab would change nothing."""
    found = ctx.settle(sheet)
    if not isinstance(found, Found) or found.element.role != "tab":
        return False
    tabs = [e for e in ctx.scene.near if e.role == "tab"]
    return len(tabs) == 1 or "selected" in found.element.states


def _cell_at(form: SheetWork, at: Phrase) -> Phrase:
    """Return the cell that is clicked for a row or a column that is named by its number or letter."""
    cell, keys = cell_at(at.text)
    kind = {"Shift+Space": "row", "Ctrl+Space": "column"}.get(keys, "-")
    return literal(cell) if kind in form.op else at
