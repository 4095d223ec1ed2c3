""""""

import msgspec
import numpy as np
import pytest
from PIL import Image, ImageDraw

from automation.core.geometry import Monitor, Rect, ScreenPoint
from automation.core.observation import Frame, Observation
from automation.macros.find import by_picture
from automation.macros.find.by_picture import likeness
from automation.macros.found import Found, Missed
from automation.macros.macro import Target
from tests.desktop.text_page import DARK, LIGHT, font
from tests.fakes.fake_reader import FakeReader, element, line
from tests.fakes.macro_targets import FakeImages, cut, landmark, place, searched
from tests.fakes.screens import Seen, win

SIZE = (800, 500)
AREA = Rect(0, 0, *SIZE)
WINDOW = win(1, "Desk", "desk", AREA, is_active=True)
LABELS = [
    ("Invoices", 40, 30), ("Customer", 40, 90), ("Quantity", 300, 90), ("Publish", 320, 200),
    ("Archive", 430, 200), ("Rename", 540, 200), ("Total amount", 40, 300), ("Delivery", 300, 300),
]  # fmt: skip
PUBLISH = Rect(314, 195, 70, 26)


def page(labels=LABELS, *, colours=LIGHT, zoom=1.0, move=(0, 0), plain=()):
    """A drawn window: each label in a box of its own."""
    paper, ink = colours
    image = Image.new("RGB", SIZE, paper)
    pen = ImageDraw.Draw(image)
    for text, x, y in labels:
        left, top = round((x + move[0]) * zoom), round((y + move[1]) * zoom)
        width = pen.textlength(text, font=font(round(14 * zoom)))
        if text not in plain:
            box = (left - 6 * zoom, top - 5 * zoom, left + width + 6 * zoom, top + 21 * zoom)
            pen.rectangle(box, outline=ink)
        pen.text((left, top), text, font=font(round(14 * zoom)), fill=ink)
    pixels = np.zeros((SIZE[1], SIZE[0], 4), np.uint8)
    pixels[:, :, :3] = np.asarray(image)[:, :, ::-1]
    return Frame(pixels, ScreenPoint(0, 0), 0.0)


def seen(frame, elements=(), lines=(), windows=(WINDOW,)):
    observation = Observation(frame, (Monitor(1, AREA, 1.0),), tuple(windows), ScreenPoint(0, 0))
    return Seen(observation, FakeReader(elements, lines))


CROP = Rect(269, 176, 160, 64)
IMAGES = FakeImages(publish=cut(page(), CROP))
PRESS = (PUBLISH.center.x - CROP.x, PUBLISH.center.y - CROP.y)


def target(**more):
    known = {"image": "img/publish.png", "press": PRESS, "place": place(PUBLISH, AREA)}
    return Target(**{**known, **more})


def look(frame, wanted=None, **more):
    return searched(seen(frame, **more), wanted or target(), images=IMAGES)


def is_at(found, point, slack=2):
    return isinstance(found, Found) and point.distance(found.point) <= slack


def test_picture_is_found_at_its_place_to_the_pixel():
    found = look(page())
    assert (found.rung, found.point) == ("image_near", PUBLISH.center)
    assert found.score == pytest.approx(1, abs=1e-3)
    assert found.box == PUBLISH


@pytest.mark.parametrize(("move", "rung"), [((0, 40), "image_near"), ((90, 120), "image")])
def test_picture_that_moved_is_found_and_the_rung_tells_how_far(move, rung):
    found = look(page(move=move))
    assert found.rung == rung
    assert found.point == PUBLISH.center.offset(*move)


def test_picture_without_a_place_is_found_anywhere():
    assert look(page(), target(place=None)).rung == "image"


def test_picture_that_is_gone_is_missing():
    others = [each for each in LABELS if each[0] != "Publish"]
    assert isinstance(look(page(others)), Missed)


def test_another_word_in_its_place_is_not_it():
    others = [("Discard" if t == "Publish" else t, x, y) for t, x, y in LABELS]
    assert isinstance(look(page(others)), Missed)


@pytest.mark.parametrize("word", ["Publich", "Pub1ish"])
def test_one_other_letter_is_not_the_same_picture(word):
    others = [(word if t == "Publish" else t, x, y) for t, x, y in LABELS]
    assert isinstance(look(page(others)), Missed)


@pytest.mark.parametrize("shift", [(0, 200), (1, 200), (0, 201), (1, 201)])
def test_same_picture_twice_is_several_on_odd_pixels_too(shift):
    again = [(t, x + shift[0], y + shift[1]) for t, x, y in LABELS if y == 200]
    assert look(page([*LABELS, *again])).why == "several"


def test_same_picture_twice_is_several_even_if_one_is_in_its_place():
    twice = [*LABELS, *((t, x, y + 200) for t, x, y in LABELS if y == 200)]
    answer = look(page(twice))
    assert answer.why == "several"
    assert len(answer.candidates) == 2


def test_text_beside_it_chooses_between_equal_pictures():
    twice = [*LABELS, *((t, x, y + 200) for t, x, y in LABELS if y == 200)]
    names = [line("First", Rect(180, 200, 60, 16)), line("Second", Rect(180, 400, 60, 16))]
    for n, name in enumerate(("First", "Second")):
        mark = landmark(name, Rect(180, 200, 60, 16), PUBLISH.center)
        found = look(page(twice), target(near=(mark,)), lines=names)
        assert is_at(found, PUBLISH.center.offset(0, 200 * n))


def test_row_chooses_between_equal_pictures():
    twice = [*LABELS, *((t, x, y + 200) for t, x, y in LABELS if y == 200)]
    names = [line("First", Rect(180, 200, 60, 16)), line("Second", Rect(180, 400, 60, 16))]
    found = look(page(twice), target(row=("Second",)), lines=names)
    assert is_at(found, PUBLISH.center.offset(0, 200))
    assert isinstance(look(page(twice), target(row=("Third",)), lines=names), Missed)


def test_same_picture_of_a_thing_with_another_role_is_not_it():
    label = element("Publish", "label", PUBLISH)
    assert isinstance(look(page(), target(role="button", name="Publish"), elements=[label]), Missed)


def test_same_picture_of_a_thing_with_another_name_is_not_sure():
    """Two bins look the same; the names of what they empty do not."""
    button = element("Delete Bob", "button", PUBLISH)
    answer = look(page(), target(role="button", name="Delete Alice"), elements=[button])
    assert isinstance(answer, Missed)


def test_tree_that_knows_what_is_around_and_nothing_there_denies_the_picture():
    around = [element("Archive", "button", Rect(424, 195, 70, 26))]
    assert isinstance(look(page(), target(role="button", name="Publish"), elements=around), Missed)


@pytest.mark.parametrize(
    ("frame", "at"),
    [
        (page(colours=DARK), PUBLISH.center),
        (page(zoom=1.5), ScreenPoint(round(349 * 1.5), 312)),
        (page(zoom=0.8), ScreenPoint(round(349 * 0.8), 166)),
    ],
)
def test_other_theme_and_zoom_are_found_only_if_something_confirms_it(frame, at):
    where = Rect(at.x - 30, at.y - 9, 60, 18)
    unconfirmed = look(frame, target(text="Publish"))
    assert unconfirmed.why == "unsure"
    confirmed = look(frame, target(text="Publish"), lines=[line("Publish", where)])
    assert is_at(confirmed, at, 4)
    assert confirmed.rung == "image"
    other = look(frame, target(text="Publish"), lines=[line("Discard", where)])
    assert isinstance(other, Missed)


def test_alike_picture_is_not_confirmed_by_a_text_that_stands_elsewhere_too():
    where = [line("Publish", Rect(320, 200, 60, 16)), line("Publish", Rect(600, 400, 60, 16))]
    answer = look(page(colours=DARK), target(text="Publish"), lines=where)
    assert isinstance(answer, Missed)


def test_picture_of_a_line_that_fits_all_along_it_tells_nothing():
    frame = page([])
    frame.pixels[200:222, 50:750] = 30
    images = FakeImages(publish=cut(frame, CROP))
    field = target(role="field", name="City", place=place(Rect(50, 200, 700, 22), AREA))
    answer = searched(seen(frame), field, images=images)
    assert answer.why == "missing"


def test_flat_picture_fits_nowhere():
    images = FakeImages(publish=cut(page([]), CROP))
    assert searched(seen(page()), target(), images=images).why == "missing"


def test_picture_under_another_window_is_not_there():
    cover = win(2, "Notes", "notes", Rect(300, 180, 200, 100))
    assert isinstance(look(page(), windows=(cover, WINDOW)), Missed)


def test_picture_in_another_window_is_not_looked_for():
    front = win(1, "Desk", "desk", Rect(0, 250, 800, 250), is_active=True)
    behind = win(2, "Notes", "notes", Rect(0, 0, 800, 250))
    assert isinstance(
        look(page(), target(window="Desk", app="desk"), windows=(front, behind)), Missed
    )


def test_picture_larger_than_the_window_is_no_error():
    small = win(1, "Desk", "desk", Rect(300, 190, 40, 20), is_active=True)
    assert isinstance(look(page(), windows=(small,)), Missed)


@pytest.mark.parametrize(
    ("wanted", "read", "is_found"),
    [
        ({"role": "button", "name": "Publish"}, "Publish", True),
        ({"role": "button", "name": "Publish"}, "Pub1ish", True),
        ({"role": "button", "name": "Keep"}, "Publish", False),
        ({"text": "Keep"}, "Publish", False),
        ({"role": "button", "name": "Send", "text": "Publish"}, "Publish", True),
        ({"role": "icon", "name": "Keep"}, "Publish", True),
        ({"role": "field", "name": "Keep"}, "Publish", True),
        ({"role": "button", "name": "Keep"}, "|", True),
    ],
)
def test_picture_that_reads_otherwise_than_it_is_called_is_not_pressed(wanted, read, is_found):
    """The macro says Keep and shows a picture of Publish: the tree does not tell which it is."""
    lines = [line(read, Rect(320, 200, 60, 16))]
    answer = look(page(), target(**wanted), lines=lines)
    if is_found:
        assert answer.point == PUBLISH.center
    else:
        assert answer.why == "unsure"
        assert "“Publish”" in answer.sentence


def test_text_beside_does_not_choose_a_picture_that_reads_otherwise():
    twice = [*LABELS, *((t, x, y + 200) for t, x, y in LABELS if y == 200)]
    names = [line("First", Rect(180, 200, 60, 16)), line("Second", Rect(180, 400, 60, 16))]
    mark = landmark("First", Rect(180, 200, 60, 16), PUBLISH.center)
    names.append(line("Publish", Rect(320, 200, 60, 16)))
    wanted = target(role="button", name="Keep", near=(mark,))
    assert isinstance(look(page(twice), wanted, lines=names), Missed)


def test_landmarks_do_not_find_what_reads_otherwise():
    marks = [
        landmark(t, Rect(x, y, 60, 16), PUBLISH.center)
        for t, x, y in LABELS
        if t in ("Archive", "Quantity", "Delivery")
    ]
    read = [line(t, Rect(x, y, 60, 16)) for t, x, y in LABELS]
    nameless = [element("", "button", PUBLISH)]
    wanted = Target(role="button", name="Publish", near=tuple(marks), place=place(PUBLISH, AREA))
    assert is_at(look(page(), wanted, lines=read, elements=nameless), PUBLISH.center)
    other = msgspec.structs.replace(wanted, name="Keep")
    assert isinstance(look(page(), other, lines=read, elements=nameless), Missed)


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
