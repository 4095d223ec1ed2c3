"""Whatever dies, by whatever signal: no key and no button of ours stays down."""

import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from automation.core.actions import ButtonDown, Hotkey, KeyDown, Write
from automation.core.errors import ExecutorGone, Refused
from automation.desktop.input.kill_switch import Announced, SleepWatch
from automation.desktop.input.plan import KeyEvent
from automation.desktop.input.protocol import PROTOCOL_VERSION, BeginRun, Budgets, Hello
from automation.desktop.input.rig import Rig
from tests.desktop.executor_rig import INSIDE, aim, executor_rig
from tests.desktop.other_user import OtherUser
from tests.kit.waiting import wait_for

pytestmark = pytest.mark.desktop


@pytest.fixture
def rig(desktop, tmp_path):
    with executor_rig(desktop, tmp_path / "state") as rig:
        yield rig


def hold_everything(rig):
    rig.do(KeyDown("shift"))
    rig.do(KeyDown("ctrl"))
    rig.do(ButtonDown(aim()))
    assert len(rig.user.keys_down()) == 2
    assert rig.user.buttons_down() == [1]


def is_running(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def threads(pid):
    return len(list(Path(f"/proc/{pid}/task").iterdir()))


def has_stopped(pid):
    """Tell whether no thread of this process runs any more."""
    stats = [task / "stat" for task in Path(f"/proc/{pid}/task").iterdir()]
    return {stat.read_text().rpartition(")")[2].split()[0] for stat in stats} == {"T"}


@pytest.mark.parametrize(
    "number",
    [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGSEGV, signal.SIGBUS],
)
def test_everything_comes_up_when_the_executor_dies(rig, number):
    hold_everything(rig)
    os.kill(rig.ready.pid, number)
    rig.nothing_held()
    wait_for(lambda: not rig.client.is_running)
    with pytest.raises(ExecutorGone, match="started again"):
        rig.client.prepare(Hotkey(("a",)))


def test_everything_comes_up_when_executor_and_dead_man_die_and_the_next_one_starts(rig):
    hold_everything(rig)
    # Each of the two lets go when it hears of the other's end, so neither may run in between.
    for pid in (rig.ready.pid, rig.ready.deadman_pid):
        os.kill(pid, signal.SIGSTOP)
        wait_for(partial(has_stopped, pid))
    for pid in (rig.ready.deadman_pid, rig.ready.pid):
        os.kill(pid, signal.SIGKILL)
    wait_for(lambda: not rig.client.is_running)
    assert rig.user.keys_down()
    rig.client.start()
    rig.nothing_held()


def test_a_start_leaves_alone_what_the_user_holds(rig):
    f9 = rig.user.code("f9")
    rig.user.press(f9)
    os.kill(rig.ready.pid, signal.SIGKILL)
    wait_for(lambda: not rig.client.is_running)
    rig.client.start()
    assert rig.user.keys_down() == [f9]


def test_a_new_dead_man_is_started_before_the_next_press_when_the_old_one_is_gone(rig):
    rig.do(Hotkey(("a",)))
    before = threads(rig.ready.pid)
    os.kill(rig.ready.deadman_pid, signal.SIGKILL)
    # The thread that hears of it ends then; what is pressed before is let go with everything.
    wait_for(lambda: threads(rig.ready.pid) < before)
    hold_everything(rig)
    os.kill(rig.ready.pid, signal.SIGKILL)
    rig.nothing_held()


def test_everything_comes_up_at_once_when_the_dead_man_dies_and_nobody_does_anything(rig):
    hold_everything(rig)
    os.kill(rig.ready.deadman_pid, signal.SIGKILL)
    rig.nothing_held()
    rig.do(Hotkey(("a",)))
    assert rig.user.keys_down() == [], "what came up does not count as held any more"
    hold_everything(rig)
    os.kill(rig.ready.pid, signal.SIGKILL)
    rig.nothing_held()


def test_an_action_ends_when_the_dead_man_dies_in_its_middle_and_the_next_one_has_another(rig):
    rig.do(KeyDown("f8"))
    result = rig.begin(Write("Lorem Ipsum " * 300))
    rig.window.wait_for("key down", 20)
    os.kill(rig.ready.deadman_pid, signal.SIGKILL)
    execution = result()
    assert not execution.completed
    assert "started again: try again" in execution.note
    rig.nothing_held()
    assert rig.do(Hotkey(("a",))).completed


def test_at_a_logout_every_process_gets_the_signal_and_everything_comes_up(rig):
    hold_everything(rig)
    for number in (signal.SIGHUP, signal.SIGTERM):
        for pid in (rig.ready.deadman_pid, rig.ready.pid):
            with suppress(ProcessLookupError):
                os.kill(pid, number)
    rig.nothing_held()
    wait_for(lambda: not is_running(rig.ready.deadman_pid))


def test_what_is_held_comes_up_although_the_hands_are_busy_elsewhere(desktop, tmp_path):
    user, rig = OtherUser(desktop), None
    try:
        rig = Rig(Hello(PROTOCOL_VERSION, ()), Announced(), lambda: None, tmp_path)
        f8 = user.code("f8")
        rig.emitter._send(KeyEvent(f8, True))
        wait_for(lambda: user.keys_down() == [f8])
        helper = threading.Thread(target=rig.let_go)  # the hands, which are this thread, do nothing
        helper.start()
        wait_for(lambda: user.keys_down() == [])
        helper.join()
    finally:
        user.close()
        if rig is not None:
            rig.close()


def test_a_machine_that_slept_during_a_run_goes_on_with_nothing_until_the_next_run(tmp_path):
    told, slept = [], [0.0]
    rig = Rig(Hello(PROTOCOL_VERSION, ()), Announced(), lambda: None, tmp_path, told.append)
    try:
        rig._sleep = SleepWatch(lambda: slept[0])
        rig.begin_run(BeginRun(1, Budgets()))
        rig._check_ready()
        slept[0] = 3600.0
        for check in (rig._check_alive, lambda: rig.session.prepare(Hotkey(("a",)))):
            with pytest.raises(Refused, match="slept") as refused:
                check()
            assert refused.value.reason == "stopped"
        assert [killed.cause for killed in told] == ["slept"]
        slept[0] = 7200.0
        rig.begin_run(BeginRun(1, Budgets()))
        rig._check_ready()
    finally:
        rig.close()


def test_the_dead_man_ignores_the_signals_of_an_orderly_end(rig):
    hold_everything(rig)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        os.kill(rig.ready.deadman_pid, number)
    os.kill(rig.ready.pid, signal.SIGKILL)
    rig.nothing_held()


def test_borrowed_keycodes_are_given_back_when_the_executor_dies_while_typing(rig):
    before = keyboard_map(rig)
    result = rig.begin(Write("日本語テキスト" * 500))
    rig.window.wait_for("key down", 5)
    assert keyboard_map(rig) != before
    os.kill(rig.ready.pid, signal.SIGKILL)
    assert isinstance(result(), ExecutorGone)
    wait_for(lambda: keyboard_map(rig) == before)


def test_borrowed_keycodes_are_given_back_when_the_user_stops_while_typing(rig):
    before = keyboard_map(rig)
    result = rig.begin(Write("日本語テキスト" * 500))
    rig.window.wait_for("key down", 5)
    rig.stop.stop("user")
    assert result().cause == "stopped"
    assert keyboard_map(rig) == before


def test_an_orderly_end_leaves_no_process_and_no_ledger(rig, tmp_path):
    hold_everything(rig)
    rig.client.close()
    assert not rig.user.keys_down()
    assert not rig.user.buttons_down()
    assert not is_running(rig.ready.pid)
    wait_for(lambda: not is_running(rig.ready.deadman_pid))
    assert list((tmp_path / "state").iterdir()) == []


def test_the_app_going_away_ends_the_executor_and_releases_everything(rig):
    hold_everything(rig)
    rig.client._link._channel.close()  # what the kernel does for an app that was killed
    rig.nothing_held()
    wait_for(lambda: not is_running(rig.ready.deadman_pid))


@pytest.mark.parametrize("victims", [("app",), ("app", "executor")], ids=["app", "both"])
def test_everything_comes_up_when_the_app_dies_and_the_executor_with_it(
    rig, desktop, tmp_path, victims
):
    program = Path(__file__).with_name("holding_app.py")
    app = desktop.spawn(
        [sys.executable, str(program), str(tmp_path / "state"), str(INSIDE.x), str(INSIDE.y)],
        stdout=subprocess.PIPE,
        PYTHONPATH=str(Path(__file__).parents[2]),
    )
    with app.stdout:
        executor_pid, deadman_pid = (int(pid) for pid in app.stdout.readline().split())
    assert len(rig.user.keys_down()) == 2
    assert rig.user.buttons_down() == [1]
    pids = {"app": app.pid, "executor": executor_pid}
    for victim in victims:
        os.kill(pids[victim], signal.SIGKILL)
    rig.nothing_held()
    app.wait(60)
    wait_for(lambda: not is_running(executor_pid) and not is_running(deadman_pid))


def keyboard_map(rig):
    core = rig.user.connection.core
    return bytes(core.GetKeyboardMapping(8, 248).reply().keysyms.buf())
