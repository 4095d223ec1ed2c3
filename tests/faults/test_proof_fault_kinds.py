"""Each kind of fault once, its phases in turn; `./test --proof fault_kinds` runs all of them."""

import pytest

from tests.proof.fault_kinds import on_desktop, on_paper, rotating
from tests.proof.fault_kinds_desktop import REAL_KINDS
from tests.proof.fault_kinds_model import MODEL_KINDS
from tests.proof.fault_kinds_network import NETWORK_KINDS
from tests.proof.fault_kinds_parts import record_faults, sentence_faults
from tests.proof.fault_kinds_ports import PORT_KINDS

ON_A_DESKTOP = {
    "executor and dead-man SIGKILL",
    "executor answers garbage",
    "screen locked, keyboard taken",
    "user presses a key",
}
"""Those that showed a hole, or stand for their kin; the others take longer and are the proof's."""
IN_A_NETWORK = {"a state is no number", "no room in the middle of a reply"}
"""One way to fail of each sentence."""


def test_every_fault_of_model_and_ports_leaves_the_machine_quiet_and_the_record_true(tmp_path):
    kinds = (*MODEL_KINDS, *PORT_KINDS)
    found = on_paper(tmp_path, rotating(kinds))
    assert len(found) == len(kinds) >= 40
    assert {name: faults for name, faults in found.items() if faults} == {}


@pytest.mark.timeout(300)
def test_what_goes_wrong_in_a_real_network_is_told_and_proposes_nothing(tmp_path):
    kinds = [kind for kind in NETWORK_KINDS if kind.name in IN_A_NETWORK]
    assert len(kinds) == len(IN_A_NETWORK)
    found = on_paper(tmp_path, rotating(kinds))
    assert {name: faults for name, faults in found.items() if faults} == {}


@pytest.mark.desktop
@pytest.mark.timeout(180)
def test_what_dies_on_a_real_desktop_leaves_it_quiet_and_the_record_true(desktop, tmp_path):
    cases = [case for case in rotating(REAL_KINDS) if case[0].name in ON_A_DESKTOP]
    assert len(cases) == len(ON_A_DESKTOP)
    found = on_desktop(desktop, tmp_path, cases)
    assert {name: faults for name, faults in found.items() if faults} == {}


@pytest.mark.parametrize("bad", ["", "  ", "two\nlines", "Traceback (most recent", "x" * 1000])
def test_what_is_no_sentence_is_found(bad):
    assert sentence_faults(bad)


def test_a_run_that_is_not_in_the_record_is_found(tmp_path):
    from automation.records.store import Store

    Store(tmp_path).close()
    assert record_faults(tmp_path, None) == ["the run is not in the record"]
