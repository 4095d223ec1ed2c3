"""Holds keys back until it is certain that none of them was typed into a password field.

Raw keys do not tell who gets them, and the tree tells the focus a little later than the key. So keys
wait in memory, never on disk, until a look at the tree that began after them says where they went.
Time is cut into spans in which the focus stays (`span`): a button, Tab, Enter, a chord or another
window ends one, and a look counts only within one. Wherever a password field is shown at all, one
such look is not enough: a page may move the focus by itself, as a form does that goes on after the
last digit of a code, and may show a password field that was not there before. What was typed is let
go there only between two looks that found the same field, or where the field that had the focus grew
by it. What stays doubtful is secret, and so is what is typed on after it in one go.

Where the tree does not tell what has the focus, text is not let go either: it is *untold*, and the
macro asks for it. Keys that type nothing are let go there.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from automation.core.geometry import Rect
from automation.core.hand_events import (
    COMMANDS,
    FOCUS,
    KEY_DOWN,
    KEY_UP,
    LOST,
    PAUSED,
    PRESS,
    RELEASE,
    RESUMED,
    SECRET,
    SECRET_OVER,
    UNTOLD,
    WHEEL,
    FieldValue,
    HandEvent,
)
from automation.core.observation import ScreenElement, WindowInfo
from automation.core.secrets import asks_password
from automation.desktop.recording.keys import (
    BACKSPACE,
    MODIFIERS,
    SHIFTS,
    STAYS,
    TABS,
    TELLS_NOTHING,
    XKeyNames,
    moves_focus,
    types,
)
from automation.desktop.recording.listen import Look, Moment, Released
from automation.screen.folding import alphanumeric
from automation.screen.roles import PLAIN_FIELDS, hides_text

IsTerminal = Callable[[WindowInfo], bool]


class BlindSpots:
    """Tells the user, once for each program, where nothing would be known of a password."""

    def __init__(
        self,
        is_terminal: IsTerminal,
        pause_chord: str,
        is_browser: IsTerminal = lambda window: False,
        *,
        text_everywhere: bool,
        how_to_allow: str,
    ) -> None:
        """Remember what the sentences are made of.

        Args:
            is_terminal: tells windows in which anything may ask for a password at any time.
            pause_chord: pauses the recording; empty for none.
            is_browser: tells windows of which no picture is kept before they have told of a page.
            how_to_allow: what the user has to do for that, as a sentence; may be empty.
        """
        self._is_terminal = is_terminal
        self._pause_chord = pause_chord
        self._is_browser = is_browser
        self._is_text_wanted = text_everywhere
        self._how_to_allow = how_to_allow
        self._told: set[str] = set()

    def record_text(self, *, is_wanted: bool) -> None:
        """Learn whether text is recorded there from here on; each program is told of anew."""
        self._is_text_wanted = is_wanted
        self._told.clear()

    def said(self, look: Look) -> str:
        """Return what the user should know of the program that has the keys; mostly empty."""
        active = next((w for w in look.windows if w.is_active), None)
        if active is None or active.is_own or look.is_told or active.app in self._told:
            return ""
        is_terminal = self._is_terminal(active) or (
            look.focused is not None and look.focused.role == "terminal"
        )
        if look.has_tree and not is_terminal:
            return ""  # it tells of its fields, and none of them has the keys
        self._told.add(active.app)
        name = f"“{active.app or active.title}”"
        why = (
            f"In {name} a password may be asked for at any time"
            if is_terminal
            else f"{name} does not tell where a password is typed"
        )
        if not is_terminal and self._is_browser(active):
            why += ", nor where one is shown, so that no picture of it is kept"
        if self._is_text_wanted:
            chord = self._pause_chord
            how = f"pause with {chord}" if chord else "stop"
            return f"{why}: {how} before you type one there."
        said = f"{why}: what you type there is not recorded, the macro will ask for it."
        return f"{said} {self._how_to_allow}".strip()


LATE_US: Final = 150_000
"""How much later than a key a field may show it; toolkits take up to 50 ms."""
_ERASES: Final = "\b"
_UNKNOWN: Final = "\0"
"""Stands for a key of which it is not known what it left in the field."""
_NAMES: Final = XKeyNames()


@dataclass(slots=True)
class Strokes:
    """What keys did to a text while the focus stayed, in the order in which they went down."""

    times: list[int] = field(default_factory=list)
    _signs: list[str] = field(default_factory=list)

    def add(self, event: HandEvent) -> None:
        """Write down a key; one that types nothing and moves nothing in a text is passed over."""
        if event.keysym == BACKSPACE:
            sign = _ERASES
        elif types(event):
            sign = _NAMES.char(event.keysym) or _UNKNOWN
        elif event.keysym in STAYS:
            sign = _UNKNOWN
        else:
            return
        self.times.append(event.t_us)
        self._signs.append(sign)

    def count(self, until_us: int) -> int:
        """Return how many went down until a moment."""
        return sum(time_us <= until_us for time_us in self.times)

    def ends_moment(self, count: int) -> bool:
        """Tell whether the key after the first ones went down later than they did."""
        return count == len(self.times) or self.times[count - 1] < self.times[count]

    def first(self, count: int) -> "Strokes":
        """Return the first ones alone."""
        return Strokes(self.times[:count], self._signs[:count])

    def net(self, first: int, end: int | None = None) -> tuple[int, str] | None:
        """Return what the keys from one to before another come to; None where that is not known.

        Returns:
            How many characters they took back of what stood there, and what they added.
        """
        erased, added = 0, list[str]()
        for sign in self._signs[first:end]:
            if sign == _UNKNOWN:
                return None
            if sign != _ERASES:
                added.append(sign)
            elif added:
                added.pop()
            else:
                erased += 1
        return erased, "".join(added)


def is_in_field(strokes: Strokes, since_us: int, before: Iterable[FieldValue], after: str) -> bool:
    """Tell whether a field shows every key that went down after a moment.

    That a field holds what was typed proves nothing, as it may have held it before. It has to be
    what was added to it: the same text with one part put in, or put in the place of another.

    Of keys that went down just before it was read it is not known whether it held them: as many count
    as held as can be seen in it. A key that is asked about counts as held only in a field that holds
    what was typed while the focus stayed and nothing else: it may have held a part of it before.
    """
    known = strokes.count(since_us)
    for held in before:
        most = strokes.count(held.ended_us)
        least = min(known, most, strokes.count(held.began_us - LATE_US))
        for first in range(least, most + 1):
            if first <= known:
                may_hold = first == least or _shows(held.value, strokes.net(least, first))
            else:
                may_hold = strokes.net(0, first) == (0, held.value)
            if may_hold and _leads_to(strokes, first, held.value, after):
                return True
    return False


def is_alone(strokes: Strokes, held: FieldValue) -> bool:
    """Tell whether a field holds what was typed while the focus stayed and nothing else.

    Nothing else stood there before then, or the typing took the place of it. Keys may go down while it
    is read, and it may show them late.
    """
    least, most = strokes.count(held.began_us - LATE_US), strokes.count(held.ended_us)
    return any(strokes.net(0, count) == (0, held.value) for count in range(least, most + 1))


def shown_until(
    strokes: Strokes, since_us: int, before: Iterable[FieldValue], held: FieldValue
) -> int | None:
    """Return until when a field shows every key that went down after a moment; None for none of them.

    Keys may go down while it is read, and it may show them late: they are not asked about. Keys of
    one moment cannot be told apart by it, so it shows them all or none.
    """
    least = max(strokes.count(held.began_us - LATE_US), strokes.count(since_us) + 1)
    reads = (*before, held)
    for count in range(strokes.count(held.ended_us), least - 1, -1):
        if strokes.ends_moment(count) and is_in_field(
            strokes.first(count), since_us, reads, held.value
        ):
            return strokes.times[count - 1]
    return None


def _leads_to(strokes: Strokes, first: int, before: str, after: str) -> bool:
    """Tell whether a field came to what it holds by the keys from one on."""
    if first == len(strokes.times):
        return before == after
    net = strokes.net(first)
    return net is not None and is_growth(before, after, *net)


def _shows(value: str, net: tuple[int, str] | None) -> bool:
    """Tell whether a field may hold what some keys came to."""
    if net is None or net[0]:
        return False
    return any(form(net[1]) in form(value) for form in _forms(net[1]))


def is_growth(before: str, after: str, erased: int, added: str) -> bool:
    """Tell whether a text became another by keys that took back and added this much.

    A field may put what is typed into a form of its own: in other letters, with signs between.
    """
    forms = (str, str.casefold) if erased else _forms(added)
    return any(_is_put_in(form(before), form(after), erased, form(added)) for form in forms)


def _forms(added: str) -> tuple[Callable[[str], str], ...]:
    """Return how a field may show a text; signs may have gone elsewhere, so they must be seen."""
    return (str, str.casefold, alphanumeric) if added.isalnum() else (str, str.casefold)


def _is_put_in(before: str, after: str, erased: int, added: str) -> bool:
    if before == after or not (added or erased):
        return False
    rest = len(after) - len(added)
    same_at_begin = _common(before, after)
    same_at_end = _common(before[::-1], after[::-1])
    for at in range(max(0, rest - same_at_end), min(same_at_begin, rest) + 1):
        gone = before[at : len(before) - (rest - at)]
        is_sound = len(gone) == erased or (len(gone) > erased and _is_all_new(gone, added))
        if rest <= len(before) and is_sound and after.startswith(added, at):
            return True
    return False


def _is_all_new(gone: str, added: str) -> bool:
    """Tell whether nothing of what stands in the place of a selected text may be left of that."""
    is_same_at_an_end = added[:1] == gone[:1] or added[-1:] == gone[-1:]
    return not is_same_at_an_end and added not in gone


def _common(one: str, other: str) -> int:
    """Return how many characters two texts begin with alike."""
    least, most = 0, min(len(one), len(other))
    while least < most:
        middle = (least + most + 1) // 2
        if one[:middle] == other[:middle]:
            least = middle
        else:
            most = middle - 1
    return least


SETTLE_US: Final = 150_000
"""After a click or Tab the program moves the focus when it comes to it; toolkits take up to 50 ms."""
HANDLED_US: Final = 50_000
"""A key goes where the focus is when the program comes to it: a look that begins sooner may find it where
it was before the key, and the page moves it in between."""
_MOST_READS: Final = 8
"""The first and the last of what a field held in a span; one of them is enough."""

RESTED_US: Final = 2_000_000
"""So long after the last key a field shows it even on a busy machine; below `decider.LAST_LOOK_S`."""
BURST_US: Final = 1_500_000
"""Who types on rests for less between two keys, as in `open_text.TEXT_US`."""

Verdict = Literal["open", "secret", "untold"]


@dataclass(slots=True, eq=False)
class Span:
    """A time in which the focus stays, and what the looks at the tree tell of the keys that came in it.

    A look counts for a span only when it began a while after the span did and ended before the span did.
    What was typed before a look is sure only between two looks that found the same field, or where the
    field that had the focus grew by it (`growth`). A busy program shows keys late: what one look could
    not find is looked for again until the typing has rested, and then all of it must be there. What is
    secret in the end is so as a whole: what was typed on in the same field is part of it.
    """

    begin_us: int
    wants_text: bool = False
    """Text is recorded where no tree tells what has the focus."""
    end_us: int | None = None
    good_us: int = -1
    """Until when keys had been handled as the last look that found nothing secret began."""
    steady_us: int = 0
    """When the first of the looks ended that found the field of the last one, none other between."""
    shown_us: int = -1
    """Until when every key was to be seen in the field that had the focus."""
    untold_us: int = -1
    """When the last look that could not tell what has the focus began."""
    is_secret: bool = False
    look: Look | None = None
    """The one that told."""
    last_good: Look | None = None
    before: Look | None = None
    """The last one before it."""
    shown: Look | None = None
    """The last one in its time that showed a password field."""
    reads: list[FieldValue] = field(default_factory=list)
    """What its fields held meanwhile."""
    strokes: Strokes = field(default_factory=Strokes)
    tail: Verdict | None = None
    """Of an ended span: what became of the keys after its last look."""
    has_moved: bool = False
    """Its looks found different fields: the focus moved by itself."""
    is_overdue: bool = False
    """A field did not show in time what was typed; it is looked for again."""
    given_up_us: int | None = None
    """When the last key of a text was typed that was found to be secret for want of proof."""

    def is_sure(self, t_us: int) -> bool:
        """Tell whether a key is known to have gone to a field that is no password."""
        return t_us <= self.shown_us or self.steady_us <= t_us <= self.good_us

    @property
    def has_doubt(self) -> bool:
        """Tell whether text was typed before a look of which only that look knows."""
        return any(t <= self.good_us and not self.is_sure(t) for t in self.strokes.times)

    @property
    def of_doubt(self) -> Verdict:
        """What becomes of a key that came before a look, where that look is not enough."""
        return "secret" if self.has_doubt else "untold"

    @property
    def may_show_later(self) -> bool:
        """Tell whether text that is in doubt may still be found in its field."""
        if self.has_moved or not self.has_doubt or self.last_good is None:
            return False
        field = self.last_good.focused
        is_read = field is not None and bool(self._reads_before(field.handle) or self.reads)
        return is_read and self.good_us < self.strokes.times[-1] + RESTED_US

    def give_up(self, t_us: int) -> None:
        """Learn that a key of a text is secret because nothing proves where it went."""
        self.given_up_us = t_us

    def goes_on(self, t_us: int) -> bool:
        """Tell whether a key goes on with a text that was found to be secret."""
        if self.given_up_us is None or self.has_moved:
            return False
        return t_us - self.given_up_us <= BURST_US

    @property
    def asked(self) -> ScreenElement | None:
        """What had the focus last, where that was told and can be asked again."""
        found = self.last_good.focused if self.last_good is not None else None
        return found if found is not None and found.handle is not None else None

    def stands_alone(self, t_us: int, field: ScreenElement) -> bool:
        """Tell whether the text that begins with a key was seen to stand alone in its field."""
        if field.handle is None or not self.strokes.times or t_us > self.strokes.times[0]:
            return False
        return any(is_alone(self.strokes, h) for h in self._reads_of(field.handle))

    def judge(self, look: Look) -> None:
        """Take a look; of one that does not count here only that a password field was shown."""
        if look.shows_secret:
            self.shown = look
        if look.began_us < self.begin_us + SETTLE_US:
            return
        if self.end_us is not None and look.ended_us > self.end_us:
            return
        if look.is_secret:
            self.is_secret = True
            self.look = look
        elif self.is_secret:
            return
        elif look.is_told or self.wants_text:
            if self.good_us < 0 or self.look is None or _is_better_known(look, self.look):
                self.look = look
            self._go_on(look)
        else:
            self.untold_us = max(self.untold_us, look.began_us)
            self.steady_us = look.ended_us
            self.look = self.look or look

    def by_value(self, last: Look, end_us: int) -> Verdict | None:
        """Tell whether the keys after the last good look came to its field; None until it is read."""
        has_doubt, good_us = self.has_doubt, self.good_us
        has_more = any(t_us > good_us for t_us in self.strokes.times)
        failed: Verdict = "secret" if has_more else "untold"
        if not (has_more or has_doubt):
            return failed  # no text waits, and commands are let go
        asked = self.asked
        if asked is None:
            return failed
        if last.read_again is None or last.read_again[0] != asked.handle:
            return None
        before = self._reads_of(asked.handle)
        # What it held a moment ago tells as well: a program may clear a field that is left.
        seen = (last.read_again[1], *(held.value for held in before))
        if has_doubt and any(is_in_field(self.strokes, -1, before, value) for value in seen):
            self.shown_us = end_us
            return "open"
        if has_more and any(is_in_field(self.strokes, good_us, before, value) for value in seen):
            return "open"
        if last.began_us < end_us + LATE_US:
            return None
        return failed if before else "untold"

    def _go_on(self, look: Look) -> None:
        """Take what a look found that found nothing secret."""
        last = self.last_good
        if last is None or not _is_same(last.focused, look.focused):
            self.steady_us = look.ended_us
            self.has_moved = last is not None
        self.good_us, self.last_good = max(self.good_us, look.began_us - HANDLED_US), look
        if look.held is not None:
            if self.has_doubt:
                self._look_for_keys(look.held)
            self.reads.append(look.held)
            del self.reads[1 : len(self.reads) - _MOST_READS + 1]
        self.is_overdue = self.has_doubt and self._is_overdue()

    def _look_for_keys(self, held: FieldValue) -> None:
        """See how many keys a field shows."""
        if self.is_overdue and held.began_us < self.strokes.times[-1] + LATE_US:
            return  # a part may be there by chance: of what is overdue all must be seen together
        reads = [*self._reads_before(held.handle), *self._reads_of(held.handle)]
        shown_us = shown_until(self.strokes, self.shown_us, reads, held)
        self.shown_us = self.shown_us if shown_us is None else shown_us

    def _is_overdue(self) -> bool:
        latest_us = self.good_us - LATE_US
        return any(t <= latest_us and not self.is_sure(t) for t in self.strokes.times)

    def _reads_before(self, handle: object) -> list[FieldValue]:
        """Return what a field held before the focus may have moved."""
        held = self.before.held if self.before is not None else None
        return [held] if held is not None and held.handle == handle else []

    def _reads_of(self, handle: object) -> list[FieldValue]:
        return [held for held in self.reads if held.handle == handle]


def _is_same(one: ScreenElement | None, other: ScreenElement | None) -> bool:
    """Tell whether two looks found the same field."""
    if one is None or other is None:
        return one is other
    if one.handle is not None or other.handle is not None:
        return one.handle == other.handle
    return (one.name, one.role, one.box) == (other.name, other.role, other.box)


def _is_better_known(look: Look, other: Look) -> bool:
    return _is_known(look) and not _is_known(other)


def _is_known(look: Look) -> bool:
    """Tell whether the elements around what has the focus were read with it."""
    return look.focused is not None and look.focused in look.elements


HELD_US: Final = 10_000_000
"""Longest wait for a look; a program that does not answer for so long is passed over by the reader
after 2 s, and the whole question after 8 s."""
MOST_HELD: Final = 20_000
"""Events in memory. A flood beyond it is let go as if it were secret."""
UNTOLD_US: Final = 1_000_000
"""How long a program may take to tell the focus before its text is left out: one that has just begun
tells nothing at first."""
_UNSEEN: Final = frozenset({FOCUS, PAUSED, RESUMED, LOST})
"""The focus moved, or may have while nothing was heard."""


class Discretion:
    """Takes events and looks in the order of their times. Owned by one thread."""

    def __init__(self, *, text_everywhere: bool = False) -> None:
        """Begin.

        Args:
            text_everywhere: the user wants text recorded where no tree tells what has the focus.
        """
        self._span = Span(0, text_everywhere)
        self._held: deque[tuple[HandEvent, Moment | None, Span]] = deque()
        self._last: Look | None = None
        self._kept_down: set[int] = set()
        self._mask: Verdict = "open"
        """Under what the keys of the moment are left out."""
        self.dropped = 0
        """Keys that were let go because it could not be told where they went."""

    @property
    def wants_look(self) -> bool:
        """Tell whether events wait for a look."""
        return bool(self._held)

    @property
    def wants_first_look(self) -> bool:
        """Tell whether nobody has looked since the focus may have moved.

        What a field holds before somebody types into it shows best what they typed.
        """
        return self._span.look is None

    @property
    def begins_us(self) -> int:
        """When a look must begin to count for the keys that wait now."""
        return self._span.begin_us + SETTLE_US

    @property
    def asks_value(self) -> ScreenElement | None:
        """The field that should be read again, to tell whether the keys that wait went there."""
        span = self._held[0][2] if self._held else None
        return span.asked if span is not None and span.end_us is not None else None

    @property
    def asks_fields_us(self) -> int | None:
        """Since when password fields must have been looked for again to decide the keys that wait."""
        return self._held[0][2].end_us if self._held else None

    def record_text(self, t_us: int, *, is_wanted: bool) -> None:
        """Let text go from a moment on too where no tree tells what has the focus, or no more."""
        self._begin(t_us)
        self._span.wants_text = is_wanted

    def feed(self, event: HandEvent, moment: Moment | None = None) -> None:
        """Take the next event."""
        if event.kind in _UNSEEN or (event.kind in (PRESS, RELEASE) and event.button not in WHEEL):
            self._begin(event.t_us)
        self._held.append((event, moment, self._span))
        if event.kind == KEY_DOWN:
            self._span.strokes.add(event)
        if event.kind == KEY_DOWN and moves_focus(event):
            self._begin(event.t_us)

    def looked(self, look: Look) -> None:
        """Take what the tree told."""
        for span in dict.fromkeys(self._spans()):
            span.judge(look)
        self._last = look

    def released(self, now_us: int, *, is_over: bool = False) -> Iterator[Released]:
        """Yield the events that are decided.

        Args:
            is_over: no further look comes: what is doubtful is secret.
        """
        while self._held:
            event, moment, span = self._held[0]
            is_late = is_over or len(self._held) > MOST_HELD or now_us - event.t_us > HELD_US
            verdict = self._verdict(event, span, is_late=is_late)
            if verdict is None:
                return
            self._held.popleft()
            yield from self._let(event, moment, span, verdict)

    def _begin(self, t_us: int) -> None:
        self._span.end_us = t_us
        self._span = Span(t_us, self._span.wants_text, before=self._last)

    def _spans(self) -> Iterator[Span]:
        yield from (span for _, _, span in self._held)
        yield self._span

    def _verdict(self, event: HandEvent, span: Span, *, is_late: bool) -> Verdict | None:
        """Tell what becomes of an event; None while that is not known."""
        if event.kind != KEY_DOWN:
            return "open"
        if span.is_secret:
            return "secret"
        found = self._of_looks(span, event.t_us)
        if found is None and is_late:
            found = self._of_nothing(span)
        if not (types(event) or event.keysym in STAYS | SHIFTS):
            return found
        if found == "open" and span.goes_on(event.t_us):
            found = "secret"
        if found == "secret" and types(event):
            span.give_up(event.t_us)
        return found

    def _of_nothing(self, span: Span) -> Verdict:
        """Tell what becomes of a key of which no look tells, and none will."""
        if not self._seen(span) or self._shows_secret(span):
            return "secret"
        return "open" if span.wants_text else "untold"

    def _of_looks(self, span: Span, t_us: int) -> Verdict | None:
        """Tell what the looks say of a key; None while they do not."""
        is_seen = span.good_us >= t_us
        if span.is_sure(t_us) or (is_seen and not self._shows_secret(span)):
            return "open"
        if span.good_us >= t_us + LATE_US and not span.may_show_later:
            return span.of_doubt
        if span.end_us is None:
            return "untold" if span.untold_us >= t_us + UNTOLD_US else None
        span.tail = span.tail or self._of_tail(span, span.end_us)
        if span.tail is None or not is_seen:
            return span.tail
        return "open" if span.is_sure(t_us) else span.of_doubt

    def _seen(self, span: Span) -> list[Look]:
        seen = (span.before, span.look, span.shown, self._last)
        return [look for look in seen if look is not None]

    def _shows_secret(self, span: Span) -> bool:
        return any(look.shows_secret for look in self._seen(span))

    def _of_tail(self, span: Span, end_us: int) -> Verdict | None:
        """Tell what becomes of keys of an ended span that no look in it came after."""
        last = self._last
        if last is None or last.began_us < end_us:
            return None
        if self._shows_secret(span):
            return span.by_value(last, end_us)
        if last.fields_read_us < end_us:
            return None  # a password field may have come since, as one does on a page's second step
        if span.good_us >= 0 or span.wants_text:
            return "open"
        return "open" if all(look.is_told for look in self._seen(span)) else "untold"

    def _let(
        self, event: HandEvent, moment: Moment | None, span: Span, verdict: Verdict
    ) -> Iterator[Released]:
        if event.kind == KEY_UP:
            if event.keycode in self._kept_down:
                self._kept_down.discard(event.keycode)
                yield Released(event)
            return
        is_key = event.kind == KEY_DOWN
        mask = self._mask_of(event, verdict) if is_key else "open"
        if mask != "open":
            if self._mask != mask and event.keysym not in MODIFIERS:
                if self._mask != "open":
                    yield Released(HandEvent(event.t_us, SECRET_OVER, window=event.window))
                self._mask = mask
                flags = UNTOLD if mask == "untold" else 0
                masked = HandEvent(event.t_us, SECRET, flags=flags, window=event.window)
                yield Released(masked, moment, span.look)
            self.dropped += not (span.is_secret or mask == "untold")
            return
        if self._mask != "open" and (is_key or event.kind == PRESS):
            self._mask = "open"
            yield Released(HandEvent(event.t_us, SECRET_OVER, window=event.window))
        if is_key:
            self._kept_down.add(event.keycode)
            if verdict != "open":
                event = event._replace(state=event.state & COMMANDS)
            if verdict == "secret":
                event = event._replace(state=0)
        look = span.look if is_key else None
        field = look.focused if look is not None else None
        is_alone = field is not None and span.stands_alone(event.t_us, field)
        yield Released(event, moment, look, is_alone)

    def _mask_of(self, event: HandEvent, verdict: Verdict) -> Verdict:
        """Return under what a key is left out; `open` lets it go."""
        if verdict == "secret":
            return "open" if event.keysym in TELLS_NOTHING else "secret"
        if verdict == "untold":
            is_within = self._mask == "untold" and event.keysym in STAYS | SHIFTS
            return "untold" if is_within or types(event) else "open"
        return "open"


_LEFT: Final = 1
_MOST_EMPTY_READS: Final = 200
"""A key is decided up to seconds after it was heard, and a field is read many times a second."""
_CHANGES: Final = frozenset({PRESS, KEY_DOWN, SECRET, SECRET_OVER, PAUSED, RESUMED, LOST})


class Emptiness:
    """Tells whether a field was empty when a key went into it, from what it held a moment before.

    Takes looks on one thread and events, in their order, on another.
    """

    def __init__(self) -> None:
        self._reads: tuple[FieldValue, ...] = ()
        self._moved_us = self._changed_us = 0

    def looked(self, held: FieldValue | None) -> None:
        """Take what the field with the keyboard held."""
        if held is not None:
            self._reads = (*self._reads[1 - _MOST_EMPTY_READS :], held)

    def heard(self, event: HandEvent) -> None:
        """Take an event after which a field may hold something else."""
        if event.kind not in _CHANGES:
            return
        if _moves(event):
            self._moved_us = event.t_us
        elif not _only_shifts(event):
            self._changed_us = event.t_us

    def was_empty(self, field: ScreenElement, t_us: int) -> bool:
        """Tell whether a field was empty at a moment before which all events were taken.

        False where it was not read after the last of them: a left press or Tab may have moved the
        keyboard there, anything else may have changed what it holds, which shows a little late.
        """
        reads = (h for h in reversed(self._reads) if h.began_us <= t_us)
        last = next((h for h in reads if h.handle == field.handle), None)
        if last is None or field.handle is None or last.value:
            return False
        return last.began_us >= max(self._moved_us, self._changed_us + LATE_US)


def _moves(event: HandEvent) -> bool:
    """Tell whether it may move the keyboard into a field, and changes nothing that one holds."""
    if event.kind == PRESS:
        return event.button == _LEFT
    return event.kind == KEY_DOWN and event.keysym in TABS and not event.state & COMMANDS


def _only_shifts(event: HandEvent) -> bool:
    """Tell whether it is a key that changes nothing by itself, as the one for a capital letter."""
    is_modifier = event.keysym in MODIFIERS or event.keysym in SHIFTS
    return event.kind == KEY_DOWN and is_modifier


_PAGES: Final = frozenset({"document", "terminal"})
"""What is editable as a whole; its name is a title, and may well be about passwords."""
_SAME_PLACE: Final = 0.5
"""Common part of two boxes, of both together: a border or a button that came moves a field a little."""


@dataclass(slots=True)
class _Known:
    """What was met in one window."""

    names: set[str] = field(default_factory=set)
    """Of fields that hid what they held."""
    places: list[Rect] = field(default_factory=list)
    """Of them and of all that count as such, relative to the client area, as they were last."""
    has_page: bool = False
    """It has told of a page."""


class PasswordFields:
    """Knows the fields that hold a password though they show it: what was pressed to be shown is still one.

    The tree tells a password field only while it hides what it holds. A field is one too where its name
    says so, where it was one before in this recording, or where it stands in the place of one without
    being called otherwise. A browser that has told of no page yet may show one anywhere: silence is no
    "there is none". All that is remembered lies in memory and ends with the recording.
    """

    def __init__(self) -> None:
        self._windows: dict[int, _Known] = {}

    def marked(
        self, elements: Sequence[ScreenElement], windows: Sequence[WindowInfo]
    ) -> tuple[ScreenElement, ...]:
        """Return the elements, those that hold a password as `secret`; remember where they are.

        Args:
            elements: all that was read, of some of the windows.
        """
        rects = {window.window_id: window.rect for window in windows}
        self._windows = {key: known for key, known in self._windows.items() if key in rects}
        for element in elements:
            if element.role == "password" and element.name:
                self._of(element.window_id).names.add(element.name.casefold())
            if element.role == "document":
                self._of(element.window_id).has_page = True
        found = self.as_they_are(elements, windows)
        for window_id in {e.window_id for e in elements} & rects.keys():
            known, rect = self._of(window_id), rects[window_id]
            secret = [e.box for e in found if e.window_id == window_id and hides_text(e)]
            places = [box.offset(-rect.x, -rect.y) for box in secret]
            known.places = [*places, *_covered(known.places, places, rect, window_id, windows)]
        return found

    def as_they_are(
        self, elements: Sequence[ScreenElement], windows: Sequence[WindowInfo]
    ) -> tuple[ScreenElement, ...]:
        """Return some elements, those that hold a password as `secret`; remembers nothing."""
        rects = {window.window_id: window.rect for window in windows}
        return tuple(self._as_it_is(e, rects.get(e.window_id)) for e in elements)

    def boxes(self, windows: Sequence[WindowInfo]) -> tuple[Rect, ...]:
        """Return where they are, in device pixels, in windows that were not read this time too."""
        return tuple(
            place.offset(window.rect.x, window.rect.y)
            for window in windows
            if window.window_id in self._windows and not window.is_minimised
            for place in self._windows[window.window_id].places
        )

    @property
    def pages(self) -> frozenset[int]:
        """The windows that have told of a page."""
        return frozenset(key for key, known in self._windows.items() if known.has_page)

    def _of(self, window_id: int) -> _Known:
        return self._windows.setdefault(window_id, _Known())

    def _as_it_is(self, element: ScreenElement, rect: Rect | None) -> ScreenElement:
        if hides_text(element) or not self._holds_one(element, rect):
            return element
        return replace(element, states=element.states | {"secret"}, value=None)

    def _holds_one(self, element: ScreenElement, rect: Rect | None) -> bool:
        if not _is_entry(element):
            return False
        if asks_password(element.name):
            return True
        known = self._windows.get(element.window_id)
        if known is None or rect is None:
            return False
        if element.name:
            return element.name.casefold() in known.names
        here = element.box.offset(-rect.x, -rect.y)
        return any(here.overlap(place) >= _SAME_PLACE for place in known.places)


def _covered(
    before: Sequence[Rect],
    now: Sequence[Rect],
    rect: Rect,
    window_id: int,
    windows: Sequence[WindowInfo],
) -> list[Rect]:
    """Return the places from before whose middle another window covers.

    The tree is read for what a press reaches: such a field is not in it, though a part of it shows.
    """
    old = (place for place in before if place not in now)
    return [p for p in old if _top_at(p.offset(rect.x, rect.y), windows) != window_id]


def _top_at(box: Rect, windows: Sequence[WindowInfo]) -> int | None:
    shown = (w for w in windows if not w.is_minimised)
    hit = (w.window_id for w in shown if (w.frame or w.rect).contains(box.center))
    return next(hit, None)


def may_be_named_beside(element: ScreenElement) -> bool:
    """Tell whether the text beside a field may say that it is one.

    Whoever asks for the field alone hears nothing of that text.
    """
    return not element.name and not hides_text(element) and _is_entry(element)


def _is_entry(element: ScreenElement) -> bool:
    is_entered = element.role in PLAIN_FIELDS or "editable" in element.states
    return is_entered and element.role not in _PAGES and "multi_line" not in element.states
