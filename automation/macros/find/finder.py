"""The ladder: one way to find a target after the other, best evidence first, until one match is sure and alone.

A rung that finds nothing lets the next one look. A rung that finds several equally good ones ends
the search: weaker evidence is no cure. A step that may not use a rung is told what it would have
found there, and nothing is pressed. The user is told what was looked for, what was found, what can be done.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Literal

from automation.core.observation import Observation, ScreenElement
from automation.core.timing import StopToken
from automation.core.wording import quoted
from automation.macros.find.by_picture import Pictures
from automation.macros.find.by_text import by_landmarks, by_text, read_instead, replaced
from automation.macros.find.by_tree import by_tree
from automation.macros.find.match_evidence import Witnesses
from automation.macros.find.scene import (
    PHASES,
    Hit,
    KeptLines,
    Nothing,
    Outcome,
    Reads,
    Scene,
    Several,
    is_same_sight,
    same_part,
)
from automation.macros.find.target_window import Chosen, NoWindow, choose, coverers, covering_words
from automation.macros.found import RUNGS, Finder, Found, Images, Missed, Rung, Tried
from automation.macros.macro import Target
from resources.role_words import role_words

BY: Final[dict[Rung, str]] = {
    "tree": "by role and name",
    "image_near": "by its picture, near its place",
    "image": "by its picture",
    "text": "by the text on it",
    "landmarks": "by the texts around it",
    "model": "by the model",
    "user": "by you",
}


def called(target: Target) -> str:
    """Return how a target is called in a sentence: `the button 'Save'`."""
    role = role_words(target.role)
    name = target.name or target.label or target.text
    what = f"the {role or 'target'} {quoted(name)}" if name else f"the {role or 'recorded picture'}"
    row = f" in the row of {', '.join(map(quoted, target.row))}" if target.row else ""
    return what + row


def blocked(target: Target, dialog: str) -> str:
    """Say that a dialog is in the way."""
    return (
        f"A dialog is open, {quoted(dialog)}, and {called(target)} is not in it. "
        "Answer the dialog, or add a step that does."
    )


def other_dialog(target: Target, title: str) -> str:
    """Say that the program shows another dialog."""
    return (
        f"No window is called {quoted(target.window)}; {target.app} shows the dialog {quoted(title)}, "
        f"in which {called(target)} would be another one."
    )


def several(target: Target, rung: Rung, outcome: Several) -> str:
    """Say that nothing tells the matches apart."""
    return (
        f"{len(outcome.candidates)} places are equally good for {called(target)}, found {BY[rung]}. "
        "Nothing was chosen: give the target texts of its row, or a container."
    )


def too_low(target: Target, rung: Rung, hit: Hit) -> str:
    """Say what a forbidden rung would have found."""
    name = hit.element.name if hit.element is not None else ""
    what = quoted(name) if name else f"a place at {hit.point.x}, {hit.point.y}"
    return (
        f"{_first_upper(called(target))} was found only {BY[rung]} ({what}), "
        "which is not enough for so risky a step. Check it and press it yourself, or record the step again."
    )


def other_title(target: Target, title: str) -> str:
    """Say that the window has another title than the recorded one."""
    return (
        f"{_first_upper(called(target))} is there, but in {quoted(title)} and not in "
        f"{quoted(target.window)}. For so risky a step the title must fit: where it varies, write '*' "
        "in its field Window in the editor (window: of its target in macro.yaml)."
    )


def replaced_sentence(target: Target, gone: str, there: str) -> str:
    """Say that another text stands beside the target."""
    return (
        f"{_first_upper(called(target))} is there, but {quoted(there)} stands beside it where "
        f"{quoted(gone)} stood, so it may be another one. Give the target texts of its row."
    )


def unsure_sentence(target: Target, rung: Rung, nothing: Nothing) -> str:
    """Say what might be it."""
    return f"Not sure of {called(target)}: looked {BY[rung]}, {nothing.note}."


def missing(target: Target, scene: Scene, notes: Sequence[str]) -> str:
    """Say that it is not there, what was there instead, and what may hide it."""
    if by := coverers(scene.window, scene.observation):
        over = covering_words(by, scene.observation)
        return (
            f"{quoted(scene.window.title)} is behind {over}; bring it to the front. "
            f"{_first_upper(called(target))} is not in what can be seen of it."
        )
    sentence = f"{_first_upper(called(target))} is not in {quoted(scene.window.title)}"
    sentence += f" ({notes[0]})." if notes else "."
    dialog = scene.open_dialog()
    return f"{sentence} A dialog is open: {quoted(dialog)}." if dialog else sentence


def _first_upper(text: str) -> str:
    return text[:1].upper() + text[1:]


_STRICT: Final[frozenset[Rung]] = frozenset({"tree", "image_near"})
"""Where only these rungs may be used, the window's title has to be the recorded one too."""

Look = Callable[[], Outcome]


class LadderFinder:
    """Implements `found.Finder`. Used by one thread.

    Between searches it keeps what was read of the last pictures, and why nothing was found on them: a
    target that is waited for is looked for four times a second, mostly on the same picture, or on two
    in turn while a caret blinks.
    """

    def __init__(self, reader: Reads) -> None:
        self._reader = KeptLines(reader)
        self._failed: tuple[_Failed, ...] = ()

    def find(
        self,
        target: Target,
        observation: Observation,
        images: Images,
        stop: StopToken,
        *,
        lowest: Rung = "landmarks",
    ) -> Found | Missed:
        """Go down the ladder to `lowest` and return the first match that is sure and alone.

        Rungs below `lowest` are looked at too, only to say what they would have found. The rungs
        `model` and `user` are the player's; as `lowest` they mean all of the finder's own.

        Raises:
            Stopped: the stop token was set.
            MacroError: the target's picture is missing or cannot be read.
        """
        stop.check()
        chosen = choose(target, observation)
        if isinstance(chosen, NoWindow):
            why: Literal["several", "missing"] = "several" if chosen.is_several else "missing"
            return Missed(why, chosen.sentence, is_hidden=chosen.is_hidden)
        scene = Scene(observation, chosen.window, self._reader, stop)
        if not chosen.is_program_part_same and scene.is_dialog:
            return Missed("missing", other_dialog(target, chosen.window.title))
        if scene.blocking_window is not None:
            return Missed("unsure", blocked(target, scene.blocking_window.title))
        search = _Search(target, scene, chosen, lowest)
        again = next((one for one in self._failed if one.is_again(search, images)), None)
        if again is not None:
            return again.answer
        answer = self._descend(search, _rungs(target, scene, images))
        failed = (_Failed(search, images, answer),) if isinstance(answer, Missed) else ()
        self._failed = (*self._failed, *failed)[-PHASES:] if failed else ()
        return answer

    def _descend(self, search: "_Search", rungs: tuple[tuple[Rung, Look], ...]) -> Found | Missed:
        tried: list[Tried] = []
        unsure: list[tuple[Rung, Nothing]] = []
        for rung, look in rungs:
            search.scene.stop.check()
            started_s = time.perf_counter()
            outcome = look()
            tried.append(_tried(rung, outcome, 1000 * (time.perf_counter() - started_s)))
            match outcome:
                case Hit():
                    return search.judged(rung, outcome, tuple(tried))
                case Several():
                    sentence = several(search.target, rung, outcome)
                    return Missed("several", sentence, outcome.candidates, tuple(tried))
                case Nothing() if outcome.candidates:
                    unsure.append((rung, outcome))
        return search.missed(tuple(unsure), tuple(tried))


@dataclass(frozen=True, slots=True)
class _Search:
    """What one search is about, and what becomes of its end."""

    target: Target
    scene: Scene
    chosen: Chosen
    lowest: Rung

    def judged(self, rung: Rung, hit: Hit, tried: tuple[Tried, ...]) -> Found | Missed:
        """Return the hit, unless a dialog takes the press or the step may not use this rung."""
        dialog = self.scene.blocking_dialog(hit.point)
        if dialog is not None:
            return Missed("unsure", blocked(self.target, dialog.name), tried=tried)
        shown = () if hit.element is None else (hit.element,)
        if RUNGS.index(rung) > RUNGS.index(self.lowest):
            sentence = too_low(self.target, rung, hit)
            return Missed("not_allowed", sentence, shown, tried)
        if self.lowest in _STRICT and not self.chosen.is_as_recorded:
            sentence = other_title(self.target, self.chosen.window.title)
            return Missed("not_allowed", sentence, shown, tried)
        other = self._other_beside(rung, hit)
        if other is not None:
            return Missed("unsure", replaced_sentence(self.target, *other), shown, tried)
        found = Found(hit.point, hit.box, rung, hit.score, hit.element)
        return replace(found, window_id=self._window_id(hit.element), tried=tried)

    def _other_beside(self, rung: Rung, hit: Hit) -> tuple[str, str] | None:
        """Return what is gone beside the hit and what stands there, if that means another row."""
        if self.target.row:
            return None
        pressed = same_part(hit.box, self.target.place, self.scene.ratio(self.target))
        only_rows = self.lowest not in _STRICT
        other = replaced(self.target, pressed, self.scene, only_rows=only_rows)
        if other is not None or rung == "tree":
            return other
        return read_instead(self.target, pressed, hit.box, self.scene, only_rows=only_rows)

    def missed(self, unsure: tuple[tuple[Rung, Nothing], ...], tried: tuple[Tried, ...]) -> Missed:
        """Return why no rung has found it."""
        if unsure:
            candidates: tuple[ScreenElement, ...] = tuple(
                dict.fromkeys(c for _, nothing in unsure for c in nothing.candidates)
            )
            sentence = unsure_sentence(self.target, *unsure[0])
            return Missed("unsure", sentence, candidates, tried)
        notes = [t.note for t in tried if t.matches and t.note]
        sentence = missing(self.target, self.scene, notes)
        window, seen = self.chosen.window, self.scene.observation
        is_hidden = not window.is_active and any(not w.is_own for w in coverers(window, seen))
        return Missed("missing", sentence, (), tried, is_hidden)

    def _window_id(self, element: ScreenElement | None) -> int:
        known = element.window_id if element is not None else 0
        return known or self.chosen.window.window_id


@dataclass(frozen=True, slots=True)
class _Failed:
    """A search that found nothing, and why: the same search of the same sight ends the same way."""

    search: _Search
    images: Images
    answer: Missed

    def is_again(self, other: _Search, images: Images) -> bool:
        """Tell whether another search is this one, with nothing changed on the picture or in the tree."""
        was, now = self.search, other
        return (
            (was.target, was.lowest, was.chosen) == (now.target, now.lowest, now.chosen)
            and self.images is images
            and is_same_sight(was.scene.observation, now.scene.observation)
            and was.scene.elements == now.scene.elements
        )


def _rungs(target: Target, scene: Scene, images: Images) -> tuple[tuple[Rung, Look], ...]:
    witnesses = Witnesses(target, scene)
    pictures = Pictures(target, scene, images, witnesses)
    return (
        ("tree", partial(by_tree, target, scene)),
        ("image_near", pictures.near),
        ("image", pictures.anywhere),
        ("text", lambda: by_text(target, scene, witnesses, pictures)),
        ("landmarks", lambda: by_landmarks(target, scene, witnesses, pictures)),
    )


def _tried(rung: Rung, outcome: Outcome, ms: float) -> Tried:
    match outcome:
        case Hit():
            return Tried(rung, ms, outcome.score, 1, outcome.note)
        case Several():
            return Tried(rung, ms, outcome.best, len(outcome.candidates), outcome.note)
        case Nothing():
            return Tried(rung, ms, outcome.best, outcome.matches, outcome.note)


_TYPED: type[Finder] = LadderFinder
