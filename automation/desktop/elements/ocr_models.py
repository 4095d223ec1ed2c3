"""The two networks that read text: where they lie, whether they are the tested ones, how they run.

They travel inside the wheel of rapidocr, which is not imported: other parts of it fetch files at
run time. Nothing here ever does.
"""

import hashlib
import importlib.util
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

Floats = npt.NDArray[np.float32]

DETECTOR: Final = "PP-OCRv6_det_small.onnx"
RECOGNISER: Final = "PP-OCRv6_rec_small.onnx"
SHA256: Final = {
    DETECTOR: "090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f",
    RECOGNISER: "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884",
}
"""Source: the wheel of rapidocr 3.10.0."""
DETECTOR_THREADS: Final = 2
"""One picture at a time, so the runtime may use both cores: 76 ms for 1152 x 640, one thread 127."""
RECOGNISER_THREADS: Final = 1
"""Several lines at a time on threads of ours, one each."""
_SILENT: Final = "ORT_DISABLE_TELEMETRY"
"""Heard once, when the runtime is loaded; its function of the same purpose comes after a first event
and leaves the uploader alive. Source: `Privacy.md` in the wheel of onnxruntime 1.31.1."""
INSTALL_HINT: Final = "install it with: pip install rapidocr==3.10.0 onnxruntime"


@dataclass(frozen=True, slots=True)
class ModelFiles:
    """The folder with the networks, or what is wrong with it."""

    folder: Path | None
    problem: str = ""


class Models:
    """The loaded networks; safe to run from several threads."""

    def __init__(self, folder: Path) -> None:
        """Load both; takes 0.2 to 0.6 s and some 100 MB."""
        self._detector = _session(folder / DETECTOR, DETECTOR_THREADS)
        self._recogniser = _session(folder / RECOGNISER, RECOGNISER_THREADS)
        listed = self._recogniser.get_modelmeta().custom_metadata_map["character"].splitlines()
        self.characters: Final = ("", *listed, " ")
        """What each class of the recogniser stands for; class 0 is the blank."""

    def text_likelihood(self, picture: Floats) -> Floats:
        """Return for each pixel how likely it is text.

        Args:
            picture: (1, 3, H, W), B, G, R in -1..1; H and W multiples of 32.

        Returns:
            (H, W), 0..1.
        """
        result: Floats = self._detector.run(None, {"x": picture})[0][0, 0]
        return result

    def character_likelihood(self, line: Floats) -> Floats:
        """Return for each time step how likely each character class is.

        Args:
            line: (1, 3, 48, W), B, G, R in -1..1.

        Returns:
            (W / 8, classes), 0..1.
        """
        result: Floats = self._recogniser.run(None, {"x": line})[0][0]
        return result


def find_files() -> ModelFiles:
    """Find the networks without loading anything."""
    for package in ("rapidocr", "onnxruntime", "cv2"):
        if importlib.util.find_spec(package) is None:
            return ModelFiles(None, f"OCR is not installed ({package} is missing); {INSTALL_HINT}")
    spec = importlib.util.find_spec("rapidocr")
    places = spec.submodule_search_locations if spec else None
    folder = Path(next(iter(places or [""]))) / "models"
    for name in SHA256:
        if not (folder / name).is_file():
            message = f"the OCR model {name} is not in {folder}; {INSTALL_HINT}"
            return ModelFiles(None, message)
    return ModelFiles(folder)


def checked(files: ModelFiles) -> ModelFiles:
    """Compare the networks with the tested ones; reads 31 MB."""
    if files.folder is None:
        return files
    for name, expected in SHA256.items():
        found = hashlib.sha256((files.folder / name).read_bytes()).hexdigest()
        if found != expected:
            message = (
                f"the OCR model {name} has SHA-256 {found[:12]}..., expected {expected[:12]}...; "
                f"it will not be loaded: {INSTALL_HINT}"
            )
            return ModelFiles(None, message)
    return files


def _session(path: Path, threads: int) -> "InferenceSession":
    os.environ[_SILENT] = "1"  # else it tells its maker of each use, over the network
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # A waiting thread that spins takes a core from whoever else works here.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # Patterns are kept for each shape of input; lines differ in width, so they cost 65 MB for nothing.
    options.enable_mem_pattern = False
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
