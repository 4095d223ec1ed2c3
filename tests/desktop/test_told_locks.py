"""A lock that the shell draws itself: no window tells of it, logind and the shell's service do."""

import pytest

from automation.core.actions import Click, Hotkey, Write
from automation.core.errors import Refused
from automation.desktop.input.lock_watch import LockWatch
from tests.desktop.executor_rig import accepted, aim, executor_rig
from tests.desktop.fake_lockers import LOGIND, fake_locker, private_bus
from tests.kit.waiting import wait_for

pytestmark = pytest.mark.desktop

GNOME = "org.gnome.ScreenSaver"
KDE = "org.freedesktop.ScreenSaver"


@pytest.fixture
def bus():
    with private_bus() as address:
        yield address


@pytest.fixture
def watched(bus, monkeypatch):
    """Make a watch that finds its logind, and its shell, on the test's bus."""
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", bus)
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", bus)
    watch = LockWatch()
    yield watch
    watch.close()


@pytest.mark.parametrize("name", [LOGIND, GNOME, KDE])
def test_a_lock_that_only_a_service_tells_of_is_heard(bus, watched, name):
    with fake_locker(bus, name) as locker:
        watched.start()
        for n in range(1, 4):
            locker.lock()
            wait_for(lambda: watched.state.is_locked)
            assert watched.state.locks == n
            locker.lock(is_locked=False)
            wait_for(lambda: not watched.state.is_locked)


def test_a_screen_that_was_locked_before_is_known(bus, watched):
    with fake_locker(bus, LOGIND) as locker:
        locker.is_locked = True
        watched.start()
        wait_for(lambda: watched.state.is_locked)


def test_a_session_that_is_not_in_front_counts_as_locked(bus, watched):
    """A switch to another user's desktop tells no lock: the seat shows another session."""
    with fake_locker(bus, LOGIND) as login:
        login.properties = {"Type": "x11", "VTNr": 2, "Active": True}
        watched.start()
        login.tell("Active", is_so=False)
        wait_for(lambda: watched.state.is_locked)
        login.tell("Active", is_so=True)
        wait_for(lambda: not watched.state.is_locked)
    assert watched.state.locks == 1


def test_one_that_is_silent_stays_what_it_was(bus, watched, caplog):
    with fake_locker(bus, LOGIND) as login:
        login.lock()
        watched.start()
        wait_for(lambda: watched.state.is_locked)
        login.error = "org.freedesktop.DBus.Error.Failed"
        login.lock(is_locked=False)
        wait_for(lambda: "does not tell" in caplog.text)
        assert watched.state.is_locked


def test_one_that_was_silent_when_it_locked_is_asked_again(bus, watched, caplog):
    with fake_locker(bus, LOGIND) as login:
        watched.start()
        wait_for(lambda: LOGIND in watched._told)
        login.error = "org.freedesktop.DBus.Error.Failed"
        login.lock()
        wait_for(lambda: "does not tell" in caplog.text)
        login.error = ""
        wait_for(lambda: watched.state.is_locked)


def test_a_shell_that_starts_later_is_heard(bus, watched):
    watched.start()
    with fake_locker(bus, LOGIND) as first, fake_locker(bus, GNOME) as later:
        later.lock()
        wait_for(lambda: watched.state.is_locked)
        first.lock()
        wait_for(lambda: watched.state.locks == 2)
        later.lock(is_locked=False)
        first.lock(is_locked=False)
        wait_for(lambda: not watched.state.is_locked)


def test_a_watch_without_a_bus_knows_nothing_and_ends(monkeypatch, tmp_path):
    for name in ("DBUS_SYSTEM_BUS_ADDRESS", "DBUS_SESSION_BUS_ADDRESS"):
        monkeypatch.setenv(name, f"unix:path={tmp_path}/none")
    watch = LockWatch()
    watch.start()
    wait_for(lambda: not watch._thread.is_alive())
    assert not watch.state.is_locked
    watch.close()


def test_the_executor_sends_nothing_to_a_screen_that_only_logind_calls_locked(
    desktop, bus, tmp_path
):
    environ = {**desktop.env, "DBUS_SYSTEM_BUS_ADDRESS": bus}
    with (
        fake_locker(bus, LOGIND) as locker,
        executor_rig(desktop, tmp_path, environ=environ) as rig,
    ):
        rig.reset()
        nonce = rig.client.prepare(Hotkey(("a",))).nonce
        locker.lock()
        wait_for(lambda: reason(rig.client.prepare, Hotkey(("b",))) == "locked")
        assert reason(rig.execute, nonce) == "locked"
        assert reason(rig.client.prepare, Click(aim())) == "locked"
        locker.lock(is_locked=False)
        nonce = wait_for(lambda: prepared(rig, Hotkey(("c",))))
        locker.lock()
        wait_for(lambda: reason(rig.client.prepare, Hotkey(("b",))) == "locked")
        locker.lock(is_locked=False)
        wait_for(lambda: prepared(rig, Hotkey(("d",))))
        assert (
            reason(rig.execute, nonce) == "changed"
        )  # open again, but somebody else may sit there
        assert rig.window.events == []


def test_a_text_ends_when_logind_tells_of_a_lock(desktop, bus, tmp_path):
    environ = {**desktop.env, "DBUS_SYSTEM_BUS_ADDRESS": bus}
    with (
        fake_locker(bus, LOGIND) as locker,
        executor_rig(desktop, tmp_path, environ=environ) as rig,
    ):
        rig.reset()
        nonce = rig.client.prepare(Write("x" * 2000)).nonce

        def lock(done, total):
            if done >= 5 and not locker.is_locked:
                locker.lock()

        execution = rig.client.execute(nonce, accepted(), rig.stop, lock)
        assert execution.cause == "locked"
        assert execution.text_sent_chars < 2000
        rig.nothing_held()


def reason(call, *arguments):
    """Return why it is refused; empty when it is not."""
    try:
        call(*arguments)
    except Refused as refusal:
        return refusal.reason
    return ""


def prepared(rig, action):
    try:
        return rig.client.prepare(action).nonce
    except Refused:
        return None
