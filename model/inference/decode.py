"""Writes a reply token by token into a session."""

import time
from typing import TYPE_CHECKING

from automation.core.engine import FinishReason
from automation.core.errors import GenerationError
from automation.core.stopping import StopToken
from model.core.spec import TokenSpec
from model.inference.loops import LoopWatch
from model.inference.options import DecodeSettings
from model.inference.ports import TokenConstraint
from model.inference.reply import Reply
from model.inference.sampling import Sampler

if TYPE_CHECKING:
    from model.inference.session import Session


class Decoder:
    """Writes one reply. Forced tokens go through the network together with the one before them."""

    def __init__(
        self,
        session: "Session",
        tokens: TokenSpec,
        settings: DecodeSettings,
        *,
        constraint: TokenConstraint | None = None,
    ) -> None:
        self._session = session
        self._stops = frozenset(tokens.stop_ids)
        self._settings = settings
        self._constraint = constraint
        self._sampler = Sampler(settings.sampling, entries=tokens.entries)
        self._loops = LoopWatch()
        self._pending: list[int] = []
        """Written, but not yet in the session."""
        self.first_token: float | None = None
        """`time.perf_counter()` when the first token was there; None before."""

    def run(self, reply: Reply, stop: StopToken) -> FinishReason:
        """Write into the reply until it ends; the last tokens need not be in the session.

        Raises:
            Stopped: between two tokens; the reply holds what was written.
            GenerationError: `not_finite`, `endless`, `empty` or `stuck`.
        """
        finish: FinishReason | None = None
        while finish is None:
            stop.check()
            finish = self._forced(reply) or self._sampled(reply, stop)
        reply.finish()
        if finish == "stop" and not reply.text:
            message = "the model ended its turn without an answer; ask again"
            raise GenerationError(message, reason="empty", written=reply.written)
        return finish

    def _forced(self, reply: Reply) -> FinishReason | None:
        """Write what the grammar leaves no choice about."""
        if self._constraint is None:
            return None
        for token in self._constraint.forced():
            if (finish := self._write(reply, token, is_forced=True)) is not None:
                return finish
        return "stop" if self._constraint.is_complete else None

    def _sampled(self, reply: Reply, stop: StopToken) -> FinishReason | None:
        """Write one token that the network chooses."""
        if len(reply.ids) >= self._settings.max_new_tokens:
            return "length"
        if self._pending:
            self._session.feed(self._pending)
            self._pending.clear()
            stop.check()
        mask = None if self._constraint is None else self._constraint.mask()
        token = self._sampler.pick(self._session.logits, mask)
        if self.first_token is None:
            self.first_token = time.perf_counter()
        finish = self._write(reply, token, is_forced=False)
        if finish is None and self._is_looping(token):
            message = (
                "the model repeats itself without end; ask again, or choose a higher temperature"
            )
            raise GenerationError(message, reason="endless", written=reply.written)
        return finish

    def _write(self, reply: Reply, token: int, *, is_forced: bool) -> FinishReason | None:
        if token in self._stops:
            return "stop"
        if len(reply.ids) >= self._settings.max_new_tokens:
            return "length"
        if self._constraint is not None:
            self._constraint.consume(token)
        reply.take(token, is_forced=is_forced)
        self._pending.append(token)
        return None

    def _is_looping(self, token: int) -> bool:
        """Watch text without a grammar; with one, every string is bounded."""
        is_watched = self._constraint is None and self._settings.refuses_loops
        return is_watched and self._loops.is_looping(token)
