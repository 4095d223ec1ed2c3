# ruff: noqa: RUF001 - people write these signs
"""Verbs that look instead of acting: wait, verify, expect."""

import re
from collections.abc import Sequence
from typing import Final

from automation.commands.forms import Expect, Form, Inside, Phrase, Rest
from automation.commands.roles import is_container
from automation.commands.targets import phrase
from automation.commands.words import Quotes, has_quote, number, without_closing
from automation.core.actions import MAX_WAIT_S, Checked, Equals, Shown, WindowTitle

Forms = tuple[Form, ...]

WAIT_FOR_S: Final = 30.0
"""How long `wait for x` looks before it says that x did not come."""
VERIFY_S: Final = 2.0
"""How long a check gives the screen to catch up with the step before it."""
_MAX_CHARS: Final = 800

_UNITS: Final = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}
_DURATION: Final = (
    r"(?P<half>half an?)?\s*(?P<n>\d+(?:[.,]\d+)?|[a-z]+)?\s*"
    r"(?P<u>ms|milliseconds?|msecs?|secs?|seconds?|s|mins?|minutes?|m|hours?|h)"
)
_WAIT: Final = re.compile(
    rf"(?:for\s+)?(?:another\s+)?(?:about\s+)?{_DURATION}(?:\s+more)?", re.IGNORECASE
)
_MOMENT: Final = re.compile(
    r"(?:for\s+)?(?:a\s+(?:little|moment|bit|while|short while)(?:\s+bit)?|briefly)?", re.IGNORECASE
)
_SETTLED: Final = re.compile(
    r"(?:for|until|till)\s+(?:the\s+)?(?:page|window|app|screen|it|everything|site)\s+(?:has\s+|is\s+|to\s+)?"
    r"(?:load(?:ed|s)?|settled?|ready|finish(?:ed|es)?(?: loading)?|stable|done)",
    re.IGNORECASE,
)
_WITHIN: Final = re.compile(
    rf"\s+(?:with)?in\s+(?:the next\s+)?{_DURATION}$|\s+for\s+(?:up to|at most)\s+{_DURATION.replace('?P<', '?P<x')}$",
    re.IGNORECASE,
)
_UNSPECIFIC: Final = re.compile(
    r"(?:^|\b(?:is|are|see|there['’]s|shows?|says?|contains?)\s+)(?:an?|any|some|something|anything)\b",
    re.IGNORECASE,
)
"""`an error`: not the words that would be on the screen."""
_THING: Final = r"(?:the\s+)?(?:text|words?|message|string|label|heading|link|button)\s+"
_THERE: Final = r"(?:shown|visible|displayed|there|present|showing|open|here|(?:on|in) (?:the )?(?:screen|page|window|list|view))"
_SCREEN: Final = rf"{_THERE}(?:\s+(?:on|in) (?:the )?(?:screen|page|window|list|view))?"
_NOT: Final = r"(?P<not>\s+not|\s+no longer|n't|n’t|\s+never)?"
_IS_SHOWN: Final = re.compile(
    rf"(?P<x>.+?)(?:\s+(?:is|are|to be)|(?<=\w)(?=n['’]t))?\s*{_NOT}\s+(?:been\s+)?(?P<s>{_SCREEN})",
    re.IGNORECASE,
)
_APPEARS: Final = re.compile(
    r"(?P<x>.+?)\s+(?:to\s+|has\s+|have\s+|can\s+)?(?P<not>(?:does not|doesn['’]t|do not|don['’]t|not)\s+)?"
    r"(?:appears?|appeared|shows? up|shown up|exists?|be (?:shown|seen|visible)|comes? up|load(?:s|ed)?|pops? up|opens?)",
    re.IGNORECASE,
)
_GOES: Final = re.compile(
    r"(?P<x>.+?)\s+(?:is\s+|are\s+|has\s+|have\s+|to\s+)?(?:be\s+)?(?:gone|disappear(?:s|ed)?|vanish(?:es|ed)?|goes away|go away|"
    r"went away|closes?|closed|hidden)",
    re.IGNORECASE,
)
_IN_WINDOW: Final = re.compile(
    r"\s+(?:in|inside|within)\s+(?:the\s+)?(?P<where>\S.*?)(?P<kind>\s+(?:window|app|application|program))?",
    re.IGNORECASE,
)
_I_SEE: Final = re.compile(
    r"(?:(?:i|you|we)\s+(?:can\s+)?see|it (?:says|shows)|there(?: is| are|['’]s)|(?:the\s+)?(?:page|screen|window|display|result|app)\s+"
    r"(?:shows|says|contains|displays|reads|has|includes))\s+(?P<x>.+)",
    re.IGNORECASE,
)
_I_DONT_SEE: Final = re.compile(
    r"(?:(?:i|you|we)\s+(?:do not|don['’]t|can['’]t|cannot|no longer)\s+see|there (?:is|are)(?:n['’]t| no| not)(?: any)?|"
    r"(?:the\s+)?(?:page|screen|window|display|app)\s+(?:does not|doesn['’]t)\s+(?:show|say|contain|display|have|include))\s+(?P<x>.+)",
    re.IGNORECASE,
)
_TITLE: Final = re.compile(
    r"(?:the\s+|a\s+)?(?:window(?:'s|’s)?\s+)?title(?:\s+(?:of|in) (?:the |this )?\w*\s*window)?\s+"
    r"(?:to\s+)?(?:is|be|equals?|contains?|says?|shows?|has|have|reads?|includes?|becomes?|changes? to|starts? with)\s+(?P<x>.+)",
    re.IGNORECASE,
)
_WINDOW: Final = re.compile(
    r"(?:(?:a|an|the)\s+)?(?:(?:window|dialog(?:ue)?)\s+(?:(?:called|named|titled|with (?:the )?title)\s+)?(?P<a>.+?)|(?P<b>.+?)\s+(?:window|dialog(?:ue)?))"
    r"\s+(?:to\s+)?(?:is open(?:ed)?|is shown|is visible|is there|exists|appears?|opens?|shows? up|be open|comes? up)",
    re.IGNORECASE,
)
_ON: Final = "checked|ticked|selected|turned on|switched on|on|active|marked|set"
_OFF: Final = (
    "unchecked|unticked|deselected|turned off|switched off|off|inactive|unselected|unset|cleared"
)
_CHECKED: Final = re.compile(
    rf"(?P<t>.+?)(?:\s+(?:is|to be))?{_NOT}\s+(?:(?P<on>{_ON})|(?P<off>{_OFF}))", re.IGNORECASE
)
_VALUE_OF: Final = re.compile(
    r"(?:the\s+)?(?:value|text|contents?)\s+(?:of|in|inside)\s+(?P<t>.+?)\s+"
    r"(?:(?P<c>contains|includes|has)|is equal to|is|equals|reads|says|shows|(?:to )?be|==?)\s+(?P<x>.+)",
    re.IGNORECASE | re.DOTALL,
)
_EQUALS: Final = re.compile(
    r"(?P<t>.+?)(?:\s+(?:(?P<c>contains|includes)|is equal to|equals|reads|says|shows|holds|has (?:the )?(?:value|text)|is set to)\s+|\s*==?\s*)(?P<x>.+)",
    re.IGNORECASE | re.DOTALL,
)
_IS: Final = re.compile(r"(?P<t>.+?)\s+(?:is|to be)\s+(?P<x>.+)", re.IGNORECASE | re.DOTALL)

_Pattern = tuple[re.Pattern[str], bool]
"""With whether what it matches must not be there."""
_AS_EVENT: Final[Sequence[_Pattern]] = ((_GOES, True), (_IS_SHOWN, False), (_APPEARS, False))
_ALL: Final[Sequence[_Pattern]] = ((_I_DONT_SEE, True), (_I_SEE, False), *_AS_EVENT)


def seconds(half: str | None, count: str | None, unit: str) -> float | None:
    """Return a spoken duration in seconds; None when the number is none."""
    folded = unit.casefold()
    scale = _UNITS["ms" if folded.startswith(("ms", "milli")) else folded[0]]
    value = 1.0
    if count and not (half and count.casefold() in ("a", "an")):
        try:
            value = float(count.replace(",", "."))
        except ValueError:
            word = number(count)
            if word is None:
                return None
            value = float(word)
    total = value * scale * (0.5 if half else 1.0)
    return min(total, MAX_WAIT_S)


def wait(rest: str, quotes: Quotes) -> Forms:
    """`wait 2 seconds`, `wait for "x"`, `wait until "x" appears`."""
    bare = without_closing(rest)
    if len(bare) > _MAX_CHARS:
        return ()
    if match := _WAIT.fullmatch(bare):
        pause = seconds(match.group("half"), match.group("n"), match.group("u"))
        return (Rest(pause),) if pause is not None else ()
    if _MOMENT.fullmatch(bare) or _SETTLED.fullmatch(bare):
        return (Rest(1.0),)
    if match := re.match(
        r"(?:up to|at most)\s+" + _DURATION + r"\s+(?=for|until|till)", bare, re.IGNORECASE
    ):
        limit = seconds(match.group("half"), match.group("n"), match.group("u"))
        return wait_for(bare[match.end() :], quotes, limit or WAIT_FOR_S)
    return wait_for(bare, quotes, WAIT_FOR_S)


def wait_for(bare: str, quotes: Quotes, limit_s: float) -> Forms:
    """`for x`, `until x appears`, `until x is gone`."""
    match = re.match(r"(?P<how>for|until|till|that)\s+(?=\S)", bare, re.IGNORECASE)
    if match is None:
        return ()
    words = bare[match.end() :]
    words, within = _within(words)
    if _UNSPECIFIC.search(words):
        return ()
    limit = within if within is not None else limit_s
    if forms := _looks(words, quotes, limit):
        return forms
    return _named(words, quotes, limit) if match.group("how").casefold() == "for" else ()


def verify(rest: str, quotes: Quotes) -> Forms:
    """`verify that x is shown`, `check that T is checked`, `expect T equals x`."""
    bare = re.sub(r"^(?:that|whether|if|to see)\s+", "", without_closing(rest), flags=re.IGNORECASE)
    if not bare or len(bare) > _MAX_CHARS:
        return ()
    words, within = _within(bare)
    if _UNSPECIFIC.search(words):
        return ()
    limit = within if within is not None else VERIFY_S
    return _looks(words, quotes, limit) or _named(words, quotes, limit)


def _within(words: str) -> tuple[str, float | None]:
    match = _WITHIN.search(words)
    if match is None:
        return words, None
    parts = match.groupdict()
    pause = seconds(
        parts["half"] or parts["xhalf"], parts["n"] or parts["xn"], parts["u"] or parts["xu"]
    )
    return (words[: match.start()], pause) if pause is not None else (words, None)


def _looks(words: str, quotes: Quotes, limit: float) -> Forms:
    return (
        _window(words, quotes, limit)
        or _value(_VALUE_OF, words, quotes, limit)
        or _shown(words, quotes, limit)
        or _shown_in_window(words, quotes, limit)
        or _state(words, quotes)
        or _value(_EQUALS, words, quotes, limit)
        or _value(_IS, words, quotes, limit)
    )


def _window(words: str, quotes: Quotes, limit: float) -> Forms:
    match = _TITLE.fullmatch(words)
    if match is not None:
        text = _said(match.group("x"), quotes)
        return (Expect(WindowTitle(text, limit)),) if text else ()
    if match := _WINDOW.fullmatch(words):
        text = _said(match.group("a") or match.group("b"), quotes)
        return (Expect(WindowTitle(text, limit)),) if text else ()
    return ()


def _shown_in_window(words: str, quotes: Quotes, limit: float) -> Forms:
    """`"72" is shown in galculator`: what follows the window's name would be no text to look for."""
    for start in re.finditer(r"\s+(?=(?:in|inside|within)\s)", words, re.IGNORECASE):
        place = _IN_WINDOW.fullmatch(words, start.start())
        forms = _shown(words[: start.start()], quotes, limit, _AS_EVENT)
        window = phrase(place.group("where"), quotes) if place else None
        if place is None or window is None or not forms:
            continue
        if not place.group("kind") and is_container(place.group("where")):
            return ()
        return tuple(Inside(window, form) for form in forms)
    return ()


def _shown(words: str, quotes: Quotes, limit: float, patterns: Sequence[_Pattern] = _ALL) -> Forms:
    for pattern, absent in patterns:
        match = pattern.fullmatch(words)
        if match is None:
            continue
        text = _said(match.group("x"), quotes)
        is_absent = absent or bool(match.groupdict().get("not"))
        return (Expect(Shown(text, is_absent, limit)),) if text else ()
    return ()


def _state(words: str, quotes: Quotes) -> Forms:
    match = _CHECKED.fullmatch(words)
    target = phrase(match.group("t"), quotes) if match else None
    if match is None or target is None:
        return ()
    on = bool(match.group("on")) != bool(match.group("not"))
    return (Expect(Checked(target.label, on), target),)


def _value(pattern: re.Pattern[str], words: str, quotes: Quotes, limit: float) -> Forms:
    match = pattern.fullmatch(words)
    target = phrase(match.group("t"), quotes) if match else None
    if match is None or target is None:
        return ()
    wanted = match.group("x")
    value = quotes.plain(wanted).strip()
    contains = bool(match.groupdict().get("c"))
    if not has_quote(wanted):
        value = re.sub(r"^(?:now|still|exactly)\s+", "", value, flags=re.IGNORECASE)
    return (Expect(Equals(target.label, value), target, contains, limit),) if value else ()


def _named(words: str, quotes: Quotes, limit: float) -> Forms:
    """Read the bare words as a text that has to be visible, if they are short or quoted."""
    text = _said(words, quotes)
    if not text or (not has_quote(words) and len(text.split()) > 5):
        return ()
    return (Expect(Shown(text, within_s=limit)),)


def _said(masked: str, quotes: Quotes) -> str:
    """Return the text that must be visible, without `the text` before it."""
    bare = re.sub(rf"^{_THING}(?=\S)", "", masked.strip(), flags=re.IGNORECASE)
    if re.match(r"(?:an?|any|some|something|anything|nothing|no)\b", bare, re.IGNORECASE):
        return ""
    target: Phrase | None = phrase(bare, quotes)
    if target is None:
        return ""
    quoted = [r.label for r in target.readings if r.is_literal]
    if quoted and has_quote(bare):
        return quoted[0]
    return re.sub(r"^the\s+", "", target.text, flags=re.IGNORECASE)
