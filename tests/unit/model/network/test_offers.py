"""What is offered has the published sizes, and fits what it is offered for."""

from pathlib import Path

import pytest

from model.network.device import Device, Machine, Override, needs_of
from model.network.offers import HOLO31_4B, HOLO31_9B, HOLOTRON, OFFERS, best_offer

GB = 10**9
GUIDE = (Path(__file__).parents[4] / "resources/guide/model.md").read_text(encoding="utf-8")
CPU = Device("cpu", "CPU", "cpu", 32 * GB, 64 * GB)


def card(free_gb):
    free = int(free_gb * GB)
    return Machine((Device("cuda:0", "card", "cuda", free, free), CPU))


@pytest.mark.parametrize(
    ("offer", "published_gb"), [(HOLOTRON, 26.3), (HOLO31_9B, 18.8), (HOLO31_4B, 10.4)]
)
def test_weights_have_the_published_size(offer, published_gb):
    assert offer.stored_bytes / GB == pytest.approx(published_gb, rel=0.01)


@pytest.mark.parametrize("offer", OFFERS)
def test_a_smaller_precision_needs_less_and_all_need_more_than_the_weights(offer):
    assert offer.needed_bytes("none") > offer.stored_bytes
    assert offer.needed_bytes("nf4") < offer.needed_bytes("none")


@pytest.mark.parametrize(
    ("free_gb", "offer", "quantization"),
    [
        (31, HOLOTRON, "none"),
        (23.5, HOLO31_9B, "none"),
        (15.5, HOLO31_4B, "none"),
        (12.5, HOLO31_4B, "none"),
        (10.5, HOLO31_9B, "nf4"),
        (7.2, HOLO31_4B, "nf4"),
    ],
)
def test_the_largest_that_fits_is_offered(free_gb, offer, quantization):
    found, plan = best_offer(card(free_gb))
    assert (found, plan.quantization) == (offer, quantization)
    assert plan.needs.total <= free_gb * GB


def test_nothing_is_offered_where_nothing_fits_or_there_is_no_card():
    assert best_offer(card(4)) is None
    assert best_offer(Machine((CPU,))) is None
    assert best_offer(card(31), Override(device="cpu")) is None


def test_the_users_precision_counts():
    found, plan = best_offer(card(31), Override(quantization="nf4"))
    assert (found, plan.quantization) == (HOLO31_9B, "nf4")


@pytest.mark.parametrize("offer", [HOLO31_9B, HOLO31_4B])
def test_the_guide_says_what_is_computed(offer):
    least = needs_of(
        offer.spec, dtype="bfloat16", quantization="nf4", kind="cuda", states=1,
        embedding_in_ram=True,
    )  # fmt: skip
    sizes = (offer.needed_bytes("none"), offer.needed_bytes("nf4"), least.total)
    cells = " | ".join(f"{size / GB:.1f} GB" for size in sizes)
    assert f"| {offer.name} | {cells} |" in GUIDE
