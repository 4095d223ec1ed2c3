"""The JSON and code files of a tiny checkpoint, laid out as the official ones.

The code files stand for the modelling code of the official folder. Each leaves a mark beside
itself when it is run, so that a test can tell that nobody ran it.
"""

from typing import Any, Final

from model.checkpoint.tiny_scale import TinyScale
from model.checkpoint.tiny_tokenizer import IMAGE_ID, SPECIALS, TURN_END_ID

MEAN: Final = (0.48145466, 0.4578275, 0.40821073)
STD: Final = (0.26862954, 0.26130258, 0.27577711)
"""Of red, green, blue in 0..1. Source: CLIP's preprocessing, as in the base model's config."""

CODE_FILES: Final = (
    "configuration.py",
    "configuration_nemotron_h.py",
    "modeling.py",
    "modeling_nemotron_h.py",
    "image_processing.py",
    "processing.py",
)
CANARY_MARK: Final = "code-of-the-checkpoint-ran.txt"
CANARY: Final = f'''"""Stands for modelling code: it must never be opened, imported or run."""

from pathlib import Path

Path(__file__).with_name("{CANARY_MARK}").write_text(__file__)
raise SystemExit("code from a checkpoint folder was run")
'''


def config_document(scale: TinyScale, vocab_rows: int) -> dict[str, Any]:
    """Return `config.json` of the composite model."""
    return {
        "architectures": ["NemotronH_Nano_VL_V2"],
        "auto_map": {
            "AutoConfig": "configuration.NemotronH_Nano_VL_V2_Config",
            "AutoModel": "modeling.NemotronH_Nano_VL_V2",
            "AutoModelForCausalLM": "modeling.NemotronH_Nano_VL_V2",
        },
        "attn_implementation": "flash_attention_2",
        "downsample_ratio": 0.5,
        "eos_token_id": TURN_END_ID,
        "force_image_size": scale.tile_px,
        "image_tag_type": "internvl",
        "img_context_token": "<image>",
        "img_context_token_id": IMAGE_ID,
        "img_end_token": "</img>",
        "img_start_token": "<img>",
        "llm_config": _language(scale, vocab_rows),
        "max_num_tiles": scale.max_tiles,
        "max_sequence_length": scale.max_positions,
        "model_type": "NemotronH_Nano_VL_V2",
        "norm_mean": list(MEAN),
        "norm_std": list(STD),
        "patch_size": scale.patch_px,
        "projector_hidden_size": scale.projector_width,
        "ps_version": "v2",
        "template": "nemotron_h",
        "torch_dtype": scale.dtype,
        "use_thumbnail": True,
        "video_context_token": "<video>",
        "video_pruning_rate": 0.0,
        "vision_config": _vision(scale),
        "vit_hidden_size": scale.vision_hidden,
    }


def _language(scale: TinyScale, vocab_rows: int) -> dict[str, Any]:
    return {
        "architectures": ["NemotronHForCausalLM"],
        "attention_bias": False,
        "attention_dropout": 0.0,
        "attention_head_dim": scale.head_dim,
        "auto_map": {
            "AutoConfig": "configuration_nemotron_h.NemotronHConfig",
            "AutoModelForCausalLM": "modeling_nemotron_h.NemotronHForCausalLM",
        },
        "bos_token_id": 1,
        "chunk_size": scale.chunk_size,
        "conv_kernel": scale.conv_kernel,
        "eos_token_id": TURN_END_ID,
        "expand": 2,
        "hidden_dropout": 0.0,
        "hidden_size": scale.hidden,
        "hybrid_override_pattern": scale.pattern,
        "initializer_range": 0.02,
        "intermediate_size": scale.mlp_width,
        "mamba_head_dim": scale.mamba_head_dim,
        "mamba_hidden_act": "silu",
        "mamba_num_heads": scale.mamba_heads,
        "mamba_proj_bias": False,
        "max_position_embeddings": scale.max_positions,
        "mlp_bias": False,
        "mlp_hidden_act": "relu2",
        "model_type": "nemotron_h",
        "n_groups": scale.groups,
        "num_attention_heads": scale.heads,
        "num_hidden_layers": len(scale.pattern),
        "num_key_value_heads": scale.kv_heads,
        "num_logits_to_keep": 1,
        "pad_token_id": SPECIALS - 1,
        "rescale_prenorm_residual": True,
        "residual_in_fp32": False,
        "rms_norm_eps": 1e-05,
        "sliding_window": None,
        "ssm_state_size": scale.state_size,
        "tie_word_embeddings": False,
        "time_step_floor": 0.0001,
        "time_step_limit": [0.0, float("inf")],
        "time_step_max": 0.1,
        "time_step_min": 0.001,
        "torch_dtype": scale.dtype,
        "use_bias": False,
        "use_cache": True,
        "use_conv_bias": True,
        "use_mamba_kernels": True,
        "vocab_size": vocab_rows,
    }


def _vision(scale: TinyScale) -> dict[str, Any]:
    table_px = scale.table_side * scale.patch_px
    return {
        "adaptor_configs": {},
        "adaptor_names": None,
        "architectures": ["RADIOModel"],
        "args": {
            "cls_token_per_teacher": True,
            "cpe_max_size": table_px,
            "input_size": None,
            "model": "vit_huge_patch16_224",
            "model_kwargs": {},
            "register_multiple": scale.prefix_tokens,
            "teachers": [{"name": "a", "type": "x", "use_summary": True}],
        },
        "auto_map": {"AutoConfig": "configuration.RADIOConfig", "AutoModel": "modeling.RADIOModel"},
        "feature_normalizer_config": None,
        "inter_feature_normalizer_config": None,
        "max_resolution": table_px,
        "patch_size": scale.patch_px,
        "preferred_resolution": [scale.tile_px, scale.tile_px],
        "torch_dtype": scale.dtype,
        "version": "radio_v2.5-h",
        "vitdet_window_size": None,
    }


def generation_document() -> dict[str, Any]:
    """Return `generation_config.json`."""
    return {
        "_from_model_config": True,
        "bos_token_id": 1,
        "eos_token_id": [2, TURN_END_ID],
        "pad_token_id": SPECIALS - 1,
    }


def preprocessor_document(scale: TinyScale) -> dict[str, Any]:
    """Return `preprocessor_config.json`."""
    return {
        "auto_map": {
            "AutoImageProcessor": "image_processing.NemotronNanoVLV2ImageProcessor",
            "AutoProcessor": "processing.NemotronNanoVLV2Processor",
        },
        "downsample_ratio": 0.5,
        "image_processor_type": "NemotronNanoVLV2ImageProcessor",
        "image_size": scale.tile_px,
        "max_num_tiles": scale.max_tiles,
        "norm_mean": list(MEAN),
        "norm_std": list(STD),
        "patch_size": scale.patch_px,
        "processor_class": "NemotronNanoVLV2Processor",
        "use_thumbnail": True,
    }
