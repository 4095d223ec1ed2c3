"""The sentence encoder: the vectors of its authors' network, and only from their own files."""

import shutil

import numpy as np
import pytest

from model import text_encoder
from model.text_encoder import MAX_TOKENS, TextEncoder, folder_of

TEXTS = ["make it dark please", "Dark theme", "Cancel", "forget about it", "Größe der Schrift"]
# By Transformers' own BertModel on the same weights: the mean of the last layer, of length 1.
COSINES = [
    [1.0, 0.64293, 0.22332, 0.17944, 0.04416], [0.64293, 1.0, 0.16683, 0.1094, 0.15724],
    [0.22332, 0.16683, 1.0, 0.38813, 0.05934], [0.17944, 0.1094, 0.38813, 1.0, 0.01206],
    [0.04416, 0.15724, 0.05934, 0.01206, 1.0],
]  # fmt: skip


@pytest.fixture(scope="module")
def encoder():
    return TextEncoder(folder_of())


def test_it_gives_the_vectors_of_the_network_that_was_published(encoder):
    assert np.allclose(encoder.alike(TEXTS, TEXTS), COSINES, atol=2e-5)


def test_a_text_has_one_vector_in_whatever_company_it_is_computed(encoder):
    alone = encoder.vectors(["Close"])
    again = TextEncoder(folder_of()).vectors(["Save as a copy of it", "Close", "Open"])
    assert np.allclose(alone[0], again[1], atol=1e-6)
    assert np.allclose(np.linalg.norm(again, axis=1), 1)
    assert encoder.vectors([]).shape == (0, 384)


def test_any_text_has_a_vector_and_a_long_one_is_cut(encoder):
    odd = encoder.vectors(["", " ", "\u202e", "字", "x" * 10_000, "word " * 1_000])
    assert np.isfinite(odd).all()
    assert np.allclose(odd[5], encoder.vectors(["word " * MAX_TOKENS])[0])


def test_vectors_are_forgotten_before_they_fill_the_memory(encoder, monkeypatch):
    monkeypatch.setattr(text_encoder, "MAX_KEPT", 3)
    for n in range(9):
        encoder.vectors([f"name {n}"])
    assert len(encoder._known) <= 5


@pytest.mark.parametrize("name", text_encoder.DIGESTS)
def test_a_file_that_is_not_the_authors_own_is_not_used(tmp_path, name):
    folder = folder_of()
    for each in text_encoder.DIGESTS:
        shutil.copy(folder / each, tmp_path)
    with (tmp_path / name).open("r+b") as file:
        file.seek(5_000)
        byte = file.read(1)[0] ^ 1
        file.seek(5_000)
        file.write(bytes([byte]))
    with pytest.raises(ValueError, match="is not the file that its authors published"):
        TextEncoder(tmp_path)


def test_the_package_of_the_weights_is_found_and_its_code_never_run(tmp_path, monkeypatch):
    package = tmp_path / text_encoder.PACKAGE
    (package / "model").mkdir(parents=True)
    (package / "__init__.py").write_text("raise SystemExit('this code must not run')")
    monkeypatch.setattr("sys.path", [str(tmp_path)])
    assert folder_of() is None, "a package without the files is none"
    for each in text_encoder.DIGESTS:
        (package / "model" / each).touch()
    assert folder_of() == package / "model"
    monkeypatch.setattr("sys.path", [])
    assert folder_of() is None
