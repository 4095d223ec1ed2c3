"""A file that grows: held by one window, written whole lines at a time, flushed by a thread."""

import os
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from automation.macros.files import FileError, open_private, private_folder
from automation.macros.held import lock_or_refuse


class Flusher:
    """Has what was written put on the disk without keeping the caller waiting."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "draft")
        self._last: Future[None] | None = None

    def flush(self, descriptor: int) -> None:
        """Flush soon; a flush that waits for its turn takes the latest lines along.

        Raises:
            OSError: what was written before did not reach the disk.
        """
        before = self._last
        if before is not None and not (before.running() or before.done()):
            return
        if before is not None and before.done() and (error := before.exception()) is not None:
            self._last = None
            raise error
        self._last = self._thread.submit(_flush, descriptor)

    def wait(self) -> None:
        """Wait for the last flush; that it failed counts no more, the file is done with."""
        if self._last is not None:
            self._last.exception()
            self._last = None

    def close(self) -> None:
        """End the thread."""
        self._thread.shutdown()


def _flush(descriptor: int) -> None:
    if hasattr(os, "fdatasync"):
        os.fdatasync(descriptor)
    else:
        os.fsync(descriptor)  # Windows and macOS have no other


def write_all(descriptor: int, data: bytes) -> None:
    """Write all of it, however little the system takes at a time."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


@contextmanager
def told(path: Path, what: str) -> Iterator[None]:
    """Tell what the system refuses as our own error."""
    try:
        yield
    except OSError as error:
        raise FileError(path, what, error) from error


def hold(file: Path, name: str) -> int:
    """Return a descriptor that keeps others from holding the same file, in a folder of ours.

    Raises:
        OpenForEditing: somebody holds it.
        OSError: it cannot be made.
    """
    while True:
        private_folder(file.parent)
        descriptor = open_private(file, os.O_RDWR | os.O_CREAT)
        try:
            lock_or_refuse(descriptor, name)
            if _is_same(descriptor, file):
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)  # who held it deleted it meanwhile


def _is_same(descriptor: int, file: Path) -> bool:
    try:
        there = file.lstat()
    except FileNotFoundError:
        return False
    return os.path.samestat(os.fstat(descriptor), there)
