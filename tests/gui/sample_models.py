"""States of a model to show, and steps that it made."""

from dataclasses import replace

from app.gui.model_page.steps import StepLog
from app.gui.model_page.weights import WeightsOffer, WeightsStatus
from automation.core.events import Stepped
from automation.core.generation import EngineStatus, LoadProgress, Memory, StepStats
from tests.gui import sample_runs as runs

GB = 1 << 30
FOLDER = "/somewhere/models/Holotron-12B"
STATS = StepStats(
    tokens_reused=3180,
    tokens_prefilled=232,
    tokens_sampled=46,
    tokens_forced=12,
    encode_s=0.2,
    prefill_s=0.1,
    first_token_s=0.31,
    decode_s=1.1,
)
EMPTY = EngineStatus()
LOADING = EngineStatus(
    "loading",
    name="Holotron-12B",
    device="NVIDIA RTX 4090",
    loading=LoadProgress(5_200_000_000, 7_900_000_000, "Loading weights"),
)
READY = EngineStatus(
    "ready",
    name="Holotron-12B",
    device="NVIDIA RTX 4090",
    dtype="bfloat16",
    quantization="nf4",
    kernels_why="mamba-ssm is not installed",
    template="The checkpoint's own chat template says the same as ours.",
    coordinates="0..1000, calibrated",
    memory=Memory(8 * GB, 2 * GB, 2 * GB, GB, 24 * GB),
    last=STATS,
)
WORKING = replace(READY, state="working")
FAILED = EngineStatus(
    "failed",
    name="Holotron-12B",
    problem="Not enough GPU memory: 9.0 GB needed, 6.1 free. Close a program, or use 4 bit.",
)
CALIBRATING = replace(WORKING, loading=LoadProgress(0, 0, "Looking at drawn targets"))
STATES = {
    "empty": EMPTY,
    "loading": LOADING,
    "ready": READY,
    "working": WORKING,
    "calibrating": CALIBRATING,
    "failed": FAILED,
}

OFFER = WeightsOffer(26_300_000_000, 18, "NVIDIA Open Model License", "You may use it.\n" * 40)
UNASKED = WeightsStatus(host="hub.example", folder=FOLDER, free_bytes=412_000_000_000)
OFFERED = replace(UNASKED, state="offered", name="Holotron-12B", offer=OFFER)
RUNNING = replace(OFFERED, state="running", done_bytes=5_200_000_000, bytes_per_s=48e6)
WEIGHTS = {
    "unasked": UNASKED,
    "asking": replace(UNASKED, state="asking"),
    "offered": OFFERED,
    "no room": replace(OFFERED, free_bytes=12_000_000_000),
    "running": RUNNING,
    "paused": replace(RUNNING, state="paused", bytes_per_s=0.0),
    "done": replace(OFFERED, state="done"),
    "failed": replace(RUNNING, state="failed", problem="The connection broke. It is kept."),
}


def log(steps=20):
    """Return a log of steps that a model made."""
    made = StepLog()
    for n in range(1, steps + 1):
        made.take(Stepped(runs.RUN, runs.record(n)), replace(STATS))
    return made
