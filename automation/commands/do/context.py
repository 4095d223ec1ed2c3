"""What the steps of a run share: the scene, the memory of the run, and how to ask."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Protocol

from automation.commands import phrases
from automation.commands.find.coverage import in_page
from automation.commands.find.labels import suits
from automation.commands.find.resolve import names_place, resolve
from automation.commands.find.screen_view import Scene, in_one_window, is_same_box
from automation.commands.forms import Form, Phrase
from automation.commands.language import languages
from automation.commands.matching import Disabled, Found, Missing, Resolution, Several, Unsure, Want
from automation.commands.targets import ACTIONABLE, SELECTED_TOGETHER, may_be, shown
from automation.core.actions import Action, Aim, Check, Element, Window
from automation.core.geometry import ScreenPoint
from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.core.proposal import (
    Answering,
    AnswerWay,
    Candidate,
    Decision,
    Finish,
    Outcome,
    Proposal,
    Question,
)
from automation.core.text import worded
from automation.core.wording import NAMELESS, takes_keyboard
from automation.screen.roles import BOXES, BUTTONS, CELLS, FORM_FIELDS, LISTED, TWO_STATES
from automation.screen.rows import in_reading_order, shares_row

_QUANTIFIED: Final = re.compile(
    r"(?:every|each|all|both|any|some|my|whatever|whichever|either)\s", re.IGNORECASE
)
"""Words for more than one thing, or for what only the user knows: no name on a screen."""
DRAWN_MARK_PX: Final = 6
"""How far right of its left edge the mark of a drawn box is pressed; the smallest are 9 px wide."""
KeyTest = Callable[[str], tuple[str, ...] | None]
"""Returns the key names of a chord such as `Ctrl+S`; None when the words are no key."""


Recall = Callable[[str, str, str], "tuple[str, ScreenElement] | None"]
"""Returns what was chosen last time for a question's words in a window, by its program and its title: what
it was called among the others, and the thing itself. None where nobody chose."""


class AppEntry(Protocol):
    """An installed application."""

    @property
    def desktop_id(self) -> str:
        """Name of its desktop entry."""
        ...

    @property
    def name(self) -> str:
        """What people call it."""
        ...


class AppMatch(Protocol):
    """An application that fits a name."""

    @property
    def entry(self) -> AppEntry:
        """The application."""
        ...

    @property
    def likeness(self) -> int:
        """How well it fits; lower is better."""
        ...


class AppFinder(Protocol):
    """Knows the installed applications."""

    def find(self, name: str) -> Sequence[AppMatch]:
        """Return the applications that fit, best first."""
        ...


@dataclass(frozen=True, slots=True)
class Act:
    """Propose this; when it was done, go on with `then` in place of the form."""

    proposal: Proposal
    then: tuple[Form, ...] = ()
    again: bool = False
    """The form stays: it looks again after the action (scroll until, bring a window up)."""


@dataclass(frozen=True, slots=True)
class Skip:
    """Nothing has to be done: it is so already, or was only asked for."""

    note: str
    is_answer: bool = False
    """It says what was asked for."""


@dataclass(frozen=True, slots=True)
class Instead:
    """The form means these forms; nothing has to be sent for that."""

    forms: tuple[Form, ...]


Result = Act | Skip | Instead | Question | Finish


@dataclass(slots=True)
class Memory:
    """What a run remembers between two proposals."""

    chosen: dict[str, ScreenElement] = field(default_factory=dict)
    """Answers to questions, by the words that were ambiguous."""
    asked: tuple[str, tuple[ScreenElement, ...]] | None = None
    told: tuple[str, ...] = ()
    """What the things that were asked about were called, where the answer is worth remembering."""
    numbered: tuple[ScreenElement, ...] = ()
    """The things that had a number before this run, the first of them 1."""
    last: ScreenElement | None = None
    """What the step before acted on: `it`."""
    typed_into: set[tuple[str, str] | None] = field(default_factory=set)
    before: Observation | None = None
    """What was seen at the proposal before this one."""
    named: set[int] = field(default_factory=set)
    """Windows that the words of a step named."""
    tries: int = 0
    """How often the current form acted already."""
    was_unchanged: bool = False
    """The current form's last action is known to have changed nothing."""
    missed: str = ""
    """The name that was not there, for which others were suggested."""
    is_stale: bool = False
    """It was the short name of something that is gone: its words mean nothing else."""
    is_elsewhere: bool = False
    """What is not in front stands in another window."""
    is_grey: bool = False
    """It is there and greyed out."""
    is_dry: bool = False
    """Nothing is sent in this run, so that nothing comes of a step."""


@dataclass(slots=True)
class Context:
    """Everything that one step may use."""

    scene: Scene
    memory: Memory
    is_key: KeyTest
    apps: AppFinder
    next_form: Form | None = None
    """What the step after this one means first; None after the last."""
    language: str = "en"
    """That of the instruction, in which its end is told."""
    recall: Recall = lambda words, app, title: None
    asks_elsewhere: bool = True
    """What stands in another window alone is asked about; it is not, while other readings of the words are left."""

    def say(self, key: str, **slots: object) -> str:
        """Return one of our sentences in the language of the instruction."""
        return phrases.say(self.language, key, **slots)

    def already(self, name: str, *, on: bool) -> Skip:
        """Return that a thing is on, or off, as it was to be."""
        return Skip(self.say("already", name=name, state=self.say("on" if on else "off")))

    def find(self, target: Phrase, want: Want = Want.CLICK) -> Resolution:
        """Resolve the words, answers given earlier first."""
        answer = self.memory.chosen.get(_key(target, want))
        if answer is not None and (found := self.still_there(answer)):
            return Found(found, worded("{0}, chosen by you", shown(found.role)))
        if target.is_ref_alone:
            return resolve(target, self.scene, want)
        if numbered := self._by_number(target, want):
            return numbered
        if means_last(target):
            last = self.memory.last
            is_able = last is not None and not (want is Want.EDIT and _holds_no_text(last))
            if last is not None and is_able and (found := self.still_there(last)):
                return Found(found, worded("{0}, the one from the step before", shown(found.role)))
        return self._other(target, want) or resolve(target, self.scene, want)

    def _other(self, target: Phrase, want: Want) -> Found | Several | None:
        """Return the other of two things of a kind: than that of the step before, or than the one that is on."""
        said = _OTHER_SAID.fullmatch(target.text)
        if said is None or any(reading.is_literal for reading in target.readings):
            return None
        word, last = (said[1] or "").casefold(), self.memory.last
        is_any = word in _ANY_KIND
        names = {target.text.casefold(), target.text.casefold().partition(" ")[2]}
        if (is_any and last is None) or any(e.name.casefold() in names for e in self.scene.near):
            return None
        alike = [
            e
            for e in in_page(self.scene.near, self.scene)
            if e.role in ACTIONABLE
            and suits(e, want)
            and (e.role == last.role if is_any and last else may_be(e.role, word, is_read=False))
        ]
        if len(alike) != 2:
            return Several(tuple(alike), target.text) if len(alike) > 2 else None
        used = [e for e in alike if last is not None and self.still_there(last) == e]
        used = used or [e for e in alike if _ON_STATES & self.scene.current(e).states]
        rest = [e for e in alike if e not in used]
        if len(rest) != 1:
            return Several(tuple(alike), target.text)
        return Found(rest[0], worded("{0}, the other of two", shown(rest[0].role)))

    def _by_number(self, target: Phrase, want: Want) -> Found | Several | None:
        """Return the thing that had the number which the words are; also what is called so, if there is one."""
        said = _NUMBER_SAID.fullmatch(target.text)
        is_quoted = any(reading.is_literal for reading in target.readings)
        if said is None or is_quoted or not 1 <= int(said[1]) <= len(self.memory.numbered):
            return None
        element = self.still_there(self.memory.numbered[int(said[1]) - 1])
        is_field = element is not None and (element.role in FORM_FIELDS or takes_keyboard(element))
        if element is None or not element.box.area or (want is Want.EDIT and not is_field):
            return None
        same = [e for e in self.scene.near if e.role in ACTIONABLE and e.name.strip() == said[1]]
        if any(e != element for e in same):
            return Several((*(e for e in same if e != element), element), "")
        return Found(
            element, worded("{0}, by the number that was shown on it", shown(element.role))
        )

    def still_there(self, element: ScreenElement) -> ScreenElement | None:
        """Return what an element of an earlier look is on this one; None where it is gone."""
        if element.source in ("ocr", "window", "point"):
            return element
        for candidate in self._everywhere():
            same = candidate.name == element.name and candidate.role == element.role
            if (
                same
                and in_one_window(candidate, element)
                and (candidate.handle == element.handle or is_same_box(candidate.box, element.box))
            ):
                return candidate
        return None

    def _everywhere(self) -> Iterator[ScreenElement]:
        """Yield what the tree tells, what can be seen first; the rest is read only if it is needed."""
        yield from self.scene.near
        yield from self.scene.far
        yield from self.scene.behind

    def settle(
        self, target: Phrase, want: Want = Want.CLICK, *, is_end: bool = False
    ) -> Found | Result:
        """Return the one element that is meant and can be reached, or what to do about it.

        The end of a drag may lie in another window than the one in front, where that can be seen.
        """
        found = self.find(target, want)
        if not isinstance(found, Found):
            return self.explain(found, target, want)
        return self._reachable(found, names_place(target) and not is_end)

    def _reachable(self, found: Found, needs_front: bool) -> Found | Result:
        element, scene = found.element, self.scene
        window = next((w for w in scene.windows() if w.window_id == element.window_id), None)
        is_behind = scene.is_covered(element) or (needs_front and window != scene.front)
        if is_behind and window is not None and self.memory.tries < 2:
            return Act(self.activation(window), again=True)
        if scene.is_off_screen(element):
            text = self.say("off_screen", name=phrases.opening(phrases.called(element)))
            return Finish(Outcome.FAILED, f"{text} {self.say('nothing_clicked')}")
        return found

    def activation(self, window: WindowInfo) -> Proposal:
        """Return the proposal that brings a window to the front."""
        action = Window("activate", window.window_id, window.title)
        sentence = worded("Switch to {0}", phrases.window_words(window.title, window.app))
        return Proposal(action, sentence=sentence, evidence=worded("window, found by its title"))

    def explain(self, outcome: Resolution, target: Phrase, want: Want) -> Question | Finish:
        """Turn a failed resolution into a question or the end of the task."""
        match outcome:
            case Unsure(is_elsewhere=True) if not self.asks_elsewhere:
                self.memory.is_elsewhere = True
                return self._not_found(Missing(outcome.label), target)
            case Several() | Unsure():
                return self._which(outcome, target, want)
            case Disabled():
                self.memory.is_grey = True
                name = phrases.opening(phrases.called(outcome.element))
                text = self.say("greyed_out", name=name)
                return Finish(Outcome.FAILED, f"{text} {self.say('nothing_clicked')}")
            case Missing():
                return self._not_found(outcome, target)
            case Found():
                raise AssertionError("a found element needs no explanation")

    def ask(
        self,
        elements: Sequence[ScreenElement],
        target: Phrase,
        want: Want,
        asks: str,
        way: AnswerWay = "number",
        more: str = "",
    ) -> Question:
        """Ask which element is meant and remember the question.

        Args:
            asks: what is asked, without how it is answered.
            more: words that would have told it, for the way that says them.
        """
        ordered = tuple(elements)
        self.memory.asked, self.memory.told = (_key(target, want), ordered), ()
        answering = Answering(way, self.language, phrases.quoted(more) if more else "")
        return phrases.question(asks, answering, self._candidates(ordered))

    def _which(self, outcome: Several | Unsure, target: Phrase, want: Want) -> Question:
        """Ask which thing is meant; what was chosen last time stands first, with the number that it has anyway."""
        elements = outcome.elements
        asked = self._several(outcome) if isinstance(outcome, Several) else self._unsure(outcome)
        question = self.ask(elements, target, want, *asked)
        candidates = question.candidates
        self.memory.told = tuple(candidate.name for candidate in candidates)
        own = (w for w in self.scene.windows() if w.window_id == elements[0].window_id)
        window = next(own, self.scene.front)
        last = self.recall(_key(target, want), window.app, window.title) if window else None
        if last is None:
            return question
        named = [c for c in candidates if (c.name, c.role) == (last[0], last[1].role)]
        if len(named) > 1:
            named = [c for c in named if is_same_box(c.box, last[1].box)]
        if len(named) != 1:
            return question
        first = replace(named[0], name=f"{named[0].name}, {self.say('last_time')}")
        return replace(question, candidates=(first, *(c for c in candidates if c != named[0])))

    def _candidates(self, elements: Sequence[ScreenElement]) -> tuple[Candidate, ...]:
        return tuple(
            Candidate(n, self._told_apart(e, elements), e.role, e.box, e.window_title)
            for n, e in enumerate(elements, start=1)
        )

    def _told_apart(self, element: ScreenElement, others: Sequence[ScreenElement]) -> str:
        context = self.surroundings(element, others)
        return f"{element.name or NAMELESS} ({context})" if context else element.name

    def surroundings(self, element: ScreenElement, others: Sequence[ScreenElement]) -> str:
        """Return the words that tell an element from others of its name: its row or container."""
        parents = {e.parent_name for e in others}
        if element.parent_name not in ("", element.name) and len(parents) == len(others):
            return element.parent_name
        beside = [
            e
            for e in (*self.scene.near, *self.scene.lines_so_far)
            if (e.role not in ACTIONABLE or e.role in CELLS)
            and any(c.isalpha() for c in e.name)
            and e.name != element.name
            and e.box.right <= element.box.x + 4
            and shares_row(e.box, element.box)
        ]
        first = next(iter(in_reading_order(beside)), None)
        return first.name if first is not None and len(first.name) <= 60 else ""

    def _several(self, outcome: Several) -> tuple[str, AnswerWay, str]:
        """Return what is asked, how it is answered, and the words that tell more."""
        roles = [shown(e.role) for e in outcome.elements]
        context = next(
            (c for e in outcome.elements if (c := self.surroundings(e, outcome.elements))), ""
        )
        if not (outcome.label or outcome.role):
            more = ""
        elif outcome.label and context:
            more = self.say("more_row", name=outcome.label, row=context)
        else:
            more = self.say("more_second", name=outcome.label or outcome.role)
        asks = phrases.ambiguous(outcome.label, roles, self.language)
        return asks, "or_say" if more else "number", more

    def _unsure(self, outcome: Unsure) -> tuple[str, AnswerWay]:
        name = phrases.quoted(outcome.label)
        if outcome.is_elsewhere:
            other = self.say("another_window")
            titles = dict.fromkeys(e.window_title or other for e in outcome.elements)
            places = ", ".join(phrases.quoted(t) for t in titles)
            return self.say("elsewhere", name=name, places=places), "take"
        near = ", ".join(phrases.called(e) for e in outcome.elements[:5])
        return self.say("is_it_one", name=name, near=near), "number"

    def _not_found(self, outcome: Missing, target: Phrase) -> Finish:
        language, name = self.language, phrases.quoted(outcome.label)
        if outcome.too_few is not None:
            text = phrases.too_few(language, outcome.label, outcome.too_few)
            return Finish(Outcome.NOT_FOUND, text)
        if _QUANTIFIED.match(target.text):
            text = self.say("needs_model", words=phrases.quoted(target.text))
            return Finish(Outcome.NEEDS_MODEL, text)
        if not self.scene.near and not self.scene.lines:
            return self.not_found(self.say("no_names", name=name))
        if outcome.without:
            state = languages()[self.language].get("wanted", {}).get(outcome.without)
            state = state or outcome.without
            return self.not_found(self.say("not_so", name=name, state=state))
        self.memory.missed = outcome.label
        if outcome.was is not None:
            return self._gone(outcome, outcome.was, target)
        if outcome.is_there_as:
            text = phrases.not_as_said(language, outcome.label, outcome.is_there_as, target)
        else:
            text = phrases.not_found(language, outcome.label, outcome.suggestions)
        return Finish(Outcome.NOT_FOUND, text, outcome.suggestions)

    def _gone(self, outcome: Missing, was: ScreenElement, target: Phrase) -> Finish:
        """Return the end for a short name that nothing stands for any more: what is like it, to be said instead."""
        self.memory.is_stale = True
        text = self.say("gone", ref=target.ref, name=phrases.called(was))
        if outcome.near:
            told = ", ".join(f"{one.ref} ({phrases.called(one.element)})" for one in outcome.near)
            text = f"{text} {self.say('nearest', names=told)}"
        return replace(self.not_found(text), suggestions=outcome.suggestions)

    def not_found(self, text: str) -> Finish:
        """Return the end of a step whose thing is not there, before anything of it was clicked."""
        return Finish(Outcome.NOT_FOUND, f"{text} {self.say('nothing_clicked')}")


_NUMBER_SAID: Final = re.compile(r"(?:the\s+)?(?:number\s+|no\.\s*)?(\d{1,2})", re.IGNORECASE)
"""A German sentence has come to these words."""


_OTHER_SAID: Final = re.compile(
    r"(?:the|das|den|die|der)\s+(?:other|andere[ns]?)(?:\s+(\S+))?", re.IGNORECASE
)
_ANY_KIND: Final = frozenset({"", "one", "thing"})
_ON_STATES: Final = frozenset({"checked", "selected", "pressed"})


def means_last(target: Phrase) -> bool:
    """Tell whether the words mean what the step before acted on."""
    return target.text.casefold() in ("it", "that", "this", "there", "this one", "that one")


def _holds_no_text(element: ScreenElement) -> bool:
    """Tell whether nothing can be typed into a thing: a button, a box, or an entry of a list that is not being renamed."""
    return element.role in TWO_STATES | BUTTONS or (
        element.role in LISTED - CELLS and "editable" not in element.states
    )


def _key(target: Phrase, want: Want) -> str:
    return f"{want.name}:{target.ref if target.is_ref_alone else target.text}"


def described(element: ScreenElement) -> Element:
    """Return the description that is kept with a point."""
    return Element(
        element.name[:2000],
        element.role,
        element.box,
        element.source,
        element.window_title[:2000],
        takes_keyboard(element),
    )


def aim_at(element: ScreenElement, *, mark: bool = False) -> Aim:
    """Return the pixel to press for an element, and its description.

    Args:
        mark: its box is to be ticked: a row of a list is only selected by a press on its words.
    """
    return Aim(pressing_point(element, mark=mark), described(element))


def pressing_point(element: ScreenElement, *, mark: bool = False) -> ScreenPoint:
    """Return the middle of an element, the front of a number's box, the mark of a wide check box or expander.

    Qt reports a check box as wide as its layout cell but takes presses only on mark and words, and in a
    cell of a table on the mark at its left alone; GTK does so with an expander. Its box for a number has two buttons at the end and between them and the text a
    strip that takes no press: what is typed then goes to another field.
    """
    box = element.box
    is_row = mark and element.role in SELECTED_TOGETHER
    is_expander = element.role == "toggle" and bool(element.states & {"expandable", "expanded"})
    is_box = element.role in BOXES or is_row or is_expander
    is_drawn = element.source == "ocr" and element.role in BOXES
    if element.source == "ocr" and element.role == "spinner":
        return ScreenPoint(box.x + box.w // 3, box.center.y)
    if element.role == "spinner" and "editable" in element.states:
        return ScreenPoint(box.x + min(box.w // 4, box.h // 2), box.center.y)
    if is_drawn and box.w > box.h:
        return ScreenPoint(box.x + DRAWN_MARK_PX, box.center.y)
    if not is_box or box.w <= 2 * box.h or element.source != "tree":
        return box.center
    inset = min(box.w // 2, max(8, box.h // 2))
    is_right_to_left = any("\u0590" <= c <= "\u08ff" for c in element.name[:20])
    return ScreenPoint(box.right - inset if is_right_to_left else box.x + inset, box.center.y)


def proposal(intent: Action | Check, sentence: str, found: Found | None = None) -> Proposal:
    """Return the proposal of an action on a found element."""
    if found is None:
        return Proposal(intent, sentence=sentence)
    if found.said and found.element.name:
        said, name = phrases.quoted(found.said), phrases.quoted(found.element.name)
        sentence = worded("{0} ({1} was taken as {2})", sentence, said, name)
    return Proposal(
        intent,
        element=found.element,
        sentence=sentence,
        alternatives=found.alternatives,
        evidence=found.evidence,
    )


def with_upcoming(decision: Decision, sentences: Sequence[str]) -> Decision:
    """Return a proposal that also tells what follows; other decisions as they are."""
    if not isinstance(decision, Proposal):
        return decision
    return replace(decision, upcoming=tuple(sentences))
