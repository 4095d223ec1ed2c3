"""How the messages of the app and the executor travel: one frame each, over a socketpair.

A frame is a 4-byte big-endian length followed by one msgpack map. A frame above the limit ends the
connection.
"""

import socket
import struct
from contextlib import suppress
from typing import Final, Generic, TypeVar

import msgspec

from automation.core.errors import ExecutorGone
from automation.desktop.input.protocol import Report, Request

MAX_FRAME_BYTES: Final = 2 * 1024 * 1024
"""Room for the longest text and the longest path that one action may carry."""
_ENCODER: Final = msgspec.msgpack.Encoder()
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
        """Send one message.

        Raises:
            ExecutorGone: the other side is gone, or the message is above the limit.
        """
        payload = _ENCODER.encode(message)
        if len(payload) > MAX_FRAME_BYTES:
            sentence = f"a message of {len(payload)} bytes is above the limit of {MAX_FRAME_BYTES}"
            raise ExecutorGone(sentence)
        try:
            self._socket.sendall(_LENGTH.pack(len(payload)) + payload)
        except OSError as error:
            sentence = f"the other side of the input channel is gone ({error})"
            raise ExecutorGone(sentence) from error

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
            sentence = f"a frame announces {size} bytes; the limit is {MAX_FRAME_BYTES}"
            raise ValueError(sentence)
        payload = self._exactly(size)
        if payload is None:
            sentence = f"the stream ended inside a frame of {size} bytes"
            raise ValueError(sentence)
        try:
            return self._decoder.decode(payload)
        except RecursionError as error:
            sentence = "a message is nested without end"
            raise ValueError(sentence) from error

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
