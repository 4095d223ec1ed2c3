"""What a task may be: text that a person wrote, not empty, not huge, without control characters."""

import unicodedata
from typing import Final

from automation.core.errors import AssistantError

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
        message = "the task is empty; say what to do, for example: deskhand do 'click Save'"
        raise TaskRefused(message)
    if len(task) > MAX_TASK_CHARS:
        message = (
            f"the task has {len(task):,} characters, at most {MAX_TASK_CHARS:,} are read; "
            "say it shorter, or split it into several tasks"
        )
        raise TaskRefused(message)
    for index, char in enumerate(task):
        category = unicodedata.category(char)
        if category == "Cs":
            message = f"the task is not UTF-8 text: a broken character at position {index + 1}"
            raise TaskRefused(message)
        if category == "Cc" and char not in "\n\t\r":
            message = (
                f"the task has a control character (U+{ord(char):04X}) at position {index + 1}; "
                "remove it, tasks are plain text"
            )
            raise TaskRefused(message)
    return task
