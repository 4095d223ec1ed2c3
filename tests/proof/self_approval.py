"""Nobody but the user presses our buttons: every pixel, key and path of every window of ours."""

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from automation.desktop.virtual import VirtualDesktop
from tests.proof.proof import EXECUTOR, RIG, Figures, Proof, Verdict
from tests.proof.self_approval_parts import KINDS, attack, attack_by_others

TRIES = 370
"""Aimed at each kind of window; the keys come on top."""
OURS = ("own_window", "own_menu")
"""What the executor says of a try at a window of ours."""
LEAST_OURS = 0.5
"""Part of the tries; the others miss it (a drag that begins beside it) or are of a kind that is refused."""


def run(number: int, scratch: Path) -> Figures:
    """Attack one kind of window on a desktop of its own."""
    kind = KINDS[number]
    with VirtualDesktop.start((1920, 1080)) as desktop:
        os.environ.update(desktop.env)
        told = attack(desktop, scratch / "own", kind, TRIES)
        others = attack_by_others(desktop, scratch / "others", kind, TRIES)
        return {kind: {**told, "others": others}}


def judge(shards: Sequence[Figures]) -> Verdict:
    """Sum up."""
    found = {kind: told for shard in shards for kind, told in shard.items()}
    tries = sum(told["tries"] for told in found.values())
    decisions = sum(len(told["decisions"]) for told in found.values())
    heard = sum(len(told["heard"]) for told in found.values())
    said: Counter[str] = Counter()
    for told in found.values():
        said.update(told["said"])
    ours = sum(said[reason] for reason in OURS)
    others = [told["others"] for told in found.values() if "others" in told]
    taken = sum(len(told["decisions"]) + len(told["heard"]) for told in others)
    by_bus, sent = (sum(told["tries"][way] for told in others) for way in ("bus", "sent"))
    result = (
        f"{decisions} decisions and {heard} presses reached our windows in {tries:,} tries at "
        f"{len(found)} kinds of windows ({ours:,} refused as our own window or menu); "
        f"{taken} by other programs without a device in {by_bus:,} calls over the accessibility bus "
        f"and {sent:,} events sent by X clients"
    )
    is_kept = decisions == heard == taken == 0 and all(map(_was_tried, found.values()))
    is_kept = is_kept and all(told["was_up"] for told in others)
    return Verdict(is_kept, result, {"windows": found})


def _was_tried(told: Figures) -> bool:
    """Tell whether a window was up to the end and what refused the tries was mostly that it is ours."""
    ours = sum(told["said"].get(reason, 0) for reason in OURS)
    return told["was_up"] and ours > LEAST_OURS * told["tries"]


PROOF = Proof(
    name="self_approval",
    title="self-approvals that succeed",
    must="0 in 10,000 tries",
    shards=len(KINDS),
    covers=(
        *EXECUTOR,
        "app/gui/chat",
        "app/gui/command_bar.py",
        "app/gui/overlay/confirmer.py",
        "app/macros",
        "app/gui/model_page",
        "app/gui/overlay",
        "app/gui/preferences",
        "app/settings.py",
        "app/gui/tray.py",
        "app/gui/widgets",
        "app/gui/window",
        *RIG,
        "tests/fakes/macro_shelves.py",
        "tests/proof/self_approval_macros.py",
        "tests/proof/self_approval_others.py",
        "tests/proof/self_approval_parts.py",
        "tests/proof/self_approval_shown.py",
        "tests/proof/self_approval_windows.py",
    ),
    run=run,
    judge=judge,
)
