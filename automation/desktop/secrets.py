"""Speaks to the Secret Service (gnome-keyring, KWallet, KeePassXC) over the session bus.

The interface is freedesktop.org's "Secret Service API" draft 0.2. Values travel in a `plain` session:
the bus is a socket of this user's alone, and who may watch it may ask the service for every value
anyway. The keys of model servers are kept beside the secrets. The `keyring` library is not used: it takes the class to load from a file and from the
environment, and falls back to plain files.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

from dbus_fast import BusType, Message, MessageType, Variant
from dbus_fast.aio import MessageBus
from dbus_fast.errors import DBusFastError

from automation.core.errors import NoKeyring, SecretsError
from automation.core.secrets import SecretEntry, is_secret_name, no_such_secret

T = TypeVar("T")

SERVICE: Final = "org.freedesktop.secrets"
ROOT: Final = "/org/freedesktop/secrets"
NOTHING: Final = "/"
"""Path that the service returns for "none"."""
ANSWER_S: Final = 4.0
"""Starting the service takes below a second; less than the executor may take to answer."""
PROMPT_S: Final = 120.0
"""How long the user has to answer the service's own dialog."""

_PROMPTER: Final = "org.gnome.keyring.SystemPrompter"
"""What gnome-keyring asks through; other services show dialogs of their own."""
_PROMPTER_S: Final = 10.0
"""How long it may take to start; a bus would wait for two minutes."""
_ASKS_BY_PROMPTER: Final = "gnome-keyring"
_BUS: Final = "org.freedesktop.DBus"
_BUS_PATH: Final = "/org/freedesktop/DBus"
_ITEM: Final = "org.freedesktop.Secret.Item"
_COLLECTION: Final = "org.freedesktop.Secret.Collection"
_PROMPT: Final = "org.freedesktop.Secret.Prompt"
_ATTRIBUTES: Final = {"application": "deskhand"}
_NAME: Final = "name"
_PROGRAMS: Final = "programs"
_ANY: Final = "*"
"""Stands for the programs of a secret that is for any password field. Before it, nothing stood there."""
_TEXT: Final = "text/plain; charset=utf8"

NO_BUS: Final = (
    "there is no session bus, so the system keyring cannot be reached. Start deskhand from a "
    "desktop session"
)
NO_SERVICE: Final = (
    "no keyring service runs (org.freedesktop.secrets). Install one and log in again, on Debian: "
    "sudo apt-get install gnome-keyring"
)
LOCKED: Final = "the system keyring is locked; unlock it, for instance with: deskhand secret list"
REFUSED: Final = "the keyring's dialog was closed without unlocking it; nothing was changed"
NO_PROMPTER: Final = (
    "the system keyring is locked, and the dialog that would ask for its password cannot be opened here "
    "(org.gnome.keyring.SystemPrompter does not start). Unlock it from a desktop session, or here with: "
    "gnome-keyring-daemon --replace --unlock"
)
UNANSWERED: Final = (
    "the system keyring is locked, and nobody answered its dialog within {0:g} s; unlock it on the "
    "desktop where the dialog is shown, then try again"
)
UNTOLD: Final = (
    "the keyring does not say for which programs the secret “{0}” is, so it is typed into none; set it "
    "anew: deskhand secret set {0} --for PROGRAM, or without --for for any password field"
)
SEVERAL: Final = (
    "there are several secrets called “{0}”; remove it and set it anew: deskhand secret remove {0}"
)

_NOT_YET: Final = frozenset(
    {
        "org.freedesktop.DBus.Error.UnknownMethod",
        "org.freedesktop.DBus.Error.UnknownObject",
        "org.freedesktop.DBus.Error.UnknownInterface",
    }
)
"""What a keyring answers that has its name on the bus already, and not yet what it serves; nothing was done then."""
_TRIES: Final = 10
_PAUSE_S: Final = 0.1
_GONE: Final = frozenset(
    {
        "org.freedesktop.DBus.Error.ServiceUnknown",
        "org.freedesktop.DBus.Error.NameHasNoOwner",
        "org.freedesktop.DBus.Error.Spawn.ChildExited",
        "org.freedesktop.DBus.Error.Spawn.ExecFailed",
    }
)


@dataclass(frozen=True, slots=True)
class StoredItem:
    """One of our items: where it lies and what may be known of it."""

    path: str
    name: str
    programs: tuple[str, ...]
    is_locked: bool
    is_scope_told: bool
    """It has the attribute that says which programs it is for."""


def asked(work: Callable[["Service"], Coroutine[Any, Any, T]], *, seconds: float = ANSWER_S) -> T:
    """Connect, do the work, disconnect."""
    asking: list[Service] = []

    async def connected() -> T:
        async with _session_bus() as bus:
            asking.append(Service(bus))
            return await work(asking[0])

    try:
        return asyncio.run(asyncio.wait_for(connected(), seconds))
    except TimeoutError:
        if asking and asking[0].is_asking:
            raise NoKeyring(UNANSWERED.format(seconds)) from None
        raise NoKeyring(
            f"the system keyring did not answer within {seconds:g} s; try again"
        ) from None
    except (DBusFastError, OSError, EOFError) as error:
        raise NoKeyring(
            f"the system keyring cannot be used ({type(error).__name__}); log in again"
        ) from None


@contextlib.asynccontextmanager
async def _session_bus() -> AsyncIterator[MessageBus]:
    try:
        bus = await MessageBus(bus_type=BusType.SESSION).connect()
    except (DBusFastError, OSError, EOFError, ValueError, KeyError) as error:  # KeyError: no HOME
        raise NoKeyring(NO_BUS) from error
    try:
        yield bus
    finally:
        bus.disconnect()


class Service:
    """The calls that we need; an error message of the service's is never passed on."""

    def __init__(self, bus: MessageBus) -> None:
        self._bus = bus
        self.is_asking = False
        """The service's own dialog is up, as far as is known."""

    async def runs(self) -> bool:
        """Tell whether the service runs; False when the bus would start it with the first call."""
        (is_owned,) = await self._call(
            _BUS_PATH, _BUS, "NameHasOwner", "s", [SERVICE], to=_BUS, answers="b"
        )
        if is_owned:
            return True
        (startable,) = await self._call(
            _BUS_PATH, _BUS, "ListActivatableNames", to=_BUS, answers="as"
        )
        if SERVICE not in startable:
            raise NoKeyring(NO_SERVICE)
        return False

    async def items(self) -> list[StoredItem]:
        """Return all of our items, in locked collections too."""
        unlocked, locked = await self._call(
            ROOT, "org.freedesktop.Secret.Service", "SearchItems", "a{ss}", [_ATTRIBUTES],
            answers="aoao",
        )  # fmt: skip
        found = [(path, False) for path in unlocked] + [(path, True) for path in locked]
        items = [await self._item(path, is_locked) for path, is_locked in found]
        return [item for item in items if item is not None]

    async def value(self, path: str) -> str:
        """Return an item's secret; for the executor, and for the key of a model server."""
        session = await self._session()
        (secret,) = await self._call(path, _ITEM, "GetSecret", "o", [session], answers="(oayays)")
        try:
            return bytes(secret[2]).decode()
        except UnicodeDecodeError:
            raise SecretsError(
                "the secret is not UTF-8 text and cannot be typed; set it anew"
            ) from None

    async def keep(self, name: str, value: str, programs: tuple[str, ...]) -> None:
        """Store a secret in the default collection, in place of one of the same name.

        The one before goes when the other is there: a dialog that is closed, a full disk or a
        service that ends in between leaves one of them.
        """
        collection = await self._collection()
        await self.unlock([collection])
        session = await self._session()
        attributes = {**_ATTRIBUTES, _NAME: name, _PROGRAMS: "\n".join(programs) or _ANY}
        properties = {
            f"{_ITEM}.Label": Variant("s", f"deskhand: {name}"),
            f"{_ITEM}.Attributes": Variant("a{ss}", attributes),
        }
        secret = [session, b"", value.encode(), _TEXT]
        made, prompt = await self._call(
            collection, _COLLECTION, "CreateItem", "a{sv}(oayays)b", [properties, secret, True],
            answers="oo",
        )  # fmt: skip
        kept = await self._made(made, prompt)
        # The service replaces only where all attributes agree, and the programs may have changed.
        for item in await self.items():
            if item.name == name and item.path != kept:
                await self.delete(item.path)

    async def delete(self, path: str) -> None:
        """Delete an item."""
        (prompt,) = await self._call(path, _ITEM, "Delete", answers="o")
        await self._prompted(prompt)

    async def unlock(self, paths: list[str]) -> None:
        """Unlock items or collections; the service may ask the user in a dialog of its own."""
        _, prompt = await self._call(
            ROOT, "org.freedesktop.Secret.Service", "Unlock", "ao", [paths], answers="aoo"
        )
        await self._prompted(prompt)

    async def _collection(self) -> str:
        (path,) = await self._call(
            ROOT, "org.freedesktop.Secret.Service", "ReadAlias", "s", ["default"], answers="o"
        )
        if path != NOTHING:
            return str(path)
        label = {f"{_COLLECTION}.Label": Variant("s", "Login")}
        made, prompt = await self._call(
            ROOT, "org.freedesktop.Secret.Service", "CreateCollection", "a{sv}s",
            [label, "default"], answers="oo",
        )  # fmt: skip
        return await self._made(made, prompt)

    async def _session(self) -> str:
        _, session = await self._call(
            ROOT, "org.freedesktop.Secret.Service", "OpenSession", "sv",
            ["plain", Variant("s", "")], answers="vo",
        )  # fmt: skip
        return str(session)

    async def _made(self, path: str, prompt: str) -> str:
        """Return the path of what was made at once, or after the user was asked."""
        done = await self._prompted(prompt)
        if done is None:
            return path
        if done.signature != "o":
            raise NoKeyring(_unlike("Completed", "o", done.signature))
        return str(done.value)

    async def _item(self, path: str, is_locked: bool) -> StoredItem | None:
        (found,) = await self._call(
            path, "org.freedesktop.DBus.Properties", "Get", "ss", [_ITEM, "Attributes"],
            answers="v",
        )  # fmt: skip
        attributes = found.value if found.signature == "a{ss}" else {}
        name = attributes.get(_NAME, "")
        if not name:
            return None
        scope = attributes.get(_PROGRAMS)
        is_any = scope in ("", _ANY)
        programs = () if is_any else tuple(line for line in str(scope or "").split("\n") if line)
        return StoredItem(path, name, programs, is_locked, is_scope_told=is_any or bool(programs))

    async def _prompted(self, path: str) -> Variant | None:
        """Let the service ask the user if it wants to; return what came of it."""
        if path == NOTHING:
            return None
        answer: asyncio.Future[tuple[bool, Variant]] = asyncio.get_running_loop().create_future()

        def hear(message: Message) -> None:
            is_signal = message.message_type is MessageType.SIGNAL and message.path == path
            is_it = is_signal and (message.member, message.signature) == ("Completed", "bv")
            if is_it and not answer.done():
                answer.set_result((bool(message.body[0]), message.body[1]))

        rule = f"type='signal',sender='{SERVICE}',path='{path}',interface='{_PROMPT}'"
        await self._check_prompter()
        await self._call(_BUS_PATH, _BUS, "AddMatch", "s", [rule], to=_BUS)
        self._bus.add_message_handler(hear)
        await self._call(path, _PROMPT, "Prompt", "s", [""])
        self.is_asking = True
        is_dismissed, result = await answer
        self.is_asking = False
        if is_dismissed:
            raise NoKeyring(REFUSED)
        return result

    async def _check_prompter(self) -> None:
        """Start what gnome-keyring asks through: without it, it says no as if the user had, or waits."""
        (pid,) = await self._call(
            _BUS_PATH, _BUS, "GetConnectionUnixProcessID", "s", [SERVICE], to=_BUS, answers="u"
        )
        try:
            name = Path(f"/proc/{pid}/comm").read_text(encoding="utf-8", errors="replace")
        except OSError:  # in another sandbox
            return
        if not name.startswith(_ASKS_BY_PROMPTER):
            return
        start = self._call(
            _BUS_PATH, _BUS, "StartServiceByName", "su", [_PROMPTER, 0], to=_BUS, answers="u"
        )
        try:
            await asyncio.wait_for(start, _PROMPTER_S)
        except (NoKeyring, TimeoutError):
            raise NoKeyring(NO_PROMPTER) from None

    async def _call(
        self,
        path: str,
        interface: str,
        member: str,
        signature: str = "",
        body: list[Any] | None = None,
        *,
        to: str = SERVICE,
        answers: str = "",
    ) -> list[Any]:
        """Call a method and return what it answers, which has the signature that `answers` says."""
        for _ in range(_TRIES + 1):
            message = Message(
                destination=to,
                path=path,
                interface=interface,
                member=member,
                signature=signature,
                body=body or [],
            )
            reply = await self._bus.call(message)
            if reply is None or reply.error_name not in _NOT_YET:
                break
            await asyncio.sleep(_PAUSE_S)
        if reply is None or reply.message_type is MessageType.ERROR:
            name = reply.error_name if reply is not None else "no reply"
            if name in _GONE:
                raise NoKeyring(NO_SERVICE)
            if name and name.endswith(".IsLocked"):
                raise NoKeyring(LOCKED)
            raise NoKeyring(f"the system keyring refused {member} ({name})")
        if reply.signature != answers:
            raise NoKeyring(_unlike(member, answers, reply.signature))
        return list(reply.body)


def _unlike(member: str, expected: str, found: str) -> str:
    return (
        f"the system keyring answered {member} with the types {found!r}, expected {expected!r}; "
        "it is no Secret Service that can be used"
    )


Named = TypeVar("Named", SecretEntry, StoredItem)


def entries(*, may_prompt: bool = False) -> tuple[SecretEntry, ...]:
    """Return the secrets that the keyring has of ours, by name.

    Args:
        may_prompt: unlock a locked keyring, for which its own dialog asks the user.
    """

    async def read(service: Service) -> list[StoredItem]:
        items = await service.items()
        locked = [item.path for item in items if item.is_locked]
        if locked and may_prompt:
            await service.unlock(locked)
        return items

    found = asked(read, seconds=PROMPT_S if may_prompt else ANSWER_S)
    return tuple(
        SecretEntry(item.name, item.programs, is_scope_told=item.is_scope_told)
        for item in sorted(found, key=lambda i: i.name)
        if is_secret_name(item.name)  # a server's key is none: it is never typed
    )


def find(name: str) -> SecretEntry | None:
    """Return what is known of a secret; None when there is none of this name."""
    return only_one(name, entries())


def only_one(name: str, found: Iterable[Named]) -> Named | None:
    """Return the one of this name; None when there is none.

    Raises:
        SecretsError: there are several: one might tell the programs and the other the text. Or it is
            not said which programs it is for: a limit that was lost is no permission.
    """
    ours = [entry for entry in found if entry.name == name]
    if len(ours) > 1:
        raise SecretsError(SEVERAL.format(name))
    if ours and not ours[0].is_scope_told:
        raise SecretsError(UNTOLD.format(name))
    return ours[0] if ours else None


def keep(name: str, value: str, programs: tuple[str, ...] = ()) -> None:
    """Store a secret in place of one of the same name; may ask the user to unlock the keyring.

    Args:
        name: letters, digits, `.`, `_` and `-`, up to 60.
        programs: resolved paths of the only programs that it may be typed into.
    """
    if not is_secret_name(name):
        raise SecretsError(
            f"{name!r} cannot be the name of a secret; take letters, digits, dots, dashes and "
            "underscores, up to 60 of them, and begin with a letter or digit"
        )
    if problem := value_problem(value):
        raise SecretsError(problem)
    asked(lambda service: service.keep(name, value, programs), seconds=PROMPT_S)


def value_problem(value: str) -> str:
    """Say why a text cannot be kept as a secret, without a word of it; empty when it can."""
    if not value:
        return "the secret is empty; nothing was stored"
    if not value.isprintable():
        return (
            "the secret has a line break or another character that no key types; nothing was stored"
        )
    return ""


def remove(name: str) -> None:
    """Delete a secret."""

    async def delete(service: Service) -> bool:
        found = [item for item in await service.items() if item.name == name]
        for item in found:
            await service.delete(item.path)
        return bool(found)

    if not asked(delete, seconds=PROMPT_S):
        raise SecretsError(no_such_secret(name))


def secret_service_problem() -> str:
    """Say why secrets cannot be used here and how to mend it; empty when they can.

    A service that would start with the first call is left asleep.
    """

    async def look(service: Service) -> None:
        if await service.runs():
            await service.items()

    try:
        asked(look)
    except SecretsError as error:
        return str(error)
    return ""


# The keys of model servers, beside the secrets that are typed. No task and no model can have one typed, and
# it stands in no list of secrets. Unlike those it is read in this process, which sends it to that one host.

KEY_PREFIX: Final = "server:"
"""Before the host, in the name that the keyring has: no secret can be called so (`is_secret_name`)."""
MAX_KEY_CHARS: Final = 5000


def key_problem(key: str) -> str:
    """Say why a text cannot be a server's key, without a word of it; empty when it can."""
    if not key:
        return "the key is empty; nothing was stored"
    if len(key) > MAX_KEY_CHARS:
        return f"the key is longer than {MAX_KEY_CHARS} characters; nothing was stored"
    if not key.isascii() or not key.isprintable() or " " in key:
        return (
            "the key has a blank, a line break or a letter that no key has (RFC 6750); "
            "nothing was stored"
        )
    return ""


def keep_key(host: str, key: str) -> None:
    """Store the key of a host, `gpu-box.example:443`, in place of an older one; may ask to unlock.

    Raises:
        SecretsError: it is no key, or there is no keyring; says what to do.
    """
    if problem := key_problem(key):
        raise SecretsError(problem)
    asked(lambda service: service.keep(KEY_PREFIX + host, key, ()), seconds=PROMPT_S)


def key_of(host: str) -> str | None:
    """Return the key of a host; None when none is kept.

    Raises:
        SecretsError: the keyring is locked or cannot be used; says what to do.
    """

    async def read(service: Service) -> str | None:
        item = only_one(KEY_PREFIX + host, await service.items())
        if item is None:
            return None
        if item.is_locked:
            raise SecretsError(LOCKED)
        return await service.value(item.path)

    key = asked(read)
    if key is not None and key_problem(key):  # other programs can write into the keyring
        raise SecretsError(f"what the keyring has as the key of {host} is no key; enter it anew")
    return key


def forget_key(host: str) -> None:
    """Delete the key of a host; nothing happens where none is kept.

    Raises:
        SecretsError: the keyring cannot be used.
    """

    async def delete(service: Service) -> None:
        for item in await service.items():
            if item.name == KEY_PREFIX + host:
                await service.delete(item.path)

    asked(delete, seconds=PROMPT_S)
