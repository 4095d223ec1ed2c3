"""The picture encoder: transformers' RADIO, fed with pixels that are normalised already."""

import torch
from transformers.models.radio.configuration_radio import RadioConfig
from transformers.models.radio.modeling_radio import RadioLayer, RadioModel

from model.core.spec import VisionSpec


def build_tower(spec: VisionSpec) -> RadioModel:
    """Build the encoder on the current default device.

    The input conditioner is taken out: tiles arrive normalised, and it would normalise them a
    second time. All prefix tokens are declared class tokens; the split between class and register
    tokens only matters for the summary, which nobody reads.
    """
    config = RadioConfig(
        hidden_size=spec.hidden,
        num_hidden_layers=spec.blocks,
        num_attention_heads=spec.heads,
        mlp_ratio=spec.mlp_width / spec.hidden,
        layer_norm_eps=spec.norm_eps,
        patch_size=spec.patch_px,
        max_img_size=spec.table_side * spec.patch_px,
        num_cls_tokens=spec.prefix_tokens,
        num_registers=0,
        summary_idxs=[0],
    )
    config._attn_implementation = "sdpa"
    tower = RadioModel(config)
    tower.make_preprocessor_external()  # type: ignore[no-untyped-call]  # transformers has no types here
    return tower


def fill_unstored(tower: RadioModel) -> None:
    """Fill what the checkpoint leaves out and nothing reads otherwise.

    Layer scales become ones, which is their absence, and the summary's indices become valid.
    """
    device = tower.embeddings.position_embedding.device
    tower.summary_idxs = torch.nn.Buffer(torch.zeros(1, dtype=torch.int64, device=device))
    for layer in tower.modules():
        if isinstance(layer, RadioLayer):
            for scale in (layer.layer_scale1, layer.layer_scale2):
                ones = torch.ones_like(layer.norm1.weight)
                scale.lambda1 = torch.nn.Parameter(ones, requires_grad=False)
