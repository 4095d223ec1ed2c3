import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from automation.desktop.input.keys import chord_label, parse_chord
from automation.desktop.input.plan import Remap, Typed
from tests.fakes.fake_backend import FakeBackend
from tests.fakes.keyboards import keyboard

SPARE = (149, 154, 168, 183, 202)


def is_typable(char):
    code = ord(char)
    return (
        unicodedata.category(char) not in ("Cc", "Cs", "Zl", "Zp")
        and code & 0xFFFE != 0xFFFE
        and not 0xFDD0 <= code <= 0xFDEF
        and code != 0xFEFF
    )


texts = st.text(st.characters().filter(is_typable) | st.sampled_from("\n\taA1?"), max_size=60)
keyboards = st.builds(
    keyboard,
    st.sampled_from(["us", "ru"]),
    st.sampled_from(["us", "ru"]),
    spare=st.integers(1, 5).map(lambda count: SPARE[:count]),
    group=st.integers(0, 1),
    locked=st.sampled_from([0, 0x02, 0x10, 0x12]),
)


@given(texts, keyboards)
def test_any_text_comes_out_exactly_on_any_keyboard(text, keymap):
    backend = FakeBackend(keymap)
    for primitive in backend.plan_text(text):
        backend.send(primitive)
    assert backend.text == text
    assert backend.lent == {}
    assert backend.held() == (frozenset(), frozenset())


@given(texts, keyboards)
def test_every_character_is_marked_once_and_in_order(text, keymap):
    marks = [p.index for p in FakeBackend(keymap).plan_text(text) if isinstance(p, Typed)]
    assert marks == list(range(len(text)))


@given(texts, keyboards)
def test_only_spare_keycodes_are_lent(text, keymap):
    plan = FakeBackend(keymap).plan_text(text)
    lent = {code for p in plan if isinstance(p, Remap) for code, _ in p.codes}
    assert lent <= set(keymap.spare)


@given(
    st.lists(
        st.sampled_from(["ctrl", "shift", "pageup", "s", "+", "-", "f5"]), min_size=1, unique=True
    )
)
def test_the_label_of_a_chord_parses_back_to_it_when_plus_stands_last(names):
    ordered = tuple(sorted(names, key=lambda name: name == "+"))
    assert parse_chord(chord_label(ordered)) == ordered
