"""Entry point of `deskhand` and `deskhand-cli`: with a command the command line, else the window."""

import gc
import io
import locale
import math
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from automation.core.process import keep_private, leave

if TYPE_CHECKING:
    import argparse

EXIT_PIPE = 141
"""128 + SIGPIPE, as the shell reports a program that a closed pipe ended."""
EXIT_ENVIRONMENT = 9
"""As `automation.core.proposal` has it, which costs an import that memory may not be there for."""

NO_MEMORY = "there is not enough memory; close a program, then try again"
_NO_ROOM = ("failed to map segment", "cannot allocate memory")
"""What the dynamic loader says of a library that does not fit (glibc, elf/dl-load.c)."""


LEAST_BYTES = 256 << 20
"""Address space that a command takes. With less, OpenBLAS ends the process itself while numpy is imported;
`stop` imports none and is never refused."""


def main() -> int:
    """Run the command line, or open the window when no command is given.

    Returns:
        The exit status.
    """
    keep_private()
    _speak_utf8()
    _open_streams()
    if len(sys.argv) > 1:
        status = _tried()
        return status if _flushed() else EXIT_PIPE
    from app.gui import speak
    from app.settings import SettingsFile, user_folders

    speak(SettingsFile(user_folders().settings_file).load()[0].language)
    from app.gui.application import open_window  # its tables hold texts in that language

    return open_window()


def _speak_utf8() -> None:
    """Begin again where the locale's file names are no UTF-8: there most texts cannot name a file.

    The streams keep the locale's encoding, which is what the terminal shows.
    """
    if os.name != "posix" or sys.getfilesystemencoding() == "utf-8":
        return
    shown = sys.stdout.encoding if sys.stdout is not None else "utf-8"
    os.environ.setdefault("PYTHONIOENCODING", shown)
    os.environ["PYTHONUTF8"] = "1"
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


def _open_streams() -> None:
    """Make every stream one that can be used: closed ones drop what is said, and read as empty.

    What the encoding of a stream lacks is replaced. Without the descriptors, the next files that are
    opened would be the program's output.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.dup2(os.open(os.devnull, os.O_RDWR), number)
            os.set_inheritable(number, True)
    sys.stdin = sys.stdin or open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    sys.argv = [_as_typed(word) for word in sys.argv]


def _as_typed(word: str) -> str:
    """Return an argument that is no UTF-8 as the locale has it, unless it names a file as it is."""
    try:
        word.encode()
    except UnicodeEncodeError:
        if not os.path.lexists(word):
            with suppress(UnicodeDecodeError, LookupError):
                return os.fsencode(word).decode(locale.getencoding())
    return word


def _tried() -> int:
    """Run the command; what ends it from outside is told in a sentence."""
    if _allowed_bytes() < LEAST_BYTES and sys.argv[1] != "stop":
        return _failed(NO_MEMORY)
    try:
        from app.cli.parser import run

        status = run(sys.argv[1:], demo=_demo)
        sys.stdout.flush()
    except BrokenPipeError:
        return EXIT_PIPE  # the reader is gone, as in `deskhand history | head`
    except OSError as error:
        return _failed(f"the system refused: {error.strerror or error}")
    except MemoryError:
        return _failed(NO_MEMORY)
    except ImportError as error:
        if _lacks_room(error):
            return _failed(NO_MEMORY)
        what = str(error).strip().partition("\n")[0]
        return _failed(f"a part of deskhand cannot be loaded ({what}); install deskhand again")
    return status


def _allowed_bytes() -> float:
    """Return how much address space this process may take (`ulimit -v`); infinite without a limit."""
    if os.name != "posix":
        return math.inf
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_AS)
    return math.inf if soft == resource.RLIM_INFINITY else soft


def _demo(arguments: "argparse.Namespace") -> int:
    from app.gui.demo import demo

    return demo(arguments)


def _lacks_room(error: BaseException | None) -> bool:
    """Tell whether the error, or what it came from, is a library that did not fit into memory."""
    while error is not None:
        if isinstance(error, MemoryError) or any(words in str(error) for words in _NO_ROOM):
            return True
        error = error.__cause__ or error.__context__
    return False


def _flushed() -> bool:
    """Flush what was said, and tell whether it was taken: Python's own flush at exit must not fail."""
    is_taken = True
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError as error:
            is_taken = is_taken and not isinstance(error, BrokenPipeError)
            with suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return is_taken


def _failed(sentence: str) -> int:
    with suppress(OSError):
        sys.stderr.write(f"deskhand: {sentence}\n")
    return EXIT_ENVIRONMENT


_WHOLE_END = ("demo", "script", "model")
"""Commands at whose end more than ours is left: Qt, the user's own code, a card."""


def program() -> None:
    """Be the program: run `main` and end, in most commands at once.

    Garbage is looked for seldom in a command: nearly all that its start makes stays to the end. The window
    looks for none until it is up (`Application` has its desk), which saves a tenth of the time to there.
    """
    command = sys.argv[1] if len(sys.argv) > 1 else ""
    if command:
        gc.set_threshold(50_000)
    else:
        gc.disable()
    status = main()
    if command and command not in _WHOLE_END:
        leave(status)
    sys.exit(status)


if __name__ == "__main__":
    program()
