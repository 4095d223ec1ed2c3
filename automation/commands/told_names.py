"""How a thing is called in our own sentences, from the words that the user chose for it.

"the Save button" is told as “Save”. "Line Numbers" and "Address and search bar" are names as they stand,
although a line and a search bar are kinds of things: a name that is cut short says another thing.
"""

import re
from collections.abc import Iterable
from typing import Final

_ARTICLE: Final = re.compile(r"(?:the|an?)\s+(?=\S)", re.IGNORECASE)
_KINDS: Final = frozenset(
    {"button", "push button", "toggle button", "radio button", "option button", "option", "checkbox",
     "check box", "tick box", "tickbox", "field", "text field", "input field", "entry field", "text box",
     "textbox", "combo box", "combobox", "dropdown", "drop down", "dropdown list", "drop down list",
     "menu item", "menu entry", "list item"}
)  # fmt: skip
"""Words for a kind of thing that are hardly ever the end of a name, as "Copy link" and "Close tab" are."""
_OPEN_END: Final = frozenset(
    {"and", "or", "of", "for", "to", "in", "on", "at", "by", "with", "from", "the", "a", "an", "&", "/"}
)  # fmt: skip
"""Words with which no name ends: what follows belongs to it."""


def told_name(text: str, kinds: Iterable[tuple[str, str]]) -> str:
    """Return the name for our sentences: without article, and without the kind where that is none of it.

    Args:
        text: the user's words, without quotes.
        kinds: each way to see a word for a kind in them, as (kind, the other words).
    """
    article = _ARTICLE.match(text)
    bare = text[article.end() :] if article else text
    for kind, name in kinds:
        if bare.startswith(name):
            is_kind_apart = kind in _KINDS or article is not None
            if is_kind_apart and name.split()[-1].casefold() not in _OPEN_END:
                return name
        elif bare.endswith(name) and _leads(kind, bare.removesuffix(name), name):
            return name
    return bare


def _leads(kind: str, before: str, name: str) -> bool:
    """Tell whether what stands before the name says its kind: `menu called Help`, `button Save`."""
    words = before.replace("-", " ").split()
    if " ".join(words).casefold() != kind:
        return True
    return kind in _KINDS and before[:1].islower() and not name[:1].islower()
