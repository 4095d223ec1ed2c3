"""Entry point of `deskhand` and `deskhand-cli`: with a command the command line, else the window."""

import os
import sys

EXIT_PIPE = 141
"""128 + SIGPIPE, as the shell reports a program that a closed pipe ended."""


def main() -> int:
    """Run the command line, or open the window when no command is given.

    Returns:
        The exit status.
    """
    if len(sys.argv) > 1:
        from app.cli import run

        try:
            status = run(sys.argv[1:])
            sys.stdout.flush()
        except BrokenPipeError:
            # The reader is gone, as in `deskhand history | head`; Python flushes once more at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return EXIT_PIPE
        return status
    from app.window_start import open_window

    return open_window()


if __name__ == "__main__":
    sys.exit(main())
