"""Attacks on what models on servers reply: every family's parser, server-parsed calls, and plain noise."""

from contextlib import ExitStack
from pathlib import Path

import msgspec

from automation.core.actions import ButtonDown, ButtonUp, KeyDown, KeyUp, aims_of
from automation.core.errors import ActionParseError
from model.families.known import all_families, family
from model.server.asking import Reply, ToolUse
from tests.fuzz.mutation import TEXTS, Json, pick
from tests.fuzz.watch import Target, wrong
from tests.fuzz.wire import check_sane
from tests.unit.model.families.conversations import SCREEN, aiming_of, replies_of
from tests.unit.model.families.wires import MORE

REPLIES = 50_000
"""Of each family; 22 of them come to more than a million."""
NOISE = 20_000


def targets(_scratch: Path, _closing: ExitStack) -> list[Target]:
    """Return the attacks."""
    return [
        *(_replies(one) for one in all_families()),
        _calls(
            "holo3", '{"element": "Save", "x": 100, "y": 200, "button": "right"}', "click_desktop"
        ),
        *(
            _calls(
                name, '{"content": "Ada", "press_enter": true, "overwrite": false}', "write_desktop"
            )
            for name in ("holo3.1", "holo4")
        ),
        _calls("qwen3.5", '{"action": "left_click", "coordinate": [100, 200]}', "computer_use"),
        _noise(),
    ]


def _replies(one) -> Target:
    aiming = aiming_of(one)
    seeds = tuple(text.encode() for text in (*replies_of(one), *MORE.get(type(one.contract), ())))

    def _feed(data):
        text = data.decode("utf-8", "surrogateescape")
        one.contract.thought(text[:4000])
        step = one.contract.read(Reply(text), aiming)
        _check(step)
        again = one.contract.read(Reply(step.said), aiming)
        if again.action != step.action:
            wrong(f"{step} became {again} on its way into the history")
        return True

    return Target(f"replies of {one.name}", Json(seeds), _feed, (ActionParseError,), REPLIES)


def _calls(name, arguments, tool) -> Target:
    one = family(name).for_server(parses_tools=True)
    aiming = aiming_of(one)

    def _feed(data):
        use = ToolUse(tool, data.decode("utf-8", "surrogateescape"))
        step = one.contract.read(Reply("", tool_uses=(use,)), aiming)
        _check(step)
        if step.use is not None:
            again = one.contract.read(Reply(step.said, tool_uses=(step.use,)), aiming)
            if again != step:
                wrong(f"{step} became {again} on its way into the history")
        return True

    seeds = (arguments.encode(),)
    return Target(
        f"calls that a server parsed, {name}", Json(seeds), _feed, (ActionParseError,), REPLIES
    )


def _noise() -> Target:
    """Words, tags and halves of contracts that are no reply: none of it may become an action."""

    class _Mutator:
        words = (
            *TEXTS, "click", "Save", "(100, 200)", "Action", "<think>", "</think>", "<action>", "```python",
            "I would click Save.", "<tool_call>", "</tool_call>", '{"x": 1}', "[500, 300]", "pyautogui", "null",
            "Thought:", "computer_use", "<function=computer_use>", "```", "done",
        )  # fmt: skip

        def one(self, rng):
            return " ".join(pick(rng, self.words) for _ in range(1 + int(rng.random() * 12)))

        def every_cut(self):
            return iter(())

    families = [(one, aiming_of(one)) for one in all_families()]

    def _feed(data):
        for one, aiming in families:
            try:
                step = one.contract.read(Reply(data), aiming)
            except ActionParseError:
                continue
            wrong(f"{one.name} took {step} from noise")
        return True

    return Target("noise", _Mutator(), _feed, (), NOISE)


def _check(step):
    if isinstance(step.action, KeyDown | KeyUp | ButtonDown | ButtonUp):
        wrong(f"{step.action} leaves something held down")
    check_sane(msgspec.to_builtins(step.action))
    for aim in aims_of(step.action):
        if not SCREEN.contains(aim.point):
            wrong(f"{aim.point} is not on the picture")
