"""One replay under a drift, judged from the program's side: what was pressed there, what was saved."""

import time
from dataclasses import asdict, dataclass
from typing import Literal

from tests.macros_live.drifts import MAY_BE_LEFT_OUT, SAVED
from tests.macros_live.hiding import hidden

ARRIVE_S = 5.0
"""Longest wait for presses and their effects to have come to the program."""

Verdict = Literal["right", "stopped right", "stopped", "went on", "not done", "wrong click"]
GOOD: frozenset[Verdict] = frozenset({"right", "stopped right"})


@dataclass(frozen=True)
class Trial:
    """What came of one replay."""

    app: str
    by: str
    """How the macro was made: `recorded` or `compiled`."""
    drift: str
    n: int
    verdict: Verdict
    """`stopped`: though it should not; `went on`: though it should stop; `not done`: it says done."""
    wrong: tuple[str, ...]
    """What was pressed and should not have been; `astray` for a press that the program never got,
    `another program's` for keys and presses that the program over it got."""
    outcome: str
    message: str
    presses: tuple[str, ...]
    saved: tuple[dict, ...]
    rungs: dict[str, int]
    find_ms: tuple[float, ...]
    model_calls: int
    seconds: float

    def plain(self):
        """Return it as JSON can hold it."""
        return asdict(self)


def try_once(desk, app, name, drift, n, *, late_s=0.0):
    """Open a fresh book under the drift, replay the macro, and judge what the program got."""
    flags = drift.flags
    if flags.late:
        flags = type(flags)(**{**flags.plain(), "late_s": late_s})
    app.open(flags, drift.place)
    with hidden(desk.desktop, app, drift.hides) as other_got:
        played = desk.play(name)
        _until(lambda: len(app.presses) >= played.presses)
        if played.is_done:
            _until(lambda: app.saved)
        strays = ("another program's",) * other_got()
    wrong = (*wrong_presses(app.presses, drift.presses, played.presses), *strays)
    saved = tuple(app.saved)
    report = played.report
    return Trial(
        app=app.name,
        by=name.split()[1],
        drift=drift.name,
        n=n,
        verdict=judged(drift, is_done=played.is_done, wrong=wrong, saved=saved),
        wrong=wrong,
        outcome=str(played.ended.outcome),
        message=played.ended.message,
        presses=tuple(app.presses),
        saved=saved,
        rungs=dict(report.rungs) if report else {},
        find_ms=played.find_ms,
        model_calls=report.model_calls if report else 0,
        seconds=round(played.seconds, 2),
    )


def wrong_presses(presses, wanted, sent):
    """Return the presses that were not the next wanted one, and those that the program never got."""
    wrong, left = [], list(wanted)
    for press in presses:
        if left and left[0] != press and left[0] in MAY_BE_LEFT_OUT:
            left = left[1:] if press in left[1:2] else left
        if left and left[0] == press:
            left.pop(0)
        else:
            wrong.append(press)
    return (*wrong, *("astray",) * max(0, sent - len(presses)))


def judged(drift, *, is_done, wrong, saved):
    """Return the verdict on what the program got."""
    if wrong:
        return "wrong click"
    if is_done:
        if drift.must == "stop":
            return "went on"
        return "right" if saved == (SAVED,) else "not done"
    if drift.must == "right":
        return "stopped"
    return "went on" if saved and saved != (SAVED,) else "stopped right"


def _until(is_so):
    deadline = time.monotonic() + ARRIVE_S
    while not is_so() and time.monotonic() < deadline:
        time.sleep(0.02)
