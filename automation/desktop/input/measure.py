"""How much an action sends: it is planned once without being sent, so that a missing key is told first."""

from typing import Final

from automation.core.actions import Action
from automation.core.errors import InputError, Refused
from automation.desktop.input.backend import Backend
from automation.desktop.input.budgets import Meter
from automation.desktop.input.operations import is_operation
from automation.desktop.input.plan import Extent, extent_of, steps_of
from automation.desktop.input.secrets import too_long, untypable
from automation.desktop.input.targets import check_text, text_of

AT_ONCE: Final = Extent(1, in_letters=False)
"""Of what is one request, and of a secret that nobody has approved yet."""


def measure(action: Action, backend: Backend) -> Extent:
    """Return how much the action sends, with the text that is really typed.

    Raises:
        Refused: it cannot be sent with this keyboard.
    """
    if is_operation(action):
        return AT_ONCE
    try:
        return extent_of(steps_of(action, backend))
    except Refused:
        raise
    except InputError as error:
        raise Refused("unsupported", str(error)) from error


def measure_secret(name: str, action: Action, backend: Backend, meter: Meter) -> Extent:
    """Return how much an action sends that holds the secret of this name in its text.

    Raises:
        Refused: it is too long, or cannot be typed; no word of it is said.
    """
    try:
        check_text(text_of(action))
        meter.check_text(text_of(action))
        return measure(action, backend)
    except Refused as error:
        sentence = too_long(name) if error.reason == "budget" else untypable(name)
        raise Refused(error.reason, sentence) from None
    except Exception:  # noqa: BLE001 - whatever it says must go no further
        raise Refused("unsupported", untypable(name)) from None
