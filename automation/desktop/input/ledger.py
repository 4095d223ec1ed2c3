"""What we hold down, kept in a small shared file that outlives any of our processes.

The executor writes an entry before it sends a press and strikes it out after the release. The
dead-man reads it when the executor is gone, and the next executor when both are. It is mapped
memory: an entry costs no system call and wakes nobody. Its room on the disk is taken when it is
made: a store to a page that a full disk has no room for ends a process by SIGBUS. Lent keycodes are
not in it: the X backend notes those on the display itself.
"""

import errno
import mmap
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, Self

from automation.core.errors import InputError
from automation.core.files import try_lock
from automation.core.process import canonical
from automation.desktop.input.plan import ButtonEvent, KeyCode, KeyEvent

SLOT_BYTES: Final = 48
SLOTS: Final = 64
"""More keys and buttons than one action can hold."""
CODE_BYTES: Final = SLOT_BYTES - 3
FILE_BYTES: Final = SLOTS * SLOT_BYTES
SUFFIX: Final = ".held"

HeldKind = Literal["key", "button"]
_KINDS: Final[tuple[HeldKind, ...]] = ("key", "button")


@dataclass(frozen=True, slots=True)
class Held:
    """A key or button that we pressed and did not release."""

    kind: HeldKind
    code: KeyCode

    def release(self) -> KeyEvent | ButtonEvent:
        """Return the primitive that lets it go."""
        if self.kind == "button" and isinstance(self.code, int):
            return ButtonEvent(self.code, False)
        return KeyEvent(self.code, False)


class Ledger:
    """A table of slots in a file; one process writes, another reads after its death.

    A slot is a flag byte, a kind byte, a length byte and the code as text. The flag is written
    last and cleared first, so a process killed between two stores leaves no half entry.
    """

    def __init__(self, path: Path) -> None:
        """Open or make the file; only `owned` makes one that counts as somebody's."""
        self.path = path
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | getattr(os, "O_NOFOLLOW", 0)
        self._descriptor = os.open(path, flags, 0o600)
        try:
            if os.fstat(self._descriptor).st_size != FILE_BYTES:
                os.ftruncate(self._descriptor, 0)
                os.posix_fallocate(self._descriptor, 0, FILE_BYTES)
            self._map = mmap.mmap(self._descriptor, FILE_BYTES)
        except BaseException:
            os.close(self._descriptor)
            raise
        self._slots = {held: slot for slot, held in self._used()}

    @classmethod
    def owned(cls, path: Path) -> Self:
        """Make an empty ledger that counts as alive for as long as this process has it.

        It gets its name once it is locked, so that nobody takes it for one of the dead.
        """
        passing = path.with_name(f".{path.name}")
        passing.unlink(missing_ok=True)
        try:
            ledger = cls(passing)
            try:
                if not try_lock(ledger._descriptor):
                    why = "another process has locked it, so nobody could tell whose it is"
                    raise BlockingIOError(errno.EAGAIN, why, str(passing))
                passing.replace(path)
            except OSError:
                ledger.close()
                raise
        except OSError:
            passing.unlink(missing_ok=True)
            raise
        ledger.path = path
        return ledger

    def held(self) -> tuple[Held, ...]:
        """Return what is held according to the file."""
        return tuple(held for _, held in self._used())

    def add(self, kind: HeldKind, code: KeyCode) -> None:
        """Note that this is about to be held; noting it twice is noting it once."""
        held = Held(kind, code)
        if held in self._slots:
            return
        text = str(code).encode()
        slot = next((n for n in range(SLOTS) if self._map[n * SLOT_BYTES] != 1), None)
        if slot is None or len(text) > CODE_BYTES:
            raise InputError(
                f"{code!r} cannot be held: it or what is held already is too much to note"
            )
        start = slot * SLOT_BYTES
        kind_byte = _KINDS.index(kind) * 2 + isinstance(code, int)
        self._map[start + 1 : start + 3 + len(text)] = bytes((kind_byte, len(text))) + text
        self._map[start] = 1
        self._slots[held] = slot

    def strike(self, kind: HeldKind, code: KeyCode) -> None:
        """Note that this is not held any more."""
        slot = self._slots.pop(Held(kind, code), None)
        if slot is not None:
            self._map[slot * SLOT_BYTES] = 0

    def close(self) -> None:
        """Unmap the file; it stays, so that whoever comes next can read it."""
        self._map.close()
        os.close(self._descriptor)

    def _used(self) -> Iterator[tuple[int, Held]]:
        for slot in range(SLOTS):
            start = slot * SLOT_BYTES
            kind, is_number = divmod(self._map[start + 1], 2)
            if self._map[start] != 1 or kind >= len(_KINDS):
                continue
            text = self._map[start + 3 : start + 3 + self._map[start + 2]].decode(errors="replace")
            code = _code(text) if is_number else text
            if code is not None:
                yield slot, Held(_KINDS[kind], code)


def _code(text: str) -> int | None:
    """Return the number; None for what no keycode and no button can be."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= 3
    return int(text) if is_number and 1 <= int(text) <= 255 else None


def ledger_path(folder: Path, display: str, pid: int) -> Path:
    """Return where the executor with this process id keeps its ledger."""
    return folder / f"{_plain(display)}-{pid}{SUFFIX}"


def left_behind(folder: Path, display: str) -> tuple[Path, ...]:
    """Return the ledgers of executors on this display that are gone without an end."""
    start = f"{_plain(display)}-"
    return tuple(
        path
        for path in sorted(folder.glob(f"*{SUFFIX}"))
        if path.name.startswith(start)
        and path.name[len(start) : -len(SUFFIX)].isdecimal()  # else not a name of ours
        and not _is_locked(path)
    )


def _plain(display: str) -> str:
    return "".join(char if char.isalnum() else "_" for char in canonical(display)) or "_"


def _is_locked(path: Path) -> bool:
    """Tell whether the process that made it lives: the kernel drops its lock, a number is reused."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CLOEXEC | getattr(os, "O_NOFOLLOW", 0))
    except FileNotFoundError:
        return True  # gone meanwhile: there is nothing to do for it
    except OSError:
        return False
    try:
        return not try_lock(descriptor)
    finally:
        os.close(descriptor)
