"""Whether something is so on the screen: yes, no, or not to be told, with the reason in a sentence."""

from dataclasses import dataclass
from typing import Literal, assert_never

from automation.core.geometry import Rect
from automation.core.observation import Observation, ScreenElement
from automation.core.pictures import changed_box
from automation.core.stopping import StopToken
from automation.macros import macro as grammar
from automation.macros.finder.texts import fits_title
from automation.macros.finder.windows import Chosen, choose
from automation.macros.found import Finder, Found, Images, Missed
from automation.macros.macro import Condition, Target
from automation.macros.parameters import number_of
from automation.macros.player.reading_again import read_again
from automation.macros.player.sight import Sight
from automation.macros.player.values import Scope
from resources.role_words import role_words

Answer = Literal["yes", "no", "unknown"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was seen of a condition."""

    answer: Answer
    sentence: str

    @property
    def is_so(self) -> bool:
        """Tell whether it was seen to be so."""
        return self.answer == "yes"


@dataclass(frozen=True, slots=True)
class Looker:
    """Looks whether conditions hold; keeps nothing between two looks."""

    finder: Finder
    images: Images
    stop: StopToken
    before: Observation | None = None
    """What a change is seen against; None when nothing was seen before."""
    met: ScreenElement | None = None
    """What is asked what it holds, known already; it is looked for only where that cannot be told."""

    def look(self, condition: Condition, sight: Sight, scope: Scope) -> Verdict:
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

    def _find(self, target: Target, sight: Sight) -> Found | Missed:
        return self.finder.find(target, sight.observation, self.images, self.stop)

    def _exists(self, condition: grammar.Exists, sight: Sight) -> Verdict:
        found = self._find(condition.target, sight)
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
        found = self._find(condition.target, sight)
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
    """Tell whether nothing can be read in the window of a target that is known by what is read."""
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
    if "secret" in element.states or element.role == "password":
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
    role = role_words(target.role)
    if name:
        quoted = f"“{' '.join(name.split())[:80]}”"
        return f"{role} {quoted}" if role and role != "text" else quoted
    if target.near:
        return f"the {role or 'place'} near “{target.near[0].text[:80]}”"
    return f"the {role or 'place'} on the picture"


def condition_words(condition: Condition) -> str:
    """Return what is looked for, to be put after `waiting until`."""
    match condition:
        case grammar.Shows():
            return f"“{condition.text[:80]}” {'is gone' if condition.absent else 'is shown'}"
        case grammar.Exists():
            gone = "is gone" if condition.absent else "is there"
            return f"{target_words(condition.target)} {gone}"
        case grammar.Titled():
            gone = "is gone" if condition.absent else "is open"
            return f"the window “{condition.title[:80]}” {gone}"
        case grammar.Holds():
            return f"{target_words(condition.target)} holds “{condition.value[:80]}”"
        case grammar.Changed():
            return "something changes"
        case grammar.Compares():
            return f"{condition.param} is “{condition.equals[:80]}”"
        case _:
            assert_never(condition)
