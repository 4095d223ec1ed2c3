"""Official names to native ones: every name once, bits unchanged, nothing unaccounted."""

import gc
import json
import subprocess
import sys
import weakref

import numpy as np
import pytest
import torch
from safetensors.torch import save_file

from automation.core.errors import LoadError, OutOfMemory, Stopped
from automation.core.timing import StopToken
from model.checkpoint.read import read_spec
from model.checkpoint.tensor_names import DROPPED, plan_keys
from model.checkpoint.tiny import CANARY_MARK
from model.inference.loading import load
from model.network.model import Holotron
from model.network.quantize import Placer
from tests.unit.model.checkpoint.folders import INDEX, LAST, SHARD, tensors_of

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
    """Load a folder in the dtypes that it is stored in."""
    network = Holotron.meta(spec, torch.bfloat16)
    return load(spec, network, placer(torch.bfloat16), progress=silent, stop=StopToken())


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


# Loading: one copy of the weights, progress in bytes, and nothing left behind when it fails.


CPU = torch.device("cpu")


def placer(dtype=torch.float32):
    return Placer(CPU, dtype)


def silent(_progress):
    return None


class Watched:
    """Places tensors and remembers them weakly; may fail or stop at one of them."""

    def __init__(self, at=None, then=None):
        self.inner = placer()
        self.placed = []
        self.at = at
        self.then = then

    def place(self, root, name, tensor):
        if len(self.placed) == self.at:
            self.then()
        self.inner.place(root, name, tensor)
        owner, _, leaf = name.rpartition(".")
        self.placed.append(weakref.ref(getattr(root.get_submodule(owner), leaf)))

    def alive(self):
        gc.collect()
        return sum(reference() is not None for reference in self.placed)


def test_every_weight_is_there_with_its_value(tiny_folder):
    spec = read_spec(tiny_folder)
    network = load(
        spec, Holotron.meta(spec, torch.float32), placer(), progress=silent, stop=StopToken()
    )
    assert not any(p.is_meta for p in [*network.parameters(), *network.buffers()])
    stored = tensors_of(tiny_folder)["language_model.backbone.layers.1.mixer.up_proj.weight"]
    expected = torch.frombuffer(bytearray(stored[2]), dtype=torch.bfloat16).reshape(stored[1])
    assert torch.equal(network.language.model.layers[1].mixer.up_proj.weight, expected.float())


def test_no_code_of_the_folder_runs(copied):
    spec = read_spec(copied)
    load(spec, Holotron.meta(spec, torch.float32), placer(), progress=silent, stop=StopToken())
    assert not (copied / CANARY_MARK).exists()
    assert not list(copied.rglob("__pycache__"))


def test_progress_counts_the_bytes_of_the_weights(tiny_folder):
    spec, seen = read_spec(tiny_folder), []
    load(spec, Holotron.meta(spec, torch.float32), placer(), progress=seen.append, stop=StopToken())
    done = [progress.done_bytes for progress in seen]
    assert done == sorted(done)
    assert (done[0], done[-1]) == (0, spec.weights_bytes)
    assert {progress.total_bytes for progress in seen} == {spec.weights_bytes}


def stopping(token):
    return lambda: token.stop("user")


def running_out():
    raise OutOfMemory("full")


@pytest.mark.parametrize("at", [0, 1, 40])
def test_a_stop_ends_it_at_the_next_tensor_and_leaves_nothing(at, tiny_folder):
    spec, stop = read_spec(tiny_folder), StopToken()
    watched = Watched(at, stopping(stop))
    network = Holotron.meta(spec, torch.float32)
    with pytest.raises(Stopped):
        load(spec, network, watched, progress=silent, stop=stop)
    # Query, key and value come from one tensor: at most two more parts are placed.
    assert at < len(watched.placed) <= at + 3
    assert watched.alive() == 0
    assert list(network.parameters()) == []


def test_a_full_device_leaves_nothing(tiny_folder):
    spec = read_spec(tiny_folder)
    watched = Watched(30, running_out)
    network = Holotron.meta(spec, torch.float32)
    with pytest.raises(OutOfMemory):
        load(spec, network, watched, progress=silent, stop=StopToken())
    assert (len(watched.placed), watched.alive()) == (30, 0)


def cut_short(path):
    path.write_bytes(path.read_bytes()[:-1])


def rewritten(path):
    path.write_bytes(path.read_bytes().replace(b"mlp1.0", b"mlp1.7"))


@pytest.mark.parametrize("change", [cut_short, rewritten])
def test_a_file_that_changed_since_it_was_checked_is_named(change, copied):
    spec = read_spec(copied)
    change(copied / LAST)
    with pytest.raises(LoadError, match=LAST):
        load(spec, Holotron.meta(spec, torch.float32), placer(), progress=silent, stop=StopToken())


def test_a_file_that_is_cut_while_it_is_read_is_an_error(copied):
    spec = read_spec(copied)

    def cut(progress):
        if progress.done_bytes == 0:
            with (copied / SHARD).open("r+b") as file:
                file.truncate(200_000)

    with pytest.raises(LoadError, match=f"{SHARD}: ends .* too early"):
        load(spec, Holotron.meta(spec, torch.float32), placer(), progress=cut, stop=StopToken())


MEASURE = """
import json, sys, threading
from pathlib import Path
import torch
from automation.core.timing import StopToken
from model.inference.loading import load
from model.checkpoint.read import read_spec
from model.network.model import Holotron
from model.network.quantize import Placer

def resident():
    lines = Path("/proc/self/status").read_text().splitlines()
    return {l.split(":")[0]: int(l.split()[1]) * 1024 for l in lines if l.startswith(("VmRSS", "VmHWM"))}

spec = read_spec(Path(sys.argv[1]))
network = Holotron.meta(spec, torch.bfloat16)
placer = Placer(torch.device("cpu"), torch.bfloat16)
before = resident()
Path("/proc/self/clear_refs").write_text("5")  # the peak starts again from here
load(spec, network, placer, progress=lambda _: None, stop=StopToken())
after = resident()
sizes = [t.nbytes for t in network.parameters()]
print(json.dumps({"grown": after["VmHWM"] - before["VmRSS"], "weights": sum(sizes), "largest": max(sizes)}))
"""


def test_memory_peaks_at_one_copy_and_one_tensor(large_folder):
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, large_folder], capture_output=True, text=True, check=True
    )
    found = json.loads(done.stdout)
    assert found["weights"] > 75e6
    # The largest tensor passes through a buffer; 24 MB are what allocator and libraries take.
    assert found["grown"] < found["weights"] + found["largest"] + 24e6
    assert found["grown"] > 0.9 * found["weights"]
