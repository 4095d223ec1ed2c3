"""Attacks on what other processes say: actions, frames, decisions, control requests, settings."""

import io
import math
import socket
from contextlib import ExitStack
from pathlib import Path

import msgspec

from app.ask import JsonConfirmer, LineSource, TerminalConfirmer
from app.run_lock import ControlServer, ask, socket_name
from app.settings import STAND_IN, Settings, SettingsFile
from automation.core.actions import Action, action_from_json, to_json
from automation.core.errors import ExecutorGone, Stopped
from automation.core.events import Proposed
from automation.core.proposal import Question, Risk, RiskLevel
from automation.core.text import again
from automation.core.timing import StopToken
from automation.desktop.input.protocol import (
    Channel,
    RefusedReply,
    app_channel,
    executor_channel,
)
from tests.fuzz import samples
from tests.fuzz.mutation import Bytes, Json, MessagePack, Words
from tests.fuzz.watch import Target, wrong

PIXELS = 1 << 31
"""No screen has a pixel beyond; a larger number cannot be sent to any window system."""
BOXES = 1 << 34


def targets(scratch: Path, closing: ExitStack) -> list[Target]:
    """Return the attacks; what they open is closed with `closing`."""
    return [
        _actions(),
        _settings(),
        _settings_file(scratch),
        _frames("requests", executor_channel, samples.REQUESTS),
        _frames("reports", app_channel, samples.REPORTS),
        _json_decisions(),
        _terminal_decisions(),
        _input_lines(),
        _control(scratch, closing),
        _control_answers(scratch, closing),
    ]


def check_sane(value: object) -> None:
    """Refuse what no type of ours means: numbers without end, pixels beyond any screen."""
    if isinstance(value, float) and not math.isfinite(value):
        wrong(f"{value} was taken")
    if isinstance(value, dict):
        limit = BOXES if "w" in value else PIXELS
        for key, each in value.items():
            if key in ("x", "y", "w", "h") and not -limit <= each < limit:
                wrong(f"{key} = {each} was taken")
            check_sane(each)
    elif isinstance(value, list | tuple):
        for each in value:
            check_sane(each)


def _actions() -> Target:
    def _feed(data):
        action = action_from_json(data)
        text = to_json(action)
        again = action_from_json(text)
        if again != action or to_json(again) != text:
            wrong(f"{action} became {again}")
        check_sane(msgspec.to_builtins(action))
        return True

    seeds = samples.json_of(samples.ACTIONS)
    return Target("action JSON", Json(seeds), _feed, (msgspec.MsgspecError,), 3_000_000)


_SETTINGS = (
    Settings(),
    Settings(
        apps={"/usr/bin/editor": "allow_r1"},
        mark="amber-kite:paper boat",
        extra_danger_words=("wipe",),
    ),
)


def _settings() -> Target:
    from app.settings import _USELESS, _parse

    def _feed(data):
        found = _parse(data)
        if _parse(msgspec.json.encode(found)) != found:
            wrong("the settings changed on the way through a file")
        check_sane(msgspec.to_builtins(found))
        return True

    # Who reads settings takes all of these for a file that cannot be read, too deep nesting among them.
    return Target("settings JSON", Json(samples.json_of(_SETTINGS)), _feed, _USELESS, 700_000)


def _settings_file(scratch: Path) -> Target:
    path = scratch / "settings.json"
    settings = SettingsFile(path)

    def _feed(data):
        path.write_bytes(data)
        path.with_name("settings.json.bak").unlink(missing_ok=True)
        found, sentence = settings.load()
        if path.read_bytes() != data or (sentence and found != STAND_IN):
            wrong("damaged settings were used or lost")
        return not sentence

    return Target("settings file", Json(samples.json_of(_SETTINGS)), _feed, (), 40_000)


class _Pipe:
    """The slice of a socket that a channel uses, in memory."""

    def __init__(self, data=b""):
        self._data = io.BytesIO(data)
        self.sent = b""

    def recv(self, size):
        """Return the next bytes, at most 64 KB as a real socket would."""
        return self._data.read(min(size, 65536))

    def sendall(self, data):
        """Keep what is sent."""
        self.sent += data


def _frames(name, channel_of, messages) -> Target:
    def _feed(data):
        channel = channel_of(_Pipe(data))
        taken = 0
        while (message := channel.receive()) is not None:
            taken += 1
            if isinstance(
                message, RefusedReply
            ):  # what it is made of counts only where it gives the text
                if again(message.message, message.parts) != message.message:
                    wrong(f"{message} is told otherwise")
                message = msgspec.structs.replace(message, parts=[])
            check_sane(msgspec.to_builtins(message))
            pipe = _Pipe()
            Channel(pipe, None).send(message)
            if channel_of(_Pipe(pipe.sent)).receive() != message:
                wrong(f"{message} changed on its way")
        return taken > 0

    # A second frame behind the first, so that a wrong length reaches into it.
    heartbeat = _framed(msgspec.msgpack.encode(messages[-1]))
    messages = samples.msgpack_of(messages)
    refusals = (ValueError, msgspec.DecodeError)
    return Target(
        f"executor {name}", _Frames(MessagePack(messages), heartbeat), _feed, refusals, 1_500_000
    )


class _Frames:
    """Frames around damaged messages; one in ten has a damaged length."""

    def __init__(self, inside, after):
        self._inside = inside
        self._after = after

    def one(self, rng):
        """Return one input."""
        payload = self._inside.one(rng)
        framed = _framed(payload)
        if rng.random() < 0.1:
            framed = Bytes((framed,)).one(rng)
        return framed + self._after if rng.random() < 0.3 else framed

    def every_cut(self):
        """Yield whole streams, cut everywhere."""
        for seed in self._inside.seeds:
            stream = _framed(seed) + self._after
            yield from (stream[:end] for end in range(len(stream) + 1))


def _framed(payload):
    return len(payload).to_bytes(4, "big") + payload


class _Lines:
    """Gives one line, then the end, without a thread."""

    def __init__(self, line):
        self._lines = [line]

    def forget_early(self):
        """Nothing was typed before."""

    def next(self, _stop):
        """Return the line, then None."""
        return self._lines.pop() if self._lines else None


_QUESTION = Question(
    "Which?",
    (),
)
_DECISIONS = (
    b'{"n": 1, "decision": "accept", "reason": "fine"}',
    b'{"n": 1, "decision": "reject", "reason": "no"}',
    b'{"n": 1, "decision": "edit", "point_px": [10, 20], "text": "Ada"}',
    b'{"n": 1, "decision": "stop"}',
    b'{"pick": 2}',
)


def _check_confirmation(found):
    if found.action is not None:
        check_sendable(found.action)
    return found.is_accepted


def check_sendable(action: Action) -> None:
    """Refuse an action that cannot be sent or kept, however it was made."""
    try:
        again = action_from_json(to_json(action))
    except (msgspec.MsgspecError, UnicodeEncodeError) as error:
        # The run refuses it in one sentence: `automation.agent.step` checks every action so.
        if not isinstance(error, msgspec.ValidationError | UnicodeEncodeError):
            wrong(f"{action} cannot be written down")
        return
    if again != action:
        wrong(f"{action} became {again}")
    check_sane(msgspec.to_builtins(action))
    Channel(_Pipe(), None).send(samples.wire.Prepare(1, action))


def _json_decisions() -> Target:
    def _feed(data):
        line = data.decode("utf-8", "surrogateescape")
        for proposal in (
            samples.proposal_of(samples.ACTIONS[8]),
            samples.proposal_of(samples.ACTIONS[5]),
        ):
            confirmer = JsonConfirmer(
                _Lines(line), lambda text: text.encode("utf-8", "backslashreplace")
            )
            confirmer.saw(Proposed("r", 1, proposal, Risk(RiskLevel.R1)))
            try:
                found = confirmer.confirm(proposal, Risk(RiskLevel.R1), None, StopToken())
                confirmer = JsonConfirmer(_Lines(line), lambda _text: None)
                confirmer.choose(_QUESTION, None, StopToken())
            except Stopped:
                return True
        return _check_confirmation(found)

    return Target("decisions as JSON", Json(_DECISIONS), _feed, (), 300_000, kept=DEEP_LINES)


def _terminal_decisions() -> Target:
    seeds = (
        "a", "accept", "reject because no", "e 10 20", "edit Ada Lovelace", "stop", "2", "e -5 7",
        "",
    )  # fmt: skip

    def _feed(line):
        found = None
        for risk in (Risk(RiskLevel.R1), Risk(RiskLevel.R3)):
            proposal = samples.proposal_of(samples.ACTIONS[8])
            confirmer = TerminalConfirmer(_Lines(line), _Nowhere())
            try:
                found = confirmer.confirm(proposal, risk, None, StopToken())
                TerminalConfirmer(_Lines(line), _Nowhere()).choose(_QUESTION, None, StopToken())
            except Stopped:
                return True
        return _check_confirmation(found)

    kept = ("e --5 7", "e " + "9" * 5000 + " 1", "9" * 5000, "e ² 3", "²")
    return Target("decisions on a terminal", Words(seeds), _feed, (), 300_000, kept=kept)


class _Nowhere:
    def write(self, text):
        """Refuse what a terminal could not show."""
        text.encode("utf-8", "surrogateescape")

    def flush(self):
        """Nothing is kept."""


def _input_lines() -> Target:
    """Lines as bytes, read by the thread that reads standard input."""

    def _feed(data):
        stream = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", errors="strict")
        lines = LineSource(stream)
        while lines.next(StopToken()) is not None:
            pass
        return True

    return Target(
        "standard input", Bytes(_DECISIONS), _feed, (), 20_000, kept=(b"\xff\xfe\n", b"ok\n\x80")
    )


def _control(scratch: Path, closing: ExitStack) -> Target:
    server = ControlServer(scratch, lambda word: {"word": word})
    server.start()
    closing.callback(server.close)
    path = str(scratch / socket_name())

    def _feed(data):
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(20)
            client.connect(path)
            try:
                client.sendall(data + b"\n")
                client.shutdown(socket.SHUT_WR)
                answer = client.recv(65536)
            except (BrokenPipeError, ConnectionResetError):
                answer = b""
        if ask(scratch, "stop") != {"word": "stop"}:
            wrong("nobody could stop a run any more")
        return bool(answer)

    seeds = (b'{"do": "stop"}', b'{"do": "show"}', b'{"do": 1}')
    return Target("control requests", Json(seeds), _feed, (), 30_000, kept=(b"[" * 4000,))


def _control_answers(scratch: Path, closing: ExitStack) -> Target:
    """What a hostile process says that sits where the control socket should be."""
    folder = scratch / "answers"
    folder.mkdir()
    listener = closing.enter_context(socket.socket(socket.AF_UNIX))
    listener.bind(str(folder / socket_name()))
    listener.listen(4)
    answers = _Answers(listener)
    closing.callback(answers.close)

    def _feed(data):
        answers.give(data)
        return ask(folder, "stop") is not None

    seeds = (b'{"running": true}\n', b'{"error": "expected"}\n')
    refusals = (OSError, ValueError)  # what `deskhand stop` puts into words
    return Target(
        "control answers", Json(seeds), _feed, refusals, 20_000, kept=(b"[" * 4000 + b"\n",)
    )


class _Answers:
    """Answers each connection with the bytes that were given last."""

    def __init__(self, listener):
        import threading

        self._listener = listener
        self._data = b""
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def give(self, data):
        """Set the next answer."""
        self._data = data

    def close(self):
        """End the thread."""
        self._listener.shutdown(socket.SHUT_RDWR)
        self._thread.join()

    def _serve(self):
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            with connection:
                try:
                    connection.recv(4096)
                    connection.sendall(self._data)
                except OSError:
                    continue


DEEP_LINES = (
    b"[" * 200_000,
    b'{"n": 1, "decision": "edit", "point_px": [' + b"9" * 30 + b", 0]}",
    b'{"n": 1, "decision": "edit", "text": "\\ud800"}',
    b'{"pick": 1e309}',
    b'{"pick": ' + b"9" * 5000 + b"}",
)
__all__ = ["ExecutorGone", "targets"]
