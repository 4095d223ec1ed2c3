"""Sizes of networks: the published ones of Holotron-12B, and small ones of the same kind."""

from dataclasses import replace
from pathlib import Path

from model.spec import (
    LAYER_LETTERS,
    HolotronSpec,
    ImageSpec,
    LanguageSpec,
    ProjectorSpec,
    TokenSpec,
    VisionSpec,
)

CLIP_MEAN = (0.48145466, 0.4578275, 0.40821073)
CLIP_STD = (0.26862954, 0.26130258, 0.27577711)

FULL_PATTERN = "M-M-M-M*-" * 6 + "M-M-M-M-"
"""Layers of Nemotron-Nano-12B-v2. Source: its Megatron configuration."""


def small_language(pattern="M-M*M-M*-", **changes):
    """All three kinds of layers, several of each; groups of two heads share B, C, keys."""
    spec = LanguageSpec(
        layers=tuple(LAYER_LETTERS[letter] for letter in pattern),
        hidden=32,
        vocab_rows=320,
        mlp_width=64,
        heads=4,
        kv_heads=2,
        head_dim=8,
        mamba_heads=4,
        mamba_head_dim=10,
        state_size=16,
        groups=2,
        conv_kernel=4,
        chunk_size=16,
        norm_eps=1e-5,
        max_positions=4096,
    )
    return replace(spec, **changes)


def small_spec(**language):
    """A network of a few thousand weights: 64 px tiles, 4 tokens each, 3 prefix tokens."""
    return HolotronSpec(
        folder=Path("small"),
        name="small",
        language=small_language(**language),
        vision=VisionSpec(
            hidden=24,
            blocks=2,
            heads=3,
            mlp_width=48,
            patch_px=16,
            table_side=8,
            prefix_tokens=3,
            norm_eps=1e-6,
        ),
        projector=ProjectorSpec(inputs=96, width=64, outputs=32, norm_eps=1e-5),
        image=ImageSpec(
            tile_px=64,
            patch_px=16,
            shuffle=2,
            max_tiles=12,
            use_thumbnail=True,
            mean=CLIP_MEAN,
            std=CLIP_STD,
        ),
        tokens=TokenSpec(
            image_id=18,
            image_start_id=19,
            image_end_id=20,
            bos_id=1,
            pad_id=0,
            stop_ids=(12,),
            entries=300,
        ),
        shards=(),
        stored_dtype="float32",
        parameters=0,
        weights_bytes=0,
        fingerprint="0" * 64,
    )


def full_spec():
    """Holotron-12B as published: 28 Mamba-2, 28 MLP and 6 attention layers, RADIO ViT-H/16."""
    small = small_spec()
    return replace(
        small,
        name="Holotron-12B",
        language=LanguageSpec(
            layers=tuple(LAYER_LETTERS[letter] for letter in FULL_PATTERN),
            hidden=5120,
            vocab_rows=131072,
            mlp_width=20480,
            heads=40,
            kv_heads=8,
            head_dim=128,
            mamba_heads=128,
            mamba_head_dim=80,
            state_size=128,
            groups=8,
            conv_kernel=4,
            chunk_size=128,
            norm_eps=1e-5,
            max_positions=131072,
        ),
        vision=VisionSpec(
            hidden=1280,
            blocks=32,
            heads=16,
            mlp_width=5120,
            patch_px=16,
            table_side=128,
            prefix_tokens=16,
            norm_eps=1e-6,
        ),
        projector=ProjectorSpec(inputs=5120, width=20480, outputs=5120, norm_eps=1e-5),
        image=replace(small.image, tile_px=512),
        tokens=replace(small.tokens, entries=131072),
        stored_dtype="bfloat16",
        parameters=13_170_000_000,
        weights_bytes=26_340_000_000,
    )
