"""Texts of a step as a script has them: as they are, or with names in them and the values beside them."""

from collections.abc import Callable
from dataclasses import dataclass

from automation.core.secrets import literal as unescaped
from automation.core.secrets import secret_name
from automation.macros import macro as grammar
from automation.macros.macro import Step
from automation.macros.placeholders import Name, OddPlaceholder, only_name, pieces
from automation.macros.script.layout import Call, Expr, Str, Table
from automation.macros.walking import FIXED, texts


@dataclass(frozen=True, slots=True)
class Texts:
    """How the texts of one step are written."""

    names: tuple[str, ...]
    """What its texts name, each once."""
    has_names: bool
    """Texts are written with their `{{name}}` and signs, as in the macro; else as they are meant."""

    def shown(self, text: str, key: str) -> str:
        """Return a text as it stands in the script."""
        if self.has_names or key in FIXED:
            return text
        return _meant(text)

    def typed(self, text: str, variable: Callable[[str], str], secrets: frozenset[str]) -> Expr:
        """Return the text of a step that types, as the script has it.

        Args:
            text: as the macro has it.
            variable: returns what a name is called in the script.
            secrets: names that stand for secrets here.
        """
        if name := secret_name(text):
            return Call("Secret", (("", Str(name)),))
        if (only := only_name(text)) in secrets:
            return variable(only)
        return Str(text if self.has_names else unescaped(_meant(text)))


def texts_of(step: Step, secrets: frozenset[str]) -> Texts:
    """Return how the texts of a step are written."""
    found, is_odd = dict[str, None](), False
    for path, text in texts(step):
        if path[-1] == "param":
            found[text] = None
            continue
        if path[-1] in FIXED or (isinstance(step, grammar.Group) and path == ("title",)):
            continue
        is_typed = isinstance(step, grammar.Type) and path == ("text",)
        if is_typed and (secret_name(text) or only_name(text) in secrets):
            continue
        try:
            found.update({piece.name: None for piece in pieces(text) if isinstance(piece, Name)})
        except OddPlaceholder:
            is_odd = True
    return Texts(tuple(found), bool(found) or is_odd)


def parts(text: str) -> tuple[str | Name, ...]:
    """Return what a text is made of; a text that cannot be read is taken as it is."""
    try:
        return pieces(text)
    except OddPlaceholder:
        return (text,)


def values(names: tuple[str, ...], variable: Callable[[str], str]) -> Table:
    """Return the values of names, as a call takes them."""
    return Table(tuple((name, known) for name in names if (known := variable(name))))


def _meant(text: str) -> str:
    return "".join(piece for piece in parts(text) if isinstance(piece, str))
