"""The ladder: one rung after the other, best evidence first, until one match is sure and alone.

A rung that finds nothing lets the next one look. A rung that finds several equally good ones ends
the search: weaker evidence is no cure. A step that may not use a rung is told what it would have
found there, and nothing is pressed.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Literal

from automation.core.observation import Observation, ScreenElement
from automation.core.stopping import StopToken
from automation.macros.finder import sentences
from automation.macros.finder.covering import coverers
from automation.macros.finder.evidence import Witnesses
from automation.macros.finder.image_rung import Pictures
from automation.macros.finder.kept_lines import PHASES, KeptLines, Reads, is_same_sight
from automation.macros.finder.landmark_rung import by_landmarks
from automation.macros.finder.outcome import Hit, Nothing, Outcome, Several
from automation.macros.finder.places import same_part
from automation.macros.finder.replacing import read_instead, replaced
from automation.macros.finder.scene import Scene
from automation.macros.finder.text_rung import by_text
from automation.macros.finder.tree_rung import by_tree
from automation.macros.finder.windows import Chosen, NoWindow, choose
from automation.macros.found import RUNGS, Finder, Found, Images, Missed, Rung, Tried
from automation.macros.macro import Target

_STRICT: Final[frozenset[Rung]] = frozenset({"tree", "image_near"})
"""Where only these rungs may be used, the window's title has to be the recorded one too."""

Look = Callable[[], Outcome]


class LadderFinder:
    """Implements `found.Finder`. Used by one thread.

    Between searches it keeps what was read of the last pictures, and why nothing was found on them: a
    target that is waited for is looked for four times a second, mostly on the same picture, or on two
    in turn while a caret blinks.
    """

    def __init__(self, reader: Reads, clock_s: Callable[[], float] = time.perf_counter) -> None:
        self._reader = KeptLines(reader)
        self._clock_s = clock_s
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
            return Missed("missing", sentences.other_dialog(target, chosen.window.title))
        if scene.blocking_window is not None:
            return Missed("unsure", sentences.blocked(target, scene.blocking_window.title))
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
            started_s = self._clock_s()
            outcome = look()
            tried.append(_tried(rung, outcome, 1000 * (self._clock_s() - started_s)))
            match outcome:
                case Hit():
                    return search.judged(rung, outcome, tuple(tried))
                case Several():
                    sentence = sentences.several(search.target, rung, outcome)
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
            return Missed("unsure", sentences.blocked(self.target, dialog.name), tried=tried)
        shown = () if hit.element is None else (hit.element,)
        if RUNGS.index(rung) > RUNGS.index(self.lowest):
            sentence = sentences.too_low(self.target, rung, hit)
            return Missed("not_allowed", sentence, shown, tried)
        if self.lowest in _STRICT and not self.chosen.is_as_recorded:
            sentence = sentences.other_title(self.target, self.chosen.window.title)
            return Missed("not_allowed", sentence, shown, tried)
        other = self._other_beside(rung, hit)
        if other is not None:
            return Missed("unsure", sentences.replaced(self.target, *other), shown, tried)
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
            sentence = sentences.unsure(self.target, *unsure[0])
            return Missed("unsure", sentence, candidates, tried)
        notes = [t.note for t in tried if t.matches and t.note]
        sentence = sentences.missing(self.target, self.scene, notes)
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
        ("tree", lambda: by_tree(target, scene)),
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
