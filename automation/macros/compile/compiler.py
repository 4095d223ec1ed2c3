"""A finished run becomes a macro: choose, describe, write, wait for effects, propose parameters.

Those steps go into it that were allowed, were sent, and led on. Left out are steps that lead nowhere:
typed and undone, scrolled there and back, moved, waited, done twice. Keys and buttons that were held by
steps of their own become one drag or one chord. A step is taken out only if that is certain to change
nothing; whatever is doubtful stays.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import msgspec

from automation.core.actions import (
    Action,
    Answer,
    Ask,
    ButtonDown,
    ButtonUp,
    Click,
    Clipboard,
    Drag,
    Element,
    HoldAndTap,
    Hotkey,
    KeyDown,
    KeyUp,
    Launch,
    Modifier,
    Move,
    Plan,
    Scroll,
    Wait,
    Window,
    Write,
    sends_input,
)
from automation.core.geometry import ScreenPoint
from automation.core.proposal import Outcome, RiskLevel, StepRecord
from automation.macros.compile.pieces import (
    Compiled,
    Dropped,
    FinishedRun,
    LoadPicture,
    Pictures,
    Piece,
    ReadLines,
)
from automation.macros.compile.proposed_params import proposed
from automation.macros.compile.writing import CannotSay, Targets, Writer, effect_of, finished
from automation.macros.effects import Astray, held_to, is_for_desktop
from automation.macros.images import image_paths
from automation.macros.macro import MAX_STEPS, Macro, Made, Step, Until
from automation.macros.titles import is_hidden, quoted, told_text

_MODIFIERS: dict[str, Modifier] = {
    "ctrl": "ctrl", "control": "ctrl", "shift": "shift", "alt": "alt", "super": "super",
    "win": "super", "meta": "super", "cmd": "super",
}  # fmt: skip
_MOST_KEYS = 6
_UNSAID: Final = "a macro cannot hold a key or button by itself"


def folded(pieces: Sequence[Piece]) -> tuple[tuple[Piece, ...], tuple[Dropped, ...]]:
    """Return the steps with what was held in them, and what no macro can say."""
    kept: list[Piece] = []
    dropped: list[Dropped] = []
    waiting = list(reversed(pieces))
    while waiting:
        piece = waiting.pop()
        match piece.action:
            case ButtonDown() | KeyDown():
                is_button = isinstance(piece.action, ButtonDown)
                found = _drag(piece, waiting) if is_button else _held(piece, waiting)
                kept += found
                if not found:
                    dropped.append(_left_out(piece.record, _UNSAID))
                    _doubt(piece, waiting)
            case ButtonUp() | KeyUp():
                dropped.append(_left_out(piece.record, _UNSAID))
            case HoldAndTap():
                kept += _taps(piece)
            case _:
                kept.append(piece)
    return tuple(kept), tuple(dropped)


def _doubt(down: Piece, waiting: list[Piece]) -> None:
    """Mark what was done until the key or button came up: without it, it would do something else."""
    first = down.action
    for place in range(len(waiting) - 1, -1, -1):
        later = waiting[place].action
        if _lets_go(later, first):
            return
        why = "It was done while a key or button was held, which no macro can say: record it again."
        waiting[place] = replace(waiting[place], doubt=why)


def _lets_go(later: object, first: object) -> bool:
    if isinstance(first, KeyDown) and isinstance(later, KeyUp):
        return later.key.casefold() == first.key.casefold()
    if isinstance(first, ButtonDown) and isinstance(later, ButtonUp):
        return later.button == first.button
    return False


def _left_out(record: StepRecord, why: str) -> Dropped:
    """Return what is told of a step that the macro does not have."""
    sentence = record.proposal.sentence
    name = quoted(sentence) if sentence and not is_hidden(sentence) else "a step"
    return Dropped(record.n, f"Step {record.n}, {name}, is left out: {why}.")


def _drag(down: Piece, waiting: list[Piece]) -> tuple[Piece, ...]:
    """Return the drag from a press over moves to a release; takes those steps off the list."""
    press = down.action
    assert isinstance(press, ButtonDown), "called for a button that went down"
    points: list[ScreenPoint] = [press.at.point]
    for taken, later in enumerate(reversed(waiting), 1):
        match later.action:
            case Move():
                points.append(later.action.at.point)
            case ButtonUp() if _lets_go(later.action, press):
                up = later.action
                if points[-1] != up.at.point:
                    points.append(up.at.point)
                del waiting[-taken:]
                return (_dragged(down, later, points, (press.at.element, up.at.element)),)
            case _:
                return ()
    return ()


def _dragged(
    down: Piece,
    up: Piece,
    points: list[ScreenPoint],
    ends: tuple[Element | None, Element | None],
) -> Piece:
    press = down.action
    assert isinstance(press, ButtonDown), "called for a button that went down"
    if len(points) == 1:
        return replace(down.reaching(up), action=Click(press.at, press.button))
    drag = Drag(tuple(points), press.button, origin=ends[0], destination=ends[1])
    return replace(down.reaching(up), action=drag)


def _held(down: Piece, waiting: list[Piece]) -> tuple[Piece, ...]:
    """Return what was done while a key was down, with that key; takes the steps off the list."""
    first = down.action
    assert isinstance(first, KeyDown), "called for a key that went down"
    inner: list[Piece] = []
    for taken, later in enumerate(reversed(waiting), 1):
        match later.action:
            case KeyUp() if _lets_go(later.action, first):
                del waiting[-taken:]
                if not inner:
                    return (replace(down.reaching(later), action=Hotkey((first.key,))),)
                return tuple(inner)
            case Hotkey() | Click() | Drag():
                with_key = _with_key(later, first.key)
                if with_key is None:
                    return ()
                inner.append(with_key)
            case _:
                return ()
    return ()


def _with_key(piece: Piece, key: str) -> Piece | None:
    match piece.action:
        case Hotkey() if len(piece.action.keys) < _MOST_KEYS:
            keys = (key, *piece.action.keys)
            return replace(piece, action=Hotkey(keys, piece.action.repeat))
        case Click() if key.casefold() in _MODIFIERS:
            click = piece.action
            modifiers = tuple(dict.fromkeys((_MODIFIERS[key.casefold()], *click.modifiers)))
            return replace(piece, action=Click(click.at, click.button, click.count, modifiers))
        case Drag() if key.casefold() in _MODIFIERS:
            drag = piece.action
            modifiers = tuple(dict.fromkeys((_MODIFIERS[key.casefold()], *drag.modifiers)))
            return replace(piece, action=msgspec.structs.replace(drag, modifiers=modifiers))
        case _:
            return None


def _taps(piece: Piece) -> tuple[Piece, ...]:
    """Return a chord for each key that was tapped while the others were held."""
    action = piece.action
    assert isinstance(action, HoldAndTap), "called for keys held while others are tapped"
    chords: list[tuple[str, int]] = []
    for key in action.tap:
        if chords and chords[-1][0] == key:
            chords[-1] = (key, chords[-1][1] + 1)
        else:
            chords.append((key, 1))
    return tuple(replace(piece, action=Hotkey((*action.hold, key), times)) for key, times in chords)


_OPPOSITE: Final = {"up": "down", "down": "up", "left": "right", "right": "left"}
_MOST_NOTCHES: Final = 1000
_MOST_PAUSE_S: Final = 3600.0

_Out = list[Dropped]


def without_detours(
    pieces: Sequence[Piece], pictures: Pictures
) -> tuple[tuple[Piece, ...], tuple[Dropped, ...]]:
    """Return the steps that lead on, and which do not and why."""
    out: _Out = []
    passes: tuple[Callable[[list[Piece], _Out], list[Piece]], ...] = (
        lambda left, gone: _without_undone(left, gone, pictures),
        _without_moves,
        _without_scrolling_back,
        _without_repeated_activation,
        _without_waits,
    )
    left = list(pieces)
    for each in passes:
        left = each(left, out)
    return tuple(left), tuple(out)


def _without_undone(left: list[Piece], out: _Out, pictures: Pictures) -> list[Piece]:
    """Leave out what was typed or changed and taken back, where the pictures prove that it was."""
    kept: list[Piece] = []
    for piece in left:
        before = kept[-1] if kept else None
        if before is not None and _is_undo(piece) and _is_undoable(before):
            was, now = before.record.pictures.before, piece.last.pictures.after
            part = before.box.grown(2) if before.box is not None else None
            if pictures.are_same(was, now, part):
                kept.pop()
                out.append(_left_out(before.record, "it was undone"))
                out.append(_left_out(piece.record, "it undoes the step before it"))
                continue
        kept.append(piece)
    return kept


def _is_undo(piece: Piece) -> bool:
    """Tell whether it takes one thing back; of several the pictures prove the last one only."""
    action = piece.action
    if not isinstance(action, Hotkey) or action.repeat != 1:
        return False
    keys = {"ctrl" if key.casefold() == "control" else key.casefold() for key in action.keys}
    return keys == {"ctrl", "z"}


def _is_undoable(piece: Piece) -> bool:
    """Tell whether a step only changes what one undo brings back; Enter may have sent something."""
    match piece.action:
        case Write():
            return not piece.action.press_enter
        case Clipboard():
            return piece.action.op in ("paste", "cut")
        case _:
            return False


def _without_moves(left: list[Piece], out: _Out) -> list[Piece]:
    """Leave out moves, those excepted that may have opened the menu that is pressed next."""
    kept: list[Piece] = []
    for place, piece in enumerate(left):
        later = left[place + 1] if place + 1 < len(left) else None
        if isinstance(piece.action, Move) and not _opens(piece, later):
            out.append(_left_out(piece.record, "it only moves the pointer"))
        else:
            kept.append(piece)
    return kept


def _opens(move: Piece, later: Piece | None) -> bool:
    """Tell whether what is pressed next lies in a menu that the move was not in yet."""
    if later is None or isinstance(later.action, Move) or move.where is None or later.where is None:
        return False
    is_menu = later.where.area != later.where.client
    return is_menu and later.where.area != move.where.area


def _without_scrolling_back(left: list[Piece], out: _Out) -> list[Piece]:
    """Join scrolls of one direction, and leave out those that are taken back to the notch.

    Where the end was reached fewer notches moved the content than were turned: such stay.
    """
    kept: list[Piece] = []
    for piece in left:
        before = kept[-1] if kept else None
        one, two = before.action if before else None, piece.action
        if not (
            before is not None
            and isinstance(one, Scroll)
            and isinstance(two, Scroll)
            and _is_same_wheel(before, piece)
        ):
            kept.append(piece)
        elif one.direction == two.direction and one.amount + two.amount <= _MOST_NOTCHES:
            joined = Scroll(one.direction, one.amount + two.amount, one.at)
            kept[-1] = replace(before.reaching(piece), action=joined)
        elif (
            two.direction == _OPPOSITE[one.direction]
            and one.amount == two.amount
            and _has_moved(before)
            and _has_moved(piece)
        ):
            kept.pop()
            out.append(_left_out(before.record, "it was scrolled back"))
            out.append(_left_out(piece.record, "it only scrolls back"))
        else:
            kept.append(piece)
    return kept


def _has_moved(piece: Piece) -> bool:
    return not (piece.record.receipt.is_unchanged or piece.last.receipt.is_unchanged)


def _is_same_wheel(first: Piece, second: Piece) -> bool:
    """Tell whether two scrolls turn the wheel over the same thing."""
    one, two = first.where, second.where
    if one is not None and two is not None and (one.app, one.area) != (two.app, two.area):
        return False
    if first.aim is None or second.aim is None:
        return first.aim is second.aim
    if first.box is not None and second.box is not None:
        return first.box == second.box
    return first.aim.point == second.aim.point


def _without_repeated_activation(left: list[Piece], out: _Out) -> list[Piece]:
    """Leave out what brings a window to the front that is there already."""
    kept: list[Piece] = []
    for piece in left:
        before = kept[-1] if kept else None
        if before is not None and _is_activation(piece) and _is_in_front(piece, before):
            out.append(_left_out(piece.record, "that window is in front already"))
        else:
            kept.append(piece)
    return kept


def _is_activation(piece: Piece) -> bool:
    return isinstance(piece.action, Window) and piece.action.op == "activate"


def _is_in_front(piece: Piece, before: Piece) -> bool:
    """Tell whether the step before it brought the same window to the front."""
    first, second = before.action, piece.action
    if not (isinstance(first, Window) and isinstance(second, Window)):
        return False
    return first.op == "activate" and bool(first.window_id) and first.window_id == second.window_id


_ANCHORED: Final = (Click, Drag, Write, Scroll, Move)


def _without_waits(left: list[Piece], out: _Out) -> list[Piece]:
    """Turn waits into what they were for: the next step waits for its target by itself."""
    kept: list[Piece] = []
    pause_s = 0.0
    for place, piece in enumerate(left):
        if isinstance(piece.action, Wait):
            later = left[place + 1] if place + 1 < len(left) else None
            if later is None or _waits_itself(later):
                out.append(_left_out(piece.record, "the next step waits for what it needs"))
                pause_s = min(_MOST_PAUSE_S, pause_s + piece.action.seconds)
            else:
                kept.append(piece)
            continue
        kept.append(replace(piece, pause_s=pause_s) if pause_s else piece)
        pause_s = 0.0
    return kept


def _waits_itself(piece: Piece) -> bool:
    """Tell whether a step cannot begin before something is there."""
    if isinstance(piece.action, Wait):
        return True
    if not isinstance(piece.action, Action):
        return True
    return isinstance(piece.action, _ANCHORED) and piece.aim is not None


_VERDICTS: Final = {
    "rejected": "you rejected it",
    "expired": "nobody answered in time",
    "blocked": "it was not allowed",
    "stopped": "you stopped the run",
    "dry_run": "it was only shown, not sent",
}


def chosen(
    steps: Sequence[StepRecord], pictures: Pictures
) -> tuple[tuple[Piece, ...], tuple[Dropped, ...]]:
    """Return the steps that are kept, and which are not and why."""
    dropped: list[Dropped] = []
    sent: list[Piece] = []
    for record in steps:
        if why := _not_done(record):
            dropped.append(_left_out(record, why))
        else:
            sent.append(Piece(record, record, record.action))
    pieces: list[Piece] = []
    for place, piece in enumerate(sent):
        later = sent[place + 1] if place + 1 < len(sent) else None
        if why := _in_vain(piece, later):
            dropped.append(_left_out(piece.record, why))
        else:
            pieces.append(piece)
    left, more = folded(pieces)
    kept, most = without_detours(left, pictures)
    return kept, tuple(sorted((*dropped, *more, *most), key=lambda one: one.n))


def _not_done(record: StepRecord) -> str:
    """Return why a step was not carried out; empty when it was."""
    action, confirmation = record.action, record.confirmation
    if not confirmation.is_accepted:
        return _VERDICTS.get(confirmation.verdict, "it was not accepted")
    if not isinstance(action, Action):
        return "" if record.receipt.kind == "effect_seen" else "what it looked for was not so"
    if isinstance(action, Plan | Ask | Answer):
        return "it only says something"
    if isinstance(action, Wait):
        return ""
    if record.execution is None or (sends_input(action) and not record.execution.events_sent):
        return "nothing was sent"
    if not record.execution.completed:
        return "it was cut short"
    return ""


def _in_vain(piece: Piece, later: Piece | None) -> str:
    """Return why a step is not needed beside the one after it; empty when it is.

    Only what leaves things as they are however often it is done. Pictures prove nothing here: that a
    text cursor went a line or a field on is no visible change, and decides where the next text goes.
    """
    if later is None or not piece.record.receipt.is_unchanged:
        return ""
    is_again = _is_set_again(piece, later) or _is_written_over(piece, later)
    return "it changed nothing and was done again" if is_again else ""


def _is_set_again(piece: Piece, later: Piece) -> bool:
    """Tell whether a click that left a box as it was, as the tree told, is done again."""
    first, second = piece.action, later.action
    if not (isinstance(first, Click) and isinstance(second, Click)):
        return False
    is_same_way = (first.button, first.count, first.modifiers) == (
        second.button,
        second.count,
        second.modifiers,
    )
    is_left = piece.record.receipt.code == "still"
    return is_left and is_same_way and _is_same_thing(piece, later)


def _is_written_over(piece: Piece, later: Piece) -> bool:
    """Tell whether the same text takes the place of one; Enter and Tab do more than to write."""
    first, second = piece.action, later.action
    if not (isinstance(first, Write) and isinstance(second, Write) and second.overwrite):
        return False
    is_only_text = first.text.isprintable() and not first.press_enter
    return is_only_text and first.text == second.text and _is_same_thing(piece, later)


def _is_same_thing(piece: Piece, later: Piece) -> bool:
    """Tell whether the tree has the same thing in the same place for both."""
    one, other = piece.element, later.element
    if one is None or other is None or (one.source, other.source) != ("tree", "tree"):
        return False
    first = (one.role, one.name, one.box, one.window_title)
    return first == (other.role, other.name, other.box, other.window_title)


MAX_STEP_BYTES: Final = 12 * 1024 * 1024
"""Steps in all, as JSON: in the file they take up to twice as much, and that may be 32 MiB large."""
_NODES_A_STEP: Final = 80
_MAX_NODES: Final = 2_000_000
"""Somewhat below what a file may have (`yaml_tree.MAX_NODES`)."""
CORRECTED: Final = "You corrected this step in the run."
_BY_KEYS: Final = (Write, Hotkey, Clipboard)
_GOES_ON: Final = (*_BY_KEYS, Click, Drag, Window, Launch)
"""What decides where the next keys go, or what they change there."""


def compile_run(
    run: FinishedRun, name: str, load: LoadPicture, read: ReadLines | None = None
) -> Compiled:
    """Return the macro for a run; raises nothing, whatever the run holds.

    Args:
        name: of the macro, 1 to 100 characters.
        read: reads text off pictures; None where nothing can be read: then targets have no landmarks
            but what the record tells of them.
    """
    pictures = Pictures(load, read)
    pieces, dropped = chosen(run.steps, pictures)
    typed = _typed(pieces)
    targets = Targets(pictures, typed, pieces)
    writer = Writer(targets, typed)
    steps, unsaid = _written(pieces, writer, pictures, typed)
    steps, cut = _within_limits(steps)
    macro = Macro(
        deskhand=1,
        name=name,
        about=told_text(run.task),
        made=Made(by="run", run=run.run[:500], at=run.at[:40], version=run.version[:40]),
        params=writer.params,
        steps=steps,
    )
    paths = frozenset(image_paths(macro))
    images = {path: data for path, data in targets.images.items() if path in paths}
    left_out = tuple(sorted((*dropped, *unsaid), key=lambda one: one.n))
    notes = (*_notes(run, macro), *cut)
    return Compiled(macro, images, left_out, notes, proposed(macro, run.task))


def _written(
    pieces: Sequence[Piece], writer: Writer, pictures: Pictures, typed: Sequence[str]
) -> tuple[tuple[Step, ...], list[Dropped]]:
    steps: list[Step] = []
    unsaid: list[Dropped] = []
    astray = Astray()
    for place, piece in enumerate(pieces):
        later = pieces[place + 1] if place + 1 < len(pieces) else None
        before = pieces[place - 1] if place else None
        try:
            made = writer.steps(piece, is_first=before is None, later=later)
        except CannotSay as why:
            unsaid.append(_left_out(piece.record, str(why)))
            astray.is_lost |= isinstance(piece.action, _GOES_ON)
            continue
        *first, last = made
        target = getattr(made[0], "target", None)
        earlier = pieces[:place]
        expect = effect_of(piece, later, target, pictures, typed, earlier) if not first else None
        wait = _front(piece, before, typed)
        risk, comment = _risk(piece), _comment(piece)
        for step in first:
            steps.append(astray.kept(finished(step, piece, None, wait, risk, comment)))
            wait = None
        if getattr(last, "target", None) is not None:
            wait = None
        steps.append(astray.kept(finished(last, piece, expect, wait, risk, comment)))
    return tuple(steps), unsaid


def _front(piece: Piece, before: Piece | None, typed: Sequence[str]) -> Until | None:
    """Return what keys wait for that go to another window than the step before them."""
    here = piece.where
    if here is None or piece.aim is not None or not isinstance(piece.action, _BY_KEYS):
        return None
    if isinstance(piece.action, Hotkey) and is_for_desktop(piece.action.keys):
        return None
    was = before.where if before is not None else None
    if was is not None and (was.app, was.title) == (here.app, here.title):
        return None
    return held_to(here.title, typed)


def _typed(pieces: Sequence[Piece]) -> tuple[str, ...]:
    """Return the texts that the run typed, each once: wherever they show up, they are data."""
    found = []
    for piece in pieces:
        if isinstance(piece.action, Write | Clipboard):
            text = piece.action.text.strip()
            if len(text) >= 3 and not is_hidden(text):
                found.append(text)
    return tuple(dict.fromkeys(found))


def _risk(piece: Piece) -> str:
    """Return `irreversible` for what the rules found hard to undo then; a replay is judged anew.

    Nothing below that: what a file raises is asked about even where the rules would let it pass.
    """
    level = max(piece.record.risk.level, piece.last.risk.level)
    return "irreversible" if level >= RiskLevel.R3 else ""


def _comment(piece: Piece) -> str:
    return CORRECTED if piece.record.confirmation.verdict == "edited" else ""


def _within_limits(steps: tuple[Step, ...]) -> tuple[tuple[Step, ...], tuple[str, ...]]:
    """Return as many steps as one macro may have, and a sentence if some are cut off."""
    total = nodes = 0
    for place, step in enumerate(steps):
        total += len(msgspec.json.encode(step))
        nodes += _NODES_A_STEP + 3 * len(getattr(step, "path", ()))
        if place >= MAX_STEPS or total > MAX_STEP_BYTES or nodes > _MAX_NODES:
            lost = len(steps) - place
            return steps[:place], (
                f"The last {lost:,} steps are cut off: one macro cannot hold more.",
            )
    return steps, ()


def _notes(run: FinishedRun, macro: Macro) -> tuple[str, ...]:
    """Return what the user should look at before a replay."""
    notes = []
    if run.outcome is not Outcome.DONE:
        ended = str(run.outcome) if run.outcome is not None else "has not ended"
        notes.append(f"The run did not end well ({ended}): look at the last steps.")
    off = sum(1 for step in macro.steps if step.off)
    if off:
        notes.append(f"{off} of {len(macro.steps)} steps are switched off until you look at them.")
    if not macro.steps:
        notes.append("Nothing of the run was left to be done again.")
    if asked := [name for name, param in macro.params.items() if param.type == "secret"]:
        notes.append(
            f"A secret is asked for, since it was not kept: {', '.join(asked)}. "
            "Add it with: deskhand secret set NAME"
        )
    return tuple(notes)
