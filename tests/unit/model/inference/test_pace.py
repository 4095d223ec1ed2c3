"""Pieces of a prompt are short enough to be stopped between."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.inference.pace import FIRST_PIECE_TOKENS, PIECE_S, PrefillPace


def cuts(pace, total):
    found = [0]
    while found[-1] < total:
        found.append(pace.end(found[-1], total))
    return found


def test_pieces_end_at_blocks_of_the_scan():
    assert cuts(PrefillPace(300, 128), 700) == [0, 256, 512, 700]


def test_a_piece_that_begins_off_a_block_ends_at_one():
    assert PrefillPace(300, 128).end(100, 2000) == 256


def test_memory_for_less_than_a_block_still_goes_on():
    assert cuts(PrefillPace(50, 128), 120) == [0, 50, 100, 120]


@pytest.mark.parametrize(("token_s", "longest"), [(1e-9, 896), (10.0, 128)])
def test_pieces_stay_within_the_memory_and_at_least_a_block(token_s, longest):
    pace = PrefillPace(1000, 128)
    for _ in range(20):
        tokens = pace.end(0, 10**6)
        pace.learn(tokens, tokens * token_s)
    assert pace.end(0, 10**6) == longest


def test_a_slow_device_gets_pieces_that_take_as_long_as_wanted():
    pace = PrefillPace(4096, 128)
    for _ in range(10):
        tokens = pace.end(0, 10**6)
        pace.learn(tokens, tokens / 5120)
    assert pace.end(0, 10**6) == 512


def test_one_fast_piece_no_more_than_doubles_the_next():
    pace = PrefillPace(4096, 128)
    pace.learn(FIRST_PIECE_TOKENS, 1e-6)
    assert pace.end(0, 10**6) == 2 * FIRST_PIECE_TOKENS


def test_a_short_last_piece_tells_nothing_of_the_speed():
    pace = PrefillPace(4096, 128)
    pace.learn(5, PIECE_S / 2)
    assert pace.end(0, 10**6) == FIRST_PIECE_TOKENS


def read(pace, total, fixed_s, token_s, draw=None):
    """Read a prompt on a device whose passes have a fixed cost; return the pieces' tokens and seconds."""
    pieces = []
    start = 0
    while start < total:
        end = pace.end(start, total)
        seconds = fixed_s + token_s * (end - start)
        seconds *= 1.0 if draw is None else draw.uniform(0.8, 1.6)
        pace.learn(end - start, seconds)
        pieces.append((end - start, seconds))
        start = end
    return pieces


def test_a_pass_that_costs_the_same_whatever_it_reads_is_not_cut_small():
    """An H200 took 84 ms for 128 tokens, 84 ms for 512 and 234 ms for 2304, launched by Python."""
    pace = PrefillPace(2048, 128)
    read(pace, 4700, 0.075, 69e-6)
    pieces = read(pace, 2361, 0.075, 69e-6)
    assert sum(seconds for _, seconds in pieces) < 1.4 * (0.075 + 2361 * 69e-6)


def test_uneven_times_do_not_cut_it_small_either():
    draw = random.Random(3)
    pace = PrefillPace(2048, 128)
    read(pace, 4700, 0.085, 69e-6, draw)
    for _ in range(30):
        pieces = read(pace, 2361, 0.085, 69e-6, draw)
        assert len(pieces) <= 6, pieces


@given(
    fixed_s=st.floats(0, 0.09),
    token_s=st.floats(1e-6, 0.05),
    totals=st.lists(st.integers(50, 5000), min_size=2, max_size=6),
)
def test_once_it_knows_the_device_a_stop_is_heard_in_time(fixed_s, token_s, totals):
    """Within 200 ms, or at the smallest piece where not even that is so fast."""
    pace = PrefillPace(2048, 128)
    read(pace, 6000, fixed_s, token_s)
    smallest_s = fixed_s + 128 * token_s
    for total in totals:
        for _, seconds in read(pace, total, fixed_s, token_s):
            assert seconds <= max(1.05 * 2 * PIECE_S, 1.05 * smallest_s)


def test_a_device_that_turns_slow_gets_shorter_pieces_at_once():
    pace = PrefillPace(2048, 128)
    read(pace, 6000, 0.001, 20e-6)
    pieces = read(pace, 4096, 0.001, 800e-6)
    assert [tokens for tokens, _ in pieces][-1] <= 256
    assert sum(seconds > 2 * PIECE_S for _, seconds in pieces) <= 3


def test_slow_short_pieces_make_no_piece_longer():
    pace = PrefillPace(2048, 128)
    read(pace, 4000, 0.05, 0.05 / 128)
    longest = pace.end(0, 10**6)
    for _ in range(3):
        pace.learn(20, 0.12)
    assert pace.end(0, 10**6) <= longest


@given(
    fixed_s=st.floats(0, 0.05),
    token_s=st.floats(1e-5, 4e-4),
    seed=st.integers(0, 2**16),
    totals=st.lists(st.integers(5, 4000), min_size=3, max_size=9),
)
def test_noise_makes_no_piece_that_a_user_would_wait_for(fixed_s, token_s, seed, totals):
    """Times between half and twice the true ones: by the true line no piece takes half a second."""
    draw = random.Random(seed)
    pace = PrefillPace(2048, 128)
    for total in totals:
        start = 0
        while start < total:
            end = pace.end(start, total)
            true_s = fixed_s + token_s * (end - start)
            assert true_s <= max(0.5, fixed_s + 128 * token_s)
            pace.learn(end - start, true_s * draw.uniform(0.5, 2.0))
            start = end
