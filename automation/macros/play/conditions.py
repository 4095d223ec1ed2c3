"""Whether something is so on the screen: yes, no, or not to be told, with the reason in a sentence.

Conditions are read lazily from one observation; what OCR read of the same picture is not read again. A
condition that was seen can be said as a check that the record holds: its receipt counts.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, assert_never

from automation.core.actions import Check, Shown, WindowTitle
from automation.core.geometry import Rect
from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.core.pictures import changed_box
from automation.core.ports import ElementReader
from automation.core.proposal import Proposal
from automation.core.text import worded
from automation.core.timing import StopToken
from automation.core.wording import kind_words
from automation.macros import macro as grammar
from automation.macros.find.scene import is_same_sight
from automation.macros.find.target_window import Chosen, choose
from automation.macros.found import Finder, Found, Images, Missed
from automation.macros.macro import Condition, Target
from automation.macros.play.values import Scope
from automation.macros.titles import fits_title
from automation.macros.walk import number_of
from automation.screen.folding import comparable, plain, says
from automation.screen.roles import hides_text


def read_again(element: ScreenElement, reader: ElementReader) -> ScreenElement | None:
    """Return a thing as it is by now; None where it is gone.

    Lists hand the handle of a row that has left to another row: what is called otherwise is that one.
    """
    fresh = reader.refreshed(element)
    if fresh is None or fresh.role != element.role:
        return None
    # Qt and GTK call a drop-down without a label by its choice, which is what it holds.
    is_same = fresh.role == "combo" or comparable(fresh.name) == comparable(element.name)
    return fresh if is_same else None


class Sight:
    """One observation with what the reader finds on it."""

    def __init__(
        self, observation: Observation, reader: ElementReader, before: "Sight | None" = None
    ) -> None:
        self.observation = observation
        self.reader = reader
        if (
            before is not None
            and "lines" in before.__dict__
            and is_same_sight(before.observation, observation)
        ):
            self.__dict__["lines"] = before.lines

    @cached_property
    def elements(self) -> tuple[ScreenElement, ...]:
        """The tree's elements of the active window and its popups."""
        return tuple(self.reader.tree(self.observation))

    @cached_property
    def lines(self) -> tuple[ScreenElement, ...]:
        """Lines of text that OCR reads in the active window; slow."""
        return tuple(self.reader.text(self.observation))

    def can_read(self, window: WindowInfo) -> bool:
        """Return whether anything can be read in a window; what is not seen there may not be gone."""
        front = self.observation.front_window
        if front is not None and front.window_id == window.window_id:
            return bool(self.elements or self.lines)
        told = self.reader.tree(self.observation, whole_screen=True)
        if any(element.window_id == window.window_id for element in told):
            return True
        lines = self.reader.text(self.observation, window.rect)
        return any(line.window_id == window.window_id for line in lines)

    def shows(self, text: str) -> bool | None:
        """Return whether the text is said, in whole words; None when nothing could be read at all."""
        return self._any(text, lambda told: says(told, text))

    def holds(self, text: str) -> bool | None:
        """Return whether the text stands anywhere, be it in a word; None when nothing could be read."""
        wanted = comparable(text)
        return self._any(text, lambda told: wanted in comparable(told))

    def _any(self, text: str, fits: Callable[[str], bool]) -> bool | None:
        if not comparable(text):
            return None
        if any(map(fits, _texts(self.elements))) or any(map(fits, _texts(self.lines))):
            return True
        return False if self.elements or self.lines else None


def _texts(elements: tuple[ScreenElement, ...]) -> Iterator[str]:
    for element in elements:
        if "secret" not in element.states:
            yield element.name
            yield element.value or ""


Answer = Literal["yes", "no", "unknown"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was seen of a condition."""

    answer: Answer
    sentence: str

    @property
    def is_so(self) -> bool:
        """Return whether it was seen to be so."""
        return self.answer == "yes"


@dataclass(frozen=True, slots=True)
class ConditionChecker:
    """Tells whether conditions hold; keeps nothing between two calls."""

    finder: Finder
    images: Images
    stop: StopToken
    before: Observation | None = None
    """What a change is seen against; None when nothing was seen before."""
    met: ScreenElement | None = None
    """What is asked what it holds, known already; it is looked for only where that cannot be told."""

    def check(self, condition: Condition, sight: Sight, scope: Scope) -> Verdict:
        """Return whether the condition holds; its names are filled in already.

        Raises:
            Stopped: a stop was asked for.
            MacroError: a picture of the macro cannot be read.
        """
        self.stop.check()
        match condition:
            case grammar.Shows():
                return _shown(condition, sight)
            case grammar.Exists():
                return self._exists(condition, sight)
            case grammar.Titled():
                return _titled(condition, sight)
            case grammar.Holds():
                return self._holds(condition, sight)
            case grammar.Changed():
                return self._changed(condition, sight)
            case grammar.Compares():
                return _compared(condition, scope)
            case _:
                assert_never(condition)

    def _exists(self, condition: grammar.Exists, sight: Sight) -> Verdict:
        found = self.finder.find(condition.target, sight.observation, self.images, self.stop)
        name = target_words(condition.target)
        if isinstance(found, Found):
            return _verdict(not condition.absent, f"{name} is there")
        if found.why == "missing" and not found.is_hidden:
            if _is_unread(condition.target, sight):
                return Verdict("unknown", f"nothing could be read where {name} would be")
            return _verdict(condition.absent, f"{name} is not there")
        return Verdict("unknown", found.sentence)

    def _holds(self, condition: grammar.Holds, sight: Sight) -> Verdict:
        name = target_words(condition.target)
        fresh = read_again(self.met, sight.reader) if self.met is not None else None
        if fresh is not None:
            verdict = _held(condition.value, fresh, name)
            if verdict.answer != "unknown":
                return verdict
        found = self.finder.find(condition.target, sight.observation, self.images, self.stop)
        if isinstance(found, Missed):
            return Verdict("unknown", found.sentence)
        element = found.element or sight.reader.at(sight.observation, found.point)
        if element is None:
            return Verdict("unknown", f"what {name} holds cannot be read")
        return _held(condition.value, read_again(element, sight.reader) or element, name)

    def _changed(self, condition: grammar.Changed, sight: Sight) -> Verdict:
        if self.before is None:
            return Verdict("unknown", "nothing was seen before that it could be compared with")
        was, now = self.before, sight.observation
        box = changed_box(was.frame, now.frame)
        if box is None:
            return Verdict("no", "nothing changed")
        if condition.box is None:
            return Verdict("yes", "something changed")
        place = _on_screen(condition.box, now)
        if place is None:
            return Verdict("unknown", "no window is open to look in")
        same = changed_box(was.frame.crop(place), now.frame.crop(place)) is None
        return _verdict(not same, "nothing changed there" if same else "it changed there")


def _is_unread(target: Target, sight: Sight) -> bool:
    """Return whether nothing can be read in the window of a target that is known by what is read."""
    is_read = any((target.name, target.label, target.text, target.row, target.near))
    chosen = choose(target, sight.observation)
    return is_read and isinstance(chosen, Chosen) and not sight.can_read(chosen.window)


def _shown(condition: grammar.Shows, sight: Sight) -> Verdict:
    # Gone is only what stands nowhere, be it as a part of a word.
    shows = sight.holds(condition.text) if condition.absent else sight.shows(condition.text)
    said = f"“{condition.text[:80]}”"
    if shows is None:
        return Verdict("unknown", "nothing on the screen could be read")
    return _verdict(shows != condition.absent, f"{said} is {'' if shows else 'not '}shown")


def _titled(condition: grammar.Titled, sight: Sight) -> Verdict:
    titles = [w.title for w in sight.observation.windows if not (w.is_own or w.is_popup)]
    has = any(fits_title(condition.title, title) for title in titles)
    said = f"a window called “{condition.title[:80]}”"
    return _verdict(has != condition.absent, f"there is {'' if has else 'not '}{said}")


def _held(wanted: str, element: ScreenElement, name: str) -> Verdict:
    if hides_text(element):
        return Verdict("unknown", f"{name} is a password field, which is never read")
    if "checkable" in element.states and wanted in ("on", "off"):
        is_on = "checked" in element.states
        return _verdict(is_on == (wanted == "on"), f"{name} is {'on' if is_on else 'off'}")
    if element.value is None:
        return Verdict("unknown", f"what {name} holds cannot be read")
    value = element.value.removesuffix("\n")
    same = value == wanted.removesuffix("\n")
    return _verdict(same, f"{name} holds {'it' if same else f'{len(value)} other letters'}")


def _compared(condition: grammar.Compares, scope: Scope) -> Verdict:
    value = scope.texts.get(condition.param)
    if value is None or condition.param in scope.secrets:
        return Verdict("unknown", f"{condition.param} has no value that can be compared")
    first, second = number_of(value), number_of(condition.equals)
    same = value == condition.equals or (first is not None and first == second)
    return _verdict(same, f"{condition.param} is {'' if same else 'not '}“{condition.equals[:80]}”")


def _on_screen(box: grammar.Box, observation: Observation) -> Rect | None:
    window = observation.active_window
    if window is None:
        return None
    return Rect(window.rect.x + box.x, window.rect.y + box.y, box.w, box.h)


def _verdict(is_so: bool, sentence: str) -> Verdict:
    return Verdict("yes" if is_so else "no", sentence)


def target_words(target: Target) -> str:
    """Return what a target is called in a sentence."""
    name = target.name or target.label or target.text or target.about
    kind = kind_words(target.role) if target.role else ""
    if name:
        named = worded("“{0}”", " ".join(name.split())[:80])
        return worded("{0} {1}", kind, named) if kind and kind != "text" else named
    kind = kind or worded("place")
    if target.near:
        return worded("the {0} near {1}", kind, worded("“{0}”", target.near[0].text[:80]))
    return worded("the {0} on the picture", kind)


def condition_words(condition: Condition) -> str:
    """Return what is looked for, to be put after `waiting until`."""
    gone = worded("{0} is gone", _looked_for(condition))
    match condition:
        case grammar.Shows() | grammar.Exists() | grammar.Titled() if condition.absent:
            return gone
        case grammar.Shows():
            return worded("{0} is shown", _looked_for(condition))
        case grammar.Exists():
            return worded("{0} is there", _looked_for(condition))
        case grammar.Titled():
            return worded("{0} is open", _looked_for(condition))
        case grammar.Holds():
            value = worded("“{0}”", condition.value[:80])
            return worded("{0} holds {1}", target_words(condition.target), value)
        case grammar.Changed():
            return worded("something changes")
        case grammar.Compares():
            value = worded("“{0}”", condition.equals[:80])
            return worded("{0} is {1}", condition.param, value)
        case _:
            assert_never(condition)


def _looked_for(condition: Condition) -> str:
    match condition:
        case grammar.Shows():
            return worded("“{0}”", condition.text[:80])
        case grammar.Exists():
            return target_words(condition.target)
        case grammar.Titled():
            return worded("the window {0}", worded("“{0}”", condition.title[:80]))
        case _:
            return ""


_WITHIN_S: Final = 2.0
_SHORTEST: Final = 3
"""A shorter piece of a title tells nothing."""


def check_of(condition: Condition, sight: Sight) -> Check | None:
    """Return a check that is true of what was seen; None where no check says the same."""
    match condition:
        case grammar.Shows(absent=False):
            wanted = plain(condition.text)
            is_plain = any(
                wanted in plain(told)
                for element in (*sight.elements, *sight.__dict__.get("lines", ()))
                for told in (element.name, element.value or "")
                if "secret" not in element.states
            )
            return Shown(condition.text, within_s=_WITHIN_S) if wanted and is_plain else None
        case grammar.Titled(absent=False):
            piece = max(condition.title.split("*"), key=len).strip()
            titles = [w.title for w in sight.observation.windows if not w.is_own]
            is_plain = any(plain(piece) in plain(title) for title in titles)
            is_telling = len(piece) >= _SHORTEST and is_plain
            return WindowTitle(piece, within_s=_WITHIN_S) if is_telling else None
        case _:
            return None


def condition_as_check(condition: Condition, sight: Sight) -> Proposal | None:
    """Return a condition that was seen as a check for the record; None where no check says the same."""
    check = check_of(condition, sight)
    if check is None:
        return None
    return Proposal(check, sentence=worded("Check that {0}", condition_words(condition)))
