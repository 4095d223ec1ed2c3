"""Pieces of a prompt are short enough to be stopped between."""

import pytest

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


@pytest.mark.parametrize("seconds", [PIECE_S / 100, 100.0])
def test_pieces_stay_within_the_memory_and_at_least_a_block(seconds):
    pace = PrefillPace(1000, 128)
    for _ in range(20):
        pace.learn(pace.end(0, 10**6), seconds)
    longest = pace.end(0, 10**6)
    assert longest == (896 if seconds < PIECE_S else 128)


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
