"""The published models that run in this process, what they need, and which of them fits a computer best.

Sizes are those of the networks, so that what a model needs is known before a byte of it is fetched.

**Source** of the sizes: NVIDIA's Megatron configuration for Holotron-12B; the configs of Qwen3.5-4B and 9B for
Holo3.1, which is made from them. Checked against the published 26.3, 10.4 and 18.8 GB of their weights.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from automation.core.errors import AssistantError
from automation.core.generation import Quantization
from model.network.device import (
    LoadPlan,
    Machine,
    Override,
    choose,
    needs_of,
    parameters_of,
)
from model.spec import (
    LAYER_LETTERS,
    DeltaLanguageSpec,
    HolotronSpec,
    ImageSpec,
    LanguageSpec,
    ModelSpec,
    PatchSpec,
    PatchVisionSpec,
    ProjectorSpec,
    QwenSpec,
    TokenSpec,
    VisionSpec,
)

BF16_BYTES: Final = 2
_HALVES: Final = (0.5, 0.5, 0.5)
_NO_TOKENS: Final = TokenSpec(0, 0, 0, None, None, (), 0)
"""Of a checkpoint that is not here."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A model that can be fetched and run here."""

    repo: str
    """`OWNER/NAME` on the hub."""
    licence: str
    spec: ModelSpec
    """Its sizes; nothing in it tells of any file."""

    @property
    def name(self) -> str:
        """As people call it."""
        return self.spec.name

    @property
    def stored_bytes(self) -> int:
        """What is fetched, nearly: its weights in 16 bit."""
        return parameters_of(self.spec).total * BF16_BYTES

    def needed_bytes(self, quantization: Quantization) -> int:
        """Return what it takes of a graphics card, with the usual context and snapshots beside it."""
        needs = needs_of(self.spec, dtype="bfloat16", quantization=quantization, kind="cuda")
        return needs.total


def _holotron() -> HolotronSpec:
    pattern = "M-M-M-M*-" * 6 + "M-M-M-M-"
    language = LanguageSpec(
        layers=tuple(LAYER_LETTERS[letter] for letter in pattern), hidden=5120, vocab_rows=131_072,
        mlp_width=20_480, heads=40, kv_heads=8, head_dim=128, mamba_heads=128, mamba_head_dim=80,
        state_size=128, groups=8, conv_kernel=4, chunk_size=128, norm_eps=1e-5, max_positions=131_072,
    )  # fmt: skip
    return HolotronSpec(
        folder=Path(), name="Holotron-12B", tokens=_NO_TOKENS, shards=(), stored_dtype="bfloat16",
        parameters=0, weights_bytes=0, fingerprint="",
        language=language,
        vision=VisionSpec(1280, 32, 16, 5120, 16, 128, 16, 1e-6),
        projector=ProjectorSpec(5120, 20_480, 5120, 1e-5),
        image=ImageSpec(512, 16, 2, 12, use_thumbnail=True, mean=_HALVES, std=_HALVES),
    )  # fmt: skip


def _holo31(name: str, hidden: int, mlp_width: int, vision: PatchVisionSpec) -> QwenSpec:
    language = DeltaLanguageSpec(
        layers=("delta", "delta", "delta", "attention") * 8, hidden=hidden, vocab_rows=248_320,
        mlp_width=mlp_width, heads=16, kv_heads=4, head_dim=256, key_heads=16, value_heads=32,
        key_dim=128, value_dim=128, conv_kernel=4, norm_eps=1e-6, max_positions=262_144,
        rope_theta=1e7, rotary_width=64, rotary_parts=(11, 11, 10), has_own_head=True,
    )  # fmt: skip
    return QwenSpec(
        folder=Path(), name=name, tokens=_NO_TOKENS, shards=(), stored_dtype="bfloat16",
        parameters=0, weights_bytes=0, fingerprint="",
        language=language,
        vision=vision,
        image=PatchSpec(16, 2, 2, 65_536, 16_777_216, _HALVES, _HALVES),
    )  # fmt: skip


HOLOTRON: Final = Offer("Hcompany/Holotron-12B", "NVIDIA Open Model License", _holotron())
HOLO31_9B: Final = Offer(
    "Hcompany/Holo-3.1-9B",
    "Apache-2.0",
    _holo31("Holo3.1-9B", 4096, 12_288, PatchVisionSpec(1152, 27, 16, 4304, 16, 2, 2, 48, 4096)),
)
HOLO31_4B: Final = Offer(
    "Hcompany/Holo-3.1-4B",
    "Apache-2.0",
    _holo31("Holo3.1-4B", 2560, 9216, PatchVisionSpec(1024, 24, 16, 4096, 16, 2, 2, 48, 2560)),
)
OFFERS: Final = (HOLOTRON, HOLO31_9B, HOLO31_4B)

ORDER: Final[tuple[tuple[Offer, Quantization], ...]] = (
    (HOLOTRON, "none"),
    (HOLO31_9B, "none"),
    (HOLO31_4B, "none"),
    (HOLO31_9B, "nf4"),
    (HOLO31_4B, "nf4"),
)
"""The best first: as large as it may be in 16 bit, for in 4 bit places get worse. Holotron in 4 bit needs more
than Holo3.1-4B in 16."""


def best_offer(machine: Machine, wish: Override | None = None) -> tuple[Offer, LoadPlan] | None:
    """Return the model that suits the card's free memory best, and how it would run; None without a card for any.

    Args:
        wish: what the user decided; another precision than the one chosen there is not offered.
    """
    return next(_fitting(machine, wish or Override()), None)


def _fitting(machine: Machine, wish: Override) -> Iterator[tuple[Offer, LoadPlan]]:
    card = None if wish.device == "cpu" else machine.of_kind("cuda")
    if card is None:
        return
    for offer, quantization in ORDER:
        if wish.quantization not in ("auto", quantization):
            continue
        try:
            plan = choose(offer.spec, Machine((card,)), Override(quantization=quantization))
        except AssistantError:  # there is no room for it
            continue
        yield offer, plan
