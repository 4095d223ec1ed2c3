"""Services of a desktop that are not there on a private bus: a tray's watcher, and who shows notifications.

They live in a thread of the test's process and remember what they were told.
"""

import asyncio
import threading
from contextlib import contextmanager

from dbus_fast import BusType, Message, MessageType, Variant
from dbus_fast.aio import MessageBus

WATCHER = "org.kde.StatusNotifierWatcher"
ITEM = "org.kde.StatusNotifierItem"
MENU = "com.canonical.dbusmenu"
NOTIFICATIONS = "org.freedesktop.Notifications"
PROPERTIES = "org.freedesktop.DBus.Properties"
ANSWER_S = 60.0


class Services:
    """What other processes of the session see, and what they can do over the bus."""

    def __init__(self, address):
        self._address = address
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self.items = []
        """Bus names of the tray icons, in the order in which they came."""
        self.notices = []
        """What was to be shown, each as (title, text, actions, id)."""
        self._bus = None

    def start(self, *names):
        """Own these names on the bus."""
        self._thread.start()
        self._do(self._start(names))

    async def _start(self, names):
        self._bus = await MessageBus(self._address, BusType.SESSION).connect()
        self._bus.add_message_handler(self._handle)
        for name in names:
            await self._bus.request_name(name)

    def close(self):
        """Leave the bus."""
        if self._bus is not None:
            self._do(self._leave())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(ANSWER_S)
        self._loop.close()

    async def _leave(self):
        self._bus.disconnect()
        await self._bus.wait_for_disconnect()

    def _do(self, work):
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(ANSWER_S)

    def _handle(self, message):
        if message.message_type is not MessageType.METHOD_CALL:
            return None
        answer = getattr(self, f"_{message.member}", None)
        known = (WATCHER, NOTIFICATIONS, PROPERTIES)
        return answer(message) if answer and message.interface in known else None

    def _RegisterStatusNotifierItem(self, message):  # noqa: N802
        self.items.append(message.sender)
        return Message.new_method_return(message)

    def _Get(self, message):  # noqa: N802
        value = Variant("b", True) if "Registered" in message.body[1] else Variant("i", 0)
        return Message.new_method_return(message, "v", [value])

    def _GetAll(self, message):  # noqa: N802
        known = {"IsStatusNotifierHostRegistered": Variant("b", True)}
        return Message.new_method_return(message, "a{sv}", [known])

    def _GetCapabilities(self, message):  # noqa: N802
        return Message.new_method_return(message, "as", [["body", "actions"]])

    def _GetServerInformation(self, message):  # noqa: N802
        return Message.new_method_return(message, "ssss", ["test", "test", "1", "1.2"])

    def _CloseNotification(self, message):  # noqa: N802
        return Message.new_method_return(message)

    def _Notify(self, message):  # noqa: N802
        _, replaces, _, title, text, actions, *_ = message.body
        number = replaces or len(self.notices) + 1
        self.notices.append((title, text, tuple(actions), number))
        return Message.new_method_return(message, "u", [number])

    def call(self, to, path, interface, member, signature="", *body):
        """Call a method as any process of the session can; return what it answers."""
        message = Message(
            destination=to, path=path, interface=interface, member=member, signature=signature,
            body=list(body),
        )  # fmt: skip
        answer = self._do(self._bus.call(message))
        assert answer.message_type is not MessageType.ERROR, answer.body
        return answer.body

    def press_notice(self, number, action="default"):
        """Tell who asked for it that a notification was pressed."""
        signal = Message.new_signal(
            "/org/freedesktop/Notifications", NOTIFICATIONS, "ActionInvoked", "us", [number, action]
        )
        self._loop.call_soon_threadsafe(self._bus.send, signal)

    def menu(self, item):
        """Return the rows of a tray icon's menu that can be seen, submenus' too: ids by words."""
        path = self.call(item, "/StatusNotifierItem", PROPERTIES, "Get", "ss", ITEM, "Menu")[0]
        _, root = self.call(item, path.value, MENU, "GetLayout", "iias", 0, -1, [])
        return path.value, dict(_rows(root))

    def press(self, item, words):
        """Press a row of a tray icon's menu."""
        path, rows = self.menu(item)
        self.press_row(item, path, rows[words][0])

    def press_row(self, item, path, number):
        """Press a row by its number, whatever has become of it."""
        self.call(item, path, MENU, "Event", "isvu", number, "clicked", Variant("i", 0), 0)


def _rows(node):
    number, properties, children = node
    label = properties["label"].value if "label" in properties else ""
    is_shown = properties["visible"].value if "visible" in properties else True
    is_live = properties["enabled"].value if "enabled" in properties else True
    if label and is_shown:
        yield label, (number, is_live)
    for child in children:
        yield from _rows(child.value)


@contextmanager
def services(address, *names):
    """Own names on a bus for a while."""
    made = Services(address)
    made.start(*names)
    try:
        yield made
    finally:
        made.close()
