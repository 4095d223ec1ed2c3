"""What the panel says: what is left out of a recording, and what came of it."""

from automation.macros.recording.session import Recording


def left_out(*, has_terminal: bool) -> str:
    """Return what is never recorded, in a sentence.

    Args:
        has_terminal: deskhand was started from a terminal, which then counts as ours.
    """
    terminal = ", the terminal that started it" if has_terminal else ""
    return (
        f"Left out: what you type into password fields, deskhand's own windows{terminal}, and "
        "windows you keep private."
    )


def summary(recording: Recording, *, was_cut_off: bool, why: str) -> str:
    """Return what a recording came to, and why it is over where that was not asked for."""
    steps = recording.macro.steps
    count, off = len(steps), sum(step.off for step in steps)
    said = f"{count} {'step' if count == 1 else 'steps'}" if count else "Nothing was recorded."
    if was_cut_off:
        said = f"A recording was cut off: {said}. Keep it?" if count else said
    elif count:
        said += " recorded."
    if off:
        said += f" {off} cannot be replayed yet; the editor shows why."
    return f"{said} {_sentence(why)}".strip()


def cut_off_words(count: int) -> str:
    """Return what is said at the start when recordings were cut off; empty when none was."""
    if not count:
        return ""
    was = "A recording was" if count == 1 else f"{count} recordings were"
    return f"{was} cut off. Press Record in Macros to keep or delete what was recorded."


def _sentence(text: str) -> str:
    text = text.strip()
    if not text:
        return ""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
