"""Lets go of what an error keeps alive: its traceback holds every variable it went through."""

import traceback


def clear_frames(error: BaseException) -> None:
    """Forget the variables of all calls that an error and its causes have ended.

    Tensors are among them: a device that is full stays so, and a load that failed keeps its
    weights, for as long as anybody holds the error. Calls that still run keep their variables.
    """
    cause: BaseException | None = error
    while cause is not None:
        traceback.clear_frames(cause.__traceback__)
        cause = cause.__cause__ or cause.__context__
