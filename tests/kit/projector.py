"""A projector of random weights, so that llama.cpp's server takes pictures: the answers mean nothing, the way is real.

The shape is that of the smallest which llama.cpp (b11549) takes for SmolLM2-135M: a vision transformer of two
layers and the two layers of LLaVA 1.5 (projector type `mlp`) to the 576 numbers of the text model's tokens.
"""

import numpy as np
from gguf import GGUFWriter

SIDE, PATCH, WIDTH, INNER, LAYERS, HEADS, OUT = 224, 16, 192, 384, 2, 3, 576


def write_projector(path):
    """Write the file, about 5 MB; the same one each time."""
    rng = np.random.default_rng(1)

    def weights(*shape):
        return rng.normal(0, 0.02, shape).astype(np.float32)

    def norm(name):
        return {
            f"{name}.weight": np.ones(WIDTH, np.float32),
            f"{name}.bias": np.zeros(WIDTH, np.float32),
        }

    def layer(name, wide, narrow):
        return {
            f"{name}.weight": weights(narrow, wide),
            f"{name}.bias": np.zeros(narrow, np.float32),
        }

    tensors = {
        "v.patch_embd.weight": weights(WIDTH, 3, PATCH, PATCH),
        "v.class_embd": weights(WIDTH),
        "v.position_embd.weight": weights((SIDE // PATCH) ** 2 + 1, WIDTH),
        **norm("v.pre_ln"),
        **norm("v.post_ln"),
        **layer("mm.0", WIDTH, OUT),
        **layer("mm.2", OUT, OUT),
    }
    for at in range(LAYERS):
        name = f"v.blk.{at}"
        tensors |= norm(f"{name}.ln1") | norm(f"{name}.ln2")
        for part in ("attn_q", "attn_k", "attn_v", "attn_out"):
            tensors |= layer(f"{name}.{part}", WIDTH, WIDTH)
        tensors |= layer(f"{name}.ffn_up", WIDTH, INNER) | layer(f"{name}.ffn_down", INNER, WIDTH)
    writer = GGUFWriter(path, "clip")
    writer.add_clip_has_vision_encoder(True)
    writer.add_clip_projector_type("mlp")
    writer.add_vision_image_size(SIDE)
    writer.add_vision_patch_size(PATCH)
    writer.add_vision_embedding_length(WIDTH)
    writer.add_vision_feed_forward_length(INNER)
    writer.add_vision_projection_dim(OUT)
    writer.add_vision_block_count(LAYERS)
    writer.add_vision_head_count(HEADS)
    writer.add_vision_attention_layernorm_eps(1e-6)
    writer.add_vision_image_mean([0.5, 0.5, 0.5])
    writer.add_vision_image_std([0.5, 0.5, 0.5])
    writer.add_vision_use_gelu(True)
    for name, values in tensors.items():
        writer.add_tensor(name, values)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
