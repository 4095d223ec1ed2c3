"""A finished run becomes a macro: choose, describe, write, wait for effects, propose parameters."""

from collections.abc import Sequence
from typing import Final

import msgspec

from automation.core.actions import Click, Clipboard, Drag, Hotkey, Launch, Window, Write
from automation.core.proposal import Outcome, RiskLevel
from automation.macros.compile.aiming import Targets
from automation.macros.compile.choosing import chosen, told
from automation.macros.compile.effects import effect_of
from automation.macros.compile.finished import (
    Compiled,
    Dropped,
    FinishedRun,
    LoadPicture,
    ReadLines,
)
from automation.macros.compile.parameters import proposed
from automation.macros.compile.pictures import Pictures
from automation.macros.compile.pieces import Piece
from automation.macros.compile.wording import told_text
from automation.macros.compile.writing import CannotSay, Writer, finished
from automation.macros.describing.astray import Astray
from automation.macros.describing.fronts import held_to, is_for_desktop
from automation.macros.describing.seen import is_hidden
from automation.macros.images import image_paths
from automation.macros.macro import MAX_STEPS, Macro, Made, Step, Until

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
        run: what was done.
        name: of the macro, 1 to 100 characters.
        load: returns the run's pictures.
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
            unsaid.append(Dropped(piece.record.n, told(piece.record, str(why))))
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
