"""Faults of the model: it dies, runs out of memory, or says what is no step of its contract."""

import json
import threading

from automation.core.errors import GenerationError, ModelError, OutOfMemory, PolicyError
from automation.core.generation import Completion, StepStats
from automation.core.proposal import Outcome
from tests.proof.fault_kinds_paper import click_at, reply
from tests.proof.fault_kinds_parts import ENVIRONMENT, FAILED, FINE, STOPPED, Kind

_ERROR = frozenset({Outcome.ERROR})
_LIMIT = frozenset({Outcome.LIMIT})
_NO_ROOM = "4 bit"
_NO_STEP = "asked 2 times and no reply could be used"


class Panic(BaseException):
    """What a Rust library raises in Python: no Exception."""


def _says(bad):
    def strike(desk):
        desk.engine.bad = bad

    return strike


def _cut_off(stop):
    return Completion(
        reply("write_desktop", content="x" * 400)[:300], "", "length", (1,), StepStats()
    )


def _taken_away(stop):
    return Completion("", "", "cancelled", (), StepStats())


def _writes_for_ever(desk):
    """The model writes until somebody stops it; the user does."""

    def write(stop):
        user = threading.Timer(0.05, desk.stop.stop)
        user.start()
        try:
            stop.wait(60)
        finally:
            user.join()

    desk.engine.bad = write


def _repeats_itself(desk):
    """The same click again and again, and nothing comes of it."""
    desk.engine.bad = click_at(100, 900)
    desk.paper.is_frozen = True


def _short_of_memory_once(desk):
    """There is room for the second ask, which leaves out what can be."""

    def fail(stop):
        desk.engine.bad = None
        raise OutOfMemory("the device is full; choose 4 bit")

    desk.engine.bad = fail


def _two_actions() -> str:
    one = json.loads(click_at(10, 10))
    return json.dumps({**one, "tool_call": [one["tool_call"], one["tool_call"]]})


def _reply(name, bad, ends=FAILED, says=_NO_STEP) -> Kind:
    return Kind(name, _says(bad), ends, says)


MODEL_KINDS: tuple[Kind, ...] = (
    _reply(
        "model out of memory",
        OutOfMemory("it needs 2 GiB more; choose 4 bit"),
        ENVIRONMENT,
        _NO_ROOM,
    ),
    _reply("memory of the machine used up", MemoryError(), ENVIRONMENT, _NO_ROOM),
    Kind("memory short for one reply", _short_of_memory_once, FINE),
    _reply(
        "engine dies", ModelError("the model stopped: CUDA error; restart deskhand"), FAILED, "CUDA"
    ),
    _reply("library under the model panics", Panic("index out of bounds"), _ERROR, "error of mine"),
    _reply("library under the model ends the program", SystemExit(1), _ERROR, "error of mine"),
    _reply(
        "policy cannot decide",
        PolicyError("the policy has no next step; say more"),
        FAILED,
        "say more",
    ),
    _reply(
        "logits are not finite",
        GenerationError("the logits are NaN", reason="not_finite"),
        FAILED,
        "logits are NaN",
    ),
    _reply("grammar and tokens do not fit", GenerationError("no token fits", reason="stuck")),
    _reply("prompt too long", GenerationError("the prompt is too long", reason="too_long")),
    _reply("model ejected while it writes", _taken_away, FAILED, "taken away"),
    _reply("reply of garbage", "\x00\x01{]\ufffd\x7f"),
    _reply("empty reply", ""),
    _reply("reply in plain words of another language", "ボタンをクリックしてください。"),
    _reply("reply of broken JSON", click_at(1, 1)[:-2]),
    _reply("reply cut off at its limit", _cut_off),
    _reply("reply with a duplicate key", click_at(1, 1)[:-1] + ', "thought": "other"}'),
    _reply("reply nested without end", "[" * 100_000),
    _reply("coordinates off the screen", click_at(5000, 5000)),
    _reply("negative coordinates", click_at(-5, -5)),
    _reply("coordinates that are no numbers", click_at("left", None)),
    _reply("coordinate NaN", click_at(1, 1).replace('"x": 1', '"x": NaN')),
    _reply("coordinate 1e309", click_at(1, 1).replace('"x": 1', '"x": 1e309')),
    _reply("coordinate of 400 digits", click_at(1, 1).replace('"x": 1', f'"x": {"9" * 400}')),
    _reply("unknown tool", reply("format_disk", drive="C")),
    _reply("two actions at once", _two_actions()),
    _reply(
        "key that no keyboard has",
        reply("hotkey_desktop", keys=["warp", "core"]),
        FAILED | frozenset({Outcome.NOT_UNDERSTOOD}),
        "warp",
    ),
    _reply("half a character pair", click_at(1, 1).replace("the button", "\\ud800")),
    _reply("text of a million letters", reply("write_desktop", content="x" * 1_000_000)),
    Kind(
        "text of control and direction marks",
        _says(reply("write_desktop", content="a\u202eb\u200dc\x07\x00\U000e0041é👩‍👩‍👧")),
        FAILED | _LIMIT | FINE,
    ),
    Kind("generation without end", _writes_for_ever, STOPPED, "Stopped"),
    Kind("the same step for ever", _repeats_itself, _LIMIT | FAILED, ""),
)
