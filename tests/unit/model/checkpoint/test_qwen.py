"""A folder of Qwen3.5: what it is read as, what is let through, what is refused, where its tensors go."""

import math

import pytest
import torch
from safetensors.torch import load_file

from automation.core.errors import LoadError
from automation.core.timing import StopToken
from model.checkpoint.read import family_of, keys_of, read_spec
from model.checkpoint.tiny_qwen import SMALL_QWEN, entries, token_ids, write_tiny_qwen
from model.inference.loading import load
from model.network.quantize import Placer
from model.network.qwen import Qwen
from model.prompt.tokenizer import Tokenizer
from model.spec import DeltaLanguageSpec, PatchSpec, PatchVisionSpec, TokenSpec
from tests.unit.model.checkpoint.folders import (
    added,
    both,
    check_refusal,
    config,
    copy_of,
    edit,
    read_json,
    remove,
    reshaped,
    tensors_of,
    without,
    write_json,
)

LAYER = "model.language_model.layers."


@pytest.fixture(scope="module")
def qwen_folder(tmp_path_factory):
    """Return a sound folder that nobody writes to."""
    folder = tmp_path_factory.mktemp("qwen") / "tiny"
    write_tiny_qwen(folder)
    return folder


@pytest.fixture
def qwen_copy(qwen_folder, tmp_path):
    """Return a copy of the sound folder."""
    return copy_of(qwen_folder, tmp_path / "copy")


def text(name, to):
    return config("text_config", name, to=to)


def rope(name, to):
    return config("text_config", "rope_parameters", name, to=to)


def vision(name, to):
    return config("vision_config", name, to=to)


def pictures(name, to):
    return edit("preprocessor_config.json", name, to=to)


def test_every_size_is_read(qwen_folder):
    spec = read_spec(qwen_folder)
    ids = token_ids()
    assert spec.family == family_of(qwen_folder) == "qwen3_5"
    assert spec.language == DeltaLanguageSpec(
        layers=("delta", "delta", "attention", "delta", "delta", "attention"),
        hidden=80,
        vocab_rows=entries() + 24,
        mlp_width=112,
        heads=6,
        kv_heads=2,
        head_dim=32,
        key_heads=2,
        value_heads=4,
        key_dim=16,
        value_dim=24,
        conv_kernel=4,
        norm_eps=1e-6,
        max_positions=32768,
        rope_theta=10_000_000,
        rotary_width=8,
        rotary_parts=(2, 1, 1),
        has_own_head=False,
    )
    assert spec.vision == PatchVisionSpec(48, 2, 3, 96, 16, 2, 2, 8, 80)
    assert spec.image == PatchSpec(16, 2, 2, 4096, 1 << 20, (0.5,) * 3, (0.5,) * 3)
    stops = (ids["<|im_end|>"], ids["<|endoftext|>"])
    assert spec.tokens == TokenSpec(
        image_id=ids["<|image_pad|>"],
        image_start_id=ids["<|vision_start|>"],
        image_end_id=ids["<|vision_end|>"],
        bos_id=None,
        pad_id=ids["<|endoftext|>"],
        stop_ids=stops,
        entries=entries(),
    )


def test_parameters_are_those_of_the_network_and_no_layers_for_several_tokens(qwen_folder):
    spec = read_spec(qwen_folder)
    network = Qwen.meta(spec, torch.float32)
    head = math.prod(network.language.lm_head.weight.shape)
    values = sum(parameter.numel() for parameter in network.parameters()) - head
    assert spec.parameters == values
    assert spec.language.small + sum(r * c for r, c in spec.language.linears) + head == (
        sum(parameter.numel() for parameter in network.language.parameters()) - head
    )
    assert spec.encoder_values == sum(p.numel() for p in network.vision.parameters())


def test_every_place_is_filled_from_one_tensor_unchanged(qwen_folder):
    spec = read_spec(qwen_folder)
    shapes = {name: tuple(shape) for name, (_, shape, _, _) in tensors_of(qwen_folder).items()}
    keys = keys_of(spec, shapes)
    assert keys.rules.keys() | keys.dropped.keys() == shapes.keys()
    assert keys.dropped.keys() == {"mtp.fc.weight"}
    stored = {}
    for path in qwen_folder.glob("*.safetensors"):
        stored |= load_file(path)
    network = load(
        spec,
        Qwen.meta(spec, torch.bfloat16),
        Placer(torch.device("cpu"), torch.bfloat16),
        progress=lambda _: None,
        stop=StopToken(),
    )
    placed = dict(network.named_parameters())
    for name, rule in keys.rules.items():
        found = placed.pop(rule.parts[0].native)
        is_full = name.endswith(("A_log", "dt_bias"))
        assert found.dtype == (torch.float32 if is_full else torch.bfloat16)
        assert torch.equal(found, stored[name].to(found.dtype))
    assert placed == {}


def test_the_tokenizer_writes_every_text(qwen_folder):
    tokenizer = Tokenizer.from_file(qwen_folder / "tokenizer.json")
    for words in ("Click on Save. 123", "ä 🙂 \n\n <|im_end|>", "<think>"):
        assert tokenizer.decode(tokenizer.encode(words, trusted=False)) == words
    assert tokenizer.encode("<|im_end|>", trusted=True) == [token_ids()["<|im_end|>"]]
    assert len(tokenizer.encode("<|im_end|>", trusted=False)) > 1


def later_processor(folder):
    fields = read_json(folder, "preprocessor_config.json")
    (folder / "preprocessor_config.json").unlink()
    write_json(folder, "processor_config.json", {"image_processor": fields})


ACCEPTED = {
    "the interval for the list": text("layer_types", ...),
    "the older bounds": both(
        pictures("size", ...), pictures("min_pixels", 4096), pictures("max_pixels", 1 << 20)
    ),
    "the later place of the bounds": later_processor,
    "the share of the rotation beside the rest": both(
        rope("partial_rotary_factor", ...), text("partial_rotary_factor", 0.25)
    ),
    "no class named": pictures("image_processor_type", ...),
    "the later kind of the encoder": vision("model_type", "qwen3_5_vision"),
    "a head beside a tied one": added(
        "lm_head.weight",
        shape=(entries() + SMALL_QWEN.padding_rows, 80),
        data=b"\0" * 2 * 80 * (entries() + SMALL_QWEN.padding_rows),
    ),
    "no generation config": remove("generation_config.json"),
    "no layers for several tokens": without("mtp.fc.weight"),
}


@pytest.mark.parametrize("mutate", ACCEPTED.values(), ids=ACCEPTED.keys())
def test_what_means_the_same_is_accepted(mutate, qwen_copy, qwen_folder):
    mutate(qwen_copy)
    found, plain = read_spec(qwen_copy), read_spec(qwen_folder)
    assert (found.language, found.vision, found.image) == (
        plain.language,
        plain.vision,
        plain.image,
    )
    assert found.tokens.image_id == plain.tokens.image_id


REFUSED = {
    "experts": (config("model_type", to="qwen3_5_moe"), "found 'qwen3_5_moe', expected 'NemotronH"),
    "a list for a kind": (config("model_type", to=["qwen3_5"]), "model_type"),
    "another class": (config("architectures", to=["Qwen3_5ForCausalLM"]), "architectures"),
    "experts inside": (text("num_experts", 8), "num_experts"),
    "weights of 8 bit": (config("quantization_config", to={"bits": 8}), "quantization_config"),
    "code": (config("custom_generate", to="x/y"), "custom_generate"),
    "a kernel of a repository": (text("_attn_implementation", "x/y"), "_attn_implementation"),
    "no gate": (text("attn_output_gate", to=False), "attn_output_gate"),
    "a window": (text("sliding_window", 4096), "sliding_window"),
    "a kind of layer": (text("layer_types", ["linear_attention", "mlp"]), "layer_types"),
    "kinds that the tensors do not have": (
        text("layer_types", ["full_attention"] + ["linear_attention"] * 5),
        "the kind of layer whose tensors layer 0 has",
    ),
    "too few kinds": (text("layer_types", ["linear_attention"]), "each of the 6 layers"),
    "heads that do not fit": (text("num_attention_heads", 7), "num_attention_heads"),
    "key heads that do not fit": (text("linear_num_key_heads", 3), "linear_num_key_heads"),
    "key heads that nobody tells": (text("linear_num_key_heads", ...), "linear_num_key_heads"),
    "another length of the convolution": (text("linear_conv_kernel_dim", 5), "linear_conv_kernel"),
    "no positions": (text("rope_parameters", ...), "rope_parameters"),
    "stretched positions": (rope("rope_type", "yarn"), "rope_type"),
    "parts that are not woven": (rope("mrope_interleaved", to=False), "mrope_interleaved"),
    "parts of another sum": (rope("mrope_section", [2, 1, 2]), "mrope_section"),
    "parts that do not fit in": (rope("mrope_section", [0, 0, 4]), "mrope_section"),
    "parts that are no numbers": (rope("mrope_section", [2, True, 1]), "mrope_section"),
    "an endless base": (rope("rope_theta", float("inf")), "rope_theta"),
    "half a pair": (rope("partial_rotary_factor", 0.1), "partial_rotary_factor"),
    "a word for tied": (config("tie_word_embeddings", to="yes"), "tie_word_embeddings"),
    "a head that is missing": (config("tie_word_embeddings", to=False), "lm_head.weight"),
    "another encoder": (vision("model_type", "qwen3_vl"), "model_type"),
    "features of several depths": (vision("deepstack_visual_indexes", [1]), "deepstack_visual"),
    "heads of the encoder": (vision("num_heads", 5), "num_heads"),
    "another patch": (vision("patch_size", 14), "patch_size"),
    "another merge": (vision("spatial_merge_size", 3), "spatial_merge_size"),
    "another base in the encoder": (
        vision("rope_parameters", {"rope_type": "axial", "rope_theta": 1000}),
        "rope_theta",
    ),
    "no statistics": (pictures("image_mean", ...), "image_mean"),
    "a spread of nothing": (pictures("image_std", [0.5, 0, 0.5]), "image_std"),
    "pictures as they come": (pictures("do_resize", to=False), "do_resize"),
    "another resampling": (pictures("resample", 2), "resample"),
    "another scale": (pictures("rescale_factor", 1.0), "rescale_factor"),
    "bounds the wrong way round": (
        pictures("size", {"shortest_edge": 8192, "longest_edge": 4096}),
        "longest_edge",
    ),
    "bounds beyond all pictures": (
        pictures("size", {"shortest_edge": 4096, "longest_edge": 1 << 30}),
        "longest_edge",
    ),
    "no bounds": (pictures("size", ...), "min_pixels"),
    "no preprocessor": (remove("preprocessor_config.json"), "image_std"),
    "another id of the placeholder": (config("image_token_id", to=3), "<|image_pad|>"),
    "a tensor that is missing": (without(f"{LAYER}1.linear_attn.A_log"), "is missing"),
    "a tensor too many": (added("model.audio.weight"), "has no place"),
    "a tensor of another shape": (
        reshaped(f"{LAYER}0.mlp.down_proj.weight", [112, 80]),
        "mlp.down_proj.weight",
    ),
    "a layer that is missing": (
        lambda folder: [
            without(name)(folder) for name in tensors_of(folder) if f"{LAYER}3." in name
        ],
        "no gap",
    ),
}


@pytest.mark.parametrize(("mutate", "words"), REFUSED.values(), ids=REFUSED.keys())
def test_what_is_not_this_network_is_refused(mutate, words, qwen_copy):
    mutate(qwen_copy)
    check_refusal(qwen_copy, words)


def test_a_folder_of_another_family_tells_which_ones_run(tmp_path):
    write_json(tmp_path, "config.json", {"model_type": "llama"})
    with pytest.raises(LoadError, match="'NemotronH_Nano_VL_V2' or 'qwen3_5'"):
        family_of(tmp_path)


ODD = (None, -1, 1 << 39, 1e300, True, "x", [], {}, [[1]], {"a": 1})
PLACES = (
    ("config.json",),
    ("config.json", "text_config"),
    ("config.json", "text_config", "rope_parameters"),
    ("config.json", "vision_config"),
    ("preprocessor_config.json",),
    ("preprocessor_config.json", "size"),
    ("generation_config.json",),
)


@pytest.mark.parametrize("place", PLACES, ids="/".join)
def test_whatever_a_field_holds_it_is_read_or_refused_in_words(place, qwen_copy):
    name, *path = place
    document = read_json(qwen_copy, name)
    holder = document
    for key in path:
        holder = holder[key]
    said = []
    for field, sound in list(holder.items()):
        for odd in ODD:
            holder[field] = odd
            write_json(qwen_copy, name, document)
            try:
                read_spec(qwen_copy)
            except LoadError as error:
                said.append(str(error))
        holder[field] = sound
    assert said
    assert all(words.isprintable() for words in said)
