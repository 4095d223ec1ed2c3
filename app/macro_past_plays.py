"""Plays that are over, and what each comes to when it is played once more. Light: the window has it. No Qt."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.macro_request import PlayRequest
from app.macro_rows_before import looked_over, rows_before
from automation.core.errors import MacroError
from automation.core.events import ApproveMode

if TYPE_CHECKING:
    from app.macro_again import Played
    from app.macro_performance import Performance
    from automation.macros.library import Library

NOT_KEPT: Final = "Nobody knows any more which macro this was: its report or the macro is gone. Look for it in Macros."


class PastPlays:
    """Knows the last play as it was wanted, and older ones by their reports. Used by one thread."""

    def __init__(self, data: Path) -> None:
        """Know none yet.

        Args:
            data: folder where reports are kept.
        """
        self._data = data
        self._last: tuple[str, PlayRequest, Played] | None = None
        """The run, what was wanted of it, and what it has played."""

    def over(self, run: str, performance: "Performance") -> None:
        """Keep a play that is over as the last one.

        Args:
            run: its id.
            performance: what was played, with what was wanted of it.
        """
        from app.macro_again import Played  # noqa: PLC0415  # not needed for a start

        request = performance.request
        if request.rows is not None:
            request = looked_over(request, rows_before(performance.report))
        played = Played(request.folder, performance.name, performance.content)
        self._last = (run, request, played)

    def last(self, run: str, approve: ApproveMode) -> "tuple[PlayRequest, Played] | None":
        """Return the last play with everything as it was, and what it has played.

        One that came to rows of a table asks where to begin, with the row to go on at filled in.

        Args:
            run: a run that played a macro; None is returned where that was not the last one.
            approve: how steps are approved this time.
        """
        if self._last is None or self._last[0] != run:
            return None
        _run, request, played = self._last
        return replace(request, approve=approve), played

    def older(
        self, run: str, approve: ApproveMode, library: "Library"
    ) -> "tuple[PlayRequest, Played]":
        """Return an older play by its report, and what it has played: no values are known of it.

        Args:
            run: a run that played a macro.
            approve: how steps are approved this time.
            library: the user's macros.

        Raises:
            MacroError: there is no report, it does not say which macro, or that is gone.
        """
        from app.macro_again import played_by  # noqa: PLC0415  # not needed for a start
        from automation.macros.player.health import read_health  # noqa: PLC0415  # the same

        played, report = played_by(self._data, run, library)
        before = rows_before(report)
        if before is not None:
            is_last = read_health(self._data, played.folder).last_id == run
            before = replace(before, is_last=is_last)
        return looked_over(PlayRequest(played.folder, approve=approve), before), played


def meant(request: PlayRequest, played: "Played", library: "Library") -> tuple[PlayRequest, str]:
    """Return what is played for a macro of before, and its name where it was edited since, else none.

    Args:
        request: what is wanted, with the folder of before.
        played: the macro as it was then.
        library: the macros as they are.

    Raises:
        MacroError: nobody knows which one it was, or it cannot be read.
    """
    from app.macro_again import again  # noqa: PLC0415  # not needed for a start

    found = again(library, played)
    if found is None:
        raise MacroError(NOT_KEPT)
    return replace(request, folder=found.folder), found.changed
