"""Keeping what the user's own hand made: trusted first, then kept, so that no quit comes in between. No Qt."""

from collections.abc import Callable
from pathlib import Path

from automation.macros.trust import TrustBook


def keep_own(save: Callable[[], Path], content: str, name: str, book: TrustBook) -> Path:
    """Keep a macro that was made here, trusted; return its folder.

    Trust is of a content, so that it can be written down before there is a macro of it.

    Args:
        save: keeps the macro.
        content: its digest.
        name: what it is called, for people.
        book: what the user trusts.

    Raises:
        MacroError: it cannot be kept, and then is not trusted either; or trust cannot be written down.
    """
    was_trusted = book.is_trusted(content)
    book.trust(content, name, "made")
    try:
        return save()
    except BaseException:
        if not was_trusted:
            book.forget(content)
        raise
