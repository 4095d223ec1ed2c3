"""What the text of a task may be, and what plays of macros and runs of scripts are called.

Both of the latter have the policy `macro`, since their steps are judged alike; their names begin with
different words, whatever the macro is called. In a narrow list the name of what was played comes first,
since the end is cut off.
"""

import unicodedata
from typing import Final

from automation.core.errors import AssistantError

_BEGINNING: Final = "Run the script “"


def task_text(name: str) -> str:
    """Return what the run of a script is called."""
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
    """Return what a play is called in the history."""
    return f"{_PLAY}{name}{_END}"


def short_name(policy: str, task: str) -> str:
    """Return what a list calls a run: its task, or for a macro or script its name and what it is."""
    if script := script_of(policy, task):
        return f"{script}: script"
    if policy == "macro" and task.startswith(_PLAY) and task.endswith(_END):
        return f"{task.removeprefix(_PLAY).removesuffix(_END)}: macro"
    return task


MAX_TASK_CHARS: Final = 20_000
"""About ten pages; longer texts are pasted by accident."""


class TaskRefused(AssistantError):
    """The text cannot be a task."""


def checked_task(text: str) -> str:
    """Return the task without surrounding white space.

    Raises:
        TaskRefused: the text is empty, too long, or holds a control character.
    """
    task = text.strip()
    if not task:
        raise TaskRefused(
            "the task is empty; say what to do, for example: deskhand do 'click Save'"
        )
    if len(task) > MAX_TASK_CHARS:
        raise TaskRefused(
            f"the task has {len(task):,} characters, at most {MAX_TASK_CHARS:,} are read; "
            "say it shorter, or split it into several tasks"
        )
    for index, char in enumerate(task):
        category = unicodedata.category(char)
        if category == "Cs":
            raise TaskRefused(
                f"the task is not UTF-8 text: a broken character at position {index + 1}"
            )
        if category == "Cc" and char not in "\n\t\r":
            raise TaskRefused(
                f"the task has a control character (U+{ord(char):04X}) at position {index + 1}; "
                "remove it, tasks are plain text"
            )
    return task
