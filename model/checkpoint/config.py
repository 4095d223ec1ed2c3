"""Reads the fields of a checkpoint's config and compares them with the shapes of the tensors.

Every refusal names the file and the field. A size that a tensor tells is taken from the tensor; the
config is only compared with it.

Sizes come from tensor shapes and meanings from config fields, and nothing is filled in where a wrong
guess would be silent: normalisation, the image token, `ps_version`, the layer pattern.
"""

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeVar

from automation.core.errors import LoadError
from model.checkpoint.safetensors import shown, shown_name
from model.checkpoint.tensor_names import GENERATOR, HEAD, LANGUAGE, PROJECTOR, RADIO
from model.spec import LAYER_LETTERS, ImageSpec, LanguageSpec, LayerKind, ProjectorSpec, VisionSpec

LARGEST: Final = 1 << 40
"""No size in a config is larger; keeps products of sizes in bounds."""

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Fields:
    """An object in a config file. `null` counts as missing, as it does for transformers."""

    file: str
    values: Mapping[str, object]
    path: str = ""
    """Where the object stands in the file: `llm_config`."""
    notes: list[str] = field(default_factory=list)
    """Filled while reading: what a person should know. Shared with the objects inside."""

    def where(self, name: str) -> str:
        """Return file and field for a message."""
        parts = (*self.path.split("."), name) if self.path else (name,)
        return f"{self.file}: {'.'.join(map(shown_name, parts))}"

    def refuse(self, name: str, found: object, expected: str, remedy: str = "") -> LoadError:
        """Return the error for a field."""
        remedy = remedy or "this is not a checkpoint that deskhand can run"
        seen = "nothing" if found is None else shown(found)
        return LoadError(f"{self.where(name)}: found {seen}, expected {expected}; {remedy}")

    def has(self, name: str) -> bool:
        """Tell whether the field is there and not null."""
        return self.values.get(name) is not None

    def raw(self, name: str) -> object:
        """Return the value as it stands, None if it is missing."""
        return self.values.get(name)

    def inside(self, *names: str) -> "Fields":
        """Return the object in the field; several names are aliases.

        Raises:
            LoadError: it is missing or no object.
        """
        name, value = self._alias(names)
        if not isinstance(value, dict):
            raise self.refuse(name, value, "an object")
        path = f"{self.path}.{name}" if self.path else name
        return Fields(self.file, value, path, self.notes)

    def inside_or_empty(self, name: str) -> "Fields":
        """Return the object in the field, an empty one if it is missing."""
        if self.has(name):
            return self.inside(name)
        return Fields(self.file, {}, f"{self.path}.{name}" if self.path else name, self.notes)

    def whole(self, *names: str, least: int = 1, default: int | None = None) -> int:
        """Return a whole number of at least `least`; several names are aliases.

        Raises:
            LoadError: it is missing without a default, or no such number.
        """
        name, value = self._alias(names)
        if value is None and default is not None:
            self._defaulted(name, default)
            return default
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= LARGEST:
            raise self.refuse(name, value, f"a whole number of at least {least}")
        return value

    def number(self, *names: str, default: float | None = None) -> float:
        """Return a finite number above 0; several names are aliases.

        Raises:
            LoadError: it is missing without a default, or no such number.
        """
        name, value = self._alias(names)
        if value is None and default is not None:
            self._defaulted(name, default)
            return default
        number = _finite(value)
        if number is None or number <= 0:
            raise self.refuse(name, value, "a number above 0")
        return number

    def triple(self, name: str) -> tuple[float, float, float]:
        """Return three finite numbers: red, green, blue.

        Raises:
            LoadError: they are missing, not three, or no numbers.
        """
        value = self.raw(name)
        numbers = [_finite(each) for each in value] if isinstance(value, list) else []
        match numbers:
            case [float(red), float(green), float(blue)]:
                return red, green, blue
        raise self.refuse(name, value, "three numbers: red, green, blue")

    def text(self, name: str) -> str | None:
        """Return a text, None if it is missing.

        Raises:
            LoadError: it is something else.
        """
        value = self.raw(name)
        if value is None or isinstance(value, str):
            return value
        raise self.refuse(name, value, "a text")

    def flag(self, name: str) -> bool | None:
        """Return true or false, None if it is missing.

        Raises:
            LoadError: it is something else.
        """
        value = self.raw(name)
        if value is None or isinstance(value, bool):
            return value
        raise self.refuse(name, value, "true or false")

    def agree(self, *names: str, found: int, of: str) -> None:
        """Compare a size with the one that the tensors have; a missing field agrees.

        Raises:
            LoadError: they differ.
        """
        name, value = self._alias(names)
        if value is not None and (value != found or isinstance(value, bool)):
            raise self.refuse(name, value, f"{found}, as {of} has it")

    def require(self, name: str, expected: _T, *, default: _T | None = None) -> None:
        """Refuse any value but one.

        Raises:
            LoadError: the value differs, or is missing and the default differs.
        """
        value = self.raw(name)
        found = default if value is None else value
        if found != expected or isinstance(found, bool) != isinstance(expected, bool):
            raise self.refuse(name, value, shown(expected))

    def refuse_any(self, names: Iterable[str], expected: str) -> None:
        """Refuse a field that is there and says anything but no.

        Raises:
            LoadError: one of them is there.
        """
        for name in names:
            value = self.raw(name)
            if value is not None and value is not False:
                raise self.refuse(name, value, expected)

    def _alias(self, names: tuple[str, ...]) -> tuple[str, object]:
        """Return the alias that is there; where several are, they must agree."""
        there = [name for name in names if self.has(name)]
        if not there:
            return names[0], None
        first = self.raw(there[0])
        for name in there[1:]:
            if self.raw(name) != first:
                raise self.refuse(name, self.raw(name), f"the same as {there[0]}, {shown(first)}")
        return there[0], first

    def _defaulted(self, name: str, value: float) -> None:
        self.notes.append(f"{self.where(name)} is missing; {value} is what its class takes")


def _finite(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


MAX_LAYERS = 1000
"""Far above any network of this family; bounds what a hostile folder makes us build."""


@dataclass(frozen=True, slots=True)
class Shapes:
    """Shapes of all tensors by official name."""

    by_name: Mapping[str, tuple[int, ...]]

    def of(self, name: str, dimensions: int) -> tuple[int, ...]:
        """Return the shape of a tensor.

        Raises:
            LoadError: it is missing, has other dimensions, or no elements.
        """
        shape = self.by_name.get(name)
        if shape is None:
            raise LoadError(
                f"tensor {name} is missing; this is another kind of model, or a damaged one"
            )
        if len(shape) != dimensions or 0 in shape:
            raise LoadError(
                f"tensor {name}: found the shape {shown(list(shape))}, expected {dimensions} "
                "sizes above 0; this is another kind of model"
            )
        return shape

    def has(self, name: str) -> bool:
        """Tell whether there is such a tensor."""
        return name in self.by_name

    def count(self, beginning: str) -> int:
        """Return how many numbered parts follow a name: `layers.0.` to `layers.61.` are 62.

        Raises:
            LoadError: the numbers have a gap or are far too many.
        """
        pattern = re.compile(re.escape(beginning) + r"(\d{1,6})\.")
        matches = (pattern.match(name) for name in self.by_name)
        numbers = {int(match[1]) for match in matches if match}
        if len(numbers) > MAX_LAYERS or numbers != set(range(len(numbers))):
            raise LoadError(
                f"tensor {beginning}N: found {len(numbers)} layers up to number {max(numbers)}, "
                f"expected no gap and at most {MAX_LAYERS}; download the checkpoint again"
            )
        return len(numbers)


CLASS_EPS: Final = 1e-5
CLASS_CHUNK: Final = 128
CLASS_GROUPS: Final = 8
CLASS_STATE: Final = 128
TRAINED_POSITIONS: Final = 131_072
"""What a config that leaves these out means. Source: NemotronH's config class; it writes only what
differs. The last one is the length that the base model was trained to."""
MAX_CHUNK: Final = 4096

PATTERN: Final = "hybrid_override_pattern"
POSITION_TYPE: Final = "position_embedding_type"
SEVERAL_TOKENS: Final = "num_nextn_predict_layers"
MARKS: Final[dict[LayerKind, str]] = {
    "mamba": "mixer.in_proj.weight",
    "attention": "mixer.q_proj.weight",
    "mlp": "mixer.up_proj.weight",
}
"""A tensor that only a layer of this kind has."""
OTHER_NAMES: Final[dict[str, LayerKind]] = {
    "mamba": "mamba", "linear_attention": "mamba", "mlp": "mlp",
    "attention": "attention", "full_attention": "attention",
}  # fmt: skip
"""Words of the list that later versions of the config write in place of the pattern."""

ENDLESS: Final = (math.inf, None, "Infinity", {"__float__": "Infinity"})
"""How a config writes infinity. Source: Python's JSON; strict writers; transformers 5."""
BIASES: Final = ("use_bias", "attention_bias", "mlp_bias", "mamba_proj_bias")
POSITIONS: Final = ("rope_scaling", "rope_parameters", "use_rope", "use_rotary_embeddings", "alibi")
"""Fields that would give tokens a position; the network has none."""
IGNORED_POSITIONS: Final = ("rope_theta", "partial_rotary_factor")
"""Left behind by other models; NemotronH's code never reads them."""


def language_spec(config: Fields, shapes: Shapes) -> LanguageSpec:
    """Return the sizes of the language model.

    Raises:
        LoadError: a field would make another network, or differs from the tensors; names it.
    """
    _check_kind(config)
    rows, hidden = shapes.of(f"{LANGUAGE}embeddings.weight", 2)
    shapes.of(HEAD, 2)
    config.agree("hidden_size", found=hidden, of="the embedding")
    check_vocabulary(config, rows)
    layers = _layers(config, shapes)
    heads, kv_heads, head_dim = _attention(config, shapes, layers.index("attention"))
    mamba_heads, mamba_head_dim, conv_width, kernel = _mamba(config, shapes, layers.index("mamba"))
    groups, state = _groups(config, mamba_heads * mamba_head_dim, conv_width)
    up = f"{LANGUAGE}layers.{layers.index('mlp')}.{MARKS['mlp']}"
    mlp_width = shapes.of(up, 2)[0]
    config.agree("intermediate_size", found=mlp_width, of=up)
    chunk = config.whole("chunk_size", "mamba_chunk_size", default=CLASS_CHUNK)
    if chunk > MAX_CHUNK:
        raise config.refuse("chunk_size", chunk, f"at most {MAX_CHUNK}")
    if mamba_heads % groups:
        raise config.refuse("n_groups", groups, f"a divisor of {mamba_heads} heads")
    return LanguageSpec(
        layers=layers,
        hidden=hidden,
        vocab_rows=rows,
        mlp_width=mlp_width,
        heads=heads,
        kv_heads=kv_heads,
        head_dim=head_dim,
        mamba_heads=mamba_heads,
        mamba_head_dim=mamba_head_dim,
        state_size=state,
        groups=groups,
        conv_kernel=kernel,
        chunk_size=chunk,
        norm_eps=config.number("rms_norm_eps", "layer_norm_epsilon", "norm_eps", default=CLASS_EPS),
        max_positions=config.whole("max_position_embeddings", default=TRAINED_POSITIONS),
    )


def _check_kind(config: Fields) -> None:
    config.require("model_type", "nemotron_h", default="nemotron_h")
    config.require("mlp_hidden_act", "relu2", default="relu2")
    if config.raw("mamba_hidden_act") not in (None, "silu", "swish"):
        raise config.refuse("mamba_hidden_act", config.raw("mamba_hidden_act"), "'silu'")
    config.require("use_conv_bias", expected=True, default=True)
    config.require("tie_word_embeddings", expected=False, default=False)
    config.refuse_any(BIASES, "no bias")
    config.refuse_any(("sliding_window",), "attention to all tokens")
    config.refuse_any(POSITIONS, "no positions of any kind")
    if config.raw(POSITION_TYPE) not in (None, "none", "nope"):
        found = config.raw(POSITION_TYPE)
        raise config.refuse(POSITION_TYPE, found, "no positions of any kind")
    if config.raw(SEVERAL_TOKENS) not in (None, 0):
        raise config.refuse(SEVERAL_TOKENS, config.raw(SEVERAL_TOKENS), "0")
    limit = config.raw("time_step_limit")
    if limit is not None and limit not in [[0.0, endless] for endless in ENDLESS]:
        raise config.refuse("time_step_limit", limit, "[0.0, Infinity]")
    for name in IGNORED_POSITIONS:
        if config.has(name):
            config.notes.append(f"{config.where(name)} is ignored: the network has no positions")


def check_vocabulary(config: Fields, rows: int) -> None:
    """Compare the vocabulary with the rows of the embedding, which may be more.

    Raises:
        LoadError: it has more entries than rows.
    """
    if not config.has("vocab_size"):
        return
    entries = config.whole("vocab_size")
    if entries > rows:
        raise config.refuse("vocab_size", entries, f"at most {rows}, the rows of the embedding")
    if entries < rows:
        config.notes.append(f"the embedding has {rows - entries} rows more than vocab_size")


def _layers(config: Fields, shapes: Shapes) -> tuple[LayerKind, ...]:
    name, layers = _named_layers(config)
    there = shapes.count(f"{LANGUAGE}layers.")
    if len(layers) != there:
        raise config.refuse(name, len(layers), f"a letter for each of the {there} layers")
    config.agree("num_hidden_layers", found=there, of="the list of layers")
    for number, kind in enumerate(layers):
        if not shapes.has(f"{LANGUAGE}layers.{number}.{MARKS[kind]}"):
            raise config.refuse(name, kind, f"the kind of layer whose tensors layer {number} has")
    missing = set(MARKS) - set(layers)
    if missing:
        raise config.refuse(name, None, f"at least one layer of kind {min(missing)}")
    return layers


def _named_layers(config: Fields) -> tuple[str, tuple[LayerKind, ...]]:
    pattern = config.text(PATTERN)
    if pattern is not None:
        unknown = [letter for letter in pattern if letter not in LAYER_LETTERS]
        if unknown or not pattern:
            found = unknown[0] if unknown else pattern
            raise config.refuse(PATTERN, found, "the letters M, - and *")
        return PATTERN, tuple(LAYER_LETTERS[letter] for letter in pattern)
    for name in ("layers_block_type", "layer_types"):
        words = config.raw(name)
        if isinstance(words, list) and words:
            unknown = [
                word for word in words if not (isinstance(word, str) and word in OTHER_NAMES)
            ]
            if unknown:
                raise config.refuse(name, unknown[0], "mamba, mlp or attention")
            return name, tuple(OTHER_NAMES[word] for word in words)
    raise config.refuse(PATTERN, None, "a letter for each layer")


def _attention(config: Fields, shapes: Shapes, layer: int) -> tuple[int, int, int]:
    """Return heads, heads of keys and values, size of a head."""
    top = f"{LANGUAGE}layers.{layer}.mixer."
    width, kv_width = shapes.of(f"{top}q_proj.weight", 2)[0], shapes.of(f"{top}k_proj.weight", 2)[0]
    heads = config.whole("num_attention_heads")
    if width % heads:
        raise config.refuse(
            "num_attention_heads", heads, f"a divisor of {width}, the query's width"
        )
    head_dim = width // heads
    config.agree("attention_head_dim", "head_dim", found=head_dim, of=f"{top}q_proj.weight")
    kv_heads = kv_width // head_dim
    if kv_width % head_dim or kv_heads == 0 or heads % kv_heads:
        raise config.refuse(
            "num_key_value_heads",
            config.raw("num_key_value_heads"),
            f"heads that fit {kv_width}, the key's width",
        )
    config.agree("num_key_value_heads", found=kv_heads, of=f"{top}k_proj.weight")
    return heads, kv_heads, head_dim


def _mamba(config: Fields, shapes: Shapes, layer: int) -> tuple[int, int, int, int]:
    """Return heads, size of a head, channels of the convolution, its length."""
    top = f"{LANGUAGE}layers.{layer}.mixer."
    (heads,) = shapes.of(f"{top}A_log", 1)
    (inner,) = shapes.of(f"{top}norm.weight", 1)
    conv_width, _, kernel = shapes.of(f"{top}conv1d.weight", 3)
    config.agree("mamba_num_heads", found=heads, of=f"{top}A_log")
    if inner % heads:
        raise config.refuse("mamba_num_heads", heads, f"a divisor of {inner}, the mixer's width")
    config.agree("mamba_head_dim", found=inner // heads, of=f"{top}norm.weight")
    config.agree("conv_kernel", "mamba_d_conv", found=kernel, of=f"{top}conv1d.weight")
    return heads, inner // heads, conv_width, kernel


def _groups(config: Fields, inner: int, conv_width: int) -> tuple[int, int]:
    """Return groups and state size; only their product can be seen in a tensor."""
    groups = config.whole("n_groups", "mamba_n_groups", default=CLASS_GROUPS)
    state = config.whole("ssm_state_size", "mamba_d_state", default=CLASS_STATE)
    if inner + 2 * groups * state != conv_width:
        raise config.refuse(
            "n_groups",
            groups,
            f"groups and ssm_state_size whose product is {(conv_width - inner) / 2:g}",
        )
    return groups, state


ENCODER_EPS: Final = 1e-6
"""Of the encoder's LayerNorms. Source: timm's vision transformers, which RADIO is built on."""
PROJECTOR_EPS: Final = 1e-5
"""Source: the checkpoint's own modelling code, as vLLM and TensorRT-LLM follow it."""
NAMED_HEADS: Final = {"small": 6, "base": 12, "large": 16, "huge": 16}
"""Heads by the size in `vision_config.args.model`; no tensor tells them. Source: timm's names."""
_MODEL_NAME: Final = re.compile(r"vit_(small|base|large|huge)_patch(\d{1,3})_\d{1,4}")
DEFAULT_TILES: Final = 12
"""Source: the official processor, where the config does not tell."""

LARGEST_SHUFFLE: Final = 64
"""Patches along the side of a token; the official one is 2, and 32 make a whole tile."""

MOST_TILES: Final = 64
"""Beyond it the prompt of one picture would not fit the context."""

DYNAMIC: Final = ("min_num_patches", "max_num_patches", "separate_video_embedder")
"""Fields of siblings that cut pictures in another way."""
FRAMES: Final = "video_temporal_patch_size"
"""Pictures that the encoder joins."""
OTHER_ENCODERS: Final = ("vitdet_window_size", "feature_normalizer_config")
TOKENS: Final = (
    ("img_context_token", "<image>"), ("img_start_token", "<img>"), ("img_end_token", "</img>"),
)  # fmt: skip


def vision_spec(config: Fields, shapes: Shapes) -> VisionSpec:
    """Return the sizes of the encoder.

    Raises:
        LoadError: a field would make another encoder, or differs from the tensors; names it.
    """
    vision = config.inside("vision_config")
    args = vision.inside_or_empty("args")
    _check_encoder(vision, args)
    embedder = f"{GENERATOR}embedder.weight"
    width, values = shapes.of(embedder, 2)
    patch = math.isqrt(values // 3)
    if 3 * patch * patch != values:
        raise odd(embedder, f"{values} values a patch", "three colours of a square patch")
    table = f"{GENERATOR}pos_embed"
    places = shapes.of(table, 3)[1]
    side = math.isqrt(places)
    if side * side != places:
        raise odd(table, f"{places} positions", "a square table")
    config.agree("vit_hidden_size", found=width, of=embedder)
    for fields in (config, vision):
        fields.agree("patch_size", found=patch, of=embedder)
    top = f"{RADIO}model.blocks."
    blocks = shapes.count(top)
    if blocks == 0:
        raise odd(top, "none", "the blocks of the encoder")
    return VisionSpec(
        hidden=width,
        blocks=blocks,
        heads=_heads(vision, args, width),
        mlp_width=shapes.of(f"{top}0.mlp.fc1.weight", 2)[0],
        patch_px=patch,
        table_side=side,
        prefix_tokens=shapes.of(f"{GENERATOR}cls_token.token", 2)[0],
        norm_eps=args.number("layer_norm_eps") if args.has("layer_norm_eps") else ENCODER_EPS,
    )


def odd(tensor: str, found: str, expected: str) -> LoadError:
    """Return the error of a tensor that another kind of model would have."""
    return LoadError(
        f"tensor {tensor}: found {found}, expected {expected}; this is another kind of model"
    )


def _check_encoder(vision: Fields, args: Fields) -> None:
    for fields in (vision, args):
        fields.refuse_any(DYNAMIC, "tiles of one size, as the 12B model has them")
        if fields.raw(FRAMES) not in (None, 1):
            found = fields.raw(FRAMES)
            raise fields.refuse(FRAMES, found, "an encoder of still pictures")
    vision.refuse_any(OTHER_ENCODERS, "a plain encoder")
    args.refuse_any(("qk_normalization",), "plain attention")
    args.require("norm_type", "layer_norm", default="layer_norm")
    args.require("hidden_act", "gelu", default="gelu")
    args.require("qkv_bias", expected=True, default=True)


def _heads(vision: Fields, args: Fields, width: int) -> int:
    """Return the number of heads: stated, or that of the official name."""
    names = ("num_attention_heads", "num_heads")
    holders = (vision, args, args.inside_or_empty("model_kwargs"))
    stated = next((fields for fields in holders if any(map(fields.has, names))), None)
    if stated is not None:
        heads = stated.whole(*names)
        name, holder = names[0], stated
    else:
        name, holder = "model", args
        match = _MODEL_NAME.fullmatch(args.text("model") or "")
        if match is None:
            raise args.refuse(
                "model",
                args.raw("model"),
                "vit_small, vit_base, vit_large or vit_huge with patch and size",
            )
        heads = NAMED_HEADS[match[1]]
    if width % heads:
        raise holder.refuse(name, holder.raw(name), f"heads that divide the width {width}")
    return heads


def projector_spec(config: Fields, shapes: Shapes) -> ProjectorSpec:
    """Return the sizes of the projector.

    Raises:
        LoadError: a tensor is missing, or a size differs; names it.
    """
    (inputs,) = shapes.of(f"{PROJECTOR}0.weight", 1)
    width = shapes.of(f"{PROJECTOR}1.weight", 2)[0]
    outputs = shapes.of(f"{PROJECTOR}3.weight", 2)[0]
    config.agree("projector_hidden_size", found=width, of=f"{PROJECTOR}1.weight")
    return ProjectorSpec(inputs, width, outputs, PROJECTOR_EPS)


def image_spec(config: Fields, preprocessor: Fields, vision: VisionSpec) -> ImageSpec:
    """Return how pictures are cut and normalised.

    Args:
        config: the whole of `config.json`.
        preprocessor: the whole of `preprocessor_config.json`; empty if there is none.

    Raises:
        LoadError: a field is missing, or the two files differ; names it. Nothing of it has a
            default that could stand in: wrong statistics look like a working model that sees badly.
    """
    config.require("ps_version", "v2")
    config.require("image_tag_type", "internvl", default="internvl")
    for name, text in TOKENS:
        config.require(name, text, default=text)
    preprocessor.refuse_any(DYNAMIC, "tiles of one size, as the 12B model has them")
    preprocessor.agree("patch_size", found=vision.patch_px, of="the encoder")
    mean, std = (_triple(config, preprocessor, name) for name in ("norm_mean", "norm_std"))
    if min(std) <= 0:
        raise config.refuse("norm_std", list(std), "three numbers above 0")
    tile_px = config.whole("force_image_size")
    preprocessor.agree("image_size", found=tile_px, of=config.where("force_image_size"))
    shuffle = _shuffle(config, preprocessor)
    if tile_px % (vision.patch_px * shuffle):
        raise config.refuse(
            "force_image_size",
            tile_px,
            f"a multiple of {vision.patch_px * shuffle}: patches that join to tokens",
        )
    if tile_px // vision.patch_px > vision.table_side:
        raise config.refuse(
            "force_image_size",
            tile_px,
            f"at most {vision.table_side * vision.patch_px}, the table of positions",
        )
    return ImageSpec(
        tile_px=tile_px,
        patch_px=vision.patch_px,
        shuffle=shuffle,
        max_tiles=_max_tiles(config, preprocessor),
        use_thumbnail=_thumbnail(config, preprocessor),
        mean=mean,
        std=std,
    )


def _agreed(
    config: Fields, preprocessor: Fields, name: str, read: Callable[[Fields, str], _T]
) -> _T | None:
    """Return a field of either file, None where neither has it; where both do, they must agree."""
    found = [read(fields, name) for fields in (config, preprocessor) if fields.has(name)]
    if found and found[0] != found[-1]:
        raise preprocessor.refuse(name, preprocessor.raw(name), f"the same as in {config.file}")
    return found[0] if found else None


def _triple(config: Fields, preprocessor: Fields, name: str) -> tuple[float, float, float]:
    found = _agreed(config, preprocessor, name, Fields.triple)
    if found is None:
        raise config.refuse(name, None, "three numbers: red, green, blue; there is no safe default")
    return found


def _shuffle(config: Fields, preprocessor: Fields) -> int:
    ratio = config.number("downsample_ratio")
    shuffle = round(1 / ratio) if 1 / LARGEST_SHUFFLE <= ratio <= 1 else 0
    if shuffle < 1 or abs(shuffle * ratio - 1) > 1e-9:
        raise config.refuse("downsample_ratio", ratio, "1 divided by a whole number, such as 0.5")
    _agreed(config, preprocessor, "downsample_ratio", Fields.number)
    return shuffle


def _max_tiles(config: Fields, preprocessor: Fields) -> int:
    name = "max_num_tiles"
    stated = _agreed(config, preprocessor, name, Fields.whole)
    if stated is None:
        config.notes.append(f"{name} is not told; the official {DEFAULT_TILES} is taken")
        return DEFAULT_TILES
    if stated > MOST_TILES:
        holder = config if config.has(name) else preprocessor
        raise holder.refuse(name, stated, f"one number up to {MOST_TILES}")
    return stated


def _thumbnail(config: Fields, preprocessor: Fields) -> bool:
    stated = _agreed(config, preprocessor, "use_thumbnail", Fields.flag)
    if stated is None:
        config.notes.append("use_thumbnail is not told; the official true is taken")
    return stated is not False
