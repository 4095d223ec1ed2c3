"""`deskhand model bench`: a model on this computer's card beside what the card could do, as table, JSON and picture."""

import argparse
import io
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from app.cli.output import Ending, Speaker
from app.long_work import Meter
from app.model_host import chosen_profile, load_options
from app.run_lines import Line
from app.settings import ModelSettings, SettingsFile, user_folders
from automation.core.errors import ModelError, RequestError
from automation.core.proposal import Outcome
from automation.core.timing import StopToken

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

    from model.bench import Limit, Measured, Try

GB: Final = 1e9
TERA: Final = 1e12


def bench(arguments: argparse.Namespace, speaker: Speaker, stop: StopToken) -> Ending:
    """Load the model that is set up, or the folder's, and tell what it takes and what limits it."""
    folders = user_folders()
    settings = _wanted(SettingsFile(folders.settings_file).load()[0].model, arguments)
    picture = Path(arguments.picture) if arguments.picture else None
    if picture is not None and not picture.absolute().parent.is_dir():
        raise RequestError(
            f"--picture: there is no folder {picture.parent}; name one that is there"
        )
    options, contract = load_options(settings, folders.data), chosen_profile(settings)
    from model import bench as measuring  # loads torch

    with Meter(sys.stderr) as meter:
        found = measuring.bench(options, contract, progress=meter, stop=stop)
    speaker.tell("bench", fields_of(found), words_of(found))
    if picture is not None:
        picture.write_bytes(drawn(found))
    return _ending(found, picture)


def _wanted(settings: ModelSettings, arguments: argparse.Namespace) -> ModelSettings:
    """Return the settings of what is to be measured: a card, unless somebody chose the CPU.

    Raises:
        ModelError: no folder is named.
    """
    if arguments.folder is not None:  # whose family the settings do not know
        settings = msgspec.structs.replace(settings, folder=arguments.folder, profile="auto")
    if not settings.folder:
        raise ModelError(
            "No model is set up. Choose its folder on the Model page (Ctrl+4), or name it: "
            "deskhand model bench DIR"
        )
    device = arguments.device or settings.device
    return msgspec.structs.replace(settings, device="cuda" if device == "auto" else device)


def _ending(found: "Measured", picture: Path | None) -> Ending:
    said = [limit_words(found), *(try_words(found, one) for one in found.tries)]
    broken = [one for one in found.left_out if one.cause in ("memory", "failed")]
    if broken:
        return Ending(f"{broken[0].part}: {broken[0].why}", Outcome.FAILED)
    if picture is not None:
        said.append(f"The picture is in {picture}.")
    return Ending(" ".join(said))


def fields_of(found: "Measured") -> Line:
    """Return everything as JSON has it."""
    status, room, ceilings = found.status, found.room, found.ceilings
    return {
        "name": status.name,
        "family": found.family,
        "device": status.device,
        "dtype": status.dtype,
        "quantization": status.quantization,
        "kernels": status.kernels,
        "is_graphed": status.is_graphed,
        "graphs_why": status.graphs_why,
        "memory": {f"{name}_bytes": count for name, count in asdict(room).items()},
        "ceilings": None
        if ceilings is None
        else {
            "copy_gb_per_s": ceilings.copy_bytes_per_s / GB,
            "matmul_tflop_per_s": ceilings.flop_per_s / TERA,
        },
        "token": {
            "ms": found.token_ms,
            "floor_ms": found.token_floor_ms,
            "read_bytes": found.work.token_bytes,
            "without_graphs_ms": found.launched_ms,
        },
        "prompts": [
            {"tokens": tokens, "ms": ms, "floor_ms": found.prompt_floor_ms(tokens)}
            for tokens, ms in found.prompts_ms.items()
        ],
        "encoder_ms": found.encoder_ms,
        "step": None if found.step is None else asdict(found.step),
        "products": None if found.products is None else asdict(found.products),
        "limit": found.limit,
        "limit_words": limit_words(found),
        "try": list(found.tries),
        "left_out": [asdict(one) for one in found.left_out],
    }


# The table.


def words_of(found: "Measured") -> str:
    """Return the table for people."""
    status = found.status
    bits = {"none": status.dtype, "nf4": "4 bit"}[status.quantization]
    graphs = "with CUDA graphs" if status.is_graphed else "without CUDA graphs"
    head = f"{status.name} on {status.device}, {bits}, {status.kernels} kernels, {graphs}"
    parts = [f"{head}; {status.graphs_why}" if status.graphs_why else head]
    parts += ["", *_columns(("MEMORY", "GB"), _memory(found))]
    parts += ["", *_columns(("TIME", "MS", "FLOOR", "TIMES"), _times(found))]
    if found.ceilings is not None:
        copied, flop = found.ceilings.copy_bytes_per_s / GB, found.ceilings.flop_per_s / TERA
        read = found.work.token_bytes / GB
        parts.append(
            f"Floors: a token reads {read:.3g} GB of weights, at {copied:,.0f} GB/s as copied here; a "
            f"prompt's products, at {flop:.3g} TFLOP/s as multiplied here."
        )
    parts += [f"Left out: {one.part}: {one.why}" for one in found.left_out]
    return "\n".join(parts)


def _memory(found: "Measured") -> list[tuple[str, ...]]:
    room = found.room
    rows = (
        ("free before", room.free), ("weights", room.weights), ("encoder", room.encoder),
        ("cache", room.cache), ("CUDA graphs", room.graphs), ("left", room.left),
    )  # fmt: skip
    return [(name, f"{count / GB:.2f}") for name, count in rows]


def _times(found: "Measured") -> list[tuple[str, ...]]:
    rows = [_row("a token", found.token_ms, found.token_floor_ms)]
    if found.launched_ms is not None:
        rows.append(_row("a token without CUDA graphs", found.launched_ms, found.token_floor_ms))
    for tokens, ms in found.prompts_ms.items():
        rows.append(_row(f"a prompt of {tokens:,} tokens", ms, found.prompt_floor_ms(tokens)))
    rows.append(_row("encoder, a screen of 1080p", found.encoder_ms))
    step = found.step
    if step is None:
        rows.append(_row("a whole step", None))
    else:
        cut = ", cut off" if step.is_cut else ""
        rows += [
            _row("a whole step", step.ms),
            _row("  its picture", step.encode_ms),
            _row(f"  its prompt, {step.prompt_tokens:,} tokens", step.prompt_ms),
            _row(f"  its reply, {step.reply_tokens} tokens{cut}", step.reply_ms),
            _row("  all else", step.rest_ms),
        ]
    return rows


def _row(name: str, ms: float | None, floor: float | None = None) -> tuple[str, ...]:
    if ms is None:
        return (name, "-", "", "")
    if floor is None:
        return (name, ms_words(ms), "", "")
    return (name, ms_words(ms), ms_words(floor), f"{ms / floor:.2f}")


def ms_words(ms: float) -> str:
    """Return milliseconds with three digits that count."""
    digits = 0 if ms >= 100 else 1 if ms >= 10 else 2 if ms >= 1 else 3
    return f"{ms:,.{digits}f}"


def _columns(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> list[str]:
    table = [head, *rows]
    first, *others = (max(map(len, column)) for column in zip(*table, strict=True))
    return [
        "  ".join([row[0].ljust(first), *map(str.rjust, row[1:], others)]).rstrip() for row in table
    ]


# The sentences.


def limit_words(found: "Measured") -> str:
    """Return in one sentence what limits it."""
    limit = found.limit
    if limit is None:
        return "What limits it is not known: no whole step was measured."
    if limit == "memory":
        return "Memory limits it: " + (
            "a screen is read in several passes."
            if found.is_in_passes
            else "there was none for all of it."
        )
    return _share_words(found, limit)


def _share_words(found: "Measured", limit: "Limit") -> str:
    step, token, floor = found.step, found.token_ms, found.token_floor_ms
    assert step is not None, "a limit is told from a step"
    if limit in ("prompt", "encoder"):
        what, ms = {
            "prompt": ("Reading prompts", step.prompt_ms),
            "encoder": ("Looking at the screen", step.encode_ms),
        }[limit]
        return f"{what} limits it: {ms_words(ms)} of {ms_words(step.ms)} ms a step."
    assert token is not None, "as above"
    assert floor is not None, "as above"
    taken = f"a token takes {ms_words(token)} ms, and reading its weights alone {ms_words(floor)}."
    if limit == "bandwidth":
        return f"Bandwidth limits it: {taken}"
    return f"Launches limit it, many small pieces of work: {taken}"


def try_words(found: "Measured", what: "Try") -> str:
    """Return what to try, with what was measured."""
    if what == "graphs_off":
        assert found.launched_ms is not None, "it was measured"
        assert found.token_ms is not None, "it was measured"
        without, used = ms_words(found.launched_ms), ms_words(found.token_ms)
        return f"Try it with CUDA graphs off (Settings): a token took {without} ms so, {used} with."
    assert found.products is not None, "they were measured"
    small, used = ms_words(found.products.four_bit_ms), ms_words(found.products.ms)
    return f"Try 4 bit (Settings): the products of a token took {small} ms so, {used} as they are."


# The picture.

BAR_PX: Final = 600
"""Width of the longest bar of a row."""
LEFT_PX: Final = 250
RIGHT_PX: Final = 150
ROW_PX: Final = 64
HEAD_PX: Final = 56
THICK_PX: Final = 18
FONT_PX: Final = 14
FLOOR: Final = (46, 125, 50)
PARTS: Final = (
    (30, 94, 160), (222, 126, 30), (120, 86, 170), (0, 140, 140), (150, 150, 150), (186, 192, 200),
)  # fmt: skip
"""Colours of a bar's parts, the first one of bars that have no more."""
_INK: Final = (20, 24, 32)
_PAPER: Final = (255, 255, 255)


@dataclass(frozen=True, slots=True)
class Bar:
    """One row of the picture: a bar of parts, and below it the floor."""

    label: str
    parts: tuple[tuple[str, float], ...]
    words: str
    """What it comes to."""
    floor: float | None = None
    scale: float = 0.0
    """What the whole width stands for, if that is more than the bar."""


def bars_of(found: "Measured") -> list[Bar]:
    """Return what is drawn. A row with a floor has a scale of its own; encoder and step share one."""
    rows = []
    timed = [("a token", found.token_ms, found.token_floor_ms)]
    timed += [
        (f"a prompt of {tokens:,} tokens", ms, found.prompt_floor_ms(tokens))
        for tokens, ms in found.prompts_ms.items()
    ]
    for name, ms, floor in timed:
        if ms is not None:
            rows.append(Bar(name, (("", ms),), f"{ms_words(ms)} ms", floor))
    step, encoder = found.step, found.encoder_ms
    scale = max(encoder or 0.0, 0.0 if step is None else step.ms)
    if encoder is not None:
        rows.append(Bar("encoder, 1080p", (("", encoder),), f"{ms_words(encoder)} ms", scale=scale))
    if step is not None:
        parts = (
            ("picture", step.encode_ms), ("prompt", step.prompt_ms),
            ("reply", step.reply_ms), ("else", step.rest_ms),
        )  # fmt: skip
        rows.append(Bar("a whole step", parts, f"{ms_words(step.ms)} ms", scale=scale))
    return [*rows, _memory_bar(found)]


def _memory_bar(found: "Measured") -> Bar:
    room = found.room
    own = (
        ("weights", room.weights), ("encoder", room.encoder),
        ("cache", room.cache), ("graphs", room.graphs),
    )  # fmt: skip
    others = max(0, room.total - room.left - sum(count for _, count in own))
    parts = (*own, ("other", others), ("left", room.left))
    return Bar("memory", parts, f"{room.total / GB:.1f} GB")


def drawn(found: "Measured") -> bytes:
    """Return the bars as PNG."""
    from PIL import Image, ImageDraw

    bars = bars_of(found)
    size = LEFT_PX + BAR_PX + RIGHT_PX, HEAD_PX + ROW_PX * len(bars)
    picture = Image.new("RGB", size, _PAPER)
    draw = ImageDraw.Draw(picture)
    status = found.status
    _text(draw, (FONT_PX, FONT_PX), f"{status.name} on {status.device}; green: the floor")
    for number, bar in enumerate(bars):
        _draw_bar(draw, bar, HEAD_PX + ROW_PX * number)
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


def _draw_bar(draw: "ImageDraw", bar: Bar, top: int) -> None:
    total = sum(amount for _, amount in bar.parts)
    scale = max(total, bar.floor or 0.0, bar.scale) or 1.0
    _text(draw, (FONT_PX, top), bar.label)
    begun, named = 0.0, LEFT_PX
    for (name, amount), colour in zip(bar.parts, PARTS, strict=False):
        _rectangle(draw, begun / scale, (begun + amount) / scale, top, colour)
        begun += amount
        if name:
            named = _text(draw, (named, top + THICK_PX + 4), name, colour) + FONT_PX
    _text(draw, (LEFT_PX + BAR_PX + FONT_PX, top), bar.words)
    if bar.floor is not None:
        below = top + THICK_PX + 2
        _rectangle(draw, 0.0, bar.floor / scale, below, FLOOR)
        _text(draw, (LEFT_PX + BAR_PX + FONT_PX, below), f"{ms_words(bar.floor)} ms")


def _rectangle(
    draw: "ImageDraw", start: float, end: float, top: int, colour: tuple[int, int, int]
) -> None:
    first, last = LEFT_PX + round(start * BAR_PX), LEFT_PX + round(end * BAR_PX) - 1
    if last >= first:
        draw.rectangle((first, top, last, top + THICK_PX - 1), fill=colour)


def _text(
    draw: "ImageDraw", at: tuple[int, int], words: str, colour: tuple[int, int, int] = _INK
) -> int:
    """Write a line; return where it ends."""
    from PIL import ImageFont

    font = ImageFont.load_default(FONT_PX)
    draw.text(at, words, fill=colour, font=font)
    return at[0] + round(draw.textlength(words, font=font))
