"""Short names over any course of looks: one thing, one name; never another thing by it; lines that hold one thing each."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from automation.core.geometry import Rect
from automation.core.observation import ScreenElement
from automation.screen.folding import comparable
from automation.screen.refs import MOST_LINES, RefBook, changes, is_usable, text_of

ROLES = ("button", "field", "label", "link", "cell", "checkbox", "list_item", "dialog", "group")
NAMES = st.one_of(st.sampled_from(("Save", "Delete", "", "3 items")), st.text(max_size=12))
THINGS = st.builds(
    lambda name, role, x, y, at, parent, value: ScreenElement(
        name, role, Rect(20 * x, 20 * y, 18, 18), "tree", frozenset({"enabled"}), value,
        window_id=1, handle=(":1", f"/{at}"), parent_name=parent,
    ),
    NAMES, st.sampled_from(ROLES), st.integers(0, 8), st.integers(0, 8), st.integers(0, 6),
    st.sampled_from(("", "Ada, 1", "Grace, 2")), st.sampled_from((None, "", "x")),
)  # fmt: skip
LOOK = st.lists(THINGS, max_size=7, unique_by=lambda one: one.handle)
"""A tree has each object once."""
LOOKS = st.lists(LOOK, min_size=1, max_size=6)


def _key(element):
    return element.role, comparable(element.name) if is_usable(element) else ""


@given(LOOKS)
def test_a_name_stands_for_one_thing_and_is_never_given_to_another(looks):
    book, known = RefBook(), {}
    for elements in looks:
        listing = book.listing(elements)
        refs = [one.ref for one in listing]
        assert len(set(refs)) == len(refs)
        for one in listing:
            assert known.setdefault(one.ref, _key(one.element)) == _key(one.element)
            assert listing.get(one.ref) is one


@given(LOOKS)
def test_the_same_look_gives_the_same_names_and_no_change(looks):
    book = RefBook()
    for elements in looks:
        once = book.listing(elements)
        again = book.listing(elements)
        assert once == again
        assert not changes(once, again)


@given(LOOKS)
def test_what_lives_is_called_as_it_was(looks):
    book = RefBook()
    for elements in looks:
        for ref, was in list(book.given.items()):
            living = book.living(ref, elements)
            if living is not None:
                assert (living.role, comparable(living.name)) == (was.role, comparable(was.name))
        book.listing(elements)


@given(LOOKS)
def test_changes_lead_from_one_look_to_the_next(looks):
    book = RefBook()
    before = book.listing(looks[0])
    for elements in looks[1:]:
        after = book.listing(elements)
        told = changes(before, after)
        left = {one.ref for one in before} - {one.ref for one in told.went}
        assert left | {one.ref for one in told.appeared} == {one.ref for one in after}
        before = after


@given(st.lists(THINGS, max_size=12))
def test_each_line_begins_with_a_name_and_hides_nothing(elements):
    listing = RefBook().listing([replace(e, value=e.name) for e in elements])
    first, *lines = text_of(listing).split("\n")
    assert len(lines) <= MOST_LINES
    assert first == 'window ""'
    assert [line.split(" ")[0] for line in lines] == [one.ref for one in listing]
    assert all(line.isprintable() for line in lines)
