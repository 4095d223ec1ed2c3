"""`deskhand model servers`, `recipe` and `probe-server`: model servers found, set up and tried."""

import argparse
import getpass
import sys
import warnings
from typing import Final

import msgspec

from app.cli.output import Ending, Speaker
from app.model_server import (
    FoundServer,
    Tell,
    address_of,
    card_gb,
    check_server,
    find_servers,
    is_allowed,
    used_with,
    with_server,
)
from app.settings import Settings, SettingsFile, user_folders
from automation.core.errors import SettingsError
from automation.core.proposal import Outcome
from automation.core.timing import StopToken
from model.recipes import (
    GB_OF_A_CARD,
    Recipe,
    Servable,
    best_fit,
    catalogue,
    families,
    models_of,
    needed_gb,
    recipes,
)
from model.server.asking import Message

NAME_WIDTH: Final = 18
LICENCE_WIDTH: Final = 16


def servers(_arguments: argparse.Namespace, speaker: Speaker, _stop: StopToken) -> Ending:
    """Tell which model servers answer on this computer."""
    found = find_servers()
    for server in found:
        fields = {
            "kind": server.kind,
            "url": server.address.base,
            "models": list(server.models),
            "wants_key": server.wants_key,
        }
        speaker.tell("server", fields, _server_words(server))
    if not found:
        return Ending(
            "No model server answers on the usual ports of this computer. A line that starts one: "
            "deskhand model recipe",
            Outcome.ENVIRONMENT,
        )
    return Ending(f"To try one: deskhand model probe-server {found[0].address.base}")


def _server_words(server: FoundServer) -> str:
    models = ", ".join(server.models) or ("wants a key" if server.wants_key else "no model loaded")
    return f"{server.kind:<10} {server.address.base}  {models}"


def recipe(arguments: argparse.Namespace, speaker: Speaker, _stop: StopToken) -> Ending:
    """Tell which models fit a memory, or the lines that start a server with one."""
    memory_gb = arguments.gpu * GB_OF_A_CARD if arguments.gpu else card_gb()
    if not arguments.family:
        return _overview(speaker, memory_gb, arguments.gpu)
    models = models_of(arguments.family)
    if not models:
        known = ", ".join(families())
        return Ending(
            f"There is no recipe for “{arguments.family}”. There is one for: {known}", Outcome.USAGE
        )
    told = [model for model in models if memory_gb is None or best_fit(model, memory_gb)]
    for model in told:
        _tell(speaker, model, memory_gb)
    if not told:
        least = min(needed_gb(model, "4 bit") for model in models)
        return Ending(
            f"None of {arguments.family} fits {_sold(memory_gb)}: the smallest needs {least:.1f} GB. "
            "What fits: deskhand model recipe",
            Outcome.ENVIRONMENT,
        )
    _tell_safe(speaker)
    return Ending("The lines listen to this computer alone. When one runs: deskhand model servers")


def _overview(speaker: Speaker, memory_gb: float | None, said_gb: float | None) -> Ending:
    for model in catalogue().models:
        fit = best_fit(model, memory_gb) if memory_gb is not None else None
        if memory_gb is None:
            how = f"{needed_gb(model, '4 bit'):.1f} GB in 4 bit"
        elif fit is None:
            how = f"does not fit: {needed_gb(model, '4 bit'):.1f} GB in 4 bit"
        else:
            how = f"{fit.precision}, {fit.need_gb:.1f} GB" + (", tight" if fit.is_tight else "")
        words = f"{model.name:<{NAME_WIDTH}} {model.licence:<{LICENCE_WIDTH}} {how}"
        speaker.tell("recipe", _fields(model, memory_gb, ()), words)
    if memory_gb is None:
        return Ending("No graphics card was found; name its memory: --gpu 12. Then a model's name.")
    return Ending(
        f"For {_sold(memory_gb)}. The lines for one of them: deskhand model recipe"
        f"{f' --gpu {said_gb:g}' if said_gb else ''} NAME, such as {_first_fitting(memory_gb)}"
    )


def _first_fitting(memory_gb: float) -> str:
    fitting = (model.name for model in catalogue().models if best_fit(model, memory_gb))
    return next(fitting, "holo3.1")


def _sold(memory_gb: float | None) -> str:
    return "a card" if memory_gb is None else f"a card of {memory_gb / GB_OF_A_CARD:.0f} GB"


def _tell(speaker: Speaker, model: Servable, memory_gb: float | None) -> None:
    made = recipes(model, memory_gb)
    licence = model.licence
    if not model.commercial:
        licence += ": not for commercial use"
    if model.ask:
        licence += f" ({model.ask})"
    parts = [model.name, f"  licence   {licence}", f"  for       {model.use}"]
    for one in made:
        at = f" in {one.precision}" if one.precision else ""
        parts.append(f"  {one.server}{at}:")
        parts += [f"    {text}" for text in (one.line, one.problem) if text]
    speaker.tell("recipe", _fields(model, memory_gb, made), "\n".join(parts) + "\n")


def _fields(
    model: Servable, memory_gb: float | None, made: tuple[Recipe, ...]
) -> dict[str, object]:
    fit = best_fit(model, memory_gb) if memory_gb is not None else None
    return {
        "model": model.name,
        "family": model.family,
        "repo": model.repo,
        "licence": model.licence,
        "commercial": model.commercial,
        "use": model.use,
        "needs_gb": {
            precision: round(needed_gb(model, precision), 1)
            for precision in ("16 bit", "8 bit", "4 bit")
        },
        "fits": None if fit is None else fit.precision,
        "tight": fit is not None and fit.is_tight,
        "lines": {one.server: one.line for one in made if one.line},
    }


def _tell_safe(speaker: Speaker) -> None:
    for name, server in catalogue().servers.items():
        fields = {
            "name": name,
            "least": server.least,
            "why": server.why["en"],
            "source": server.source,
        }
        words = f"{name} {server.least} or newer ({server.check})\n  {server.why['en']}\n  {server.source}\n"
        speaker.tell("safe", fields, words)


CONSENT: Final = (
    "{0} is another computer. While a goal is worked on it would get, encrypted, the words of your task, "
    "names and texts of what is on your screen, and a picture of it if its model sees pictures. Password "
    "fields and programs that you set to Never look are left out.\nMay that go to {0}?"
)
NOT_AGREED: Final = (
    "nothing was sent to {0}: you have not agreed to it; run this on a terminal, or add --agree"
)


def probe_server(arguments: argparse.Namespace, speaker: Speaker, stop: StopToken) -> Ending:
    """Try a server: which models it has, what holds and what does not; keep it where that is asked for."""
    folders = user_folders()
    folders.create()
    file = SettingsFile(folders.settings_file)
    settings, problem = file.load()
    if problem:
        raise SettingsError(problem)
    address = address_of(arguments.url)
    server = with_server(settings.model.server, (arguments.url,), arguments.model)
    if not is_allowed(server, address):
        is_agreed = arguments.agree or speaker.says_yes(CONSENT.format(address.host))
        if not is_agreed:
            return Ending(NOT_AGREED.format(address.host), Outcome.REJECTED)
        server = msgspec.structs.replace(server, allowed=(*server.allowed, address.host))
        settings = _agreed(file, settings, server.allowed)
    if arguments.key:
        _take_key(address.host)
        server = msgspec.structs.replace(server, has_key=True)
    found = check_server(server, folders, stop, _progress(speaker))
    for one in found.findings:
        fields = {"host": address.host, "model": found.model, "holds": one.is_good}
        sign = "ok   " if one.is_good else "note "
        speaker.tell("finding", {**fields, "text": one.text}, f"{sign}{one.text}")
    if not (arguments.use or arguments.use_too):
        return Ending(f"To have it take goals: deskhand model probe-server {address.base} --use")
    tried = msgspec.structs.replace(server, model=found.model)
    is_beside = arguments.use_too and bool(settings.model.hosts)
    servers = used_with(settings.model.server, tried, is_beside=is_beside)
    model = msgspec.structs.replace(settings.model, server=servers, where="server")
    file.save(msgspec.structs.replace(settings, model=model))
    others = len(servers.each) - 1
    beside = f", beside {others} other server{'s' if others > 1 else ''}" if others else ""
    return Ending(f"From here on {found.model} on {address.host} takes goals{beside}.")


def _progress(speaker: Speaker) -> Tell:
    """Return what says each thing that is asked for once, and first how it is ended."""
    said: list[str] = []

    def tell(asking: Message, _share: float | None) -> None:
        words = str(asking)
        if speaker.is_json or words in said:
            return
        how = "" if said else " Ctrl+C or deskhand stop ends it."
        said.append(words)
        sys.stderr.write(f"{words}.{how}\n")

    return tell


def _agreed(file: SettingsFile, settings: Settings, allowed: tuple[str, ...]) -> Settings:
    """Keep the user's word on hosts at once, whatever comes of trying one."""
    server = msgspec.structs.replace(settings.model.server, allowed=allowed)
    model = msgspec.structs.replace(settings.model, server=server)
    settings = msgspec.structs.replace(settings, model=model)
    file.save(settings)
    return settings


def _take_key(host: str) -> None:
    """Read a key, without an echo where a person types it, into the keyring."""
    from automation.desktop.secrets import keep_key  # most servers want none

    if not sys.stdin.isatty():
        keep_key(host, sys.stdin.readline().strip())
        return
    with warnings.catch_warnings():
        # Where the echo cannot be switched off, getpass would warn and show what is typed.
        warnings.simplefilter("error", getpass.GetPassWarning)
        try:
            key = getpass.getpass(f"The key of {host} (it is not shown): ")
        except getpass.GetPassWarning:
            raise SettingsError(
                "this terminal would show the key, and nothing was stored; use another one"
            ) from None
    keep_key(host, key.strip())
