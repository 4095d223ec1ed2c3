# ruff: noqa: RUF001 - people write these signs
"""Where one step of an instruction may end and the next begin; knows no verbs."""

import re
from dataclasses import dataclass
from typing import Final, Literal

MAX_PIECES: Final = 1000

Joint = Literal["start", "hard", "stop", "then", "comma", "and"]

_JOINTS: Final[dict[str, Joint]] = {
    "hard": "hard",
    "stop": "stop",
    "mark": "stop",
    "then": "then",
    "comma": "comma",
    "and": "and",
}

_LIST_MARK: Final = r"(?:(?:\(?\d{1,2}[.)]|[-*•–])[ \t]+)"
_SEPARATOR: Final = re.compile(
    rf"(?P<hard>[ \t]*(?:(?:\r?\n[ \t]*)+|;[ \t\r\n]*){_LIST_MARK}?)"
    r"|(?P<stop>(?<=[^\s.])[.!]\s+(?!(?-i:in|into|as|for|and)\s)(?=\S))"
    r"|(?P<mark>(?<!\s)\s+\(?(?P<n>\d{1,2})[.)]\s+(?=\S))"
    r"|(?P<then>(?:\s*,\s*(?:and\s+|&\s*)?|\s+(?:and\s+)?)(?:then|after that|afterwards|followed by|and finally"
    r"|finally|next,)(?=[\s,])\s*,?\s*(?:and\s+)?)"
    r"|(?P<comma>\s*,\s+(?:(?:and|&)\s+)?)"
    r"|(?P<and>\s+(?:and|&)(?:\s+|,\s+))",
    re.IGNORECASE,
)
_MARK: Final = re.compile(r"(?:^|(?<=\s))\(?(\d{1,2})[.)](?=\s)")
_SIGN: Final = r"[-+*/^=%\u00d7\u00f7\u2212]"
_SUM_BEFORE: Final = re.compile(rf"{_SIGN}\Z")
_SUM_AFTER: Final = re.compile(rf"{_SIGN}(?:\s|\Z)")
_LEAD_MARK: Final = re.compile(rf"^\s*{_LIST_MARK}")
_POINT_PAIR: Final = re.compile(
    r"(\b(?:at|to|point|position|pixel|coordinates?)\s+\(?\s*-?\d{1,5}|\(\s*-?\d{1,5}),\s+(?=-?\d{1,5}\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Piece:
    """Words between two separators, and what stands before them."""

    joint: Joint
    joint_text: str
    text: str


def pieces_of(masked: str) -> list[Piece]:
    """Split masked words at everything that may separate two steps."""
    kept = _POINT_PAIR.sub(r"\1,", _LEAD_MARK.sub("", masked))
    pieces: list[Piece] = []
    joint: Joint = "start"
    joint_text, at = "", 0
    numbers = frozenset(int(mark[1]) for mark in _MARK.finditer(masked))
    last, start = _number_in(_LEAD_MARK.match(masked)), 0
    while match := _SEPARATOR.search(kept, start):
        start = match.end()
        if match["mark"]:
            if not _is_mark(match, kept, last, numbers):
                start = match.end("n")
                continue
            last = int(match["n"])
        elif match["hard"]:
            last = _number_in(match) or last
        name = next(group for group in _JOINTS if match[group])
        pieces.append(Piece(joint, joint_text, kept[at : match.start()]))
        joint, joint_text, at = _JOINTS[name], match.group(), match.end()
        if len(pieces) > MAX_PIECES:
            break
    pieces.append(Piece(joint, joint_text, kept[at:]))
    return pieces


def _number_in(mark: re.Match[str] | None) -> int:
    number = re.search(r"\d+", mark[0]) if mark else None
    return int(number[0]) if number else 0


def _is_mark(match: re.Match[str], kept: str, last: int, numbers: frozenset[int]) -> bool:
    """Tell whether a number within a line is that of the next step of a list.

    It follows the number before it, or is a 1 where a 2 stands too: the `4.` of "set Amount to 4. Click
    Save" is a value, and the `(4)` of "3 - (4) =" a part of a sum.
    """
    number, start = int(match["n"]), match.start()
    is_in_brackets = match.group().lstrip().startswith("(")
    if _SUM_AFTER.match(kept, match.end()) or (
        is_in_brackets and _SUM_BEFORE.search(kept[:start][-1:])
    ):
        return False
    return number == last + 1 if last else number == 1 and 2 in numbers
