"""Of several actions in one reply only the first is done, and nothing stays held down after it.

Keys and buttons that a contract presses and lets go one by one become one action where the reply itself
lets them go: a chord, a click with keys held, a drag. A hold that would outlast the reply is refused, since
each key comes up here at the end of each action. What follows the first action is dropped: it was meant
for a screen that nobody has seen yet.
"""

from collections.abc import Sequence
from typing import Final, cast, get_args

from automation.core.actions import (
    Action,
    ButtonDown,
    ButtonUp,
    Click,
    Drag,
    HoldAndTap,
    Hotkey,
    KeyDown,
    KeyUp,
    Modifier,
    Move,
)
from automation.core.errors import ActionParseError

MOST_ACTIONS: Final = 64
MOST_HELD: Final = 4
_MODIFIERS: Final = frozenset(get_args(Modifier))


def first_of(actions: Sequence[Action]) -> tuple[Action, int]:
    """Return the first action of a reply, and how many further ones are dropped.

    Raises:
        ActionParseError: there is none, there are too many, or it would leave something held down.
    """
    if not actions:
        raise ActionParseError("the reply holds no action; exactly one is expected")
    if len(actions) > MOST_ACTIONS:
        raise ActionParseError(f"the reply holds {len(actions)} actions; one is expected")
    match actions[0]:
        case KeyDown():
            action, used = _held_keys(actions)
        case ButtonDown():
            action, used = _held_button(actions)
        case KeyUp() | ButtonUp():
            raise ActionParseError(
                "nothing is held down: each key and button comes up at the end of each reply"
            )
        case Move() as move if _begins_there(move, actions[1:]):
            action, used = actions[1], 2
        case _:
            action, used = actions[0], 1
    return action, len(actions) - used


def _begins_there(move: Move, rest: Sequence[Action]) -> bool:
    return bool(rest) and isinstance(rest[0], Drag) and rest[0].path[0] == move.at.point


def _held_keys(actions: Sequence[Action]) -> tuple[Action, int]:
    held: list[str] = []
    inside: list[Action] = []
    let_go: set[str] = set()
    for used, action in enumerate(actions, 1):
        if isinstance(action, KeyDown) and not inside and not let_go:
            held.append(action.key)
        elif isinstance(action, KeyUp):
            let_go.add(action.key)
        elif let_go:
            break
        else:
            inside.append(action)
        if let_go >= set(held):
            return _chord(tuple(dict.fromkeys(held)), inside), used
    raise ActionParseError(
        f"{'+'.join(held[:MOST_HELD])} would stay held down after this reply, which is not possible; "
        "press and let go in one reply, or use one key combination"
    )


def _chord(held: tuple[str, ...], inside: Sequence[Action]) -> Action:
    if len(held) > MOST_HELD:
        raise ActionParseError(f"{len(held)} keys are held, at most {MOST_HELD} are possible")
    taps: list[str] = []
    for action in inside:
        if not (isinstance(action, Hotkey) and len(action.keys) == 1):
            break
        taps += action.keys * action.repeat
    else:
        if not taps:
            return Hotkey(held)
        if len(taps) == 1 and taps[0] not in held:
            return Hotkey((*held, *taps))
        if len(taps) <= 50:
            return HoldAndTap(held, tuple(taps))
    if len(inside) == 1 and isinstance(inside[0], Click | Drag) and set(held) <= _MODIFIERS:
        return replace_modifiers(inside[0], cast("tuple[Modifier, ...]", held))
    raise ActionParseError(
        f"while {'+'.join(held)} is held, only keys, one click or one drag are possible"
    )


def replace_modifiers(action: Click | Drag, modifiers: tuple[Modifier, ...]) -> Click | Drag:
    """Return the click or drag with these keys held."""
    if isinstance(action, Click):
        return Click(action.at, action.button, action.count, modifiers)
    return Drag(
        action.path, action.button, modifiers, action.duration_s, action.origin, action.destination
    )


def _held_button(actions: Sequence[Action]) -> tuple[Action, int]:
    down = actions[0]
    assert isinstance(down, ButtonDown), "called for a button that is pressed"
    path = [down.at.point]
    for used, action in enumerate(actions[1:], 2):
        match action:
            case Move():
                path.append(action.at.point)
            case ButtonUp() if action.button == down.button:
                if action.at.point != path[-1]:
                    path.append(action.at.point)
                if len(path) == 1:
                    return Click(down.at, down.button), used
                return Drag(tuple(path), down.button, origin=down.at.element), used
            case _:
                break
    raise ActionParseError(
        f"the {down.button} button would stay held down after this reply, which is not possible; "
        "use one click or one drag"
    )
