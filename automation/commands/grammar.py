"""Reads an instruction: its clauses, each with what it can mean; knows no screen."""

from dataclasses import dataclass, field

from automation.commands.clause import Clause, forms_of
from automation.commands.forms import Form
from automation.commands.held_modifiers import with_held_modifiers
from automation.commands.pieces import MAX_PIECES, pieces_of
from automation.commands.said_windows import windows_at_end
from automation.commands.splitting import MAX_CLAUSES, Splitter
from automation.commands.window_lists import with_shared_lists, with_shared_windows
from automation.commands.words import Quotes, without_opening


@dataclass(frozen=True, slots=True)
class Instruction:
    """The whole of what the user wrote, clause by clause."""

    clauses: tuple[Clause, ...]
    quotes: Quotes = field(repr=False)
    is_too_long: bool = False

    def merged_source(self, first: int, last: int) -> str:
        """Return the masked words of several clauses as they stood in the instruction."""
        parts = [self.clauses[first].source]
        for clause in self.clauses[first + 1 : last + 1]:
            parts += [clause.joint_text, clause.source]
        return "".join(parts)

    def merged(self, first: int, last: int) -> tuple[Form, ...]:
        """Return the forms of several clauses read as one."""
        source = self.merged_source(first, last)
        head = self.clauses[first]
        words = f"{head.verb} {source}" if head.is_inherited else source
        forms = forms_of(words, self.quotes)[1]
        return (*forms, *windows_at_end(without_opening(words), forms, self.quotes))

    def words(self, clause: Clause) -> str:
        """Return the clause as the user wrote it."""
        return self.quotes.written(clause.source).strip()


def parse(text: str) -> Instruction:
    """Read an instruction; never raises. Clauses without a known verb come back as bare ones."""
    bare = text.strip()
    if bare[:1].isupper() and bare.endswith(".") and not bare.endswith(".."):
        bare = bare[:-1]
    quotes = Quotes(bare)
    pieces = pieces_of(quotes.masked)
    if len(pieces) > MAX_PIECES:
        return Instruction((), quotes, is_too_long=True)
    clauses = Splitter(pieces, quotes).clauses()
    clauses = with_shared_lists(clauses)
    clauses = with_shared_windows(with_held_modifiers(clauses, quotes))
    if len(clauses) > MAX_CLAUSES:
        return Instruction((), quotes, is_too_long=True)
    return Instruction(tuple(clauses), quotes)
