"""Stands in for IBus and Fcitx 5 on a desktop: answers which engine is on, as they do (seen with IBus 1.5.27, Fcitx 5.0.21)."""

import asyncio
import subprocess
import threading
from contextlib import contextmanager
from pathlib import Path

from dbus_fast import Message, MessageType, Variant
from dbus_fast.aio import MessageBus

PLAIN = {"ibus": "xkb:de::ger", "fcitx": "keyboard-us"}
_CALLS = {
    "ibus": ("org.freedesktop.IBus", "/org/freedesktop/IBus", "Get"),
    "fcitx": ("org.fcitx.Fcitx5", "/controller", "CurrentInputMethod"),
}


class Service:
    """One service; `engine` may be changed at any time, None says nothing at all."""

    def __init__(self, kind, address):
        self.engine = PLAIN[kind]
        self.asked = 0
        self._kind = kind
        self._loop = asyncio.new_event_loop()
        self._is_ready, self._closing = threading.Event(), asyncio.Event()
        self._thread = threading.Thread(
            target=self._loop.run_until_complete, args=(self._serve(address),)
        )
        self._thread.start()
        assert self._is_ready.wait(60)

    async def _serve(self, address):
        name, path, member = _CALLS[self._kind]
        bus = await MessageBus(bus_address=address).connect()

        def answer(call):
            if (call.path, call.member) != (path, member):
                return None
            self.asked += 1
            return self._reply(call) if self.engine is not None else True

        bus.add_message_handler(answer)
        await bus.request_name(name)
        self._is_ready.set()
        await self._closing.wait()
        bus.disconnect()
        await bus.wait_for_disconnect()

    def _reply(self, call):
        if self._kind == "fcitx":
            return Message.new_method_return(call, "s", [self.engine])
        if not self.engine:
            return Message.new_error(call, "org.freedesktop.DBus.Error.Failed", "No global engine.")
        assert (call.message_type, call.body[1]) == (MessageType.METHOD_CALL, "GlobalEngine")
        told = ["IBusEngineDesc", {}, self.engine, "Its long name", "", "ja", *[""] * 4]
        return Message.new_method_return(
            call, "v", [Variant("v", Variant("(sa{sv}ssssssss)", told))]
        )

    def close(self):
        self._loop.call_soon_threadsafe(self._closing.set)
        self._thread.join(60)
        self._loop.close()


@contextmanager
def service(kind, desktop):
    """Run one, where programs of this desktop look for it."""
    if kind == "fcitx":
        running = Service(kind, desktop.env["DBUS_SESSION_BUS_ADDRESS"])
        try:
            yield running
        finally:
            running.close()
        return
    bus = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address=1"],
        stdout=subprocess.PIPE,
        text=True,
    )
    file = Path(desktop.env["XDG_CONFIG_HOME"], "ibus", "bus", f"0a1b-unix-{desktop.display[1:]}")
    running = None
    try:
        address = bus.stdout.readline().strip()
        running = Service(kind, address)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(
            f"# made by ibus-daemon\nIBUS_ADDRESS={address}\nIBUS_DAEMON_PID={bus.pid}\n"
        )
        yield running
    finally:
        file.unlink(missing_ok=True)
        if running is not None:
            running.close()
        bus.terminate()
        bus.wait(60)
        bus.stdout.close()
