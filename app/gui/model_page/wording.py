"""The model's state in words: the same sentences on its page, in the sidebar and in the chat."""

from dataclasses import dataclass
from typing import Final

from automation.core.events import PolicyName
from automation.core.generation import EngineStatus, LoadProgress, Memory, Quantization

MEMORY_GB: Final = 1 << 30
"""Memory is counted as its makers do: a card sold with 24 GB has 24 of these."""
FILE_GB: Final = 1_000_000_000
"""Files are counted as disks and download pages do."""
PRECISIONS: Final[dict[Quantization, str]] = {
    "none": "16 bit",
    "int8": "8 bit",
    "nf4": "4 bit (NF4)",
}
UNNAMED: Final = "The model"


@dataclass(frozen=True, slots=True)
class Headline:
    """A state in words, with the icon that says the same."""

    icon: str
    token: str
    title: str
    rest: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of `How it runs`."""

    name: str
    value: str
    warning: str = ""
    """What is not as good as it could be, and why; empty when nothing is."""


def memory_gb(count: int) -> str:
    """Return bytes of memory as gigabytes with one decimal, without the unit."""
    return f"{count / MEMORY_GB:.1f}"


def file_gb(count: int) -> str:
    """Return bytes on disk as gigabytes with one decimal, without the unit."""
    return f"{count / FILE_GB:.1f}"


def is_loaded(status: EngineStatus) -> bool:
    """Tell whether a model can take a task."""
    return status.state in ("ready", "working")


def headline(status: EngineStatus) -> Headline:
    """Return what stands at the head of the model page."""
    name = status.name or UNNAMED
    match status.state:
        case "empty":
            return Headline(
                "chip", "text2", "No model is loaded", "Commands work without one. Goals need it."
            )
        case "loading":
            return Headline("more", "text2", f"{name} is being loaded", _where(status))
        case "failed":
            return Headline("warning", "r3", f"{name} is not loaded")
        case "ready":
            return Headline("check", "ok", f"{name} is loaded", _where(status))
        case "working":
            return Headline("pointer", "accent", f"{name} is at work", _where(status))


def _where(status: EngineStatus) -> str:
    parts = (precision(status), f"on {status.device}" if status.device else "")
    return " · ".join(part for part in parts if part)


def precision(status: EngineStatus) -> str:
    """Return how the weights are held; empty while it is not known."""
    if not status.dtype:
        return ""
    if status.quantization == "none" and "32" in status.dtype:
        return "32 bit"
    return PRECISIONS[status.quantization]


def share_done(progress: LoadProgress) -> float | None:
    """Return how far loading has come, 0..1; None when that is not known."""
    if progress.total_bytes <= 0:
        return None
    return min(1.0, max(0.0, progress.done_bytes / progress.total_bytes))


def used_words(memory: Memory) -> str:
    """Return how full the device is, such as `13.1 of 24.0 GB used`; empty when not known."""
    if memory.total <= 0:
        return f"{memory_gb(memory.used)} GB used" if memory.used else ""
    return f"{memory_gb(memory.used)} of {memory_gb(memory.total)} GB used"


def facts(status: EngineStatus) -> tuple[Fact, ...]:
    """Return how a loaded model runs, line by line."""
    is_compiled = status.kernels == "compiled"
    layers = Fact("State space layers", "compiled kernels")
    if not is_compiled:
        layers = Fact(layers.name, "portable path", f"Slower: {status.kernels_why}".rstrip(": "))
    norms = Fact("Norms", "built in" if status.norms_why else "", f"Slower: {status.norms_why}")
    writing = Fact("Writing", "CUDA graphs" if status.is_graphed else "")
    if status.graphs_why:
        writing = Fact(writing.name, "kernel by kernel", f"Slower: {status.graphs_why}")
    rows = (
        Fact("Device", status.device),
        Fact("Attention", f"built in, {status.dtype}" if status.dtype else ""),
        layers,
        norms,
        writing,
        Fact("Weights", precision(status)),
        Fact("Coordinates", status.coordinates or "not checked"),
        Fact("Chat template", status.template or "not checked"),
    )
    return tuple(row for row in rows if row.value)


def run_facts(status: EngineStatus) -> str:
    """Return what stands under the state of a run: kernel path, tokens, memory."""
    if not is_loaded(status):
        return ""
    parts = ["compiled kernels" if status.kernels == "compiled" else "portable path"]
    last = status.last
    if last is not None:
        parts.append(f"{last.tokens_reused:,} tokens reused, {last.tokens_prefilled:,} read")
    if used := used_words(status.memory):
        parts.append(used.removesuffix(" used"))
    return " · ".join(parts)


def side_words(status: EngineStatus) -> str:
    """Return the few words that fit beside `Model` in the sidebar."""
    match status.state:
        case "empty":
            return "not loaded"
        case "failed":
            return "failed"
        case "loading":
            share = share_done(status.loading) if status.loading is not None else None
            return "loading" if share is None else f"{share:.0%}".replace("%", " %")
        case _:
            memory = status.memory
            own = memory.weights + memory.encoder + memory.cache
            return f"{memory_gb(own)} GB" if own else "loaded"


def decider(policy: PolicyName, status: EngineStatus) -> tuple[str, str]:
    """Return who takes the next task, and a second word or two that may be dropped."""
    if policy == "commands" or (policy == "auto" and not is_loaded(status)):
        return "Commands", "on this computer"
    if not is_loaded(status):
        return "Model", "not loaded"
    name = status.name or "Model"
    return name, "and commands" if policy == "auto" else "on this computer"
