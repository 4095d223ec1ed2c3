"""Repairs of macros between the run that made them and the user's word: kept privately, then taken or dropped.

A repair is kept under its macro with the picture of what was pressed. A later run replaces it, or
drops it when the recorded target was found again. Of a step without its effect none is kept, unless
the user said that it was as it should be.
"""

import contextlib
import hashlib
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct

from automation.core.errors import MacroError
from automation.core.files import private_folder, write_whole
from automation.macros.describe import png
from automation.macros.edit.edit_operations import following
from automation.macros.images import MAX_IMAGE_BYTES, image_paths
from automation.macros.library import Library
from automation.macros.macro import Macro, Pixel, Step, StepId, Target
from automation.macros.macro_files import as_file_error, locked, read_json, read_whole
from automation.macros.names import image_path
from automation.macros.play.conditions import target_words
from automation.macros.play.repair import Repair, with_steps
from automation.macros.play.report import Report, StepReport
from automation.macros.trust import TrustBook, digest, keep_own
from automation.macros.walk import walk

REPAIRS_FOLDER: Final = "macro-repairs"
_FILE: Final = "repairs.json"
_LOCK: Final = ".lock"
_MOST_BYTES: Final = 16 * 1024 * 1024
_SHOWN: Final = frozenset({"model", "user"})
"""Rungs that a repair comes from; by every other one the recorded target was found."""

TargetOf = Callable[[str, str], Target | None]
"""Returns the target that the macro of this folder has for a step, or for `STEP to` its second one."""


class KeptRepair(Struct, frozen=True, forbid_unknown_fields=True):
    """One repair that waits for the user's word."""

    folder: str
    """Name of the macro's folder in the library."""
    macro: str
    """What it was called when the run was made."""
    step: StepId
    part: Literal["target", "to"]
    by: Literal["model", "user"]
    """Who has shown the place."""
    run: str
    old: Target
    """What the macro said when the run was made."""
    target: Target
    """What it would say."""
    picture: str
    """File name of the picture beside this list; empty when there is none."""
    press: tuple[Pixel, Pixel]

    @property
    def words(self) -> str:
        """What was meant and what was pressed instead, in one sentence."""
        was, now = target_words(self.old), target_words(self.target)
        how = "by the model" if self.by == "model" else "where you showed it"
        changed = f"{was} was found as {now}" if was != now else f"{was} was found"
        return f"Step {self.step}: {changed}, {how}"


class _List(Struct, frozen=True, forbid_unknown_fields=True):
    v: Literal[1]
    repairs: tuple[KeptRepair, ...] = ()


@dataclass(frozen=True, slots=True)
class RepairShelf:
    """The repairs of all macros, in the user's data folder; written by one process at a time."""

    data: Path

    def of(self, folder: str) -> tuple[KeptRepair, ...]:
        """Return the repairs that wait for the macro of a folder; none where the list is damaged."""
        return self._read(folder) or ()

    def is_damaged(self, folder: str) -> bool:
        """Tell whether pictures may lie here of which no list tells to which run they belong."""
        return self._read(folder) is None

    def _read(self, folder: str) -> tuple[KeptRepair, ...] | None:
        try:
            return read_json(self.place(folder) / _FILE, _MOST_BYTES, _List).repairs
        except (OSError, MacroError):
            return None

    def of_run(self, run: str) -> str:
        """Return the folder of a macro for which repairs of a run wait; empty for none."""
        try:
            folders = sorted(path.name for path in (self.data / REPAIRS_FOLDER).iterdir())
        except OSError:
            return ""
        return next((f for f in folders if any(one.run == run for one in self.of(f))), "")

    def place(self, folder: str) -> Path:
        """Return where the list and the pictures of a macro lie."""
        return self.data / REPAIRS_FOLDER / folder

    def picture_path(self, repair: KeptRepair) -> Path | None:
        """Return where the picture of what was pressed lies; None when there is none."""
        return self.place(repair.folder) / repair.picture if repair.picture else None

    def picture(self, repair: KeptRepair) -> bytes:
        """Return the picture's file.

        Raises:
            MacroError: it cannot be read.
        """
        path = self.place(repair.folder) / Path(repair.picture).name
        with as_file_error(path, "read"):
            return read_whole(path, MAX_IMAGE_BYTES)

    def take(
        self, report: Report, repairs: Sequence[Repair], old: TargetOf
    ) -> tuple[KeptRepair, ...]:
        """Keep what a run has repaired, and drop what it contradicts; return what is kept of it.

        Args:
            repairs: in the order in which they were made.
            old: tells what the macros of the run say; None for a step that they do not have.

        Raises:
            MacroError: that cannot be written.
        """
        last = {(step.folder, step.id): step for step in report.steps if step.state == "done"}
        latest = {(r.folder, r.step_id, r.part): r for r in repairs}
        good = [r for key, r in latest.items() if _is_good(last.get(key[:2]))]
        folders = dict.fromkeys([*(folder for folder, _ in last), *(r.folder for r in good)])
        kept: list[KeptRepair] = []
        for folder in folders:
            own = [r for r in good if r.folder == folder]
            if own or self.of(folder):  # most runs have nothing to write
                with self._alone():
                    kept += self._renew(folder, own, last, report.run, old)
        return tuple(kept)

    def drop(self, folder: str, repairs: Iterable[KeptRepair]) -> None:
        """Forget repairs of a macro: they were taken over, or are not wanted.

        Raises:
            MacroError: that cannot be written.
        """
        gone = {(r.step, r.part) for r in repairs}
        with self._alone():
            left = [r for r in self.of(folder) if (r.step, r.part) not in gone]
            self._write(folder, left, {})

    def adopt(self, folder: str) -> None:
        """Let the repairs that lie here be those of this folder: their macro was kept in another.

        Raises:
            MacroError: that cannot be written.
        """
        with self._alone():
            own = [msgspec.structs.replace(one, folder=folder) for one in self.of(folder)]
            if own:
                self._write(folder, own, {})

    def drop_overtaken(self, folder: str, macro: Macro) -> None:
        """Forget repairs of steps that say something else by now: what was kept, or changed by hand.

        Raises:
            MacroError: that cannot be written.
        """
        waiting = self.of(folder)
        gone = [r for r in waiting if target_in(macro, _key(r.step, r.part)) != r.old]
        if gone:
            self.drop(folder, gone)

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other threads and processes away between reading and writing: none undoes the other."""
        with as_file_error(self.data / REPAIRS_FOLDER, "keep the repairs in"):
            private_folder(self.data / REPAIRS_FOLDER)
            lock = locked(self.data / REPAIRS_FOLDER / _LOCK)
            with lock:
                yield

    def _renew(
        self,
        folder: str,
        repairs: Sequence[Repair],
        last: dict[tuple[str, str], StepReport],
        run: str,
        old: TargetOf,
    ) -> list[KeptRepair]:
        pictures: dict[str, bytes] = {}
        fresh: list[KeptRepair] = []
        for repair in repairs:
            was = old(folder, _key(repair.step_id, repair.part))
            if was is not None:
                fresh.append(_kept(repair, was, run, pictures))
        made = {(r.step, r.part) for r in fresh}
        before = self.of(folder)
        left = [r for r in before if (r.step, r.part) not in made and (folder, r.step) not in last]
        if fresh or len(left) != len(before):
            self._write(folder, [*left, *fresh], pictures)
        return fresh

    def _write(self, slug: str, repairs: Sequence[KeptRepair], more: dict[str, bytes]) -> None:
        folder = self.place(slug)
        with as_file_error(folder, "keep the repairs in"):
            if not repairs:
                shutil.rmtree(folder, ignore_errors=True)
                return
            private_folder(folder)
            for name, data in more.items():
                write_whole(folder / name, data)
            write_whole(folder / _FILE, msgspec.json.encode(_List(1, tuple(repairs))))
            used = {r.picture for r in repairs}
            for path in folder.glob("*.png"):
                if path.name not in used:
                    path.unlink(missing_ok=True)


def accept(
    repairs: Sequence[KeptRepair], waiting: RepairShelf, shelf: Library, book: TrustBook
) -> Path:
    """Take repairs of one macro into it and keep it; return its folder.

    A macro of the user's own that was trusted stays trusted: they have seen what changes. One that
    was taken in from elsewhere is asked about again.

    Raises:
        MacroError: there is none, the macro has other steps by now, or it cannot be kept.
    """
    if not repairs:
        raise MacroError("there is no repair to keep")
    opened = shelf.open_at(shelf.at(repairs[0].folder))
    macro, images = opened.macro, {p: opened.image(p) for p in image_paths(opened.macro)}
    was_trusted = book.is_trusted(digest(macro, images.__getitem__))
    for one in repairs:
        if target_in(macro, _key(one.step, one.part)) != one.old:
            raise MacroError(
                f"step {one.step} of “{macro.name}” was changed after it was repaired; "
                "play it again to see what it finds"
            )
        data = waiting.picture(one) if one.picture else b""
        path = image_path(data, one.step) if data else ""
        images |= {path: data} if data else {}
        target = msgspec.structs.replace(
            one.target, image=path or None, press=one.press if path else None
        )
        macro = with_steps(macro, {one.step: _changes(macro, one, target)})
    kept = {p: images[p] for p in image_paths(macro)}
    if was_trusted and macro.made.by != "import":
        content = digest(macro, kept.__getitem__)
        save = partial(shelf.save, macro, kept, folder=opened.folder, expected=opened.mark)
        folder = keep_own(save, content, macro.name, book)
    else:
        folder = shelf.save(macro, kept, folder=opened.folder, expected=opened.mark)
    waiting.drop(repairs[0].folder, repairs)
    return folder


def target_in(macro: Macro, key: str) -> Target | None:
    """Return the target of a step (`STEP`), or its second one (`STEP to`); None when it has none."""
    step_id, _, part = key.partition(" ")
    target = getattr(_step_in(macro, step_id), part or "target", None)
    return target if isinstance(target, Target) else None


def _step_in(macro: Macro, step_id: str) -> Step | None:
    return next((one.step for one in walk(macro) if one.step.id == step_id), None)


def _changes(macro: Macro, repair: KeptRepair, target: Target) -> dict[str, object]:
    """Return the fields of its step that a repair changes: what is read afterwards goes with the target."""
    step = _step_in(macro, repair.step)
    assert step is not None, "its target was compared with what the repair was made for"
    changed: Step = msgspec.structs.replace(step, **{repair.part: target})
    return {repair.part: target, "expect": following(step, changed).expect}


def _key(step: str, part: str) -> str:
    return step if part == "target" else f"{step} {part}"


def _is_good(step: StepReport | None) -> bool:
    """Tell whether the repaired step was the last word on it.

    A run goes on behind it where it did what it should, as was seen or as the user said.
    """
    return step is not None and step.rung in _SHOWN


def _kept(repair: Repair, old: Target, run: str, pictures: dict[str, bytes]) -> KeptRepair:
    name = ""
    if repair.picture.rect.area:
        data = png(repair.picture)
        name = f"{hashlib.sha256(data).hexdigest()[:16]}.png"
        pictures[name] = data
    return KeptRepair(
        folder=repair.folder,
        macro=repair.macro,
        step=repair.step_id,
        part="to" if repair.part == "to" else "target",
        by="model" if repair.found.rung == "model" else "user",
        run=run,
        old=old,
        target=repair.target,
        picture=name,
        press=repair.press,
    )
