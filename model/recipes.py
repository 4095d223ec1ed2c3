"""Which model a person could serve on what memory, under which licence, and the exact line that starts it.

The facts are data in `resources/models.yaml`: sizes, licences, and the least versions of the servers that
lie outside the advisories on running code. The lines bind to this computer alone, and none of them lets
a server run code of a model's folder.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Annotated, Final, Literal

import msgspec
import yaml
from msgspec import Meta, Struct

ServerKind = Literal["llama.cpp", "vllm", "sglang"]
Precision = Literal["16 bit", "8 bit", "4 bit"]

GB_OF_A_CARD: Final = (1 << 30) / 1e9
"""A card sold with 24 GB has 24 times this much in GB of files."""
EIGHT_BIT: Final = 8.5 / 16
"""Share of the 16-bit weights that 8 bit takes: blocks of 32 with a scale (GGUF's Q8_0)."""
VISION_GB: Final = 1.2
"""The part that sees stays in 16 bit: 0.4 to 1.2 GB in these families."""
SPARE_GB: Final = 1.5
"""What the server works in, and what a desktop takes of the same card."""
TIGHT: Final = 0.9
"""Above this share of the memory there is little room for anything else."""
PORTS: Final[dict[ServerKind, int]] = {"llama.cpp": 8080, "vllm": 8000, "sglang": 30000}
PICTURES: Final = 5
"""Pictures that a request may carry; as in the maker's line for Holo4."""


class Base(Struct, frozen=True, forbid_unknown_fields=True):
    """What a model's keys and values take."""

    context: int
    """Tokens that are served: prompt, pictures and answer."""
    kv_gb: float


class SafeServer(Struct, frozen=True, forbid_unknown_fields=True):
    """The least version of a server that is outside the advisories on running code."""

    least: str
    check: str
    """How to get it, or to see which one is there."""
    why: dict[str, str]
    """By language: `en`, `de`."""
    source: str
    """Where that is from, with dates."""


class Servable(Struct, frozen=True, forbid_unknown_fields=True):
    """One model that a server can serve."""

    name: str
    family: str
    repo: str
    """On the model hub, in 16 bit."""
    licence: str
    base: str
    bf16_gb: Annotated[float, Meta(gt=0)]
    q4_gb: Annotated[float, Meta(gt=0)]
    use: str = msgspec.field(name="for")
    """What it was made for."""
    gguf: str = ""
    """A repository with its files for llama.cpp; empty where none is known."""
    fp8: str = ""
    """Its maker's own 8-bit repository; empty for none."""
    ask: str = ""
    """What its card leaves open of the licence."""
    commercial: bool = True
    tools: str = ""
    """Name of the server's parser of its tool calls."""
    reasoning: str = ""
    """Name of the server's parser of its thinking."""
    llama: str = ""
    """What else llama.cpp needs for it."""


class Catalogue(Struct, frozen=True, forbid_unknown_fields=True):
    """All that `models.yaml` says."""

    bases: dict[str, Base]
    servers: dict[ServerKind, SafeServer]
    models: tuple[Servable, ...]


@dataclass(frozen=True, slots=True)
class Fit:
    """How a model would lie in a memory."""

    precision: Precision
    need_gb: float
    """GB (10^9 bytes): weights, the part that sees, keys and values, and what is left free."""
    is_tight: bool


@dataclass(frozen=True, slots=True)
class Recipe:
    """The line that serves a model on one server; empty with the reason where there is none."""

    server: ServerKind
    line: str
    precision: Precision | None
    problem: str = ""


@cache
def catalogue() -> Catalogue:
    """Return what is known of models and servers."""
    text = files("resources").joinpath("models.yaml").read_text(encoding="utf-8")
    return msgspec.convert(yaml.load(text, Loader=yaml.CSafeLoader), Catalogue)


def families() -> tuple[str, ...]:
    """Return the names of the families, in the order in which they are offered."""
    return tuple(dict.fromkeys(model.family for model in catalogue().models))


def models_of(family: str) -> tuple[Servable, ...]:
    """Return the models of a family, or the one of this name; of any case, empty for neither."""
    wanted = family.casefold()
    return tuple(
        model
        for model in catalogue().models
        if wanted in (model.family.casefold(), model.name.casefold(), model.repo.casefold())
    )


def needed_gb(model: Servable, precision: Precision) -> float:
    """Return what a model takes in a precision, in GB."""
    kv_gb = catalogue().bases[model.base].kv_gb
    weights = {
        "16 bit": model.bf16_gb,
        "8 bit": min(model.bf16_gb, model.bf16_gb * EIGHT_BIT + VISION_GB),
        "4 bit": min(model.bf16_gb, model.q4_gb + VISION_GB),
    }[precision]
    return weights + kv_gb + SPARE_GB


def fits(model: Servable, memory_gb: float) -> tuple[Fit, ...]:
    """Return how a model can lie in so much memory (GB of files), the finest precision first."""
    return tuple(
        Fit(precision, need, need > TIGHT * memory_gb)
        for precision in ("16 bit", "8 bit", "4 bit")
        if (need := needed_gb(model, precision)) <= memory_gb
    )


def best_fit(model: Servable, memory_gb: float) -> Fit | None:
    """Return the finest precision that leaves room, else the one that takes least; None if none fits."""
    found = fits(model, memory_gb)
    return next((fit for fit in found if not fit.is_tight), found[-1] if found else None)


def recipes(model: Servable, memory_gb: float | None = None) -> tuple[Recipe, ...]:
    """Return a line for each server.

    Args:
        memory_gb: of the card, in GB of files; None for as much as it takes.
    """
    return (
        _llama(model, memory_gb),
        _served(model, memory_gb, "vllm"),
        _served(model, memory_gb, "sglang"),
    )


def _chosen(
    model: Servable, memory_gb: float | None, usable: tuple[Precision, ...]
) -> Precision | None:
    """Return the finest usable precision that leaves room, else one that is tight; None for none."""
    if memory_gb is None:
        return usable[0]
    found = [fit for fit in fits(model, memory_gb) if fit.precision in usable]
    roomy = [fit.precision for fit in found if not fit.is_tight]
    return roomy[0] if roomy else found[-1].precision if found else None


def _llama(model: Servable, memory_gb: float | None) -> Recipe:
    usable: tuple[Precision, ...] = ("8 bit", "4 bit") if memory_gb else ("4 bit",)
    precision = _chosen(model, memory_gb, usable)
    if precision is None:
        return Recipe("llama.cpp", "", None, _too_little(model, "4 bit"))
    weights = {"8 bit": "Q8_0", "4 bit": "Q4_K_M"}[precision]
    source = f"-hf {model.gguf}:{weights}" if model.gguf else "-m MODEL.gguf --mmproj MMPROJ.gguf"
    words = (
        "llama-server", source,
        f"--host 127.0.0.1 --port {PORTS['llama.cpp']} --jinja",
        f"--n-gpu-layers 999 --ctx-size {catalogue().bases[model.base].context}",
        "--image-min-tokens 1024", model.llama,
    )  # fmt: skip
    problem = (
        ""
        if model.gguf
        else f"No GGUF files of its maker are known; search the hub for “{model.name} GGUF”."
    )
    return Recipe("llama.cpp", " ".join(filter(None, words)), precision, problem)


def _served(model: Servable, memory_gb: float | None, server: ServerKind) -> Recipe:
    precision = _chosen(model, memory_gb, ("16 bit", "8 bit"))
    if precision is None:
        return Recipe(server, "", None, _too_little(model, "8 bit") + " llama.cpp needs less.")
    repo = model.fp8 if precision == "8 bit" and model.fp8 else model.repo
    squeezed = "--quantization fp8" if precision == "8 bit" and not model.fp8 else ""
    words = _vllm_words(model) if server == "vllm" else _sglang_words(model)
    start = f"vllm serve {repo}" if server == "vllm" else f"{SGLANG} --model-path {repo}"
    where = f"--host 127.0.0.1 --port {PORTS[server]}"
    line = " ".join(filter(None, (start, where, squeezed, *words)))
    return Recipe(server, line, precision)


SGLANG: Final = "python -m sglang.launch_server"


def _vllm_words(model: Servable) -> Iterator[str]:
    yield f"--served-model-name {model.name.lower()}"
    yield f"--max-model-len {catalogue().bases[model.base].context}"
    yield f'--limit-mm-per-prompt \'{{"image": {PICTURES}, "video": 0}}\''
    yield "--chat-template-content-format openai"
    if model.tools:
        yield f"--enable-auto-tool-choice --tool-call-parser {model.tools}"
    if model.reasoning:
        yield f"--reasoning-parser {model.reasoning}"


SGLANG_TOOLS: Final = {"qwen3_coder": "qwen3_coder", "hermes": "qwen25"}
"""SGLang's names of the parsers, by vLLM's."""
SGLANG_REASONING: Final = frozenset({"qwen3"})


def _sglang_words(model: Servable) -> Iterator[str]:
    yield f"--served-model-name {model.name.lower()}"
    yield f"--context-length {catalogue().bases[model.base].context}"
    yield f"--limit-mm-data-per-request '{{\"image\": {PICTURES}}}'"
    if model.tools:
        yield f"--tool-call-parser {SGLANG_TOOLS[model.tools]}"
    if model.reasoning in SGLANG_REASONING:
        yield f"--reasoning-parser {model.reasoning}"


def _too_little(model: Servable, precision: Precision) -> str:
    return f"{model.name} needs {needed_gb(model, precision):.1f} GB in {precision}."
