"""Patterns of a language file: what a clause has to look like, with slots for the open words.

A pattern is made of words, of <lists> of words (the file names them under `words`), of [what may be left
out], of (one|or another), and of {slots}. A slot takes one word or more, as few as fit; {slot+} takes as
many as fit; {slot?name} takes only what the check of that name lets through. All ways to fit are found.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

Check = Callable[[str], bool]
"""Tells whether a slot may take these words."""

_MAX_TOKENS: Final = 60
"""Longer clauses hold a text to type, in which nobody looks for other words."""
_MOST: Final = 6
"""Ways to fit one pattern that are told."""
_MOST_TRIED: Final = 24
_TOKEN: Final = re.compile("[\U00100000-\U0010fffd]|[^\\s\U00100000-\U0010fffd]+")
_PUNCTUATION: Final = ",;:.!?"
_JOINTS: Final = frozenset({"and", "or", "und", "oder", "&"})
"""No slot begins or ends with these: they join two things, of which one would be lost."""
_PART: Final = re.compile(
    r"<(?P<words>[\w ]+)>|\{(?P<slot>\w+)(?P<most>\+)?(?:\?(?P<check>\w+))?\}|(?P<sign>[\[\]()|])|(?P<word>[^\s\[\]()|<{]+)"
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word or a mark of a clause, folded in case, and where it stands."""

    text: str
    start: int
    end: int


def tokens_of(clause: str) -> list[Token]:
    """Return the words of a clause; a mark at the end of a word is a token of its own."""
    found: list[Token] = []
    for match in _TOKEN.finditer(clause):
        text, start, end = match[0], match.start(), match.end()
        is_marked = len(text) > 1 and text[-1] in _PUNCTUATION and text[-2] not in _PUNCTUATION
        cut = end - 1 if is_marked else end
        found.append(Token(clause[start:cut].casefold(), start, cut))
        if is_marked:
            found.append(Token(text[-1], cut, end))
    return found


@dataclass(frozen=True, slots=True)
class _Words:
    """One of several words, or groups of words."""

    groups: tuple[tuple[str, ...], ...]
    name: str = ""
    """The list that they are of."""


@dataclass(frozen=True, slots=True)
class _Slot:
    name: str
    takes_most: bool
    check: Check | None


@dataclass(frozen=True, slots=True)
class _Choice:
    """One of several sequences; an empty one may be left out."""

    options: tuple[tuple["_Node", ...], ...]


_Node = _Words | _Slot | _Choice
_Bound = tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern that is ready to be fitted to clauses."""

    nodes: tuple[_Node, ...]
    needed: tuple[frozenset[str], ...]
    """Of each of these sets a word must stand in the clause."""

    @property
    def ends_in_verb(self) -> bool:
        """Tell whether its last words are its own: the verb of what stands before."""
        return not isinstance(self.nodes[-1], _Slot)

    def lead(self, clause: str, tokens: Sequence[Token]) -> str:
        """Return the verb with which a clause that fits begins: a word of a list that is called `du_...`."""
        first = self.nodes[0]
        if isinstance(first, _Words) and first.name.startswith("du_"):
            said = tuple(token.text for token in tokens)
            for group in first.groups:
                if said[: len(group)] == group:
                    return clause[: tokens[len(group) - 1].end]
        return ""

    def fits(self, clause: str, tokens: Sequence[Token]) -> list[dict[str, str]]:
        """Return the words of the slots for each way in which the whole clause fits.

        A way that only puts more words into the slots than another one does is left out.
        """
        words = {token.text for token in tokens}
        if len(tokens) > _MAX_TOKENS or any(words.isdisjoint(some) for some in self.needed):
            return []
        found = [
            {
                name: clause[tokens[first].start : tokens[last - 1].end]
                for name, first, last in bound
            }
            for bound in islice(_walk(self.nodes, tokens, 0, clause), _MOST_TRIED)
        ]
        return [one for one in found if not any(_is_within(other, one) for other in found)][:_MOST]


def _is_within(fewer: dict[str, str], more: dict[str, str]) -> bool:
    return fewer != more and all(words in more.get(name, "") for name, words in fewer.items())


def _walk(
    nodes: tuple[_Node, ...], tokens: Sequence[Token], at: int, clause: str
) -> Iterator[_Bound]:
    """Yield the slots of each way in which the nodes fit the tokens from `at` to the end."""
    if not nodes:
        if all(token.text in _PUNCTUATION for token in tokens[at:]):
            yield ()
        return
    node, rest = nodes[0], nodes[1:]
    if isinstance(node, _Choice):
        for option in node.options:
            yield from _walk((*option, *rest), tokens, at, clause)
        return
    for end in _ends(node, tokens, at):
        if isinstance(node, _Words):
            yield from _walk(rest, tokens, end, clause)
            continue
        # What follows is fitted first, so that a check that is a pattern itself gets ever fewer words.
        for more in _walk(rest, tokens, end, clause):
            is_whole = _JOINTS.isdisjoint((tokens[at].text, tokens[end - 1].text))
            said = clause[tokens[at].start : tokens[end - 1].end]
            if (is_whole or end - at == 1) and (node.check is None or node.check(said)):
                yield ((node.name, at, end), *more)


def _ends(node: _Words | _Slot, tokens: Sequence[Token], at: int) -> Iterable[int]:
    """Return where words or a slot that begin at a token may end."""
    if isinstance(node, _Words):
        return [
            at + len(group)
            for group in node.groups
            if tuple(token.text for token in tokens[at : at + len(group)]) == group
        ]
    ends = range(at + 1, len(tokens) + 1)
    return reversed(ends) if node.takes_most else ends


def compiled(text: str, lists: Mapping[str, Sequence[str]], checks: Mapping[str, Check]) -> Pattern:
    """Return a pattern; raises ValueError where it names a list or a check that is not there."""
    parts = list(_PART.finditer(text))
    nodes, end = _sequence(parts, 0, text, lists, checks)
    if end != len(parts):
        raise ValueError(f"the pattern {text!r} has a bracket too many")
    return Pattern(nodes, tuple(_needed(nodes)))


def _needed(nodes: Sequence[_Node]) -> Iterator[frozenset[str]]:
    for node in nodes:
        if isinstance(node, _Words):
            yield frozenset(group[0] for group in node.groups)


def _sequence(
    parts: Sequence[re.Match[str]],
    at: int,
    text: str,
    lists: Mapping[str, Sequence[str]],
    checks: Mapping[str, Check],
) -> tuple[tuple[_Node, ...], int]:
    nodes: list[_Node] = []
    while at < len(parts):
        part = parts[at]
        if part["sign"] and part["sign"] in "|)]":
            break
        if part["sign"]:
            node, at = _choice(parts, at, text, lists, checks)
            nodes.append(node)
            continue
        if part["slot"]:
            check = checks[part["check"]] if part["check"] else None
            nodes.append(_Slot(part["slot"], bool(part["most"]), check))
        elif part["words"]:
            if part["words"] not in lists:
                raise ValueError(
                    f"the pattern {text!r} names a list {part['words']!r} that is not there"
                )
            groups = {tuple(t.text for t in tokens_of(words)) for words in lists[part["words"]]}
            longest_first = sorted(groups, key=lambda group: (-len(group), group))
            nodes.append(_Words(tuple(longest_first), part["words"]))
        else:
            nodes.append(_Words((tuple(t.text for t in tokens_of(part["word"])),)))
        at += 1
    return tuple(nodes), at


def _choice(
    parts: Sequence[re.Match[str]],
    at: int,
    text: str,
    lists: Mapping[str, Sequence[str]],
    checks: Mapping[str, Check],
) -> tuple[_Choice, int]:
    closing = {"[": "]", "(": ")"}[parts[at]["sign"]]
    options: list[tuple[_Node, ...]] = []
    is_optional = parts[at]["sign"] == "["
    while True:
        option, at = _sequence(parts, at + 1, text, lists, checks)
        options.append(option)
        if at >= len(parts):
            raise ValueError(f"the pattern {text!r} lacks a {closing!r}")
        if parts[at]["sign"] == closing:
            break
    return _Choice((*options, ()) if is_optional else tuple(options)), at + 1
