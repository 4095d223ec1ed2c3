"""Entry point of `deskhand` and `deskhand-cli`: with a command the command line, else the window."""

import os
import sys
from contextlib import suppress

from automation.core.umask import keep_private

EXIT_PIPE = 141
"""128 + SIGPIPE, as the shell reports a program that a closed pipe ended."""
EXIT_ENVIRONMENT = 9
"""As `automation.core.proposal` has it, which costs an import that memory may not be there for."""

NO_MEMORY = "there is not enough memory; close a program, then try again"
_NO_ROOM = ("failed to map segment", "cannot allocate memory")
"""What the dynamic loader says of a library that does not fit (glibc, elf/dl-load.c)."""


def main() -> int:
    """Run the command line, or open the window when no command is given.

    Returns:
        The exit status.
    """
    keep_private()
    if len(sys.argv) > 1:
        try:
            return _command()
        except BrokenPipeError:
            _drop_output()  # the reader is gone, as in `deskhand history | head`
            return EXIT_PIPE
        except OSError as error:
            _drop_output()
            return _failed(f"the system refused: {error.strerror or error}")
        except MemoryError:
            return _failed(NO_MEMORY)
        except ImportError as error:
            if _lacks_room(error):
                return _failed(NO_MEMORY)
            what = str(error).strip().partition("\n")[0]
            return _failed(f"a part of deskhand cannot be loaded ({what}); install deskhand again")
    from app.window_start import open_window

    return open_window()


def _command() -> int:
    from app.cli import run
    from app.command_log import log_in_lines

    log_in_lines()
    status = run(sys.argv[1:])
    sys.stdout.flush()
    return status


def _lacks_room(error: BaseException | None) -> bool:
    """Tell whether the error, or what it came from, is a library that did not fit into memory."""
    while error is not None:
        if isinstance(error, MemoryError) or any(words in str(error) for words in _NO_ROOM):
            return True
        error = error.__cause__ or error.__context__
    return False


def _drop_output() -> None:
    """Let Python's own flush at exit succeed."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _failed(sentence: str) -> int:
    with suppress(OSError):
        sys.stderr.write(f"deskhand: {sentence}\n")
    return EXIT_ENVIRONMENT


if __name__ == "__main__":
    sys.exit(main())
