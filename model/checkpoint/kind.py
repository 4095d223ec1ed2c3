"""Refuses checkpoints of another kind, and fields that would have code or a repository obeyed.

A folder may hold `.py` files and an `auto_map`, as the official one does: they are listed for the
reader, never opened, never obeyed.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from model.checkpoint.fields import Fields

FAMILY: Final = "NemotronH_Nano_VL_V2"
IMPLEMENTATIONS: Final = frozenset(
    {"eager", "sdpa", "flash_attention_2", "flash_attention_3", "flex_attention"}
)
"""Values of `*implementation*` that name a choice inside transformers; deskhand makes its own."""
CODE_FIELDS: Final = ("custom_pipeline", "custom_generate", "trust_remote_code")
"""Beginnings of names. `auto_map` is not among them: the official folder has it."""
QUANTISED: Final = ("quantization_config", "compression_config", "hf_quant_config")
OMNI: Final = ("sound_config", "audio_config")
CODE_ENDINGS: Final = (".py", ".pyc", ".so", ".dll", ".dylib", ".sh")
QUANTISED_FILE: Final = "hf_quant_config.json"


def check_kind(config: Fields, names: tuple[str, ...]) -> tuple[str, ...]:
    """Refuse another family of models.

    Args:
        config: the whole of `config.json`.
        names: of all files in the folder.

    Returns:
        What a person should know: code that is not opened.

    Raises:
        LoadError: it is of another kind, or names code; says the field.
    """
    config.require("model_type", FAMILY)
    architectures = config.raw("architectures")
    if architectures is not None and architectures != [FAMILY]:
        raise config.refuse("architectures", architectures, f"[{FAMILY!r}]")
    for fields in _objects(config):
        fields.refuse_any(QUANTISED, "weights in bfloat16, float16 or float32")
    refuse_code(config)
    config.refuse_any(OMNI, "a model of text and pictures")
    if QUANTISED_FILE in names:
        file = Fields(QUANTISED_FILE, {})
        raise file.refuse("quantization", "a file", "weights in bfloat16, float16 or float32")
    return tuple(_code_notes(config, names))


def _objects(fields: Fields) -> Iterator[Fields]:
    """Yield the config and every object inside it."""
    yield fields
    for name, value in fields.values.items():
        if isinstance(value, Mapping):
            yield from _objects(fields.inside(name))


def refuse_code(file: Fields) -> None:
    """Refuse fields anywhere in a file by which transformers or diffusers would run somebody's code.

    Raises:
        LoadError: there is one; names it.
    """
    for fields in _objects(file):
        for name, value in fields.values.items():
            if name.startswith(CODE_FIELDS) and value:
                expected = "nothing; code and repositories are never obeyed"
                raise fields.refuse(name, value, expected, "do not use this checkpoint")
        _check_implementations(fields)


def _check_implementations(fields: Fields) -> None:
    for name, value in fields.values.items():
        if "implementation" not in name or value is None:
            continue
        chosen = list(value.values()) if isinstance(value, dict) else [value]
        for each in chosen:
            if not isinstance(each, str) or each not in IMPLEMENTATIONS:
                expected = "a name inside transformers; code and repositories are never obeyed"
                raise fields.refuse(name, each, expected, "do not use this checkpoint")


def _code_notes(config: Fields, names: tuple[str, ...]) -> Iterator[str]:
    code = [name for name in names if name.lower().endswith(CODE_ENDINGS)]
    if code:
        yield f"{len(code)} code files are in the folder and were not opened"
    if any(fields.has("auto_map") for fields in _objects(config)):
        yield "auto_map names code for other programs; it is not obeyed"
