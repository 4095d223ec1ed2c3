"""What is looked at once more after the last round of a repeat: whether what it was done until has come."""

from automation.macros import macro as grammar


def check_after(repeat: grammar.Repeat) -> grammar.CheckThat | None:
    """Return the last look as a check that is the repeat's own; None where its rounds are only counted.

    Nothing is said of how long it may take after the last round: as long as of any check.
    """
    if repeat.until is None or not repeat.steps:
        return None
    return grammar.CheckThat(id=repeat.id, condition=repeat.until, on_mismatch=repeat.on_mismatch)


def missing_words(rounds: int, wanted: str, seen: str) -> str:
    """Return that something did not come in all the rounds of a repeat.

    Args:
        rounds: how many there were.
        wanted: what should have come, as it stands after `waiting until`.
        seen: what was seen instead.
    """
    count = "1 round" if rounds == 1 else f"{rounds:,} rounds"
    return f"in {count} it did not come to this: {wanted} ({seen})"
