"""Device and precision follow from free memory; what does not fit says what is missing."""

from pathlib import Path

import pytest

from automation.core.errors import LoadError, OutOfMemory
from model.network.device import (
    SPARE_STATES,
    Device,
    Machine,
    Override,
    choose,
    needs_of,
    state_bytes,
)
from tests.fakes.model_specs import full_spec, small_spec

GUIDE = (Path(__file__).parents[4] / "resources/guide/model.md").read_text()

GB = 10**9
GIB = 2**30

FULL = full_spec()
CPU = Device("cpu", "CPU", "cpu", 20 * GB, 64 * GB)


def card(free_bytes, total_bytes=None, **fields):
    total = total_bytes or free_bytes
    return Device("cuda:0", "NVIDIA RTX", "cuda", int(free_bytes), int(total), **fields)


def machine(free_bytes, total_bytes=None, **fields):
    return Machine((card(free_bytes, total_bytes, **fields), CPU))


def without_cuda(free_bytes=CPU.free_bytes):
    cpu = Device("cpu", "CPU", "cpu", free_bytes, 64 * GB)
    return Machine((cpu,), "torch finds no CUDA device")


@pytest.mark.parametrize(
    ("quantization", "squeeze", "held_gb"),
    [
        ("nf4", {}, 10.9),
        ("nf4", {"states": 1, "embedding_in_ram": True}, 9.2),
        ("int8", {}, 16.2),
        ("int8", {"embedding_in_ram": True}, 14.8),
        ("none", {}, 27.1),
    ],
)
def test_the_full_size_needs_the_bytes_of_the_card_table(quantization, squeeze, held_gb):
    found = needs_of(FULL, dtype="bfloat16", quantization=quantization, kind="cuda", **squeeze)
    spare = (
        0 if squeeze.get("states") == 1 else SPARE_STATES * state_bytes(FULL.language, "bfloat16")
    )
    assert (found.total - found.activations - spare) / GB == pytest.approx(held_gb, abs=0.15)
    copied_gb = 0.0 if quantization == "none" else 0.23  # of a quantised layer
    assert found.activations / GB == pytest.approx(1.56 + copied_gb, abs=0.02)


def test_a_long_context_needs_more_for_a_pass_than_the_scan():
    """16,384 tokens and more: keys and values of one layer, repeated for every head."""
    short, long = (
        needs_of(FULL, dtype="bfloat16", quantization="none", kind="cuda", context_tokens=tokens)
        for tokens in (8_192, 131_072)
    )
    assert long.activations - short.activations > 2.5 * GB


@pytest.mark.parametrize(
    ("gib", "taken_by_desktop_gib", "quantization"),
    [(80, 1, "none"), (48, 1, "none"), (32, 1, "none"), (24, 1, "nf4"), (16, 1, "nf4")],
)
def test_below_32_gib_the_full_size_runs_in_4_bit(gib, taken_by_desktop_gib, quantization):
    plan = choose(FULL, machine((gib - taken_by_desktop_gib) * GIB, gib * GIB))
    assert plan.quantization == quantization
    assert plan.dtype == "bfloat16"
    assert plan.device == "cuda:0"
    assert (plan.states, plan.embedding_in_ram) == (3, False)
    assert plan.warning == ""


@pytest.mark.parametrize(("free_gb", "squeeze"), [(12.5, (1, False)), (11.1, (1, True))])
def test_comfort_is_given_up_before_the_model_is_refused(free_gb, squeeze):
    plan = choose(FULL, machine(free_gb * GB))
    assert (plan.states, plan.embedding_in_ram) == squeeze
    assert "main memory" in plan.sentence


def test_an_8_gib_card_is_too_small_and_the_cpu_is_named_instead():
    with pytest.raises(OutOfMemory) as refusal:
        choose(FULL, machine(7.5 * GB, 8 * GIB))
    assert str(refusal.value) == (
        "Not enough GPU memory: 11.1 GB needed, 7.5 free, 3.6 missing. "
        "Choose the CPU, which is slow."
    )


def test_16_bit_that_does_not_fit_names_what_is_missing_and_4_bit():
    with pytest.raises(OutOfMemory) as refusal:
        choose(FULL, machine(22 * GB, 32 * GIB), Override(quantization="none"))
    assert str(refusal.value) == (
        "Not enough GPU memory: 27.1 GB needed, 22.0 free, 5.1 missing. "
        "Close a program, or use 4 bit."
    )


def test_closing_programs_is_not_advised_where_the_whole_card_is_too_small():
    with pytest.raises(OutOfMemory, match=r"missing\. Use 4 bit\."):
        choose(FULL, machine(15 * GB, 24 * GIB), Override(quantization="none"))


def test_where_nothing_fits_the_way_without_a_model_is_named():
    small = Machine((card(2 * GB), Device("cpu", "CPU", "cpu", 4 * GB, 8 * GB)))
    with pytest.raises(OutOfMemory, match=r"Name things on the screen, which needs no model\."):
        choose(FULL, small)


@pytest.mark.parametrize("quantization", ["none", "int8", "nf4"])
def test_what_the_user_decided_is_kept(quantization):
    plan = choose(FULL, machine(80 * GIB), Override(quantization=quantization))
    assert plan.quantization == quantization


def test_8_bit_is_never_chosen_for_the_user_and_warned_of():
    for gib in range(11, 64):
        assert choose(FULL, machine(gib * GIB, 80 * GIB)).quantization != "int8"
    assert "not time" in choose(FULL, machine(80 * GIB), Override(quantization="int8")).warning


def test_a_longer_context_needs_more():
    fits = machine(13.1 * GB)
    long = Override(context_tokens=131_072)
    assert choose(FULL, fits).needs.cache == 16_384 * 24 * 1024
    with pytest.raises(OutOfMemory):
        choose(FULL, fits, long)


def test_without_cuda_a_small_checkpoint_runs_on_the_cpu_in_full_precision():
    plan = choose(small_spec(), without_cuda())
    assert (plan.device, plan.dtype, plan.quantization) == ("cpu", "float32", "none")
    assert plan.warning == ""


def test_without_cuda_the_full_size_is_warned_of_as_slow():
    plan = choose(FULL, without_cuda(40 * GB))
    assert (plan.device, plan.dtype) == ("cpu", "bfloat16")
    assert plan.warning.startswith("Slow: a CPU reads")


def test_without_cuda_and_with_little_memory_the_full_size_runs_in_4_bit():
    assert choose(FULL, without_cuda(14 * GB)).quantization == "nf4"


def test_too_little_main_memory_is_refused_with_what_is_missing():
    with pytest.raises(OutOfMemory, match=r"Not enough memory: .* 8\.0 free, .* missing\."):
        choose(FULL, without_cuda(8 * GB))


def test_a_card_without_bfloat16_is_warned_of():
    plan = choose(small_spec(), machine(8 * GB, has_bfloat16=False))
    assert "in software" in plan.warning


def test_the_user_may_choose_the_cpu_beside_a_card():
    assert choose(small_spec(), machine(8 * GB), Override(device="cpu")).device == "cpu"


def test_cuda_that_is_not_there_is_refused_with_the_reason():
    with pytest.raises(LoadError, match="torch finds no CUDA device; choose the CPU"):
        choose(small_spec(), without_cuda(), Override(device="cuda"))


def test_a_system_that_does_not_tell_its_memory_runs_nothing_on_the_cpu():
    with pytest.raises(LoadError, match="does not tell how much memory"):
        choose(small_spec(), Machine(()))


def test_the_sentence_says_precision_and_both_figures():
    plan = choose(FULL, machine(22 * GB))
    assert plan.sentence == "Holotron-12B on NVIDIA RTX in 4 bit: 13.0 GB of 22.0 GB free."
    assert plan.bytes_needed == plan.needs.total


@pytest.mark.parametrize(
    ("free_gb", "row"),
    [
        (29.1, "| 29.1 GB and more | 16 bit | 29.1 GB |"),
        (13.1, "| 13.1 GB and more | 4 bit | 13.0 GB |"),
        (11.1, "| 4 bit, embedding and snapshots in main memory | 11.1 GB |"),
    ],
)
def test_the_guide_states_what_is_computed(free_gb, row):
    plan = choose(FULL, machine(free_gb * GB))
    words = {"none": "16 bit", "nf4": "4 bit"}[plan.quantization]
    assert row in GUIDE
    assert words in row
    assert f"| {plan.bytes_needed / GB:.1f} GB |" in row
    assert plan.embedding_in_ram == ("embedding" in row)
