"""A placed tensor is a copy, in the dtype and on the device where the network runs."""

import pytest
import torch

from automation.core.errors import LoadError, OutOfMemory
from model.network.quantize import PlainPlacer, dtype_rule, is_out_of_memory

CPU = torch.device("cpu")


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
    PlainPlacer(CPU, dtype_rule(dtype)).place(root, name, tensor)
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
    placer = PlainPlacer(CPU, dtype_rule(torch.bfloat16))
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
        PlainPlacer(CPU, dtype_rule(torch.float32)).place(root, "weight", endless)


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
