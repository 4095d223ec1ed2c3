"""The user's settings for the history, as the store's limits."""

from typing import Final

from app.settings import Keeping
from automation.records.keeping import Limits

GB: Final = 1_000_000_000


def limits_of(keeping: Keeping) -> Limits:
    """Return how long and how much the store keeps."""
    return Limits(keeping.picture_days, round(keeping.picture_gb * GB), keeping.text_days)
