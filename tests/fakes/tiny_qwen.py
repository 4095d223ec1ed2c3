"""A tiny random checkpoint of Qwen3.5, and transformers' own network with the same weights."""

from safetensors.torch import load_file

from automation.core.geometry import Rect
from automation.core.timing import StopToken
from model.checkpoint.read import read_spec
from model.checkpoint.tiny_qwen import TinyQwenScale, write_tiny_qwen
from model.images.tiling import plan_for
from model.inference.loading import load
from model.network.quantize import Placer
from model.network.qwen import Qwen

SCREEN = (384, 216)
"""Width and height; becomes 384x224: 12 by 7 tokens."""


def tiny_qwen_folder(factory, seed=0, **scale):
    """Write a tiny checkpoint and return its folder; weights in float32 unless said otherwise."""
    folder = factory.mktemp("checkpoint") / "tiny"
    write_tiny_qwen(folder, seed=seed, scale=TinyQwenScale(**{"dtype": "float32", **scale}))
    return folder


def filled(folder, dtype):
    """Return the network of a folder, on the CPU."""
    import torch

    spec = read_spec(folder)
    network = Qwen.meta(spec, dtype)
    placer = Placer(torch.device("cpu"), dtype)
    return load(spec, network, placer, progress=lambda _: None, stop=StopToken())


def plain(folder):
    """Return `Qwen3_5ForConditionalGeneration` with the folder's weights, by transformers' own means."""
    from transformers.models.qwen3_5.configuration_qwen3_5 import Qwen3_5Config
    from transformers.models.qwen3_5.modeling_qwen3_5 import Qwen3_5ForConditionalGeneration

    config = Qwen3_5Config.from_pretrained(folder)
    config._attn_implementation = "eager"
    network = Qwen3_5ForConditionalGeneration(config)
    weights = {}
    for path in sorted(folder.glob("*.safetensors")):
        weights |= load_file(path)
    missing, unexpected = network.load_state_dict(weights, strict=False)
    assert all(name.startswith("mtp.") or name == "lm_head.weight" for name in unexpected)
    assert set(missing) <= {"lm_head.weight"}
    network.tie_weights()
    return network.eval()


def source_plan(spec, width=SCREEN[0], height=SCREEN[1]):
    """Return how a picture of the whole screen is resized."""
    return plan_for(Rect(0, 0, width, height), spec.image)
