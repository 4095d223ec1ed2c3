"""`deskhand model`: looks at checkpoint folders, fetches, measures and probes them.

Reading and checking a folder needs no torch; only what runs the network does.
"""

import argparse
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.do_command import SIGNAL_BASE, stoppable
from app.folders import user_folders
from app.jsonlines import Line, LineWriter, end_fields
from app.meter import Meter
from automation.core.errors import AssistantError, SettingsError, Stopped
from automation.core.events import Ended
from automation.core.proposal import EXIT_CODES, Outcome
from automation.core.stopping import StopToken

if TYPE_CHECKING:
    from model.core.spec import ModelSpec

GIB: Final = 1 << 30
MIB: Final = 1 << 20
RUNTIME: Final = ("torch", "transformers", "tokenizers", "jinja2")
"""Packages that running a network takes."""
HUB: Final = ("huggingface_hub",)


class _Speaker:
    """Writes the result of one command: JSON lines, or words."""

    def __init__(self, *, is_json: bool) -> None:
        self._lines = LineWriter(sys.stdout) if is_json else None

    def tell(self, name: str, fields: Line, words: str) -> None:
        """Write one line with fields, or the words for people."""
        if self._lines is not None:
            self._lines.write(name, "", fields)
        elif words:
            sys.stdout.write(words + "\n")

    def end(self, outcome: Outcome, message: str, code: int | None = None) -> int:
        """Say how the command ended and return the exit status."""
        status = EXIT_CODES[outcome] if code is None else code
        if self._lines is not None:
            fields = end_fields(Ended("", outcome, message, 0), code=status)
            self._lines.write("end", "", fields)
        if status != 0:
            sys.stderr.write(f"deskhand: {message}\n")
        elif self._lines is None:
            sys.stdout.write(message + "\n")
        return status


_Work = Callable[[argparse.Namespace, _Speaker, StopToken], str]


def model(arguments: argparse.Namespace) -> int:
    """Run one of the commands and return its exit status; every way out says one sentence."""
    speaker = _Speaker(is_json=getattr(arguments, "json", False))
    work, packages = _COMMANDS[arguments.model_command]
    missing = [name for name in packages if find_spec(name) is None]
    if missing:
        message = f"{missing[0]} is not installed; run packaging/setup.sh local, then try again"
        return speaker.end(Outcome.ENVIRONMENT, message)
    stop = StopToken()
    with stoppable(stop) as caught:
        try:
            return speaker.end(Outcome.DONE, work(arguments, speaker, stop))
        except Stopped:
            code = SIGNAL_BASE + caught[0] if caught else None
            return speaker.end(Outcome.STOPPED, "stopped; nothing was kept", code)
        except SettingsError as error:
            return speaker.end(Outcome.ENVIRONMENT, str(error))
        except AssistantError as error:
            return speaker.end(Outcome.FAILED, str(error))
        except OSError as error:
            where = error.filename or "the disk"
            return speaker.end(Outcome.FAILED, f"cannot use {where}: {error.strerror or error}")


def _info(arguments: argparse.Namespace, speaker: _Speaker, _stop: StopToken) -> str:
    from model.checkpoint.reading import read_spec

    spec = read_spec(Path(arguments.folder))
    speaker.tell("model", _fields(spec), _words(spec))
    return "The folder can be read; deskhand model check also reads every byte of it."


def _check(arguments: argparse.Namespace, speaker: _Speaker, stop: StopToken) -> str:
    from model.checkpoint.manifest import forget, verify
    from model.checkpoint.reading import read_spec

    folder = Path(arguments.folder)
    spec = read_spec(folder)
    data = _data_folder()
    if arguments.renew:
        forget(folder, data)
    with Meter(sys.stderr) as meter:
        verified = verify(spec, data, progress=meter, stop=stop)
    fields = {**_fields(spec), "digest": verified.manifest.digest}
    speaker.tell("model", fields, _words(spec))
    known = "remembered for later checks" if verified.is_first else "as at the first check"
    return f"It would load. {len(verified.manifest.files)} files hashed, {known}."


def _tiny(arguments: argparse.Namespace, _speaker: _Speaker, _stop: StopToken) -> str:
    from model.checkpoint.tiny import write_tiny_checkpoint

    folder = Path(arguments.folder)
    write_tiny_checkpoint(folder, seed=arguments.seed)
    return f"A tiny random checkpoint is in {folder}."


_COMMANDS: Final[dict[str, tuple[_Work, tuple[str, ...]]]] = {
    "info": (_info, ()),
    "check": (_check, ()),
    "tiny": (_tiny, ()),
}
"""What each command does and which packages it takes beyond the core's."""


def _data_folder() -> Path:
    folders = user_folders()
    folders.create()
    return folders.data


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
