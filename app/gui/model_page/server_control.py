"""What joins the model page and model servers: they are found, tried and chosen beside the UI thread.

Nothing is sent to a host elsewhere before the user has agreed to that host, in a window that names it.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

import msgspec
from PySide6.QtCore import QObject, Signal

from app.gui import spoken, tr
from app.gui.background import Background
from app.gui.model_page.server_cards import (
    ConsentWindow,
    Offer,
    Offers,
    Place,
    ServerStatus,
    StartLine,
)
from app.gui.widgets.layout import show_over
from app.gui.widgets.theme import Theme
from app.model_server import (
    Checked,
    Finding,
    FoundServer,
    NoSuchModel,
    Tell,
    address_of,
    base_of,
    card_gb,
    check_server,
    find_servers,
    is_allowed,
    known_findings,
    main_memory_gb,
    used_with,
)
from app.settings import Folders, ModelSettings, ServerSettings
from automation.core.errors import AssistantError, SecretsError, Stopped
from automation.core.text import model_words
from automation.core.timing import StopToken
from automation.desktop.secrets import forget_key, keep_key

if TYPE_CHECKING:
    from app.gui.model_page.page import ModelPage
    from model.recipes import Precision, Servable
    from model.server.asking import Message

JOIN_S: Final = 5.0
"""Seconds that closing waits for a server that is being tried; a stop closes its stream at once."""

Check = Callable[[ServerSettings, Folders, StopToken, Tell], Checked]
Heard = Callable[[str, StopToken], AbstractContextManager[None]]


@dataclass(frozen=True, slots=True)
class ServerWork:
    """What is done on other threads; the tests bring other works."""

    find: Callable[[], tuple[FoundServer, ...]] = find_servers
    check: Check = check_server
    known: Callable[[ServerSettings, Folders], tuple[Finding, ...]] = known_findings
    """What was found of a server before."""
    keep_key: Callable[[str, str], None] = keep_key
    forget_key: Callable[[str], None] = forget_key
    offers: Callable[[], Offers] = lambda: offers_here(card_gb())


class ServerControl(QObject):
    """Owned by the application; UI thread."""

    settings_changed = Signal(object)
    """Other `ModelSettings`: to be kept."""

    def __init__(
        self,
        page: "ModelPage",
        theme: Theme,
        settings: ModelSettings,
        folders: Folders,
        parent: QObject,
        *,
        heard: Heard,
        work: ServerWork | None = None,
    ) -> None:
        """Join a page; `heard` lets `deskhand stop` end what goes on under it."""
        super().__init__(parent)
        self._page, self._theme, self._settings = page, theme, settings
        self._folders, self._heard = folders, heard
        self._does = work or ServerWork()
        self._background = Background(self, "servers")
        self._stop: StopToken | None = None
        self.consent: ConsentWindow | None = None
        """The question that is open; None while there is none."""
        self._wanted: tuple[ServerSettings, str] | None = None
        """What is tried once the user has agreed: the server, and a new key."""
        self._is_beside = False
        """It is to be used beside the others."""
        self._shown = settings.server.url
        """Address of the server whose fields and findings are shown, of those in use."""
        self.status = ServerStatus()
        wishes = page.server_wishes
        wishes.place.connect(self._choose_place)
        wishes.look.connect(self._look)
        wishes.use.connect(partial(self._use, is_beside=False))
        wishes.use_too.connect(partial(self._use, is_beside=True))
        wishes.show.connect(self._show)
        wishes.agree.connect(self._agree)
        wishes.cancel.connect(self._cancel)
        wishes.forget.connect(self._forget)
        self._take_settings()

    def set_settings(self, settings: ModelSettings) -> None:
        """Follow settings that were changed elsewhere."""
        if settings != self._settings:
            self._settings = settings
            self._take_settings()

    def close(self) -> None:
        """End what is tried, and wait for that; nothing is shown any more."""
        self._cancel()
        self._background.end(JOIN_S)

    def _show(self, url: str) -> None:
        self._cancel()
        self._shown = url
        self._put(problem="", models=())
        self._take_settings()

    def _server(self) -> ServerSettings:
        """Return the server that is shown, or the first one."""
        server = self._settings.server
        return next((one for one in server.each if one.url == self._shown), server)

    def _used(self) -> tuple[tuple[str, str], ...]:
        if not self._is_used:
            return ()
        pairs = zip(self._settings.server.each, self._settings.hosts, strict=True)
        return tuple(
            (one.url, f"{model_words(one.model)} · {host}".strip(" ·")) for one, host in pairs
        )

    @property
    def _is_used(self) -> bool:
        """Servers take goals."""
        return bool(self._settings.hosts)

    def _take_settings(self) -> None:
        server = self._server()
        place = place_of(self._settings)
        if place in ("near", "far"):
            place = place_of_server(server)
        host = host_of(server)
        is_in_use = self._is_used and bool(host)
        self._put(
            place=place, url=server.url, host=host, model=server.model,
            has_key=server.has_key, is_in_use=is_in_use, findings=(), used=self._used(),
        )  # fmt: skip
        self._prepare(place)
        if is_in_use:
            self._background.run(
                lambda: self._does.known(server, self._folders),
                partial(self._show_known, server),
                lambda problem: self._put(problem=problem),
            )

    def _show_known(self, server: ServerSettings, known: tuple[Finding, ...]) -> None:
        """Show what was found before, unless the server was tried or changed meanwhile."""
        if server == self._server() and not self.status.findings:
            self._put(findings=known)

    def _put(self, **fields: object) -> None:
        self.status = replace(self.status, **fields)  # type: ignore[arg-type]  # names of fields
        self._page.show_server(self.status)

    def _keep(self, **changes: object) -> None:
        self._settings = msgspec.structs.replace(self._settings, **changes)
        self.settings_changed.emit(self._settings)

    def _choose_place(self, place: Place) -> None:
        self._cancel()
        self._put(place=place, problem="", findings=(), models=())
        if place in ("card", "none"):
            policy = self._settings.policy
            if policy == "remote":  # it asks servers wherever the model runs
                policy = "auto"
            self._keep(where="here" if place == "card" else "none", policy=policy)
            self._put(is_in_use=False, used=())
            return
        known = (self._server(), *self._settings.server.each)
        own = next((one for one in known if one.url and place_of_server(one) == place), None)
        server = own or ServerSettings()
        self._shown = server.url
        self._put(
            url=server.url,
            host=host_of(server),
            model=server.model,
            has_key=server.has_key,
            is_in_use=own is not None and self._is_used,
            used=self._used(),
        )
        self._prepare(place)

    def _prepare(self, place: Place) -> None:
        """Look at this computer once it matters what answers here and what fits."""
        if place != "near":
            return
        if self.status.found is None and not self.status.is_looking:
            self._look()
        if self.status.offers is None:
            self._background.run(self._does.offers, lambda offers: self._put(offers=offers))

    def _look(self) -> None:
        self._put(is_looking=True)
        self._background.run(
            self._does.find,
            lambda found: self._put(found=found, is_looking=False),
            lambda problem: self._put(is_looking=False, problem=problem),
        )

    def _use(self, url: str, model: str, key: str, *, is_beside: bool) -> None:
        """Try a server; beside others that are in use it keeps its place among them."""
        if self._stop is not None:
            return
        try:
            address = address_of(url)
        except AssistantError as error:
            self._put(problem=error.in_language(spoken()), findings=())
            return
        all_of_them = self._settings.server
        same = [one for one in all_of_them.each if base_of(one) == address.base]
        self._is_beside = is_beside and self._is_used
        if same:
            like, self._shown = same[0], same[0].url
        elif self._is_beside:
            like = ServerSettings(allowed=all_of_them.allowed)
        else:
            like = msgspec.structs.replace(all_of_them, has_key=False, more=())
        server = msgspec.structs.replace(
            like, url=address.base, model=model, has_key=bool(key) or like.has_key
        )
        self._put(
            problem="", findings=(), host=address.host, url=address.base,
            is_in_use=bool(same) and self._is_used,
        )  # fmt: skip
        self._wanted = (server, key)
        if is_allowed(server, address):
            self._try()
        else:
            self._ask(address.host)

    def _ask(self, host: str) -> None:
        if self.consent is not None:
            self.consent.close()
        window = self.consent = ConsentWindow(self._theme, host)
        window.agreed.connect(self._page.server_wishes.agree)
        window.closed.connect(partial(self._forget_consent, window))
        show_over(window)

    def _forget_consent(self, window: ConsentWindow) -> None:
        if self.consent is window:
            self.consent = None

    def _agree(self) -> None:
        if self._wanted is None or self.consent is None:
            return
        server, key = self._wanted
        allowed = tuple(dict.fromkeys((*server.allowed, self.consent.host)))
        self._wanted = (msgspec.structs.replace(server, allowed=allowed), key)
        # Kept at once: it is the user's word on this host, whatever comes of trying it.
        kept = msgspec.structs.replace(self._settings.server, allowed=allowed)
        self._keep(server=kept)
        self._try()

    def _try(self) -> None:
        if self._wanted is None:
            return
        (server, key), self._wanted = self._wanted, None
        stop = self._stop = StopToken()
        host = host_of(server)
        self._put(doing=tr("Asking {0}").format(host), share=None)
        on_main = self._background.run_on_main

        def tell(asking: "Message", share: float | None) -> None:
            words = asking.in_language(spoken())
            on_main(lambda: self._put(doing=words, share=share) if self._stop is stop else None)

        def work() -> Checked | NoSuchModel | None:
            if key:
                self._does.keep_key(host, key)
            try:
                with self._heard("server check", stop):
                    return self._does.check(server, self._folders, stop, tell)
            except NoSuchModel as error:
                return error
            except Stopped:
                return None

        self._background.run(
            work, partial(self._on_checked, stop, server), partial(self._on_failed, stop)
        )

    def _on_checked(
        self, stop: StopToken, server: ServerSettings, found: Checked | NoSuchModel | None
    ) -> None:
        if self._stop is not stop:
            return
        self._stop = None
        if isinstance(found, NoSuchModel):
            self._put(doing="", problem=found.in_language(spoken()), models=found.models, model="")
            return
        if found is None:
            self._put(doing="", problem=tr("Trying was cancelled. Nothing was changed."))
            return
        server = msgspec.structs.replace(server, model=found.model)
        used = used_with(self._settings.server, server, is_beside=self._is_beside)
        self._shown = server.url
        self._keep(server=used, where="server")
        self._put(
            doing="", is_in_use=True, used=self._used(), url=server.url, model=server.model, has_key=server.has_key,
            findings=found.findings,
        )  # fmt: skip

    def _on_failed(self, stop: StopToken, problem: str) -> None:
        if self._stop is stop:
            self._stop = None
            self._put(doing="", problem=problem)

    def _cancel(self) -> None:
        if self._stop is not None:
            self._stop.stop("user")
        if self.consent is not None:
            self.consent.close()
        self._wanted = None

    def _forget(self) -> None:
        """Take consent and key of the server back, and let nothing go to it."""
        self._cancel()
        gone = self._server()
        host = host_of(gone)
        left = [one for one in self._settings.server.each if one.url != gone.url]
        is_asked_still = any(host_of(one) == host for one in left)
        allowed = tuple(one for one in gone.allowed if one != host or is_asked_still)
        kept = self._settings.server.with_each(left)
        self._keep(
            where="server" if left else "none",
            server=msgspec.structs.replace(kept, allowed=allowed),
        )
        if left:
            self._put(problem="")
            self._take_settings()
        else:
            self._put(
                url="", host="", model="", has_key=False, is_in_use=False, findings=(), problem="", used=()
            )  # fmt: skip
        if gone.has_key and not is_asked_still:
            self._background.run(
                lambda: self._forgotten(host), lambda problem: self._put(problem=problem)
            )

    def _forgotten(self, host: str) -> str:
        try:
            self._does.forget_key(host)
        except SecretsError as error:
            return tr("The key of {0} is still in the keyring: {1}").format(host, error)
        return ""


def host_of(server: ServerSettings) -> str:
    """Return host and port; empty where none is chosen, or the file was edited by hand."""
    try:
        return address_of(server.url).host
    except AssistantError:
        return ""


def place_of(settings: ModelSettings) -> Place:
    """Return where the settings have the model run."""
    if settings.where == "server" or settings.hosts:
        return place_of_server(settings.server)
    return "none" if settings.where == "none" else "card"


def place_of_server(server: ServerSettings) -> Place:
    """Return whether a server is on this computer; what cannot be read is not."""
    try:
        return "near" if address_of(server.url).is_here else "far"
    except AssistantError:
        return "far"


def offers_here(memory_gb: float | None) -> Offers:
    """Return what this computer can serve.

    Args:
        memory_gb: of its graphics card, in GB of 10^9 bytes; None where there is none.
    """
    from model.recipes import GB_OF_A_CARD, catalogue, recipes  # late

    room_gb = main_memory_gb() if memory_gb is None else memory_gb
    if memory_gb is None:
        memory = tr(
            "No graphics card of NVIDIA or AMD was found. On the processor a step takes minutes; these fit "
            "the main memory of {0:.0f} GB:"
        ).format(room_gb)
    else:
        memory = tr("These fit a graphics card of {0:.0f} GB:").format(memory_gb / GB_OF_A_CARD)
    offers = []
    for model in catalogue().models:
        made = [one for one in recipes(model, room_gb) if one.line]
        if memory_gb is None:
            made = [one for one in made if one.server == "llama.cpp"]
        lines = tuple(
            StartLine(one.server, one.line, _fit_words(model, one.precision, room_gb))
            for one in made
        )
        if lines:
            offers.append(Offer(model.name, lines))
    if not offers:
        memory = tr("Too little memory was found for any of the models that are known.")
    versions = tuple(
        (name, tr("{0} {1} or newer. {2}").format(name, server.least, server.why[spoken()]))
        for name, server in catalogue().servers.items()
    )
    return Offers(memory, tuple(offers), versions)


LICENCES: Final = {"research only": tr("research only")}
PRECISIONS: Final = {"16 bit": tr("16 bit"), "8 bit": tr("8 bit"), "4 bit": tr("4 bit")}


def _fit_words(model: "Servable", precision: "Precision | None", room_gb: float) -> str:
    from model.recipes import TIGHT, needed_gb

    licence = LICENCES.get(model.licence, model.licence)
    if not model.commercial:
        licence = tr("{0}, not for commercial use").format(licence)
    precision = precision or "4 bit"
    need_gb = needed_gb(model, precision)
    words = tr("Licence: {0}. In {1} it takes {2:.1f} GB.")
    words = words.format(licence, PRECISIONS[precision], need_gb)
    tight = tr("That is tight.")
    return f"{words} {tight}" if need_gb > TIGHT * room_gb else words
