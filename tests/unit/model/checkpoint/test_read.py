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
    check_refusal,
    config,
    copy_of,
    deep,
    directory,
    edit,
    link,
    llm,
    opened_paths,
    parse_shard,
    pipe,
    raw,
    read_json,
    remove,
    reshaped,
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


# Broken, hostile and foreign folders: each refused, with the name of the file or field.


RADIO = "vision_model.radio_model."
LAYER = "language_model.backbone.layers."
TOKENIZER = "tokenizer.json"
PREPROCESSOR = "preprocessor_config.json"


def many_files(folder):
    for number in range(4200):
        (folder / f"{number}.txt").touch()


def first_line(name, text):
    """Put a key in front of an object, so that it stands there twice."""
    return lambda folder: (folder / name).write_text(
        (folder / name).read_text().replace("{", "{" + text, 1)
    )


def tokens(change):
    def mutate(folder):
        document = read_json(folder, TOKENIZER)
        change(document)
        write_json(folder, TOKENIZER, document)

    return mutate


def added_token(text, **fields):
    def change(document):
        next(each for each in document["added_tokens"] if each["content"] == text).update(fields)

    return tokens(change)


def drop_token(text):
    def change(document):
        document["added_tokens"] = [t for t in document["added_tokens"] if t["content"] != text]
        document["model"]["vocab"].pop(text)

    return tokens(change)


def without_attention(found):
    """Put an MLP in the place of every attention layer."""
    for name in [name for name in found if ".mixer.q_proj" in name]:
        layer = name.removesuffix("q_proj.weight")
        for letter in "qkvo":
            found.pop(f"{layer}{letter}_proj.weight")
        for part in ("up_proj", "down_proj"):
            found[f"{layer}{part}.weight"] = found[f"{LAYER}1.mixer.{part}.weight"]


def seven_heads(found):
    name = f"{LAYER}0.mixer.A_log"
    _, _, data, shard = found[name]
    found[name] = ("F32", [7], data[:28], shard)


def endless(folder):
    """Take away everything that tells when a turn ends."""
    both(
        remove("generation_config.json"),
        config("eos_token_id", to=...),
        llm("eos_token_id", ...),
        edit("tokenizer_config.json", "eos_token", to=...),
        added_token("<SPECIAL_12>", special=False),
    )(folder)


FOLDERS = {
    "an empty folder": (lambda folder: [p.unlink() for p in folder.iterdir()], "config.json"),
    "far too many files": (many_files, "4096 files"),
    "a missing config": (remove("config.json"), "config.json is missing"),
    "a folder for a config": (directory("config.json"), "config.json: found a folder"),
    "a pipe for a config": (pipe("config.json"), "config.json: found a pipe"),
    "a device for a config": (link("config.json", "/dev/zero"), "config.json: found a device"),
    "a link to nowhere": (link("config.json", "gone.json"), "config.json is missing"),
    "a link to itself": (link("config.json", "config.json"), "config.json cannot be opened"),
    "a config that grows as it is read": (
        link("config.json", "/proc/self/maps"),
        "config.json: found 1 bytes or more, expected at most 0",
    ),
}

DOCUMENTS = {
    "a config that is no JSON": (raw("config.json", b"{"), "config.json: found no plain JSON"),
    "an empty config": (raw("config.json", b""), "config.json: found no plain JSON"),
    "a list for a config": (raw("config.json", b"[]"), "config.json: found []"),
    "a config in another encoding": (raw("config.json", b'{"a":"\xff"}'), "no UTF-8 text"),
    "a config with a byte order mark": (raw("config.json", b"\xef\xbb\xbf{}"), "no plain JSON"),
    "a config that is too deep": (raw("config.json", deep(100)), "nested too deep"),
    "a config that is far too deep": (raw("config.json", deep(100_000)), "nested too deep"),
    "a config that is too large": (raw("config.json", b" " * (5 << 20)), "config.json: found 52"),
    "a number without an end": (raw("config.json", b'{"a":' + b"9" * 9000 + b"}"), "out of range"),
    "no number": (raw("config.json", b'{"a": NaN}'), "config.json: found no plain JSON (NaN"),
    "a key that stands there twice": (
        first_line("config.json", '"ps_version": "v1",'),
        "the key 'ps_version' stands there twice",
    ),
    "a key that stands twice in the tokenizer": (
        first_line(TOKENIZER, '"model": {},'),
        "tokenizer.json: found no plain JSON (the key 'model'",
    ),
    "a list for the language model": (config("llm_config", to=[]), "config.json: llm_config"),
}

KINDS = {
    "another family": (config("model_type", to="llava"), "config.json: model_type"),
    "no family": (config("model_type", to=...), "config.json: model_type"),
    "the Omni sibling": (
        config("architectures", to=["NemotronH_Nano_Omni_Reasoning_V3"]),
        "architectures",
    ),
    "code by a longer name": (
        config("_attn_implementation_internal", to="x/y"),
        "_attn_implementation_internal: found 'x/y'",
    ),
    "experts by code": (llm("experts_implementation", "modeling.run"), "experts_implementation"),
    "a pipeline of its own": (config("custom_pipeline", to="someone/pipe"), "custom_pipeline"),
    "pipelines of its own": (
        config("custom_pipelines", to={"chat": {"impl": "run.py"}}),
        "custom_pipelines",
    ),
    "an order to trust code": (llm("trust_remote_code", True), "llm_config.trust_remote_code"),
    "code that generates": (
        edit("generation_config.json", "custom_generate", to="someone/generate"),
        "generation_config.json: custom_generate",
    ),
    "code that cuts pictures": (
        edit(PREPROCESSOR, "custom_pipeline_of_tiles", to="x.py"),
        "preprocessor_config.json: custom_pipeline_of_tiles",
    ),
    "attention in the tokenizer": (
        edit("tokenizer_config.json", "x_implementation", to="x/y"),
        "tokenizer_config.json: x_implementation",
    ),
    "a quantised model": (
        config("quantization_config", to={"quant_method": "modelopt"}),
        "quantization_config",
    ),
    "a quantised language model": (
        llm("quantization_config", {"quant_method": "awq"}),
        "llm_config.quantization_config",
    ),
    "a quantised export": (raw("hf_quant_config.json", b"{}"), "hf_quant_config.json"),
    "code from a repository for attention": (
        config("attn_implementation", to="someone/attention"),
        "attn_implementation",
    ),
    "code from the folder for attention": (
        llm("_attn_implementation", "modeling.py:run"),
        "llm_config._attn_implementation",
    ),
    "code for a part": (
        vision("attn_implementation", to={"a": "sdpa", "b": "x/y"}),
        "vision_config.attn_implementation",
    ),
    "a name that would rewrite the message": (
        config("a\n\u202eb", to={"quantization_config": {}}),
        r"config.json: 'a\n\u202eb'.quantization_config",
    ),
    "a sound encoder": (config("sound_config", to={"hidden_size": 8}), "sound_config"),
}

LANGUAGE = {
    "no language model": (config("llm_config", to=...), "config.json: llm_config"),
    "no pattern": (llm("hybrid_override_pattern", ...), "hybrid_override_pattern"),
    "a number for a pattern": (llm("hybrid_override_pattern", 62), "found 62, expected a text"),
    "an empty pattern": (llm("hybrid_override_pattern", ""), "hybrid_override_pattern"),
    "a mixture of experts": (llm("hybrid_override_pattern", "MEM*M-M*-"), "found 'E'"),
    "a short pattern": (llm("hybrid_override_pattern", "M-M*M-M*"), "found 8, expected a letter"),
    "kinds in another order": (
        llm("hybrid_override_pattern", "-MM*M-M*-"),
        "the kind of layer whose tensors layer 0 has",
    ),
    "a number of layers that differs": (llm("num_hidden_layers", 62), "num_hidden_layers"),
    "another activation": (llm("mlp_hidden_act", "silu"), "mlp_hidden_act"),
    "another activation of the mixer": (llm("mamba_hidden_act", "gelu"), "mamba_hidden_act"),
    "rotary positions": (llm("rope_scaling", {"type": "linear"}), "rope_scaling"),
    "learned positions": (llm("position_embedding_type", "learned"), "position_embedding_type"),
    "a sliding window": (llm("sliding_window", 4096), "sliding_window"),
    "a tied head": (llm("tie_word_embeddings", True), "tie_word_embeddings"),
    "a bias": (llm("use_bias", True), "use_bias"),
    "a convolution without bias": (llm("use_conv_bias", False), "use_conv_bias"),
    "another limit of time steps": (llm("time_step_limit", [0.001, 0.1]), "time_step_limit"),
    "several tokens at once": (llm("num_nextn_predict_layers", 1), "num_nextn_predict_layers"),
    "another width": (llm("hidden_size", 64), "llm_config.hidden_size: found 64, expected 80"),
    "another MLP": (llm("intermediate_size", 128), "llm_config.intermediate_size"),
    "no heads": (llm("num_attention_heads", ...), "num_attention_heads: found nothing"),
    "heads that do not fit": (llm("num_attention_heads", 7), "num_attention_heads: found 7"),
    "heads by a truth value": (llm("num_attention_heads", True), "num_attention_heads"),
    "another head": (llm("attention_head_dim", 32), "attention_head_dim: found 32, expected 16"),
    "two names that disagree": (llm("head_dim", 128), "head_dim: found 128, expected the same as"),
    "a layer of an unknown kind": (
        both(llm("hybrid_override_pattern", ...), llm("layers_block_type", ["mamba", "moe"])),
        "layers_block_type: found 'moe'",
    ),
    "a layer whose kind is a list": (
        both(llm("hybrid_override_pattern", ...), llm("layers_block_type", [["mamba"]])),
        "layers_block_type: found ['mamba']",
    ),
    "no attention at all": (
        both(tensors(without_attention), llm("hybrid_override_pattern", "M-M-M-M--")),
        "at least one layer of kind attention",
    ),
    "heads that are larger than a key": (
        both(llm("num_attention_heads", 2), llm("attention_head_dim", ...)),
        "num_key_value_heads: found 2, expected heads that fit 32",
    ),
    "mixer heads that do not divide": (
        both(tensors(seven_heads), llm("mamba_num_heads", ...)),
        "mamba_num_heads: found 7, expected a divisor",
    ),
    "other key heads": (llm("num_key_value_heads", 6), "num_key_value_heads"),
    "other mixer heads": (llm("mamba_num_heads", 128), "mamba_num_heads"),
    "another mixer head": (llm("mamba_head_dim", 80), "mamba_head_dim"),
    "other groups": (llm("n_groups", 8), "n_groups: found 8, expected groups and ssm_state_size"),
    "groups that do not divide": (
        both(llm("n_groups", 32), llm("ssm_state_size", 1)),
        "n_groups: found 32, expected a divisor",
    ),
    "another convolution": (llm("conv_kernel", 3), "conv_kernel: found 3, expected 4"),
    "an epsilon of nothing": (llm("rms_norm_eps", 0), "rms_norm_eps"),
    "an epsilon without an end": (llm("rms_norm_eps", float("inf")), "rms_norm_eps"),
    "two epsilons": (llm("layer_norm_epsilon", 1e-6), "layer_norm_epsilon"),
    "chunks of nothing": (llm("chunk_size", 0), "chunk_size"),
    "chunks that are too large": (llm("chunk_size", 1 << 20), "chunk_size"),
    "more entries than rows": (llm("vocab_size", 131072), "vocab_size: found 131072"),
    "positions as a text": (llm("max_position_embeddings", "many"), "max_position_embeddings"),
}

PICTURES = {
    "no encoder": (config("vision_config", to=...), "config.json: vision_config"),
    "a number for an encoder": (
        vision("args", "model", to=3),
        "args.model: found 3, expected a text",
    ),
    "an unknown encoder": (vision("args", "model", to="resnet"), "vision_config.args.model"),
    "heads that do not divide": (vision("args", "num_heads", to=7), "heads that divide"),
    "pictures of any size": (vision("args", "min_num_patches", to=1024), "args.min_num_patches"),
    "frames": (vision("video_temporal_patch_size", to=2), "video_temporal_patch_size"),
    "windows": (vision("vitdet_window_size", to=14), "vitdet_window_size"),
    "other attention": (vision("args", "qk_normalization", to=True), "qk_normalization"),
    "another norm": (vision("args", "norm_type", to="rms_norm"), "norm_type"),
    "another patch": (config("patch_size", to=14), "config.json: patch_size"),
    "another width of the encoder": (config("vit_hidden_size", to=1280), "vit_hidden_size"),
    "another projector": (config("projector_hidden_size", to=4096), "projector_hidden_size"),
    "no mean": (
        both(config("norm_mean", to=...), edit(PREPROCESSOR, "norm_mean", to=...)),
        "norm_mean: found nothing",
    ),
    "no deviation": (
        both(config("norm_std", to=...), edit(PREPROCESSOR, "norm_std", to=...)),
        "norm_std: found nothing",
    ),
    "a deviation of nothing": (
        both(config("norm_std", to=[0, 1, 1]), edit(PREPROCESSOR, "norm_std", to=[0, 1, 1])),
        "norm_std",
    ),
    "another mean in the other file": (
        edit(PREPROCESSOR, "norm_mean", to=[0.485, 0.456, 0.406]),
        "preprocessor_config.json: norm_mean",
    ),
    "two colours": (
        config("norm_mean", to=[0.5, 0.5]),
        "config.json: norm_mean: found [0.5, 0.5], expected three",
    ),
    "no pixel shuffle": (config("ps_version", to=...), "ps_version: found nothing"),
    "the old pixel shuffle": (config("ps_version", to="v1"), "ps_version: found 'v1'"),
    "a ratio that is no square": (
        both(config("downsample_ratio", to=0.3), edit(PREPROCESSOR, "downsample_ratio", to=0.3)),
        "downsample_ratio: found 0.3, expected 1 divided by",
    ),
    "a ratio of next to nothing": (
        both(
            config("downsample_ratio", to=1e-320),
            edit(PREPROCESSOR, "downsample_ratio", to=1e-320),
        ),
        "downsample_ratio: found 1e-320, expected 1 divided by",
    ),
    "a ratio that does not fit": (
        both(config("downsample_ratio", to=1.0), edit(PREPROCESSOR, "downsample_ratio", to=1.0)),
        "mlp1.0.weight: found 256 inputs, expected 64",
    ),
    "another ratio in the other file": (
        edit(PREPROCESSOR, "downsample_ratio", to=0.25),
        "preprocessor_config.json: downsample_ratio",
    ),
    "no tile size": (config("force_image_size", to=...), "force_image_size"),
    "a tile that is no multiple": (
        both(config("force_image_size", to=72), edit(PREPROCESSOR, "image_size", to=72)),
        "force_image_size: found 72",
    ),
    "a tile beyond the table": (
        both(config("force_image_size", to=512), edit(PREPROCESSOR, "image_size", to=512)),
        "force_image_size: found 512",
    ),
    "another tile in the other file": (
        edit(PREPROCESSOR, "image_size", to=448),
        "preprocessor_config.json: image_size",
    ),
    "no tiles": (config("max_num_tiles", to=0), "max_num_tiles"),
    "far too many tiles": (
        both(config("max_num_tiles", to=900), edit(PREPROCESSOR, "max_num_tiles", to=900)),
        "max_num_tiles",
    ),
    "a thumbnail by a word": (
        config("use_thumbnail", to="yes"),
        "use_thumbnail: found 'yes', expected true or false",
    ),
    "another thumbnail in the other file": (
        edit(PREPROCESSOR, "use_thumbnail", to=False),
        "preprocessor_config.json: use_thumbnail",
    ),
    "a patch that is no square": (
        reshaped(f"{RADIO}model.patch_generator.embedder.weight", [48, 1024]),
        "three colours of a square patch",
    ),
    "a projector to another width": (
        reshaped("mlp1.3.weight", [96, 160]),
        "mlp1.3.weight: found 96 outputs, expected 80",
    ),
    "other tags": (config("image_tag_type", to="nvlm"), "image_tag_type"),
    "another placeholder": (config("img_context_token", to="<IMG>"), "img_context_token"),
}

TOKENS = {
    "no tokenizer": (remove(TOKENIZER), "tokenizer.json is missing"),
    "another tokenizer": (edit(TOKENIZER, "model", "type", to="Unigram"), "model.type"),
    "a merge of an unknown piece": (
        edit(TOKENIZER, "model", "merges", to=[["n", "nowhere"]]),
        "model.merges: found ['n', 'nowhere'], expected an entry 'nowhere'",
    ),
    "a merge into an unknown piece": (
        edit(TOKENIZER, "model", "merges", to=["z q"]),
        "expected an entry 'zq'",
    ),
    "a merge of three": (edit(TOKENIZER, "model", "merges", to=["a b c"]), "pairs of entries"),
    "merges that are numbers": (edit(TOKENIZER, "model", "merges", to=[[1, 2]]), "pairs of"),
    "no merges": (edit(TOKENIZER, "model", "merges", to=...), "model.merges: found nothing"),
    "no entries": (edit(TOKENIZER, "model", "vocab", to={}), "model.vocab"),
    "ids that are no numbers": (edit(TOKENIZER, "model", "vocab", "note", to="7"), "model.vocab"),
    "one id for two entries": (edit(TOKENIZER, "model", "vocab", "note", to=40), "the id 40"),
    "more entries than the embedding": (
        edit(TOKENIZER, "model", "vocab", "more", to=5000),
        "5001 entries",
    ),
    "no placeholder": (drop_token("<image>"), "no special token <image>"),
    "a placeholder that is plain text": (added_token("<image>", special=False), "<image>"),
    "no start of a picture": (drop_token("<img>"), "no special token <img>"),
    "no end of a picture": (drop_token("</img>"), "no special token </img>"),
    "another placeholder id": (
        config("img_context_token_id", to=131072),
        "img_context_token_id: found 131072, expected 18",
    ),
    "no placeholder id": (config("img_context_token_id", to=...), "img_context_token_id"),
    "two ids for a token": (added_token("<image>", id=500), "added_tokens"),
    "special tokens as a word": (
        edit(TOKENIZER, "added_tokens", to="none"),
        "added_tokens: found 'none', expected the special tokens",
    ),
    "a special token without a text": (
        edit(TOKENIZER, "added_tokens", 5, to={"id": 5}),
        "expected content and id",
    ),
    "an end by its text": (
        edit("generation_config.json", "eos_token_id", to="</s>"),
        "eos_token_id: found '</s>', expected ids of tokens",
    ),
    "no end of a turn": (endless, "eos_token_id: found nothing, expected ids that end a turn"),
    "an end that does not exist": (
        edit("generation_config.json", "eos_token_id", to=[2, 90_000]),
        "generation_config.json: eos_token_id",
    ),
    "an end that is the placeholder": (
        edit("generation_config.json", "eos_token_id", to=18),
        "no <image> among them",
    ),
    "a first token that does not exist": (
        edit("tokenizer_config.json", "bos_token", to="<begin>"),
        "tokenizer_config.json: bos_token",
    ),
}

CASES = {**FOLDERS, **DOCUMENTS, **KINDS, **LANGUAGE, **PICTURES, **TOKENS}


@pytest.mark.parametrize(("mutate", "words"), CASES.values(), ids=CASES.keys())
def test_a_folder_is_refused_by_name(mutate, words, copied):
    mutate(copied)
    check_refusal(copied, words)


def test_there_are_enough_of_them():
    assert len(CASES) >= 40


def test_the_table_starts_from_a_folder_that_is_sound(copied):
    assert read_spec(copied).name == "copy"
