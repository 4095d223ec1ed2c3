import numpy as np
import pytest

from automation.macros.find import by_picture
from automation.macros.find.by_picture import likeness


def noise(height, width, seed=1):
    levels = np.random.default_rng(seed).integers(0, 255, (height, width))
    return levels.astype(np.float32)


@pytest.mark.parametrize("shape", [(40, 60), (53, 71), (90, 31)])
def test_every_score_is_the_correlation_of_its_window(shape):
    picture, template = noise(*shape), noise(9, 14, seed=2)
    scores = by_picture.Haystack(picture).scores(template)
    assert scores.shape == (shape[0] - 8, shape[1] - 13)
    for y, x in ((0, 0), (3, 5), (shape[0] - 9, shape[1] - 14)):
        window = picture[y : y + 9, x : x + 14]
        expected = np.corrcoef(window.ravel(), template.ravel())[0, 1]
        assert scores[y, x] == pytest.approx(expected, abs=1e-4)


def test_template_is_found_where_it_was_cut_out_whatever_its_brightness():
    picture = noise(120, 200)
    template = picture[40:60, 70:100] * 0.4 + 30
    best = by_picture.peaks_of(by_picture.Haystack(picture).scores(template), 0.9, 5, (4, 4))
    assert [(p.x, p.y) for p in best] == [(70, 40)]
    assert best[0].score == pytest.approx(1, abs=1e-4)


def test_flat_windows_score_nothing_and_flat_templates_are_refused():
    picture = np.full((60, 60), 200, np.float32)
    picture[:20, :20] = noise(20, 20)
    haystack = by_picture.Haystack(picture)
    assert haystack.scores(np.full((8, 8), 10, np.float32)) is None
    assert np.abs(haystack.scores(noise(8, 8, seed=3))[30:, 30:]).max() == 0


def test_template_larger_than_the_picture_is_refused():
    assert by_picture.Haystack(noise(20, 20)).scores(noise(21, 10)) is None


def test_edges_are_the_same_for_dark_on_light_and_light_on_dark():
    grey = noise(30, 40)
    assert np.allclose(by_picture.edges_of(grey), by_picture.edges_of(255 - grey))


@pytest.mark.parametrize("factor", [0.67, 0.8, 1.25, 1.5])
def test_resizing_keeps_levels_and_gives_the_right_size(factor):
    grey = np.full((40, 60), 77, np.float32)
    made = by_picture.resized(grey, factor)
    assert made.shape == (round(40 * factor), round(60 * factor))
    assert np.allclose(made, 77, atol=1e-3)


def test_resizing_there_and_back_keeps_what_is_shown():
    across = np.linspace(0, 6, 80)
    grey = (128 + 100 * np.sin(across)[None, :] * np.cos(across[:60])[:, None]).astype(np.float32)
    back = by_picture.resized(by_picture.resized(grey, 1.5), 1 / 1.5)
    assert by_picture.score_of(back, grey) > 0.999


def test_peaks_are_apart():
    scores = np.zeros((20, 20), np.float32)
    scores[5, 5], scores[5, 6], scores[15, 15] = 0.9, 0.8, 0.7
    assert [(p.x, p.y) for p in by_picture.peaks_of(scores, 0.5, 9, (3, 3))] == [(5, 5), (15, 15)]


def test_one_changed_block_shows_in_the_worst_and_hardly_in_the_whole():
    template = noise(64, 160)
    picture = template.copy()
    picture[16:32, 32:48] = noise(16, 16, seed=9)
    alike = likeness(template, picture, (0, 0), 0)
    assert by_picture.score_of(picture, template) > 0.95
    assert alike.worst < 0.3
    assert alike.mean > 0.9


def test_block_that_was_empty_and_shows_something_disagrees():
    template = np.full((32, 64), 200, np.float32)
    template[:16, :16] = noise(16, 16)
    picture = template.copy()
    picture[16:, 48:] = noise(16, 16, seed=4)
    alike = likeness(template, picture, (0, 0), 0)
    assert alike.shows.sum() == 2
    assert alike.worst == 0


def test_blocks_may_have_moved_by_as_much_as_is_said():
    template = noise(64, 160)
    picture = np.full((70, 170), 128, np.float32)
    picture[3:67, 4:164] = template
    assert likeness(template, picture, (2, 2), 0).mean < 0.3
    assert likeness(template, picture, (2, 2), 2).mean > 0.99


@pytest.mark.parametrize("at", [(-1, 0), (0, -1), (20, 0), (0, 20)])
def test_template_that_reaches_out_of_the_picture_cannot_be_compared(at):
    assert likeness(noise(32, 32), noise(48, 48), at, 0) is None


def test_picture_of_thin_lines_is_much_the_same_at_half_size_wherever_it_begins():
    page = np.full((120, 220), 240, np.float32)
    page[30:81:25, 20:200] = 40
    page[30:81, 20:200:45] = 40
    haystack = by_picture.Haystack(by_picture.halved(page))
    for x, y in ((10, 20), (11, 20), (10, 21), (11, 21)):
        cut = page[y : y + 70, x : x + 198]
        assert haystack.scores(by_picture.halved(cut)).max() > 0.7
