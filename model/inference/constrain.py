"""Holds a reply to its schema while it is decoded: which tokens may come next, which must.

Everything here is for the engine thread. The library keeps a parser a reply; a mask costs some
tenths of a millisecond, so it can be computed while the device works.
"""

from typing import TYPE_CHECKING

from automation.core.errors import GenerationError, ModelError
from model.inference.grammar import BoundedReply, ReplyShape, bounded, lark
from model.inference.grammar_tokens import GrammarTokens
from model.inference.ports import Bitmask

if TYPE_CHECKING:
    import llguidance


class ReplyGrammar:
    """A compiled reply shape of one checkpoint. Makes one constraint a reply."""

    def __init__(self, shape: ReplyShape, tokens: GrammarTokens) -> None:
        """Compile the grammar.

        Raises:
            ModelError: the schema cannot be enforced; says which part and why.
        """
        import llguidance  # noqa: PLC0415 - `GrammarTokens` has found it

        self.tokens = tokens
        self.reply: BoundedReply = bounded(shape)
        text = lark(self.reply, tokens.special)
        _, complaints = llguidance.LLMatcher.validate_grammar_with_warnings(text, tokens.native)
        if complaints:
            message = f"the reply's schema cannot be enforced: {'; '.join(complaints)}"
            raise ModelError(message)
        self._unread = llguidance.LLMatcher(tokens.native, text, log_level=0)

    def start(self) -> "GrammarConstraint":
        """Return a constraint at the beginning of a reply."""
        return GrammarConstraint(self._unread.deep_copy(), self.tokens)


class GrammarConstraint:
    """One reply under a grammar: a `TokenConstraint`."""

    def __init__(self, matcher: "llguidance.LLMatcher", tokens: GrammarTokens) -> None:
        self._matcher = matcher
        self._tokens = tokens
        self._stops = 0
        """Stop tokens that came after the reply was complete."""

    @property
    def is_complete(self) -> bool:
        """Tell whether nothing but a stop token may follow."""
        return bool(self._matcher.is_stopped()) and not self._matcher.is_error()

    def mask(self) -> Bitmask:
        """Return which tokens may come next; added tokens only where the shape names them."""
        if self.is_complete:
            return self._tokens.mask(self._tokens.stop_ids)
        bits: bytes = self._matcher.compute_bitmask()
        self._check()
        return self._tokens.widened(bits)

    def forced(self) -> tuple[int, ...]:
        """Return the tokens that must come next, in their canonical spelling; often none."""
        if self.is_complete:
            return ()
        found = tuple(self._matcher.compute_ff_tokens())
        self._check()
        return found

    def consume(self, token: int) -> None:
        """Take a token of the reply.

        Raises:
            GenerationError: the grammar does not allow it here.
        """
        if self.is_complete and token in self._tokens.stop_ids:
            self._stops += 1
        elif not self._matcher.consume_token(token):
            message = f"token {token} does not continue the reply: {self._problem()}"
            raise GenerationError(message)

    def rollback(self, tokens: int) -> None:
        """Take the last tokens back.

        Raises:
            GenerationError: there are not so many.
        """
        stops = min(tokens, self._stops)
        if tokens > stops and not self._matcher.rollback(tokens - stops):
            message = f"{tokens} tokens cannot be taken back: {self._problem()}"
            raise GenerationError(message)
        self._stops -= stops

    def _check(self) -> None:
        if self._matcher.is_error():
            message = f"the reply cannot be held to its schema: {self._problem()}"
            raise GenerationError(message)

    def _problem(self) -> str:
        """Return the parser's complaint without its state, which holds the reply's text."""
        return (self._matcher.get_error() or "nothing was said").splitlines()[0]
