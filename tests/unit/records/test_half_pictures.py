"""Half a picture that a killed process left is swept once it cannot be in the making any more."""

import os
import time

import pytest

from automation.records.blobs import ORPHAN_AGE_S, BlobFolder


@pytest.mark.parametrize(
    ("age_s", "is_left"), [(0.0, True), (ORPHAN_AGE_S / 2, True), (ORPHAN_AGE_S + 60, False)]
)
def test_half_a_picture_goes_when_nobody_can_be_writing_it(tmp_path, age_s, is_left):
    blobs = BlobFolder(tmp_path / "blobs")
    blobs.prepare()
    half = tmp_path / "blobs" / "ab" / ".new-0011223344556677"
    half.parent.mkdir()
    half.write_bytes(b"half a picture")
    written_s = time.time() - age_s
    os.utime(half, (written_s, written_s))
    assert blobs.sweep(frozenset(), not_before_s=0.0) == (not is_left)
    assert half.exists() == is_left
