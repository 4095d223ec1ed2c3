"""Quantised layers are close to the plain ones, and nothing but layers is quantised."""

import sys
from dataclasses import replace
from types import SimpleNamespace

import pytest
import torch

from automation.core.errors import KernelUnavailable, LoadError, OutOfMemory
from model.network.device import Device, Machine, Override, choose, parameters_of, projection_bytes
from model.network.model import Holotron
from model.network.quantize import (
    EMBEDDINGS,
    HostEmbedding,
    Placer,
    four_bit_kernels,
    is_out_of_memory,
    is_quantised,
    nf4_linear,
    placer_for,
    sent,
)
from tests.fakes.model_specs import small_language, small_spec
from tests.fakes.random_network import random_network

CPU = torch.device("cpu")
BF16 = torch.bfloat16
SPEC = replace(
    small_spec(),
    language=small_language(
        pattern="M-M*M-M*-",
        hidden=128,
        mlp_width=256,
        heads=4,
        head_dim=32,
        mamba_heads=8,
        mamba_head_dim=16,
    ),
    projector=replace(small_spec().projector, outputs=128),
)
"""Every row of every linear layer is a whole number of 4-bit blocks."""
LINEAR_LAYERS = 4 * 2 + 3 * 2 + 2 * 4  # of Mamba-2, MLP and attention layers


def loaded(quantization="nf4"):
    """The network of SPEC with the same random weights, in the given precision."""
    source = random_network(SPEC, seed=7, dtype=BF16)
    network = Holotron.meta(SPEC, BF16)
    placer = Placer(CPU, BF16, quantization=quantization)
    for name, tensor in source.named_parameters():
        placer.place(network, name, tensor)
    return network.finish(), placer


def logits(network):
    ids = torch.arange(64) * 3 % 300
    return network.forward_all(network.embed(ids), network.new_cache())


@pytest.fixture(scope="module")
def plain():
    return logits(loaded("none")[0])


def test_a_quantised_network_is_close_to_the_plain_one(plain):
    # Measured: 0.144 of the logits' size, nine layers of random weights. A layer that loses its
    # scales or mixes up its rows is off by about 1.
    found = logits(loaded()[0])
    assert 0 < float((found - plain).norm() / plain.norm()) < 0.25


def test_every_linear_layer_of_the_language_model_is_replaced_and_nothing_else():
    network, placer = loaded()
    kept = {n for n, m in network.named_modules() if type(m) is torch.nn.Linear}
    assert placer.replaced == LINEAR_LAYERS
    assert not [name for name in kept if "layers." in name and name.startswith("language")]
    assert "language.lm_head" in kept
    assert {"projector.up", "projector.down"} <= kept
    assert len([name for name in kept if name.startswith("vision")]) == 2 * 6 + 1


def test_a_quantised_layer_occupies_the_planned_bytes():
    network, _ = loaded()
    found = sum(bytes_of(m) for n, m in network.named_modules() if is_quantised(f"{n}.weight"))
    planned = projection_bytes(parameters_of(SPEC), "bfloat16", "nf4")
    # What 4 bit keeps for its scales' scales is rounded up in each of so small layers.
    assert found == pytest.approx(planned, rel=0.02)


def bytes_of(layer):
    return sum(tensor.nbytes for tensor in (*layer.parameters(), *layer.buffers()))


def test_one_token_at_a_time_gives_what_a_prefill_gives():
    network, _ = loaded()
    ids = torch.tensor([5, 9, 200, 17, 3, 80])
    whole = network.forward_tokens(network.embed(ids), network.new_cache())
    cache = network.new_cache()
    for one in ids:
        stepwise = network.forward_tokens(network.embed(one[None]), cache)
    # bfloat16 arithmetic; 0.009 measured, 0.010 for the plain network.
    assert float((stepwise - whole).norm() / whole.norm()) < 0.03


def test_rows_of_a_part_of_a_block_stay_plain_in_4_bit():
    spec = small_spec()  # 32 columns
    network = Holotron.meta(spec, BF16)
    placer = Placer(CPU, BF16, quantization="nf4")
    name = "language.model.layers.1.mixer.up_proj.weight"
    placer.place(network, name, torch.ones(64, 32))
    assert placer.replaced == 0
    assert type(network.get_submodule(name.removesuffix(".weight"))) is torch.nn.Linear


def test_4_bit_is_the_same_on_every_cpu(monkeypatch):
    """Where the library thinks that the CPU has AVX-512 BF16 it wants whole groups of 32 rows."""
    bitsandbytes = four_bit_kernels(torch.device("cpu"))

    def output(*, is_new):
        monkeypatch.setattr(bitsandbytes.nn.modules, "has_avx512bf16", lambda: is_new)
        weight = torch.linspace(-1.0, 1.0, 40 * 64).reshape(40, 64)
        layer = nf4_linear(bitsandbytes, weight)
        with torch.inference_mode():
            return layer(torch.linspace(0.0, 1.0, 64).reshape(1, 64))

    assert torch.equal(output(is_new=True), output(is_new=False))


def test_a_weight_of_another_shape_is_refused():
    network = Holotron.meta(SPEC, BF16)
    placer = Placer(CPU, BF16, quantization="nf4")
    with pytest.raises(LoadError, match=r"up_proj\.weight has the shape \(1, 1\)"):
        placer.place(network, "language.model.layers.1.mixer.up_proj.weight", torch.ones(1, 1))


def test_4_bit_without_its_package_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "bitsandbytes", None)
    with pytest.raises(KernelUnavailable, match=r"bitsandbytes, which cannot.*setup\.sh local"):
        Placer(CPU, BF16, quantization="nf4")


class FourBitLayer(torch.nn.Module):
    """Stands where bitsandbytes has its layer; gives zeros, or fails."""

    failure = ""

    def __init__(self, *_args, **_kwargs):
        super().__init__()

    def forward(self, x):
        if self.failure:
            raise RuntimeError(self.failure)
        return torch.zeros(x.shape[0], 64)


class FourBitWeight(torch.nn.Parameter):
    def __new__(cls, data, **_kwargs):
        made = super().__new__(cls, data, requires_grad=False)
        made.quant_state = SimpleNamespace(absmax=data, state2=SimpleNamespace(absmax=data))
        return made

    def to(self, _device):
        return self


class FourBitLayerWithoutLibrary(FourBitLayer):
    failure = "no kernel image\nsecond line"


def other_bitsandbytes(layer):
    nn = SimpleNamespace(Linear4bit=layer, Params4bit=FourBitWeight)
    return SimpleNamespace(nn=nn, __version__="0.0")


def test_4_bit_whose_kernels_compute_wrong_numbers_is_refused(monkeypatch):
    monkeypatch.setitem(sys.modules, "bitsandbytes", other_bitsandbytes(FourBitLayer))
    with pytest.raises(KernelUnavailable, match="computes wrong numbers on cpu, by 100%"):
        four_bit_kernels(CPU)


def test_4_bit_whose_library_is_missing_is_refused_before_anything_is_loaded(monkeypatch):
    broken = other_bitsandbytes(FourBitLayerWithoutLibrary)
    monkeypatch.setitem(sys.modules, "bitsandbytes", broken)
    with pytest.raises(KernelUnavailable, match=r"does not work on cpu: no kernel image\. Run"):
        four_bit_kernels(CPU)


def plan_for(quantization, **fields):
    cpu = Device("cpu", "CPU", "cpu", 10**10, 10**10)
    return replace(choose(SPEC, Machine((cpu,)), Override(quantization=quantization)), **fields)


@pytest.mark.parametrize("quantization", ["none", "nf4"])
def test_a_plan_becomes_the_placer_that_loads_it(quantization):
    source = random_network(SPEC, seed=7, dtype=BF16)
    plan = plan_for(quantization)
    network = Holotron.meta(SPEC, getattr(torch, plan.dtype))
    placer = placer_for(plan)
    for name, tensor in source.named_parameters():
        placer.place(network, name, tensor)
    assert logits(network.finish()).isfinite().all()


def test_an_embedding_in_main_memory_changes_no_bit():
    source = random_network(SPEC, seed=7, dtype=torch.float32)
    network = Holotron.meta(SPEC, torch.float32)
    placer = placer_for(plan_for("none", embedding_in_ram=True))
    for name, tensor in source.named_parameters():
        placer.place(network, name, tensor)
    assert isinstance(network.get_submodule(EMBEDDINGS[0].removesuffix(".weight")), HostEmbedding)
    assert torch.equal(logits(network.finish()), logits(source))
    assert (network.device, network.dtype) == (CPU, torch.float32)


# A placed tensor is a copy, in the dtype and on the device where the network runs.


class Mixer(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.in_proj = torch.nn.Linear(3, 4, bias=False)
        self.A_log = torch.nn.Parameter(torch.empty(4))
        self.D = torch.nn.Parameter(torch.empty(4))
        self.dt_bias = torch.nn.Parameter(torch.empty(4))
        self.norm = torch.nn.RMSNorm(4)
        self.register_buffer("positions", torch.empty(2, dtype=torch.int64))


def empty_network():
    with torch.device("meta"):
        root = torch.nn.Module()
        root.mixer = Mixer()
        layer = torch.nn.Module()
        layer.add_module("layer", root)
        return layer


def placed(name, tensor, dtype=torch.bfloat16):
    root = empty_network()
    Placer(CPU, dtype).place(root, name, tensor)
    return root.get_parameter(name)


def test_a_weight_takes_the_dtype_of_the_network():
    weight = torch.arange(12.0).view(4, 3)
    found = placed("layer.mixer.in_proj.weight", weight)
    assert found.dtype == torch.bfloat16
    assert found.device.type == "cpu"
    assert not found.requires_grad
    assert torch.equal(found.float(), weight)


@pytest.mark.parametrize("leaf", ["A_log", "D", "dt_bias"])
@pytest.mark.parametrize("stored", [torch.float32, torch.bfloat16])
def test_what_steers_the_recurrence_stays_in_full_precision(leaf, stored):
    values = torch.tensor([1 / 3, 2 / 3, 1e-3, 7.0]).to(stored)
    found = placed(f"layer.mixer.{leaf}", values)
    assert found.dtype == torch.float32
    assert torch.equal(found, values.float())


def test_a_norm_takes_the_dtype_of_the_network_since_the_mixer_takes_that_of_the_norm():
    assert placed("layer.mixer.norm.weight", torch.ones(4)).dtype == torch.bfloat16


def test_a_buffer_of_integers_keeps_its_dtype():
    root = empty_network()
    placer = Placer(CPU, torch.bfloat16)
    placer.place(root, "layer.mixer.positions", torch.tensor([0, 5]))
    found = root.get_buffer("layer.mixer.positions")
    assert found.dtype == torch.int64
    assert found.tolist() == [0, 5]


def test_what_is_placed_does_not_share_memory_with_the_source():
    weight = torch.zeros(4, 3)
    found = placed("layer.mixer.in_proj.weight", weight, torch.float32)
    weight.fill_(1.0)
    assert torch.equal(found, torch.zeros(4, 3))


def test_a_slice_of_a_fused_tensor_becomes_contiguous_and_alone():
    fused = torch.arange(24.0).view(4, 6)
    found = placed("layer.mixer.in_proj.weight", fused[:, ::2], torch.float32)
    assert found.is_contiguous()
    assert found.untyped_storage().nbytes() == 4 * 3 * 4


def test_another_shape_is_refused_with_both_shapes():
    with pytest.raises(LoadError, match=r"in_proj\.weight .*\(3, 4\), expected \(4, 3\)"):
        placed("layer.mixer.in_proj.weight", torch.zeros(3, 4))


def test_a_name_that_the_network_does_not_have_is_a_mistake_of_ours():
    with pytest.raises(AssertionError, match=r"the network has no layer\.mixer\.bias"):
        placed("layer.mixer.bias", torch.zeros(4))


def test_a_full_device_is_said_with_the_tensor_and_a_remedy():
    rows = 2**50
    with torch.device("meta"):
        root = torch.nn.Linear(1, rows, bias=False)
    endless = torch.zeros(1).expand(rows, 1)
    with pytest.raises(OutOfMemory, match=r"cpu for weight.*Close a program, or use 4 bit"):
        Placer(CPU, torch.float32).place(root, "weight", endless)


@pytest.mark.parametrize(
    ("said", "is_room"),
    [
        ("DefaultCPUAllocator: can't allocate memory: you tried to allocate 2 bytes", True),
        ("could not create a primitive", True),
        ("std::bad_alloc", True),
        ("CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling cublasCreate", True),
        ("CUDA error: unspecified launch failure", False),
    ],
)
def test_the_ways_in_which_libraries_say_that_there_is_no_room(said, is_room):
    assert is_out_of_memory(RuntimeError(said)) == is_room


class Recorded:
    """A tensor in main memory that says how it was copied."""

    device = CPU

    def __init__(self, steps=()):
        self.steps = steps

    def pin_memory(self):
        return Recorded((*self.steps, "pinned"))

    def to(self, device, **how):
        return (*self.steps, str(device), how)


def test_what_goes_to_a_card_waits_for_no_pass():
    copied = sent(Recorded(), torch.device("cuda:1"))
    assert copied == ("pinned", "cuda:1", {"non_blocking": True})


def test_what_stays_is_not_copied():
    ids = torch.arange(3)
    assert sent(ids, CPU) is ids


def test_an_embedding_in_main_memory_is_asked_there_and_gives_the_same_rows(monkeypatch):
    ids = torch.tensor([5, 0, 299])
    network = random_network(SPEC, seed=7, dtype=BF16)
    expected = network.embed(ids)
    rows = network.language.model.embeddings.weight.data
    network.language.model.embeddings = HostEmbedding(rows, CPU)
    asked = []
    monkeypatch.setattr(
        "model.network.network.sent", lambda values, device: asked.append(device) or values
    )
    assert network.embed(ids).equal(expected)
    assert asked == []
