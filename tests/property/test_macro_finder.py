"""Tables of look-alike rows, sorted, grown and shrunk: the right row or none, never another."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame
from automation.macros.found import RUNGS, Found
from automation.macros.macro import Box, Landmark, Place, Target
from automation.macros.titles import fits_title
from automation.screen.folding import is_same
from tests.fakes.fake_reader import element, line
from tests.fakes.macro_targets import FakeImages, landmark, searched
from tests.fakes.screens import screen, win

WINDOW = win(1, "Guests", "guests", is_active=True)
NAMES = ("Ada", "Ada L.", "Bob", "Bobby", "Cy", "Cyan", "Dora")
ACTIONS = ("Edit", "Delete", "Delete all")
HEIGHT = 30

tables = st.lists(st.sampled_from(NAMES), max_size=9)
tellers = st.sampled_from(["parent", "height", "list item", "read"])


def shown(names, teller):
    """A table as the tree tells it in one of its ways, or as it is read."""
    parts, lines = [], [line("Guests", Rect(10, 10, 90, 16))]
    for n, name in enumerate(names):
        y = 100 + HEIGHT * n
        row = Rect(20, y, 600, HEIGHT - 2)
        if teller == "read":
            lines.append(line(name, Rect(40, y + 6, 90, 14)))
            lines += [line(a, Rect(200 + 120 * k, y + 6, 90, 14)) for k, a in enumerate(ACTIONS)]
            continue
        if teller == "list item":
            parts.append(element("", "list_item", row))
        if teller != "parent":
            parts.append(element(name, "cell", Rect(40, y + 4, 100, 20)))
        context = f"{name}, {n} nights" if teller == "parent" else ""
        parts += [
            element(a, "button", Rect(200 + 120 * k, y + 2, 90, 24), parent_name=context)
            for k, a in enumerate(ACTIONS)
        ]
    return screen([WINDOW], parts, lines)


def row_at(point):
    return (point.y - 100) // HEIGHT


@given(tables, tellers, st.sampled_from(NAMES), st.sampled_from(ACTIONS))
def test_row_text_finds_its_row_or_none(names, teller, name, action):
    target = Target(role="" if teller == "read" else "button", text=action, row=(name,))
    answer = searched(shown(names, teller), target)
    if names.count(name) == 1:
        assert isinstance(answer, Found)
        assert row_at(answer.point) == names.index(name)
        assert answer.element is None or is_same(answer.element.name, action)
    else:
        assert not isinstance(answer, Found)


@given(tables, tellers, st.sampled_from(NAMES), st.integers(0, 8))
def test_text_beside_it_finds_its_row_or_none(names, teller, name, was_row):
    """Without row texts a landmark at the same height decides, wherever the row was recorded."""
    y = 100 + HEIGHT * was_row
    press = Rect(200, y + 2, 90, 24).center
    mark = landmark(name, Rect(40, y + 4, 100, 20), press)
    target = Target(role="" if teller == "read" else "button", text="Edit", near=(mark,))
    answer = searched(shown(names, teller), target)
    if isinstance(answer, Found) and len(names) > 1:
        assert names.count(name) == 1
        assert row_at(answer.point) == names.index(name)


@given(tables, tellers)
def test_look_alikes_that_nothing_tells_apart_are_never_pressed(names, teller):
    target = Target(role="" if teller == "read" else "button", text="Delete")
    answer = searched(shown(names, teller), target)
    assert isinstance(answer, Found) == (len(names) == 1)


numbers = st.one_of(st.integers(-40, 700), st.sampled_from([-(2**31), 2**31 - 1]))
sizes = st.one_of(st.integers(1, 120), st.sampled_from([1, 100_000]))
words = st.one_of(
    st.sampled_from(["", "Edit", "Ada", "Guests", "*", "\u00e9" * 40]), st.text(max_size=8)
)
boxes = st.builds(lambda x, y, w, h: Box(x=x, y=y, w=w, h=h), numbers, numbers, sizes, sizes)
pairs = st.one_of(st.none(), st.tuples(numbers, numbers))
places = st.one_of(
    st.none(),
    st.builds(
        lambda box, window, scale, press: Place(box=box, window=window, scale=scale, press=press),
        boxes,
        boxes,
        st.sampled_from([1e-9, 0.5, 1.0, 1.25, 16.0]),
        pairs,
    ),
)
marks = st.builds(
    lambda text, side, dx, dy: Landmark(text=text, side=side, dx=dx, dy=dy),
    words,
    st.sampled_from(["left_of", "right_of", "above", "below"]),
    numbers,
    numbers,
)
targets = st.builds(
    Target,
    window=words,
    app=st.sampled_from(["", "guests"]),
    role=st.sampled_from(["", "button", "field", "slider", "checkbox", "?"]),
    name=words,
    label=words,
    within=words,
    row=st.lists(words, max_size=2).map(tuple),
    text=words,
    near=st.lists(marks, max_size=4).map(tuple),
    image=st.sampled_from([None, "img/a.png"]),
    press=pairs,
    place=places,
)
pictures = st.tuples(st.integers(0, 90), st.integers(0, 170), st.booleans())


@given(tables, tellers, targets, pictures, st.sampled_from(RUNGS))
def test_no_target_that_a_file_may_hold_breaks_the_finder(names, teller, target, picture, lowest):
    height, width, is_flat = picture
    levels = np.random.default_rng(1).integers(0, 255, (height, width, 4)).astype(np.uint8)
    frame = Frame(levels // 255 if is_flat else levels, ScreenPoint(0, 0), 0.0)
    answer = searched(shown(names, teller), target, images=FakeImages(a=frame), lowest=lowest)
    if isinstance(answer, Found):
        assert WINDOW.rect.contains(answer.point)
        assert RUNGS.index(answer.rung) <= RUNGS.index(lowest)
        assert 0 <= answer.score <= 1.001
    else:
        assert answer.sentence


@given(st.text(max_size=30), st.text(max_size=12), st.text(max_size=12))
def test_pattern_made_of_a_title_fits_it(title, before, after):
    assert fits_title(title.replace("*", "") or "x", title.replace("*", "") or "x")
    pattern = f"{before.replace('*', '').strip()}*{after.replace('*', '').strip()}"
    first, _, last = pattern.partition("*")
    if first.isascii() and last.isascii() and first.isalnum() and last.isalnum():
        assert fits_title(pattern, f"{first} any thing {last}")
