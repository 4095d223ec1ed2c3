"""What a run of a script is called in the history, by which it is told from a play of a macro. No Qt.

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
