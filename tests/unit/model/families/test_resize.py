"""The sizes that families see, against the published table; fixed points; and the way back to the screen."""

import io

import numpy as np
import pytest
from PIL import Image

from automation.core.errors import ActionParseError
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame
from model.families.resize import (
    GLM_4V,
    GTA1,
    GUI_OWL_CLIENT,
    HOLO1,
    NEMOTRON_2,
    NEMOTRON_3,
    QWEN3,
    QWEN25,
    QWEN25_CLASS,
    UI_TARS,
    UI_TARS_CLIENT,
    encoded,
    fixed_point,
    gemma4,
    sent_as,
)

HD, LAPTOP, FULL, WIDE, ULTRA = (1280, 720), (1366, 768), (1920, 1080), (2560, 1440), (3840, 2160)
FIRST_ROW = {HD: (1288, 728), LAPTOP: (1372, 756), FULL: (1932, 1092), WIDE: (2548, 1428), ULTRA: (3836, 2156)}  # fmt: skip
TABLE = (
    (QWEN25, FIRST_ROW),
    (QWEN25_CLASS, {HD: (1288, 728), LAPTOP: (1316, 728), FULL: (1316, 728), WIDE: (1316, 728), ULTRA: (1316, 728)}),
    (HOLO1, {HD: (1288, 728), FULL: (1316, 728)}),
    (UI_TARS, FIRST_ROW),
    (UI_TARS_CLIENT, {HD: (1288, 728), LAPTOP: (1372, 756), FULL: (1344, 756), WIDE: (1344, 756), ULTRA: (1344, 756)}),
    (GTA1, FIRST_ROW),
    (QWEN3, {HD: (1280, 704), LAPTOP: (1376, 768), FULL: (1920, 1088), WIDE: (2560, 1440), ULTRA: (3840, 2176)}),
    (GUI_OWL_CLIENT, {HD: (1280, 720), LAPTOP: (1360, 768), FULL: (1920, 1088), WIDE: (2560, 1440), ULTRA: (3840, 2160)}),
    (GLM_4V, {HD: (1288, 728), FULL: (1932, 1092), WIDE: (2548, 1428), ULTRA: (3220, 1792)}),
    (gemma4(280), dict.fromkeys((HD, FULL, WIDE, ULTRA), (1056, 576))),
    (gemma4(560), dict.fromkeys((HD, FULL, WIDE, ULTRA), (1488, 816))),
    (gemma4(1120), dict.fromkeys((HD, FULL, WIDE, ULTRA), (2112, 1200))),
)  # fmt: skip
"""Rule, and what it makes of the sizes of common screens."""
TOKENS = (
    (QWEN25, {HD: 1196, LAPTOP: 1323, FULL: 2691, WIDE: 4641, ULTRA: 10549}),
    (QWEN25_CLASS, {HD: 1196, LAPTOP: 1222, FULL: 1222, WIDE: 1222, ULTRA: 1222}),
    (UI_TARS_CLIENT, {FULL: 1296}),
    (QWEN3, {(64, 64): 64, HD: 880, LAPTOP: 1032, FULL: 2040, WIDE: 3600, ULTRA: 8160}),
)
RULES = (*(rule for rule, _ in TABLE), NEMOTRON_2, NEMOTRON_3)


@pytest.mark.parametrize(
    ("rule", "screen", "size"), [(rule, *row) for rule, rows in TABLE for row in rows.items()]
)
def test_the_size_is_that_of_the_published_table(rule, screen, size):
    assert rule.resized(*screen) == size


@pytest.mark.parametrize(
    ("rule", "screen", "tokens"), [(rule, *row) for rule, rows in TOKENS for row in rows.items()]
)
def test_the_tokens_are_those_of_the_published_table(rule, screen, tokens):
    assert rule.tokens(*screen) == tokens


def test_nemotron_v2_stretches_onto_its_tiles():
    assert NEMOTRON_2.resized(2048, 1536) == (2048, 1536)
    assert NEMOTRON_2.tokens(2048, 1536) == 13 * 256
    assert NEMOTRON_2.tokens(512, 512) == 256


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("most", [0, 1_000_000])
def test_the_size_that_is_sent_is_left_as_it_is(rule, most):
    for width in (64, 333, 720, 1280, 1366, 1440, 1919, 1920, 2560, 3440, 3840, 5120):
        for height in (48, 200, 480, 720, 768, 1050, 1080, 1440, 1921, 2160):
            size = fixed_point(rule, width, height, most)
            assert rule.resized(*size) == size


def test_a_bound_of_ours_is_kept_where_the_rule_allows_more():
    width, height = fixed_point(QWEN3, *ULTRA, 2_100_000)
    assert 1_900_000 < width * height <= 2_100_000
    assert width / height == pytest.approx(16 / 9, rel=0.03)


def pixels_of(picture):
    return np.asarray(Image.open(io.BytesIO(picture.png)).convert("RGB"))


def frame(width, height, origin=(0, 0)):
    y, x = np.mgrid[:height, :width]
    pixels = np.zeros((height, width, 4), np.uint8)
    pixels[..., 0], pixels[..., 1], pixels[..., 2] = x % 251, y % 241, 77
    return Frame(pixels, ScreenPoint(*origin), 0.0)


def test_a_picture_that_grows_a_little_keeps_its_pixels_and_gets_an_empty_edge():
    seen = frame(1920, 1080, (100, 50))
    picture = encoded(seen, (1920, 1088))
    assert (picture.width, picture.height) == (1920, 1088)
    sent = pixels_of(picture)
    assert np.array_equal(sent[:1080], seen.pixels[..., 2::-1])
    assert not sent[1080:].any()
    plan = sent_as(seen.rect, (1920, 1088))
    assert plan.screen_point(960, 540, "canvas_px") == ScreenPoint(1060, 590)
    assert plan.screen_point(1000, 500, "norm_1000") == ScreenPoint(100 + 1919, 50 + 544)


def test_a_point_on_the_empty_edge_is_refused():
    plan = sent_as(Rect(0, 0, 1920, 1080), (1920, 1088))
    with pytest.raises(ActionParseError, match="empty edge"):
        plan.screen_point(960, 1084, "canvas_px")
    with pytest.raises(ActionParseError, match="outside the picture"):
        plan.screen_point(960, 1089, "canvas_px")


def test_a_picture_that_shrinks_is_mapped_by_the_scale_of_each_axis():
    plan = sent_as(Rect(10, 20, 1280, 720), (1280, 704))
    assert plan.screen_point(640, 352, "canvas_px") == ScreenPoint(650, 380)
    picture = encoded(frame(1280, 720), (1280, 704))
    assert pixels_of(picture).shape == (704, 1280, 3)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("screen", [HD, LAPTOP, FULL, (1440, 900), (3440, 1440)])
def test_a_point_that_is_sent_comes_back_within_a_pixel_of_the_picture(rule, screen):
    part = Rect(7, 9, *screen)
    plan = sent_as(part, fixed_point(rule, *screen))
    reach = max(2, *(-(-s // c) for s, c in zip(screen, plan.canvas, strict=True)))
    for point in (part.center, ScreenPoint(7, 9), ScreenPoint(part.right - 1, part.bottom - 1)):
        back = plan.screen_point(*plan.in_space(point, "canvas_px"), "canvas_px")
        assert back.distance(point) <= reach
