"""Which windows are dialogs, and which of their words say what an answer in them means.

A dialog is small or modal and asks something; its OK means what it says. A main window holds many
controls that have nothing to do with one another: a Delete among them says nothing of its Save.
"""

from collections.abc import Sequence
from typing import Final

from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.safety import text_rules
from automation.safety.words import split_words, word_count

DIALOG_SHARE: Final = 0.3
"""A window that covers less of its monitor may be a dialog."""
MANY_CONTROLS: Final = 12
"""A dialog asks one thing; with so many controls a window that stands alone is a program's main one."""
FEWEST_MENUS: Final = 2
"""So many menus side by side are a menu bar, which dialogs have none of."""
_WORDS: Final = frozenset({"label", "text", "heading", "dialog", "group", "status"})
_CONTROLS: Final = frozenset(
    {"button", "toggle", "link", "icon", "menu_item", "menu", "tab", "checkbox", "radio", "combo",
     "field", "spinner", "slider", "column_header"}
)  # fmt: skip


def is_dialog(window: WindowInfo, observation: Observation) -> bool:
    """Tell whether the window is small enough for a dialog; menus and lists are none."""
    if window.is_popup:
        return False
    whole = max((m.rect.area for m in observation.monitors), default=0)
    return window.rect.area < DIALOG_SHARE * whole


def is_main(
    window: WindowInfo, elements: Sequence[ScreenElement], observation: Observation
) -> bool:
    """Tell whether a window, however small, is the main one of its program.

    It stands alone, has a menu bar or many controls, and neither it nor a part of it calls itself a
    dialog. Where the tree is silent nothing is known of that.

    Args:
        window: the window.
        elements: what the tree tells of it.
        observation: with the other windows of its program.
    """
    if not stands_alone(window, observation):
        return False
    if any("modal" in e.states or e.role == "dialog" for e in elements):
        return False
    menus = sum(e.role == "menu" for e in elements)
    controls = sum(e.role in _CONTROLS for e in elements)
    return menus >= FEWEST_MENUS or controls >= MANY_CONTROLS


def stands_alone(window: WindowInfo, observation: Observation) -> bool:
    """Tell whether no larger window of the same program is open, whose dialog this could be."""
    return not any(
        other.pid == window.pid and other.rect.area > window.rect.area
        for other in observation.windows
        if other.window_id != window.window_id and not other.is_popup
    )


def said_by(elements: Sequence[ScreenElement], *, is_main_window: bool) -> list[str]:
    """Return the texts of a window that are nobody's caption; of a main window only questions."""
    controls = [e for e in elements if e.role in _CONTROLS and e.name]
    texts = [e for e in elements if e.role in _WORDS and e.name]
    said = [e.name for e in texts if not _is_caption(e, controls)]
    return [text for text in said if text_rules.questions(text)] if is_main_window else said


def read_in(
    lines: Sequence[ScreenElement], elements: Sequence[ScreenElement], *, is_alone: bool
) -> list[str]:
    """Return the lines of text read by OCR that are not the face of a button.

    The tree tells which are; where it is silent, a single word in a window that stands alone is
    taken for one, unless it asks: whatever a dialog says is longer.

    Args:
        lines: what was read in the window.
        elements: what the tree tells of it.
        is_alone: no larger window of the same program is open.
    """
    controls = [e for e in elements if e.role in _CONTROLS and e.name]
    told = [line.name for line in lines if line.name and not _is_caption(line, controls)]
    if elements or not is_alone:
        return told
    return [text for text in told if not _may_be_face(text)]


def _may_be_face(text: str) -> bool:
    """Tell whether a lone line is one word, as on a button; scripts without blanks cannot tell."""
    is_spaced = any(c.lower() != c.upper() for c in text)
    return is_spaced and word_count(text) == 1 and not text_rules.questions(text)


def _is_caption(text: ScreenElement, controls: Sequence[ScreenElement]) -> bool:
    """Tell whether a text is what stands on a control, which says only what that one does."""
    words = split_words(text.name)
    return any(
        control.box.contains(text.box.center) and split_words(control.name) == words
        for control in controls
    )
