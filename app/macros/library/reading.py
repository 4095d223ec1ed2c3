"""What is read of a macro before it is trusted: every line, and the very content that it stands for. No Qt."""

from dataclasses import dataclass

from app.macro_sources import LibraryImages
from app.macros.library.changes import Changes, is_trusted
from automation.core.errors import MacroError
from automation.core.visible import visible_text
from automation.macros import macro as grammar
from automation.macros.listing import Line, listing
from automation.macros.macro import Macro
from automation.macros.trust import digest
from automation.macros.walking import walk

ORIGINS = {
    "recording": "recorded",
    "run": "made of a run",
    "import": "imported from elsewhere",
    "hand": "written by hand",
}


@dataclass(frozen=True, slots=True)
class Reading:
    """One macro to be read."""

    slug: str
    name: str
    origin: str
    """Where it comes from, in words; the file says so and nothing vouches for it."""
    content: str
    """The digest of exactly what `lines` tell."""
    lines: tuple[Line, ...]
    calls: tuple[str, ...] = ()
    """Macros that it runs and that are not trusted themselves."""


def read_whole_macro(changes: Changes, slug: str) -> Reading:
    """Return what is to be read of a macro.

    Args:
        changes: the library.
        slug: name of the macro's folder.

    Raises:
        MacroError: it cannot be read, or a picture of it is missing.
    """
    kept = changes.open_at(slug)
    macro = kept.macro
    return Reading(
        slug=kept.folder.name,
        name=visible_text(macro.name),
        origin=ORIGINS[macro.made.by],
        content=digest(macro, LibraryImages(kept).read),
        lines=listing(macro),
        calls=_untrusted_calls(changes, macro),
    )


def trust(changes: Changes, reading: Reading) -> str:
    """Trust what was read, and say what came of it.

    Raises:
        MacroError: the macro was changed meanwhile, or trust cannot be written down.
    """
    there = read_whole_macro(changes, reading.slug)
    if there.content != reading.content:
        message = (
            f"“{reading.name}” was changed while you read it, so nothing is trusted; read it again"
        )
        raise MacroError(message)
    changes.book.trust(reading.content, reading.name, "you")
    said = f"“{reading.name}” is trusted as it is; any change of it is asked about again."
    if there.calls:
        names = ", ".join(f"“{visible_text(name)}”" for name in there.calls)
        said += f" It runs {names}, which is not trusted: read that too."
    return said


def trust_no_more(changes: Changes, slug: str) -> str:
    """Ask about each step of the macro of a folder again, and say so.

    Raises:
        MacroError: it cannot be read, or that cannot be written down.
    """
    kept = changes.open_at(slug)
    changes.book.forget(digest(kept.macro, kept.image))
    return f"“{visible_text(kept.macro.name)}” is asked about step by step from here on."


def _untrusted_calls(changes: Changes, macro: Macro) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for walked in walk(macro):
        if isinstance(walked.step, grammar.Call) and not walked.is_off:
            found.setdefault(walked.step.macro)  # another case may be another macro
    return tuple(name for name in found if not _is_trusted(changes, name))


def _is_trusted(changes: Changes, name: str) -> bool:
    try:
        kept = changes.library.open_called(name)
    except MacroError:  # what is not there cannot be trusted
        return False
    return is_trusted(kept.macro, kept.image, changes.book)
