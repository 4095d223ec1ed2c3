"""The chosen model on its server, made ready: probed, calibrated, and spoken to as was found.

A run probes a server that was never probed, or that changed since, before its first question; calibrating
takes longer and is done where the user tries the server (Model page, `deskhand model probe-server`).
Whether a model is shown pictures is decided here: only one that was found to see them, and whose points
are known.

Of several servers a run takes the one that answers with the fewest runs of this user's, and stays there. It
goes to another one, and says so, only as long as nothing was done: what a run has done is known to the
model that it asked, and one that does not know it might do it again.
"""

import logging
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Final, Protocol

import msgspec

from app.known_servers import Known, Use, is_silent, keep, kept, note_answer, note_silent, take
from app.last_look import LastLook
from app.model_server import (
    Checked,
    Finding,
    Tell,
    address_of,
    checked_address,
    key_reader,
    named_model,
)
from app.settings import Folders, ServerSettings, key_chord
from automation.commands.talk import language_of
from automation.core.errors import RecordError
from automation.core.events import Task
from automation.core.observation import Observation
from automation.core.ports import ElementReader, History, Policy
from automation.core.proposal import Decision
from automation.core.text import visible_text
from automation.core.timing import StopToken
from model import proposing
from model.calibrate.endpoint import EndpointCalibration, LongEdge, calibrate_endpoint
from model.families.family import Family
from model.families.known import PLAIN, chosen_family
from model.families.resize import KNOWN_RULES
from model.goals.policy import CarryOut, GoalsPolicy
from model.remote import RemoteManner, RemotePolicy
from model.server.address import Address
from model.server.asking import ServerError, ServerFault, message
from model.server.client import Limits, ServerClient
from model.server.probe import Identity, Probed, identity_of, probe

log = logging.getLogger(__name__)

SILENT: Final = frozenset(
    {ServerFault.UNREACHABLE, ServerFault.TIMEOUT, ServerFault.BUSY, ServerFault.SERVER_ERROR}
)
"""What a server does that is not there for the run; another one may be."""
SLOW: Final = frozenset({ServerFault.TIMEOUT, ServerFault.BUSY})
"""Of these, what a server does that may answer once it is waited for."""
REACH: Final = Limits(idle_s=5.0, total_s=5.0, connect_s=2.0)
"""To find out whether a server answers, where another one could be asked."""
PROBE_SHARE: Final = 0.3
"""Of the whole time that the probe takes, the rest is for calibrating."""
EDGES_PX: Final = (500, 1024, 1568, 2048)
"""To which servers are known to shrink the longer side of a picture."""


class RunVoice(proposing.Voice, Protocol):
    """Hears what a model says, and how far it is made ready."""

    def preparing(self, words: str) -> None:
        """Show what is being done before the first step."""
        ...


@dataclass(frozen=True, slots=True)
class Opened:
    """The chosen model, and what is known of it."""

    client: ServerClient
    """Asks as the probe found."""
    model: str
    """As the server calls it; as it was chosen where the server could not be asked."""
    known: Known | None
    """None where nothing could be found out; then the first step says why."""


def open_server(settings: ServerSettings, folders: Folders, stop: StopToken, tell: Tell) -> Opened:
    """Return the chosen model, probed once for its server, name and version.

    Raises:
        ServerError: the server may not be used; says what to do.
        Stopped: a stop was asked for.
    """
    client = _client(settings)
    base = client.address.base
    known = kept(base, settings.model, folders.data)
    try:
        model = client.model(stop)
        identity = identity_of(client, stop)
        known = kept(base, model, folders.data)
        if known is not None and known.found.digest != identity.digest:
            known = None
        if known is None:
            family = chosen_family(settings.family, model)
            known = Known(base, _probed(client, family, stop, tell, identity))
            _keep(known, folders)
    except ServerError as error:
        log.info("the model server could not be probed: %s", error.fault)
        client = client.with_quirks(known.found.quirks) if known is not None else client
        return Opened(client, settings.model, known)
    return Opened(client.with_quirks(known.found.quirks), model, known)


def check(settings: ServerSettings, folders: Folders, stop: StopToken, tell: Tell) -> Checked:
    """Probe and calibrate the server anew, keep what was found, and return it.

    Raises:
        ServerError: it cannot be used; says what to do.
        SettingsError: there is no family of the chosen name.
        Stopped: a stop was asked for.
    """
    client = _client(settings)
    tell(message("asking_models", host=client.host), None)
    model = _name(settings, client, stop)
    client = _client(settings, model)
    family = chosen_family(settings.family, model)
    found = _probed(client, family, stop, lambda words, s: tell(words, (s or 0.0) * PROBE_SHARE))
    known = Known(client.address.base, found)
    _keep(known, folders)
    findings = found.findings()
    if found.quirks.has_pictures and settings.sees != "text":
        findings += (
            _calibrated(client.with_quirks(found.quirks), known, family, folders, stop, tell),
        )
    return Checked(model, findings)


def known_findings(settings: ServerSettings, folders: Folders) -> tuple[Finding, ...]:
    """Return what was found of the chosen model the last time; empty for nothing. Nothing is sent.

    Raises:
        ServerError: the address is none.
        SettingsError: there is no family of the chosen name.
    """
    address = address_of(settings.url)
    known = kept(address.base, settings.model, folders.data)
    if known is None:
        return ()
    family = chosen_family(settings.family, settings.model)
    points = _points_for(family, known)
    told = (_of_points(points, family),) if points is not None else ()
    return known.found.findings() + told


Told = Callable[[Address, tuple[str, ...], tuple[str, ...]], None]
"""Told to which server the run goes from here on, which hosts were passed over, and which may not be asked."""


class ServedPolicy:
    """The model of one run, on one of the chosen servers; owned by the agent thread."""

    def __init__(
        self,
        settings: ServerSettings,
        folders: Folders,
        made: Callable[[ServerSettings, str, StopToken], Policy],
        told: Told,
        at_end: ExitStack,
    ) -> None:
        """Ask nobody yet.

        Args:
            settings: the servers; one that may not be asked is left out.
            made: returns the policy that asks one server, and says in a language what it does for that.
            told: called before a server is told anything of the user's.
            at_end: closed when the run is over.
        """
        self._settings = settings
        self._addresses: dict[Address, ServerSettings] = {}
        """Those that may be asked."""
        self._left: list[Address] = []
        self._left_out: tuple[str, ...] = ()
        self._folders, self._made, self._told, self._at_end = folders, made, told, at_end
        self._use: Use | None = None
        self._policy: Policy | None = None
        self._language = "en"

    @property
    def name(self) -> str:
        """The policy's name."""
        return "remote"

    def propose(
        self, task: Task, history: History, observation: Observation, stop: StopToken
    ) -> Decision:
        """Return the decision of the model.

        Raises:
            ServerError: it could not be asked; says what to do, in the language of the task.
        """
        self._language = language_of(task.text, task.language)
        try:
            return self._decided(task, history, observation, stop)
        except ServerError as error:
            raise ServerError(error.fault, error.in_language(self._language)) from error

    def _decided(
        self, task: Task, history: History, observation: Observation, stop: StopToken
    ) -> Decision:
        while True:
            try:
                return self.opened(stop).propose(task, history, observation, stop)
            except ServerError as error:
                if not self._is_gone(error, stop):
                    raise
                self._leave(error)
                if not self._left:
                    raise
                if history.steps:
                    said = message("not_taken_on", error=error.said, host=self._left[0].host)
                    raise ServerError(error.fault, said) from error

    def opened(self, stop: StopToken) -> Policy:
        """Return the policy that asks the run's server, which is chosen now where none was.

        Raises:
            ServerError: no server can be used; says what to do.
            Stopped: a stop was asked for.
        """
        if self._policy is None:
            if not self._addresses:
                self._find_addresses()
            address = self._reached(stop)
            gone = (
                one.host
                for one in self._addresses
                if one != address
                and (one not in self._left or is_silent(one.base, self._folders.data))
            )
            self._told(address, tuple(gone), self._left_out)
            self._policy = self._made(self._addresses[address], self._language, stop)
        return self._policy

    def _find_addresses(self) -> None:
        """Find out which servers may be asked.

        Raises:
            ServerError: none of them; says what to do about the first one.
        """
        problem: ServerError | None = None
        left_out = []
        for one in self._settings.each or (self._settings,):
            try:
                self._addresses[checked_address(one)] = one
            except ServerError as error:
                problem = problem or error
                left_out.append(_host_of(one))
        if problem is not None and not self._addresses:
            raise problem
        self._left, self._left_out = list(self._addresses), tuple(left_out)

    def _reached(self, stop: StopToken) -> Address:
        """Return the server that answers with the fewest runs; a single one is not asked whether it does.

        Where none answers, the first one that is only slow is waited for as a single one is.
        """
        slow: list[Address] = []
        while True:
            address = self._taken(stop)
            if len(self._addresses) == 1:
                return address
            silence = self._silence(address, stop)
            if silence is None:
                note_answer(address.base, self._folders.data)
                return address
            if silence.fault in SLOW:
                slow.append(address)
            self._leave(silence)
            if self._left:
                continue
            if not slow:
                raise silence
            self._left = slow[:1]
            return self._taken(stop)

    def _taken(self, stop: StopToken) -> Address:
        """Take the server with the fewest runs of those that are left."""
        use = take([one.base for one in self._left], self._folders.data, stop)
        self._at_end.callback(use.release)
        self._use = use
        return next(one for one in self._left if one.base == use.base)

    def _silence(self, address: Address, stop: StopToken) -> ServerError | None:
        """Return how a server that is asked for its models does not answer; None when it does."""
        try:
            _client(self._addresses[address], limits=REACH).models(stop)
        except ServerError as error:
            is_gone = error.fault in SILENT or error.fault is ServerFault.CUT_OFF
            return error if is_gone else None
        return None

    def _is_gone(self, error: ServerError, stop: StopToken) -> bool:
        """Tell whether the run's server is; an answer that was cut off may be the model's doing."""
        if self._use is None or len(self._addresses) == 1:
            return False
        if error.fault is ServerFault.CUT_OFF:
            address = next(one for one in self._left if one.base == self._use.base)
            return self._silence(address, stop) is not None
        return error.fault in SILENT

    def _leave(self, error: ServerError) -> None:
        """Let the run's server go, and note that it does not answer; one that is busy does."""
        assert self._use is not None, "a server is left that was taken"
        use, self._use, self._policy = self._use, None, None
        use.release()
        if error.fault is not ServerFault.BUSY:
            note_silent(use.base, self._folders.data)
        self._left = [one for one in self._left if one.base != use.base]


def _host_of(settings: ServerSettings) -> str:
    """Return how a server is named; without what an address that cannot be read may hold of a password."""
    try:
        return address_of(settings.url).host
    except ServerError:
        return visible_text(settings.url.rpartition("@")[2])


def served_policy(
    chosen: ServerSettings,
    folders: Folders,
    reader: ElementReader,
    carry_out: CarryOut,
    voice: RunVoice,
    stop: StopToken,
    *,
    images_kept: int,
    language: str = "en",
) -> Policy:
    """Return the policy of the model on a server: by pictures where it is found to see them, else by text.

    Raises:
        ServerError: the server may not be used; says what to do.
        SettingsError: there is no family of the chosen name.
        Stopped: a stop was asked for.
    """
    opened = open_server(
        chosen, folders, stop, lambda words, _: voice.preparing(words.in_language(language))
    )
    family = chosen_family(chosen.family, opened.model)
    points = _points_for(family, opened.known)
    found = opened.known.found if opened.known is not None else None
    if not shows_pictures(chosen, found, points, family):
        looked = LastLook(folders.runtime).refs
        return GoalsPolicy(opened.client, reader, carry_out, voice, looked)
    family = family.for_server(parses_tools=found is not None and found.tools == "parsed")
    manner = RemoteManner(family, pictures=images_kept)
    if points is not None:
        manner = RemoteManner(
            points.family_for(family),
            points.space(),
            is_calibrated=points.is_usable,
            no_points="" if points.is_usable else str(points.sentence),
            pictures=images_kept,
        )
    return RemotePolicy(opened.client, manner, reader, read_key=key_chord, voice=voice)


def shows_pictures(
    settings: ServerSettings,
    found: Probed | None,
    points: EndpointCalibration | None,
    family: Family,
) -> bool:
    """Tell whether the model is shown pictures.

    With `auto` its points have to be known: by calibration, or by its family as long as nothing says
    otherwise. One that sees little of a screen, or is of no known family, gets names until it is calibrated.
    """
    if settings.sees != "auto":
        return settings.sees == "pictures"
    if found is None or not found.quirks.has_pictures:
        return False
    if points is not None:
        return points.is_usable
    return found.sees_screens and family is not PLAIN


def _points_for(family: Family, known: Known | None) -> EndpointCalibration | None:
    """Return what calibration found of the points, if it asked as that family is asked."""
    points = known.points if known is not None else None
    return points if points is not None and points.family == family.name else None


def _client(
    settings: ServerSettings, model: str = "", limits: Limits | None = None
) -> ServerClient:
    address = checked_address(settings)
    key = key_reader(settings, address)
    name = model or settings.model
    return ServerClient(address.base, name, key=key, allowed=settings.allowed, limits=limits)


def _name(settings: ServerSettings, client: ServerClient, stop: StopToken) -> str:
    """Return the model that is meant; one that is named on a server without a list is taken as it is.

    Raises:
        NoSuchModel: the server has another one.
        ServerError: it cannot be asked.
    """
    try:
        models = client.models(stop)
    except ServerError as error:
        if not settings.model or error.fault is not ServerFault.NOT_A_SERVER:
            raise
        return settings.model
    return named_model(settings.model, models, client.address)


def _probed(
    client: ServerClient,
    family: Family,
    stop: StopToken,
    tell: Tell,
    identity: Identity | None = None,
) -> Probed:
    edges = {f"edge {edge}": LongEdge(edge, family.rule) for edge in EDGES_PX}
    others = {**edges, **KNOWN_RULES}
    return probe(client, rule=family.rule, others=others, tell=tell, stop=stop, identity=identity)


def _keep(known: Known, folders: Folders) -> None:
    try:
        keep(known, folders.data)
    except RecordError as error:  # it is found out again the next time
        log.warning("what was found of a model server was not kept: %s", type(error).__name__)


def _calibrated(
    client: ServerClient,
    known: Known,
    family: Family,
    folders: Folders,
    stop: StopToken,
    tell: Tell,
) -> Finding:
    def progress(done: int, most: int) -> None:
        tell(
            message("asking_points", host=client.host),
            PROBE_SHARE + (1 - PROBE_SHARE) * done / most,
        )

    try:
        points = calibrate_endpoint(client, family, progress=progress, stop=stop)
        keep(msgspec.structs.replace(known, points=points), folders.data)
    except (ServerError, RecordError) as error:
        why = error.said if isinstance(error, ServerError) else str(error)
        return Finding(message("points_unknown", error=why), is_good=False)
    return _of_points(points, family)


def _of_points(points: EndpointCalibration, family: Family) -> Finding:
    told = message("family_points", family=family.title, sentence=points.sentence)
    return Finding(told, is_good=points.is_usable)
