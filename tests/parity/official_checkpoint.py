"""A tiny random checkpoint in the released layout of Nemotron-Nano-12B-v2-VL.

Written from the public descriptions of that layout alone (config of sglang and vLLM, the tensor
names of Megatron-Bridge and the converters), so that nothing here follows how deskhand reads it.
"""

import json
from pathlib import Path

from tokenizers import (
    AddedToken,
    Regex,
    Tokenizer,
    decoders,
    models,
    pre_tokenizers,
    processors,
    trainers,
)

from tests.parity.official_tensors import Shape, write_tensors

CLIP_MEAN = [0.48145466, 0.4578275, 0.40821073]
CLIP_STD = [0.26862954, 0.26130258, 0.27577711]

_CORPUS = [
    "System User Assistant the button says Save and the window is open",
    "Click the blue link in the second row, then press Enter.",
    'think image note thought tool_call {"x": 512, "y": 300}',
    "Grüße aus Köln, 你好世界, привет мир, a path such as /srv/user/thinking/notes.txt",
] * 4

# The layout and flags of the released template, put in our own words: system turn first, pictures
# before the text of their message, reasoning off unless a text asks for it.
CHAT_TEMPLATE = """
{%- macro clean(text) -%}
{{ text.replace('</think>', '<@>').replace('/think', '').replace('/no_think', '').replace('<@>', '</think>') }}
{%- endmacro -%}
{%- set state = namespace(think=false, system='') -%}
{%- for turn in messages -%}
  {%- set parts = [{'type': 'text', 'text': turn.content}] if turn.content is string else turn.content -%}
  {%- for part in parts if part.type == 'text' and turn.role in ('system', 'user') -%}
    {%- if '/think' in part.text.replace('</think>', '') -%}{%- set state.think = true -%}
    {%- elif '/no_think' in part.text -%}{%- set state.think = false -%}{%- endif -%}
  {%- endfor -%}
  {%- if turn.role == 'system' -%}
    {%- set state.system = clean(parts | selectattr('type', 'equalto', 'text') | map(attribute='text') | join('')) | trim -%}
  {%- endif -%}
{%- endfor -%}
{{- bos_token + '<SPECIAL_10>System\\n' + state.system + '\\n' -}}
{%- for turn in messages if turn.role != 'system' -%}
  {%- set parts = [{'type': 'text', 'text': turn.content}] if turn.content is string else turn.content -%}
  {%- set text = parts | selectattr('type', 'equalto', 'text') | map(attribute='text') | join('') -%}
  {%- set count = parts | selectattr('type', 'equalto', 'image') | list | length -%}
  {%- set found = namespace(tags='') -%}
  {%- if '<image>' not in text and count == 1 -%}{%- set found.tags = '<image>\\n' -%}
  {%- elif '<image>' not in text and count > 1 -%}
    {%- for n in range(count) -%}
      {%- set found.tags = found.tags + ('' if loop.first else ' ') + '<image ' + (n + 1) | string + '><image>' -%}
    {%- endfor -%}
    {%- set found.tags = found.tags + '\\n' -%}
  {%- endif -%}
  {%- if turn.role == 'assistant' -%}
    {{- '<SPECIAL_11>Assistant\\n' + (found.tags + text) | trim + '\\n<SPECIAL_12>\\n' -}}
  {%- else -%}
    {{- '<SPECIAL_11>User\\n' + clean(found.tags + text.lstrip('\\n')) | trim + '\\n' -}}
  {%- endif -%}
{%- endfor -%}
{%- if add_generation_prompt -%}
  {{- '<SPECIAL_11>Assistant\\n' + ('<think>\\n' if state.think else '<think></think>') -}}
{%- endif -%}
"""


def write_checkpoint(folder: Path, shape: Shape) -> Path:
    """Write the whole folder and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer = _tokenizer(shape)
    entries = tokenizer.get_vocab_size(with_added_tokens=True)
    rows = entries + shape.padded_rows
    _write_json(folder / "config.json", _config(shape, tokenizer, rows))
    _write_json(folder / "generation_config.json", _generation(shape))
    _write_json(folder / "preprocessor_config.json", _preprocessor(shape))
    tokenizer.save(str(folder / "tokenizer.json"))
    _write_json(folder / "tokenizer_config.json", _tokenizer_config(tokenizer))
    _write_json(
        folder / "special_tokens_map.json",
        {"bos_token": _entry("<s>"), "eos_token": _entry("<SPECIAL_12>")},
    )
    for name in ("configuration", "modeling", "image_processing", "processing", "hf_model"):
        (folder / f"{name}.py").write_text("raise SystemExit('remote code was run')\n")
    (folder / "README.md").write_text("A tiny random checkpoint.\n")
    write_tensors(folder, shape, rows)
    return folder


def _write_json(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def _entry(content: str) -> dict[str, object]:
    return {
        "content": content,
        "lstrip": False,
        "normalized": False,
        "rstrip": False,
        "single_word": False,
    }


def _tokenizer(shape: Shape) -> Tokenizer:
    names = ["<unk>", "<s>", "</s>", "[INST]", "[/INST]", "<AVAILABLE_TOOLS>", "</AVAILABLE_TOOLS>"]
    names += [
        "<TOOL_RESPONSE>",
        "</TOOL_RESPONSE>",
        "<TOOLCALL>",
        "<SPECIAL_10>",
        "<SPECIAL_11>",
        "<SPECIAL_12>",
    ]
    names += ["</TOOLCALL>"] + [f"<SPECIAL_{n}>" for n in range(14, 30)] + ["<SPECIAL_999>"]
    images = ["<image>", "<img>", "</img>", "<video>"]
    if not shape.images_last:
        for place, name in zip((18, 21, 22, 23), images, strict=True):
            names[place] = name
    tokenizer = Tokenizer(models.BPE(ignore_merges=True))
    words = Regex(
        r"[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(words, behavior="isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=380,
        special_tokens=[AddedToken(name, special=True, normalized=False) for name in names],
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    tokenizer.train_from_iterator(_CORPUS, trainer)
    if shape.images_last:
        tokenizer.add_special_tokens(
            [AddedToken(name, special=True, normalized=False) for name in images]
        )
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A", pair="<s> $A $B", special_tokens=[("<s>", 1)]
    )
    return tokenizer


def _tokenizer_config(tokenizer: Tokenizer) -> dict[str, object]:
    added = tokenizer.get_added_tokens_decoder()
    return {
        "add_bos_token": True,
        "added_tokens_decoder": {
            str(n): _entry(token.content) | {"special": True} for n, token in added.items()
        },
        "bos_token": "<s>",
        "chat_template": CHAT_TEMPLATE,
        "clean_up_tokenization_spaces": False,
        "eos_token": "<SPECIAL_12>",
        "extra_special_tokens": {},
        "model_input_names": ["input_ids", "attention_mask"],
        "model_max_length": 1000000000000000019884624838656,
        "pad_token": "<SPECIAL_999>",
        "padding_side": "left",
        "processor_class": "NemotronNanoVLV2Processor",
        "tokenizer_class": "PreTrainedTokenizerFast",
        "unk_token": "<unk>",
    }


def _generation(shape: Shape) -> dict[str, object]:
    eos = list(shape.eos) if isinstance(shape.eos, tuple) else shape.eos
    return {
        "_from_model_config": True,
        "bos_token_id": 1,
        "eos_token_id": eos,
        "pad_token_id": 0,
        "transformers_version": "4.55.4",
    }


def _preprocessor(shape: Shape) -> dict[str, object]:
    return {
        "auto_map": {
            "AutoImageProcessor": "image_processing.NemotronNanoVLV2ImageProcessor",
            "AutoProcessor": "processing.NemotronNanoVLV2Processor",
        },
        "crop_size": None,
        "data_format": "channels_first",
        "default_to_square": True,
        "do_center_crop": None,
        "do_convert_rgb": None,
        "do_normalize": None,
        "do_rescale": True,
        "do_resize": None,
        "downsample_ratio": 0.5,
        "image_mean": None,
        "image_processor_type": "NemotronNanoVLV2ImageProcessor",
        "image_size": shape.tile,
        "image_std": None,
        "max_num_tiles": shape.max_tiles,
        "norm_mean": CLIP_MEAN,
        "norm_std": CLIP_STD,
        "patch_size": 16,
        "processor_class": "NemotronNanoVLV2Processor",
        "resample": None,
        "rescale_factor": 0.00392156862745098,
        "size": None,
        "use_thumbnail": True,
    }


def _config(shape: Shape, tokenizer: Tokenizer, rows: int) -> dict[str, object]:
    return {
        "architectures": ["NemotronH_Nano_VL_V2"],
        "auto_map": {
            "AutoConfig": "configuration.NemotronH_Nano_VL_V2_Config",
            "AutoModel": "modeling.NemotronH_Nano_VL_V2",
            "AutoModelForCausalLM": "modeling.NemotronH_Nano_VL_V2",
        },
        "downsample_ratio": 0.5,
        "eos_token_id": 12,
        "force_image_size": shape.tile,
        "image_tag_type": "internvl",
        "img_context_token": "<image>",
        "img_context_token_id": tokenizer.token_to_id("<image>"),
        "img_end_token": "</img>",
        "img_start_token": "<img>",
        "llm_config": _language_config(shape, rows),
        "max_sequence_length": 131072,
        "model_type": "NemotronH_Nano_VL_V2",
        "norm_mean": CLIP_MEAN,
        "norm_std": CLIP_STD,
        "patch_size": 16,
        "projector_hidden_size": shape.projector,
        "ps_version": "v2",
        "template": "nemotron5h_aligned",
        "torch_dtype": "bfloat16",
        "transformers_version": "4.55.4",
        "use_thumbnail": True,
        "video_context_token": "<video>",
        "video_context_token_id": tokenizer.token_to_id("<video>"),
        "vision_config": _vision_config(shape),
        "vit_hidden_size": shape.vision_dim,
    }


def _language_config(shape: Shape, rows: int) -> dict[str, object]:
    config: dict[str, object] = {
        "architectures": ["NemotronHForCausalLM"],
        "attention_bias": False,
        "attention_dropout": 0.0,
        "attention_head_dim": shape.head_dim,
        "auto_map": {
            "AutoConfig": "configuration_nemotron_h.NemotronHConfig",
            "AutoModelForCausalLM": "modeling_nemotron_h.NemotronHForCausalLM",
        },
        "bos_token_id": 1,
        "chunk_size": 128,
        "conv_kernel": shape.conv_kernel,
        "eos_token_id": 12,
        "expand": 2,
        "head_dim": shape.head_dim,
        "hidden_dropout": 0.0,
        "hidden_size": shape.hidden,
        "hybrid_override_pattern": shape.pattern,
        "initializer_range": 0.02,
        "intermediate_size": shape.mlp,
        "layer_norm_epsilon": 1e-05,
        "mamba_head_dim": shape.mamba_head_dim,
        "mamba_hidden_act": "silu",
        "mamba_num_heads": shape.mamba_heads,
        "mamba_proj_bias": False,
        "max_position_embeddings": 131072,
        "mlp_bias": False,
        "mlp_hidden_act": "relu2",
        "model_type": "nemotron_h",
        "n_groups": shape.groups,
        "num_attention_heads": shape.query_heads,
        "num_hidden_layers": len(shape.pattern),
        "num_key_value_heads": shape.key_heads,
        "num_logits_to_keep": 1,
        "pad_token_id": 0,
        "rescale_prenorm_residual": True,
        "residual_in_fp32": False,
        "rms_norm_eps": 1e-05,
        "sliding_window": None,
        "ssm_state_size": shape.state,
        "tie_word_embeddings": False,
        "time_step_floor": 0.0001,
        "time_step_max": 0.1,
        "time_step_min": 0.001,
        "time_step_rank": 256,
        "torch_dtype": "bfloat16",
        "use_bias": False,
        "use_cache": True,
        "use_conv_bias": True,
        "use_mamba_kernels": True,
        "vocab_size": rows,
    }
    if shape.infinity == "bare":
        config["time_step_limit"] = [0.0, float("inf")]
    elif shape.infinity == "tagged":
        config["time_step_limit"] = [0.0, {"__float__": "Infinity"}]
    return config


def _vision_config(shape: Shape) -> dict[str, object]:
    return {
        "adaptor_configs": {},
        "adaptor_names": None,
        "architectures": ["RADIOModel"],
        "args": {
            "amp": True,
            "amp_dtype": "bfloat16",
            "cls_token_per_teacher": True,
            "cpe_max_size": shape.positions * 16,
            "distributed": True,
            "drop": 0.0,
            "drop_path": None,
            "in_chans": None,
            "input_size": None,
            "model": "vit_huge_patch16_224",
            "register_multiple": shape.prefix,
            "teachers": [
                {
                    "amp": True,
                    "model": "ViT-H-14-378-quickgelu",
                    "name": "clip",
                    "use_summary": True,
                },
                {
                    "amp": False,
                    "model": "dinov2_vitg14_reg",
                    "name": "dino_v2",
                    "use_summary": True,
                },
            ],
        },
        "auto_map": {"AutoConfig": "hf_model.RADIOConfig", "AutoModel": "hf_model.RADIOModel"},
        "feature_normalizer_config": None,
        "inter_feature_normalizer_config": None,
        "max_resolution": shape.positions * 16,
        "patch_size": 16,
        "preferred_resolution": [shape.tile, shape.tile],
        "torch_dtype": "float32",
        "transformers_version": "4.55.4",
        "version": "radio_v2.5-h",
        "vitdet_window_size": None,
    }
