"""Files whose own calls can be made to fail: what `os.fdopen` returns writes through these."""

import io
import os
from dataclasses import dataclass
from typing import Any


class Files:
    """Opens files; `write`, `flush` and `close` are looked up anew at each call."""

    def __init__(self) -> None:
        self._fdopen = os.fdopen

    def open(self, descriptor: int, mode: str = "r", *args, closefd: bool = True, **more):
        """Open as `os.fdopen` does; a file that is written in bytes is one of ours."""
        if mode != "wb":
            return self._fdopen(descriptor, mode, *args, closefd=closefd, **more)
        return _Buffered(_Raw(descriptor, mode, self, closefd=closefd), self)

    def write(self, file: io.FileIO, data) -> int:
        """Hand bytes to the system; return how many it took."""
        return io.FileIO.write(file, data)

    def flush(self, file: io.BufferedWriter) -> None:
        """Write what is buffered."""
        io.BufferedWriter.flush(file)

    def close(self, file: io.BufferedWriter) -> None:
        """Close the file and its descriptor."""
        io.BufferedWriter.close(file)


class _Raw(io.FileIO):
    def __init__(self, descriptor: int, mode: str, files: Files, *, closefd: bool) -> None:
        super().__init__(descriptor, mode, closefd=closefd)
        self._files = files

    def write(self, data) -> int:
        return self._files.write(self, data)


class _Buffered(io.BufferedWriter):
    def __init__(self, raw: _Raw, files: Files) -> None:
        super().__init__(raw)
        self._files = files

    def flush(self) -> None:
        self._files.flush(self)

    def close(self) -> None:
        if not self.closed:
            self._files.close(self)


@dataclass(frozen=True, slots=True)
class Done:
    """The call does what it should and fails then, as closing a file on a network does."""

    error: BaseException

    def strike(self, real, args, more) -> None:
        real(*args, **more)
        self.error.__context__ = None
        raise self.error.with_traceback(None)


@dataclass(frozen=True, slots=True)
class Half:
    """The system takes half of the bytes and says so."""

    def strike(self, real, args, more) -> int:
        file, data = args
        return real(file, memoryview(data)[: max(1, len(data) // 2)])


@dataclass(frozen=True, slots=True)
class HalfThenFull:
    """The system takes half of the bytes; there is no room for the rest."""

    error: OSError

    def strike(self, real, args, more) -> None:
        Half().strike(real, args, more)
        self.error.__context__ = None
        raise self.error.with_traceback(None)


@dataclass(frozen=True, slots=True)
class Answers:
    """The call answers something else than the truth."""

    value: Any

    def strike(self, real, args, more) -> Any:
        return self.value


@dataclass(frozen=True, slots=True)
class Silence:
    """A program on a bus answers none of the calls."""

    def strike(self, real, args, more) -> Any:
        async def nothing():
            return [None] * len(args[0])

        return nothing()
