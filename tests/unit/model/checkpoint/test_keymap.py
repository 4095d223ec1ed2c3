"""Official names to native ones: every name once, bits unchanged, nothing unaccounted."""

import numpy as np
import pytest
import torch
from safetensors.torch import save_file

from automation.core.errors import LoadError
from automation.core.timing import StopToken
from model.checkpoint.keymap import DROPPED, plan_keys
from model.checkpoint.load import load
from model.checkpoint.read import read_spec
from model.network.model import Holotron
from model.network.quantize import PlainPlacer
from tests.unit.model.checkpoint.folders import INDEX, tensors_of

RADIO = "vision_model.radio_model.model."


@pytest.fixture(scope="module")
def spec(tiny_folder):
    return read_spec(tiny_folder)


def shapes_of(folder):
    return {name: tuple(shape) for name, (_, shape, _, _) in tensors_of(folder).items()}


def planned(spec, shapes):
    return plan_keys(spec.language, spec.vision, spec.projector, shapes)


def test_every_official_name_is_used_once_or_dropped_by_a_rule(spec, tiny_folder):
    found = shapes_of(tiny_folder)
    plan = planned(spec, found)
    assert plan.rules.keys().isdisjoint(plan.dropped)
    assert plan.rules.keys() | plan.dropped.keys() == found.keys()
    assert plan.dropped == DROPPED


def test_every_native_place_is_filled_once_or_left_to_the_network(spec, tiny_folder):
    plan = planned(spec, shapes_of(tiny_folder))
    filled = [part.native for rule in plan.rules.values() for part in rule.parts]
    network = Holotron.meta(spec, torch.float32)
    places = {name for name, _ in network.named_parameters()}
    assert len(filled) == len(set(filled))
    scales = {name for name in places if ".layer_scale" in name}
    assert set(filled) == places - scales
    assert len(scales) == 2 * spec.vision.blocks


def test_rows_of_a_rule_cover_its_tensor_without_overlap(spec, tiny_folder):
    for rule in planned(spec, shapes_of(tiny_folder)).rules.values():
        at = 0
        for part in rule.parts:
            assert part.start == at
            at += part.rows
        assert at == rule.shape[0]


def test_a_name_that_was_renamed_is_missing_and_unknown(spec, tiny_folder):
    shapes = shapes_of(tiny_folder)
    shapes["mlp1.2.weight"] = shapes.pop("mlp1.3.weight")
    with pytest.raises(LoadError, match=r"mlp1\.2\.weight"):
        planned(spec, shapes)


def test_the_preprocessing_of_the_encoder_may_be_left_out(spec, tiny_folder):
    shapes = {name: shape for name, shape in shapes_of(tiny_folder).items() if name not in DROPPED}
    assert planned(spec, shapes).dropped == {}


def as_stored(folder):
    """Return the tensors of a folder as torch has them, read by hand."""
    kinds = {"BF16": torch.bfloat16, "F32": torch.float32, "I64": torch.int64}
    return {
        name: torch.frombuffer(bytearray(data), dtype=kinds[dtype]).reshape(shape)
        for name, (dtype, shape, data, _) in tensors_of(folder).items()
    }


def official_from(native, spec):
    """Name native tensors officially, by the published table and not by our map."""
    official = {}
    for name, tensor in native.items():
        if name.startswith("language.lm_head"):
            official["language_model.lm_head.weight"] = tensor
        elif name.startswith("language.model."):
            official["language_model.backbone." + name.removeprefix("language.model.")] = tensor
        elif name.startswith("projector."):
            place = {"norm": 0, "up": 1, "down": 3}[name.split(".")[1]]
            official[f"mlp1.{place}.weight"] = tensor
    generator = {
        "embedder.weight": "patch_projection.weight",
        "pos_embed": "position_embedding",
        "cls_token.token": "cls_register_token",
    }
    for old, new in generator.items():
        official[f"{RADIO}patch_generator.{old}"] = native[f"vision.embeddings.{new}"]
    for number in range(spec.vision.blocks):
        layer, block = f"vision.encoder.layer.{number}.", f"{RADIO}blocks.{number}."
        for kind in ("weight", "bias"):
            qkv = [native[f"{layer}attention.{letter}_proj.{kind}"] for letter in "qkv"]
            official[f"{block}attn.qkv.{kind}"] = torch.cat(qkv)
            official[f"{block}attn.proj.{kind}"] = native[f"{layer}attention.o_proj.{kind}"]
            for same in ("norm1", "norm2", "mlp.fc1", "mlp.fc2"):
                official[f"{block}{same}.{kind}"] = native[f"{layer}{same}.{kind}"]
    return official


def loaded(spec):
    """Load a folder without changing a dtype."""
    placer = PlainPlacer(torch.device("cpu"), lambda _name, stored: stored)
    network = Holotron.meta(spec, torch.bfloat16)
    return load(spec, network, placer, progress=lambda _: None, stop=StopToken())


def bits(tensor):
    return tensor.contiguous().view(torch.uint8).numpy()


def same_bits(one, other):
    assert one.keys() == other.keys()
    for name, tensor in one.items():
        assert tensor.dtype == other[name].dtype, name
        assert np.array_equal(bits(tensor), bits(other[name])), name


def test_native_and_official_names_go_round_bit_for_bit(spec, tiny_folder, tmp_path):
    native = dict(loaded(spec).named_parameters())
    official = official_from(native, spec)
    stored = {name: value for name, value in as_stored(tiny_folder).items() if name not in DROPPED}
    same_bits(official, stored)

    for path in tiny_folder.iterdir():
        if path.suffix == ".json" and path.name != INDEX:
            (tmp_path / path.name).write_bytes(path.read_bytes())
    contiguous = {name: tensor.detach().contiguous() for name, tensor in official.items()}
    save_file(contiguous, tmp_path / "model.safetensors")
    again = dict(loaded(read_spec(tmp_path)).named_parameters())
    same_bits(again, native)


def test_layer_scales_are_one(spec):
    scales = [p for name, p in loaded(spec).named_parameters() if ".layer_scale" in name]
    assert len(scales) == 2 * spec.vision.blocks
    assert all(bool((scale == 1).all()) for scale in scales)
