"""Verbs that put text somewhere: type, enter, fill, put, set, replace, clear."""

import re
from dataclasses import replace
from typing import Final

from automation.commands.forms import Adjust, Assign, Form, Phrase, Point, Press, Switch, Type
from automation.commands.targets import phrase
from automation.commands.verbs_pointing import slide, turn
from automation.commands.words import Quotes, has_quote, number, without_closing
from automation.core.text import as_number

Forms = tuple[Form, ...]

_MASK: Final = "[\U00100000-\U0010fffd]"
_FILLER: Final = r"(?:(?:the|this|my)\s+)?(?:(?:text|words?|string|letters?|value|phrase|number|name|command)\s+)?"
_QUOTED_ONLY: Final = re.compile(rf"{_FILLER}({_MASK})[.!]?", re.IGNORECASE)
_QUOTED_INTO: Final = re.compile(
    rf"{_FILLER}({_MASK})\s+(?:into|in|to|inside|on|onto|as|for|at)\s+(.+)",
    re.IGNORECASE | re.DOTALL,
)
_TARGET_FIRST: Final = re.compile(
    rf"(?:into|in)\s+(.+?)(?:\s*:\s+(\S.*)|\s*:?\s+(?:the\s+(?:text|words?|value)\s+)?({_MASK}))",
    re.IGNORECASE | re.DOTALL,
)
_INTO: Final = re.compile(r"\s+(?:into|inside)\s+", re.IGNORECASE)
_IN: Final = re.compile(r"\s+(?:in|in to)\s+", re.IGNORECASE)
_UNDER: Final = re.compile(r"\s+(?:under|below|beside|next to)\s+(?:the\s+)?", re.IGNORECASE)
"""Where a form has its field: `type x under Wishes`. The words may as well be of the text."""
_AS: Final = re.compile(r"\s+(?:as|for|on|at)\s+", re.IGNORECASE)
_TO: Final = re.compile(r"\s+(?:to be|to|=)\s+|\s*=\s*", re.IGNORECASE)
_VALUE: Final = re.compile(r"\s+the (?:value|text|name)\s+", re.IGNORECASE)
_BY: Final = re.compile(
    r"(?P<t>.+?)\s+by\s+(?P<n>[\d.,]+|[a-z]+)\s*(?P<p>%|percent)?(?:\s*(?:steps?|points?|units?))?",
    re.IGNORECASE | re.DOTALL,
)
_BY_DOING: Final = re.compile(r"\bby\s+\w+ing\b", re.IGNORECASE)
"""`increase Volume by pressing Up 3 times` says a way, which is several steps."""
_COLON: Final = re.compile(r"\s*:\s+|\s+=\s+")
_CURSOR: Final = re.compile(
    r"(?:the\s+)?(?:text\s+)?(?:cursor|caret|focus|insertion point)\s+(?:in|into|on|inside|onto)\s+(?:to\s+)?(.+)",
    re.IGNORECASE,
)
_SELECTION: Final = re.compile(
    r"it|that|(?:the\s+)?(?:selection|selected (?:text|words?|lines?)|marked text)", re.IGNORECASE
)
_UNCLEAR: Final = re.compile(rf"\s*(?:{_MASK}|.*:\s*{_MASK}).*\S", re.DOTALL)
"""Quoted text with more words about it: no one knows which of them are to be typed."""
_WITH: Final = re.compile(r"\s+(?:with|by|using)\s+", re.IGNORECASE)
_COMPOSED: Final = re.compile(
    r"(?:(?:me|us|him|her|them|\w+)\s+)?(?:an?|the|my|some|your|our|their)\s+(?:\w+\s+){0,3}?"
    r"(?:e-?mail|letter|message|mail|reply|answer|summary|report|essay|poem|story|note|review|"
    r"comment|paragraph|article|text|joke|haiku|list|program|script|code|function|tweet|post|"
    r"description|speech|song|address|password|details|data|name|form)\b(?!\s*[:\U00100000-\U0010fffd])",
    re.IGNORECASE,
)
_AS_WHAT: Final = re.compile(
    r"(?P<text>\S.*?)\s+as\s+(?P<article>(?:the|a|an|its|your|my|their)\s+)?(?P<what>[^\s,;:]+(?:\s+[^\s,;:]+){0,2})",
    re.IGNORECASE | re.DOTALL,
)
_AS_IN_TEXT: Final = re.compile(
    r"(?:soon|well|far|long|much|many|if|we|you|i|he|she|they|it|of|always|usual|possible|discussed|planned|agreed|promised"
    r"|requested|before|early|late|quickly|a|an|the)\b",
    re.IGNORECASE,
)
_AS_AND_MORE: Final = re.compile(
    r"\S[^,]*?\s+as\s+(?!(?:soon|well|far|long|much|many|if|we|you|i|he|she|they|it|of|always|usual|possible|a|an)\b)(?:the\s+|its\s+)?[^\s,]+(?:\s+[^\s,]+){0,2},\s+\S",
    re.IGNORECASE,
)
"""`type KL 4471 as number plate, take gate 2`: more steps that nobody understands, and no part of the text."""
_AS_A_LINE: Final = re.compile(
    r"\sas\s+(?:an?|the)\s+(?:(?:new|first|last|second|third|next|own|separate)\s+)+(?:line|paragraph|row|item|entry|bullet)\b",
    re.IGNORECASE,
)
"""`write Salt as a new first line`."""
_AND_DO_IT: Final = re.compile(
    r"\s(?:below|above|under|beneath|beside|next to|after|before)\s+(?:it|that|this)(?:\s|$)"
    r"|\sand\s+(?!(?:the|a|an|my|your|our|his|her|their|this|that|it|all|not|in|on|at|for|of|to|with|from|by|is|are|was|then)\b)"
    r"[a-z]+\s+(?:it|this|that|the\s+(?:entry|form|pass|note|order|text|message|page|file|dialog|window|box|list|changes?|row|line|card"
    r"|ticket|post|comment|draft|question))\b",
    re.IGNORECASE,
)
"""`write Grid cleaned below it and add the entry`: such an end of an unquoted text is likely a step."""
MAX_SAID_CHARS: Final = 300
_FOCUSED_NAMES: Final = re.compile(
    r"(?:(?:new|file|folder)\s+)*(?:name|filename|title|text|value|answer)", re.IGNORECASE
)
"""What the only field of a small dialog is called in words that need not stand on it."""
_COMMAND: Final = re.compile(r"the\s+command\s+(?=\S)", re.IGNORECASE)
_IN_FIELD: Final = re.compile(
    r"(?P<value>\S.*?)\s+(?:in|into|inside)\s+(?P<field>(?:the\s+)?\S.*\s(?:field|box|list|input|drop-?down))",
    re.IGNORECASE,
)
_TICK_OF: Final = re.compile(
    r"(?:the\s+)?(?:tick|check)(?:\s?mark)?\s+(?:from|off|out of|at|in|next to)\s+(?P<box>\S.*)",
    re.IGNORECASE,
)
_A_BOX: Final = re.compile(r"\S\s+(?:check ?box|tick ?box)$", re.IGNORECASE)
_SEARCHED: Final = re.compile(
    r"(?:for\s+)?(?P<text>\S.*?)\s+(?:in|with|using|via)\s+(?P<field>(?:the\s+)?(?:\S.*\s)?(?:search|find|filter)\s?(?:box|field|bar)?"
    r"|(?:the\s+)?\S.*\s(?:box|field|bar))",
    re.IGNORECASE,
)
_CONTENT_OF: Final = re.compile(
    r"(?:the\s+)?(?:text|contents?|value|words?|everything)\s+(?:in|of|inside|from)\s+(?=\S)",
    re.IGNORECASE,
)
MAX_SCANNED_CHARS: Final = 5000
"""Unquoted text longer than this is typed as it stands; nobody hides a field name in it."""


def type_text(rest: str, quotes: Quotes, replaces: bool = False) -> Forms:
    """`type x`, `type x into T`, `type in T: x`."""
    if not rest.strip() or _says_more(rest):
        return ()
    quoted = _quoted(rest, quotes, replaces)
    if quoted:
        return quoted
    if len(rest) > MAX_SCANNED_CHARS:
        return (Type(quotes.written(rest).strip(), None, replaces),)
    if match := _TARGET_FIRST.fullmatch(rest.strip()):
        target = phrase(match.group(1), quotes)
        text = quotes.plain(match.group(2) or match.group(3)).strip()
        if target is not None and text:
            return (Type(text, target, replaces, needs_target=True),)
    if has_quote(rest) and _UNCLEAR.fullmatch(rest) and quotes.whole(rest) is None:
        return ()
    for pattern in (_INTO, _IN):
        if forms := _split_last(pattern, rest, quotes, replaces):
            return forms
    if forms := _as_what(rest, quotes):
        return forms
    whole = _typed(rest, None, quotes, replaces)
    return (*_split_last(_UNDER, rest, quotes, replaces), whole)


def _says_more(rest: str) -> bool:
    """Tell whether a text is followed by where it goes in words that nobody reads, and is no text with them."""
    words = rest[:MAX_SAID_CHARS]
    return any((_AS_AND_MORE.match(words), _AS_A_LINE.search(words), _AND_DO_IT.search(words)))


def _as_what(rest: str, quotes: Quotes) -> Forms:
    """Read `type Lunch as the subject`: a field, which the words "as soon as possible" name none."""
    match = _AS_WHAT.fullmatch(without_closing(rest))
    if (
        match is None
        or _AS_IN_TEXT.match(match["what"])
        or re.search(r"\bas\b", match["text"], re.I)
    ):
        return ()
    target = phrase(match["what"], quotes)
    text = _text(match["text"], quotes)
    forms: list[Form] = [Type(text, target, needs_target=True)] if target and text else []
    if _FOCUSED_NAMES.fullmatch(match["what"]):
        forms.append(Type(text))
    elif not match["article"]:
        forms.append(Type(quotes.written(rest).strip()))
    return tuple(forms)


def type_in(rest: str, quotes: Quotes) -> Forms:
    """`type in x`, `type in the Name field: x`."""
    if _TARGET_FIRST.fullmatch(f"in {rest.strip()}"):
        return type_text(f"in {rest}", quotes)
    return type_text(rest, quotes)


def _quoted(rest: str, quotes: Quotes, replaces: bool) -> Forms:
    bare = rest.strip()
    if match := _QUOTED_ONLY.fullmatch(bare):
        return (Type(quotes.plain(match.group(1)), None, replaces),)
    if match := _QUOTED_INTO.fullmatch(bare):
        target = phrase(match.group(2), quotes)
        if target is not None:
            return (Type(quotes.plain(match.group(1)), target, replaces, needs_target=True),)
    return ()


def _split_last(pattern: re.Pattern[str], rest: str, quotes: Quotes, replaces: bool) -> Forms:
    """Read `text PREPOSITION target`, each place tried, the last first."""
    forms: list[Form] = []
    for match in reversed(list(pattern.finditer(rest))[-3:]):
        target = phrase(rest[match.end() :], quotes)
        typed = _typed(rest[: match.start()], target, quotes, replaces)
        if target is not None and typed.text:
            forms.append(typed)
    return tuple(forms)


def _text(masked: str, quotes: Quotes) -> str:
    bare = masked.strip()
    match = _QUOTED_ONLY.fullmatch(bare)
    return quotes.plain(match.group(1)) if match else quotes.written(bare)


def _typed(masked: str, target: Phrase | None, quotes: Quotes, replaces: bool) -> Type:
    """Return the typing of words that are not all quoted: "the command ls" is `ls` in a terminal only."""
    bare = masked.strip()
    said = None if _QUOTED_ONLY.fullmatch(bare) else _COMMAND.match(bare)
    command = quotes.written(bare[said.end() :]) if said else ""
    text = _text(masked, quotes)
    return Type(text, target, replaces, needs_target=target is not None, command=command)


def write(rest: str, quotes: Quotes) -> Forms:
    """`write x` is `type x`, but "write an email to Bob" asks for a composition."""
    return () if _COMPOSED.match(rest.strip()) else type_text(rest, quotes)


def enter(rest: str, quotes: Quotes) -> Forms:
    """`enter x in T`, `enter x`; alone it is the key."""
    if not without_closing(rest):
        target = phrase("Enter", quotes)
        return (Press("Enter", target, is_key=True),) if target else ()
    if _COMPOSED.match(rest.strip()):
        return ()
    forms = type_text(rest, quotes)
    if len(rest) > 500 or any(isinstance(form, Type) and form.target for form in forms):
        return forms
    plain = tuple(
        replace(f, may_name=not has_quote(rest)) if isinstance(f, Type) else f for f in forms
    )
    return _split_last(_AS, rest, quotes, replaces=False) + plain


def give(rest: str, quotes: Quotes) -> Forms:
    """`give T the value x`."""
    return _target_then_value(_VALUE, rest, quotes)


def put(rest: str, quotes: Quotes) -> Forms:
    """`put x in T`, `put the cursor in T`; a place is always named."""
    if match := _CURSOR.match(rest.strip()):
        target = phrase(match.group(1), quotes)
        return (Point(target),) if target else ()
    forms = enter(rest, quotes) if rest.strip() else ()
    return tuple(form for form in forms if isinstance(form, Type) and form.target)


def fill(rest: str, quotes: Quotes) -> Forms:
    """`fill T with x`, `fill in T with x`, `fill x into T`."""
    bare = re.sub(r"^(?:in|out)\s+", "", rest, flags=re.IGNORECASE)
    with_value = _target_then_value(_WITH, bare, quotes)
    return with_value or put(bare, quotes) or _target_then_value(_COLON, bare, quotes)


def _target_then_value(pattern: re.Pattern[str], rest: str, quotes: Quotes) -> Forms:
    if len(rest) > MAX_SCANNED_CHARS:
        return ()
    forms: list[Form] = []
    for match in list(pattern.finditer(rest))[:3]:
        target = phrase(_CONTENT_OF.sub("", rest[: match.start()].strip()), quotes)
        text = _text(rest[match.end() :], quotes)
        if target is not None and text:
            forms.append(Type(text, target, replaces=True, needs_target=True))
    return tuple(forms)


def replace_text(rest: str, quotes: Quotes) -> Forms:
    """`replace T with x`, `replace the text in T with x`."""
    return _target_then_value(_WITH, rest, quotes)


def assign(rest: str, quotes: Quotes) -> Forms:
    """`set T to x`, `change T to x`: a field, a box, a list or a switch."""
    if len(rest) > MAX_SCANNED_CHARS:
        return ()
    forms: list[Form] = list(slide(rest, quotes))
    words = _CONTENT_OF.sub("", rest.strip())
    for match in list(_TO.finditer(words))[:4]:
        head = re.sub(r"\s+from\s+\S+$", "", words[: match.start()], flags=re.IGNORECASE)
        target, option = phrase(head, quotes), phrase(words[match.end() :], quotes)
        value = _text(words[match.end() :], quotes)
        if place := _IN_FIELD.fullmatch(without_closing(words[match.end() :])):
            inside, choice = phrase(place["field"], quotes), phrase(place["value"], quotes)
            if inside and choice:
                forms.append(Assign(inside, _text(place["value"], quotes), choice))
        if target is not None and value:
            value = value if has_quote(words[match.end() :]) else without_closing(value)
            forms.append(Assign(target, value, option or target))
    return tuple(forms) or turn(rest, quotes)


def search(rest: str, quotes: Quotes) -> Forms:
    """`search for x in the search box`; without a field it is a goal."""
    match = _SEARCHED.fullmatch(without_closing(rest))
    target = phrase(match["field"], quotes) if match else None
    text = _text(match["text"], quotes) if match else ""
    return (Type(text, target, True, needs_target=True, enters=True),) if target and text else ()


def adjust(rest: str, quotes: Quotes, up: bool = True) -> Forms:
    """`increase T`, `increase T by 3`, `decrease T to 7`."""
    words = without_closing(rest)
    if len(words) > MAX_SCANNED_CHARS or _BY_DOING.search(words):
        return ()
    forms: list[Form] = []
    if match := _BY.fullmatch(words):
        target = phrase(match.group("t"), quotes)
        by = as_number(match.group("n")) or number(match.group("n"))
        if target is not None and by:
            forms.append(Adjust(target, up, by, is_percent=bool(match.group("p"))))
    whole = phrase(words, quotes)
    named = (Adjust(whole, up),) if whole is not None else ()
    return (*forms, *assign(rest, quotes), *named)


def delete(rest: str, quotes: Quotes) -> Forms:
    """`delete the text in T`, `delete the selection`; anything else that is deleted is a goal."""
    if _SELECTION.fullmatch(without_closing(rest)):
        key = phrase("Delete", quotes)
        return (Press("Delete", key, is_key=True),) if key else ()
    match = _CONTENT_OF.match(rest.strip())
    return untick(rest, quotes) or (clear(rest, quotes) if match else ())


def untick(rest: str, quotes: Quotes) -> Forms:
    """`remove the tick from T`, `take the tick out of T`."""
    match = _TICK_OF.fullmatch(without_closing(rest))
    box = phrase(match["box"], quotes) if match else None
    return (Switch(box, on=False),) if box else ()


def clear(rest: str, quotes: Quotes) -> Forms:
    """`clear T`, `clear the text in T`, `clear the T checkbox`."""
    target = phrase(_CONTENT_OF.sub("", rest.strip()), quotes)
    if target and _A_BOX.search(without_closing(rest)):
        return (Switch(target, on=False),)
    return (Type("", target, replaces=True, needs_target=True),) if target else ()
