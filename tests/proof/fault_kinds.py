"""Every kind of fault, in each of its three phases, in a real run; then what must hold is looked at."""

import os
from collections.abc import Sequence
from pathlib import Path

from automation.core.proposal import Outcome
from automation.desktop.virtual import VirtualDesktop
from tests.proof.fault_kinds_model import MODEL_KINDS
from tests.proof.fault_kinds_network import NETWORK_KINDS
from tests.proof.fault_kinds_paper import PaperDesk
from tests.proof.fault_kinds_paper import strike as strike_paper
from tests.proof.fault_kinds_parts import FINE, PHASES, Kind, Phase
from tests.proof.fault_kinds_ports import PORT_KINDS
from tests.proof.proof import Figures, Proof, Verdict

SIZE = (1280, 800)
Case = tuple[Kind, Phase]


def every(kinds: Sequence[Kind]) -> list[Case]:
    """Return each kind in each phase."""
    return [(kind, phase) for kind in kinds for phase in PHASES]


def rotating(kinds: Sequence[Kind]) -> list[Case]:
    """Return each kind once, its phases in turn."""
    return [(kind, PHASES[at % len(PHASES)]) for at, kind in enumerate(kinds)]


def on_paper(scratch: Path, cases: Sequence[Case]) -> dict[str, list[str]]:
    """Run cases on hands and pixels in memory; return what is wrong, by kind and phase."""
    desk = PaperDesk(scratch)
    found = {}
    try:
        for is_model in (
            False,
            True,
        ):  # what is made once and stays: threads, files of the database
            none = Kind("nothing", lambda desk: None, FINE | frozenset({Outcome.DONE}))
            strike_paper(desk, none, "during", is_model=is_model)
        for kind, phase in cases:
            is_model = kind in (*MODEL_KINDS, *NETWORK_KINDS)
            found[f"{kind.name}, {phase}"] = strike_paper(desk, kind, phase, is_model=is_model)
    finally:
        desk.close()
    return found


def on_desktop(desktop, scratch: Path, cases: Sequence[Case]) -> dict[str, list[str]]:
    """Run cases on a real desktop, which our environment must name; return what is wrong."""
    from tests.proof.fault_kinds_desktop import DISPLAY_KILLED
    from tests.proof.fault_kinds_real import RealDesk, strike

    os.environ["DESKHAND_FAULTS"] = str(os.getpid())
    rig = RealDesk(desktop, scratch)
    try:
        return {
            f"{kind.name}, {phase}": strike(
                rig, kind, phase, ends_display=kind.name == DISPLAY_KILLED
            )
            for kind, phase in cases
        }
    finally:
        rig.close()
        del os.environ["DESKHAND_FAULTS"]


def _own_desktop(scratch: Path, cases: Sequence[Case]) -> dict[str, list[str]]:
    with VirtualDesktop.start(SIZE) as desktop:
        os.environ.update(desktop.env)
        return on_desktop(desktop, scratch, cases)


def run(shard: int, scratch: Path) -> Figures:
    """Run one shard: the paper kinds, or a part of the real ones."""
    from tests.proof.fault_kinds_command import COMMAND_KINDS, on_command_line
    from tests.proof.fault_kinds_desktop import LAST_KINDS, REAL_KINDS

    if shard == 0:
        found = on_paper(scratch, every((*MODEL_KINDS, *NETWORK_KINDS, *PORT_KINDS)))
    elif shard == 1 + REAL_SHARDS:
        found = {}
        for number, case in enumerate(every(LAST_KINDS)):  # each takes its desktop with it
            found |= _own_desktop(scratch / f"last-{number}", [case])
    elif shard == 2 + REAL_SHARDS:
        with VirtualDesktop.start(SIZE) as desktop:
            found = on_command_line(desktop, scratch, every(COMMAND_KINDS))
    else:
        found = _own_desktop(scratch, every(REAL_KINDS)[shard - 1 :: REAL_SHARDS])
    return {
        "cases": len(found),
        "faults": {name: faults for name, faults in found.items() if faults},
    }


def judge(shards: Sequence[Figures]) -> Verdict:
    """Add the shards up."""
    cases = sum(shard["cases"] for shard in shards)
    wrong = {name: faults for shard in shards for name, faults in shard["faults"].items()}
    kinds = cases // len(PHASES)
    result = (
        f"{cases - len(wrong)} of {cases} runs ({kinds} kinds of fault x {len(PHASES)} phases) "
        "ended quiet, told in one sentence, truly recorded and ready for the next task"
    )
    return Verdict(not wrong, result, {"kinds": kinds, "cases": cases, "wrong": wrong})


REAL_SHARDS = 2

PROOF = Proof(
    name="fault_kinds",
    title="Faults struck before, during and after an action",
    must="0 held keys, 0 lost or false records, 0 runs without one sentence, 0 hangs",
    shards=3 + REAL_SHARDS,
    covers=(
        "automation/agent",
        "automation/core",
        "automation/desktop",
        "automation/records",
        "automation/safety",
        "app/desk.py",
        "app/cli/do.py",
        "app/executor_host.py",
        "app/main.py",
        "app/long_work.py",
        "app/run_start.py",
        "model/images",
        "model/inference",
        "model/network",
        "model/policy.py",
        "model/prompt",
        "tests/proof/fault_kinds_parts.py",
        "tests/proof/fault_kinds_paper.py",
        "tests/proof/fault_kinds_model.py",
        "tests/proof/fault_kinds_network.py",
        "tests/proof/fault_kinds_ports.py",
        "tests/proof/fault_kinds_real.py",
        "tests/proof/fault_kinds_desktop.py",
        "tests/proof/fault_kinds_command.py",
        "tests/proof/fault_kinds_locker.py",
    ),
    run=run,
    judge=judge,
)
