"""Verbs for keys, windows, tabs and the clipboard."""

import re
from typing import Final, Literal

from automation.commands.forms import (
    Edit,
    EditOp,
    Focus,
    Form,
    Hold,
    Inside,
    Path,
    Point,
    Press,
    Tab,
    WindowOp,
)
from automation.commands.pointing_verbs import click, in_menu, path, repeated
from automation.commands.roles import ROLE_WORDS
from automation.commands.targets import phrase
from automation.commands.words import Quotes, has_doubt, has_quote, without_closing

Forms = tuple[Form, ...]

_KEY_WORD: Final = re.compile(r"\s+(?:keys?|key combination|shortcut|chord)$", re.IGNORECASE)
_KEY_FIRST: Final = re.compile(r"^(?:keys?|key combination|shortcut)\s+(?=\S)", re.IGNORECASE)
_THIS_WINDOW: Final = re.compile(
    r"(?:(?:the|this|that|current|active|my)\s+)*(?:window|app|application|program|dialog|dialogue|it)?",
    re.IGNORECASE,
)
_TABS: Final = re.compile(r"(?:(?:the|this|current|active)\s+)*tab", re.IGNORECASE)
_EDIT_OBJECT: Final = re.compile(
    r"(?:(?:the|this|that|it)\s*)*(?:selection|selected(?: text)?|text|it|that|clipboard|file|document|page|changes?|"
    r"everything|last (?:change|action|step))?(?:\s+(?:here|there|to (?:the )?clipboard|from (?:the )?clipboard))?",
    re.IGNORECASE,
)
_EDIT_PLACE: Final = re.compile(r"\s(?:in|inside|within)\s+(\S.*)$", re.IGNORECASE)
_WINDOW_WORD: Final = re.compile(r"(?<=\S)\s+(?:window|app|application|program)$", re.IGNORECASE)
_USED_MENU: Final = re.compile(
    r"(?:the\s+)?(?P<menu>\S.{0,40}?)\s+menu\s+to\s+(?:(?:choose|select|open|pick|click)\s+)?(?P<item>\S.*)",
    re.IGNORECASE,
)
_TEXT_END: Final = re.compile(
    r"(?:the\s+)(?:very\s+)?(?:(?P<end>end|bottom)|start|beginning|top)"
    r"(?:\s+of\s+(?:the\s+|this\s+)?(?:(?P<line>line)|document|text|file|page|sheet|list))?",
    re.IGNORECASE,
)
_PAGED: Final = re.compile(
    r"(?:the\s+)?(?P<way>next|previous)\s+(?:page|step|screen|slide|results?|photo|image|picture)",
    re.IGNORECASE,
)
_ANSWERED: Final = re.compile(
    r"(?:(?:it|this|that|the (?:question|message|dialog|prompt))\s+)?(?:with\s+)?(?P<said>yes|no|ok|okay|cancel|later|not now|never|continue|retry"
    "|[\U00100000-\U0010fffd])",
    re.IGNORECASE,
)
_CANCELLED: Final = re.compile(
    r"(?:(?:it|this|that)|(?:(?:the|this|that)\s+)?(?:dialog(?:ue)?(?: box)?|window|box|question|message|prompt))?",
    re.IGNORECASE,
)
_COOKIES: Final = re.compile(r"(?P<what>(?:all\s+)?)(?:the\s+)?cookies", re.IGNORECASE)
_NUMBERED_PAGE: Final = re.compile(r"(?:the\s+)?page\s+(?:number\s+)?\d{1,4}", re.IGNORECASE)
_NAVIGATION: Final = re.compile(r"^(?:over|back)\s+to\s+", re.IGNORECASE)


def press(rest: str, quotes: Quotes) -> Forms:
    """`press Ctrl+S`, `press Tab 3 times`, `press Save`."""
    words = re.sub(r"^on\s+(?=\S)", "", rest, flags=re.IGNORECASE)
    if words != rest:
        return click(words, quotes)
    if hold := re.match(r"(?:and|&)\s+hold\s+(?:down\s+)?(.+)", words, re.IGNORECASE):
        return hold_key(hold.group(1), quotes)
    if menu := path(words, quotes):
        return (menu,)
    if used := _USED_MENU.fullmatch(without_closing(words)):
        title, item = phrase(used["menu"], quotes), phrase(used["item"], quotes)
        if title is None or item is None or has_doubt(f"- {used.group()}"):
            return ()
        return (Path((title, item), said=quotes.plain(used["item"])),)
    forms: list[Form] = list(in_menu(words, quotes))
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
    where = None if is_part else phrase(_WINDOW_WORD.sub("", name), quotes)
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
    bare = _WINDOW_WORD.sub("", bare)
    if end := _TEXT_END.fullmatch(bare):
        key = f"{'' if end['line'] else 'Ctrl+'}{'End' if end['end'] else 'Home'}"
        return press(f"the key {key}", quotes)
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


def bring(rest: str, quotes: Quotes) -> Forms:
    """`bring W to the front`; without the last words it is no command of ours."""
    words = without_closing(rest)
    if not re.search(
        r"\s+(?:up|(?:(?:in)?to|in) (?:the )?(?:front|foreground|top))$", words, re.IGNORECASE
    ):
        return ()
    target = phrase(
        re.sub(r"\s+(?:up|(?:(?:in)?to|in) (?:the )?\w+)$", "", words, flags=re.IGNORECASE), quotes
    )
    return (Focus(target, or_tab=False),) if target else ()


def answer(rest: str, quotes: Quotes) -> Forms:
    """`answer Yes`, `say No`, `answer the question with OK`: the button of that name."""
    match = _ANSWERED.fullmatch(without_closing(rest))
    target = phrase(match["said"], quotes) if match else None
    return (Point(target),) if target else ()


def cancel(rest: str, quotes: Quotes) -> Forms:
    """`cancel`, `cancel this`: the button Cancel; what is cancelled by name is a goal."""
    target = phrase("Cancel", quotes) if _CANCELLED.fullmatch(without_closing(rest)) else None
    return (Point(target),) if target else ()


def cookies(rest: str, quotes: Quotes, verb: str) -> Forms:
    """`reject all cookies`: the button of a cookie notice, with or without the word."""
    match = _COOKIES.fullmatch(without_closing(rest))
    names = (f"{verb} {rest}", f"{verb} {match['what']}") if match else ()
    return tuple(Point(target) for name in names if (target := phrase(name, quotes)))


def window_op(rest: str, quotes: Quotes, op: Literal["close", "minimise", "maximise"]) -> Forms:
    """`close window`, `close W`, `minimise the window`, `close tab`."""
    bare = without_closing(rest)
    if op == "close" and _TABS.fullmatch(bare):
        return (Tab("close"),)
    if not has_quote(bare) and _THIS_WINDOW.fullmatch(bare):
        return (WindowOp(op),)
    if op == "close" and re.search(r"\bmenu$", bare, re.IGNORECASE):
        target = phrase("Escape", quotes)
        return (Press("Escape", target, is_key=True),) if target else ()
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
