"""Feeds hostile inputs to one parser and watches it: no crash, no hang, no flood of memory.

Main thread only: a hang is ended by a signal. Processor time is what counts, so that a busy machine
makes nobody hang; a wait that takes no processor time at all is ended after `BLOCKED_S`.
"""

import gc
import logging
import os
import resource
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, NoReturn, Protocol

HANG_S = 1.0
"""Processor seconds that one input may take."""
BLOCKED_S = 30.0
ROOM_BYTES = 768 * 1024 * 1024
"""Address space that one input may take on top of what there was."""
MAX_FINDINGS = 20
_TICK_S = 0.25


class Hang(BaseException):
    """One input took too long; no handler of the product's can swallow it."""


class Wrong(AssertionError):
    """A parser accepted what it must not, or changed what it accepted."""


def wrong(sentence: str) -> NoReturn:
    """Say what was accepted that must not be."""
    raise Wrong(sentence)


class Mutator(Protocol):
    """Makes inputs."""

    def one(self, rng: Random) -> Any:
        """Return one input."""

    def every_cut(self) -> Iterator[Any]:
        """Yield sound inputs, cut at every place."""


@dataclass(frozen=True, slots=True)
class Target:
    """One parser, what is fed to it, and how it may say no."""

    name: str
    mutator: Mutator
    feed: Callable[[Any], bool]
    """Gives an input to the parser; True when it was taken. Raises `Wrong` when it was not right."""
    refusals: tuple[type[Exception], ...]
    """What the parser is documented to raise."""
    count: int
    """Inputs of the full proof."""
    kept: tuple[Any, ...] = ()
    """Inputs that once broke something."""


@dataclass(slots=True)
class Tally:
    """What came of a target's inputs."""

    inputs: int = 0
    taken: int = 0
    seconds: float = 0.0
    findings: list[str] = field(default_factory=list)

    def figures(self) -> dict[str, Any]:
        """Return plain values for a file."""
        return {
            "inputs": self.inputs,
            "taken": self.taken,
            "seconds": round(self.seconds, 2),
            "findings": self.findings,
        }


def attack(target: Target, count: int, seed: int, *, cuts: bool = True) -> Tally:
    """Feed a target its kept inputs, every cut of its seeds, then `count` mutations."""
    tally = Tally()
    started_s = time.monotonic()
    with _quiet(), _watched(tally), _bounded_memory():
        for data in _inputs(target, count, seed, cuts=cuts):
            tally.inputs += 1
            _feed(target, data, tally)
            if len(tally.findings) >= MAX_FINDINGS:
                break
    tally.seconds = time.monotonic() - started_s
    return tally


def _inputs(target: Target, count: int, seed: int, *, cuts: bool) -> Iterable[Any]:
    yield from target.kept
    if cuts:
        yield from target.mutator.every_cut()
    rng = Random(f"{target.name}-{seed}")
    make = target.mutator.one
    for _ in range(count):
        yield make(rng)


def _feed(target: Target, data: Any, tally: Tally) -> None:
    try:
        tally.taken += target.feed(data)
    except target.refusals:
        return
    except (Hang, Exception) as error:  # noqa: BLE001 - whatever it is, it is a finding
        shown = repr(data)
        shown = shown if len(shown) < 600 else f"{shown[:400]}... ({len(shown)}) ...{shown[-100:]}"
        tally.findings.append(
            f"{target.name}: {type(error).__name__}: {str(error)[:200]} for {shown}"
        )


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep the refusals, which are thousands, out of the log."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)


@contextmanager
def _watched(tally: Tally) -> Iterator[None]:
    """Raise `Hang` in this thread when one input takes too long."""
    seen, ticks, is_over = -1, 0, threading.Event()

    def _on_tick(_number: int, _frame: object) -> None:
        nonlocal seen, ticks
        ticks = ticks + 1 if tally.inputs == seen else 0
        seen = tally.inputs
        if ticks > HANG_S / _TICK_S or is_blocked:
            ticks = 0
            is_blocked.clear()
            raise Hang(f"input {tally.inputs} took more than {HANG_S:g} s")

    is_blocked: list[bool] = []

    def _look() -> None:
        last, since_s = -1, time.monotonic()
        while not is_over.wait(1.0):
            if tally.inputs != last:
                last, since_s = tally.inputs, time.monotonic()
            elif time.monotonic() - since_s > BLOCKED_S:
                since_s = time.monotonic()
                is_blocked.append(True)
                os.kill(os.getpid(), signal.SIGPROF)

    looker = threading.Thread(target=_look, name="fuzz-watch", daemon=True)
    before = signal.signal(signal.SIGPROF, _on_tick)
    signal.setitimer(signal.ITIMER_PROF, _TICK_S, _TICK_S)
    looker.start()
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        is_over.set()
        looker.join()
        signal.signal(signal.SIGPROF, before)


@contextmanager
def _bounded_memory() -> Iterator[None]:
    """Let an input that asks for a flood of memory get a `MemoryError`, which is a finding."""
    gc.collect()
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    limit = pages * resource.getpagesize() + ROOM_BYTES
    resource.setrlimit(resource.RLIMIT_AS, (limit if hard < 0 else min(limit, hard), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
