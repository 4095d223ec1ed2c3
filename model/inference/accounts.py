"""Counts the work between two replies: what was read ahead belongs to the reply that follows."""

from dataclasses import dataclass

from automation.core.engine import StepStats
from model.inference.pictures import Pictures
from model.inference.reply import Reply
from model.inference.session import Session, SyncReport


@dataclass(frozen=True, slots=True)
class Work:
    """Counters of a session and its pictures at one moment."""

    prefilled: int
    new: int
    encoded: int
    reused: int
    encode_s: float


def work_of(session: Session, pictures: Pictures) -> Work:
    """Return what was done since both began."""
    return Work(
        prefilled=session.prefilled_tokens,
        new=session.new_tokens,
        encoded=pictures.encoded,
        reused=pictures.reused,
        encode_s=pictures.encode_s,
    )


@dataclass(frozen=True, slots=True)
class Times:
    """`time.perf_counter()` at the turns of one reply; None for one that was not reached."""

    asked: float
    read_began: float
    read: float | None = None
    first_token: float | None = None
    ended: float = 0.0


def stats_of(
    reply: Reply, report: SyncReport, times: Times, *, before: Work, at_read: Work, after: Work
) -> StepStats:
    """Return the counters of one reply.

    Args:
        reply: As far as it came.
        report: Of bringing the session to its prompt; an interrupted one reports nothing.
        times: When what was reached.
        before: After the previous reply.
        at_read: When reading the prompt began; the difference to `before` was read ahead.
        after: Now.
    """
    ahead = at_read.prefilled - before.prefilled
    read = times.ended if times.read is None else times.read
    read_s = read - times.read_began - (after.encode_s - at_read.encode_s)
    return StepStats(
        tokens_reused=max(0, report.reused - ahead),
        tokens_prefilled=after.prefilled - before.prefilled,
        tokens_new=after.new - before.new,
        tokens_sampled=reply.sampled,
        tokens_forced=reply.forced,
        tiles_encoded=after.encoded - before.encoded,
        tiles_reused=after.reused - before.reused,
        encode_s=after.encode_s - before.encode_s,
        prefill_s=max(0.0, read_s),
        first_token_s=0.0 if times.first_token is None else times.first_token - times.asked,
        decode_s=times.ended - read,
    )
