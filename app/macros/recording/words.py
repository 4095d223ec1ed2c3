"""What the panel says: what is left out of a recording, and what came of it."""

from typing import Final

from automation.macros.recording.recorded import Recording

TEXT_EVERYWHERE: Final = "Record text everywhere"
TEXT_EVERYWHERE_MEANS: Final = (
    "Also where nothing tells whether it is a password, as in terminals. Pause before you type one."
)
HOW_TO_ALLOW: Final = f"To have it recorded there too, tick “{TEXT_EVERYWHERE}”."


def left_out(*, has_terminal: bool, has_text: bool = False) -> str:
    """Return what is not recorded, in a sentence.

    Args:
        has_terminal: deskhand was started from a terminal, which then counts as ours.
        has_text: text is recorded too where nothing tells whether it is a password.
    """
    terminal = ", the terminal that started it" if has_terminal else ""
    text = (
        "what password fields get"
        if has_text
        else "passwords, text where nothing tells whether it is one"
    )
    return f"Left out: {text}, deskhand's windows{terminal}, windows you keep private."


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
