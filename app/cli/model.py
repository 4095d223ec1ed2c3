"""`deskhand model`: looks at checkpoint folders, fetches, calibrates, measures and probes them; finds model servers.

Reading and checking a folder needs no torch; only what runs the network does.
"""

import argparse
import contextlib
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.ask import LineSource
from app.cli import model_bench, servers
from app.cli.output import Ending, Speaker
from app.doctor.model import unfit_here
from app.hand_over import SIGNAL_BASE
from app.long_work import LongWork, Meter
from app.run_lines import Line
from app.run_start import stoppable
from app.settings import SettingsFile, user_folders
from automation.core.errors import AssistantError, RequestError, SettingsError, Stopped
from automation.core.generation import Quantization
from automation.core.proposal import Outcome
from automation.core.timing import StopToken
from model.calibrate.calibrate import run_calibration
from model.calibrate.scoring import SPACES
from model.calibrate.screens import screens_for
from model.checkpoint.manifest import forget, verify
from model.checkpoint.read import read_spec
from model.checkpoint.tiny import write_tiny_checkpoint
from model.checkpoint.tiny_qwen import write_tiny_qwen
from model.network.device import needs_of
from model.network.offers import OFFERS, Offer
from model.spec import Family, HolotronSpec, ModelSpec, PatchSpec, QwenSpec

if TYPE_CHECKING:
    from model.download import DownloadPlan


GB: Final = 1e9
MODELS: Final = "models"
"""Folder inside our data folder that fetched models go to."""


def data_folder() -> Path:
    """Return our data folder, made if it is missing.

    Raises:
        SettingsError: it cannot be made, or is somebody else's.
    """
    folders = user_folders()
    folders.create()
    return folders.data


def probe(arguments: argparse.Namespace, _speaker: Speaker, stop: StopToken) -> Ending:
    """Run one request and keep every number of it."""
    from model.parity import probe as run_probe  # loads torch

    out = Path(arguments.out)
    run_probe(
        Path(arguments.folder),
        Path(arguments.request),
        out,
        device=arguments.device,
        dtype=arguments.dtype,
        stop=stop,
    )
    return Ending(f"The numbers are in {out}.")


def calibrate(arguments: argparse.Namespace, speaker: Speaker, stop: StopToken) -> Ending:
    """Find out which coordinates a model speaks; that none fits is an answer too."""
    folder = Path(arguments.folder)
    sys.stderr.write(
        f"Up to {_most_questions(folder)} questions about drawn screens follow. "
        "Ctrl+C or deskhand stop ends it; run it again to go on from there.\n"
    )
    with Meter(sys.stderr, left="{} at most") as meter:
        found = run_calibration(
            folder,
            data_folder(),
            progress=meter,
            stop=stop,
            device=arguments.device,
        )
    if speaker.is_json:
        fields = {
            "space": found.space,
            "thinking": found.thinking,
            "profile": found.profile,
            "hits": found.hits,
            "points": len(found.points),
            "median_error_px": found.median_error_px,
        }
        speaker.tell("calibration", fields, "")
    return Ending(found.sentence, Outcome.DONE if found.is_usable else Outcome.UNVERIFIED)


def _most_questions(folder: Path) -> int:
    """Return how often a model is asked when nothing fits: each space, thinking and not."""
    targets = sum(len(screen.targets) for screen in screens_for(read_spec(folder).image))
    return targets * len(SPACES) * 2


def download(arguments: argparse.Namespace, speaker: Speaker, stop: StopToken) -> Ending:
    """Say size and licence, ask, then fetch, verify and read a model."""
    from model import download as hub  # takes huggingface_hub

    folder = Path(arguments.to) if arguments.to else _folder_for(arguments.repo)
    there = hub.present(folder)
    if there is not None:
        record = hub.Places(folder).read_record()
        if record is not None and record.repo == arguments.repo:
            return Ending(
                f"{folder} already holds the whole checkpoint of {arguments.repo}; "
                "nothing was fetched."
            )
        return Ending(
            f"{folder} already holds a whole checkpoint called {there.name}; nothing was fetched. "
            f"Name another folder to fetch {arguments.repo}."
        )
    plan = hub.plan_download(arguments.repo, folder, revision=arguments.revision)
    speaker.tell("download", _plan_fields(plan), _plan_words(plan))
    settings, _ = SettingsFile(user_folders().settings_file).load()
    if problem := unfit_here(plan.bytes, settings.model):
        sys.stderr.write(f"{problem}\n")
    if not (arguments.accept_license or _agrees(speaker, stop)):
        return Ending(
            "size and licence were not accepted; run it again with --accept-license",
            Outcome.REJECTED,
        )
    with Meter(sys.stderr) as meter:
        spec = hub.download(plan, accepted_licence=True, progress=meter, stop=stop)
    return Ending(f"{spec.name} is in {folder}; deskhand model check {folder} reads it again.")


def _folder_for(repo: str) -> Path:
    return data_folder() / MODELS / repo.rpartition("/")[2]


def _agrees(speaker: Speaker, stop: StopToken) -> bool:
    """Ask on the terminal; where nobody can answer, nobody agreed.

    Raises:
        Stopped: a stop was asked for while waiting.
    """
    if speaker.is_json or not sys.stdin.isatty():
        return False
    sys.stdout.write("Accept size and licence, and download? [y/N] ")
    sys.stdout.flush()
    answer = LineSource(sys.stdin).next(stop) or ""
    return answer.strip().lower() in {"y", "yes"}


def _plan_fields(plan: "DownloadPlan") -> dict[str, object]:
    return {
        "repo": plan.listing.repo,
        "commit": plan.listing.commit,
        "folder": str(plan.folder),
        "licence": plan.licence,
        "files": len(plan.files),
        "bytes": plan.bytes,
        "missing_bytes": plan.missing_bytes,
        "free_bytes": plan.free_bytes,
    }


def _plan_words(plan: "DownloadPlan") -> str:
    rows = (
        ("model", f"{plan.listing.repo} at {plan.listing.commit[:12]}"),
        ("licence", plan.licence),
        ("size", f"{plan.bytes / GB:.1f} GB in {len(plan.files)} files"),
        ("to fetch", f"{plan.missing_bytes / GB:.1f} GB"),
        ("folder", f"{plan.folder}, {plan.free_bytes / GB:.1f} GB free"),
    )
    return "\n".join(f"{name:<12} {text}" for name, text in rows)


GIB: Final = 1 << 30
MIB: Final = 1 << 20
RUNTIME: Final = ("torch", "transformers", "tokenizers")
"""Packages that running a network takes."""
LONG: Final = frozenset({"check", "probe", "calibrate", "download", "bench", "probe-server"})
"""Commands that may take minutes or hours: `deskhand stop` ends them from another terminal."""
HUB: Final = ("huggingface_hub",)

_Work = Callable[[argparse.Namespace, Speaker, StopToken], Ending]


def model(arguments: argparse.Namespace) -> int:
    """Run one of the commands and return its exit status; every way out says one sentence."""
    speaker = Speaker(is_json=getattr(arguments, "json", False))
    work, packages = _COMMANDS[arguments.model_command]
    missing = [name for name in packages if find_spec(name) is None]
    if missing:
        message = f"{missing[0]} is not installed; run packaging/setup.sh local, then try again"
        return speaker.end(Ending(message, Outcome.ENVIRONMENT))
    stop = StopToken()
    with stoppable(stop) as caught:
        try:
            with _reached(arguments.model_command, stop):
                ending = work(arguments, speaker, stop)
            return speaker.end(ending)
        except Stopped:
            code = SIGNAL_BASE + caught[0] if caught else None
            return speaker.end(Ending("stopped; run it again to go on", Outcome.STOPPED), code)
        except SettingsError as error:
            return speaker.end(Ending(str(error), Outcome.ENVIRONMENT))
        except RequestError as error:
            return speaker.end(Ending(str(error), Outcome.USAGE))
        except AssistantError as error:
            return speaker.end(Ending(str(error), Outcome.FAILED))
        except OSError as error:
            message = f"cannot use {error.filename or 'the disk'}: {error.strerror or error}"
            return speaker.end(Ending(message, Outcome.FAILED))


@contextlib.contextmanager
def _reached(command: str, stop: StopToken) -> Iterator[None]:
    """Let `deskhand stop` reach a long command; where it cannot, say so and go on.

    Raises:
        SettingsError: our folders cannot be made.
    """
    if command not in LONG:
        yield
        return
    folders = user_folders()
    folders.create()
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(LongWork(folders.runtime, f"model {command}", stop.stop))
        except OSError as error:
            sys.stderr.write(
                f"deskhand stop does not reach this command ({error.strerror or error} in "
                f"{folders.runtime}); Ctrl+C does.\n"
            )
        yield


def _info(arguments: argparse.Namespace, speaker: Speaker, _stop: StopToken) -> Ending:
    if arguments.folder is None:
        speaker.tell("models", {"models": [_offer_fields(offer) for offer in OFFERS]}, _offers())
        return Ending("These run in this process; deskhand model recipe tells of model servers.")
    spec = read_spec(Path(arguments.folder))
    speaker.tell("model", _fields(spec), _words(spec))
    return Ending("The folder can be read; deskhand model check also reads every byte of it.")


def _offer_fields(offer: Offer) -> Line:
    return {
        "name": offer.name,
        "repo": offer.repo,
        "family": offer.spec.family,
        "licence": offer.licence,
        "bytes": offer.stored_bytes,
        "needs_bytes": {each: offer.needed_bytes(each) for each in PRECISIONS},
    }


def _offers() -> str:
    """Return a table of what runs here and what it needs."""
    rows: list[tuple[str, ...]] = [
        ("MODEL", "DOWNLOAD", "16 BIT", "4 BIT", "LICENCE", "REPOSITORY")
    ]
    for offer in OFFERS:
        sizes = (offer.stored_bytes, *map(offer.needed_bytes, PRECISIONS))
        gb = (f"{size / GB:.1f} GB" for size in sizes)
        rows.append((offer.name, *gb, offer.licence, offer.repo))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    padded = (map(str.ljust, row, widths) for row in rows)
    table = "\n".join("  ".join(row).rstrip() for row in padded)
    return f"{table}\nWhat stands under 16 and 4 bit is needed of the graphics card's free memory."


def _check(arguments: argparse.Namespace, speaker: Speaker, stop: StopToken) -> Ending:
    folder = Path(arguments.folder)
    spec = read_spec(folder)
    data = data_folder()
    if arguments.renew:
        forget(folder, data)
    with Meter(sys.stderr) as meter:
        verified = verify(spec, data, progress=meter, stop=stop)
    fields = {**_fields(spec), "digest": verified.manifest.digest}
    speaker.tell("model", fields, _words(spec))
    known = "remembered for later checks" if verified.is_first else "as at the first check"
    return Ending(f"It would load. {len(verified.manifest.files)} files hashed, {known}.")


def _tiny(arguments: argparse.Namespace, _speaker: Speaker, _stop: StopToken) -> Ending:
    folder = Path(arguments.folder)
    if folder.is_dir() and any(folder.iterdir()):
        return Ending(
            f"{folder} is not empty, and nothing was written; name a new folder", Outcome.USAGE
        )
    write = write_tiny_qwen if arguments.family == "qwen3_5" else write_tiny_checkpoint
    write(folder, seed=arguments.seed)
    return Ending(f"A tiny random checkpoint is in {folder}.")


_COMMANDS: Final[dict[str, tuple[_Work, tuple[str, ...]]]] = {
    "info": (_info, ()),
    "check": (_check, ()),
    "tiny": (_tiny, ()),
    "probe": (probe, RUNTIME),
    "calibrate": (calibrate, RUNTIME),
    "bench": (model_bench.bench, RUNTIME),
    "download": (download, HUB),
    "servers": (servers.servers, ()),
    "recipe": (servers.recipe, ()),
    "probe-server": (servers.probe_server, ()),
}
"""What each command does and which packages it takes beyond the core's."""


def _fields(spec: ModelSpec) -> Line:
    return {
        "name": spec.name,
        "family": spec.family,
        "folder": str(spec.folder),
        "parameters": spec.parameters,
        "weights_bytes": spec.weights_bytes,
        "needs_bytes": {each: _needs(spec, each) for each in PRECISIONS},
        "dtype": spec.stored_dtype,
        "shards": len(spec.shards),
        "layers": {name: count for _, name, count in _layers(spec)},
        "hidden": spec.language.hidden,
        "vocab_rows": spec.language.vocab_rows,
        "vocab_entries": spec.tokens.entries,
        "image_id": spec.tokens.image_id,
        "stop_ids": list(spec.tokens.stop_ids),
        **_picture_fields(spec),
        "fingerprint": spec.fingerprint,
        "notes": list(spec.notes),
    }


PRECISIONS: Final[tuple[Quantization, ...]] = ("none", "nf4")
"""In which a network is told what it needs: 16 and 4 bit."""


def _needs(spec: ModelSpec, quantization: Quantization) -> int:
    """Return the bytes of a graphics card's memory that a network takes."""
    return needs_of(spec, dtype="bfloat16", quantization=quantization, kind="cuda").total


def _layers(spec: ModelSpec) -> list[tuple[str, str, int]]:
    """Return the kinds of layers: for people, by name, and how many of each."""
    if isinstance(spec, QwenSpec):
        kinds = (("gated delta rule", "delta"), ("attention", "attention"))
        return [(words, kind, spec.language.layers.count(kind)) for words, kind in kinds]
    assert isinstance(spec, HolotronSpec), f"{spec.name} is of no known family"
    layers = spec.language.layers
    named = (("Mamba-2", "mamba"), ("MLP", "mlp"), ("attention", "attention"))
    return [(words, kind, layers.count(kind)) for words, kind in named]


def _picture_fields(spec: ModelSpec) -> Line:
    image = spec.image
    if isinstance(image, PatchSpec):
        return {"token_px": image.token_px, "max_pixels": image.max_pixels}
    assert isinstance(spec, HolotronSpec), "tiles are cut for one family only"
    return {
        "prefix_tokens": spec.vision.prefix_tokens,
        "tile_px": image.tile_px,
        "tokens_per_tile": image.tokens_per_tile,
        "max_tiles": image.max_tiles,
    }


def _words(spec: ModelSpec) -> str:
    layers, image = _layers(spec), spec.image
    kinds = ", ".join(f"{count} {words}" for words, _, count in layers)
    total = sum(count for *_, count in layers)
    needs = (f"{_needs(spec, each) / GB:.1f} GB" for each in PRECISIONS)
    if isinstance(image, PatchSpec):
        pictures = (
            f"whole, up to {image.max_pixels:,} pixels, a token for {image.token_px} px square"
        )
    else:
        tiles = f"at most {image.max_tiles} tiles of {image.tile_px} px"
        pictures = f"{tiles}, {image.tokens_per_tile} tokens each"
    rows = (
        ("name", spec.name),
        ("family", FAMILIES[spec.family]),
        ("parameters", f"{spec.parameters:,}"),
        ("weights", f"{_size(spec.weights_bytes)} of {spec.stored_dtype}"),
        ("needs", "{} of a graphics card's memory in 16 bit, {} in 4 bit".format(*needs)),
        ("files", f"{len(spec.shards)} shards"),
        ("layers", f"{total}: {kinds}; width {spec.language.hidden}"),
        ("vocabulary", f"{spec.tokens.entries:,} entries in {spec.language.vocab_rows:,} rows"),
        ("pictures", pictures),
        ("fingerprint", spec.fingerprint),
        *(("note", note) for note in spec.notes),
    )
    return "\n".join(f"{name:<12} {text}" for name, text in rows)


FAMILIES: Final[dict[Family, str]] = {
    "holotron": "Holotron-12B",
    "qwen3_5": "Qwen3.5, as Holo3.1 is",
}


def _size(count: int) -> str:
    return f"{count / GIB:.1f} GiB" if count >= GIB else f"{count / MIB:.1f} MiB"
