"""Getting the weights in words and numbers."""

from dataclasses import replace

import pytest

from app.gui.model_page.weights import (
    WeightsOffer,
    WeightsStatus,
    get_words,
    heading_words,
    room_problem,
    share_here,
    size_words,
    work_words,
)

GB = 1_000_000_000
OFFER = WeightsOffer(26_300_000_000, 18, "NVIDIA Open Model License")
STATUS = WeightsStatus("running", offer=OFFER, done_bytes=5_200_000_000, bytes_per_s=48e6)


def test_the_heading_names_no_model_before_one_was_chosen():
    assert heading_words(WeightsStatus()) == "Get the weights"
    assert heading_words(replace(STATUS, name="Holo3.1-4B")) == "Get Holo3.1-4B"


def test_an_offer_says_what_is_here_already():
    assert size_words(OFFER) == "26.3 GB in 18 files"
    begun = replace(OFFER, here_bytes=3 * GB, files=1)
    assert size_words(begun) == "26.3 GB in 1 file, 3.0 GB of it already here"
    assert get_words(replace(STATUS, offer=begun)) == "Get 23.3 GB"


@pytest.mark.parametrize(
    ("free", "problem"),
    [
        (None, ""),
        (27_300_000_000, ""),
        (
            12 * GB,
            "Not enough room in this folder: 26.3 GB needed, 12.0 free. "
            "Choose another folder, or free 15.3 GB.",
        ),
    ],
)
def test_a_disk_that_is_too_small_is_told_before_anything_is_fetched(free, problem):
    assert room_problem(replace(STATUS, free_bytes=free)) == problem


def test_what_is_here_needs_no_room():
    begun = replace(OFFER, here_bytes=20 * GB)
    assert room_problem(replace(STATUS, offer=begun, free_bytes=8 * GB)) == ""


@pytest.mark.parametrize(
    ("speed", "rest"),
    [
        (48e6, " · 48 MB/s · about 7 minutes left"),
        (352e6, " · 352 MB/s · about a minute left"),
        (5e9, " · 5000 MB/s · less than a minute left"),
        (2e6, " · 2 MB/s · about 2 h 56 min left"),
        (0.0, ""),
    ],
)
def test_the_way_says_speed_and_what_is_left(speed, rest):
    words = work_words(replace(STATUS, bytes_per_s=speed))
    assert words == "Getting the weights, 5.2 of 26.3 GB" + rest


def test_a_pause_says_what_is_kept():
    words = work_words(replace(STATUS, state="paused"))
    assert words == "Paused. Getting the weights, 5.2 of 26.3 GB. What is here is kept."


def test_a_share_is_known_only_with_an_offer():
    assert share_here(STATUS) == pytest.approx(0.198, abs=0.001)
    assert share_here(replace(STATUS, offer=None)) is None
