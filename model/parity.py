"""Runs one request through a checkpoint and keeps every number: for parity work and bug reports.

Two files. The request, JSON::

    {"messages": [{"role": "user", "text": "...", "images": ["a.png"]}],
     "thinking": false, "max_new_tokens": 8}

with picture paths relative to it; and the answer, an uncompressed `.npz` with

- `prompt`: (bytes,) uint8, the prompt as text in UTF-8, one `<image>` a picture;
- `ids`: (tokens,) int64, placeholders expanded;
- for picture i, in order: `grid_i`: (2,) int64, columns and rows; `tiles_i`: (n, 3, T, T) float32,
  normalised, thumbnail last; `features_i`: (n, tokens a tile, hidden) float32. Of a family that is shown
  pictures whole: columns and rows of tokens, and one tile of any size;
- `logits_prefill`, `logits_stepwise`: (vocabulary rows,) float32 after the last token: all in one
  pass; the first half in one pass and the rest one token at a time;
- `new_ids`: (at most max_new_tokens,) int64, greedy, the token that ended the turn included.
"""

import errno
import stat
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, cast, get_args

import msgspec
import numpy as np
import torch
from PIL import Image

from automation.core.errors import GenerationError, RequestError
from automation.core.geometry import Rect
from automation.core.timing import StopToken
from model.checkpoint.read import read_spec
from model.images.patches import normalised, resized
from model.images.tiles import make_tiles
from model.images.tiling import PatchPlan, plan_for
from model.inference.loading import LoadedModel, open_model
from model.inference.options import LoadOptions
from model.network.device import DeviceChoice, Dtype, Override
from model.network.features import splice
from model.prompt.conversation import Conversation, Message, Role, SourceImage
from model.spec import PatchSpec, PictureSpec

if TYPE_CHECKING:
    import numpy.typing as npt

    from model.network.cache import HybridCache

REQUEST_LIMIT_BYTES: Final = 16 << 20
MOST_NEW_TOKENS: Final = 100_000
MOST_PIXELS: Final = 1 << 27
"""Of one picture: a wall of 16 screens of 3840x2160."""

EXAMPLE: Final = (
    '{"messages": [{"role": "user", "text": "Where is Save?", "images": ["screen.png"]}], '
    '"thinking": false, "max_new_tokens": 8}'
)
"""A whole request, as messages and the command line's help show it."""

_MODES: Final = frozenset({"1", "L", "LA", "P", "RGB", "RGBA"})
"""Kinds of PNG with at most 8 bits a channel; Pillow would cut deeper ones off."""


class ProbeTurn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One message of a request."""

    role: Role
    text: str = ""
    images: tuple[str, ...] = ()
    """Paths of PNG files, relative to the request."""


class ProbeRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked."""

    messages: Annotated[tuple[ProbeTurn, ...], msgspec.Meta(min_length=1)]
    thinking: bool = False
    max_new_tokens: Annotated[int, msgspec.Meta(ge=0, le=MOST_NEW_TOKENS)] = 0

    def __post_init__(self) -> None:
        for at, turn in enumerate(self.messages):
            if turn.role != "system":
                continue
            if at:
                raise ValueError(f"messages[{at}]: a system message stands first")
            if turn.images:
                raise ValueError(f"messages[{at}]: a system message holds no pictures")


def probe(
    folder: Path,
    request: Path,
    out: Path,
    *,
    device: str = "cpu",
    dtype: str = "float32",
    stop: StopToken | None = None,
) -> None:
    """Run the request and write its numbers.

    Args:
        folder: The checkpoint; read without any network.
        out: The `.npz`; replaced as a whole, or not at all.
        device: `cpu`, `cuda`, or `auto` for what is there.
        dtype: `float32`, `bfloat16` or `float16`, of weights and of everything that is computed.

    Raises:
        RequestError: The request or one of its pictures cannot be understood; names the field.
        LoadError: The checkpoint cannot be used; names the file or field.
        OutOfMemory: It does not fit on the device in that dtype.
        GenerationError: The network computes what is no number.
    """
    stop = stop or StopToken()
    where = Override(device=_device(device), quantization="none", dtype=_dtype(dtype))
    asked = read_request(request)
    conversation = _conversation(asked, request.parent, read_spec(folder).image)
    model = open_model(LoadOptions(folder, where=where), progress=lambda _: None, stop=stop)
    numbers = _Probe(model, stop).run(conversation, asked.max_new_tokens)
    fresh = out.with_name(out.name + ".new")
    with fresh.open("wb") as file:
        # As Any: NumPy's own keyword is a bool, and mypy takes every name here for it.
        np.savez(file, **cast("dict[str, Any]", numbers))
    fresh.replace(out)


class _Probe:
    """One request on one loaded checkpoint."""

    def __init__(self, model: LoadedModel, stop: StopToken) -> None:
        self._model = model
        self._network = model.network
        self._stop = stop

    @torch.inference_mode()
    def run(
        self, conversation: Conversation, max_new_tokens: int
    ) -> "dict[str, npt.NDArray[np.generic]]":
        """Return the arrays of the answer by name."""
        image = self._model.spec.image
        rendered = self._model.renderer.render(conversation)
        numbers: dict[str, npt.NDArray[np.generic]] = {
            "prompt": np.frombuffer(rendered.text.encode(), np.uint8),
            "ids": rendered.ids,
        }
        features = []
        for number, source in enumerate(conversation.images):
            tiles, grid = _cut(source, image, self._network.device)
            features.append(self._encoded(tiles))
            numbers[f"grid_{number}"] = np.array(grid, np.int64)
            numbers[f"tiles_{number}"] = _on_host(tiles)
            numbers[f"features_{number}"] = _on_host(features[-1])
        ids = torch.from_numpy(rendered.ids)
        embeds = splice(self._network.embed(ids), rendered.spans, lambda n: features[n])
        positions = self._network.positions(len(ids), rendered.spans)
        cache = self._network.new_cache()
        logits = self._read(embeds, cache, positions)
        numbers["logits_prefill"] = _on_host(logits)
        numbers["logits_stepwise"] = _on_host(self._stepwise(embeds, positions))
        numbers["new_ids"] = self._continued(logits, cache, max_new_tokens)
        return numbers

    def _encoded(self, tiles: torch.Tensor) -> torch.Tensor:
        """Encode tile by tile, so that a stop is heard between two."""
        parts = []
        for tile in tiles:
            self._stop.check()
            parts.append(self._network.encode(tile[None]))
        return torch.cat(parts)

    def _read(
        self, embeds: torch.Tensor, cache: "HybridCache", positions: torch.Tensor | None = None
    ) -> torch.Tensor:
        self._stop.check()
        logits = self._network.forward_tokens(embeds, cache, positions=positions)
        if not bool(torch.isfinite(logits).all()):
            raise GenerationError(
                (
                    "the network computes values that are no numbers; probe with float32, and check "
                    "the files with deskhand model check"
                ),
                reason="not_finite",
            )
        return logits

    def _stepwise(self, embeds: torch.Tensor, positions: torch.Tensor | None) -> torch.Tensor:
        """Read the first half at once and the rest one token at a time."""
        cache, half, last = self._network.new_cache(), len(embeds) // 2, len(embeds) - 1

        def placed(start: int, end: int) -> torch.Tensor | None:
            return None if positions is None else positions[:, start:end]

        if half:
            self._network.advance(embeds[:half], cache, positions=placed(0, half))
        for at in range(half, last):
            self._stop.check()
            self._network.advance(embeds[at : at + 1], cache, positions=placed(at, at + 1))
        return self._read(embeds[last:], cache, placed(last, last + 1))

    def _continued(
        self, logits: torch.Tensor, cache: "HybridCache", most: int
    ) -> "npt.NDArray[np.int64]":
        """Write on greedily; rows of padding are never chosen."""
        tokens = self._model.spec.tokens
        new_ids: list[int] = []
        while len(new_ids) < most:
            token = int(logits[: tokens.entries].argmax())
            new_ids.append(token)
            if token in tokens.stop_ids or len(new_ids) == most:
                break
            logits = self._read(self._network.embed(torch.tensor([token])), cache)
        return np.array(new_ids, np.int64)


def _cut(
    source: SourceImage, image: PictureSpec, device: torch.device
) -> tuple[torch.Tensor, tuple[int, int]]:
    """Return a picture's tiles, or the whole of it as one, and its columns and rows."""
    plan = source.plan
    if isinstance(plan, PatchPlan):
        assert isinstance(image, PatchSpec), "picture and checkpoint are of one family"
        whole = normalised(resized(source.pixels, plan, device=device), image)
        return whole[None], plan.cells
    assert not isinstance(image, PatchSpec), "picture and checkpoint are of one family"
    tiles = make_tiles(source.pixels, plan, image, device=device)
    return tiles, (plan.grid.cols, plan.grid.rows)


def read_request(path: Path) -> ProbeRequest:
    """Read a request file; its pictures are not opened.

    Raises:
        RequestError: it cannot be read, or a field is missing, unknown or of another kind; named.
    """
    try:
        _require_file(path)
        if path.stat().st_size > REQUEST_LIMIT_BYTES:
            raise RequestError(f"{path}: larger than {REQUEST_LIMIT_BYTES} bytes; no request is")
        return msgspec.json.decode(path.read_bytes(), type=ProbeRequest)
    except OSError as error:
        raise RequestError(
            f"{path}: the request cannot be read ({error.strerror or error})"
        ) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RequestError(f"{path}: {error}; a whole request reads {EXAMPLE}") from error


def _require_file(path: Path) -> None:
    """Refuse a pipe or a device, which would be waited for, or read, without end.

    Raises:
        OSError: it is none, or is not there.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, "it is no file", str(path))


def _conversation(asked: ProbeRequest, folder: Path, image: PictureSpec) -> Conversation:
    messages = tuple(
        Message(
            turn.role,
            turn.text,
            tuple(
                _picture(folder / name, f"messages[{at}].images[{number}]", image)
                for number, name in enumerate(turn.images)
            ),
        )
        for at, turn in enumerate(asked.messages)
    )
    return Conversation(messages, asked.thinking)


def _picture(path: Path, field: str, image: PictureSpec) -> SourceImage:
    """Decode a PNG as the checkpoint's own processor would: as RGB, transparency ignored.

    Raises:
        RequestError: it is no such picture; names the field and the file.
    """
    try:
        _require_file(path)
        with warnings.catch_warnings(), Image.open(path, formats=("PNG",)) as opened:
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            if opened.mode not in _MODES or opened.width * opened.height > MOST_PIXELS:
                size = f"{opened.width}x{opened.height} of mode {opened.mode}"
                raise RequestError(
                    f"{field}: {path.name} is {size}, expected 8 bits a channel and at most "
                    f"{MOST_PIXELS} pixels"
                )
            rgb = np.asarray(opened.convert("RGB"))
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise RequestError(f"{field}: {path} cannot be read as a PNG file ({error})") from error
    pixels = np.zeros((*rgb.shape[:2], 4), np.uint8)
    pixels[:, :, :3] = rgb[:, :, ::-1]
    return SourceImage(pixels, plan_for(Rect(0, 0, rgb.shape[1], rgb.shape[0]), image))


def _on_host(values: torch.Tensor) -> "npt.NDArray[np.float32]":
    found: npt.NDArray[np.float32] = values.detach().to("cpu", torch.float32).numpy()
    return found


def _device(name: str) -> DeviceChoice:
    if name not in get_args(DeviceChoice):
        raise RequestError(f"device: found {name!r}, expected {', '.join(get_args(DeviceChoice))}")
    return cast("DeviceChoice", name)  # one of its values, as was just checked


def _dtype(name: str) -> Dtype:
    if name not in get_args(Dtype):
        raise RequestError(f"dtype: found {name!r}, expected {', '.join(get_args(Dtype))}")
    return cast("Dtype", name)  # one of its values, as was just checked
