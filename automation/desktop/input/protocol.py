"""What the app and the executor say to each other.

Every message is a tagged struct that refuses unknown fields. The app sends `Request`, the executor
sends `Report`; `seq` ties a reply to its request. They travel over a socketpair, one frame
each: a frame is a 4-byte big-endian length followed by one msgpack map. A frame above the limit ends the
connection.
"""

import socket
import struct
from contextlib import suppress
from typing import Annotated, Any, Final, Generic, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from automation.core.actions import Action
from automation.core.errors import ExecutorGone
from automation.core.proposal import Execution, Prepared
from automation.core.text import as_english

PROTOCOL_VERSION: Final = 1
DEFAULT_KILL_KEYS: Final = ("pause", "esc esc")
"""A chord, or the same chord twice with a blank between: pressed twice within 400 ms."""

Positive = Annotated[int, Meta(ge=1)]
PositiveSeconds = Annotated[float, Meta(gt=0, le=1e9)]
Moment = Annotated[float, Meta(ge=0, le=1e15)]
"""A reading of the monotonic clock: finite, so that comparing it means something."""
ChordName = Annotated[str, Meta(min_length=1, max_length=100)]
Chord = Annotated[str, Meta(min_length=1, max_length=100)]
BackendName = Literal["auto", "x11", "pyautogui"]
TakeoverKind = Literal["key", "button", "pointer"]
StopCorner = Literal["off", "top_left", "top_right", "bottom_left", "bottom_right"]
KillCause = Literal["kill_key", "corner", "user", "slept"]
"""The kill key, the stop corner, `deskhand stop`, a computer that slept during a run."""


class _Message(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Common settings of every message."""


class Budgets(Struct, frozen=True, forbid_unknown_fields=True):
    """Limits that only the user sets; the executor counts against them."""

    steps: Positive = 50
    """Executed actions in a run."""
    wall_s: PositiveSeconds = 900.0
    """Seconds that a run may last."""
    chars: Positive = 5000
    """Characters that one action may type."""
    pointer_events_per_s: Positive = 200
    key_events_per_s: Positive = 600


class Hello(_Message, frozen=True, tag="hello"):
    """The first message: who the app is and what the user allows."""

    version: int
    own_pids: tuple[int, ...]
    """Processes whose windows the executor never touches."""
    budgets: Budgets = Budgets()
    kill_keys: Annotated[tuple[Chord, ...], Meta(min_length=1, max_length=8)] = DEFAULT_KILL_KEYS
    nonce_s: PositiveSeconds = 60.0
    backend: BackendName = "auto"
    stop_corner: StopCorner = "off"
    """Where the user pushes the pointer to end a run."""


class BeginRun(_Message, frozen=True, tag="begin_run"):
    """The user started a task: budgets count from zero and a kill is forgotten."""

    seq: int
    budgets: Budgets
    guests: tuple[int, ...] = ()
    """Processes whose windows are not touched in this run, besides our own."""
    nonce_s: PositiveSeconds | None = None
    """How long what is prepared in this run stays good; None takes what the hello said."""


class EndRun(_Message, frozen=True, tag="end_run"):
    """The task is over: the stop corner is a corner like any other."""


class Prepare(_Message, frozen=True, tag="prepare"):
    """Look at the target of this action and mint a nonce for it."""

    seq: int
    action: Action


class Approval(Struct, frozen=True, forbid_unknown_fields=True):
    """Who said yes; the executor accepts no other verdict."""

    verdict: Literal["accepted", "edited"]
    by: Annotated[str, Meta(min_length=1, max_length=200)]
    decided_s: Moment
    """`time.monotonic()` of this machine."""
    action: Action | None = None
    """The corrected action; it must be the one that was prepared."""


class Execute(_Message, frozen=True, tag="execute"):
    """Run the prepared action that this nonce was minted for."""

    seq: int
    nonce: Annotated[str, Meta(max_length=128)]
    approval: Approval
    is_held: bool = False
    """After the press on a field its keys wait for a word, for a moment."""


class Word(_Message, frozen=True, tag="word"):
    """The answer to `Pressed`: whether the keys of the action with this nonce may follow."""

    nonce: Annotated[str, Meta(max_length=128)]
    may_type: bool


class Stop(_Message, frozen=True, tag="stop"):
    """End what is being sent, let everything go and forget every nonce."""


class ReleaseAll(_Message, frozen=True, tag="release_all"):
    """Let every key and button go that the executor holds."""

    seq: int


class Grab(_Message, frozen=True, tag="grab"):
    """Listen to global chords, given as (name, chord) pairs."""

    seq: int
    chords: Annotated[tuple[tuple[ChordName, Chord], ...], Meta(max_length=32)]


class Ungrab(_Message, frozen=True, tag="ungrab"):
    """Give the named chords back."""

    seq: int
    names: Annotated[tuple[ChordName, ...], Meta(max_length=32)]


class Heartbeat(_Message, frozen=True, tag="heartbeat"):
    """Asks whether the other side is alive; it is answered with the same message."""

    seq: int


class Ready(_Message, frozen=True, tag="ready"):
    """The answer to hello."""

    version: int
    pid: int
    deadman_pid: int
    """0 where this platform has none."""
    is_armed: bool
    """The kill key is heard."""


class PreparedReply(_Message, frozen=True, tag="prepared"):
    """The nonce and what the executor saw."""

    seq: int
    prepared: Prepared


class Progress(_Message, frozen=True, tag="progress"):
    """So many of so many letters or events are out."""

    seq: int
    done: int
    total: int


class Pressed(_Message, frozen=True, tag="pressed"):
    """The press on a field is out, and its keys wait for a `Word`."""

    seq: int


class Done(_Message, frozen=True, tag="done"):
    """An action ended; `execution` says what was really sent."""

    seq: int
    execution: Execution


class RefusedReply(_Message, frozen=True, tag="refused"):
    """An action was declined and nothing was sent."""

    seq: int
    reason: str
    message: str
    parts: list[Any] = []
    """What the message is made of, for a window in another language."""


class Failed(_Message, frozen=True, tag="failed"):
    """An error that nobody foresaw ended the request; everything is released."""

    seq: int
    message: str


class Ok(_Message, frozen=True, tag="ok"):
    """The request was carried out."""

    seq: int


class Conflict(Struct, frozen=True, forbid_unknown_fields=True):
    """A chord that could not be had, and why."""

    name: str
    chord: str
    message: str


class Grabbed(_Message, frozen=True, tag="grabbed"):
    """The answer to grab."""

    seq: int
    conflicts: tuple[Conflict, ...] = ()


class ChordPressed(_Message, frozen=True, tag="chord"):
    """The user pressed a chord."""

    name: str


class Takeover(_Message, frozen=True, tag="takeover"):
    """The user touched the machine while an action was being sent."""

    by: TakeoverKind


class Killed(_Message, frozen=True, tag="killed"):
    """The user ended everything: nothing is executed until the next run begins."""

    chord: str
    """What the user did, in a word or two."""
    cause: KillCause = "kill_key"
    heard_s: Moment = 0.0
    """`time.monotonic()` of the moment from which no further press is sent."""


class Disarmed(_Message, frozen=True, tag="disarmed"):
    """The kill key is not heard any more; nothing is executed until it is."""

    message: str


Request = (
    Hello
    | BeginRun
    | EndRun
    | Prepare
    | Execute
    | Word
    | Stop
    | ReleaseAll
    | Grab
    | Ungrab
    | Heartbeat
)
Reply = PreparedReply | Done | RefusedReply | Failed | Ok | Grabbed | Heartbeat
"""A report that carries the `seq` of a request and ends it."""
Event = ChordPressed | Takeover | Killed | Disarmed
Report = Ready | Progress | Pressed | Reply | Event


MAX_FRAME_BYTES: Final = 2 * 1024 * 1024
"""Room for the longest text and the longest path that one action may carry."""
_ENCODER: Final = msgspec.msgpack.Encoder(enc_hook=as_english)
_REQUESTS: Final = msgspec.msgpack.Decoder(Request)
_REPORTS: Final = msgspec.msgpack.Decoder(Report)
_LENGTH: Final = struct.Struct(">I")

M = TypeVar("M")


class Channel(Generic[M]):
    """One end of the socketpair: sends whole messages, receives messages of type `M`.

    One thread receives; sending from several threads needs the caller's lock.
    """

    def __init__(self, end: socket.socket, decoder: "msgspec.msgpack.Decoder[M]") -> None:
        self._socket = end
        self._decoder = decoder

    def send(self, message: Request | Report) -> None:
        """Send one message."""
        payload = _ENCODER.encode(message)
        if len(payload) > MAX_FRAME_BYTES:
            raise ExecutorGone(
                f"a message of {len(payload)} bytes is above the limit of {MAX_FRAME_BYTES}"
            )
        try:
            self._socket.sendall(_LENGTH.pack(len(payload)) + payload)
        except OSError as error:
            raise ExecutorGone(f"the other side of the input channel is gone ({error})") from error

    def receive(self) -> M | None:
        """Wait for one message; None at the end of the stream.

        Raises:
            ValueError: the frame is too long, cut off, or holds what no text can be.
            msgspec.DecodeError: the message does not follow the protocol.
        """
        head = self._exactly(_LENGTH.size)
        if head is None:
            return None
        (size,) = _LENGTH.unpack(head)
        if size > MAX_FRAME_BYTES:
            raise ValueError(f"a frame announces {size} bytes; the limit is {MAX_FRAME_BYTES}")
        payload = self._exactly(size)
        if payload is None:
            raise ValueError(f"the stream ended inside a frame of {size} bytes")
        try:
            return self._decoder.decode(payload)
        except RecursionError as error:
            raise ValueError("a message is nested without end") from error

    def close(self) -> None:
        """Close this end; a thread that waits in `receive` gets None."""
        with suppress(OSError):  # the other side closed first
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()

    def _exactly(self, size: int) -> bytes | None:
        chunks = bytearray()
        while len(chunks) < size:
            try:
                part = self._socket.recv(size - len(chunks))
            except OSError:
                return None
            if not part:
                return None
            chunks += part
        return bytes(chunks)


def executor_channel(end: socket.socket) -> Channel[Request]:
    """Return the executor's end: it receives requests."""
    return Channel(end, _REQUESTS)


def app_channel(end: socket.socket) -> Channel[Report]:
    """Return the app's end: it receives reports."""
    return Channel(end, _REPORTS)
