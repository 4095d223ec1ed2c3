"""What locks when the test says so: a logind and a shell's screen saver on a bus of their own, a window."""

import asyncio
import os
import shutil
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path

from dbus_fast import Message, MessageType, Variant
from dbus_fast.aio import MessageBus

ROOT = Path(__file__).parents[2]
LOCKER = ROOT / "tests" / "proof" / "fault_kinds_locker.py"
UNLISTED = f"""
import runpy, setproctitle
setproctitle.setthreadtitle("deskhand-test")
runpy.run_path({str(LOCKER)!r}, run_name="__main__")
"""
LOGIND = "org.freedesktop.login1"
SESSION = "/org/freedesktop/login1/session/_37"


class FakeLocker:
    """Owns one name on the bus; `lock` answers before it returns."""

    def __init__(self, address, name):
        self.name = name
        self.is_locked = False
        self.has_told = False
        """Somebody asked while it was locked, and was told so."""
        self.is_silent = False
        """It is there and answers nothing."""
        self.error = ""
        """What it answers everything with, if it is set."""
        self.properties = {"Type": "x11"}
        """Of the session, besides the hint."""
        self.sessions = [["7", os.getuid(), "ada", "seat0", SESSION]]
        """Rows of ListSessions: id, user number, user, seat, path."""
        self.others = {}
        """Properties of further sessions, by path."""
        self._address = address
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._bus = self._run(self._open())

    def lock(self, is_locked=True):
        """Change the state and say so, as logind and the shells do."""
        self.is_locked = is_locked
        self._run(self._say(self._signal()))

    def tell(self, name, *, is_so):
        """Change another property of the session and say so, as logind does."""
        self.properties[name] = is_so
        self._run(self._say(_changed(name, is_so)))

    def close(self):
        self._run(self._leave())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(60)
        self._loop.close()

    def _run(self, work):
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)

    async def _say(self, signal):
        await self._bus.send(signal)

    async def _leave(self):
        self._bus.disconnect()
        await self._bus.wait_for_disconnect()

    async def _open(self):
        bus = await MessageBus(bus_address=self._address).connect()
        bus.add_message_handler(self._answer)
        await bus.request_name(self.name)
        return bus

    def _signal(self):
        if self.name != LOGIND:
            path = "/" + self.name.replace(".", "/")
            return Message.new_signal(path, self.name, "ActiveChanged", "b", [self.is_locked])
        return _changed("LockedHint", self.is_locked)

    def _answer(self, message):
        if message.message_type is not MessageType.METHOD_CALL:
            return None
        if self.is_silent:
            return True
        if self.error:
            return Message.new_error(message, self.error, "said so")
        if message.member in ("GetActive", "Get"):
            self.has_told = self.has_told or self.is_locked
        return self._answer_of(message)

    def _answer_of(self, message):
        match message.member:
            case "GetActive":
                return Message.new_method_return(message, "b", [self.is_locked])
            case "GetSession":
                return Message.new_method_return(message, "o", [SESSION])
            case "Get" if message.path == SESSION and message.body[1] == "LockedHint":
                return Message.new_method_return(message, "v", [Variant("b", self.is_locked)])
            case "Get" if message.path == SESSION and message.body[1] in self.properties:
                return _told(message, self.properties)
            case "Get" if message.body[1] in self.others.get(message.path, {}):
                return _told(message, self.others[message.path])
            case "ListSessions":
                return Message.new_method_return(message, "a(susso)", [self.sessions])
        return None


def _told(message, properties):
    value = properties[message.body[1]]
    kind = {str: "s", bool: "b", int: "u"}[type(value)]
    return Message.new_method_return(message, "v", [Variant(kind, value)])


def _changed(name, is_so):
    body = [f"{LOGIND}.Session", {name: Variant("b", is_so)}, []]
    return Message.new_signal(
        SESSION, "org.freedesktop.DBus.Properties", "PropertiesChanged", "sa{sv}as", body
    )


@contextmanager
def private_bus():
    """A bus that nobody else is on; yields its address."""
    daemon = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address"],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield daemon.stdout.readline().strip()
    finally:
        daemon.terminate()
        daemon.wait(60)
        daemon.stdout.close()


@contextmanager
def fake_locker(address, name):
    locker = FakeLocker(address, name)
    try:
        yield locker
    finally:
        locker.close()


@contextmanager
def i3lock(desktop, folder, *, is_listed=True):
    """Run the fake locker by a copy of the interpreter with the name of a locker.

    In the list of processes, which is one for all desktops, it has that name too, or it has not.
    """
    program = shutil.copy(Path(sys.executable).resolve(), folder / "i3lock")
    home = {"PYTHONHOME": sys.base_prefix, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    work = [str(LOCKER)] if is_listed else ["-c", UNLISTED]
    process = desktop.spawn([program, *work], stdout=subprocess.PIPE, **home)
    try:
        assert process.stdout.readline() == b"locked\n"
        yield
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
