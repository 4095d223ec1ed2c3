"""Is the screen locked? Asked of services that answer, that are silent, that fail, and where there are none."""

import os

import pytest

from app.doctor.checks import lock_rows
from app.macros.screen_lock import Answer, ask_lock, locker_runs, look_for_lock
from automation.desktop import session
from tests.desktop.fake_lockers import LOGIND, SESSION, fake_locker, i3lock, private_bus

pytestmark = pytest.mark.desktop

GNOME = "org.gnome.ScreenSaver"
KDE = "org.freedesktop.ScreenSaver"
NOT_SUPPORTED = "org.freedesktop.DBus.Error.NotSupported"


@pytest.fixture
def bus(monkeypatch):
    """Put the services of the test on both buses; nothing of this computer is asked."""
    monkeypatch.setattr("automation.desktop.session.ANSWER_S", 60.0)
    monkeypatch.setattr("app.macros.screen_lock.WHOLE_S", 120.0)
    monkeypatch.setenv("XDG_SESSION_ID", "7")
    with private_bus() as address:
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        yield address


@pytest.mark.parametrize("name", [LOGIND, GNOME, KDE])
@pytest.mark.parametrize("is_locked", [True, False])
def test_who_is_there_is_believed(bus, name, is_locked):
    with fake_locker(bus, name) as locker:
        locker.is_locked = is_locked
        told = ask_lock()
    assert told.answers[name] is (Answer.LOCKED if is_locked else Answer.OPEN)
    assert (told.is_locked, told.is_told, told.silent) == (is_locked, True, ())


@pytest.fixture
def soon(bus, name, monkeypatch):
    """Wait no longer than needed for who will not answer; the bus itself says who is not there."""
    ask = session.call

    async def call(bus, to, *words):
        monkeypatch.setattr(session, "ANSWER_S", 0.5 if to == name else 60.0)
        return await ask(bus, to, *words)

    monkeypatch.setattr(session, "call", call)


@pytest.mark.parametrize("name", [LOGIND, GNOME])
def test_who_is_there_and_does_not_answer_leaves_it_unknown(bus, soon, name):
    with fake_locker(bus, name) as locker:
        locker.is_silent = True
        told = ask_lock()
    assert told.silent == (name,)
    assert not told.is_locked


@pytest.mark.parametrize("name", [LOGIND, GNOME, KDE])
@pytest.mark.parametrize("error", ["AccessDenied", "Failed", "NoReply"])
def test_who_refuses_to_tell_leaves_it_unknown(bus, name, error):
    with fake_locker(bus, name) as locker:
        locker.error = f"org.freedesktop.DBus.Error.{error}"
        assert ask_lock().silent == (name,)


def test_doctor_says_who_tells_and_warns_where_nobody_does(bus):
    with fake_locker(bus, GNOME):
        (told,) = lock_rows(ask_lock())
    (untold,) = lock_rows(ask_lock())
    assert (told.status, told.found) == ("ok", f"told by {GNOME}")
    assert (untold.status, untold.found) == ("warn", "no service of this desktop tells of them")


def test_one_that_is_silent_hides_no_lock(bus):
    with fake_locker(bus, GNOME) as silent, fake_locker(bus, LOGIND) as other:
        silent.error = "org.freedesktop.DBus.Error.Failed"
        other.is_locked = True
        told = ask_lock()
    assert (told.is_locked, told.silent) == (True, (GNOME,))


def test_one_that_knows_nothing_of_locks_is_no_service_for_this(bus):
    with fake_locker(bus, KDE) as inhibitors_only:
        inhibitors_only.error = NOT_SUPPORTED
        told = ask_lock()
    assert (told.is_locked, told.is_told, told.silent) == (False, False, ())


def test_where_no_service_is_nobody_tells(bus):
    told = ask_lock()
    assert (told.is_locked, told.is_told, told.silent) == (False, False, ())


def test_where_no_bus_is_nobody_tells(bus, monkeypatch, tmp_path):
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", f"unix:path={tmp_path}/none")
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert dict(ask_lock().answers) == {}


def test_the_session_bus_is_found_where_nobody_names_it(bus, monkeypatch, tmp_path):
    """cron tells no address; the socket is where systemd puts it."""
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    path = bus.partition(",")[0].partition("path=")[2]
    (tmp_path / "bus").symlink_to(path)
    with fake_locker(bus, GNOME) as locker:
        locker.is_locked = True
        assert ask_lock().is_locked


def row(path=SESSION, uid=None):
    return ["3", os.getuid() if uid is None else uid, "ada", "seat0", path]


def test_what_cron_starts_asks_for_the_session_with_the_screen(bus):
    with fake_locker(bus, LOGIND) as login:
        login.is_locked = True
        login.sessions = [row("/org/freedesktop/login1/session/_39", uid=0xFFFF), row()]
        login.properties = {"Type": "x11", "Display": os.environ["DISPLAY"]}
        os.environ.pop("XDG_SESSION_ID")
        assert ask_lock().is_locked


def test_a_lock_on_another_display_is_not_this_ones(bus):
    with fake_locker(bus, LOGIND) as login:
        login.is_locked = True
        login.sessions = [row()]
        login.properties = {"Type": "x11", "Display": ":9999"}
        os.environ.pop("XDG_SESSION_ID")
        told = ask_lock()
    assert (told.is_locked, told.is_told) == (False, False)


def test_a_session_that_is_not_in_front_counts_as_locked(bus):
    """A greeter or another user's desktop is shown on its seat."""
    with fake_locker(bus, LOGIND) as login:
        login.properties = {"Type": "x11", "VTNr": 2, "Active": False}
        assert ask_lock().is_locked
        login.properties = {"Type": "x11", "VTNr": 2, "Active": True}
        assert not ask_lock().is_locked


def test_a_session_that_was_left_and_lives_on_says_nothing(bus):
    """logind lists it until its last process has ended, and it is never in front again."""
    with fake_locker(bus, LOGIND) as login:
        login.sessions = [row()]
        login.properties = {"Type": "wayland", "State": "closing", "VTNr": 2, "Active": False}
        os.environ.pop("XDG_SESSION_ID")
        assert not ask_lock().is_locked
        login.properties["State"] = "online"
        assert ask_lock().is_locked


def test_of_two_sessions_the_one_in_front_counts(bus):
    with fake_locker(bus, LOGIND) as login:
        other = "/org/freedesktop/login1/session/_39"
        login.sessions = [row(other), row()]
        login.properties = {"Type": "wayland", "VTNr": 2, "Active": True}
        login.others = {other: {"Type": "wayland", "VTNr": 3, "Active": False, "LockedHint": False}}
        os.environ.pop("XDG_SESSION_ID")
        assert not ask_lock().is_locked
        login.is_locked = True
        assert ask_lock().is_locked


@pytest.mark.parametrize(
    "elsewhere",
    [
        {"Type": "x11", "VTNr": 0, "Active": True, "LockedHint": False},
        {"Type": "x11", "Display": "", "Active": True, "LockedHint": False},
        {"Type": "wayland", "VTNr": 3, "LockedHint": False},
    ],
    ids=["without a console", "on no named display", "that nobody calls in front"],
)
def test_an_open_session_that_is_not_in_front_hides_no_lock(bus, elsewhere):
    """One of xrdp or of another seat is open whatever this screen shows."""
    with fake_locker(bus, LOGIND) as login:
        other = "/org/freedesktop/login1/session/_39"
        login.sessions = [row(other), row()]
        login.is_locked = True
        login.properties = {"Type": "wayland", "VTNr": 2, "Active": True}
        login.others = {other: elsewhere}
        os.environ.pop("XDG_SESSION_ID")
        assert ask_lock().is_locked
        login.is_locked = False
        assert not ask_lock().is_locked


def test_a_session_that_names_this_display_counts_alone(bus):
    with fake_locker(bus, LOGIND) as login:
        other = "/org/freedesktop/login1/session/_39"
        login.sessions = [row(other), row()]
        login.is_locked = True
        login.properties = {"Type": "x11", "Display": os.environ["DISPLAY"]}
        login.others = {other: {"Type": "x11", "VTNr": 3, "Active": True, "LockedHint": False}}
        os.environ.pop("XDG_SESSION_ID")
        assert ask_lock().is_locked
        login.is_locked = False
        login.others[other]["Active"] = False
        assert not ask_lock().is_locked


def test_a_session_that_names_this_display_counts_and_that_of_this_process_does_not(bus):
    with fake_locker(bus, LOGIND) as login:
        other = "/org/freedesktop/login1/session/_39"
        login.sessions = [row(other), row()]
        login.properties = {"Type": "wayland", "VTNr": 2, "Active": True}
        login.others = {
            other: {"Type": "x11", "Display": os.environ["DISPLAY"], "LockedHint": True}
        }
        assert ask_lock().is_locked


@pytest.mark.parametrize("told", ["LockedHint", "Active"])
def test_an_x_server_of_a_console_is_known_by_its_session(bus, told):
    with fake_locker(bus, LOGIND) as login:
        login.properties = {"Type": "tty", "VTNr": 1, "Active": True}
        assert not ask_lock().is_locked
        login.is_locked = told == "LockedHint"
        login.properties["Active"] = told != "Active"
        assert ask_lock().is_locked


def test_a_lock_of_the_desktop_is_none_of_a_private_display(bus):
    with fake_locker(bus, LOGIND) as login:
        login.is_locked = True
        login.properties = {"Type": "x11", "Display": ":9999"}
        assert not ask_lock().is_locked


def test_a_locker_that_runs_on_this_display_is_a_lock_and_on_no_other(desktop, tmp_path):
    here = os.environ["DISPLAY"]
    assert not locker_runs()
    with i3lock(desktop, tmp_path):
        assert locker_runs()
        assert locker_runs({"DISPLAY": f"unix{here}.0"})
        assert not locker_runs({"DISPLAY": ":9999"})
    assert not locker_runs()


def test_a_locker_that_tells_no_display_counts(monkeypatch, tmp_path):
    process = tmp_path / "17"
    process.mkdir()
    (process / "comm").write_text("slock\n")
    (process / "status").write_text(f"Name:\tslock\nUid:\t{os.getuid()}\t0\t0\t0\n")
    (process / "environ").write_bytes(b"LANG=C\0")
    monkeypatch.setattr("app.macros.screen_lock._PROC", tmp_path)
    assert locker_runs({"DISPLAY": ":5"})
    (process / "status").write_text(f"Name:\tslock\nUid:\t{os.getuid() + 1}\t0\t0\t0\n")
    assert not locker_runs({"DISPLAY": ":5"})


def test_a_look_says_why_nothing_may_begin(bus, desktop):
    with fake_locker(bus, GNOME) as locker:
        assert look_for_lock().problem == ""
        locker.is_locked = True
        assert (
            look_for_lock().problem
            == "the screen is locked; a macro never runs over a locked screen"
        )
        locker.error = "org.freedesktop.DBus.Error.Failed"
        assert look_for_lock().problem.startswith(
            "it is not known whether the screen is locked: org.gnome.ScreenSaver does not answer. "
        )
    assert not look_for_lock().is_told
