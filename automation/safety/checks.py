"""Looks whether something is so: a text shown, a value held, a box on, a title there. Never acts."""

import unicodedata
from collections.abc import Sequence
from typing import Final

from automation.core.actions import Check, Checked, Equals, Shown, WindowTitle
from automation.core.clock import Clock
from automation.core.observation import Observation, ScreenElement
from automation.core.pictures import changed_box
from automation.core.ports import ElementReader, Screen
from automation.core.proposal import Receipt
from automation.core.stopping import StopToken

POLL_S: Final = 0.2
_SWITCHES: Final = frozenset({"checkbox", "radio", "toggle", "menu_item"})
_INPUTS: Final = frozenset({"field", "password", "spinner", "combo", "slider", "terminal"})
_TEXTS: Final = frozenset({"text", "label", "status", "cell", "heading"})


class Checker:
    """Looks until a check holds or its time is up. Owned by the agent thread."""

    def __init__(self, reader: ElementReader, screen: Screen, clock: Clock) -> None:
        self._reader = reader
        self._screen = screen
        self._clock = clock

    def check(self, check: Check, observation: Observation, stop: StopToken) -> Receipt:
        """Return `effect_seen`, `denied` with what was found, or `not_seen` where nothing tells."""
        within_s = check.within_s if isinstance(check, Shown | WindowTitle) else 0.0
        deadline_s = self._clock.now_s() + within_s
        receipt = self._look(check, observation)
        while receipt.kind != "effect_seen" and self._clock.now_s() < deadline_s:
            self._clock.wait(min(POLL_S, deadline_s - self._clock.now_s()), stop)
            latest = self._screen.observe_now()
            if _is_same(observation, latest) and self._clock.now_s() < deadline_s:
                continue
            observation = latest
            receipt = self._look(check, observation)
        return receipt

    def _look(self, check: Check, observation: Observation) -> Receipt:
        match check:
            case Shown():
                return self._shown(check, observation)
            case Equals():
                return self._equals(check, observation)
            case Checked():
                return self._checked(check, observation)
            case WindowTitle():
                return _titled(check, observation)

    def _shown(self, check: Shown, observation: Observation) -> Receipt:
        """Look in the tree first; OCR only where the tree does not show the text."""
        elements = self._reader.tree(observation)
        place = _where(check.text, elements)
        if not place:
            lines = self._reader.text(observation)
            place = _where(check.text, lines)
            if not place and not elements and not lines:
                return Receipt("not_seen", "nothing on the screen could be read")
        said = f'"{check.text}"'
        if check.absent:
            return _answer(not place, f"{said} is not shown", f"{said} is shown")
        return _answer(bool(place), f"{said} is shown", f"{said} is not shown")

    def _equals(self, check: Equals, observation: Observation) -> Receipt:
        # A label often has the name of the field beside it: what can be typed into comes first.
        element = self._find(check.target, observation, _INPUTS) or self._find(
            check.target, observation, _TEXTS
        )
        if element is None:
            return Receipt("not_seen", f'"{check.target}" was not found')
        if "secret" in element.states:
            return Receipt("not_seen", "a password field is never read")
        fresh = self._reader.refreshed(element) or element
        if fresh.value is None:
            return Receipt("not_seen", f'the text of "{check.target}" cannot be read')
        found = fresh.value.removesuffix("\n")
        if found == check.value:
            return Receipt("effect_seen", "read, exact")
        return Receipt(
            "denied",
            f'"{check.target}" holds {len(found)} letters that are not the expected ones',
        )

    def _checked(self, check: Checked, observation: Observation) -> Receipt:
        element = self._find(check.target, observation, _SWITCHES)
        if element is None:
            return Receipt("not_seen", f'"{check.target}" was not found')
        fresh = self._reader.refreshed(element) or element
        is_on = "checked" in fresh.states
        found = f'"{check.target}" is {"on" if is_on else "off"}'
        return _answer(is_on == check.is_checked, found, found)

    def _find(
        self, name: str, observation: Observation, roles: frozenset[str]
    ) -> ScreenElement | None:
        """Return the element of that name, of the wanted roles if there is one."""
        wanted = _plain(name)
        named = [e for e in self._reader.tree(observation) if _plain(e.name) == wanted]
        return next((e for e in named if e.role in roles), None)


def _titled(check: WindowTitle, observation: Observation) -> Receipt:
    wanted = _plain(check.text)
    has = any(wanted in _plain(w.title) for w in observation.windows if not w.is_own)
    said = f'a window called "{check.text}"'
    return _answer(has, f"there is {said}", f"there is no {said}")


def _where(text: str, elements: Sequence[ScreenElement]) -> bool:
    """Tell whether one of the elements shows the text as its name or value."""
    wanted = _plain(text)
    return any(
        wanted in _plain(e.name) or (e.value is not None and wanted in _plain(e.value))
        for e in elements
        if "secret" not in e.states
    )


def _plain(text: str) -> str:
    """Return the text as it is compared: case, spacing and accents' encoding aside."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _answer(is_so: bool, yes: str, no: str) -> Receipt:
    return Receipt("effect_seen", yes) if is_so else Receipt("denied", no)


def _is_same(before: Observation, after: Observation) -> bool:
    """Tell whether nothing moved between two looks, so that reading again would tell the same."""
    titles = [(w.window_id, w.title) for w in before.windows]
    return titles == [(w.window_id, w.title) for w in after.windows] and (
        changed_box(before.frame, after.frame) is None
    )
