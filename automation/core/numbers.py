"""Numbers as people write them and as programs show them in their fields: `7`, `2,5`, `EUR 12.50`, `80 %`."""

import re
from typing import Final

_RUN: Final = re.compile(r"[-+\u2212]?\d[\d.,\u00a0\u202f']*")
_SPACES: Final = re.compile(r"[\u00a0\u202f' ]")
_THOUSANDS: Final = re.compile(r"[1-9]\d{0,2}[.,]\d{3}")
_GROUPED: Final = re.compile(r"\d{1,3}(?:[.,]\d{3})+")


def as_number(text: str) -> float | None:
    """Return the one number in a text, without its unit; None where there is none, or more than one.

    The last sign of two kinds is the one before the decimals; a sign of one kind is so unless it stands
    several times over. `1,000` may be either and is none.
    """
    runs = _RUN.findall(text)
    if len(runs) != 1:
        return None
    bare = _SPACES.sub("", runs[0].rstrip(".,'\u00a0\u202f")).replace("\u2212", "-")
    last = max(bare.rfind("."), bare.rfind(","))
    if last >= 0 and (bare.count(bare[last]) > 1):
        return float(re.sub("[.,]", "", bare)) if _GROUPED.fullmatch(bare.lstrip("+-")) else None
    if _THOUSANDS.fullmatch(bare.lstrip("+-")):
        return None
    whole, part = (bare[:last], bare[last + 1 :]) if last >= 0 else (bare, "")
    return float(f"{re.sub('[.,]', '', whole)}.{part or '0'}")


def same_value(first: str, second: str) -> bool:
    """Tell whether two texts of fields say the same: one number, or the same groups of digits in a row."""
    numbers = as_number(first), as_number(second)
    if numbers[0] is not None and numbers[1] is not None:
        return abs(numbers[0] - numbers[1]) < 1e-9 * max(1.0, abs(numbers[0]))
    return _folded(first) == _folded(second)


def _folded(text: str) -> list[str]:
    return [part.lstrip("0") or "0" for part in re.findall(r"\d+|[^\W\d]+", text.casefold())]
