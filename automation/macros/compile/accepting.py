"""Which of the proposed parameters is meant by what the user named or accepted."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from automation.macros.compile.finished import Proposed


def told_apart(named: Sequence[Proposed], proposals: Sequence[Proposed]) -> tuple[Proposed, ...]:
    """Return what the user named, each with its own steps where one text has several names.

    The first name is for the field that the text went into first. A text of one name is that wherever
    it stands. Names beyond the fields get no steps, so that they stand for nothing and are refused.
    """
    apart: list[Proposed] = []
    for place, one in enumerate(named):
        fields = [proposal for proposal in proposals if proposal.text == one.text]
        earlier = sum(other.text == one.text for other in named[:place])
        is_alone = sum(other.text == one.text for other in named) == 1
        is_told = not is_alone and earlier < len(fields)
        apart.append(replace(one, steps=fields[earlier].steps) if is_told else one)
    return tuple(apart)


def accepted(
    asked: Collection[str], offered: Sequence[Proposed], found: Sequence[Proposed]
) -> tuple[Proposed, ...]:
    """Return what the user accepted as it was found, under the names that it was offered by.

    Pictures tell names of fields: with them a text may be found for more fields than it was offered
    for, or for fewer. Then the first name that was accepted is for all of them.

    Args:
        asked: names that were accepted.
        offered: what was shown to the user, read without pictures.
        found: what the same run came to with them.
    """
    chosen: list[Proposed] = []
    for text in dict.fromkeys(one.text for one in offered):
        names = [one.name for one in offered if one.text == text]
        fields = [one for one in found if one.text == text]
        if len(names) != len(fields):
            names = [name for name in names if name in asked][:1]
            fields = [replace(one, steps=()) for one in fields[:1]]
        pairs = zip(fields, names, strict=False)
        chosen += [replace(one, name=name) for one, name in pairs if name in asked]
    return tuple(chosen)
