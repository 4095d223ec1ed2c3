"""Random streams of events, impossible ones among them: nothing breaks, no character is lost."""

import itertools
import math
import unicodedata

from hypothesis import example, given, settings
from hypothesis import strategies as st

from automation.core import hand_events
from automation.core.geometry import ScreenPoint
from automation.core.hand_events import HandEvent
from automation.macros.record.coalesce import Coalescer, coalesce
from automation.macros.record.gestures import (
    TOLERANCE_PX,
    Chord,
    Click,
    Drag,
    Hold,
    Path,
    Pause,
    Scroll,
    Text,
)
from automation.macros.record.keys import Sort, meaning
from automation.macros.record.raw_file import packed, to_array, to_events, unpacked
from tests.fakes.recorded import NAMES
from tests.slow import examples

BACKSPACE, ENTER, LEFT, TAB = 0xFF08, 0xFF0D, 0xFF51, 0xFF09
KEYSYMS = [*map(ord, "abA1 !"), 0xE9, 0x0100_0416, BACKSPACE, ENTER, LEFT, TAB, 0xFFB5]
ODD_KEYSYMS = [
    0, 0xFE51, 0xFE52, 0xFE6F, 0xFF20, 0xFFE1, 0xFFE3, 0xFFE9, 0xFFEB, 0xFFE5, 0x1008FFA9,
]  # fmt: skip


def events(keysyms, *, kinds=tuple(hand_events.KINDS), times=(0, 3_000_000), states=(0,)):
    """Return streams with small steps of time; any event may be missing its other half.

    An event is drawn as one number, since eleven draws for each are too slow.
    """
    choices = (
        kinds,
        keysyms,
        (8, 9, 10, 11),
        states,
        (1, 3, 1, 4, 5, 9, 0, 255),
        (0, 1, -4, 5, 6, -20, 20),
        (0, 1, -4, 5, 6, -20, 20),
        (7, 7, 7, 8),
        (0, 0, 0, hand_events.COMPOSED) if len(states) > 1 else (0,),
    )
    span = times[1] - times[0] + 1
    many = math.prod(len(each) for each in choices) * span
    numbers = st.lists(st.integers(0, many - 1), max_size=40)
    return numbers.map(lambda found: list(decoded(found, choices, times[0], span)))


def decoded(numbers, choices, least_us, span_us):
    now_us = 0
    for number in numbers:
        number, step_us = divmod(number, span_us)
        now_us += least_us + step_us
        picked = []
        for each in choices:
            number, place = divmod(number, len(each))
            picked.append(each[place])
        kind, keysym, code, state, button, x, y, window, flags = picked
        yield HandEvent(now_us, kind, button, x, y, code, keysym, state, flags=flags, window=window)


ANY = events(
    KEYSYMS + ODD_KEYSYMS,
    times=(-3_000_000, 3_000_000),
    states=(
        0,
        0,
        hand_events.SHIFT,
        hand_events.CTRL,
        hand_events.ALT | hand_events.SHIFT,
        hand_events.NUM | hand_events.LOCK,
        hand_events.ALTGR,
        0xFFFF,
    ),
)


@given(ANY)
def test_any_stream_makes_gestures_in_order_that_tell_their_events(stream):
    gestures = [g for g in coalesce(stream, NAMES) if not isinstance(g, Pause)]
    firsts = [g.span.first for g in gestures]
    assert firsts == sorted(firsts)
    for gesture in gestures:
        span = gesture.span
        assert 0 <= span.first <= span.last < len(stream)
        assert span.begin_us <= span.end_us


@given(ANY)
def test_coalescing_while_recording_equals_coalescing_the_whole(stream):
    coalescer, before = Coalescer(NAMES), []
    for count, event in enumerate(stream, 1):
        coalescer.feed(event)
        settled = list(coalescer.settled)
        assert settled[: len(before)] == before
        before = settled
        assert (*settled, *coalescer.pending()) == coalesce(stream[:count], NAMES)


def in_file(stream):
    """Return the events that a file keeps: without keys typed in secret."""
    kept, is_secret = [], False
    for event in stream:
        if event.kind in (hand_events.SECRET, hand_events.SECRET_OVER):
            is_secret = event.kind == hand_events.SECRET
        if not (is_secret and event.kind in (hand_events.KEY_DOWN, hand_events.KEY_UP)):
            kept.append(event)
    return kept


@given(ANY)
def test_a_recording_survives_its_file_but_for_keys_typed_in_secret(stream):
    assert to_events(unpacked(packed(to_array(stream)))) == in_file(stream)


@given(ANY)
@example(
    [
        HandEvent(0, hand_events.SECRET),
        HandEvent(1, hand_events.KEY_DOWN, keycode=38, keysym=97),
        HandEvent(2, hand_events.SECRET_OVER),
        HandEvent(3, hand_events.PRESS, button=1),
        HandEvent(4, hand_events.RELEASE, button=1),
    ]
)
def test_gestures_name_their_events_as_the_file_counts_them(stream):
    assert coalesce(in_file(stream), NAMES) == coalesce(stream, NAMES)


class Document:
    """What a program with one text field ends up with; a caret that went elsewhere is a mark."""

    ELSEWHERE = object()

    def __init__(self):
        self.parts = []

    def type(self, text):
        self.parts += text

    def key(self, name):
        if name == "backspace":
            if self.parts and self.parts[-1] is not self.ELSEWHERE:
                self.parts.pop()
        elif name == "enter":
            self.parts.append("\n")
        else:
            self.parts.append(self.ELSEWHERE)

    def click(self):
        self.parts.append(self.ELSEWHERE)


def shown_by_program(stream):
    """Return what a program makes of the raw events themselves."""
    document = Document()
    for event in stream:
        key = meaning(event.keysym, NAMES)
        if event.kind == hand_events.KEY_DOWN and key.sort is Sort.CHAR:
            document.type(key.text)
        elif event.kind == hand_events.KEY_DOWN and key.sort is Sort.NAMED:
            document.key(key.text)
    return document.parts


def shown_by_replay(gestures):
    """Return what the same program shows when the gestures are done again."""
    document = Document()
    for gesture in gestures:
        match gesture:
            case Text():
                document.type(gesture.text)
                if gesture.enter:
                    document.key("enter")
            case Chord() | Hold():
                for _ in range(gesture.times):
                    document.key(gesture.keys[-1])
            case _:
                assert isinstance(gesture, Pause)
    return document.parts


TYPED = (
    hand_events.KEY_DOWN, hand_events.KEY_DOWN, hand_events.KEY_UP, hand_events.MOVE,
    hand_events.FOCUS, hand_events.LOST,
)  # fmt: skip


@given(events(KEYSYMS, kinds=TYPED, times=(-100_000, 450_000)))
def test_the_gestures_done_again_give_the_same_text(stream):
    assert shown_by_replay(coalesce(stream, NAMES)) == shown_by_program(stream)


@given(events(KEYSYMS, kinds=(*hand_events.KINDS,), times=(0, 450_000)))
def test_no_character_is_lost_whatever_happens_between(stream):
    stream = [e for e in stream if e.kind != hand_events.SECRET and e.keysym != BACKSPACE]
    typed = [e.keysym for e in stream if e.kind == hand_events.KEY_DOWN]
    wanted = [meaning(k, NAMES).text for k in typed if meaning(k, NAMES).sort is Sort.CHAR]
    texts = [g.text for g in coalesce(stream, NAMES) if isinstance(g, Text)]
    assert "".join(texts) == "".join(wanted)


@given(st.text("aeiouncçAEGszZ", min_size=1), st.sampled_from(range(0xFE50, 0xFE5D)))
def test_dead_keys_make_what_unicode_composes(text, dead):
    stream = []
    for place, char in enumerate(text):
        for keysym in (dead, ord(char)):
            stream.append(
                HandEvent(place * 1000, hand_events.KEY_DOWN, keysym=keysym, keycode=keysym & 255)
            )
            stream.append(HandEvent(place * 1000, hand_events.KEY_UP, keycode=keysym & 255))
    mark = meaning(dead, NAMES).text
    [typed] = coalesce(stream, NAMES)
    is_known = all(len(unicodedata.normalize("NFC", char + mark)) == 1 for char in text)
    assert (typed.doubt == "") == is_known
    if is_known:
        assert typed.text == unicodedata.normalize("NFC", "".join(char + mark for char in text))


def distance(point, begin, end):
    """Return how far a point is from a straight piece, in pixels."""
    (x, y), (x1, y1), (x2, y2) = point, begin, end
    dx, dy = x2 - x1, y2 - y1
    square = dx * dx + dy * dy
    along = max(0.0, min(1.0, ((x - x1) * dx + (y - y1) * dy) / square)) if square else 0.0
    return ((x - x1 - along * dx) ** 2 + (y - y1 - along * dy) ** 2) ** 0.5


STEPS = st.tuples(st.integers(-30, 30), st.integers(-30, 30)) | st.tuples(
    st.integers(-2, 2), st.integers(-2, 2)
)


@given(st.lists(STEPS, max_size=120))
@settings(max_examples=examples(200))
def test_no_point_of_a_drag_is_further_than_2_px_from_its_kept_path(steps):
    points, path = [(0, 0)], Path(0, 0)
    for dx, dy in steps:
        points.append((points[-1][0] + dx, points[-1][1] + dy))
        path.add(*points[-1])
    kept = [(p.x, p.y) for p in path.points()]
    assert (kept[0], kept[-1]) == (points[0], points[-1])
    pieces = list(itertools.pairwise(kept))
    for point in points:
        assert min(distance(point, *piece) for piece in pieces) <= TOLERANCE_PX + 1e-6


@given(ANY)
def test_clicks_and_drags_are_where_the_buttons_were(stream):
    presses = {n: e for n, e in enumerate(in_file(stream)) if e.kind == hand_events.PRESS}
    for gesture in coalesce(stream, NAMES):
        if isinstance(gesture, Click | Scroll):
            event = presses[gesture.span.first]
            assert gesture.at == ScreenPoint(event.x, event.y)
        if isinstance(gesture, Drag):
            event = presses[gesture.span.first]
            assert gesture.path[0] == ScreenPoint(event.x, event.y)
