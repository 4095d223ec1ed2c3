"""Is this an approval, of this very action, made since the executor looked? Pure code."""

import math
from typing import Final

from automation.core.actions import Action
from automation.core.errors import Refused
from automation.desktop.input.protocol import Approval

VERDICTS: Final = ("accepted", "edited")
DECIDED_FOR_S: Final = 30.0
"""How old a decision may be when its action begins: as long as a card is up by default."""


def check_approval(
    approval: Approval, action: Action, minted_s: float, now_s: float, shown_s: float | None = None
) -> None:
    """Refuse an approval that does not fit.

    Args:
        approval: what the app says of the user's decision.
        action: what was prepared.
        minted_s: monotonic second of the look that the nonce stands for.
        now_s: the present monotonic second.
        shown_s: monotonic second of the first look since something was sent. A correction is
            decided on that look, and looked at again before it is sent; None takes `minted_s`.

    Raises:
        Refused: `changed` when it is for something else, `expired` when it was not made since.
    """
    if approval.verdict not in VERDICTS or not approval.by.strip():
        message = (
            f"this is no approval: its verdict is {approval.verdict!r}, by {approval.by!r}; "
            f"expected one of {', '.join(VERDICTS)} and who decided"
        )
        raise Refused("unsupported", message)
    is_edit = approval.verdict == "edited"
    if approval.action != action and (is_edit or approval.action is not None):
        message = "the approval is for another action than the one that was prepared"
        raise Refused("changed", message)
    since_s = shown_s if is_edit and shown_s is not None else minted_s
    if not (math.isfinite(approval.decided_s) and since_s <= approval.decided_s <= now_s):
        message = (
            f"the approval was made {now_s - approval.decided_s:.3f} seconds ago, the look at the "
            f"screen {now_s - since_s:.3f}; an approval must come after it. Look again"
        )
        raise Refused("expired", message)
    if now_s - approval.decided_s > DECIDED_FOR_S:
        message = (
            f"the approval was made {now_s - approval.decided_s:.0f} seconds ago and is good for "
            f"{DECIDED_FOR_S:g}. Look again"
        )
        raise Refused("expired", message)
