"""The model's state in words: the same sentences on its page, in the sidebar and in the chat."""

from dataclasses import dataclass
from typing import Final

from app.gui import tr
from automation.core.events import PolicyName
from automation.core.generation import EngineStatus, LoadProgress, Memory, Quantization
from automation.core.text import model_words

MEMORY_GB: Final = 1 << 30
"""Memory is counted as its makers do: a card sold with 24 GB has 24 of these."""
FILE_GB: Final = 1_000_000_000
"""Files are counted as disks and download pages do."""
PRECISIONS: Final[dict[Quantization, str]] = {
    "none": tr("16 bit"),
    "nf4": tr("4 bit (NF4)"),
}
UNNAMED: Final = tr("The model")


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
                "chip",
                "text2",
                tr("No model is loaded"),
                tr("Commands work without one. Goals need it."),
            )
        case "loading":
            return Headline("more", "text2", tr("{0} is being loaded").format(name), _where(status))
        case "failed":
            return Headline("warning", "r3", tr("{0} is not loaded").format(name))
        case "ready":
            return Headline("check", "ok", tr("{0} is loaded").format(name), _where(status))
        case "working":
            return Headline("pointer", "accent", tr("{0} is at work").format(name), _where(status))


def _where(status: EngineStatus) -> str:
    parts = (precision(status), tr("on {0}").format(status.device) if status.device else "")
    return " · ".join(part for part in parts if part)


def precision(status: EngineStatus) -> str:
    """Return how the weights are held; empty while it is not known."""
    if not status.dtype:
        return ""
    if status.quantization == "none" and "32" in status.dtype:
        return tr("32 bit")
    return PRECISIONS[status.quantization]


def share_done(progress: LoadProgress) -> float | None:
    """Return how far loading has come, 0..1; None when that is not known."""
    if progress.total_bytes <= 0:
        return None
    return min(1.0, max(0.0, progress.done_bytes / progress.total_bytes))


def used_words(memory: Memory) -> str:
    """Return how full the device is, such as `13.1 of 24.0 GB used`; empty when not known."""
    if memory.total <= 0:
        return tr("{0} GB used").format(memory_gb(memory.used)) if memory.used else ""
    return tr("{0} of {1} GB used").format(memory_gb(memory.used), memory_gb(memory.total))


def facts(status: EngineStatus) -> tuple[Fact, ...]:
    """Return how a loaded model runs, line by line."""
    is_compiled = status.kernels == "compiled"
    layers = Fact(tr("State space layers"), tr("compiled kernels"))
    if not is_compiled:
        layers = Fact(
            layers.name,
            tr("portable path"),
            tr("Slower: {0}").format(status.kernels_why).rstrip(": "),
        )
    norms = Fact(tr("Norms"), status.norms)
    if status.norms_why:
        norms = Fact(norms.name, tr("built in"), tr("Slower: {0}").format(status.norms_why))
    writing = Fact(tr("Writing"), tr("CUDA graphs") if status.is_graphed else "")
    if status.graphs_why:
        writing = Fact(
            writing.name, tr("kernel by kernel"), tr("Slower: {0}").format(status.graphs_why)
        )
    rows = (
        Fact(tr("Device"), status.device),
        Fact(tr("Attention"), tr("built in, {0}").format(status.dtype) if status.dtype else ""),
        layers,
        norms,
        writing,
        Fact(tr("Weights"), precision(status)),
        Fact(tr("Coordinates"), status.coordinates or tr("not checked")),
        Fact(tr("Chat template"), status.template or tr("not checked")),
    )
    return tuple(row for row in rows if row.value)


def run_facts(status: EngineStatus) -> str:
    """Return what stands under the state of a run: kernel path, tokens, memory."""
    if not is_loaded(status):
        return ""
    parts = [tr("compiled kernels") if status.kernels == "compiled" else tr("portable path")]
    last = status.last
    if last is not None:
        parts.append(
            tr("{0:,} tokens reused, {1:,} read").format(last.tokens_reused, last.tokens_prefilled)
        )
    if used := used_words(status.memory):
        parts.append(used.removesuffix(tr(" used")))
    return " · ".join(parts)


def side_words(status: EngineStatus) -> str:
    """Return the few words that fit beside `Model` in the sidebar."""
    match status.state:
        case "empty":
            return tr("not loaded")
        case "failed":
            return tr("failed")
        case "loading":
            share = share_done(status.loading) if status.loading is not None else None
            return tr("loading") if share is None else f"{share:.0%}".replace("%", " %")
        case _:
            memory = status.memory
            own = memory.weights + memory.encoder + memory.cache
            return tr("{0} GB").format(memory_gb(own)) if own else tr("loaded")


@dataclass(frozen=True, slots=True)
class Served:
    """The model on a server that takes goals; without a host there is none."""

    model: str = ""
    host: str = ""
    is_away: bool = False
    """It is on another computer."""
    servers: int = 1
    """How many take goals; `host` names them all, and `model` is the first one's."""


NO_SERVER: Final = Served()


def decider(
    policy: PolicyName, status: EngineStatus, served: Served = NO_SERVER
) -> tuple[str, str]:
    """Return who takes the next task, and a second word or two that may be dropped."""
    if served.host and policy != "commands":
        if served.servers > 1:  # each may have another model
            return tr("Model"), tr("on one of {0} servers").format(served.servers)
        return model_words(served.model) or tr("Model"), tr("on {0}").format(served.host)
    if policy == "commands" or (policy == "auto" and not is_loaded(status)):
        return tr("Commands"), tr("on this computer")
    if not is_loaded(status):
        return tr("Model"), tr("not loaded")
    name = status.name or tr("Model")
    return name, tr("and commands") if policy == "auto" else tr("on this computer")
