"""Runs of rows that were replaced."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Slice:
    """Rows [first, first + removed) were replaced by `inserted` rows."""

    first: int
    removed: int
    inserted: int

    def then(self, other: "Slice") -> "Slice":
        """Return the least slice that tells this change and one after it."""
        if not (self.removed or self.inserted):
            return other
        if not (other.removed or other.inserted):
            return self
        first = min(self.first, other.first)
        end = max(self.first + self.inserted, other.first + other.removed)
        return Slice(
            first,
            end - first - (self.inserted - self.removed),
            end - first + (other.inserted - other.removed),
        )


UNTOUCHED = Slice(0, 0, 0)
