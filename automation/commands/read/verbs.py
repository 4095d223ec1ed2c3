"""What reads the words after a verb, and forms by the patterns of the language files, where the verbs stand too.

A file says for a pattern a plain command, which the verb table reads, or writes the form out as
`Mark(part={p}, where={t})`: then the words of the slots become its values.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from os.path import commonprefix
from typing import Any, Final, Literal, cast, get_args

from automation.commands import forms
from automation.commands.forms import (
    Assign,
    Choose,
    Edit,
    EditOp,
    Expand,
    Expect,
    Focus,
    Form,
    Hold,
    Insert,
    Inside,
    Mark,
    Once,
    Part,
    Path,
    Phrase,
    Point,
    Press,
    Rest,
    Rewrite,
    Switch,
    Tab,
    TextUnit,
    Type,
    WindowOp,
)
from automation.commands.language import (
    END_CALLS,
    alternatives,
    fits_of,
    holds_value,
    in_plain_words,
    is_value,
    languages,
    table,
    vocabulary,
)
from automation.commands.language import words as word_list
from automation.commands.read import verbs_on_things as point
from automation.commands.read import verbs_on_things as texts
from automation.commands.read.menu_paths import said_path
from automation.commands.read.verbs_on_things import click, path, repeated
from automation.commands.targets import ROLE_WORDS, is_container, phrase
from automation.commands.words import (
    Quotes,
    has_quote,
    is_slip,
    number,
    ordinal,
    without_closing,
    without_opening,
)
from automation.core.actions import MAX_WAIT_S, Checked, Equals, Modifier, Shown, WindowTitle

Forms = tuple[Form, ...]

_KEY_WORD: Final = re.compile(r"\s+(?:keys?|key combination|shortcut|chord)$", re.IGNORECASE)
_KEY_FIRST: Final = re.compile(r"^(?:keys?|key combination|shortcut)\s+(?=\S)", re.IGNORECASE)
_THIS_WINDOW: Final = re.compile(
    r"(?:(?:the|this|that|current|active|my)\s+)*(?:window|app|application|program|dialog|dialogue|it)?",
    re.IGNORECASE,
)
_PART_OF_PAGE: Final = re.compile(r"\b(?:dialog(?:ue)?|it)$", re.IGNORECASE)
_TABS: Final = re.compile(r"(?:(?:the|this|current|active)\s+)*tab", re.IGNORECASE)
_EDIT_OBJECT: Final = re.compile(
    r"(?:(?:the|this|that|it)\s*)*(?:selection|selected(?: text)?|text|it|that|clipboard|file|document|page|changes?|"
    r"everything|last (?:change|action|step))?(?:\s+(?:here|there|to (?:the )?clipboard|from (?:the )?clipboard))?",
    re.IGNORECASE,
)
_EDIT_PLACE: Final = re.compile(r"\s(?:in|inside|within)\s+(\S.*)$", re.IGNORECASE)
WINDOW_WORD: Final = re.compile(r"(?<=\S)\s+(?:window|app|application|program)$", re.IGNORECASE)
_PAGED: Final = re.compile(
    rf"(?:the\s+)?(?P<way>next|previous|nächste|vorherige)\s+(?:{alternatives('paged_words')})",
    re.IGNORECASE,
)
_COOKIES: Final = re.compile(r"(?P<what>(?:all\s+)?)(?:the\s+)?cookies", re.IGNORECASE)
_NUMBERED_PAGE: Final = re.compile(r"(?:the\s+)?page\s+(?:number\s+)?\d{1,4}", re.IGNORECASE)
_NAVIGATION: Final = re.compile(r"^(?:over|back)\s+to\s+", re.IGNORECASE)


# Verbs for keys, windows, tabs and the clipboard.


def press(rest: str, quotes: Quotes) -> Forms:
    """`press Ctrl+S`, `press Tab 3 times`, `press Save`."""
    words = re.sub(r"^on\s+(?=\S)", "", rest, flags=re.IGNORECASE)
    if words != rest:
        return click(words, quotes)
    if hold := re.match(r"(?:and|&)\s+hold\s+(?:down\s+)?(.+)", words, re.IGNORECASE):
        return hold_key(hold.group(1), quotes)
    if menu := path(words, quotes):
        return (menu,)
    menu = said_path(f"click {words}", quotes)
    forms: list[Form] = [menu] if menu is not None else []
    fewer, count = repeated(words)
    for text, times in ((fewer, count),) if count > 1 else ((words, 1),):
        if form := _press(text, times, quotes):
            forms.append(form)
    return tuple(forms)


def _press(words: str, times: int, quotes: Quotes) -> Press | None:
    bare = words.strip()
    if len(bare) > 1 and bare[-1] in ".!" and "+" not in bare[-2:]:
        bare = bare[:-1].rstrip()
    article = re.match(r"the\s+", bare, re.IGNORECASE)
    bare = bare[article.end() :] if article else bare
    name = _KEY_FIRST.sub("", _KEY_WORD.sub("", bare))
    target = phrase(name, quotes) or phrase(bare, quotes)
    if target is None or not name:
        return None
    return Press(quotes.plain(name).strip(), target, times, is_key=name != bare)


def hold_key(rest: str, quotes: Quotes) -> Forms:
    """`hold Shift`, `hold down the Ctrl key`."""
    return _key_form(re.sub(r"^down\s+", "", rest, flags=re.IGNORECASE), quotes, down=True)


def release_key(rest: str, quotes: Quotes) -> Forms:
    """`release Shift`, `let go of the Ctrl key`."""
    return _key_form(re.sub(r"^(?:go\s+)?of\s+", "", rest, flags=re.IGNORECASE), quotes, down=False)


def _key_form(rest: str, quotes: Quotes, *, down: bool) -> Forms:
    form = _press(without_closing(rest), 1, quotes)
    short = form is not None and len(form.text.split()) <= 2
    return (Hold(form.text, down),) if form is not None and short else ()


def edit(rest: str, quotes: Quotes, op: EditOp, word: str = "") -> Forms:
    """`copy`, `paste it here`, `undo`: alone, or with words that add nothing."""
    bare = without_closing(rest)
    if not bare or not any(map(str.isalnum, bare)):
        return (Edit(op, phrase(word or op.replace("_", " "), quotes)),)
    if keys := re.match(
        r"(?:with|using|via|by pressing)\s+(?:the keys?\s+)?(?=\S+\+)", bare, re.IGNORECASE
    ):
        return press(bare[keys.end() :], quotes)
    if not has_quote(bare) and _EDIT_OBJECT.fullmatch(bare):
        return (Edit(op),)
    place = _EDIT_PLACE.search(f" {bare}")
    if place is None or not _EDIT_OBJECT.fullmatch(f" {bare}"[: place.start()].strip()):
        return ()
    name = place.group(1)
    is_part = name.rsplit(None, 1)[-1].casefold() in ROLE_WORDS
    where = None if is_part else phrase(WINDOW_WORD.sub("", name), quotes)
    return (Inside(where, Edit(op)),) if where else ()


def page(rest: str, quotes: Quotes) -> Forms:
    """`page down`, `page up`."""
    match = re.fullmatch(r"(up|down)", repeated(without_closing(rest))[0], re.IGNORECASE)
    target = phrase(f"Page {match.group(1)}", quotes) if match else None
    return (Press(target.text, target, repeated(rest)[1], is_key=True),) if target else ()


def switch_to(rest: str, quotes: Quotes) -> Forms:
    """`switch to W`, `focus W`, `bring W to the front`."""
    words = _NAVIGATION.sub("", rest)
    if menu := path(words, quotes):
        return (menu,)
    bare = re.sub(
        r"\s+(?:(?:in)?to|on|in) (?:the )?(?:front|foreground|top)$",
        "",
        without_closing(words),
        flags=re.IGNORECASE,
    )
    bare = re.sub(r"^to\s+(?=\S)", "", bare, flags=re.IGNORECASE)
    bare = WINDOW_WORD.sub("", bare)
    if paged := _PAGED.fullmatch(bare):
        names = (f"{paged['way']} page", paged["way"])
        steps = tuple(Point(t) for name in names if (t := phrase(name, quotes)))
        whole = phrase(bare, quotes)
        return (Focus(whole), *steps) if whole else ()
    if tab := re.fullmatch(r"(?:the\s+)?(next|previous|prev)\s+tab", bare, re.IGNORECASE):
        return tab_to("tab", quotes, "next" if tab.group(1).casefold() == "next" else "previous")
    target = phrase(bare, quotes)
    if target and _NUMBERED_PAGE.fullmatch(bare):
        return (Focus(target), Point(target))
    return (Focus(target),) if target else ()


def cookies(rest: str, quotes: Quotes, verb: str) -> Forms:
    """`reject all cookies`: the button of a cookie notice, with or without the word."""
    match = _COOKIES.fullmatch(without_closing(rest))
    names = (f"{verb} {rest}", f"{verb} {match['what']}") if match else ()
    return tuple(Point(target) for name in names if (target := phrase(name, quotes)))


_SOME_TAB: Final = re.compile(r"\b(?:tab|reiter|registerkarte)\b", re.IGNORECASE)
_ALL_OF_THEM: Final = re.compile(r"(?:all|every|each|both|alle|jede[ns]?|beide)\b", re.IGNORECASE)


def window_op(rest: str, quotes: Quotes, op: Literal["close", "minimise", "maximise"]) -> Forms:
    """`close window`, `close W`, `minimise the window`, `close tab`."""
    bare = without_closing(rest)
    if op == "close" and _TABS.fullmatch(bare):
        return (Tab("close"),)
    if op == "close" and _SOME_TAB.search(bare) and not _ALL_OF_THEM.match(bare):
        return ()  # a window that has the name of its tab in its title would go, with all others
    if not has_quote(bare) and _THIS_WINDOW.fullmatch(bare):
        # A dialog may be a part of a page, which is closed before its window.
        part = phrase(bare, quotes) if op == "close" and _PART_OF_PAGE.search(bare) else None
        return (WindowOp(op, part), WindowOp(op)) if part else (WindowOp(op),)
    bare = re.sub(
        r"^(?:the\s+)?(?:window|app)\s+(?:called|named|titled)?\s*", "", bare, flags=re.IGNORECASE
    )
    bare = re.sub(r"\s+(?:window|app|application|program|dialog)$", "", bare, flags=re.IGNORECASE)
    target = phrase(bare, quotes)
    return (WindowOp(op, target),) if target else ()


def tab_to(rest: str, quotes: Quotes, op: Literal["next", "previous", "new"]) -> Forms:
    """`next tab`, `previous tab`, `new tab`."""
    bare = without_closing(rest)
    return (Tab(op),) if re.fullmatch(r"tab", bare, re.IGNORECASE) and not has_quote(bare) else ()


def chord_of(held: str, form: Form, quotes: Quotes) -> Form:
    """Return a press with one more key held: `press Ctrl and S`."""
    if isinstance(form, Inside | Once):
        return replace(form, form=chord_of(held, form.form, quotes))
    if not isinstance(form, Press):
        return form
    text = f"{held}+{form.text}"
    return Press(text, phrase(text, quotes) or form.target, form.repeat, is_key=True)


def with_held(form: Form, modifier: Modifier) -> Form:
    """Return a click with a modifier held."""
    if isinstance(form, Inside | Once):
        return replace(form, form=with_held(form.form, modifier))
    return replace(form, modifiers=(*form.modifiers, modifier)) if isinstance(form, Point) else form


_CHORD: Final = re.compile(r"\S\s*\+\s*\S")
_LEAVING: Final = frozenset({"alt", "super", "win", "windows", "meta", "cmd", "command"})
"""Modifiers of chords that may go to another window."""
_TAKING: Final = frozenset({"c", "x", "ins", "insert", "del", "delete"})
"""Keys that, with modifiers, may take something along from the window in front."""
_PICTURES: Final = frozenset({"print", "print screen", "printscreen", "prtsc", "prtscn"})
"""Keys that take a picture of it, with modifiers or without."""


def kind_in_list(form: Form, is_one_verb: bool, *, is_last: bool) -> str | None:
    """Return what a step of a list does to the thing that it names; None where it is no such step."""
    match form:
        case Point():
            return form.button
        case Press():
            is_part = is_last or _stays(form.text)
            return "left" if is_part and (is_one_verb or not _CHORD.search(form.text)) else None
        case Switch() | Choose() | Expand() | Path():
            return "left"
        case _:
            return None


def _stays(keys: str) -> bool:
    """Tell whether a key or chord neither takes something along nor goes to another window."""
    *modifiers, key = (part.strip() for part in keys.casefold().split("+"))
    if key in _PICTURES or not _LEAVING.isdisjoint(modifiers):
        return False
    return not (modifiers and key in _TAKING)


# ruff: noqa: RUF001 - people write these signs


WAIT_FOR_S: Final = 30.0
"""How long `wait for x` looks before it says that x did not come."""
VERIFY_S: Final = 2.0
"""How long a check gives the screen to catch up with the step before it."""
_MAX_CHARS: Final = 800

_EQUAL_SIGN: Final = re.compile(r"\s*==?\s*")
Slots = Mapping[str, str]
_UNITS: Final = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}
_DURATION: Final = (
    r"(?P<half>half an?)?\s*(?P<n>\d+(?:[.,]\d+)?|[a-z]+)?\s*"
    r"(?P<u>ms|milliseconds?|msecs?|secs?|seconds?|s|mins?|minutes?|m|hours?|h)"
)
_WAIT: Final = re.compile(
    rf"(?:for\s+)?(?:another\s+)?(?:about\s+)?{_DURATION}(?:\s+more)?", re.IGNORECASE
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
_IN_WINDOW: Final = re.compile(
    r"\s+(?:in|inside|within)\s+(?:the\s+)?(?P<where>\S.*?)(?P<kind>\s+(?:window|app|application|program))?",
    re.IGNORECASE,
)

# Verbs that look instead of acting: wait, verify, expect.


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
    if waited := waited_for(bare):
        return (Rest(1.0, for_next="ready" if waited == "ready" else "there"),)
    if not bare or next(fits_of("pauses", bare), None):
        return (Rest(1.0),)
    if match := re.match(
        r"(?:up to|at most)\s+" + _DURATION + r"\s+(?=for|until|till)", bare, re.IGNORECASE
    ):
        limit = seconds(match.group("half"), match.group("n"), match.group("u"))
        return wait_for(bare[match.end() :], quotes, limit or WAIT_FOR_S)
    return wait_for(bare, quotes, WAIT_FOR_S)


def waited_for(event: str) -> str:
    """Return `there` for words that say so of what the next step names, `ready` where a process may be meant."""
    found = fits_of("arrivals", event) if len(event) < _MOST_EVENT_CHARS else iter(())
    return next(found, ("",))[0]


_MOST_EVENT_CHARS: Final = 60


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


def confirm(rest: str, quotes: Quotes) -> Forms:
    """`confirm the field says Berlin`; Confirm payment is a button, and no look for the word payment."""
    return tuple(
        form for form in verify(rest, quotes) if has_quote(rest) or _looks(rest, quotes, 0)
    )


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
    """Return the check that the words of the language files make of a clause."""
    apart = _EQUAL_SIGN.sub(" = ", words)
    return (
        _check("events", apart, quotes, limit)
        or _check("comings", apart, quotes, limit)
        or _shown_in_window(apart, quotes, limit)
        or _check("denied_states", apart, quotes, limit)
        or _check("states", apart, quotes, limit)
    )


def _check(key: str, words: str, quotes: Quotes, limit: float) -> Forms:
    for kind, slots in fits_of(key, words):
        if form := _CHECKS[kind](slots, quotes, limit):
            return (form,)
    return ()


def _as_title(slots: Slots, quotes: Quotes, limit: float) -> Form | None:
    text = _said(slots["x"], quotes)
    return Expect(WindowTitle(text, limit)) if text else None


def _as_shown(
    slots: Slots, quotes: Quotes, limit: float, *, is_absent: bool = False
) -> Form | None:
    text = _said(slots["x"], quotes)
    return Expect(Shown(text, is_absent, limit)) if text else None


def _as_state(slots: Slots, quotes: Quotes, _limit: float, *, is_on: bool) -> Form | None:
    target = phrase(slots["t"], quotes)
    return Expect(Checked(target.label, is_on), target) if target else None


def _as_value(slots: Slots, quotes: Quotes, limit: float, *, contains: bool = False) -> Form | None:
    target, wanted = phrase(slots["t"], quotes), slots["x"]
    value = quotes.plain(wanted).strip()
    if not has_quote(wanted):
        value = re.sub(r"^(?:now|still|exactly)\s+", "", value, flags=re.IGNORECASE)
    return (
        Expect(Equals(target.label, value), target, contains, limit) if target and value else None
    )


_CHECKS: Final[dict[str, Callable[[Slots, Quotes, float], Form | None]]] = {
    "title": _as_title,
    "shown": _as_shown,
    "gone": partial(_as_shown, is_absent=True),
    "is_on": partial(_as_state, is_on=True),
    "is_off": partial(_as_state, is_on=False),
    "equals": _as_value,
    "contains": partial(_as_value, contains=True),
}
"""What the language files call what is looked for, under `events`, `comings` and `states`."""


def _shown_in_window(words: str, quotes: Quotes, limit: float) -> Forms:
    """`"72" is shown in galculator`: what follows the window's name would be no text to look for."""
    for start in re.finditer(r"\s+(?=(?:in|inside|within)\s)", words, re.IGNORECASE):
        place = _IN_WINDOW.fullmatch(words, start.start())
        forms = _check("comings", words[: start.start()], quotes, limit)
        window = phrase(place.group("where"), quotes) if place else None
        if place is None or window is None or not forms:
            continue
        if not place.group("kind") and is_container(place.group("where")):
            return ()
        return tuple(Inside(window, form) for form in forms)
    return ()


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


Handler = Callable[[str, Quotes], tuple[Form, ...]]

_WORDS: Final = re.compile("[^\\s:\U00100000-\U0010fffd]+")
_MAX_VERB_WORDS: Final = 5


_HANDLERS: Final[dict[str, Handler]] = {
    "click": point.click,
    "double_click": partial(point.click, count=2),
    "triple_click": partial(point.click, count=3),
    "right_click": partial(point.click, button="right"),
    "middle_click": partial(point.click, button="middle"),
    "click_twice": point.click_twice,
    "hover": point.hover,
    "move": point.move,
    "drag": point.drag,
    "switch_on": point.switch_on,
    "switch_off": partial(point.switch_on, on=False),
    "turn": point.turn,
    "choose": point.choose,
    "show": point.show,
    "view": partial(point.show, at_all=False),
    "hide": point.hide,
    "search": texts.search,
    "expand": point.expand,
    "collapse": partial(point.expand, unfold=False),
    "open_thing": point.open_thing,
    "launch": point.launch,
    "scroll": point.scroll,
    "call_it": texts.call_it,
    "type_text": texts.type_text,
    "type_in": texts.type_in,
    "write": texts.write,
    "write_down": texts.write_down,
    "put_in": texts.put_in,
    "enter": texts.enter,
    "put": texts.put,
    "fill": texts.fill,
    "assign": texts.assign,
    "increase": texts.adjust,
    "decrease": partial(texts.adjust, up=False),
    "replace_text": texts.replace_text,
    "clear": texts.clear,
    "delete": texts.delete,
    "untick": texts.untick,
    "press": press,
    "make": point.make,
    "give": texts.give,
    "switch_to": switch_to,
    "hold_key": hold_key,
    "release_key": release_key,
    "page": page,
    "copy": partial(edit, op="copy"),
    "cut": partial(edit, op="cut"),
    "paste": partial(edit, op="paste"),
    "undo": partial(edit, op="undo"),
    "redo": partial(edit, op="redo"),
    "save": partial(edit, op="save"),
    "back": partial(edit, op="back"),
    "forward": partial(edit, op="forward"),
    "reload": partial(edit, op="reload"),
    "refresh": partial(edit, op="reload", word="refresh"),
    "select_all": partial(edit, op="select_all"),
    "close": partial(window_op, op="close"),
    "minimise": partial(window_op, op="minimise"),
    "maximise": partial(window_op, op="maximise"),
    "next_tab": partial(tab_to, op="next"),
    "previous_tab": partial(tab_to, op="previous"),
    "new_tab": partial(tab_to, op="new"),
    "wait": wait,
    "pause": lambda rest, quotes: wait(rest, quotes) if without_closing(rest) else (),  # a button
    "confirm": confirm,
    "verify": verify,
}
"""The functions that read what comes after a verb, as the language files call them under `verbs`."""


def _table() -> dict[str, Handler]:
    found: dict[str, Handler] = {}
    for language in languages().values():
        for name, verbs in language.get("verbs", {}).items():
            for verb in verbs:
                found[verb] = partial(cookies, verb=verb) if name == "cookies" else _HANDLERS[name]
    for name, modifier in point.MODIFIERS.items():
        found[f"{name} click"] = partial(_held_click, modifier=modifier)
        found[f"{name} click on"] = partial(_held_click, modifier=modifier)
    return found


def _held_click(rest: str, quotes: Quotes, modifier: Modifier) -> tuple[Form, ...]:
    return point.click(rest, quotes, "left", 1, modifier)


_TABLE: Final = _table()
VERBS: Final = tuple(sorted(_TABLE))
"""Every word or group of words that can start a clause, in lower case."""


def read(clause: str, quotes: Quotes) -> tuple[str, tuple[Form, ...]]:
    """Return (the verb words as written, the forms they can mean); no forms when none fits."""
    for end, handler in _verbs_at_start(clause):
        forms = handler(clause[end:].lstrip(" \t:"), quotes)
        if forms:
            return clause[:end], forms
    return "", ()


def _verbs_at_start(clause: str) -> Iterator[tuple[int, Handler]]:
    """Yield (end, handler) of each group of words in the table that the clause starts with."""
    ends: list[int] = []
    for match in _WORDS.finditer(clause[:120]):
        ends.append(match.end())
        if len(ends) == _MAX_VERB_WORDS:
            break
    for end in reversed(ends):
        words = re.sub(r"[-+\s]+", " ", clause[:end].casefold()).strip()
        if words.endswith(",") and " " in words:
            continue  # `Move to, Cellar`: an entry of a menu, and what it holds
        handler = _TABLE.get(words.rstrip(",."))
        if handler is not None and not clause[:end].endswith("+"):
            yield end, handler


def starts_with_verb(clause: str) -> bool:
    """Tell whether the first words are a verb of ours, whatever comes after it."""
    return next(_verbs_at_start(clause.strip()), None) is not None


_SINGLE: Final = frozenset(verb for verb in VERBS if " " not in verb)
_GOAL: Final = re.compile(
    r"(?:find|search|look|book|buy|order|summari[sz]e|compare|send|reply|e-?mail|download|play|show|tell|"
    r"make|create|delete|remove|add|install|explain|translate|write|read|give|get|help|list|count|"
    r"calculate|compute|plan|schedule|organi[sz]e|sort|update|fix|rename|move|forward|print|share|post)"
    r"\s+(?:me|us|the|a|an|my|our|your|all|this|these|those|any|some|every|for|up|out|what|which|how|"
    r"where|when|who|whether|if|it|them|him|her)\b",
    re.IGNORECASE,
)


# Words that are no command of ours: goals, which need a model, and verbs with a slip in them.


def looks_like_goal(words: str) -> bool:
    """Tell whether the words ask for a result ("find the ...") and do not name a thing."""
    return _GOAL.match(without_opening(words)) is not None


def looks_like_order(words: str) -> bool:
    """Tell whether words begin as an order does, its verb known or not: `block the TV`, `hand over the car`."""
    first, *rest = words.split() or [""]
    if rest and rest[0].casefold() in word_list("verb_particles"):
        rest = rest[1:]
    small = word_list("stop_words") | word_list("value_joints") | word_list("place_words")
    is_verb = first.islower() and first.isalpha() and first not in small
    is_about = bool(rest) and rest[0].casefold() in word_list("determiners")
    return is_verb and is_about and (len(rest) > 1 or rest[0].casefold() in word_list("pronouns"))


def looks_like_verb(word: str) -> bool:
    """Tell whether a word is one slip away from a verb of ours without being one."""
    return len(word.strip(".,!")) > 3 and _nearest(word, _SINGLE) is not None


def nearest_verb(word: str) -> str | None:
    """Return the verb that a word probably was meant to be; None when there is no such verb."""
    if word.casefold() in vocabulary():
        return None  # "send" is no slip of the German "senk"
    return _nearest(word, _SINGLE) or _nearest(word, _SYNONYMS)


_SYNONYMS: Final = frozenset(
    said
    for language in languages().values()
    for name, listed in language["words"].items()
    if name.startswith("du_")
    for said in listed
    if " " not in said
)
"""Verbs that the patterns of a language file know, as `klick`."""


def is_verb_alone(words: str) -> bool:
    """Tell whether words are nothing but such a verb, and what it is about follows: `warte, bis es da ist`."""
    return words.casefold().rstrip(",") in _SYNONYMS


def without_slip(clause: str) -> str:
    """Return a clause with its verb put right where that can be no other word: `opne the file`; else nothing."""
    first, _, rest = clause.partition(" ")
    verb = _meant_by_slip(first.casefold()) if rest and first.isalpha() else ""
    return f"{verb} {rest}" if verb else ""


@lru_cache(maxsize=4096)
def _meant_by_slip(word: str) -> str:
    known = _SINGLE | _SYNONYMS
    meant = [verb for verb in known if is_slip(word, verb)] if word not in known else []
    return meant[0] if len(meant) == 1 else ""


def _nearest(word: str, verbs: frozenset[str]) -> str | None:
    from rapidfuzz.distance import OSA  # noqa: PLC0415 - only a slip needs it

    folded = word.casefold().strip(".,!")
    if not 3 <= len(folded) <= 20 or folded in _SINGLE | _SYNONYMS or has_quote(folded):
        return None
    near = [v for v in verbs if len(v) > 3 and OSA.distance(folded, v, score_cutoff=1) <= 1]
    alike = {verb: len(commonprefix((folded, verb))) for verb in near}  # noqa: RUF071 - no paths
    return min(near, key=lambda verb: (-alike[verb], verb), default=None)


# What a field is to hold, said without a verb.


CONTEXT_START: Final = re.compile(
    r"\s*(?:in|into|on|inside|within|from|under|for|as)\s", re.IGNORECASE
)
"""How a clause begins that says first where its step is."""
CONDITION: Final = re.compile(
    r"(?:if|when|whenever|unless|until|while|once|wenn|falls)\b", re.IGNORECASE
)
"""A statement after such a word is no order: "if Quantity is 4"."""
_STATEMENT: Final = re.compile(
    r"(?:the\s+|my\s+)?(?P<what>(?!(?:what|who|where|when|why|how|which|this|that|it|there|here|he|she|they|we|i|you)\b(?![^:,?]{0,40}:))"
    r"[^\s:,]+(?:\s+[^\s:,]+){0,3}?)(?:(?P<colon>:)\s+|\s+(?:=|is|should be|should read|must be|has to be|needs to be)\s+(?:now\s+)?)(?P<value>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
_LITERAL: Final = re.compile(
    r"(?P<text>.*?\w\s.*?[?!])(?:\s*,\s*(?:please|thanks|thank you)[.!]*)?",
    re.IGNORECASE | re.DOTALL,
)
"""After a colon a text of several words keeps its own end: `Note: More soup please!`."""


_STATES_MORE: Final = re.compile(
    r"\s(?:and|but|und|aber)\s+(?:(?:it|i|we|he|she|they|this|that)(?:['’](?:s|d|ll|re|ve)|\s+(?:is|are|has|gets|should|must))"
    r"|(?:the|his|her|its)\s+\S+(?:\s+\S+)?\s+(?:is|are|has|gets|should|must)"
    r"|(?:es|er|sie|das|die|der)(?:\s+\S+)?\s+(?:ist|sind|hat|soll|muss))\s",
    re.IGNORECASE,
)
"""`the street is Am Graben 17 and it is paid`: no value goes on so."""


def statement(bare: str, quotes: Quotes) -> tuple[Form, ...]:
    """Read `First name: Anna` and `Quantity should be 4`: a field and the value that it gets."""
    match = _STATEMENT.fullmatch(bare) if len(bare) < 500 else None
    if match is None or CONTEXT_START.match(bare):
        return ()
    if starts_with_verb(match["value"]) or starts_with_verb(bare) or CONDITION.match(bare):
        return ()
    if not match["colon"] and _STATES_MORE.search(match["value"]):
        return ()
    if not match["colon"] and not (holds_value(match["what"]) and is_value(match["value"])):
        return ()
    target, option = phrase(match["what"], quotes), phrase(match["value"], quotes)
    value = without_closing(match["value"])
    if match["colon"] and (literal := _LITERAL.fullmatch(match["value"].strip())):
        value = literal["text"]
    value = quotes.plain(value).strip()
    return (Assign(target, value, option),) if target and option else ()


# Forms that the language files write out.


_CALL: Final = re.compile(r"(?P<name>\w+)\((?P<fields>.*)\)")
_FIELD: Final = re.compile(r"(\w+)=(\{(\w+)\}|[^,]*)")
_SIGNS: Final = {"true": True, "false": False, "none": None}
_TEXT_UNITS: Final = frozenset(get_args(TextUnit))
_MOST_NESTED: Final = 3


def is_written_out(command: str) -> bool:
    """Tell whether what a pattern comes to is a form, and no plain command."""
    return _CALL.fullmatch(command) is not None


def written_form(
    command: str, slots: Mapping[str, str], quotes: Quotes, clause: str = ""
) -> Form | None:
    """Return the form; None where the words of a slot are none that fit its field.

    A full stop before the end of the clause belongs to its text: `add the line Sow beans. at the end`.
    """
    call = _CALL.fullmatch(command)
    assert call is not None, f"no form: {command}"
    values: dict[str, object] = {}
    for field in _FIELD.finditer(call["fields"]):
        name, said = field[1], slots.get(field[3], "") if field[3] else field[2].strip()
        reads = _READS.get(name, _text) if field[3] else _literal
        if name == "to" and call["name"] == "Transfer":
            reads = phrase
        value = reads(said, quotes)
        if name == "text" and call["name"] == "Insert":
            value = table("signs").get(said.casefold(), value)
        if name == "text" and said.endswith(".") and clause and not clause.endswith(said):
            value = quotes.plain(said)
        if value is None and said != "none":
            return None
        values[name] = value
    kind: Callable[..., Form] = getattr(forms, call["name"])
    return kind(**values)


def with_full_stop(form: Form) -> Form:
    """Return the last step of an instruction that ends with a full stop, which may belong to its text."""
    if isinstance(form, Insert | Rewrite) and form.text and form.text[-1].isalnum():
        return replace(form, may_stop=True)
    return form


def _literal(said: str, quotes: Quotes) -> object:
    return Part("all") if said == "all" else _SIGNS.get(said, said)


def _text(said: str, quotes: Quotes) -> str:
    said = said.strip()
    whole = quotes.whole(said)
    if said.endswith(("!", "?", "...", "…")):
        return quotes.plain(said) if whole is None else whole
    return whole if whole is not None else quotes.plain(without_closing(said)).strip()


def part_of(said: str, quotes: Quotes, depth: int = 0) -> Part | None:
    """Return the part of a text that the words name: `the last line`, `the word tea`; None where they name none."""
    bare = without_closing(said)
    for command, slots in fits_of("parts", bare) if depth < _MOST_NESTED else ():
        found = _part(command, slots, quotes, depth)
        if found is not None:
            return found
    return None


def _part(command: str, slots: Mapping[str, str], quotes: Quotes, depth: int) -> Part | None:
    call = _CALL.fullmatch(command)
    assert call is not None, f"no part of a text: {command}"
    part = Part()
    for field in _FIELD.finditer(call["fields"]):
        name, said = field[1], slots[field[3]] if field[3] else field[2].strip()
        value: Any = said
        if name in ("first", "inside", "through"):
            value = part_of(said, quotes, depth + 1)
            value = value or (replace(part, words=_text(said, quotes)) if part.words else None)
            if value is None:
                return None
        elif name == "unit":
            value = table("text_units").get(said.casefold(), said)
            if value not in _TEXT_UNITS:
                return None
        elif name == "span":
            ends = _ends_of(said)
            if ends is None:
                return None
            part = replace(part, ordinal=ends[0], through=replace(part, ordinal=ends[1]))
            continue
        elif name == "ordinal":
            value = ordinal(said) or number(said)
            if not value:
                return None
        else:
            value = _text(said, quotes)
        part = cast("Part", value) if name == "first" else replace(part, **{name: value})
    return part


def _ends_of(said: str) -> tuple[int, int] | None:
    """Return the first and the last of what `third and fourth`, `2 to 4` and `last two` count; None for gaps."""
    counted = [word for word in said.casefold().split() if word not in word_list("stop_words")]
    values = [ordinal(word) or number(word) or 0 for word in counted]
    match counted, values:
        case [_, _], [(1 | -1) as first, n] if n > 1:
            return (1, n) if first == 1 else (-n, -1)
        case [_, joint, _], [start, _, end] if 0 < start < end:
            return (start, end) if joint not in word_list("and") or end == start + 1 else None
    return None


def _part_field(said: str, quotes: Quotes) -> Part:
    return part_of(said, quotes) or Part("word", _text(said, quotes))


_READS: Final[dict[str, Callable[[str, Quotes], object]]] = {
    "part": _part_field,
    "to_part": _part_field,
    "after": lambda said, quotes: number(said),
    "look": lambda said, quotes: table("looks").get(said.casefold()),
    "px": lambda said, quotes: int(said.casefold().removesuffix("px")),
    **dict.fromkeys(
        ("where", "source", "target", "origin", "at", "by", "program", "through"), phrase
    ),
}
"""How the words of a slot are read, by the field that they are for; others take them as they are."""


_SAYS_UNIT: Final = re.compile(
    r"\b(?:the|das|die|den)\s+(?:word|words|line|sentence|paragraph|wort|wörter|zeile|satz|absatz)\b",
    re.IGNORECASE,
)
_DICTATING: Final = re.compile(r"(?:type|write|enter|key in)\b", re.IGNORECASE)
"""What follows such a verb is a text, in whatever language."""


_KEY_PRESSED: Final = re.compile(rf"enter\s+(?:{alternatives('pressing')})\W*", re.IGNORECASE)
"""`Enter drücken` names a key."""


FirstStep = Callable[[str, Quotes], tuple[Form, ...]]
"""Returns what the first step of a clause means that says several; nothing where one is not understood."""


def is_dictated(clause: str) -> bool:
    """Tell whether what follows the verb is a text, in whatever language."""
    return _DICTATING.match(clause) is not None and not _KEY_PRESSED.fullmatch(clause)


def _with_calls(words: str) -> str:
    """Return the words without polite ones and a full stop; `See you there!` keeps its mark."""
    bare = without_closing(words)
    marks = words.strip().removeprefix(bare)
    return bare + marks if END_CALLS.fullmatch(marks) else bare


def by_patterns(bare: str, quotes: Quotes, first_step: FirstStep) -> tuple[str, tuple[Form, ...]]:
    """Return (verb, forms) of a clause that a pattern of a language file fits; else nothing.

    After a `+` in the file stands what the words mean besides. Beside a form that a file writes out stands what the words mean as a plain command: before it, where the file
    has a `?`, and after it otherwise.
    """
    dictated = is_dictated(bare)
    bare = bare if dictated else _with_calls(bare)
    first: list[Form] = []
    last: list[Form] = []
    also: list[Form] = []
    verb = ""
    for plain in in_plain_words(bare):
        command = plain.template.removeprefix("?")
        if is_written_out(command):
            found = [written_form(command, slots, quotes, bare) for slots in plain.slots]
            (last if plain.template.startswith("?") else first).extend(
                form for form in found if form
            )
            verb = verb or plain.verb
            continue
        if dictated:
            continue
        if plain.template.startswith("+"):
            also += [form for said in plain.commands for form in read(said[1:], quotes)[1]]
            continue
        if plain.is_several:
            if step := first_step(bare, quotes):
                return plain.verb, step
            continue
        forms = [form for said in plain.commands for form in _plain_forms(said, quotes)]
        if forms:
            # What begins with a verb is an order, and states nothing.
            said = bare.split(None, 1)[0] if starts_with_verb(bare) else ""
            order = said if isinstance(forms[0], Assign) else ""
            return verb or plain.verb or order, _beside(first, [*forms, *also], last)
    if first or last or also:
        said, plain_forms = read(bare, quotes)
        if any(isinstance(form, Mark) for form in first) and _SAYS_UNIT.search(bare):
            # `select the word tea`: no entry of a list is meant in which it stands.
            plain_forms = tuple(f for f in plain_forms if not isinstance(f, Choose | Point))
        return verb or said, _beside(first, [*plain_forms, *also], last)
    return "", ()


def _plain_forms(command: str, quotes: Quotes) -> tuple[Form, ...]:
    """Return what a plain command means, which is an entry of a menu where it ends in one."""
    forms = read(command, quotes)[1]
    menu = said_path(command, quotes) if command.endswith(" menu") else None
    return (menu,) if menu and isinstance(next(iter(forms), None), Switch) else forms


def _beside(first: Sequence[Form], plain: Sequence[Form], last: Sequence[Form]) -> tuple[Form, ...]:
    """Return the readings in their order; where a text has a place, not all of the words are typed."""
    placed = [f for f in plain if not isinstance(f, Type) or (f.target is not None and not first)]
    return tuple(dict.fromkeys((*first, *(placed if first or last else plain), *last)))
