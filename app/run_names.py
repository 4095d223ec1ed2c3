"""What a run is called in a narrow list: the name of what was played first, since the end is cut off. No Qt."""

from typing import Final

from app.script_words import script_of

_PLAY: Final = "Play the macro “"
_END: Final = "”"


def play_text(name: str) -> str:
    """Return what a play is called in the history.

    Args:
        name: of the macro, so that it can be shown.
    """
    return f"{_PLAY}{name}{_END}"


def short_name(policy: str, task: str) -> str:
    """Return what a list calls a run: its task, or for a macro or script its name and what it is."""
    if script := script_of(policy, task):
        return f"{script}: script"
    if policy == "macro" and task.startswith(_PLAY) and task.endswith(_END):
        return f"{task.removeprefix(_PLAY).removesuffix(_END)}: macro"
    return task
