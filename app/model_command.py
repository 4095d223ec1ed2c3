"""`deskhand model`: looks at checkpoint folders, fetches, measures and probes them.

Reading and checking a folder needs no torch; only what runs the network does.
"""

import argparse
import contextlib
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.command_speaker import Ending, Speaker
from app.do_command import SIGNAL_BASE, stoppable
from app.folders import user_folders
from app.jsonlines import Line
from app.long_work import LongWork
from app.meter import Meter
from app.model_running import calibrate, data_folder, download, probe
from automation.core.errors import AssistantError, RequestError, SettingsError, Stopped
from automation.core.proposal import Outcome
from automation.core.stopping import StopToken

if TYPE_CHECKING:
    from model.core.spec import ModelSpec

GIB: Final = 1 << 30
MIB: Final = 1 << 20
RUNTIME: Final = ("torch", "transformers", "tokenizers", "jinja2")
"""Packages that running a network takes."""
LONG: Final = frozenset({"check", "probe", "calibrate", "download"})
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
    from model.checkpoint.reading import read_spec

    spec = read_spec(Path(arguments.folder))
    speaker.tell("model", _fields(spec), _words(spec))
    return Ending("The folder can be read; deskhand model check also reads every byte of it.")


def _check(arguments: argparse.Namespace, speaker: Speaker, stop: StopToken) -> Ending:
    from model.checkpoint.manifest import forget, verify
    from model.checkpoint.reading import read_spec

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
    from model.checkpoint.tiny import write_tiny_checkpoint

    folder = Path(arguments.folder)
    if folder.is_dir() and any(folder.iterdir()):
        message = f"{folder} is not empty, and nothing was written; name a new folder"
        return Ending(message, Outcome.USAGE)
    write_tiny_checkpoint(folder, seed=arguments.seed)
    return Ending(f"A tiny random checkpoint is in {folder}.")


_COMMANDS: Final[dict[str, tuple[_Work, tuple[str, ...]]]] = {
    "info": (_info, ()),
    "check": (_check, ()),
    "tiny": (_tiny, ()),
    "probe": (probe, RUNTIME),
    "calibrate": (calibrate, RUNTIME),
    "download": (download, HUB),
}
"""What each command does and which packages it takes beyond the core's."""


def _fields(spec: "ModelSpec") -> Line:
    language, vision, image = spec.language, spec.vision, spec.image
    return {
        "name": spec.name,
        "folder": str(spec.folder),
        "parameters": spec.parameters,
        "weights_bytes": spec.weights_bytes,
        "dtype": spec.stored_dtype,
        "shards": len(spec.shards),
        "layers": {kind: language.layers.count(kind) for kind in ("mamba", "mlp", "attention")},
        "hidden": language.hidden,
        "vocab_rows": language.vocab_rows,
        "vocab_entries": spec.tokens.entries,
        "image_id": spec.tokens.image_id,
        "stop_ids": list(spec.tokens.stop_ids),
        "prefix_tokens": vision.prefix_tokens,
        "tile_px": image.tile_px,
        "tokens_per_tile": image.tokens_per_tile,
        "max_tiles": image.max_tiles,
        "fingerprint": spec.fingerprint,
        "notes": list(spec.notes),
    }


def _words(spec: "ModelSpec") -> str:
    language, image = spec.language, spec.image
    kinds = ", ".join(
        f"{language.layers.count(kind)} {name}"
        for kind, name in (("mamba", "Mamba-2"), ("mlp", "MLP"), ("attention", "attention"))
    )
    rows = (
        ("name", spec.name),
        ("parameters", f"{spec.parameters:,}"),
        ("weights", f"{_size(spec.weights_bytes)} of {spec.stored_dtype}"),
        ("files", f"{len(spec.shards)} shards"),
        ("layers", f"{len(language.layers)}: {kinds}; width {language.hidden}"),
        ("vocabulary", f"{spec.tokens.entries:,} entries in {language.vocab_rows:,} rows"),
        (
            "pictures",
            f"at most {image.max_tiles} tiles of {image.tile_px} px, "
            f"{image.tokens_per_tile} tokens each",
        ),
        ("fingerprint", spec.fingerprint),
        *(("note", note) for note in spec.notes),
    )
    return "\n".join(f"{name:<12} {text}" for name, text in rows)


def _size(count: int) -> str:
    return f"{count / GIB:.1f} GiB" if count >= GIB else f"{count / MIB:.1f} MiB"
