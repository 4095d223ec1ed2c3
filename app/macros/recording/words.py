"""What the panel says: what is left out of a recording, and what came of it."""

from automation.macros.recording.session import Recording


def left_out(*, has_terminal: bool) -> str:
    """Return what is never recorded, in a sentence.

    Args:
        has_terminal: deskhand was started from a terminal, which then counts as ours.
    """
    terminal = ", the terminal that started it" if has_terminal else ""
    return (
        "Left out: passwords, what you type where nothing tells whether it is one, deskhand's own "
        f"windows{terminal}, and windows you keep private."
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


def _sentence(text: str) -> str:
    text = text.strip()
    if not text:
        return ""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
