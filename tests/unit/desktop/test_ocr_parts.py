"""The parts of OCR that are plain computing: cutting lines, decoding, places of letters, the cache."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from automation.core.geometry import Rect
from automation.core.observation import ScreenElement
from automation.desktop.elements.ocr import (
    NOTHING,
    SHA256,
    CropCache,
    ModelFiles,
    Reading,
    checked,
    crop_key,
    decode,
    detector_scale,
    in_reading_order,
    line_boxes,
    recogniser_input,
    tightened,
    without_underlines,
)
from tests.desktop.text_page import font

LETTERS = ("", "a", "b", " ")


def likelihood(*classes):
    steps = np.full((len(classes), len(LETTERS)), 0.1, np.float32)
    steps[np.arange(len(classes)), classes] = 0.7
    return steps


def paper(*inked, size=(400, 40)):
    pixels = np.full((size[1], size[0], 4), 240, np.uint8)
    for x, y, w, h in inked:
        pixels[y : y + h, x : x + w, :3] = 20
    return pixels


def test_decode_drops_blanks_and_repeats():
    assert decode(likelihood(1, 1, 0, 1, 2, 2), LETTERS, 1.0).text == "aab"


def test_decode_of_blanks_is_nothing():
    assert decode(likelihood(0, 0, 0), LETTERS, 1.0) == NOTHING


def test_decode_of_spaces_is_nothing():
    assert decode(likelihood(3, 0, 3), LETTERS, 1.0) == NOTHING


def test_decode_strips_spaces_at_the_ends_but_keeps_those_between():
    assert decode(likelihood(3, 0, 1, 3, 2, 0, 3), LETTERS, 1.0).text == "a b"


def test_decode_confidence_is_the_mean_of_its_letters():
    assert decode(likelihood(1, 0, 2), LETTERS, 1.0).confidence == pytest.approx(0.7)


def test_every_letter_has_an_edge_before_it_and_the_last_one_after_it():
    reading = decode(likelihood(0, 1, 0, 2, 0, 1), LETTERS, 1.0)
    assert len(reading.edges) == len(reading.text) + 1
    assert list(reading.edges) == sorted(reading.edges)


def test_edges_lie_between_the_steps_of_their_letters():
    reading = decode(likelihood(1, 0, 0, 0, 2, 0, 0, 0), LETTERS, 1.0)
    assert 0.5 / 8 < reading.edges[1] < 4.5 / 8


def test_edges_count_only_the_part_that_is_picture():
    whole = decode(likelihood(1, 2, 0, 0), LETTERS, 1.0)
    half = decode(likelihood(1, 2, 0, 0), LETTERS, 0.5)
    assert half.edges[1] == pytest.approx(2 * whole.edges[1])


def test_recogniser_input_keeps_the_aspect_and_pads_to_whole_steps():
    line, filled = recogniser_input(paper(size=(101, 24)))
    assert line.shape == (1, 3, 48, 208)
    assert filled == pytest.approx(202 / 208)


def test_recogniser_input_of_a_huge_line_is_bounded():
    line, _ = recogniser_input(paper(size=(20_000, 10)))
    assert line.shape[3] <= 3200


def test_line_is_cut_at_a_gap_wider_than_its_height():
    box = Rect(0, 0, 400, 40)
    parts = tightened(paper((10, 12, 60, 14), (200, 12, 60, 14)), box)
    assert [(p.x < 10, p.right > 69) for p in parts[:1]] == [(True, True)]
    assert len(parts) == 2


def test_words_of_one_line_stay_together():
    assert len(tightened(paper((10, 12, 60, 14), (80, 12, 60, 14)), Rect(0, 0, 400, 40))) == 1


def test_line_is_trimmed_to_its_ink_and_a_margin():
    (part,) = tightened(paper((10, 12, 60, 14)), Rect(0, 0, 400, 40))
    assert part == Rect(6, 8, 68, 22)


def test_line_without_contrast_is_left_as_it_is():
    assert tightened(paper(), Rect(0, 0, 400, 40)) == [Rect(0, 0, 400, 40)]


def test_boxes_are_read_row_by_row():
    boxes = [Rect(200, 11, 50, 20), Rect(10, 10, 50, 20), Rect(10, 60, 50, 20)]
    assert in_reading_order(boxes) == [boxes[1], boxes[0], boxes[2]]


def test_detected_line_is_grown_scaled_back_and_kept_inside():
    found = np.zeros((64, 128), np.float32)
    found[20:30, 10:110] = 0.9
    (box,) = line_boxes(found, 0.5, 0.5, Rect(0, 0, 256, 128))
    assert box.intersection(Rect(20, 40, 200, 20)) == Rect(20, 40, 200, 20)
    assert Rect(0, 0, 256, 128).intersection(box) == box


def test_unlikely_and_tiny_spots_are_no_lines():
    found = np.zeros((64, 128), np.float32)
    found[20:30, 10:60] = 0.35
    found[50:52, 100:102] = 0.9
    assert line_boxes(found, 1.0, 1.0, Rect(0, 0, 128, 64)) == []


@pytest.mark.parametrize(
    ("size", "scale"),
    [((1920, 1080), 0.6), ((3840, 2160), 0.6), ((1280, 800), 0.75), ((400, 300), 1.0)],
)
def test_only_large_pictures_are_shrunk_for_the_detector(size, scale):
    assert detector_scale(*size) == scale


def test_cache_gives_back_what_was_read():
    cache = CropCache()
    cache.put(b"key", Reading("Save", 0.9))
    assert cache.get(b"key") == Reading("Save", 0.9)
    assert cache.get(b"other") is None


def test_cache_forgets_what_was_used_longest_ago():
    cache = CropCache(2)
    cache.put(b"1", NOTHING)
    cache.put(b"2", NOTHING)
    cache.get(b"1")
    cache.put(b"3", NOTHING)
    assert cache.get(b"2") is None
    assert cache.get(b"1") is NOTHING
    assert len(cache) == 2


def test_key_depends_on_every_visible_pixel_and_the_shape_but_not_on_padding():
    first, second = paper(size=(20, 10)), paper(size=(20, 10))
    second[:, :, 3] = 9
    assert crop_key(first) == crop_key(second)
    second[9, 19, 0] ^= 1
    assert crop_key(first) != crop_key(second)
    assert crop_key(paper(size=(10, 20))) != crop_key(first)


def test_key_of_a_view_is_that_of_its_copy():
    view = paper((3, 3, 9, 9))[2:20, 2:30]
    assert crop_key(view) == crop_key(view.copy())


def read_line(text, edges=()):
    return ScreenElement(text, "text", Rect(100, 50, 120, 20), "ocr", edges=edges)


def test_span_box_follows_the_edges():
    line = read_line("abc", (100, 105, 150, 220))
    assert line.span_box(1, 2) == Rect(105, 50, 45, 20)
    assert line.span_box(0, 3) == Rect(100, 50, 120, 20)


def test_span_box_without_edges_counts_letters_as_equally_wide():
    assert read_line("SaveSwap").span_box(4, 8) == Rect(160, 50, 60, 20)


def test_span_box_is_never_empty_or_outside():
    line = read_line("abc", (100, 105, 150, 220))
    assert line.span_box(2, 2).area > 0
    assert line.span_box(-5, 99) == Rect(100, 50, 120, 20)


def test_models_that_are_not_the_tested_ones_are_refused(tmp_path):
    for name in SHA256:
        (tmp_path / name).write_bytes(b"something else")
    found = checked(ModelFiles(tmp_path))
    assert found.folder is None
    assert "SHA-256" in found.problem
    assert "pip install" in found.problem


def test_the_runtime_is_loaded_without_its_telemetry(tmp_path):
    program = (
        "from automation.desktop.elements.ocr import Models, find_files\n"
        "Models(find_files().folder)\n"
    )
    environ = {name: value for name, value in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    root = Path(__file__).parents[3]
    homes = {"HOME": str(tmp_path), "TMPDIR": str(tmp_path), "PYTHONPATH": str(root)}
    subprocess.run(
        [sys.executable, "-c", program], env={**environ, **homes}, cwd=tmp_path, check=True
    )
    # The uploader keeps the number of its session in the folder for temporary files, from its start.
    assert list(tmp_path.iterdir()) == []


WRITTEN = ("File Edit", "gypq Qj", "a_b_c = d; y, z", "Größe jagd", "Ågypt (g)")


def written(text, size, *, underline=None, gap=1):
    """Return the picture of one line, the letter of a number underlined, and the same without it."""
    face = font(size)
    _, _, right, bottom = face.getbbox(text)
    image = Image.new("RGB", (round(right) + 12, round(bottom) + 12), (245, 245, 245))
    pen = ImageDraw.Draw(image)
    pen.text((6, 4), text, font=face, fill=(25, 25, 25))
    bare = pixels_of(image)
    if underline is not None:
        start = 6 + face.getlength(text[:underline])
        end = 6 + face.getlength(text[: underline + 1])
        base = 4 + face.getbbox("H")[3] + gap
        thick = max(1, size // 18)
        pen.rectangle((start - 1, base, end, base + thick - 1), fill=(25, 25, 25))
    return pixels_of(image), bare


def pixels_of(image):
    pixels = np.zeros((image.height, image.width, 4), np.uint8)
    pixels[:, :, :3] = np.asarray(image)[:, :, ::-1]
    return pixels


@pytest.mark.parametrize("size", range(9, 33))
@pytest.mark.parametrize("gap", [0, 1, 2])
def test_a_line_below_a_letter_is_taken_out(size, gap):
    lined, bare = written("File Edit", size, underline=0, gap=gap)
    assert (lined != bare).any()
    assert np.array_equal(without_underlines(lined), bare)


@pytest.mark.parametrize("size", range(9, 33))
@pytest.mark.parametrize("text", WRITTEN)
def test_what_belongs_to_the_letters_stays(size, text):
    picture, _ = written(text, size)
    assert np.array_equal(without_underlines(picture), picture)
