"""What a clause says besides its step: with which key it is done, what for, when, in what to come.

"Copy B3 with Ctrl+C" is one step with its key. "Press OK to close the warning" is a press; the rest
tells why. Such a part is left out only where every word of it is one of a closed list: an amount, a
name, a limit or an unknown thing ("to page 5", "without saving") is no step of ours, and nothing is done.

Which window a step names is read here too. Such a step is understood in two ways: `click 7 in galculator` is a place in the window in front, or a
step in a window of that name. The second is `Inside`; the screen decides which one is meant. A text
to type and a value go on to the end of the words: what they hold names no window.

A window that is named comes first: `Inside` is taken where such a window is open and the window in
front has nothing by these very words, before anything is searched, or the terminal's picture of the
words themselves would be the best match. Where a list of presses names its window at the end, an
earlier one goes there if the window in front has nothing of its name, and a key only among keys.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from automation.commands import language
from automation.commands.find.coverage import explained, surest
from automation.commands.find.labels import PRESSED
from automation.commands.find.resolve import exact_only, in_window
from automation.commands.find.screen_view import Scene
from automation.commands.forms import (
    Adjust,
    Assign,
    Bare,
    Choose,
    Drag,
    Edit,
    Expand,
    Expect,
    Focus,
    Form,
    Insert,
    Inside,
    Look,
    Once,
    Open,
    Path,
    Phrase,
    Point,
    Press,
    Rest,
    SaveAs,
    Style,
    Switch,
    Tab,
    Turn,
    TurnUntil,
    Type,
    WindowOp,
)
from automation.commands.matching import Found, Tier, Want, is_exact, match
from automation.commands.read.verbs import (
    WINDOW_WORD,
    looks_like_goal,
    looks_like_verb,
    read,
    waited_for,
)
from automation.commands.targets import ACTIONABLE, is_container, phrase
from automation.commands.words import (
    Quotes,
    as_said,
    has_quote,
    number,
    without_closing,
    without_opening,
)
from automation.core.actions import Equals, Shown
from automation.core.observation import WindowInfo
from automation.screen.roles import LABELS, TWO_STATES
from automation.screen.rows import shares_row

Forms = tuple[Form, ...]

_MAX_CHARS: Final = 300
_CHORD: Final = r"(?:(?:ctrl|control|strg|shift|alt|altgr|super|cmd|command|meta|win)\s*[+-]\s*)+\S+?(?:\s+(?:up|down))?|f\d{1,2}"
_KEY: Final = (
    rf"(?:{_CHORD}|enter|return|escape|esc|tab|delete|del|backspace|home|end|page (?:up|down))"
)
_BY_KEY: Final = re.compile(
    r"(?P<verb>\S+)(?:\s+(?P<what>.+?))?\s+(?:"
    rf"(?:with|using|via|through)\s+(?:the\s+)?(?:keys?\s+|shortcut\s+)?(?P<key>{_CHORD})(?:\s+(?:keys?|shortcut|combination))*"
    rf"|(?:with|using|via|through)\s+(?:the\s+)?(?P<named>{_KEY})\s+key"
    rf"|by\s+(?:pressing|hitting|using)\s+(?:the\s+)?(?P<pressed>{_KEY})(?:\s+key)?)",
    re.IGNORECASE,
)
_MAKE: Final = re.compile(
    r"(?:make|set|format|turn)\s+(?P<what>.+?)\s+(?:(?:to|in|into|as)\s+)?(?P<style>bold|italics?|underlined?)"
    r"|(?P<verb>italici[sz]e|underline|embolden)\s+(?P<thing>(?:it|that|this|them|the\s.+))",
    re.IGNORECASE,
)
_STYLES: Final[dict[str, Look]] = {"b": "bold", "e": "bold", "i": "italic", "u": "underline"}
"""By the first letter of what is wanted: bold, embolden, italic, underlined."""
_LOOKS: Final = re.compile(
    r"\s+(?:(?:to|in|into|as)\s+)?(?:bold|italics?|underlined?|centred|centered|larger|bigger|smaller)$",
    re.IGNORECASE,
)
_MAKING: Final = frozenset(
    {"open", "show", "display", "start", "create", "new", "add", "insert", "bring"}
)
"""Verbs of a key that brings up what they name."""
_MOVING: Final = frozenset(
    {"go", "switch", "jump", "move", "scroll", "navigate", "zoom", "step", "turn", "undo", "redo"}
)
_PLACES: Final = frozenset(
    {"a", "an", "the", "this", "that", "it", "my", "its", "current", "new", "next", "previous", "other", "of",
     "to", "at", "in", "on", "out", "into", "through", "back", "forward", "backward", "up", "down", "left",
     "right", "ahead", "over", "here", "there", "start", "beginning", "end", "top", "bottom", "page", "tab",
     "window", "document", "file", "text", "cell", "word", "line", "paragraph", "field", "screen", "view",
     "row", "column", "app", "program", "level", "step", "entry", "item", "list"}
)  # fmt: skip
"""All words that may say where a key moves to: any other one is a place that the key need not reach."""
_MADE: Final = _PLACES | frozenset(
    {"find", "search", "replace", "bar", "box", "panel", "dialog", "dialogue", "menu", "address", "settings",
     "preferences", "options", "help", "developer", "tools", "inspector", "console", "history", "downloads",
     "bookmark", "bookmarks", "folder", "directory", "comment", "date", "time", "copy", "sheet", "slide",
     "presentation", "slideshow", "private", "incognito", "context", "main", "application", "terminal",
     "properties", "print", "save", "sidebar", "toolbar", "command", "palette", "above", "below", "break"}
)  # fmt: skip
"""All words that may say what a key brings up."""
_MOVES: Final = frozenset(
    {"go", "move", "switch", "jump", "scroll", "navigate", "step", "turn", "zoom"}
)  # fmt: skip
_PURPOSES: Final = _MOVES | frozenset(
    {"close", "dismiss", "confirm", "continue", "accept", "agree", "acknowledge", "finish", "apply", "submit",
     "proceed", "leave", "exit", "quit", "hide", "see", "cancel", "begin", "return", "answer", "open", "get",
     "rid", "past", "reload", "refresh", "select", "mark", "cut", "paste", "undo", "redo", "send", "insert",
     "delete", "be", "is", "are", "shown", "saved", "closed", "opened", "sent", "consent", "subscribe", "i",
     "we", "you", "they", "them", "can", "could", "read", "know", "check", "gets", "sorted", "ordered", "by"}
)  # fmt: skip
_DIALOGS: Final = frozenset(
    {"warning", "message", "question", "notice", "notification", "prompt", "pop-up", "popup", "alert", "change",
     "changes", "work", "selection", "choice", "input", "form", "order", "booking", "registration", "terms",
     "conditions", "request", "update", "installation", "download"}
)  # fmt: skip
_MEANT: Final = _MADE | _PURPOSES | _DIALOGS
"""All words of a purpose that may be left out."""
_TOTAL: Final = frozenset({"all", "everything"})
_ON_ALL: Final = frozenset(
    {"select", "mark", "highlight", "save", "close", "quit", "exit", "expand", "collapse", "show"}
)  # fmt: skip
"""Verbs of a key that does all at once; another one works on what is selected, or once."""
_LIMIT: Final = re.compile(
    r"\b(?:all|everything|whole|entire|every|each|both|several|many|few|some|half|times|only|without|except|but|until"
    r"|unless|if|instead|not)\b|\b\d+\s+[^\W\d]|%",
    re.IGNORECASE,
)
"""Amounts and limits, which no key and no button keeps to."""
_PARTS_OF_WINDOWS: Final = frozenset(
    {"a", "an", "the", "this", "that", "my", "its", "tab", "page", "menu", "dialog", "window", "panel"}
)  # fmt: skip
_PART: Final = re.compile(r"[^\s,]+")
_TAKES_KEYS: Final = frozenset(
    {"type", "write", "enter", "press", "hit", "put", "click", "fill", "find", "search", "replace", "overwrite",
     "set", "change", "name", "call"}
)  # fmt: skip
"""Verbs after which such words are a text, a value, or keys in any case."""
_HERE_ONLY: Final = frozenset(
    {"save", "close", "quit", "exit", "undo", "redo", "print", "reload", "refresh"}
)
"""Verbs of a key that works on the whole window: another one cannot be meant by it."""
_SHOWS: Final = frozenset({"open", "show", "display"})
"""Verbs of a key that brings up what is selected: it is clicked first."""
_INTO: Final = re.compile(
    r"(?:it|that|this|them|the (?:text|clipboard|cell|value))\s+(?:in|into|to|onto|on|at)\s+",
    re.IGNORECASE,
)
_HERE: Final = re.compile(
    r"(?:(?:it|that|this|them|everything|all)"
    r"|(?:(?:the|this|my|all|current|whole|marked|selected|active)\s+)*(?:it|text|file|document|page|tab|window"
    r"|selection|changes?|work|everything|search|dialog|menu|words?|line|sheet|tables?|program|app|editor|form"
    r"|message|question|warning|notice|notification|prompt|pop-?up|alert|box|dialog(?:ue)? box|last (?:step|change|action)))(?:\s+(?:here|there|again))?",
    re.IGNORECASE,
)
"""Objects that are what is in front or has the keyboard: nothing has to be selected first."""
_BY_DOING: Final = re.compile(
    r"(?P<verb>\S+)(?:\s+(?P<what>.+?))?\s+by\s+(?:clicking|choosing|selecting|tapping|picking|(?:pressing|hitting)(?!\s+(?:up|down|left|right|space|plus|minus)\b))"
    r"\s+(?P<rest>\S.*)",
    re.IGNORECASE,
)
_BY_TICKING: Final = re.compile(
    r"(?P<what>(?:accept|agree|confirm|consent|enable|activate|allow|subscribe|choose|select|\S+ing|i|turn|switch)\b.*?)"
    r"\s+by\s+(?P<off>un)?(?:ticking|checking)\s+(?P<rest>\S.*)",
    re.IGNORECASE,
)
_CHOICES: Final = frozenset(
    {"enable", "activate", "allow", "choose", "agreeing", "accepting", "confirming"}
)  # fmt: skip
_ANY_BOX: Final = re.compile(r"(?:the|its|that|this)\s+(?:check ?box|tick ?box|box)", re.IGNORECASE)
_WITH_BUTTON: Final = re.compile(
    r"(?:confirm(?!\s+(?:that|whether|if)\b)|close|dismiss|answer|accept|agree|decline|acknowledge|respond|reply|finish|end"
    r"|cancel)(?:\s+(?P<what>.{1,60}?))?\s+(?:with|using|via)\s+(?P<how>\S.{0,40})",
    re.IGNORECASE,
)
_ASIDES: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # where, of what the step before brings up
        r"\s+(?:in|on|at|of)\s+(?:the|that)\s+(?:(?:new|next|following)\s+)?(?:box|window|dialog(?:ue)?(?: box)?|pop-?up|message|question|prompt|menu"
        r"|list)\s+(?:that|which)\s+(?:(?:then\s+)?(?:comes up|appears|opens|pops up|shows up|follows)|is (?:then )?shown)$",
        # when the window of the thing is there, or the thing itself
        r",?\s+(?:when|once|as soon as)\s+(?:(?:you(?:'re| are)\s+)?(?:asked|prompted)|(?:it|(?:the|a|that|this) (?:(?:new|next) )?"
        r"(?:window|dialog(?:ue)?(?: box)?|box|pop-?up|prompt|question))\s+"
        r"(?:appears|comes up|opens|pops up|shows up|asks|is shown|is there))$",
        # what for
        r"\s+(?:in order\s+|so as\s+)?to\s+(?P<for>(?:close|dismiss|confirm|continue|accept|agree|acknowledge|finish|apply|submit"
        r"|proceed|go (?:on|back|ahead)|get (?:rid|past)|leave|exit|quit|hide|see|save|cancel|start|begin|move on|return"
        r"|answer|open)\b(?:\s+.+)?)$",
        r",?\s+so (?:(?:that|as to)\s+|(?=(?:it|they|we|i|you|the \w+)\s))(?P<for>.+)$",
        # what is not to follow, and does not
        r",?\s+(?:but|and)\s+(?:please\s+)?(?:don['’]t|do not)\s+(?:send|submit|save|press|click|close|confirm|post|print|book|order)"  # noqa: RUF001
        r"(?:\s+(?:it|that|this|anything|enter|yet|the \w+))*$",
        # in what comes up by itself
        r"\s+(?:that|which)\s+(?:then\s+)?(?:appears|comes up|shows up|pops up|shows|turns up)$",
        r"\s+(?:together|at once|at the same time)$",
        # with what
        r"\s+with (?:(?:one|a|a single) (?:mouse )?click|the mouse)$",
        # once more
        r"\s+(?:again|once more|one more time)$",
        # beside what was before
        rf",?\s+(?:{language.alternatives('tails')}|{language.alternatives('courtesies')})$",
    )
)
_CONDITION: Final = re.compile(
    r"(?P<step>\S.*?),?\s+(?:when|once|as soon as|after)\s+(?P<event>(?:the|an?|it|that|this|my|[\U00100000-\U0010fffd])(?:\s.*|$))",
    re.IGNORECASE | re.DOTALL,
)
_AFTER_KEYS: Final = re.compile(
    rf"(?P<keys>{_KEY})\s+(?:in order\s+)?to\s+(?P<for>[a-z].*)", re.IGNORECASE
)


def by_means(words: str, quotes: Quotes, read: Callable[[str], Forms]) -> Forms:
    """Return the step of a clause that says by which key or button it is done; else nothing.

    Args:
        words: the clause, quotes masked.
        read: reads a clause without such words.
    """
    bare = without_closing(words) if len(words) <= _MAX_CHARS else ""
    if match := _BY_KEY.fullmatch(bare):
        return _by_key(match, quotes)
    if (match := _MAKE.fullmatch(bare)) and _is_in_front("", match["what"] or match["thing"]):
        style = (match["style"] or match["verb"]).casefold()
        return (Style(_STYLES[style[0]]),)
    if match := _BY_TICKING.fullmatch(bare):
        return _by_ticking(match, quotes)
    if match := _BY_DOING.fullmatch(bare):
        return _by_doing(match, quotes, read)
    if (match := _WITH_BUTTON.fullmatch(bare)) and _is_in_front("", match["what"] or ""):
        is_cross = not language.words("close_words").isdisjoint(match["how"].casefold().split())
        if match["what"] and is_cross:
            return ()  # "the x" is no key, and `close` finds what closes it
        return read(f"press {match['how']}")
    return ()


def _not_ours(match: re.Match[str], quotes: Quotes) -> Forms:
    """Return the words as a name to look for: as a step they would lose a part in silence."""
    target = phrase(match.string, quotes)
    return (Bare(target),) if target else ()


def _is_in_front(verb: str, what: str) -> bool:
    """Tell whether nothing has to be selected first: the object is in front, or comes up by the step."""
    verb = verb.casefold()
    if not what:
        return True
    if _HERE.fullmatch(what):
        return _keeps_all(verb, _parts(what))
    if verb in _MAKING:
        return _parts(what) <= _MADE
    return verb in _MOVING and _parts(what) <= _PLACES


def _parts(words: str) -> frozenset[str]:
    return frozenset(_PART.findall(words.casefold()))


def _keeps_all(verb: str, what: frozenset[str]) -> bool:
    """Tell whether one press of a key does what the verb says with so much."""
    if verb in ("undo", "redo") and "changes" in what:
        return False
    return verb in _ON_ALL or not what & (_TOTAL | {"whole"})


def _is_purpose(words: str) -> bool:
    """Tell whether words say nothing but what such a step is for in general."""
    parts = _parts(words)
    verb = words.split(None, 1)[0].casefold()
    known = _PLACES | _PURPOSES if parts & _MOVES else _MEANT | _TOTAL
    return parts <= known and _keeps_all(verb, parts)


def _by_key(match: re.Match[str], quotes: Quotes) -> Forms:
    verb, what = match["verb"].casefold(), match["what"] or ""
    if verb in _TAKES_KEYS:
        return ()
    key = match["key"] or match["named"] or match["pressed"]
    if _is_in_front(verb, what):
        return _key_on("", key, quotes)
    is_whole_window = verb in _HERE_ONLY or (verb in _MOVING and verb not in ("move", "turn"))
    has_amount = _LIMIT.search(what) or any(
        (number(part) or 0) > 1 for part in _parts(what) if not part.isdigit()
    )
    makes = verb in _MAKING and (
        verb not in _SHOWS or re.match(r"(?:an?|another|new)\s", what, re.I)
    )
    if is_whole_window or has_amount or makes:
        return _not_ours(match, quotes)
    return _key_on(_INTO.sub("", _LOOKS.sub("", what)), key, quotes)


def _by_doing(match: re.Match[str], quotes: Quotes, read: Callable[[str], Forms]) -> Forms:
    """Read `dismiss this by clicking Cancel`, and `open the search by clicking Search`."""
    verb, what, rest = match["verb"].casefold(), match["what"] or "", match["rest"]
    names = _parts(quotes.plain(rest))
    is_named = bool(_parts(what) & names) and _parts(what) <= names | _PARTS_OF_WINDOWS
    if verb not in _TAKES_KEYS and (is_named or _is_in_front(verb, what)):
        return read(f"click {rest}")
    return _not_ours(match, quotes) if verb in _MAKING | _MOVING | _HERE_ONLY else ()


def _key_on(what: str, key: str, quotes: Quotes) -> Forms:
    """Return a key press on what the words name, which is clicked first."""
    on = None if _is_in_front("", what) else phrase(what, quotes)
    pressed = phrase(key, quotes)
    return (Press(quotes.plain(key), pressed, is_key=True, on=on),) if pressed else ()


def _by_ticking(match: re.Match[str], quotes: Quotes) -> Forms:
    rest, what = match["rest"], match["what"]
    is_any = _ANY_BOX.fullmatch(rest) is not None
    if not is_any and not _parts(what) <= _MEANT | _CHOICES | _parts(quotes.plain(rest)):
        return _not_ours(match, quotes)
    names = (what, what.partition(" ")[2]) if is_any else (rest,)
    boxes = [box for name in names if name and (box := phrase(name, quotes))]
    return tuple(Switch(box, match["off"] is None) for box in boxes)


def without_asides(words: str) -> str:
    """Return the words of a clause without what they say of purpose, time and what is to come."""
    bare = without_closing(words) if len(words) <= _MAX_CHARS else words
    for pattern in _ASIDES:
        match = pattern.search(bare) if len(bare) <= _MAX_CHARS else None
        if match is None or not bare[: match.start()].strip():
            continue
        if _is_purpose(match.groupdict().get("for") or "go"):
            bare = bare[: match.start()].rstrip(" ,")
    return bare


def said_simply(words: str, forms: Forms, read: Callable[[str], Forms]) -> Forms:
    """Return what else a clause means: the step alone, where a name with all its words is not there."""
    first = forms[0] if forms else None
    is_placed = isinstance(first, Type) and first.target is not None and has_quote(words)
    if (
        first is None
        or has_quote(words[-1:])
        or not (
            is_placed or isinstance(first, Point | Press | Switch | Choose | Open | Focus | Edit)
        )
    ):
        return ()
    if isinstance(first, Press) and (match := _AFTER_KEYS.fullmatch(without_closing(first.text))):
        return read(f"press {match['keys']}") if _is_purpose(match["for"]) else ()
    bare = without_asides(words)
    if bare == without_closing(words):
        return _once(bare, first, read)
    return tuple(form for form in read(bare) if type(form) is type(first) and form not in forms)


def _once(words: str, first: Form, read: Callable[[str], Forms]) -> Forms:
    """Read `click Book when the light is shown`: what can be waited for comes first."""
    match = _CONDITION.fullmatch(words) if len(words) <= _MAX_CHARS else None
    if match is None:
        return ()
    waits = read(f"wait until {match['event']}")
    if not waits or not isinstance(waits[0], Expect | Rest):
        return ()
    step = without_asides(match["step"])
    return tuple(Once(waits[0], form) for form in read(step) if type(form) is type(first))


_ARRIVES: Final = re.compile(rf"\b(?:{language.alternatives('at_arrival')})\b", re.IGNORECASE)


def without_arrival(source: str) -> tuple[str, str]:
    """Return the words without a wait for what they name, and that wait: `when it's ready print a proof`."""
    bare = without_opening(source)
    for found in _ARRIVES.finditer(bare):
        event, step = bare[found.end() :], bare[: found.start()].rstrip(" ,")
        ends = [word.end() for word in re.finditer(r"[^\s,]+", event)][1:_MOST_EVENT_WORDS]
        for end in reversed(ends):
            rest = step if step else event[end:].lstrip(" ,")
            is_whole = not step or not event[end:].strip(" .!")
            if rest and is_whole and waited_for(event[:end].strip()):
                return rest, event[:end].strip()
    return source, ""


_MOST_EVENT_WORDS: Final = 6


def arrival_in(words: str) -> str:
    """Return what words wait for that say nothing else: "it's ready" of "when it's ready"."""
    found = _ARRIVES.match(words)
    event = words[found.end() :].strip(" ,.!") if found is not None else ""
    return event if waited_for(event) else ""


MAX_LISTED_WORDS: Final = 4


def is_lone_name(words: str) -> bool:
    """Tell whether words are likely the name of a button, an item or a key, and no goal."""
    bare = without_asides(without_opening(words))
    if looks_like_goal(bare) or not 1 <= len(bare.split()) <= MAX_LISTED_WORDS:
        return False
    if looks_like_verb(bare.split()[0]):
        return False
    return " " not in bare or not bare[0].islower() or bare.casefold().startswith("the ")


def as_added(form: Form) -> Form:
    """Return a choice as one more beside that of the step before."""
    if isinstance(form, Inside | Once):
        return replace(form, form=as_added(form.form))
    return replace(form, adds=True) if isinstance(form, Choose) else form


_PLACE: Final = re.compile(
    r"\s+(?:into|in|inside of|inside|within|onto|on|of|from|at)\s+(?=\S)", re.IGNORECASE
)
_MOST_PLACES: Final = 3
_SAID_WINDOWS_MAX_CHARS: Final = 500
"""Longer words are text to type, in which nobody looks for a window."""
_ARTICLE: Final = re.compile(r"^the\s+(?=\S)", re.IGNORECASE)
_DONE_INSIDE: Final = (
    Adjust, Assign, Choose, Drag, Edit, Expand, Expect, Focus, Open, Path, Point, Press, Switch, Tab, Turn,
    TurnUntil, Type,
)  # fmt: skip


def inside(where: str, step: str, quotes: Quotes) -> tuple[Inside, ...]:
    """Return what the words of a step mean in the window `where`; nothing if that is no window.

    What is a part of a window ("the toolbar") is none. "Unnamed Window" may be all of a title.
    """
    said = _ARTICLE.sub("", where)
    name = WINDOW_WORD.sub("", said)
    if name == said and is_container(said):
        return ()
    windows = [w for words in dict.fromkeys((said, name)) if (w := phrase(words, quotes))]
    forms = [form for form in read(step, quotes)[1] if _is_done_inside(form)]
    return tuple(Inside(window, form) for window in windows for form in forms)


_ROW: Final = re.compile(
    rf"(?:(?:the\s+)?(?:row|line)\s+(?:of|for|with)\s+\S.*|\S.*\s(?:row|line|{language.alternatives('row_words')}))",
    re.IGNORECASE,
)


def in_row(where: str, forms: Sequence[Form], quotes: Quotes) -> Forms:
    """Return steps on the things that they name in a row that was said first; nothing where that is no row."""
    if len(where) > _MAX_CHARS or not _ROW.fullmatch(where.strip(" ,:")):
        return ()
    return tuple(one for form in forms if (one := _placed(form, where.strip(" ,:"), quotes)))


def row_first(source: str, verb: str) -> str:
    """Return the row that a clause says before its verb; empty where it says none."""
    said = _ROW_FIRST.match(source) if len(source) < _MAX_CHARS else None
    where, _, _ = (said[1] if said else "").partition(f" {verb} ") if verb else ("", "", "")
    return where if _ROW.fullmatch(where.strip(" ,:")) else ""


_ROW_FIRST: Final = re.compile(r"\s*(?:in|im)\s+(\S.*)", re.IGNORECASE | re.DOTALL)


def _placed(form: Form, where: str, quotes: Quotes) -> Form | None:
    match form:
        case Type(target=Phrase() as thing) | Choose(target=Phrase() as thing):
            target = phrase(f"{thing.text} in {where}", quotes)
            return replace(form, target=target) if target else None
        case Switch(target=thing) | Point(target=thing) | Assign(target=thing):
            target = phrase(f"{thing.text} in {where}", quotes)
            return replace(form, target=target) if target else None
        case _:
            return None


def windows_at_end(words: str, forms: Sequence[Form], quotes: Quotes) -> tuple[Inside, ...]:
    """Return what a step means in a window that its last words name: `click 7 in galculator`.

    The last words of a drag name where it ends, which may be another window than where it begins.

    Args:
        words: the step, quotes masked.
    """
    if any(isinstance(form, Inside | Bare) or _is_dictated(form) for form in forms):
        return ()
    into = [found for form in forms if (found := _without_place(form)) is not None]
    bare = without_closing(words) if len(words) <= _SAID_WINDOWS_MAX_CHARS else ""
    for place in reversed(list(_PLACE.finditer(bare))[-_MOST_PLACES:]):
        into += inside(bare[place.end() :], bare[: place.start()], quotes)
    kept = (f for f in into if not isinstance(f.form, Drag) and keeps_text(f.form, forms))
    return tuple(dict.fromkeys(kept))


def keeps_text(form: Form, forms: Sequence[Form]) -> bool:
    """Tell whether a reading has the text or the value that one of the others has."""
    given = {text for other in forms if (text := _given(other)) is not None}
    return not given or _given(form) in given


def _is_done_inside(form: Form) -> bool:
    if isinstance(form, Expect):
        return form.target is not None or isinstance(form.check, Shown)
    return isinstance(form, _DONE_INSIDE) and not (isinstance(form, Open) and form.only_app)


def _is_dictated(form: Form) -> bool:
    """Tell whether all the words of a step may be text for where the keyboard is."""
    return isinstance(form, Type) and form.target is None


def _given(form: Form) -> tuple[type[Form], str] | None:
    """Return the kind of step and the text or value that its words give; None where they give none."""
    match form:
        case Type() | TurnUntil():
            return type(form), form.text
        case Assign():
            return Assign, form.value
        case Expect(check=Equals() as check):
            return Expect, check.value
        case Expect(check=Shown() as check):
            return Expect, check.text
        case Inside() | Once():
            return _given(form.form)
        case _:
            return None


def _without_place(form: Form) -> Inside | None:
    """Read the target of `put hello into Mousepad` and `scroll Mousepad down` as a window."""
    match form:
        case Type(target=Phrase() as where):
            return Inside(where, replace(form, target=None, needs_target=False, enters=False))
        case Turn(target=Phrase() as where):
            return Inside(where, replace(form, target=None))
        case _:
            return None


_MOST_NAME_CHARS: Final = 60
_MOST_MEANT: Final = 3


def said_name(words: str, form: Form, scene: Scene) -> str:
    """Return the name of the one thing that a clause says whole, verb and all; empty where there is none.

    Only articles and pronouns may differ: `mark it as urgent` is “Mark as urgent”, and `put it on the list`
    “Put ticked parts on the list”, where no other thing is called so. What is turned on, or typed, is no text
    beside a box or a field.

    Args:
        form: what the verb of the clause means.
    """
    bare = without_closing(without_opening(words)) if len(words) <= _MOST_NAME_CHARS else ""
    said = _core(bare)
    if len(said) < 2 or has_quote(bare):
        return ""
    named = [e for e in scene.near if 0 < len(e.name) <= _MOST_NAME_CHARS]
    same = [e for e in named if _core(e.name) == said]
    texts = [] if isinstance(form, Type | Assign | Insert) else same
    boxes = [e.box for e in scene.near if e.role in TWO_STATES and not e.name.strip()]
    texts = [e for e in texts if not any(shares_row(e.box, box) for box in boxes)]
    pressed = [e for e in same if e.role in ACTIONABLE]
    if isinstance(form, Switch):  # its state is read before it is turned
        pressed = [e for e in pressed if e.role not in TWO_STATES]
    pressed = pressed or [e for e in texts if e.role in LABELS]
    if not same and (cut := _PRONOUN.fullmatch(bare)):
        ends = _core(cut["before"]), _core(cut["after"])
        pressed = [e for e in named if e.role in PRESSED and _is_between(*ends, _core(e.name))]
    if not pressed and isinstance(
        form, SaveAs
    ):  # `save it as a draft` is “Save draft”, and no name of a file
        hits = surest(explained(bare, scene.near, scene, Want.BUTTON))
        pressed = [h.element for h in hits if h.element.role in PRESSED]
    return pressed[0].name if len(pressed) == 1 else ""


def _is_between(start: Sequence[str], end: Sequence[str], name: Sequence[str]) -> bool:
    """Tell whether a name has a few words in the place of a pronoun, and all the others as they were said."""
    meant = len(name) - len(start) - len(end)
    is_whole = bool(start) and len(end) > 1 and 0 < meant <= _MOST_MEANT
    return is_whole and name[: len(start)] == start and name[-len(end) :] == end


def _core(words: str) -> tuple[str, ...]:
    small = language.words("small_words")
    said = as_said(words).split()
    return tuple(w for w in said if w not in small and any(c.isalnum() for c in w))


_PRONOUN: Final = re.compile(
    r"(?P<before>\S.*?)\s+(?:it|them|these|this|es|sie)\s+(?P<after>\S.*)", re.IGNORECASE
)
_PROGRAM: Final = re.compile(r"\s[-–—]\s([^-–—]+)$")  # noqa: RUF001 - titles have these dashes
"""The program's name at the end of a title: `notes.txt - Mousepad`."""


# Which open windows the words of an instruction name outright: by title, or by their program.


def labels_of(target: Phrase) -> list[str]:
    """Return the names that the words may be, without those that say a place."""
    labels = [r.label for r in target.readings if r.label and r.relation is None]
    return list(dict.fromkeys(labels)) or [target.text]


def named_windows(where: Phrase, scene: Scene) -> list[WindowInfo]:
    """Return the windows whose title or program is called so; a part of a title is no name."""
    labels = labels_of(where)
    return [w for w in scene.windows() if any(_is_called(w, label) for label in labels)]


def has_front(windows: Sequence[WindowInfo], scene: Scene) -> bool:
    """Tell whether the window in front is one of these."""
    front = scene.front
    return front is not None and any(w.window_id == front.window_id for w in windows)


def _is_called(window: WindowInfo, label: str) -> bool:
    program = _PROGRAM.search(window.title)
    names = (window.title, window.app, program.group(1).strip() if program else "")
    if any(is_exact(label, name) for name in names):
        return True
    starts = (match(label, name) for name in names[1:])
    return any(m is not None and m.tier is Tier.PREFIX and m.is_sure for m in starts)


def is_visible(form: Form, scene: Scene, *, loosely: bool = False) -> bool:
    """Tell whether all the words of a form's target are the name of something to act on."""
    match form:
        case Inside():
            is_there = has_front(named_windows(form.where, scene), scene)
            return is_there and is_visible(form.form, scene, loosely=loosely)
        case Focus(target=target) | WindowOp(target=Phrase() as target):
            return bool(named_windows(target, scene))
        case Point() | Press() | Switch() | Open() | Bare():
            target = form.target
        case Choose(target=None):
            target = form.option
        case Path():
            target = form.items[0]
            if len(form.items) > 1:
                return False
        case _:
            return False
    want = Want.CHECK if isinstance(form, Switch) else Want.CLICK
    found = exact_only(target, scene, want)
    if isinstance(form, Bare):
        if not scene.near:
            return any(is_exact(target.text, line.name) for line in scene.lines)
        return isinstance(found, Found) and found.element.role in ACTIONABLE
    if isinstance(found, Found):
        return True
    return loosely and isinstance(in_window(target, scene, Want.CLICK), Found)
