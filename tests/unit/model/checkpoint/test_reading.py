"""What a sound folder is read as, and what is let through on purpose."""

import math
from pathlib import Path

import pytest

from automation.core.errors import LoadError
from model.checkpoint.config import Fields, Shapes, language_spec
from model.checkpoint.read import read_spec
from model.checkpoint.tiny import CANARY_MARK, MEAN, SMALL, STD
from model.spec import ImageSpec, LanguageSpec, ProjectorSpec, TokenSpec, VisionSpec
from tests.unit.model.checkpoint.folders import (
    INDEX,
    SHARD,
    both,
    config,
    copy_of,
    edit,
    llm,
    opened_paths,
    parse_shard,
    raw,
    read_json,
    remove,
    tensors,
    tensors_of,
    vision,
    write_json,
    write_tensors,
)


def test_every_size_is_read(tiny_folder):
    spec = read_spec(tiny_folder)
    assert spec.language == LanguageSpec(
        layers=("mamba", "mlp", "mamba", "attention", "mamba", "mlp", "mamba", "attention", "mlp"),
        hidden=80,
        vocab_rows=spec.tokens.entries + 24,
        mlp_width=112,
        heads=6,
        kv_heads=2,
        head_dim=16,
        mamba_heads=8,
        mamba_head_dim=16,
        state_size=16,
        groups=2,
        conv_kernel=4,
        chunk_size=128,
        norm_eps=1e-5,
        max_positions=32768,
    )
    assert spec.vision == VisionSpec(64, 2, 16, 160, 16, 16, 4, 1e-6)
    assert spec.projector == ProjectorSpec(256, 192, 80, 1e-5)
    assert spec.image == ImageSpec(64, 16, 2, 12, use_thumbnail=True, mean=MEAN, std=STD)
    assert spec.tokens == TokenSpec(18, 21, 22, 1, 31, (2, 12), spec.language.vocab_rows - 24)


def test_sizes_of_the_files_are_counted(tiny_folder):
    spec = read_spec(tiny_folder)
    found = tensors_of(tiny_folder)
    dropped = [name for name in found if "input_conditioner" in name or "summary_idxs" in name]
    elements = {name: math.prod(shape) for name, (_, shape, _, _) in found.items()}
    assert len(dropped) == 3
    assert spec.parameters == sum(elements.values()) - sum(elements[name] for name in dropped)
    assert spec.weights_bytes == sum(len(data) for _, _, data, _ in found.values())
    assert spec.stored_dtype == "bfloat16"
    assert [shard.size_bytes for shard in spec.shards] == [
        path.stat().st_size for path in sorted(tiny_folder.glob("*.safetensors"))
    ]


def test_code_files_are_told_of_and_never_opened(copied):
    with opened_paths() as paths:
        spec = read_spec(copied)
    assert "6 code files are in the folder and were not opened" in spec.notes
    assert "auto_map names code for other programs; it is not obeyed" in spec.notes
    names = {Path(path).name for path in paths}
    assert {"copy", "config.json", "tokenizer.json", INDEX, SHARD} <= names
    assert [name for name in names if name.endswith(".py")] == []
    assert not (copied / CANARY_MARK).exists()


def test_padding_rows_are_told_of(tiny_folder):
    rows = SMALL.padding_rows
    assert any(note.startswith(f"{rows} of ") for note in read_spec(tiny_folder).notes)


def test_links_as_the_hub_cache_makes_them_are_followed(tiny_folder, tmp_path):
    repository = tmp_path / "models--Hcompany--Holotron-12B"
    snapshot = repository / "snapshots" / "0123abcd"
    snapshot.mkdir(parents=True)
    (repository / "blobs").mkdir()
    for number, path in enumerate(sorted(tiny_folder.iterdir())):
        (repository / "blobs" / str(number)).write_bytes(path.read_bytes())
        (snapshot / path.name).symlink_to(f"../../blobs/{number}")
    spec = read_spec(snapshot)
    assert spec.name == "Hcompany/Holotron-12B"
    assert {shard.path.parent for shard in spec.shards} == {repository / "blobs"}


def single_file(folder):
    found = tensors_of(folder)
    for path in [*folder.glob("*.safetensors"), folder / INDEX]:
        path.unlink()
    write_tensors(folder, {n: (*entry[:3], "model.safetensors") for n, entry in found.items()})
    (folder / INDEX).unlink()


def one_more_row(found):
    for name in ("language_model.backbone.embeddings.weight", "language_model.lm_head.weight"):
        dtype, (rows, width), data, shard = found[name]
        found[name] = (dtype, [rows + 1, width], data + b"\0" * 2 * width, shard)


ACCEPTED = {
    "one file without an index": single_file,
    "the later name of the language model": lambda folder: write_json(
        folder,
        "config.json",
        {
            ("text_config" if name == "llm_config" else name): value
            for name, value in read_json(folder, "config.json").items()
        },
    ),
    "the later name of the head": both(llm("attention_head_dim", ...), llm("head_dim", 16)),
    "the later name of the epsilon": both(
        llm("rms_norm_eps", ...), llm("layer_norm_epsilon", 1e-5)
    ),
    "both names when they agree": llm("head_dim", 16),
    "a time step without an end as transformers 5 writes it": llm(
        "time_step_limit", [0.0, {"__float__": "Infinity"}]
    ),
    "the later names of the mixer": both(
        llm("n_groups", ...), llm("mamba_n_groups", 2), llm("conv_kernel", ...)
    ),
    "a list of kinds for the pattern": both(
        llm("hybrid_override_pattern", ...),
        llm(
            "layers_block_type",
            [
                "linear_attention",
                "mlp",
                "mamba",
                "attention",
                "mamba",
                "mlp",
                "mamba",
                "full_attention",
                "mlp",
            ],
        ),
    ),
    "heads of the encoder in numbers": vision("args", "model_kwargs", to={"num_heads": 16}),
    "normalisation in one file only": edit("preprocessor_config.json", "norm_mean", to=...),
    "no preprocessor": remove("preprocessor_config.json"),
    "no generation config": remove("generation_config.json"),
    "no tokenizer config": remove("tokenizer_config.json"),
    "numbers that other models left": both(
        llm("rope_theta", 10000), llm("partial_rotary_factor", 1.0)
    ),
    "pickles beside the weights": raw("pytorch_model.bin", b"\x80\x04."),
    "a known implementation": llm("_attn_implementation", "sdpa"),
    "float32 weights with padded rows": tensors(one_more_row),
    "the later names of the tokens": both(
        config("img_context_token_id", to=...), config("image_token_id", to=18)
    ),
}


@pytest.mark.parametrize("mutate", ACCEPTED.values(), ids=ACCEPTED.keys())
def test_what_means_the_same_is_accepted(mutate, copied, tiny_folder):
    mutate(copied)
    found, plain = read_spec(copied), read_spec(tiny_folder)
    assert (found.vision, found.projector, found.image) == (
        plain.vision,
        plain.projector,
        plain.image,
    )
    assert found.language.layers == plain.language.layers
    assert found.tokens.image_id == plain.tokens.image_id
    assert 12 in found.tokens.stop_ids


def test_a_size_that_only_a_class_default_tells_is_noted(copied):
    llm("chunk_size", ...)(copied)
    spec = read_spec(copied)
    assert spec.language.chunk_size == 128
    assert any("llm_config.chunk_size is missing; 128" in note for note in spec.notes)


def test_tiles_that_are_not_told_are_the_official_ones_and_noted(copied):
    both(
        config("max_num_tiles", to=...), edit("preprocessor_config.json", "max_num_tiles", to=...)
    )(copied)
    spec = read_spec(copied)
    assert spec.image.max_tiles == 12
    assert any("max_num_tiles" in note for note in spec.notes)


def test_the_fingerprint_names_the_kind_and_not_the_bytes(copied, tiny_folder, tmp_path):
    plain = read_spec(tiny_folder).fingerprint
    document, data = parse_shard(copied / SHARD)
    (copied / SHARD).write_bytes((copied / SHARD).read_bytes()[: -len(data)] + bytes(len(data)))
    assert read_spec(copied).fingerprint == plain
    other = copy_of(tiny_folder, tmp_path / "other")
    llm("rms_norm_eps", 1e-6)(other)
    assert read_spec(other).fingerprint != plain
    assert len(document) > 1


def official_shapes():
    """Return the shapes of Holotron-12B's language model. Source: model sizes as published."""
    hidden, top = 5120, "language_model.backbone."
    shapes = {f"{top}embeddings.weight": (131072, hidden), f"{top}norm_f.weight": (hidden,)}
    shapes["language_model.lm_head.weight"] = (131072, hidden)
    kinds = {
        "M": {
            "in_proj.weight": (22656, hidden),
            "conv1d.weight": (12288, 1, 4),
            "A_log": (128,),
            "norm.weight": (10240,),
        },
        "-": {"up_proj.weight": (20480, hidden)},
        "*": {
            "q_proj.weight": (5120, hidden),
            "k_proj.weight": (1024, hidden),
            "v_proj.weight": (1024, hidden),
        },
    }
    for number, letter in enumerate(PATTERN_12B):
        for name, shape in kinds[letter].items():
            shapes[f"{top}layers.{number}.mixer.{name}"] = shape
    return Shapes(shapes)


PATTERN_12B = "M-M-M-M*-" * 6 + "M-M-M-M-"
CONFIG_12B = {
    "hybrid_override_pattern": PATTERN_12B,
    "num_attention_heads": 40,
    "rms_norm_eps": 1e-5,
    "n_groups": 8,
    "ssm_state_size": 128,
    "num_hidden_layers": 62,
    "max_position_embeddings": 131072,
    "chunk_size": 128,
}


def test_the_published_sizes_of_the_12b_model_come_out():
    spec = language_spec(Fields("config.json", CONFIG_12B), official_shapes())
    counts = {kind: spec.layers.count(kind) for kind in ("mamba", "mlp", "attention")}
    assert counts == {"mamba": 28, "mlp": 28, "attention": 6}
    at = [number for number, kind in enumerate(spec.layers) if kind == "attention"]
    assert at == [7, 16, 25, 34, 43, 52]
    assert (spec.hidden, spec.mlp_width, spec.heads, spec.kv_heads) == (5120, 20480, 40, 8)
    assert (spec.head_dim, spec.mamba_heads, spec.mamba_head_dim) == (128, 128, 80)
    assert (spec.mamba_inner, spec.conv_width) == (10240, 12288)


def test_the_expansion_factor_is_not_believed():
    fields = Fields("config.json", {**CONFIG_12B, "expand": 2, "mamba_head_dim": 64})
    with pytest.raises(LoadError, match="mamba_head_dim: found 64, expected 80"):
        language_spec(fields, official_shapes())
