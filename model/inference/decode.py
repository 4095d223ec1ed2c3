"""Writes a reply token by token into a session: chooses tokens, turns them into text, notices loops.

Tokens are chosen greedily, or by temperature with a generator of its own. Thinking is told from the
answer character by character. A reply that repeats itself without end is an error.
"""

import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import numpy as np
import torch

from automation.core.errors import GenerationError
from automation.core.generation import FinishReason, TextDelta, TextKind
from automation.core.timing import StopToken
from model.inference.options import DecodeSettings, Sampling
from model.inference.reply_grammar import CLOSE, Bitmask, TokenConstraint
from model.network.quantize import sent
from model.prompt.parse import before_half
from model.prompt.tokenizer import TextStream
from model.spec import TokenSpec

if TYPE_CHECKING:
    from model.inference.session import Session


LONGEST_PERIOD: Final = 64
"""Tokens of the longest phrase whose repetition is noticed."""

REPEATED_TOKENS: Final = 256
"""So many tokens that only repeat are no reply any more: a table or a list of equal rows that a
person would want is shorter."""


class LoopWatch:
    """Counts, for every period, how many tokens in a row equal the one that many before them."""

    def __init__(self) -> None:
        self._last = np.full(LONGEST_PERIOD, -1, dtype=np.int64)
        """Newest first."""
        self._runs = np.zeros(LONGEST_PERIOD, dtype=np.int64)

    def is_looping(self, token: int) -> bool:
        """Take the next token; tell whether the reply has been repeating itself for too long."""
        self._runs = np.where(self._last == token, self._runs + 1, 0)
        self._last = np.concatenate(([token], self._last[:-1]))
        return bool(self._runs.max() >= REPEATED_TOKENS)


OPENING: Final = "<think>"
"""Begins the reasoning, which `CLOSE` ends. Source: the chat template of NVIDIA-Nemotron-Nano-v2, which
the VL model shares."""

TextListener = Callable[[TextDelta], None]


class ReplySplitter:
    """Tells thinking from answer in text that arrives in pieces of any size.

    The marks themselves are left out, and so is white space after the closing one.
    """

    def __init__(self, *, is_thinking: bool) -> None:
        """Begin; `is_thinking` where the prompt has already opened the thinking."""
        self._kind: TextKind = "thinking" if is_thinking else "answer"
        self._held = ""
        """Text that may turn out to be a mark, or to be white space before one."""
        self._begins = True
        """Nothing of the present part was given out."""

    def push(self, text: str) -> list[TextDelta]:
        """Take more text; return what is certain."""
        self._held += text
        found: list[TextDelta] = []
        has_switched = True
        while has_switched:
            if self._begins:
                self._held = self._held.lstrip()
            has_switched = self._think(found) if self._kind == "thinking" else self._answer(found)
        return found

    def finish(self) -> list[TextDelta]:
        """Return what was held back: the text ends here."""
        found: list[TextDelta] = []
        self._give(found, self._held)
        self._held = ""
        return found

    def _think(self, found: list[TextDelta]) -> bool:
        """Give out thinking up to the closing mark; tell whether it is there."""
        before, mark, after = self._held.partition(CLOSE)
        sure = before if mark else before_half(before, CLOSE)
        self._give(found, sure)
        self._held = after if mark else before.removeprefix(sure)
        if mark:
            self._kind, self._begins = "answer", True
        return bool(mark)

    def _answer(self, found: list[TextDelta]) -> bool:
        """Give out the answer; tell whether it begins with the opening mark instead."""
        if self._begins and self._held.startswith(OPENING):
            self._held = self._held.removeprefix(OPENING)
            self._kind = "thinking"
            return True
        if not (self._begins and OPENING.startswith(self._held)):
            self._give(found, self._held)
            self._held = ""
        return False

    def _give(self, found: list[TextDelta], text: str) -> None:
        if text:
            found.append(TextDelta(text, self._kind))
            self._begins = False


class Reply:
    """What a reply consists of so far. Written by the decoder, read when it is over."""

    def __init__(
        self, characters: TextStream, *, is_thinking: bool, on_text: TextListener | None = None
    ) -> None:
        self.ids: list[int] = []
        self.sampled = 0
        self.forced = 0
        self._characters = characters
        self._splitter = ReplySplitter(is_thinking=is_thinking)
        self._on_text = on_text
        self._parts: dict[TextKind, list[str]] = {"thinking": [], "answer": []}

    @property
    def text(self) -> str:
        """The answer."""
        return "".join(self._parts["answer"]).rstrip()

    @property
    def thinking(self) -> str:
        """What was thought before it."""
        return "".join(self._parts["thinking"]).strip()

    @property
    def written(self) -> str:
        """Both, for an error's account."""
        return "\n".join(part for part in (self.thinking, self.text) if part)

    def take(self, token: int, *, is_forced: bool) -> None:
        """Add a token; a character is told as soon as its last byte is there."""
        self.ids.append(token)
        self.forced += is_forced
        self.sampled += not is_forced
        self._tell(self._splitter.push(self._characters.push(token)))

    def finish(self) -> None:
        """Tell what was held back."""
        self._tell(self._splitter.push(self._characters.finish()))
        self._tell(self._splitter.finish())

    def _tell(self, deltas: list[TextDelta]) -> None:
        for delta in deltas:
            self._parts[delta.kind].append(delta.text)
            if self._on_text is not None:
                self._on_text(delta)


WORD_BITS = 32


class Sampler:
    """Chooses the tokens of one reply. The same seed and logits give the same tokens anywhere."""

    def __init__(self, sampling: Sampling, *, entries: int) -> None:
        """Begin a reply; rows of the logits from `entries` on, which the tokenizer has, are padding."""
        self._sampling = sampling
        self._entries = entries
        self._generator = torch.Generator().manual_seed(sampling.seed)

    @torch.inference_mode()
    def pick(self, logits: torch.Tensor, mask: Bitmask | None = None) -> int:
        """Choose a token.

        Args:
            logits: (vocabulary rows,) float32, on any device.
            mask: Which ids may be chosen; None for all entries.

        Raises:
            GenerationError: a logit is not finite, or no token may be chosen.
        """
        rows = logits[: self._entries]
        allowed = (
            rows if mask is None else rows.where(self._unpacked(mask, rows.device), -torch.inf)
        )
        chosen = self._chosen(allowed)
        # One transfer for all three: each would wait for the device, as an index by a tensor does.
        facts = torch.stack((chosen.double(), allowed.take(chosen).double(), rows.sum().double()))
        token, logit, total = facts.tolist()
        if not math.isfinite(total):
            raise GenerationError(
                (
                    "the network computes values that are no numbers; load the model again, "
                    "at another precision if it happens twice"
                ),
                reason="not_finite",
            )
        if logit == -torch.inf:
            raise GenerationError("the grammar leaves no token to go on with; ask again")
        return int(token)

    def _chosen(self, logits: torch.Tensor) -> torch.Tensor:
        if self._sampling.temperature == 0.0:
            return logits.argmax()
        shares = ((logits - logits.max()) / self._sampling.temperature).softmax(0)
        order = None
        if self._sampling.top_p < 1.0:  # sorting 131,072 rows costs more than all the rest
            shares, order = shares.sort(descending=True, stable=True)
        sums = shares.double().cumsum(0)
        # The token that reaches the share is the last one that may be chosen.
        last = torch.searchsorted(sums, self._sampling.top_p * sums[-1]).clamp(max=len(sums) - 1)
        point = torch.rand((), dtype=torch.float64, generator=self._generator).item()
        place = torch.searchsorted(sums, point * sums.take(last), right=True).minimum(last)
        return place if order is None else order.take(place)

    def _unpacked(self, mask: Bitmask, device: torch.device) -> torch.Tensor:
        """Return (entries,) bool of a bitmask."""
        words = sent(torch.tensor(mask), device)
        bits = words[:, None] >> torch.arange(WORD_BITS, dtype=torch.int32, device=device)
        return (bits & 1).bool().flatten()[: self._entries]


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
            raise GenerationError(
                "the model ended its turn without an answer; ask again",
                reason="empty",
                written=reply.written,
            )
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
        # While the device reads what was fed: only `pick` waits for it.
        mask = None if self._constraint is None else self._constraint.mask()
        token = self._sampler.pick(self._session.logits, mask)
        if self.first_token is None:
            self.first_token = time.perf_counter()
        finish = self._write(reply, token, is_forced=False)
        if finish is None and self._is_looping(token):
            raise GenerationError(
                ("the model repeats itself without end; ask again, or choose a higher temperature"),
                reason="endless",
                written=reply.written,
            )
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
