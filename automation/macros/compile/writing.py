"""From an action of the run to the steps of the macro that do the same: their targets, and what they wait for.

A target is described by what the record kept of it. A step waits for what was seen to come of it, and
never for what was there before. A field that was empty before the run typed into it is to hold the text
alone.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Final, NoReturn

import msgspec

from automation.core import actions
from automation.core.actions import (
    Action,
    Aim,
    Check,
    Click,
    Clipboard,
    Drag,
    Hotkey,
    Window,
    Write,
)
from automation.core.geometry import Rect, ScreenPoint
from automation.core.hand_events import Context
from automation.core.observation import ScreenElement, WindowInfo
from automation.core.proposal import Where
from automation.core.secrets import BEGIN, holds_reference, secret_name
from automation.macros import macro as grammar
from automation.macros.checks import has_evidence
from automation.macros.codec import is_keepable
from automation.macros.compile.pieces import Pictures, Piece, element_at, words_of
from automation.macros.describe import (
    REACH_PX,
    READ_AROUND,
    Described,
    has_doubles,
    read_row_of,
    run_target,
    with_picture,
)
from automation.macros.effects import came, gone, holds, is_steady, within_s
from automation.macros.macro import MAX_STRING_BYTES, Condition, Param, Step, Target, Until
from automation.macros.names import StepIds, param_name
from automation.macros.titles import is_hidden, pattern_of, seen_text
from automation.macros.walk import escape
from automation.screen.folding import comparable
from automation.screen.roles import HOLDERS, TWO_STATES, hides_text, is_short_entry
from automation.screen.rows import names_in

TYPING_ROLES: Final = frozenset({"field", "spinner", "terminal", "document"})
"""What may be pressed to give it the keyboard without doing more than that."""


class Targets:
    """Describes the targets of one run, and collects their pictures."""

    def __init__(
        self, pictures: Pictures, typed: Collection[str], pieces: Sequence[Piece] = ()
    ) -> None:
        self._pictures = pictures
        self._typed = typed
        self._holders = frozenset(
            (piece.where.client, piece.element.box)
            for piece in pieces
            if piece.where is not None and piece.element and piece.element.role in HOLDERS
        )
        """Windows and boxes of the fields that the run met: what stands in them is data."""
        self.images: dict[str, bytes] = {}
        """Files of the pictures that targets name, by path."""

    def of(self, piece: Piece) -> Target | None:
        """Return the target that a step presses; None for one without a pixel."""
        aim = piece.aim
        if aim is None:
            return None
        return self._target(piece, aim.point, piece.element, words_of(aim))

    def of_end(self, piece: Piece) -> Target:
        """Return the target where a drag ends."""
        drag = piece.action
        assert isinstance(drag, Drag), "called for a drag"
        aim = Aim(drag.path[-1], drag.destination)
        destination = piece.record.proposal.destination
        is_there = destination is not None and destination.box.contains(aim.point)
        element = destination if is_there else element_at(piece.record, aim)
        return self._target(piece, aim.point, element, words_of(aim))

    def of_focus(self, piece: Piece) -> Target | None:
        """Return what had the keyboard, where pressing it does no more than give it that."""
        element = piece.element
        if element is None or element.role not in TYPING_ROLES:
            return None
        return self._target(piece, element.box.center, element, "")

    def of_named(self, piece: Piece, name: str) -> Target:
        """Return the target of a check: a thing that was found by its name."""
        element = piece.record.proposal.element
        if element is None:
            return Target(name=seen_text(name))
        told = self._target(piece, element.box.center, element, "")
        return msgspec.structs.replace(told, image=None, press=None)

    def _target(
        self, piece: Piece, point: ScreenPoint, element: ScreenElement | None, about: str
    ) -> Target:
        found = self._described(piece, point, element, about)
        if found.picture is not None and found.target.image is not None:
            self.images[found.target.image] = found.picture
        return found.target

    def _described(
        self, piece: Piece, point: ScreenPoint, element: ScreenElement | None, about: str
    ) -> Described:
        where, address = piece.where, piece.record.pictures.before
        if where is None:
            title = element.window_title if element is not None else ""
            window = WindowInfo(0, title, "", 0, Rect(0, 0, 0, 0)) if title else None
            bare = Context(point, window=window, element=element)
            return with_picture(bare, run_target(bare, typed=self._typed, about=about))
        region = READ_AROUND.around(point).intersection(where.area)
        lines = self._pictures.lines(address, region) if region.area else ()
        context = Context(
            point=point,
            frame=self._pictures.frame(address),
            window=WindowInfo(0, where.title, where.app, 0, where.client),
            element=element,
            lines=tuple(line for line in lines if not self._is_data(line.box, where)),
            scale=where.scale,
        )
        row = self._row(address, context, where)
        target = run_target(context, typed=self._typed, about=about, row=row)
        return with_picture(context, target, area=where.area, masked=where.masked)

    def _row(self, address: str, context: Context, where: Where) -> tuple[str, ...]:
        """Return the texts beside a thing that has doubles above or below it; else none."""
        point, element = context.point, context.element
        thing = element or next((x for x in context.lines if x.box.contains(point)), None)
        if thing is None or not thing.name.strip() or thing.role in HOLDERS:
            return ()
        if not has_doubles(thing.name, thing.box, context.lines):
            return ()
        box, area = thing.box, where.area
        band = Rect(area.x, box.y - REACH_PX, area.w, box.h + 2 * REACH_PX).intersection(area)
        lines = self._pictures.lines(address, band) if band.area else ()
        seen = [line for line in lines if not self._is_data(line.box, where)]
        return read_row_of(thing.name, thing.box, seen)

    def _is_data(self, box: Rect, where: Where) -> bool:
        """Tell whether a line is what a field holds, or lies under what was painted over."""
        held = (field for client, field in self._holders if client == where.client)
        is_masked = any(part.intersection(box).area for part in where.masked)
        return is_masked or any(field.contains(box.center) for field in held)


def was_empty(piece: Piece) -> bool:
    """Tell whether text went into an empty field of one line; False where that is not known.

    A field that held the text alone afterwards, although nothing was replaced, was empty before.
    """
    action, element = piece.action, piece.element
    if not isinstance(action, Write) or not action.text or element is None:
        return False
    if not is_short_entry(element):
        return False
    held = _held_before(piece)
    return not held if held is not None else piece.last.receipt.code == "exact"


def _held_before(piece: Piece) -> str | None:
    """Return what the field held when the step was proposed, if that was read."""
    proposed, aim = piece.record.proposal.element, piece.aim
    if proposed is None or (aim is not None and not proposed.box.contains(aim.point)):
        return None
    return proposed.value


UNNAMED: Final = "Nothing tells how it is found again: give its target a name or text in macro.yaml, then take `off` out."
_MOST_PATH: Final = 60
"""Pixels of a drag's path; the shape of a stroke is kept by far fewer."""
_MOST_CLICKS: Final = 3
_ID_CHARS: Final = 40
"""Of an id, without its number."""
_MOST_CHUNK: Final = MAX_STRING_BYTES // 8
"""Characters: four bytes each at most, twice as many where a sign is escaped."""
_LOOK_S: Final = 5.0
_HIDDEN_KEYS: Final = ("secret",)
"""What the record keeps in place of a key that was pressed in a password field."""


class CannotSay(Exception):
    """A macro has no step for this; carries why."""


def _refuse(why: str) -> NoReturn:
    raise CannotSay(why)


class Writer:
    """Writes the steps of one macro."""

    def __init__(self, targets: Targets, typed: Sequence[str]) -> None:
        self._targets = targets
        self._typed = typed
        self._ids = StepIds(most=_ID_CHARS)
        self.params: dict[str, Param] = {}
        """Secrets that are asked for because their texts were not kept."""

    def steps(self, piece: Piece, *, is_first: bool, later: Piece | None) -> tuple[Step, ...]:
        """Return the steps for one of the run."""
        action = piece.action
        match action:
            case actions.Write():
                return self._typing(piece, action, is_first=is_first)
            case actions.Hotkey():
                return (self._keys(piece, action, is_first=is_first),)
            case actions.Window():
                return (self._window(piece, action, later),)
            case _ if isinstance(action, Action):
                return (self._acting(piece, action),)
            case _:
                return (self._check(piece, action),)

    def _acting(self, piece: Piece, action: Action) -> Step:
        target = self._targets.of(piece)
        match action:
            case actions.Click() if target is not None:
                return grammar.Click(
                    id=self._id(target, "click"),
                    target=target,
                    button=action.button,
                    count=min(action.count, _MOST_CLICKS),
                    modifiers=action.modifiers,
                )
            case actions.Move() if target is not None:
                return grammar.Move(id=self._id(target, "move"), target=target)
            case actions.Drag() if target is not None:
                return grammar.Drag(
                    id=self._id(target, "drag"),
                    target=target,
                    to=self._targets.of_end(piece),
                    button=action.button,
                    modifiers=action.modifiers,
                    path=_path(action.path),
                )
            case actions.Scroll():
                return grammar.Scroll(
                    id=self._ids.fresh(f"scroll {action.direction}", "scroll"),
                    direction=action.direction,
                    amount=action.amount,
                    target=_turned(target, piece),
                )
            case actions.Launch():
                if not is_keepable(action.desktop_id) or BEGIN in action.desktop_id:
                    _refuse("the program's name cannot stand in a macro")
                name = action.name or action.desktop_id
                return grammar.Launch(
                    id=self._ids.fresh(f"start {name}", "launch"), desktop_id=action.desktop_id
                )
            case actions.Clipboard():
                return self._clipboard(action)
            case actions.Wait():
                return grammar.Wait(id=self._ids.fresh("", "wait"), seconds=action.seconds)
            case _:
                _refuse("a macro has no such step")

    def _typing(self, piece: Piece, action: actions.Write, *, is_first: bool) -> tuple[Step, ...]:
        target = self._targets.of(piece) or (self._targets.of_focus(piece) if is_first else None)
        element = piece.element
        is_secret = hides_text(element)
        replaces = action.overwrite or was_empty(piece)
        if secret_name(action.text):
            text = action.text
        elif is_secret or is_hidden(action.text):
            text = self._asked_secret(target)
        elif holds_reference(action.text):
            _refuse("a secret stands in it together with other text")
        elif not is_keepable(action.text[:1]) or not all(map(is_keepable, _chunks(action.text))):
            _refuse("it types a character that no macro can hold")
        else:
            return tuple(self._chunked(action, target, replaces=replaces))
        return (
            grammar.Type(
                id=self._id(target, "type"),
                text=text,
                target=target,
                replace=replaces,
                enter=action.press_enter,
            ),
        )

    def _chunked(
        self, action: actions.Write, target: Target | None, *, replaces: bool
    ) -> Iterator[Step]:
        """Yield a step for the text, several for one that is longer than a step may hold."""
        chunks = _chunks(action.text)
        for place, chunk in enumerate(chunks):
            yield grammar.Type(
                id=self._id(target, "type"),
                text=escape(chunk),
                target=target if not place else None,
                replace=replaces and not place,
                enter=action.press_enter and place == len(chunks) - 1,
            )

    def _asked_secret(self, target: Target | None) -> str:
        """Declare a secret that stands for a text that was not kept."""
        label = (target.label or target.name) if target is not None else ""
        name = param_name(label, set(self.params), "password")
        asked = f"Which secret is typed into {label}?" if label else "Which secret is typed here?"
        self.params[name] = Param(type="secret", ask=asked[:500])
        return f"{{{{{name}}}}}"

    def _keys(self, piece: Piece, action: actions.Hotkey, *, is_first: bool) -> Step:
        if action.keys == _HIDDEN_KEYS:
            _refuse("a key in a password field is never kept")
        if any(not key.strip() or seen_text(key) != key for key in action.keys):
            _refuse("it presses a key whose name no macro can hold")
        return grammar.Keys(
            id=self._ids.fresh(" ".join(action.keys), "keys"),
            keys=action.keys,
            times=action.repeat,
            target=self._targets.of_focus(piece) if is_first else None,
        )

    def _clipboard(self, action: actions.Clipboard) -> Step:
        new = self._ids.fresh(action.op, "clipboard")
        if action.op != "set":
            return grammar.Clipboard(id=new, op=action.op)
        if not action.text or BEGIN in action.text or is_hidden(action.text):
            _refuse("what it puts on the clipboard was not kept")
        text = escape(action.text)
        if not is_keepable(text):
            _refuse("a macro cannot hold what it puts on the clipboard")
        return grammar.Clipboard(id=new, op="set", text=text)

    def _window(self, piece: Piece, action: actions.Window, later: Piece | None) -> Step:
        if action.op == "next":
            there = later.where if later is not None else None
            title, app, op = (there.title, there.app, "activate") if there else ("", "", "activate")
        else:
            here = piece.where
            title = here.title if here is not None else action.title
            app, op = here.app if here is not None else "", action.op
        program = seen_text(app)
        pattern = pattern_of(title, self._typed, has_program=bool(program))
        if not (pattern or program):
            _refuse("nothing tells which window it is")
        new = self._ids.fresh(f"{op} {title or app}", "window")
        return msgspec.convert(
            {"do": "window", "id": new, "op": op, "title": pattern, "app": program}, grammar.Window
        )

    def _check(self, piece: Piece, check: Check) -> Step:
        new = self._ids.fresh("", "check")
        condition: grammar.Condition
        match check:
            case actions.Shown():
                condition = grammar.Shows(text=_needed(check.text), absent=check.absent)
            case actions.Equals():
                if BEGIN in check.value or is_hidden(check.value):
                    _refuse("what it compares with was not kept")
                value = escape(check.value)
                if not is_keepable(value):
                    _refuse("a macro cannot hold what it compares with")
                condition = grammar.Holds(target=self._named(piece, check.target), value=value)
            case actions.Checked():
                value = "on" if check.is_checked else "off"
                condition = grammar.Holds(target=self._named(piece, check.target), value=value)
            case actions.WindowTitle():
                condition = grammar.Titled(title=f"*{_needed(check.text, 498)}*")
        looks_s = getattr(check, "within_s", 0.0)
        return grammar.CheckThat(id=new, condition=condition, within_s=max(_LOOK_S, looks_s))

    def _named(self, piece: Piece, name: str) -> Target:
        target = self._targets.of_named(piece, name)
        if not has_evidence(target):
            _refuse("nothing tells what it looks at")
        return target

    def _id(self, target: Target | None, kind: str) -> str:
        name = (target.label or target.name or target.text) if target is not None else ""
        return self._ids.fresh(name, kind)


def finished(
    step: Step, piece: Piece, expect: Until | None, wait: Until | None, risk: str, comment: str
) -> Step:
    """Return a step with what every step may have."""
    fields: dict[str, object] = {"comment": comment, "risk": risk}
    if piece.pause_s:
        fields["pause_s"] = piece.pause_s
    if expect is not None:
        fields["expect"] = expect
    if wait is not None:
        fields["wait"] = wait
    target = getattr(step, "target", None)
    ends = [t for t in (target, getattr(step, "to", None)) if t is not None]
    if piece.doubt:
        fields |= {"off": True, "comment": piece.doubt}
    elif not all(map(has_evidence, ends)):
        fields |= {"off": True, "comment": UNNAMED}
    return msgspec.structs.replace(step, **fields)


def _turned(target: Target | None, piece: Piece) -> Target | None:
    """Return where a wheel is turned: over its window where the tree tells of nothing there.

    What stands under the pointer of a page that is scrolled is by chance.
    """
    if target is None or not has_evidence(target):
        return None
    title = piece.where.title if piece.where is not None else ""
    if target.role or not title or target.window != title:
        return target
    return Target(window=title, app=target.app, role="window", name=title)


def _needed(text: str, most: int = 500) -> str:
    found = seen_text(text, most)
    if not found:
        _refuse("a macro cannot hold the text that it looks for")
    return found


def _path(points: Sequence[ScreenPoint]) -> tuple[tuple[int, int], ...]:
    """Return the pixels between both ends, relative to the first; none for a straight line."""
    inner, begin, end = points[1:-1], points[0], points[-1]
    if all(_is_between(point, begin, end) for point in inner):
        return ()
    every = -(-len(inner) // _MOST_PATH)
    relative = ((point.x - begin.x, point.y - begin.y) for point in inner[::every])
    return tuple(pair for pair in relative if all(-(2**31) <= each < 2**31 for each in pair))


def _is_between(point: ScreenPoint, begin: ScreenPoint, end: ScreenPoint) -> bool:
    """Tell whether a pixel lies within 2 of the straight line."""
    dx, dy = end.x - begin.x, end.y - begin.y
    off = abs(dx * (point.y - begin.y) - dy * (point.x - begin.x))
    return off * off <= 4 * (dx * dx + dy * dy)


def _chunks(text: str) -> list[str]:
    return [text[at : at + _MOST_CHUNK] for at in range(0, len(text), _MOST_CHUNK)] or [""]


_MOST_READ_PX: Final = 800_000
"""Pixels up to which what changed is read, twice a step: OCR takes about a second for so many."""
_MOST_WINDOW_PX: Final = 4_000_000
"""Largest window that is read to know what it showed before; a larger one is waited to change."""
_SURE: Final = 0.95
"""A text that may be misread is nothing to wait for."""
_MOST_NEW_LINES: Final = 3


def effect_of(
    piece: Piece,
    later: Piece | None,
    target: Target | None,
    pictures: Pictures,
    typed: Collection[str],
    earlier: Sequence[Piece] = (),
) -> Until | None:
    """Return what is waited for after a step; None where its effect was not seen, or says nothing."""
    if piece.last.receipt.kind != "effect_seen" or piece.last.receipt.code == "focused":
        return None
    condition = (
        _held(piece, target)
        or _titled(piece, later, typed, earlier)
        or _shown(piece, pictures, typed)
        or _changed(piece)
    )
    timings = piece.last.timings
    took_s = (max(0.0, timings.execute) + max(0.0, timings.verify)) / 1000
    return Until(condition=condition, within_s=within_s(took_s)) if condition else None


def _held(piece: Piece, target: Target | None) -> Condition | None:
    """Return what the field holds, or the state that the box is in."""
    code, action = piece.last.receipt.code, piece.action
    if isinstance(action, Click) and target is not None and target.role in TWO_STATES:
        return holds(target, code) if code in ("on", "off") else None
    if isinstance(action, Write) and code == "exact":
        if BEGIN in action.text or is_hidden(action.text):
            return None
        return holds(target, action.text.removesuffix("\n"))
    return None


def _titled(
    piece: Piece, later: Piece | None, typed: Collection[str], earlier: Sequence[Piece]
) -> Condition | None:
    """Return the title of the window that came, or that one has gone."""
    here, then = piece.where, later.where if later is not None else None
    if isinstance(piece.action, Window) and piece.action.op == "close" and here is not None:
        return gone(here.title, typed, () if then is None else (then.title,))
    if then is None or (here is not None and (here.title, here.app) == (then.title, then.app)):
        return None
    known = (one.where.title for one in (*earlier, piece) if one.where is not None)
    return came(then.title, typed, known)


def _shown(piece: Piece, pictures: Pictures, typed: Collection[str]) -> Condition | None:
    """Return a text that stands in the changed part afterwards, and before nowhere in the window."""
    is_asking = isinstance(piece.action, Click | Hotkey) or (
        isinstance(piece.action, Write) and piece.action.press_enter
    )
    region = _changed_part(piece)
    if not (is_asking and pictures.can_read and region is not None):
        return None
    old = {comparable(x.name) for x in pictures.lines(piece.record.pictures.before, region)}
    new = pictures.lines(piece.last.pictures.after, region)
    fresh = [x for x in new if comparable(x.name) not in old]
    if not 0 < len(fresh) <= _MOST_NEW_LINES:
        return None
    # Names side by side that were read as one line stand nowhere as one text.
    whole = (x for x in fresh if x.confidence >= _SURE and not names_in(x))
    steady = [x.name for x in whole if is_steady(x.name, typed)]
    if not steady:
        return None
    before = _read_before(piece, pictures)
    if before is None:
        return None
    # A replay finds a text in the names of things and within others too.
    there = [comparable(x) for x in (*before, piece.element.name if piece.element else "")]
    came = [x for x in steady if not any(comparable(x) in one for one in there)]
    text = min(came, key=len, default="")
    return grammar.Shows(text=seen_text(text)) if text else None


def _read_before(piece: Piece, pictures: Pictures) -> tuple[str, ...] | None:
    """Return what the window showed before the step; None where that is not known."""
    where = piece.where
    address = piece.record.pictures.before
    if where is None or where.client.area > _MOST_WINDOW_PX or pictures.frame(address) is None:
        return None
    lines = pictures.lines(address, where.client)
    return tuple(line.name for line in lines)


def _changed_part(piece: Piece) -> Rect | None:
    """Return the changed part of the window if it is small enough to be read."""
    changed, where = piece.last.receipt.changed, piece.where
    if changed is None or where is None:
        return None
    part = changed.intersection(where.client)
    return part.grown(8) if 0 < part.area <= _MOST_READ_PX else None


def _changed(piece: Piece) -> Condition | None:
    """Return that something changes, anywhere in the window.

    Not where: a larger font or window puts it elsewhere, and a replay that looked there only would
    stop though all went well. The verifier looks near the target in any case.
    """
    is_silent = isinstance(piece.action, Clipboard) and piece.action.op in ("copy", "set")
    changed = piece.last.receipt.changed
    return grammar.Changed() if changed is not None and not is_silent else None
