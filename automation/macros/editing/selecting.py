"""Steps that were selected, as splices of the lists that hold them."""

from collections.abc import Iterable, Mapping, Sequence

from automation.macros.editing.edits import Piece, Splice
from automation.macros.editing.indexed import Home
from automation.macros.editing.rows import Spot
from automation.macros.editing.tree import Tree
from automation.macros.macro import Step


def outermost(tree: Tree, ids: Iterable[str]) -> tuple[str, ...]:
    """Return the steps in the order of the rows, each once, without those inside another of them.

    Raises:
        MacroError: there is none of one of the ids.
    """
    chosen = {step_id: tree.row_of(step_id) for step_id in ids}
    alone = [one for one in chosen if not _is_inside(tree, one, chosen)]
    return tuple(sorted(alone, key=chosen.__getitem__))


def _is_inside(tree: Tree, step_id: str, chosen: Mapping[str, int]) -> bool:
    block = tree.home(step_id)[0]
    while block and block not in chosen:
        block = tree.home(block)[0]
    return bool(block)


def runs(tree: Tree, ids: Sequence[str]) -> dict[Home, list[tuple[int, int]]]:
    """Return, for each list, the steps as runs [begin, end) of neighbours, from the front on."""
    places: dict[Home, list[int]] = {}
    for step_id in ids:
        places.setdefault(tree.home(step_id), []).append(tree.place(step_id))
    found: dict[Home, list[tuple[int, int]]] = {}
    for home, chosen in places.items():
        spans = found[home] = []
        for place in sorted(chosen):
            if spans and spans[-1][1] == place:
                spans[-1] = (spans[-1][0], place + 1)
            else:
                spans.append((place, place + 1))
    return found


def taken_out(tree: Tree, ids: Sequence[str]) -> tuple[Splice, ...]:
    """Return what takes the outermost steps `ids` out of their lists."""
    return tuple(
        splice(home, {begin: (tree.siblings(home)[begin:end], ()) for begin, end in spans})
        for home, spans in runs(tree, ids).items()
    )


def splice(home: Home, pieces: Mapping[int, tuple[Sequence[Step], Sequence[Step]]]) -> Splice:
    """Return changes of one list: by index, what goes and what comes in its place."""
    return Splice(
        *home,
        tuple(
            Piece(index, tuple(removed), tuple(inserted))
            for index, (removed, inserted) in sorted(pieces.items())
        ),
    )


def put_in(steps: Sequence[Step], at: Spot) -> Splice:
    """Return what puts steps at a place."""
    return Splice(at.block, at.branch, (Piece(at.index, (), tuple(steps)),))


def without(tree: Tree, ids: Sequence[str], spot: Spot) -> Spot:
    """Return a place as it is counted once the outermost steps `ids` are out of the lists."""
    home = (spot.block, spot.branch)
    before = sum(1 for one in ids if tree.home(one) == home and tree.place(one) < spot.index)
    return Spot(spot.block, spot.branch, spot.index - before)


def neighbour(tree: Tree, ids: Sequence[str]) -> tuple[str, ...]:
    """Return what is selected when the outermost steps `ids`, in the order of the rows, are gone."""
    behind = tree.id_at(tree.end_of(ids[-1]))
    return tuple(filter(None, [behind or tree.id_at(tree.row_of(ids[0]) - 1)]))[:1]
