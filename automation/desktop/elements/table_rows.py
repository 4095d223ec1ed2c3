"""Rows of tables: which cells stand side by side, and the name that their texts make together."""

from collections.abc import Sequence
from typing import Final

from automation.core.geometry import Rect
from automation.desktop.elements.name_text import MAX_CONTEXT_CHARS, clean
from automation.desktop.elements.nodes import Handle, Node
from automation.desktop.elements.placing import Family, Placed

SAME_ROW: Final = 0.5
"""Least common height, as a part of the lower of the two, of things in one row."""
_CELL_ROLES: Final = frozenset({47, 56, 58})
_TABLE_ROLES: Final = frozenset({55, 65, 66})
_ROW_ROLES: Final = frozenset({32, 90, 91})


def row_names(placed: Sequence[Placed], family: Family) -> dict[Handle, str]:
    """Name rows by the texts of their cells: `Alice, Window, 12A`.

    A row is an object of the tree (Chromium) or cells of one table side by side (Qt).
    """
    names: dict[Handle, str] = {}
    for group in _rows_of_cells(placed, family):
        texts = dict.fromkeys(clean(place.node.name) for place in group)
        name = ", ".join(text for text in texts if text)[:MAX_CONTEXT_CHARS]
        names.update((place.node.handle, name) for place in group)
        row = next(family.ancestors(group[0].node), None)
        if row is not None and row.role in _ROW_ROLES:
            names[row.handle] = name
    return names


def _rows_of_cells(placed: Sequence[Placed], family: Family) -> list[list[Placed]]:
    """Group cells of one table that stand side by side; single cells make no row."""
    groups: list[list[Placed]] = []
    last_table: Handle | None = None
    for place in placed:
        if place.node.role not in _CELL_ROLES:
            continue
        table = _table_of(place.node, family)
        if groups and table == last_table and same_row(groups[-1][-1].box, place.box):
            groups[-1].append(place)
        else:
            groups.append([place])
        last_table = table
    return [group for group in groups if len(group) > 1]


def _table_of(cell: Node, family: Family) -> Handle | None:
    tables = (a.handle for a in family.ancestors(cell) if a.role in _TABLE_ROLES)
    return next(tables, cell.parent)


def same_row(first: Rect, second: Rect) -> bool:
    """Tell whether two boxes stand side by side."""
    common = min(first.bottom, second.bottom) - max(first.y, second.y)
    return common >= SAME_ROW * min(first.h, second.h)
