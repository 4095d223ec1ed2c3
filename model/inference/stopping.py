"""How a job ends early: its stop token, and letting go of what its error keeps alive."""

import time
import traceback
from typing import Final

from automation.core.errors import Stopped
from automation.core.timing import StopToken

_LOOK_S: Final = 0.02
"""Seconds between two looks at the outer token while waiting."""


class JobStop(StopToken):
    """Set when the caller's token is, or when the job itself is taken back."""

    def __init__(self, outer: StopToken | None = None) -> None:
        super().__init__()
        self._outer = outer or StopToken()

    @property
    def is_set(self) -> bool:
        """Tell whether a stop was asked for by either."""
        return self._outer.is_set or super().is_set

    @property
    def is_taken_back(self) -> bool:
        """Tell whether only the job was stopped, and not what its caller works for."""
        return super().is_set and not self._outer.is_set

    @property
    def cause(self) -> str:
        """Why; meaningful only when `is_set`."""
        return self._outer.cause if self._outer.is_set else super().cause

    def check(self) -> None:
        """Raise `Stopped` if a stop was asked for by either."""
        if self.is_set:
            raise Stopped(self.cause)

    def wait(self, seconds: float) -> None:
        """Sleep for `seconds`; raise `Stopped` soon after a stop is asked for by either."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            self.check()
            super().wait(min(left, _LOOK_S))
        self.check()


def clear_frames(error: BaseException) -> None:
    """Forget the variables of all calls that an error and its causes have ended.

    Tensors are among them: a device that is full stays so, and a load that failed keeps its
    weights, for as long as anybody holds the error. Calls that still run keep their variables.
    """
    cause: BaseException | None = error
    while cause is not None:
        traceback.clear_frames(cause.__traceback__)
        cause = cause.__cause__ or cause.__context__
