"""Getting the weights as plain values: what is offered, how far it has come, and the words for it."""

from dataclasses import dataclass
from typing import Final, Literal

from app.modelpage.wording import file_gb

WeightsState = Literal["unasked", "asking", "offered", "running", "paused", "done", "failed"]
SECONDS_PER_MINUTE: Final = 60
ROOM_LEFT_BYTES: Final = 1_000_000_000
"""What stays free on the disk after everything was fetched; a full one breaks other programs."""


@dataclass(frozen=True, slots=True)
class WeightsOffer:
    """What would be fetched, as the host says it."""

    size_bytes: int
    files: int
    licence: str
    """Its name, such as `NVIDIA Open Model License`."""
    licence_text: str = ""
    """The text itself; empty when the host has none."""
    here_bytes: int = 0
    """What an earlier, unfinished download left in the folder."""

    @property
    def missing_bytes(self) -> int:
        """What is still to be fetched."""
        return max(0, self.size_bytes - self.here_bytes)


@dataclass(frozen=True, slots=True)
class WeightsStatus:
    """Where getting the weights stands. Replaced whole, never changed."""

    state: WeightsState = "unasked"
    name: str = "Holotron-12B"
    host: str = ""
    """Where they come from: a host's name, shown before it is asked for anything."""
    folder: str = ""
    """Where they go."""
    free_bytes: int | None = None
    """Free space in that folder; None while nobody has looked."""
    offer: WeightsOffer | None = None
    done_bytes: int = 0
    bytes_per_s: float = 0.0
    doing: str = "Getting the weights"
    """One short phrase, as in `LoadProgress`: `Checking files`."""
    problem: str = ""
    """One sentence when the state is `failed`."""


def size_words(offer: WeightsOffer) -> str:
    """Return how much it is."""
    files = "1 file" if offer.files == 1 else f"{offer.files} files"
    words = f"{file_gb(offer.size_bytes)} GB in {files}"
    if offer.here_bytes:
        words += f", {file_gb(offer.here_bytes)} GB of it already here"
    return words


def room_problem(status: WeightsStatus) -> str:
    """Say in a sentence that the disk is too small; empty when it is not, or not known."""
    offer, free = status.offer, status.free_bytes
    if offer is None or free is None:
        return ""
    short = offer.missing_bytes + ROOM_LEFT_BYTES - free
    if short <= 0:
        return ""
    return (
        f"Not enough room in this folder: {file_gb(offer.missing_bytes)} GB needed, "
        f"{file_gb(free)} free. Choose another folder, or free {file_gb(short)} GB."
    )


def get_words(status: WeightsStatus) -> str:
    """Return what the button says that begins."""
    offer = status.offer
    return "Get the weights" if offer is None else f"Get {file_gb(offer.missing_bytes)} GB"


def share_here(status: WeightsStatus) -> float | None:
    """Return how far it has come, 0..1; None when that is not known."""
    if status.offer is None or status.offer.size_bytes <= 0:
        return None
    return min(1.0, status.done_bytes / status.offer.size_bytes)


def work_words(status: WeightsStatus) -> str:
    """Return how far it has come, such as `Getting the weights, 5.2 of 26.3 GB · 48 MB/s`."""
    words = status.doing
    if status.offer is not None:
        words += f", {file_gb(status.done_bytes)} of {file_gb(status.offer.size_bytes)} GB"
    if status.state == "paused":
        return f"Paused. {words}. What is here is kept."
    if status.bytes_per_s > 0:
        words += f" · {status.bytes_per_s / 1e6:.0f} MB/s"
        if left := _left(status):
            words += f" · {left}"
    return words


def _left(status: WeightsStatus) -> str:
    if status.offer is None:
        return ""
    seconds = (status.offer.size_bytes - status.done_bytes) / status.bytes_per_s
    minutes = round(seconds / SECONDS_PER_MINUTE)
    if minutes < 1:
        return "less than a minute left"
    if minutes < SECONDS_PER_MINUTE:
        return "about a minute left" if minutes == 1 else f"about {minutes} minutes left"
    hours, rest = divmod(minutes, SECONDS_PER_MINUTE)
    return f"about {hours} h {rest} min left"
