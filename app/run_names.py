"""What a run is called in a narrow list: the name of what was played first, since the end is cut off. No Qt.

What a run of a script is called in the history, by which it is told from a play of a macro. No Qt.

Both have the policy `macro`, since their steps are judged alike. What a play is called begins with
another word whatever its macro is called.
"""

from typing import Final

_BEGINNING: Final = "Run the script “"


def task_text(name: str) -> str:
    """Return what the run of a script is called.

    Args:
        name: of its file, so that it can be shown.
    """
    return f"{_BEGINNING}{name}”"


def is_script_run(policy: str, task: str) -> bool:
    """Tell by what the history has of a run whether it was a script's."""
    return policy == "macro" and task.startswith(_BEGINNING)


def script_of(policy: str, task: str) -> str:
    """Return the name of the script whose run it was; empty for every other run."""
    return task.removeprefix(_BEGINNING).removesuffix("”") if is_script_run(policy, task) else ""


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
