"""Reads a checkpoint folder and says what it is, or why it cannot be used. Torch-free.

Nothing here reads a weight, opens code, or goes to the network. A folder may hold `.py` files and an
`auto_map`, as the official one does: they are listed for the reader, never opened, never obeyed. Fields
that would have code or a repository obeyed are refused, as are checkpoints of another kind.
"""

import hashlib
import json
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from automation.core.errors import LoadError
from model.checkpoint import qwen
from model.checkpoint.config import (
    Fields,
    Shapes,
    image_spec,
    language_spec,
    odd,
    projector_spec,
    vision_spec,
)
from model.checkpoint.safetensors import (
    Inventory,
    TensorEntry,
    list_names,
    read_inventory,
    read_object,
    shown_name,
)
from model.checkpoint.tensor_names import KeyPlan, Shape, plan_keys
from model.checkpoint.tokens import (
    GENERATION,
    HOLOTRON_MARKS,
    PREPROCESSOR,
    PROCESSOR,
    TOKENIZER,
    TOKENIZER_CONFIG,
    TOKENIZER_LIMIT,
    Marks,
    TokenFiles,
    token_spec,
)
from model.spec import (
    Family,
    HolotronSpec,
    ImageSpec,
    LanguageSpec,
    ModelSpec,
    ProjectorSpec,
    QwenSpec,
    TokenSpec,
    VisionSpec,
)

KINDS: Final[dict[str, tuple[Family, str]]] = {
    "NemotronH_Nano_VL_V2": ("holotron", "NemotronH_Nano_VL_V2"),
    "qwen3_5": ("qwen3_5", "Qwen3_5ForConditionalGeneration"),
}
"""By `model_type`: the family, and its name among the `architectures`."""
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


def family_of(folder: Path) -> Family:
    """Return which family a folder's config says it is of; reads no more than that.

    Raises:
        LoadError: it cannot be read, or is of none that runs here.
    """
    return _kind(Fields(CONFIG, read_object(folder, CONFIG)))[0]


def _kind(config: Fields) -> tuple[Family, str]:
    name = config.raw("model_type")
    found = KINDS.get(name) if isinstance(name, str) else None
    if found is None:
        raise config.refuse("model_type", name, " or ".join(map(repr, KINDS)))
    return found


def check_kind(config: Fields, names: tuple[str, ...]) -> tuple[str, ...]:
    """Refuse another family of models.

    Returns:
        What a person should know: code that is not opened.

    Raises:
        LoadError: it is of another kind, or names code; says the field.
    """
    _, architecture = _kind(config)
    architectures = config.raw("architectures")
    if architectures is not None and architectures != [architecture]:
        raise config.refuse("architectures", architectures, f"[{architecture!r}]")
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
                raise fields.refuse(
                    name,
                    value,
                    "nothing; code and repositories are never obeyed",
                    "do not use this checkpoint",
                )
        _check_implementations(fields)


def _check_implementations(fields: Fields) -> None:
    for name, value in fields.values.items():
        if "implementation" not in name or value is None:
            continue
        chosen = list(value.values()) if isinstance(value, dict) else [value]
        for each in chosen:
            if not isinstance(each, str) or each not in IMPLEMENTATIONS:
                raise fields.refuse(
                    name,
                    each,
                    "a name inside transformers; code and repositories are never obeyed",
                    "do not use this checkpoint",
                )


def _code_notes(config: Fields, names: tuple[str, ...]) -> Iterator[str]:
    code = [name for name in names if name.lower().endswith(CODE_ENDINGS)]
    if code:
        yield f"{len(code)} code files are in the folder and were not opened"
    if any(fields.has("auto_map") for fields in _objects(config)):
        yield "auto_map names code for other programs; it is not obeyed"


CONFIG: Final = "config.json"
DTYPES: Final = {"BF16": "bfloat16", "F16": "float16", "F32": "float32"}
CACHE_FOLDER: Final = "models--"
"""How the hub's cache begins the folder of a repository: `models--org--name/snapshots/hash`."""


def read_spec(folder: Path) -> ModelSpec:
    """Return what a checkpoint folder is, after every file but the weights was checked.

    Raises:
        LoadError: it is broken, hostile or of another kind; names the file, field or tensor.
    """
    names = list_names(folder)
    _check_model_folder(folder, names)
    config = Fields(CONFIG, read_object(folder, CONFIG))
    code_notes = check_kind(config, names)
    inventory = read_inventory(folder, names)
    shapes = Shapes({name: entry.shape for name, entry in inventory.tensors.items()})
    files = ModelFolder(folder, names, config, shapes, inventory, code_notes)
    return _holotron(files) if _kind(config)[0] == "holotron" else qwen.spec_of(files)


@dataclass(frozen=True, slots=True)
class ModelFolder:
    """What every family's spec is made from."""

    path: Path
    names: tuple[str, ...]
    config: Fields
    shapes: Shapes
    inventory: Inventory
    code_notes: tuple[str, ...]

    def common(self, keys: KeyPlan) -> dict[str, Any]:
        """Return the fields that all specs have, once the others were read."""
        inventory = self.inventory
        kept = [each for each in inventory.tensors.values() if each.name not in keys.dropped]
        return {
            "folder": self.path,
            "name": _name(self.path),
            "shards": inventory.shards,
            "stored_dtype": _stored_dtype(kept),
            "parameters": sum(math.prod(entry.shape) for entry in kept),
            "weights_bytes": sum(entry.size_bytes for entry in inventory.tensors.values()),
            "fingerprint": _fingerprint(self.config.values, inventory),
            "notes": (*self.code_notes, *inventory.notes, *dict.fromkeys(self.config.notes)),
        }

    def optional(self, name: str) -> Fields:
        """Return what a file says; nothing where it is missing."""
        return Fields(name, read_object(self.path, name) if name in self.names else {})

    def tokens(self, language: Fields, vocab_rows: int, marks: Marks) -> TokenSpec:
        """Return the ids with a meaning of their own, and refuse files that name code.

        Args:
            language: the part of the config that tells of the language model.
        """
        others = (TOKENIZER_CONFIG, GENERATION, PREPROCESSOR, PROCESSOR)
        found = {name: self.optional(name) for name in others}
        for fields in found.values():
            refuse_code(fields)
        files = TokenFiles(
            config=self.config,
            language=language,
            tokenizer=Fields(TOKENIZER, read_object(self.path, TOKENIZER, TOKENIZER_LIMIT)),
            tokenizer_config=found[TOKENIZER_CONFIG],
            generation=found[GENERATION],
        )
        return token_spec(files, vocab_rows, marks)


def _holotron(files: ModelFolder) -> HolotronSpec:
    config, shapes = files.config, files.shapes
    llm = config.inside("llm_config", "text_config")
    language = language_spec(llm, shapes)
    vision = vision_spec(config, shapes)
    projector = projector_spec(config, shapes)
    image = image_spec(config, files.optional(PREPROCESSOR), vision)
    _check_joints(language, vision, projector, image)
    keys = plan_keys(language, vision, projector, shapes.by_name)
    tokens = files.tokens(llm, language.vocab_rows, HOLOTRON_MARKS)
    return HolotronSpec(
        language=language,
        vision=vision,
        projector=projector,
        image=image,
        tokens=tokens,
        **files.common(keys),
    )


def keys_of(spec: ModelSpec, found: Mapping[str, Shape]) -> KeyPlan:
    """Return where the tensors of a checkpoint go.

    Raises:
        LoadError: a name has no place, a place stays empty, or a shape differs; names the tensor.
    """
    if isinstance(spec, QwenSpec):
        return qwen.plan_keys(spec.language, spec.vision, found)
    assert isinstance(spec, HolotronSpec), f"{spec.name} is of no known family"
    return plan_keys(spec.language, spec.vision, spec.projector, found)


def _check_model_folder(folder: Path, names: tuple[str, ...]) -> None:
    """Tell a folder of something else from a checkpoint that lost a file.

    Raises:
        LoadError: nothing of a checkpoint is there.
    """
    if CONFIG in names or any(name.endswith(".safetensors") for name in names):
        return
    raise LoadError(
        f"{shown_name(str(folder))} is not a model folder: it has no {CONFIG}; choose the folder "
        f"that holds {CONFIG} and the .safetensors files"
    )


def _check_joints(
    language: LanguageSpec, vision: VisionSpec, projector: ProjectorSpec, image: ImageSpec
) -> None:
    """Compare the sizes where two parts meet."""
    joined = vision.hidden * image.shuffle**2
    if projector.inputs != joined:
        raise LoadError(
            f"tensor mlp1.0.weight: found {projector.inputs} inputs, expected {joined}: "
            f"{image.shuffle}x{image.shuffle} patches of {vision.hidden}; check downsample_ratio"
        )
    if projector.outputs != language.hidden:
        width = f"{language.hidden}, the width of the language model"
        raise odd("mlp1.3.weight", f"{projector.outputs} outputs", width)


def _name(folder: Path) -> str:
    """Return the folder's name, or the repository's where the hub's cache holds it."""
    whole = folder.absolute()
    for part in (whole.name, *(parent.name for parent in list(whole.parents)[:2])):
        if part.startswith(CACHE_FOLDER):
            return part.removeprefix(CACHE_FOLDER).replace("--", "/")
    return whole.name


def _stored_dtype(tensors: Sequence[TensorEntry]) -> str:
    """Return the dtype of most elements; refuses weights that are no floats."""
    sizes: Counter[str] = Counter()
    for entry in tensors:
        if entry.dtype not in DTYPES:
            raise LoadError(
                f"tensor {entry.name}: found the dtype {entry.dtype}, expected BF16, F16 or F32; "
                "choose a checkpoint that is not quantised"
            )
        sizes[entry.dtype] += entry.size_bytes
    return DTYPES[sizes.most_common(1)[0][0]]


def _fingerprint(config: object, inventory: Inventory) -> str:
    tensors = [
        [entry.name, entry.dtype, list(entry.shape)]
        for _, entry in sorted(inventory.tensors.items())
    ]
    text = json.dumps([config, tensors], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()
