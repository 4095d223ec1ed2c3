"""The checks of a macro that is being edited: a step is looked at again only when it was changed.

What `automation.macros.checks` says of a step depends on the step itself, on the parameters and
columns, and on whether a for_each or a step that is off stands around it. So steps are checked in
small macros that hold just them, and what was found is kept beside the step.

Where parameters and columns are used in steps, and steps that use another name instead.

What no edit may bring into a macro: values that no file can hold, too many steps, blocks in the wrong place.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec

from automation.core.errors import MacroError
from automation.macros import macro as grammar
from automation.macros.checks import check
from automation.macros.codec import convert, is_keepable
from automation.macros.edit.tree import Spot, Tree, bare, height, holding
from automation.macros.images import ReadImage, image_findings, size_px
from automation.macros.macro import (
    MAX_DEPTH,
    MAX_STEPS,
    MAX_STRING_BYTES,
    Macro,
    Step,
    branches,
    flat,
    inner,
)
from automation.macros.problems import Finding, Path, Problem, where
from automation.macros.walk import (
    FIXED,
    Load,
    Name,
    check_calls,
    escape,
    pieces,
    sound_names,
    targets,
    texts,
    used_names,
    with_texts,
)


def users(steps: Iterable[Step], name: str) -> tuple[Step, ...]:
    """Return the steps that themselves use a parameter or column, not those around them."""
    return tuple(step for step in steps if _may_use(step, name) and name in used_names(step))


def renamed(step: Step, old: str, new: str) -> Step:
    """Return a step that uses one name in place of another; what is inside it stays as it is.

    Raises:
        msgspec.ValidationError: a text would be too long.
    """

    def other(text: str, field: str) -> str:
        if field == "param":
            return new if text == old else text
        return text if field in FIXED else _with_other(text, old, new)

    own = bare(step)
    made = with_texts(own, other)
    if isinstance(own, grammar.Group) and isinstance(made, grammar.Group):
        made = msgspec.structs.replace(made, title=own.title)
    return holding(msgspec.convert(msgspec.to_builtins(made), Step, strict=True), step)


def _may_use(step: Step, name: str) -> bool:
    """Tell at once of most steps that they do not use the name."""
    return name.encode() in msgspec.json.encode(bare(step))


def _with_other(text: str, old: str, new: str) -> str:
    if old not in sound_names(text):
        return text
    return "".join(
        f"{{{{{new if piece.name == old else piece.name}}}}}"
        if isinstance(piece, Name)
        else escape(piece)
        for piece in pieces(text)
    )


_INSIDE: Path = ("steps", 0, "steps")
"""Where the steps stand in the small macro that is checked."""


@dataclass(frozen=True, slots=True)
class _Around:
    """What of the blocks around a step decides what is said of it."""

    is_off: bool
    in_rows: bool


@dataclass(frozen=True, slots=True)
class _Seen:
    """What was found of one step."""

    step: Step
    around: _Around
    problems: tuple[Problem, ...]
    names: frozenset[str]


@dataclass(slots=True)
class _Waiting:
    """Steps that were not looked at since they were changed, in the order of the rows."""

    steps: list[tuple[Step, _Around]] = field(default_factory=list)
    order: list[str] = field(default_factory=list)
    """All steps."""
    calls: tuple[grammar.Call, ...] = ()
    is_oversized: bool = False


class Checker:
    """What the checks say of one macro. Owned by one thread."""

    def __init__(self, read: ReadImage, load: Load) -> None:
        """Know where pictures and called macros are.

        Args:
            read: returns the file of a picture.
            load: returns another macro of the library.
        """
        self._read, self._load = read, load
        self._seen: dict[str, _Seen] = {}
        self._images: dict[str, tuple[int, int] | str] = {}
        self._calls: tuple[tuple[grammar.Call, ...], dict[str, tuple[Problem, ...]]] | None = None
        self._declared: object = None
        self._macro: Macro | None = None
        self._waiting = _Waiting()

    def look(self, macro: Macro, most: int) -> bool:
        """Look at up to `most` steps that were changed; tell whether all have been looked at."""
        self._take(macro)
        now, self._waiting.steps = self._waiting.steps[:most], self._waiting.steps[most:]
        for around in {around for _step, around in now}:
            self._check(macro, [step for step, its in now if its == around], around)
        if self._waiting.steps:
            return False
        if self._calls is None or self._calls[0] != self._waiting.calls:
            self._calls = (self._waiting.calls, self._call_problems(macro))
        return True

    def problems(self, macro: Macro) -> tuple[Problem, ...]:
        """Return what is wrong with the macro, notes included: of the whole first, then by row."""
        while not self.look(macro, MAX_STEPS):
            pass
        found = list(self._of_the_whole(macro))
        for step_id in self._waiting.order:
            found += self.of_step(step_id)
        return tuple(found)

    def of_step(self, step_id: str) -> tuple[Problem, ...]:
        """Return what was found of one step when it was last looked at."""
        seen = self._seen.get(step_id)
        calls = self._calls[1].get(step_id, ()) if self._calls else ()
        return (seen.problems if seen else ()) + calls

    def forget_image(self, path: str) -> None:
        """Look at a picture again: it may be there now."""
        self._images.pop(path, None)
        for step_id, seen in tuple(self._seen.items()):
            if any(target.image == path for _path, target in targets(seen.step)):
                del self._seen[step_id]
        self._macro = None

    def _take(self, macro: Macro) -> None:
        """Note which steps are to be looked at, if the macro is another than before."""
        if macro is self._macro:
            return
        self._macro = macro
        declared = (macro.columns, {name: param.type for name, param in macro.params.items()})
        if declared != self._declared:
            self._declared = declared
            self._seen.clear()
        found = _Waiting()
        calls: list[grammar.Call] = []
        for step, around, depth in _walk(macro):
            found.order.append(step.id)
            seen = self._seen.get(step.id)
            if seen is None or seen.step is not step or seen.around != around:
                found.steps.append((step, around))
            if isinstance(step, grammar.Call) and not (step.off or around.is_off):
                calls.append(step)
            found.is_oversized = found.is_oversized or depth > MAX_DEPTH
        found.is_oversized = found.is_oversized or len(found.order) > MAX_STEPS
        found.calls = tuple(calls)
        if len(self._seen) > len(found.order):
            here = frozenset(found.order)
            self._seen = {one: seen for one, seen in self._seen.items() if one in here}
        self._waiting = found

    def _check(self, macro: Macro, steps: list[Step], around: _Around) -> None:
        """Look at steps that stand in the same surroundings."""
        inside = tuple(map(bare, steps))
        block: Step = (
            grammar.ForEach(id="x", steps=inside, off=around.is_off)
            if around.in_rows
            else grammar.Group(id="x", title="", steps=inside, off=around.is_off)
        )
        small = msgspec.structs.replace(macro, steps=(block,))
        found: dict[int, list[Finding]] = {}
        for one in check(small):
            if one.path[:3] == _INSIDE and len(one.path) > 3 and isinstance(one.path[3], int):
                found.setdefault(one.path[3], []).append(one)
        for place, (step, own) in enumerate(zip(steps, inside, strict=True)):
            here = [_moved(one, ("steps", 0, *one.path[4:])) for one in found.get(place, ())]
            here += self._image_findings(own)
            told = _told(own, here)
            self._seen[step.id] = _Seen(step, around, told, used_names(own))

    def _image_findings(self, step: Step) -> Iterator[Finding]:
        """Say which pictures of a step are missing, too large or no pictures; pixels stay packed."""
        places = ((("steps", 0, *path), target) for path, target in targets(step))
        return image_findings(places, self._size, "pick it again, or take `press` out")

    def _size(self, path: str) -> tuple[int, int] | str:
        if path not in self._images:
            try:
                self._images[path] = size_px(self._read(path))
            except MacroError as error:
                self._images[path] = str(error)
        return self._images[path]

    def _call_problems(self, macro: Macro) -> dict[str, tuple[Problem, ...]]:
        calls = self._waiting.calls
        if not calls:
            return {}
        found: dict[str, list[Finding]] = {}
        for one in check_calls(msgspec.structs.replace(macro, steps=calls), self._load):
            place = one.path[1]
            assert isinstance(place, int), "a call is named by its place"
            found.setdefault(calls[place].id, []).append(_moved(one, ("steps", 0, *one.path[2:])))
        by_id = {call.id: call for call in calls}
        return {one: _told(by_id[one], here) for one, here in found.items()}

    def _of_the_whole(self, macro: Macro) -> Iterator[Problem]:
        """Say what is wrong with parameters and columns, and with the number of steps."""
        used = frozenset[str]().union(*(self._seen[one].names for one in self._waiting.order))
        known = [name for name in (*macro.params, *macro.columns) if name in used]
        user = grammar.Type(id="x", text="".join(f"{{{{{name}}}}}" for name in known))
        small = msgspec.structs.replace(macro, steps=(user,) if self._waiting.order else ())
        if self._waiting.is_oversized:
            small = macro
        plain = msgspec.to_builtins(msgspec.structs.replace(macro, steps=()))
        for one in check(small):
            if one.path[:1] != ("steps",) or len(one.path) == 1 or " deep" in one.reason:
                yield Problem(0, 0, where(one.path, plain), one.reason, one.advice, one.is_note)


def _walk(macro: Macro) -> Iterator[tuple[Step, _Around, int]]:
    """Yield all steps in the order of the rows, with their surroundings and depth."""
    kinds = {(off, rows): _Around(off, rows) for off in (False, True) for rows in (False, True)}
    waiting = [(step, kinds[False, False], 1) for step in reversed(macro.steps)]
    while waiting:
        step, around, depth = waiting.pop()
        yield step, around, depth
        names = branches(step)
        if names:
            rows = around.in_rows or isinstance(step, grammar.ForEach)
            within = kinds[around.is_off or step.off, rows]
            for name in reversed(names):
                waiting += [(one, within, depth + 1) for one in reversed(inner(step, name))]


def _moved(one: Finding, path: Path) -> Finding:
    """Return a finding at another place."""
    return Finding(path, one.reason, one.advice, one.is_note, one.key)


def _told(step: Step, findings: list[Finding]) -> tuple[Problem, ...]:
    if not findings:
        return ()
    data = {"steps": [msgspec.to_builtins(step)]}
    return tuple(
        Problem(0, 0, where(one.path, data), one.reason, one.advice, one.is_note)
        for one in findings
    )


_ESCAPES: Final = (rb"\u", rb"\b", rb"\f")
"""How JSON writes control characters, or a backslash before such a letter."""


def whole_steps(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Return steps as a file gives them back.

    Raises:
        MacroError: a value in one of them no file can hold.
    """
    try:
        read = msgspec.json.decode(msgspec.json.encode(tuple(steps)), type=tuple[Step, ...])
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise MacroError(_reason(Macro(deskhand=1, name="x", steps=tuple(steps)), error)) from error
    for step in flat(read):
        if _is_plainly_keepable(step):
            continue
        for path, text in texts(step):
            _check_text(text, f"step {step.id}: {': '.join(map(str, path))}")
    return read


def whole_header(header: Macro) -> Macro:
    """Return a macro without steps as a file gives it back.

    Raises:
        MacroError: a value in it no file can hold.
    """
    try:
        read = msgspec.json.decode(msgspec.json.encode(header), type=Macro)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise MacroError(_reason(header, error)) from error
    _check_text(read.about, "about")
    for name, param in read.params.items():
        for text in (param.ask, param.default or "", *param.choices):
            _check_text(text, f"param {name}")
    return read


def _is_plainly_keepable(step: Step) -> bool:
    """Tell at once of most steps that no text in them is too long or holds what no file can."""
    plain = msgspec.json.encode(bare(step))
    if len(plain) > MAX_STRING_BYTES or any(sign in plain for sign in _ESCAPES):
        return False
    return is_keepable(plain.decode())


def _check_text(text: str, place: str) -> None:
    if not is_keepable(text):
        raise MacroError(
            f"{place}: the text holds a control character or is longer than "
            f"{MAX_STRING_BYTES:,} bytes; change it"
        )


def _reason(macro: Macro, error: Exception) -> str:
    """Return what is wrong in the words of the file's reader."""
    plain = msgspec.to_builtins(macro)
    found = convert(_as_read(plain))
    if isinstance(found, Macro) or not found:
        return f"this cannot be kept in a macro: {error}"
    first = found[0]
    said = f"{where(first.path, plain)}: {first.reason}"
    return f"{said}; {first.advice}" if first.advice else said


def _as_read(tree: object) -> object:
    """Return plain values with lists where a file has lists."""
    match tree:
        case dict():
            return {name: _as_read(value) for name, value in tree.items()}
        case list() | tuple():
            return [_as_read(value) for value in tree]
        case _:
            return tree


def check_room(tree: Tree, more: int) -> None:
    """Refuse more steps than a macro may have.

    Raises:
        MacroError: it would have more than `MAX_STEPS`.
    """
    if len(tree) + more > MAX_STEPS:
        raise MacroError(
            f"the macro would have {len(tree) + more:,} steps, and {MAX_STEPS:,} are the most; "
            "split it into macros that call each other"
        )


def check_place(tree: Tree, steps: Sequence[Step], spot: Spot) -> None:
    """Refuse steps in a list that they must not stand in.

    Raises:
        MacroError: there is no such list, blocks would be nested too deep, or a for_each would stand
            inside another.
    """
    tree.row_at(spot)
    around = [spot.block, *tree.above(spot.block)] if spot.block else []
    if len(around) + height(steps) > MAX_DEPTH:
        raise MacroError(
            f"blocks would stand in blocks more than {MAX_DEPTH} deep; "
            "put the inner steps into a macro of their own"
        )
    check_tables(steps, is_in_table=any(_is_table(tree.step(block)) for block in around))


def check_tables(steps: Iterable[Step], *, is_in_table: bool) -> None:
    """Refuse a for_each inside another: there is one table.

    Raises:
        MacroError: there is one.
    """
    waiting = [(step, is_in_table) for step in steps if branches(step)]
    while waiting:
        step, inside = waiting.pop()
        if _is_table(step) and inside:
            raise MacroError(
                f"the for_each “{step.id}” would stand inside another, and there is one table; "
                "take the inner one out first"
            )
        for name in branches(step):
            within = inside or _is_table(step)
            waiting += [(one, within) for one in getattr(step, name) if branches(one)]


def _is_table(step: Step) -> bool:
    return isinstance(step, grammar.ForEach)
