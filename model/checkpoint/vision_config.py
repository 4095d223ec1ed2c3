"""Reads the parts of the config that describe encoder, projector and pictures."""

import math
import re
from typing import Final

from automation.core.errors import LoadError
from model.checkpoint.fields import Fields
from model.checkpoint.keymap import GENERATOR, PROJECTOR, RADIO
from model.checkpoint.shapes import Shapes
from model.core.spec import ImageSpec, ProjectorSpec, VisionSpec

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

    Args:
        config: the whole of `config.json`.
        shapes: of all tensors.

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
        raise _odd(embedder, f"{values} values a patch", "three colours of a square patch")
    table = f"{GENERATOR}pos_embed"
    places = shapes.of(table, 3)[1]
    side = math.isqrt(places)
    if side * side != places:
        raise _odd(table, f"{places} positions", "a square table")
    config.agree("vit_hidden_size", found=width, of=embedder)
    for fields in (config, vision):
        fields.agree("patch_size", found=patch, of=embedder)
    top = f"{RADIO}model.blocks."
    blocks = shapes.count(top)
    if blocks == 0:
        raise _odd(top, "none", "the blocks of the encoder")
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


def _odd(tensor: str, found: str, expected: str) -> LoadError:
    message = f"tensor {tensor}: found {found}, expected {expected}; this is another kind of model"
    return LoadError(message)


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
    stated = next(
        (f for f in (vision, args, args.inside_or_empty("model_kwargs")) if _states(f)), None
    )
    if stated is not None:
        heads = stated.whole("num_attention_heads", "num_heads")
        name, holder = "num_attention_heads", stated
    else:
        name, holder = "model", args
        match = _MODEL_NAME.fullmatch(args.text("model") or "")
        if match is None:
            expected = "vit_small, vit_base, vit_large or vit_huge with patch and size"
            raise args.refuse("model", args.raw("model"), expected)
        heads = NAMED_HEADS[match[1]]
    if width % heads:
        raise holder.refuse(name, holder.raw(name), f"heads that divide the width {width}")
    return heads


def _states(fields: Fields) -> bool:
    return fields.has("num_attention_heads") or fields.has("num_heads")


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
        vision: sizes of the encoder.

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
    mean, std = (
        _either(config, preprocessor, "norm_mean"),
        _either(config, preprocessor, "norm_std"),
    )
    if min(std) <= 0:
        raise config.refuse("norm_std", list(std), "three numbers above 0")
    tile_px = _tile_px(config, preprocessor)
    shuffle = _shuffle(config, preprocessor)
    if tile_px % (vision.patch_px * shuffle):
        expected = f"a multiple of {vision.patch_px * shuffle}: patches that join to tokens"
        raise config.refuse("force_image_size", tile_px, expected)
    if tile_px // vision.patch_px > vision.table_side:
        expected = f"at most {vision.table_side * vision.patch_px}, the table of positions"
        raise config.refuse("force_image_size", tile_px, expected)
    return ImageSpec(
        tile_px=tile_px,
        patch_px=vision.patch_px,
        shuffle=shuffle,
        max_tiles=_max_tiles(config, preprocessor),
        use_thumbnail=_thumbnail(config, preprocessor),
        mean=mean,
        std=std,
    )


def _either(config: Fields, preprocessor: Fields, name: str) -> tuple[float, float, float]:
    """Return a field of either file; where both have it, they must agree."""
    holders = [fields for fields in (config, preprocessor) if fields.has(name)]
    if not holders:
        expected = "three numbers: red, green, blue; there is no safe default"
        raise config.refuse(name, None, expected)
    values = [fields.triple(name) for fields in holders]
    if values[0] != values[-1]:
        raise preprocessor.refuse(name, list(values[-1]), f"the same as in {config.file}")
    return values[0]


def _tile_px(config: Fields, preprocessor: Fields) -> int:
    tile_px = config.whole("force_image_size")
    preprocessor.agree("image_size", found=tile_px, of=config.where("force_image_size"))
    return tile_px


def _shuffle(config: Fields, preprocessor: Fields) -> int:
    ratio = config.number("downsample_ratio")
    shuffle = round(1 / ratio) if 1 / LARGEST_SHUFFLE <= ratio <= 1 else 0
    if shuffle < 1 or abs(shuffle * ratio - 1) > 1e-9:
        raise config.refuse("downsample_ratio", ratio, "1 divided by a whole number, such as 0.5")
    if preprocessor.has("downsample_ratio") and preprocessor.number("downsample_ratio") != ratio:
        found = preprocessor.raw("downsample_ratio")
        raise preprocessor.refuse("downsample_ratio", found, f"the same as in {config.file}")
    return shuffle


def _max_tiles(config: Fields, preprocessor: Fields) -> int:
    stated = [fields for fields in (preprocessor, config) if fields.has("max_num_tiles")]
    if not stated:
        config.notes.append(f"max_num_tiles is not told; the official {DEFAULT_TILES} is taken")
        return DEFAULT_TILES
    numbers = {fields.whole("max_num_tiles") for fields in stated}
    if len(numbers) > 1 or max(numbers) > MOST_TILES:
        raise stated[-1].refuse(
            "max_num_tiles", stated[-1].raw("max_num_tiles"), f"one number up to {MOST_TILES}"
        )
    return numbers.pop()


def _thumbnail(config: Fields, preprocessor: Fields) -> bool:
    for fields in (config, preprocessor):
        if fields.has("use_thumbnail") and not isinstance(fields.raw("use_thumbnail"), bool):
            raise fields.refuse("use_thumbnail", fields.raw("use_thumbnail"), "true or false")
    stated = [f for f in (config, preprocessor) if f.has("use_thumbnail")]
    if not stated:
        config.notes.append("use_thumbnail is not told; the official true is taken")
        return True
    if stated[0].raw("use_thumbnail") != stated[-1].raw("use_thumbnail"):
        found = preprocessor.raw("use_thumbnail")
        raise preprocessor.refuse("use_thumbnail", found, f"the same as in {config.file}")
    return bool(stated[0].raw("use_thumbnail"))
