"""Runs of tokens agree as far as ids and pictures do."""

import numpy as np
import pytest

from model.inference.session import EMPTY_RUN, SeenImage, TokenRun, prompt_run
from model.prompt.conversation import ImageSpan

IMAGE = 9


def run(ids, *images):
    return TokenRun(np.array(ids, dtype=np.int64), images)


WITH_PICTURE = run([1, 2, IMAGE, IMAGE, IMAGE, 3], SeenImage(2, 3, "a"))


@pytest.mark.parametrize(
    ("other", "common"),
    [
        (WITH_PICTURE, 6),
        (EMPTY_RUN, 0),
        (run([1, 2]), 2),
        (run([1, 7]), 1),
        (run([1, 2, IMAGE, IMAGE, IMAGE, 3], SeenImage(2, 3, "b")), 2),
        (run([1, 2, IMAGE, IMAGE, IMAGE, 3]), 2),
        (run([1, 2, IMAGE, IMAGE, IMAGE, IMAGE], SeenImage(2, 4, "a")), 2),
        (run([1, 2, IMAGE, IMAGE], SeenImage(2, 3, "a")), 4),
        (run([1, 2, IMAGE, IMAGE, IMAGE, 3, 4], SeenImage(2, 3, "a")), 6),
    ],
)
def test_the_common_prefix_ends_where_ids_or_pictures_part(other, common):
    assert WITH_PICTURE.common_prefix(other) == common
    assert other.common_prefix(WITH_PICTURE) == common


@pytest.mark.parametrize(("length", "images"), [(2, 0), (3, 1), (6, 1)])
def test_a_cut_run_keeps_the_pictures_that_it_reaches(length, images):
    cut = WITH_PICTURE.cut(length)
    assert (len(cut), len(cut.images)) == (length, images)


def test_placeholders_must_lie_where_the_pictures_are():
    ids = np.array([1, IMAGE, IMAGE, 2], dtype=np.int64)
    made = prompt_run(ids, [ImageSpan(1, 2, 0)], ["a"], image_id=IMAGE)
    assert made.images == (SeenImage(1, 2, "a"),)
    with pytest.raises(AssertionError, match="2 placeholders and pictures for 1"):
        prompt_run(ids, [ImageSpan(1, 1, 0)], ["a"], image_id=IMAGE)
    with pytest.raises(AssertionError, match="elsewhere"):
        prompt_run(ids, [ImageSpan(0, 2, 0)], ["a"], image_id=IMAGE)
