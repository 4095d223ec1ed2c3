"""The executor's small parts: nonces, budgets, plan, ledger, protocol.

An executor that cannot start says why in one sentence.

An executor that cannot say what it does ends, as one whose app is gone.
"""

import math
import os
import socket
import struct
import subprocess
import sys
import threading
from pathlib import Path

import msgspec
import pytest

from automation.core.actions import Aim, Answer, Click, Drag, Hotkey, Write
from automation.core.errors import ExecutorGone, InputError, Refused
from automation.core.geometry import ScreenPoint
from automation.core.proposal import Execution
from automation.desktop.input import client as link
from automation.desktop.input import ledger as ledgers
from automation.desktop.input.client import ExecutorClient, ExecutorOptions
from automation.desktop.input.emitter import Meter, Pacer
from automation.desktop.input.executor import Reporter
from automation.desktop.input.ledger import (
    SLOT_BYTES,
    SLOTS,
    Held,
    Ledger,
    ledger_path,
    left_behind,
)
from automation.desktop.input.plan import ButtonEvent, KeyEvent, MoveEvent, along, steps_of
from automation.desktop.input.protocol import (
    MAX_FRAME_BYTES,
    Budgets,
    Channel,
    ChordPressed,
    Done,
    Heartbeat,
    Prepare,
    Progress,
    Stop,
    app_channel,
    executor_channel,
)
from automation.desktop.input.session import MAX_OPEN, NonceBook
from automation.desktop.input.targets import check_text
from tests.fakes.fake_backend import FakeBackend
from tests.fakes.fake_clock import FakeClock
from tests.proof.durability_full import may_have_disks

HERE = ScreenPoint(100, 100)


def reason(call, *arguments):
    with pytest.raises(Refused) as caught:
        call(*arguments)
    return caught.value.reason


def test_nonces_differ_and_are_long():
    book = NonceBook(60.0)
    nonces = {book.mint(n)[0] for n in range(100)}
    assert len(nonces) == 100
    assert min(len(nonce) for nonce in nonces) == 32


def test_a_nonce_is_good_until_its_last_moment():
    clock = FakeClock()
    book = NonceBook(60.0, clock.now_s)
    first, second = book.mint("a")[0], book.mint("b")[0]
    clock.advance(60.0)
    assert book.take(first) == "a"
    clock.advance(0.1)
    assert reason(book.take, second) == "expired"
    assert reason(book.take, second) == "used"


def test_an_app_that_only_prepares_does_not_fill_the_memory():
    book = NonceBook(60.0)
    nonces = [book.mint(n)[0] for n in range(MAX_OPEN + 10)]
    assert reason(book.take, nonces[0]) == "unknown_nonce"
    assert book.take(nonces[-1]) == MAX_OPEN + 9


def test_a_pacer_lets_so_many_events_into_any_second():
    pacer = Pacer(3)
    for now_s in (0.0, 0.1, 0.2):
        assert pacer.delay(now_s) == 0.0
        pacer.count(now_s)
    assert pacer.delay(0.3) == pytest.approx(0.7)
    assert pacer.delay(1.0) == 0.0


def test_a_meter_counts_steps_and_seconds():
    clock = FakeClock()
    meter = Meter(Budgets(steps=1, wall_s=10.0), clock.now_s)
    meter.check_open()
    meter.count_step()
    assert reason(meter.check_open) == "budget"
    clock.advance(11)
    assert reason(meter.check_time) == "budget"


def test_a_meter_does_not_count_while_the_user_reads_what_was_prepared():
    clock = FakeClock()
    meter = Meter(Budgets(wall_s=10.0), clock.now_s)
    for _ in range(9):
        meter.check_open()
        meter.shown()
        clock.advance(1000)
    clock.advance(1000)
    meter.check_open()
    clock.advance(9)
    meter.check_time()
    clock.advance(2)
    assert reason(meter.check_time) == "budget"


def test_a_drag_visits_every_corner_of_its_path():
    path = (HERE, HERE.offset(10, 0), HERE.offset(10, 3), HERE.offset(400, 3))
    points = along(path, 50)
    assert set(path[1:]) <= set(points)
    assert points[-1] == path[-1]
    assert len(points) == pytest.approx(50, abs=2)


def test_a_drag_that_ends_where_it_began_still_moves_there():
    assert along((HERE, HERE), 10) == (HERE,)


@pytest.mark.parametrize("x", [0, 1, 1919])
def test_a_click_stays_on_the_screen_on_its_way(x):
    steps = list(steps_of(Click(Aim(ScreenPoint(x, 0))), FakeBackend()))
    moves = [step.point for step in steps if isinstance(step, MoveEvent)]
    assert all(0 <= point.x < 1920 and point.y == 0 for point in moves)
    assert moves[-1] == ScreenPoint(x, 0)


def test_every_press_of_a_plan_has_its_release():
    actions = (
        Click(Aim(HERE), count=3, modifiers=("ctrl", "shift")),
        Drag((HERE, HERE.offset(50, 50)), modifiers=("alt",)),
        Write("Abc é", Aim(HERE), overwrite=True, press_enter=True),
    )
    for action in actions:
        steps = list(steps_of(action, FakeBackend()))
        events = [step for step in steps if isinstance(step, ButtonEvent | KeyEvent)]
        assert sum(event.is_down for event in events) * 2 == len(events)


def test_an_answer_has_no_steps():
    assert reason(steps_of, Answer("done"), FakeBackend()) == "unsupported"


@pytest.mark.parametrize("char", ["\x00", "\x07", "\x1b", "\x7f", "\x85", "\r", "\ud800"])
def test_characters_that_are_no_text_are_refused_by_their_number(char):
    with pytest.raises(Refused, match=f"U\\+{ord(char):04X}\\) at position 3"):
        check_text(f"ab{char}c")


def test_new_lines_tabs_and_joiners_are_text():
    check_text("a\n\tb 👩\u200d🚀 \u202e\u05e9\u05dc\u05d5\u05dd")


def test_a_ledger_is_read_by_whoever_comes_next(tmp_path):
    ours = Ledger(tmp_path / "a.held")
    ours.add("key", 50)
    ours.add("key", "ctrl")
    ours.add("button", 1)
    ours.add("button", 1)
    ours.strike("key", 50)
    theirs = Ledger(tmp_path / "a.held")
    assert set(theirs.held()) == {Held("key", "ctrl"), Held("button", 1)}
    assert [held.release() for held in theirs.held() if held.kind == "button"] == [
        ButtonEvent(1, False)
    ]
    theirs.strike("button", 1)
    assert ours.held() == (Held("key", "ctrl"),)
    ours.close()
    theirs.close()


def test_a_ledger_that_is_full_refuses_to_hold_more(tmp_path):
    ledger = Ledger(tmp_path / "a.held")
    for code in range(SLOTS):
        ledger.add("key", code)
    with pytest.raises(InputError, match="too much to note"):
        ledger.add("key", SLOTS)
    ledger.strike("key", 3)
    ledger.add("key", SLOTS)
    ledger.close()


def test_a_ledger_of_rubbish_holds_nothing_dangerous(tmp_path):
    path = tmp_path / "a.held"
    path.write_bytes(os.urandom(10_000))
    ledger = Ledger(path)
    assert all(isinstance(held.code, str) or 1 <= held.code <= 255 for held in ledger.held())
    ledger.close()


def test_a_ledger_is_private_and_follows_no_link(tmp_path):
    (tmp_path / "link.held").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="symbolic links"):
        Ledger(tmp_path / "link.held")
    Ledger(tmp_path / "a.held").close()
    assert (tmp_path / "a.held").stat().st_mode & 0o777 == 0o600


def test_only_ledgers_of_the_dead_on_this_display_are_left_behind(tmp_path):
    gone = 2**22 + 1  # above the largest process id
    mine = Ledger.owned(ledger_path(tmp_path, ":1", os.getpid()))
    dead = ledger_path(tmp_path, ":1", gone)
    other = ledger_path(tmp_path, ":10", gone)
    for path in (dead, other):
        path.touch()
    assert left_behind(tmp_path, ":1") == (dead,)
    mine.close()


def test_a_ledger_that_cannot_be_locked_is_none(tmp_path, monkeypatch):
    """Nobody could tell it from one of the dead, and would let go of what the living hold."""
    monkeypatch.setattr(ledgers, "try_lock", lambda descriptor: False)
    before = set(Path("/proc/self/fd").iterdir())
    with pytest.raises(BlockingIOError, match="another process has locked it"):
        Ledger.owned(tmp_path / "a.held")
    assert list(tmp_path.iterdir()) == []
    assert set(Path("/proc/self/fd").iterdir()) == before


def test_a_ledger_of_the_dead_is_found_although_its_number_is_somebody_elses(tmp_path):
    reused = ledger_path(tmp_path, ":1", os.getpid())
    reused.touch()
    assert left_behind(tmp_path, ":1.0") == (reused,), "one display, however it is written"


def test_a_ledger_takes_its_room_on_the_disk_at_once(tmp_path):
    ledger = Ledger.owned(tmp_path / "a.held")
    found = ledger.path.stat()
    assert found.st_blocks * 512 >= found.st_size == SLOTS * SLOT_BYTES
    ledger.close()


FILL_AND_HOLD = """
import sys, pathlib
from automation.desktop.input.ledger import Ledger
folder = pathlib.Path(sys.argv[1])
ledger = Ledger.owned(folder / "a.held")
try:
    (folder / "rest").write_bytes(bytes(10_000_000))
except OSError as error:
    print(error.strerror)
for code in range(10, 70):
    ledger.add("key", code)
print(len(Ledger(folder / "a.held").held()), "noted")
try:
    Ledger.owned(folder / "b.held")
except OSError as error:
    print(error.strerror, [path.name for path in folder.glob("*b.held")])
"""


def test_a_full_disk_neither_ends_nor_blinds_who_notes_what_is_held(tmp_path):
    if not may_have_disks():
        pytest.skip("only on kernels that let users have file systems of their own")
    argv = [sys.executable, "-c", FILL_AND_HOLD, str(tmp_path)]
    line = f'mount -t tmpfs -o size=64k none {tmp_path} && exec "$@"'
    found = subprocess.run(
        ["unshare", "-Urm", "sh", "-c", line, "sh", *argv],
        capture_output=True,
        text=True,
        check=False,
    )
    full = "No space left on device"
    assert found.stdout.splitlines() == [full, "60 noted", f"{full} []"], found.stderr


MAKE = """
import sys, pathlib
from automation.desktop.input.ledger import Ledger
folder = pathlib.Path(sys.argv[1])
try:
    Ledger.owned(folder / "a.held")
except OSError as error:
    print(error.strerror, list(folder.iterdir()))
"""


def test_a_ledger_that_no_disk_has_room_for_is_not_made(tmp_path):
    """The kernel's own refusal, by strace: that works where nobody may have a small disk."""
    full = [
        "strace",
        "-f",
        "-qq",
        "-o",
        str(tmp_path / "log"),
        "-e",
        "inject=fallocate:error=ENOSPC",
    ]
    argv = [*full, sys.executable, "-c", MAKE, str(tmp_path / "home")]
    (tmp_path / "home").mkdir()
    found = subprocess.run(argv, capture_output=True, text=True, check=False)
    assert found.stdout.splitlines() == ["No space left on device []"], found.stderr


@pytest.fixture
def ends():
    ours, theirs = socket.socketpair()
    yield app_channel(ours), executor_channel(theirs), ours
    ours.close()
    theirs.close()


def test_messages_cross_the_channel_whole(ends):
    app, executor, _ = ends
    action = Write("日本 " * 3000, Aim(HERE))
    app.send(Prepare(1, action))
    app.send(Stop())
    executor.send(Progress(1, 2, 3))
    assert [executor.receive(), executor.receive()] == [Prepare(1, action), Stop()]
    assert app.receive() == Progress(1, 2, 3)


def test_the_end_of_the_stream_is_none(ends):
    app, executor, _ = ends
    app.close()
    assert executor.receive() is None


def test_a_frame_above_the_limit_is_refused_before_it_is_read(ends):
    _, executor, raw = ends
    raw.sendall(struct.pack(">I", MAX_FRAME_BYTES + 1))
    with pytest.raises(ValueError, match="the limit is"):
        executor.receive()


@pytest.mark.parametrize("moment", [math.inf, -math.inf, math.nan])
def test_a_report_of_a_moment_that_is_no_number_is_refused(moment):
    ours, theirs = socket.socketpair()
    with ours, theirs:
        done = Done(2, Execution(4, 12.5, released_s=moment))
        Channel(theirs, None).send(done)
        with pytest.raises(ValueError, match=r"released_s|number|float"):
            app_channel(ours).receive()


def test_a_frame_that_is_cut_off_is_refused(ends):
    _, executor, raw = ends
    raw.sendall(struct.pack(">I", 10) + b"abc")
    raw.shutdown(socket.SHUT_RDWR)
    with pytest.raises(ValueError, match="ended inside a frame"):
        executor.receive()


@pytest.mark.parametrize(
    "message",
    [
        {"type": "execute", "seq": 1, "nonce": "x"},
        {"type": "execute", "seq": 1, "nonce": "x", "approval": {"verdict": "yes", "by": "user"}},
        {"type": "prepare", "seq": 1, "action": {"kind": "shell", "line": "rm"}},
        {"type": "prepare", "seq": "1", "action": {"kind": "wait", "seconds": 1.0}},
        {"type": "stop", "and": "go"},
        {"type": "ready", "version": 1, "pid": 1, "deadman_pid": 1, "is_armed": True},
        ["stop"],
    ],
)
def test_what_is_not_in_the_protocol_is_refused(ends, message):
    _, executor, raw = ends
    payload = msgspec.msgpack.encode(message)
    raw.sendall(struct.pack(">I", len(payload)) + payload)
    with pytest.raises(msgspec.ValidationError):
        executor.receive()


def test_sending_to_a_process_that_is_gone_says_so(ends):
    app, executor, _ = ends
    executor.close()
    with pytest.raises(ExecutorGone, match="is gone"):
        app.send(Heartbeat(1))


def started(tmp_path, **environ):
    client = ExecutorClient(ExecutorOptions(tmp_path, environ={**os.environ, **environ}))
    with pytest.raises(ExecutorGone) as caught:
        client.start()
    assert not client.is_running
    return str(caught.value)


def test_without_a_display_it_says_so_and_what_to_do(tmp_path):
    assert "there is no display: DISPLAY is not set" in started(tmp_path)


def test_with_a_display_that_does_not_answer_it_names_it(tmp_path):
    assert "':987' does not answer" in started(tmp_path, DISPLAY=":987")


def test_before_the_start_nothing_can_be_asked_and_a_close_is_harmless(tmp_path):
    client = ExecutorClient(ExecutorOptions(tmp_path))
    with pytest.raises(ExecutorGone):
        client.prepare(Hotkey(("a",)))
    client.release_all()
    client.ungrab("bar")
    client.stop()
    client.close()


SLOW_EXECUTOR = f"""
import msgspec, socket, sys, time
sys.path.insert(0, {str(Path(__file__).parents[3])!r})
from automation.desktop.input.protocol import executor_channel
from automation.desktop.input.protocol import PROTOCOL_VERSION, Ready
end = socket.socket(fileno=int(sys.argv[2]))
channel = executor_channel(end)
channel.receive()
ready = msgspec.msgpack.encode(Ready(PROTOCOL_VERSION, 1, 2, is_armed=True))
end.sendall(len(ready).to_bytes(4, "big") + ready + bytes((0, 0, 0, 32)) + b"half a report")
channel.receive()
time.sleep(0.3)  # it lets go of what it held
sys.exit(7)
"""


def test_an_executor_that_was_reporting_at_the_end_may_let_go_before_it_ends(tmp_path, monkeypatch):
    monkeypatch.setattr(link, "argv_of", lambda _, *a: [sys.executable, "-c", SLOW_EXECUTOR, *a])
    monkeypatch.setattr(link, "START_S", 60.0)
    monkeypatch.setattr(link, "END_S", 60.0)
    client = ExecutorClient(ExecutorOptions(tmp_path))
    client.start()
    process = client._link._process
    client.close()
    assert process.returncode == 7


@pytest.fixture
def reporter_ends():
    app, executor = socket.socketpair()
    yield app_channel(app), executor_channel(executor)
    app.close()
    executor.close()


def test_what_is_told_arrives_in_its_order(reporter_ends):
    app, executor = reporter_ends
    reporter = Reporter(executor)
    for name in ("first", "second"):
        reporter.send(ChordPressed(name))
    assert [app.receive().name, app.receive().name] == ["first", "second"]
    reporter.close()


@pytest.mark.parametrize("name", ["x" * 3_000_000, "\udce9"], ids=["too long", "no text"])
def test_nothing_more_is_asked_of_an_executor_that_cannot_answer(reporter_ends, name):
    app, executor = reporter_ends
    reporter = Reporter(executor)
    heard = []
    listening = threading.Thread(target=lambda: heard.append(executor.receive()), daemon=True)
    listening.start()
    reporter.send(ChordPressed(name))
    listening.join(10)
    assert heard == [None]
    assert app.receive() is None
