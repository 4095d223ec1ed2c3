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
    "then": "then",
    "comma": "comma",
    "and": "and",
}

_LIST_MARK: Final = r"(?:(?:\(?\d{1,2}[.)]|[-*•–])[ \t]+)"
_SEPARATOR: Final = re.compile(
    rf"(?P<hard>[ \t]*(?:(?:\r?\n[ \t]*)+|;[ \t\r\n]*){_LIST_MARK}?)"
    r"|(?P<stop>(?<=[^\s.])[.!]\s+(?!(?-i:in|into|as|for|and)\s)(?=\S)|\s+\(?\d{1,2}[.)]\s+(?=\S))"
    r"|(?P<then>(?:\s*,\s*(?:and\s+|&\s*)?|\s+(?:and\s+)?)(?:then|after that|afterwards|followed by|and finally"
    r"|finally|next,)(?=[\s,])\s*,?\s*(?:and\s+)?)"
    r"|(?P<comma>\s*,\s+(?:(?:and|&)\s+)?)"
    r"|(?P<and>\s+(?:and|&)(?:\s+|,\s+))",
    re.IGNORECASE,
)
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
    for match in _SEPARATOR.finditer(kept):
        pieces.append(Piece(joint, joint_text, kept[at : match.start()]))
        joint, joint_text, at = _JOINTS[match.lastgroup or "and"], match.group(), match.end()
        if len(pieces) > MAX_PIECES:
            break
    pieces.append(Piece(joint, joint_text, kept[at:]))
    return pieces
