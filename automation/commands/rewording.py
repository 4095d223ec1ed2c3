"""Other words for a step: each row is what people say, and the words of ours that mean the same.

A row keeps every word that names something, so nothing that was said gets lost: what it leaves out are
words like "it", "by dragging it" and the purpose of a press whose count is said. Both the said words and
those of the row are looked for; the screen decides.
"""

import re
from collections.abc import Iterator
from typing import Final

from automation.commands.words import without_closing

_MAX_CHARS: Final = 300
_IT: Final = r"(?:it|that|this|them)"
_MENU: Final = r"(?:in|inside|within|from|under|on|of|out of|via|using|through|with) (?:the )?(?P<m>\S.{0,40}?) menu"
_SIGNS: Final = r"(?:button|sign|icon|key|arrow)"
_NEAR: Final = r"(?:next to|beside|near|by|at|of|for|in|under|below|after|behind) (?:the )?"
_PRESS: Final = r"(?:press|click|tap|hit|push)(?: on)?"
_COUNT: Final = r"(?P<n>once|twice|thrice|\w+(?= times))(?: times)?"
_TAKE: Final = r"(?:select|choose|click|tick|pick|press|take|tap|use)(?: on)?"
_DASH: Final = r"\s*(?::|(?<=\s)[-\u2013\u2014])\s*"
_PRESSED_AFTER: Final = re.compile(rf"(?P<s>\S.*?){_DASH}{_TAKE} {_IT}(?: \w+)?", re.IGNORECASE)
_ROWS: Final = tuple(
    (re.compile(said, re.IGNORECASE), ours)
    for said, *ours in (
        # a place in brackets, and menus with other verbs than those of a choice
        (r"(?P<s>\S.*?) \((?:in |on )?(?:the )?(?P<p>\S[^()]* (?:menu|tab|page|toolbar|tool bar|section|list|row))\)", r"\g<s> in the \g<p>"),
        (r"(?!(?:in|on|from|under|into|with|open|click|choose|select|press|use|go to)\b)(?:the )?(?P<m>\S[^:,>]{0,40}?) menu\s*[:,>]\s*(?P<i>\S.*)", r"open \g<m> > \g<i>"),
        (rf"(?:hide) (?:the )?(?P<i>\S.*?) {_MENU}", r"untick \g<i> in the \g<m> menu"),
        (rf"(?:show|display|view) (?:me )?(?:the )?(?P<i>\S.*?) {_MENU}", r"tick \g<i> in the \g<m> menu"),
        (rf"(?P<i>go (?:up|back|forward|home))(?: (?:one|a|to the))?(?: (?:parent|folder|level|step|page))* {_MENU}", r"choose \g<i> from the \g<m> menu"),
        (rf"(?:switch to|change to|go to|run|use|start|call up|bring up) (?:the )?(?P<i>\S.*?) {_MENU}", r"choose \g<i> from the \g<m> menu"),
        (rf"(?P<i>(?:sort|arrange|group|order|zoom|fit|rotate) \S.*?) {_MENU}", r"choose \g<i> from the \g<m> menu"),
        (r"[^:]{3,80}:\s+(?P<p>[A-Z][^,:>]*(?:(?:, | > )[A-Z][^,:>]*)+)", r"path \g<p>"),
        (r"(?P<v>untick|uncheck|tick|check|turn o(?:n|ff)|switch o(?:n|ff)|click|choose|select|open) (?P<i>\S.*?) (?:in|from|under) (?:the )?(?P<m>\S+(?: \S+)?)", r"\g<v> \g<i> in the \g<m> menu title menu"),
        # a value first, and where it goes last
        (rf"(?:make|set|change|switch|turn|put) {_IT} (?:to )?(?P<v>\S.*?) (?:in|for|at|under) (?P<t>\S.*)", r"set \g<t> to \g<v>"),
        (r"make (?P<t>(?:the )?\S.*?) (?P<v>\d\S*)", r"set \g<t> to \g<v>"),
        (r"(?:show|display|list|view) (?:me )?(?P<v>\d+) (?P<t>\S.*)", r"set \g<t> to \g<v>"),
        (r"(?:switch|change|set|turn) (?:over )?(?:to )?the (?:view|mode|display|layout) to (?:the )?(?P<v>\S.*)", r"choose \g<v>"),
        (r"switch (?!to\b|off\b|on\b|over\b|back\b)(?P<t>\S.*?) (?:over )?to (?P<v>\S.*)", r"set \g<t> to \g<v>"),
        (r"give (?P<i>\S.*) the (?P<t>\S.*?) (?P<v>[A-Z0-9\U00100000-\U0010fffd]\S*(?: \S+)?)", r"set \g<t> of \g<i> to \g<v>"),
        # what is said first, and then to be pressed
        (rf"(?:the )?(?P<t>\S.*?) (?P<v>(?-i:[A-Z])\S.*?){_DASH}{_TAKE} {_IT}(?: \w+)?", r"choose \g<v> in \g<t>", r"choose \g<v>"),
        # moved with the mouse; pressed so often, for something; keys
        (r"(?:move|bring|shift|pull) (?P<r>\S.*?) by dragging(?: (?:it|them))?", r"drag \g<r>"),
        (r"(?P<s>(?:press|click|tap|hit|push) .*?\b(?:once|twice|thrice|\w+ times)) (?:in order )?to [a-z](?!.*(?:\d|(?-i:\b[A-Z]))).*", r"\g<s>"),
        (r"(?P<s>\S.*) with (?:one|a|a single|one single) (?:mouse )?click", r"\g<s>"),
        (r"(?:press|hit|push) (?:the )?(?P<k>\S.{0,20}?)(?: key)? (?:on|of) (?:the|your|my) keyboard(?P<n> .*times| twice)?", r"press the \g<k> key\g<n>"),
        (rf"{_PRESS} (?:the )?(?:\+|plus)(?: {_SIGNS})? {_NEAR}(?P<t>\S.*?) {_COUNT}", r"step up \g<t> by \g<n> steps"),
        (rf"{_PRESS} (?:the )?(?:-|\u2212|minus)(?: {_SIGNS})? {_NEAR}(?P<t>\S.*?) {_COUNT}", r"step down \g<t> by \g<n> steps"),
        (rf"{_PRESS} (?:the )?(?:\+|plus)(?: {_SIGNS})? {_NEAR}(?P<t>\S.*)", r"step up \g<t>"),
        (rf"{_PRESS} (?:the )?(?:-|\u2212|minus)(?: {_SIGNS})? {_NEAR}(?P<t>\S.*)", r"step down \g<t>"),
    )
)  # fmt: skip


def said_first(words: str) -> str:
    """Return what is to be done of `sort by Date: click that heading`; the words as they are without such an end."""
    match = _PRESSED_AFTER.fullmatch(without_closing(words)) if len(words) <= _MAX_CHARS else None
    return match["s"] if match else words


def reworded(words: str) -> Iterator[str]:
    """Yield other words for a clause, the likeliest first."""
    bare = without_closing(words) if len(words) <= _MAX_CHARS else ""
    for said, ours in _ROWS:
        if match := said.fullmatch(bare):
            for way in ours:
                words = match.expand(way)
                yield (
                    re.sub(r"\s*[,>]\s*", " > ", f"open {words[5:]}")
                    if way.startswith("path")
                    else words
                )
