"""Reads a checkpoint folder and says what it is, or why it cannot be used. Torch-free.

Nothing here reads a weight, opens code, or goes to the network.
"""

import hashlib
import json
from collections import Counter
from pathlib import Path
from typing import Final

from automation.core.errors import LoadError
from model.checkpoint.fields import Fields
from model.checkpoint.files import list_names, shown_name
from model.checkpoint.keymap import DROPPED, plan_keys
from model.checkpoint.kind import check_kind, refuse_code
from model.checkpoint.language_config import language_spec
from model.checkpoint.shapes import Shapes
from model.checkpoint.shards import Inventory, read_inventory
from model.checkpoint.strict_json import read_object
from model.checkpoint.tokens import (
    GENERATION,
    TOKENIZER,
    TOKENIZER_CONFIG,
    TOKENIZER_LIMIT,
    TokenFiles,
    token_spec,
)
from model.checkpoint.vision_config import image_spec, projector_spec, vision_spec
from model.core.spec import ImageSpec, LanguageSpec, ModelSpec, ProjectorSpec, VisionSpec

CONFIG: Final = "config.json"
PREPROCESSOR: Final = "preprocessor_config.json"
PROCESSOR: Final = "processor_config.json"
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
    llm = config.inside("llm_config", "text_config")
    inventory = read_inventory(folder, names)
    shapes = Shapes({name: entry.shape for name, entry in inventory.tensors.items()})
    language = language_spec(llm, shapes)
    vision = vision_spec(config, shapes)
    projector = projector_spec(config, shapes)
    image = image_spec(config, _optional(folder, names, PREPROCESSOR), vision)
    _check_joints(language, vision, projector, image)
    plan_keys(language, vision, projector, shapes.by_name)
    tokens = token_spec(_token_files(folder, names, config, llm), language.vocab_rows)
    return ModelSpec(
        folder=folder,
        name=_name(folder),
        language=language,
        vision=vision,
        projector=projector,
        image=image,
        tokens=tokens,
        shards=inventory.shards,
        stored_dtype=_stored_dtype(inventory),
        parameters=_parameters(inventory),
        weights_bytes=sum(entry.size_bytes for entry in inventory.tensors.values()),
        fingerprint=_fingerprint(config.values, inventory),
        notes=(*code_notes, *inventory.notes, *dict.fromkeys(config.notes)),
    )


def _check_model_folder(folder: Path, names: tuple[str, ...]) -> None:
    """Tell a folder of something else from a checkpoint that lost a file.

    Raises:
        LoadError: nothing of a checkpoint is there.
    """
    if CONFIG in names or any(name.endswith(".safetensors") for name in names):
        return
    message = (
        f"{shown_name(str(folder))} is not a model folder: it has no {CONFIG}; choose the folder "
        f"that holds {CONFIG} and the .safetensors files"
    )
    raise LoadError(message)


def _optional(folder: Path, names: tuple[str, ...], name: str) -> Fields:
    return Fields(name, read_object(folder, name) if name in names else {})


def _token_files(
    folder: Path, names: tuple[str, ...], config: Fields, language: Fields
) -> TokenFiles:
    others = (TOKENIZER_CONFIG, GENERATION, PREPROCESSOR, PROCESSOR)
    found = {name: _optional(folder, names, name) for name in others}
    for fields in found.values():
        refuse_code(fields)
    return TokenFiles(
        config=config,
        language=language,
        tokenizer=Fields(TOKENIZER, read_object(folder, TOKENIZER, TOKENIZER_LIMIT)),
        tokenizer_config=found[TOKENIZER_CONFIG],
        generation=found[GENERATION],
    )


def _check_joints(
    language: LanguageSpec, vision: VisionSpec, projector: ProjectorSpec, image: ImageSpec
) -> None:
    """Compare the sizes where two parts meet."""
    joined = vision.hidden * image.shuffle**2
    if projector.inputs != joined:
        message = (
            f"tensor mlp1.0.weight: found {projector.inputs} inputs, expected {joined}: "
            f"{image.shuffle}x{image.shuffle} patches of {vision.hidden}; check downsample_ratio"
        )
        raise LoadError(message)
    if projector.outputs != language.hidden:
        message = (
            f"tensor mlp1.3.weight: found {projector.outputs} outputs, expected "
            f"{language.hidden}, the width of the language model; this is another kind of model"
        )
        raise LoadError(message)


def _name(folder: Path) -> str:
    """Return the folder's name, or the repository's where the hub's cache holds it."""
    whole = folder.absolute()
    for part in (whole.name, *(parent.name for parent in list(whole.parents)[:2])):
        if part.startswith(CACHE_FOLDER):
            return part.removeprefix(CACHE_FOLDER).replace("--", "/")
    return whole.name


def _stored_dtype(inventory: Inventory) -> str:
    """Return the dtype of most elements; refuses weights that are no floats."""
    elements: Counter[str] = Counter()
    for entry in inventory.tensors.values():
        if entry.name in DROPPED:
            continue
        if entry.dtype not in DTYPES:
            message = (
                f"tensor {entry.name}: found the dtype {entry.dtype}, expected BF16, F16 or F32; "
                "choose a checkpoint that is not quantised"
            )
            raise LoadError(message)
        elements[entry.dtype] += entry.size_bytes
    return DTYPES[elements.most_common(1)[0][0]]


def _parameters(inventory: Inventory) -> int:
    item_bytes = {"BF16": 2, "F16": 2, "F32": 4}
    return sum(
        entry.size_bytes // item_bytes[entry.dtype]
        for entry in inventory.tensors.values()
        if entry.name not in DROPPED
    )


def _fingerprint(config: object, inventory: Inventory) -> str:
    tensors = [
        [entry.name, entry.dtype, list(entry.shape)]
        for _, entry in sorted(inventory.tensors.items())
    ]
    text = json.dumps([config, tensors], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()
