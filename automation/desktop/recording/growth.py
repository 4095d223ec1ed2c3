"""Tells whether keys are to be seen in a field: what it held before against what it holds after.

That a field holds what was typed proves nothing, as it may have held it before. It has to be what was
added to it: the same text with one part put in, or put in the place of another.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from automation.desktop.recording.heard import HandEvent, Held
from automation.desktop.recording.key_names import XKeyNames
from automation.desktop.recording.key_sorts import BACKSPACE, STAYS, types

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


def is_in_field(strokes: Strokes, since_us: int, before: Iterable[Held], after: str) -> bool:
    """Tell whether a field shows every key that went down after a moment.

    Of keys that went down just before it was read it is not known whether it held them: as many count
    as held as can be seen in it. A key that is asked about counts as held only in a field that holds
    what was typed while the focus stayed and nothing else: it may have held a part of it before.

    Args:
        strokes: the keys.
        since_us: those until then are not asked about.
        before: what the field held while they were typed.
        after: what it holds since they were.
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


def is_alone(strokes: Strokes, held: Held) -> bool:
    """Tell whether a field holds what was typed while the focus stayed and nothing else.

    Nothing else stood there before then, or the typing took the place of it. Keys may go down while it
    is read, and it may show them late.
    """
    least, most = strokes.count(held.began_us - LATE_US), strokes.count(held.ended_us)
    return any(strokes.net(0, count) == (0, held.value) for count in range(least, most + 1))


def shown_until(strokes: Strokes, since_us: int, before: Iterable[Held], held: Held) -> int | None:
    """Return until when a field shows every key that went down after a moment; None for none of them.

    Keys may go down while it is read, and it may show them late: they are not asked about. Keys of
    one moment cannot be told apart by it, so it shows them all or none.

    Args:
        strokes: the keys, those that went down since it was read too.
        since_us: those until then are not asked about.
        before: what the field held while they were typed.
        held: what it holds.
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
    return (str, str.casefold, _letters) if added.isalnum() else (str, str.casefold)


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


def _letters(text: str) -> str:
    """Return what a field keeps of a text that it puts into a form of its own."""
    return "".join(char for char in text.casefold() if char.isalnum())
