"""The chosen model on its server, made ready: probed, calibrated, and spoken to as was found.

A run probes a server that was never probed, or that changed since, before its first question; calibrating
takes longer and is done where the user tries the server (Model page, `deskhand model probe-server`).
Whether a model is shown pictures is decided here: only one that was found to see them, and whose points
are known.
"""

import logging
from dataclasses import dataclass
from typing import Final, Protocol

import msgspec

from app.known_servers import Known, keep, kept
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
from app.settings import Folders, ModelSettings, ServerSettings, key_chord
from automation.core.errors import RecordError
from automation.core.ports import ElementReader, Policy
from automation.core.timing import StopToken
from model import proposing
from model.calibrate.endpoint import EndpointCalibration, LongEdge, calibrate_endpoint
from model.families.family import Family
from model.families.known import PLAIN, chosen_family
from model.families.resize import KNOWN_RULES
from model.goals.policy import CarryOut, GoalsPolicy
from model.remote import RemoteManner, RemotePolicy
from model.server.asking import ServerError, ServerFault
from model.server.client import ServerClient
from model.server.probe import Identity, Probed, identity_of, probe

log = logging.getLogger(__name__)

PROBE_SHARE: Final = 0.3
"""Of the whole time that the probe takes, the rest is for calibrating."""
EDGES_PX: Final = (500, 1024, 1568, 2048)
"""To which servers are known to shrink the longer side of a picture."""


class RunVoice(proposing.Voice, Protocol):
    """Hears what a model says, and how far it is made ready."""

    def loading(self, words: str) -> None:
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
    tell(f"Asking {client.host} for its models", None)
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


def served_policy(
    settings: ModelSettings,
    folders: Folders,
    reader: ElementReader,
    carry_out: CarryOut,
    voice: RunVoice,
    stop: StopToken,
) -> Policy:
    """Return the policy of the chosen model: by pictures where it is found to see them, else by text.

    Raises:
        ServerError: the server may not be used; says what to do.
        SettingsError: there is no family of the chosen name.
        Stopped: a stop was asked for.
    """
    chosen = settings.server
    opened = open_server(chosen, folders, stop, lambda words, _: voice.loading(words))
    family = chosen_family(chosen.family, opened.model)
    points = _points_for(family, opened.known)
    found = opened.known.found if opened.known is not None else None
    if not shows_pictures(chosen, found, points, family):
        looked = LastLook(folders.runtime).refs
        return GoalsPolicy(opened.client, reader, carry_out, voice, looked)
    family = family.for_server(parses_tools=found is not None and found.tools == "parsed")
    manner = RemoteManner(family, pictures=settings.images_kept)
    if points is not None:
        manner = RemoteManner(
            points.family_for(family),
            points.space(),
            is_calibrated=points.is_usable,
            no_points="" if points.is_usable else points.sentence,
            pictures=settings.images_kept,
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


def _client(settings: ServerSettings, model: str = "") -> ServerClient:
    address = checked_address(settings)
    key = key_reader(settings, address)
    name = model or settings.model
    return ServerClient(address.base, name, key=key, allowed=settings.allowed)


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
            f"Asking {client.host} where things are on drawn screens",
            PROBE_SHARE + (1 - PROBE_SHARE) * done / most,
        )

    try:
        points = calibrate_endpoint(client, family, progress=progress, stop=stop)
        keep(msgspec.structs.replace(known, points=points), folders.data)
    except (ServerError, RecordError) as error:
        return Finding(f"Where its points lie could not be found out: {error}.", is_good=False)
    return _of_points(points, family)


def _of_points(points: EndpointCalibration, family: Family) -> Finding:
    return Finding(f"{family.title}: {points.sentence}", is_good=points.is_usable)
